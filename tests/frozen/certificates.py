"""Certificates: recorded ones are accepted, damaged ones refused, new ones equal the recorded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.frozen.observing import FILES, Case, command, data, digest, status

CLAIMS = {
    "rush-hour optimal": ("rush-hour", "BB...C...D.CXX.D.C...D..........EEE."),
    "rush-hour unsolvable": ("rush-hour", "............XX.BBB.................."),
    "sokoban optimal": ("sokoban", "6#|#_@__#|#_$__#|#_.$.#|#____#|6#"),
    "sokoban unsolvable": ("sokoban", "5#|#$@.#|5#"),
    "klondike solved": ("klondike", "klondike#1"),
    "klondike unsolvable": ("klondike", "klondike#110"),
    "circuit optimal": ("circuit", "circuit:1#1"),
}
DAMAGES = 30


def cases() -> Iterator[Case]:
    for name, (game, puzzle) in CLAIMS.items():
        yield Case(f"{name}: written", partial(written, game, puzzle))
        yield Case(f"{name}: recorded", partial(checked, name))
        yield Case(f"{name}: damaged", partial(damaged, name))
        yield Case(f"{name}: another cost, and the checksum to it", partial(forged, name))


def path_of(name: str) -> Path:
    return FILES / "certificates" / f"{name.replace(' ', '-')}.txt"


def written(game: str, puzzle: str, folder: Path) -> Any:
    """Write a certificate and return its hash."""
    ran = command(folder, "solve", game, puzzle, "--certificate", "proof.txt", "--json", "--jobs", "1")
    return [data(ran)["status"], digest((folder / "proof.txt").read_bytes())]


def checked(name: str, folder: Path) -> Any:
    return status(command(folder, "check", str(path_of(name))))


def damaged(name: str, folder: Path) -> Any:
    """Replace one character at several places; return the status of each check."""
    text = path_of(name).read_text("utf-8")
    found = []
    for number in range(1, DAMAGES + 1):
        place = len(text) * number // (DAMAGES + 1)
        changed = "1" if text[place] != "1" else "2"
        (folder / "damaged.txt").write_text(text[:place] + changed + text[place + 1 :], "utf-8")
        found.append(command(folder, "check", "damaged.txt").status)
    return " ".join(map(str, found))


def forged(name: str, folder: Path) -> Any:
    """Claim other costs; return the status of each check."""
    body = path_of(name).read_text("utf-8").rpartition("sha256 ")[0]
    cost = re.search(r'"cost": ([0-9]+)', body)
    found = []
    for change in (-1, 0, 1):
        claim = body.replace(cost[0], f'"cost": {int(cost[1]) + change}', 1) if cost else body
        (folder / "forged.txt").write_text(f"{claim}sha256 {hashlib.sha256(claim.encode()).hexdigest()}\n", "utf-8")
        found.append(command(folder, "check", "forged.txt").status)
    return found
