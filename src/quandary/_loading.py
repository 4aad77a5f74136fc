"""Ctrl-C while the command is still being loaded: it ends, as any program does, and shows nothing of its inside.

The package imports this first. Only the command takes the signal as the system does, and only until it begins; for
whoever imports the package, a `KeyboardInterrupt` is one as ever.
"""

from __future__ import annotations

import signal
import sys


def _is_command() -> bool:
    started = sys.argv[0] if sys.argv else ""
    # While Python looks for the module to run, this is all that it says.
    if started == "-m":
        return "-m" in sys.orig_argv and sys.orig_argv[sys.orig_argv.index("-m") + 1] == "quandary"
    return started.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".exe") == "quandary"


def done() -> None:
    """From now on an interrupt is an exception, so that what is done can be kept."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if _is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
