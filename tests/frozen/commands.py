"""Commands: exit status, JSON, and data on stdout; of texts for people only the status."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.frozen.observing import Case, command, data, status
from tests.frozen.puzzles import BLOCKED, EASY, LEVEL, SOLVABLE, SPLIT, UNSOLVABLE, WAITING

SOLUTION = "C+3 E-2 D+2 X+4"
PACK = f"4 {EASY}\n{BLOCKED}\n# a comment\n{SPLIT}\n"
COLLECTION = "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n#####\n#.$@#\n#####\n"
KINDS = {"solved": EASY, "unsolvable": BLOCKED, "unknown": "rush-hour:expert#7", "bad": SPLIT}

GAMES = (*SOLVABLE, "exponentile")
METRICS = ("pushes", "pushes,moves", "moves", "any")
ATOMIC = ("--strategy", "atomic", "--option")

SOLVE: Sequence[tuple[str, ...]] = (
    *(("solve", game, *puzzles, "--json", "--jobs", "1") for game, puzzles in SOLVABLE.items()),
    *(("solve", game, *puzzles, "--json", "--jobs", "1") for game, puzzles in UNSOLVABLE.items()),
    *(("solve", "rush-hour", EASY, "--metric", metric, "--json") for metric in ("moves", "steps", "moves,steps")),
    *(
        ("solve", "sokoban", LEVEL, "--metric", metric, "--json")
        for metric in ("pushes", "pushes,moves", "moves", "any")
    ),
    *(("solve", "sokoban", LEVEL, "--notation", notation, "--json") for notation in ("lurd", "udlr", "rle", "sok")),
    ("solve", "klondike", "--seed", "3", "--draw", "1", "--json"),
    ("solve", "klondike", "klondike:draw1#5", "--metric", "moves", "--nodes", "2000", "--json"),
    ("solve", "klondike", WAITING, "--json"),
    (
        "solve",
        "klondike",
        "klondike:draw1#1",
        "--strategy",
        "atomic",
        "--option",
        "maxApproachSteps=3",
        "--nodes",
        "9000",
        "--json",
    ),
    ("solve", "klondike", "klondike:draw1#1", *ATOMIC, "ranking_strategy=no", "--json"),
    ("solve", "rush-hour", "rush-hour:expert#7", "--nodes", "50", "--json"),
    ("solve", "rush-hour", EASY, "--metric", "pushes", "--json"),
    ("solve", "rush-hour", EASY, "--strategy", "optimum"),
    ("solve", "rush-hour", EASY, "--time", "-1"),
    ("solve", "rush-hour", EASY, "--nodes", "0", "--json"),
    ("solve", "rush-hour", EASY, "--memory", "much"),
    ("solve", "rush-hour", "--json"),
    ("solve", "rush-hour", "no such file", "--json"),
    ("solve", "rush-hour", "rush-hour#", "--json"),
    ("solve", "rush-hour", "rush-hour:expert/999999", "--json"),
    ("solve", "rush-hour", "sokoban#1", "--json"),
    ("solve", "nothing", EASY),
    ("solve", "exponentile", "exponentile#1", "--json"),
    ("solve", "circuit", "circuit:99#1", "--json"),
    ("solve", "circuit", "{}", "--json"),
    ("solve", "sokoban", "#####|#@ .#|#####", "--json"),
    ("solve", "sokoban", "no level", "--json"),
    ("solve", "klondike", "AC AC", "--json"),
    ("solve", "klondike", "--seed", "-1", "--json"),
    ("solve",),
    ("nonsense",),
)
GENERATE: Sequence[tuple[str, ...]] = (
    *(
        ("generate", game, "--count", "3", "--seed", "1", "--json", "--jobs", "1")
        for game in (*SOLVABLE, "exponentile")
    ),
    *(("generate", game, "--count", "2", "--seed", "5", "--jobs", "1") for game in GAMES),
    *(("generate", "rush-hour", "--level", level, "--seed", "2") for level in ("beginner", "intermediate", "advanced")),
    *(("generate", "sokoban", "--level", level, "--seed", "2") for level in ("beginner", "intermediate")),
    *(("generate", "circuit", "--level", str(level), "--seed", "2", "--json") for level in range(1, 11)),
    ("generate", "rush-hour", "--size", "5x5", "--max-moves", "9", "--seed", "4"),
    ("generate", "rush-hour", "--walls", "1", "--max-moves", "12", "--seed", "4"),
    ("generate", "sokoban", "--width", "7", "--height", "7", "--boxes", "2", "--seed", "4"),
    ("generate", "klondike", "--draw", "1", "--winnable", "--seed", "4", "--json"),
    ("generate", "klondike", "--redeals", "0", "--seed", "4"),
    ("generate", "exponentile", "--rules", "web", "--seed", "42"),
    ("generate", "exponentile", "--width", "5", "--height", "6", "--torus", "--seed", "1"),
    ("generate", "circuit", "--operations", "x/", "--mult-div-range", "10", "--seed", "1", "--json"),
    ("generate", "circuit", "--rows", "3", "--cols", "3", "--hidden", "--seed", "1", "--json"),
    ("generate", "rush-hour", "--count", "0"),
    ("generate", "rush-hour", "--count", "-1"),
    ("generate", "rush-hour", "--seed", "-1"),
    ("generate", "rush-hour", "--level", "hardest"),
    ("generate", "rush-hour", "--size", "1x1"),
    ("generate", "rush-hour", "--min-moves", "9", "--max-moves", "3"),
    ("generate", "sokoban", "--boxes", "0"),
    ("generate", "klondike", "--draw", "25"),
    ("generate", "exponentile", "--width", "2"),
    ("generate", "circuit", "--level", "11"),
    ("generate", "circuit", "--operations", "%"),
)
VERIFY: Sequence[tuple[str, ...]] = (
    ("verify", "rush-hour", EASY, SOLUTION, "--json"),
    ("verify", "rush-hour", EASY, f"B+1 {SOLUTION}", "--json"),
    ("verify", "rush-hour", EASY, "C+3 X+4", "--json"),
    ("verify", "rush-hour", EASY, "C+3", "--json"),
    ("verify", "rush-hour", EASY, "please", "--json"),
    ("verify", "rush-hour", EASY, f"ANSWER: {SOLUTION}", "--json"),
    ("verify", "rush-hour", EASY, SOLUTION, "--metric", "steps", "--optimum", "none", "--json"),
    ("verify", "rush-hour", SPLIT, SOLUTION, "--json"),
    ("verify", "sokoban", "#####|#@$.#|#####", "R", "--json"),
    ("verify", "sokoban", "#####|#@$.#|#####", "r", "--json"),
    ("verify", "sokoban", "#####|#@$.#|#####", "L", "--json"),
    ("verify", "klondike", WAITING, "1>F 1>F 1>F 1>F 1>F 1>F", "--json"),
    ("verify", "klondike", "klondike#1", "D D R", "--json"),
    ("verify", "circuit", "circuit:1#1", "r1c1", "--json"),
)
OTHERS: Sequence[tuple[str, ...]] = (
    *(("show", game, puzzles[-1], "--json") for game, puzzles in SOLVABLE.items()),
    *(("show", "klondike", "klondike#1", "--as", shape) for shape in ("solvitaire", "pysol", "digits", "mk")),
    ("show", "rush-hour", EASY, "--solution", "C+3", "--json"),
    ("show", "rush-hour", EASY, "--solution", "X+4", "--json"),
    ("show", "circuit", "circuit:2#1", "--as", "camel"),
    ("show", "exponentile", "exponentile#1", "--json"),
    ("show", "rush-hour", "rush-hour:expert/1", "--json"),
    ("validate", "rush-hour", "pack.txt", "--json", "--jobs", "1"),
    ("validate", "sokoban", "levels.xsb", "--json", "--jobs", "1"),
    ("validate", "rush-hour", "missing.txt"),
    ("validate", "rush-hour", "empty.txt"),
    ("generate", "rush-hour", "--from", "pack.txt", "--jobs", "1"),
    ("generate", "sokoban", "--from", "levels.xsb", "--json", "--jobs", "1"),
    ("solve", "rush-hour", "pack.txt", "--json", "--jobs", "1"),
    ("solve", "sokoban", "levels.xsb", "--json", "--jobs", "1"),
    ("solve", "rush-hour", "pack.txt", "--json", "--jobs", "2"),
    ("solve", "rush-hour", "empty.txt", "--json"),
    ("solve", "rush-hour", "binary.txt", "--json"),
    ("solve", "sokoban", "binary.txt", "--json"),
    ("games", "--json"),
    ("export", "eval", "rush-hour", "--count", "2", "--seed", "1", "--level", "beginner"),
    ("export", "eval", "klondike", "--count", "1", "--seed", "1"),
    ("progress", "show", "--json"),
    ("check", "missing.txt"),
    ("check", "pack.txt"),
    ("lab", "list", "--json"),
    ("lab", "compare", "1", "2", "--json"),
    ("lab", "run", "klondike", "--corpus", "klondike#5..1"),
    ("lab", "run", "klondike", "--corpus", "klondike#1..2", "--strategy", "missing_module:f"),
)
FOR_PEOPLE: Sequence[tuple[str, ...]] = (
    ("--version",),
    ("--help",),
    ("solve", "--help"),
    ("solve", "rush-hour", "--help"),
    ("solve", "rush-hour", EASY),
    ("show", "rush-hour", EASY),
    ("verify", "rush-hour", EASY, SOLUTION),
    ("verify", "rush-hour", EASY, "C+3"),
    ("lab", "strategies", "klondike"),
    ("games",),
)
LAB = (
    (("lab", "run", "rush-hour", "--corpus", "rush-hour#1..8", "--nodes", "300", "--jobs", "1", "--json"), "run"),
    (("lab", "run", "rush-hour", "--corpus", "rush-hour#1..8", "--nodes", "9000", "--jobs", "1", "--json"), "run"),
    (("lab", "resume", "1", "--jobs", "1", "--json"), "resume"),
    (
        ("lab", "run", "sokoban", "--corpus", "sokoban:beginner#1..9", "--shard", "2/3", "--nodes", "99", "--json"),
        "shard",
    ),
    (("lab", "export", "3"), "export 3"),
    (("lab", "list", "--json"), "list"),
    (("lab", "export", "1"), "export 1"),
    (("lab", "export", "2"), "export 2"),
    (("lab", "compare", "1", "2", "--json"), "compare"),
    (("lab", "compare", "1", "4", "--json"), "a run that is missing"),
)


def cases() -> Iterator[Case]:
    for arguments in (*SOLVE, *GENERATE, *VERIFY, *OTHERS):
        yield Case(" ".join(arguments).replace("\n", "|"), partial(observed, arguments))
    for arguments in FOR_PEOPLE:
        yield Case(" ".join(arguments) + " (status)", partial(seen_by_people, arguments))
    for kinds in itertools.product(KINDS, repeat=2):
        arguments = ("solve", "rush-hour", *(KINDS[kind] for kind in kinds), "--nodes", "100", "--json", "--jobs", "1")
        yield Case(f"a batch: {', then '.join(kinds)}", partial(observed, arguments))
    for label, text in {"literal": EASY, "pack": PACK, "ids": "rush-hour#1\nrush-hour#2\n", "empty": ""}.items():
        yield Case(f"solve rush-hour - ({label})", partial(observed, ("solve", "rush-hour", "-", "--json"), stdin=text))
    yield Case("generate | solve", made_and_solved)
    yield Case("a plain game", partial(seen_by_people, ("play", "rush-hour", EASY, "--plain"), stdin=f"{SOLUTION}\n"))
    yield Case("a results file", measured)


def observed(arguments: Sequence[str], folder: Path, stdin: str = "") -> Any:
    """Run a command beside some files and return its data."""
    (folder / "pack.txt").write_text(PACK, "utf-8")
    (folder / "levels.xsb").write_text(COLLECTION, "utf-8")
    (folder / "empty.txt").write_text("", "utf-8")
    (folder / "binary.txt").write_bytes(bytes(range(256)))
    return data(command(folder, *arguments, stdin=stdin))


def seen_by_people(arguments: Sequence[str], folder: Path, stdin: str = "") -> Any:
    return status(command(folder, *arguments, stdin=stdin))


def made_and_solved(folder: Path) -> Any:
    """Pipe generated puzzles into the solver."""
    made = command(folder, "generate", "rush-hour", "--count", "3", "--seed", "3", "--max-moves", "9", "--json")
    return data(command(folder, "solve", "rush-hour", "-", "--json", "--jobs", "1", stdin=made.out))


def measured(folder: Path) -> Any:
    """Run, resume, list, export and compare with one results file."""
    return {label: data(command(folder, *arguments)) for arguments, label in LAB}
