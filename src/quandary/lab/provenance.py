"""Where figures come from: versions, machine, and which process is at work on a run."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import quandary

_GIT_SECONDS = 5.0


def now() -> str:
    """The time, in UTC and to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def versions() -> dict[str, str]:
    """The package, Python, and the commit where the package is a checkout (`+` after it: with changes)."""
    found = {"quandary": quandary.__version__, "python": platform.python_version()}
    commit = _git("rev-parse", "HEAD")
    if commit:
        found["commit"] = commit + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    return found


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory": _memory(),
    }


def this_driver() -> str:
    """This process, told from every other one that ever had its number."""
    return f"{platform.node()} {os.getpid()} {_birth(os.getpid())}"


def is_at_work(driver: str | None) -> bool:
    """Whether that process still runs, as far as can be told from this machine."""
    host, pid, birth = (driver or "- 0 -").split(" ")
    return host == platform.node() and birth != "-" and int(pid) != os.getpid() and _birth(int(pid)) == birth


def _birth(pid: int) -> str:
    """When a process began, as the kernel counts; `-` if there is none, or no way to know."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "-"
    # The name in brackets may hold anything; the state comes first after it, a zombie does no work.
    fields = stat.rpartition(")")[2].split()
    return "-" if fields[0] == "Z" else fields[19]


def _memory() -> int | None:
    """The machine's memory in bytes; None where the system does not say."""
    if sys.platform == "win32":
        return None
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _git(*arguments: str) -> str:
    folder = Path(quandary.__file__).parent
    if not any((parent / ".git").exists() for parent in folder.parents):
        return ""
    try:
        ran = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=_GIT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""
