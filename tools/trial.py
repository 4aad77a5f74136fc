"""Try the README as a new user does: its first command in an empty clone, then every other command of its blocks.

    python tools/trial.py [--folder FOLDER]

The clone holds the last commit. Each line of the README's `sh` blocks is a command, and each line after `$ ` of its
`console` blocks; `make test` is left out. Commands that never end run in a terminal, and must still run after three
seconds. Exit status: 0 if all went well, 1 if not.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = ("make test",)
NEVER_END = (("quandary", "play"), ("quandary", "serve"), ("make", "play"), ("make", "serve"))
SECONDS_TO_RUN = 3.0
SECONDS_AT_MOST = 600.0


def commands_of(text: str) -> list[str]:
    """Return the commands of a document's `sh` and `console` blocks in their order, without comments."""
    found = []
    for kind, block in re.findall(r"^```(sh|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        lines = block.replace("\\\n", " ").splitlines()
        if kind == "console":
            lines = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        found += [without_comment(line) for line in lines]
    return [command for command in found if command and command not in LEFT_OUT]


def without_comment(line: str) -> str:
    """Return a line of a shell script without the comment at its end."""
    quote = ""
    for place, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "#" and (place == 0 or line[place - 1].isspace()):
            return line[:place].strip()
    return line.strip()


def never_ends(command: str) -> bool:
    """Return whether a command runs until the user ends it."""
    words = tuple(shlex.split(command))
    return words == ("quandary",) or words[:2] in NEVER_END


def run(command: str, folder: Path, prelude: str, environment: dict[str, str]) -> str | None:
    """Run a command to its end; return what went wrong, or None."""
    script = ["bash", "-c", f"{prelude}{command}"]
    try:
        ran = subprocess.run(
            script, cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=SECONDS_AT_MOST, check=False
        )
    except subprocess.TimeoutExpired:
        return f"still runs after {SECONDS_AT_MOST:g} seconds"
    return f"exit status {ran.returncode}" if ran.returncode else None


def watch(command: str, folder: Path, prelude: str, environment: dict[str, str]) -> str | None:
    """Run a command in a terminal and end it after three seconds; return what went wrong, or None."""
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        ["bash", "-c", f"{prelude}exec {command}"],
        cwd=folder,
        env={**environment, "TERM": "xterm-256color"},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    )
    os.close(terminal)
    seen = b""
    end = time.monotonic() + SECONDS_TO_RUN
    status = None
    while time.monotonic() < end and status is None:
        # In this order, so that the last round reads what was written before the process ended.
        status = process.poll()
        while select.select([main], [], [], 0.1 if status is None else 0)[0]:
            try:
                seen += os.read(main, 65536)
            except OSError:  # on Linux, where the other end is closed
                break
            if time.monotonic() >= end:
                break
    if status is None:
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    os.close(main)
    if status is not None:
        return f"ended with exit status {status}: {seen.decode(errors='replace')[-500:]}"
    return None if seen else "shows nothing"


def main() -> int:
    """Clone, run all commands, and list those that failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where to make the clone (default: a temporary folder)")
    arguments = parser.parse_args()
    if arguments.folder:
        arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="trial-", dir=arguments.folder) as name:
        return try_clone(Path(name))


def try_clone(folder: Path) -> int:
    """Clone into a folder and run all commands there; return the exit status."""
    clone = folder / "quandary"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    # Nothing of the environment that `make trial` was called in reaches the commands.
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CARGO_TARGET_DIR")
    environment = {
        name: value for name, value in os.environ.items() if name not in hidden and not name.startswith("MAKE")
    }
    # A `quandary` that is installed elsewhere would hide that the clone's own is not on the PATH.
    places = environment["PATH"].split(os.pathsep)
    environment["PATH"] = os.pathsep.join(place for place in places if not (Path(place) / "quandary").exists())
    environment["QUANDARY_DATA"] = str(folder / "data")
    failed = []
    prelude = ""
    for command in commands_of((clone / "README.md").read_text(encoding="utf-8")):
        print(f"\n$ {command}", flush=True)
        started = time.monotonic()
        fault = (watch if never_ends(command) else run)(command, clone, prelude, environment)
        print(f"# {fault or 'fine'} ({time.monotonic() - started:.1f} s)", flush=True)
        if fault:
            failed.append(f"{command}: {fault}")
        if command.startswith("source "):
            prelude += f"{command}\n"
    print("", *(failed or ["all commands of the README work"]), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
