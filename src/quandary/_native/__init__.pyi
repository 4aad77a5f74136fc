"""The native core: fast searches, written in Rust."""

from quandary._native import rush_hour as rush_hour

class Cancel:
    """A flag that any thread may raise to end the searches that were given it."""

    def __init__(self) -> None: ...
    def cancel(self) -> None:
        """Raises the flag, for good."""

    @property
    def cancelled(self) -> bool:
        """Whether the flag has been raised."""

def splitmix64(seed: int, count: int) -> list[int]:
    """The first numbers of the random stream with that seed."""
