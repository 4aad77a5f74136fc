"""How much memory this process has, may have and has had at most.

Only Linux both tells and enforces it. Elsewhere a search still keeps the budget that it counts itself; what is missing
is the wall around somebody else's code, and the figure in the row.
"""

from __future__ import annotations

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_FORGET_PEAK = Path("/proc/self/clear_refs")


def allow_more(size: int | None) -> None:
    """Lets the process take so many bytes more than it has; None lifts the limit."""
    if sys.platform != "linux":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = resource.RLIM_INFINITY if size is None else _told("VmSize:") + size
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def forget_peak() -> None:
    """Lets the kernel measure the peak anew, where it can."""
    try:
        _FORGET_PEAK.write_text("5", encoding="ascii")
    except OSError:
        return


def peak() -> int | None:
    """Peak resident bytes since `forget_peak`; None where the system does not say."""
    return _told("VmHWM:") or None


def _told(name: str) -> int:
    """The bytes that the kernel tells under this name; 0 where it does not."""
    try:
        lines = _STATUS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(name)), 0)
