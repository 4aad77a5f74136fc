"""The command `quandary`, also started as `python -m quandary`."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Load the command line and run it.

    While it loads, Ctrl-C ends the process without a traceback. From then on it raises `KeyboardInterrupt`, so that a
    command can keep its results. An interrupt that the process was started to ignore stays ignored.
    """
    can_interrupt = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if can_interrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from quandary.cli.main import main as run_command_line

    if can_interrupt:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run_command_line()


if __name__ == "__main__":
    main()
