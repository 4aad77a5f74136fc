"""Where figures come from: code, versions, machine, and which process is at work on a run."""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import quandary
from quandary import _native
from quandary.lab.contender import Contender

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


@dataclass(frozen=True, slots=True)
class Code:
    """What a strategy is made of: who runs the same code again gets the same rows."""

    files: Mapping[str, str]
    """Sources by name: the strategy's module, and for one's own code also what it has imported from beside it."""
    version: str
    """The package's."""
    native: str
    """The hash of the native build."""

    def hashes(self) -> dict[str, Any]:
        """What is stored with a run: the hash of everything, and of every file."""
        files = {name: _sha(text.encode()) for name, text in self.files.items()}
        return {"files": files, "quandary": self.version, "native": self.native}


def code_of(contender: Contender) -> Code:
    """The code of a strategy as it is now."""
    thing = contender.function or type(contender.strategy or contender.player)
    native = _native.__file__
    return Code(
        _sources(inspect.getmodule(thing), with_friends=contender.is_own_code),
        quandary.__version__,
        _sha(Path(native).read_bytes()) if native else "",
    )


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What has changed between two states of a strategy's code, by name; nothing is known of a run without any."""
    if not before:
        return []
    old, new = before["files"], now["files"]
    changed = [name for name in sorted({*old, *new}) if old.get(name) != new.get(name)]
    if before["quandary"] != now["quandary"]:
        changed.append(f"the package ({before['quandary']}, now {now['quandary']})")
    if before["native"] != now["native"]:
        changed.append("the native build")
    return changed


def _sources(module: Any, *, with_friends: bool) -> dict[str, str]:
    """A module's source by its name, and those of the modules that lie in the same folder and are at hand, too.

    What is installed below that folder is nobody's friend: a project often holds its virtual environment, and each
    command has other parts of this package at hand.
    """
    file = getattr(module, "__file__", None)
    if file is None:
        return {}
    folder = Path(file).resolve().parent
    strangers = [place for place in _installed() if place.is_relative_to(folder)]

    def is_friend(source: str) -> bool:
        path = Path(source).resolve()
        return path.is_relative_to(folder) and not any(map(path.is_relative_to, strangers))

    found = {}
    for name, other in sorted(sys.modules.items()):
        source = getattr(other, "__file__", None)
        if other is module or (with_friends and source is not None and is_friend(source)):
            try:
                found[name] = Path(str(source)).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                # Something compiled, or gone: there is no text to keep.
                continue
    return found


def _installed() -> set[Path]:
    """Where this package, other packages and Python's own modules lie."""
    places = (sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib", "platstdlib"))
    return {Path(quandary.__file__).resolve().parent, *(Path(place).resolve() for place in places)}


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


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
