"""What holds for all tests."""

from __future__ import annotations

import signal

# A run that a shell starts in the background inherits an ignored Ctrl-C, and its children would never hear theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)
