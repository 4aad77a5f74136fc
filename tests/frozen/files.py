"""Stored files of today: saved games, progress, results files. Later versions must read them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from tests.frozen.observing import FILES, Case, command, data, digest


def cases() -> Iterator[Case]:
    for path in sorted((FILES / "saved").iterdir()):
        yield Case(f"saved/{path.name}", partial(saved, path))
    yield Case("progress.jsonl", progress)
    for name, runs in {"finished": 2, "interrupted": 1, "half-made": 1}.items():
        yield Case(f"{name}.sqlite: as it is", partial(exported, name, runs))
        yield Case(f"{name}.sqlite: resumed", partial(resumed, name, runs))


def saved(path: Path, folder: Path) -> Any:
    """Load a saved game, save it again, and go on with it on the command line."""
    text = path.read_text("utf-8")
    session: quandary.Session[Any, Any] = quandary.Session.load(text)
    game = session.game
    return {
        "saved again": "same bytes" if session.save() == text else digest(session.save()),
        "position": digest(game.format(session.position)),
        "moves": game.format_moves(session.moves),
        "status": session.status.name,
        "resumed": command(folder, "play", game.name, "--resume", str(path), "--plain", stdin="quit\n").status,
    }


def progress(folder: Path) -> Any:
    """Import progress and export it again."""
    imported = command(folder, "progress", "import", str(FILES / "progress.jsonl")).status
    return [imported, data(command(folder, "progress", "export")), data(command(folder, "progress", "show", "--json"))]


def exported(name: str, runs: int, folder: Path) -> Any:
    """List and export the runs of a results file."""
    shutil.copy(FILES / f"{name}.sqlite", folder / "lab.sqlite")
    exports = [data(command(folder, "lab", "export", str(number))) for number in range(1, runs + 1)]
    return [data(command(folder, "lab", "list", "--json")), *exports]


def resumed(name: str, runs: int, folder: Path) -> Any:
    """Finish the runs of a results file, then export and compare them."""
    shutil.copy(FILES / f"{name}.sqlite", folder / "lab.sqlite")
    found = []
    for number in range(1, runs + 1):
        resume = ("lab", "resume", str(number), "--changed-code", "--jobs", "1", "--json")
        found.append(data(command(folder, *resume))["status"])
        found.append(data(command(folder, "lab", "export", str(number))))
    if runs == 2:
        found.append(data(command(folder, "lab", "compare", "1", "2", "--json")))
    return found
