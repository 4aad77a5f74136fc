"""`quandary check FILE…`"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_REFUSED,
    Interrupted,
    passing_line,
    print_json,
    print_result,
    say_error,
)
from quandary.core.errors import NotProven, PuzzleError
from quandary.core.printable import shown
from quandary.core.registry import game as game_of_name
from quandary.core.whole_file import reason
from quandary.core.words import counted, duration
from quandary.engine.certify import Certificate, check_certificate, read_certificates

LONGEST_PUZZLE = 120
_LONGEST_NAME = 36
_SECONDS_BETWEEN_REPORTS = 0.1


class _Run:
    """What has been checked so far, and how it came out."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self.checked = self.refused = self.bad = 0

    def check_file(self, name: str) -> None:
        """Checks all certificates of a file."""
        try:
            content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            found = list(read_certificates(content))
        except (OSError, ValueError) as error:
            problem = error.problem if isinstance(error, PuzzleError) else f"cannot be read: {reason(error)}"
            say_error(f"{name}: {problem}")
            self.bad += 1
            return
        for number, certificate in enumerate(found, start=1):
            where = name if len(found) == 1 else f"{name}, certificate {number}"
            self._check(where, {"file": name, "number": number}, certificate)

    def _check(self, where: str, source: dict[str, Any], certificate: Certificate | NotProven) -> None:
        claim = certificate.as_dict() if isinstance(certificate, Certificate) else {}
        counts: Mapping[str, int] = {}
        problem = None
        started = time.perf_counter()
        try:
            with passing_line() as write:
                if write is not None:
                    write(f"checking {_end_of(where)} …")
                if isinstance(certificate, NotProven):
                    raise certificate
                counts = check_certificate(certificate, write and _shown_progress(write, where))
        except NotProven as error:
            problem = str(error)
        seconds = time.perf_counter() - started
        self.checked += 1
        self.refused += problem is not None
        if self._as_json:
            found = {"accepted": problem is None, "problem": problem, "counts": dict(counts)}
            print_json({**source, **claim, **found, "seconds": round(seconds, 6)})
        elif problem is not None:
            print_result(shown(f"{where}: refused: {problem}"))
        else:
            told = ", ".join([*(f"{count:,} {what}" for what, count in counts.items()), duration(seconds)])
            print_result(shown(f"{where}: accepted: {describe(claim)} ({told})"))


def _shown_progress(write: Callable[[str], None], where: str) -> Callable[[int, int], None]:
    """Return what shows, a few times a second, how many states of a proof are checked."""
    next_at = 0.0

    def report(done: int, total: int) -> None:
        nonlocal next_at
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + _SECONDS_BETWEEN_REPORTS
            write(f"checking {_end_of(where)}: {done:,} of {total:,} states …")

    return report


def _end_of(where: str) -> str:
    """Return a file's name so short that a line of progress fits 80 columns."""
    return where if len(where) <= _LONGEST_NAME else f"…{where[1 - _LONGEST_NAME :]}"


def describe(claim: Mapping[str, Any]) -> str:
    """What a certificate says, in words, and of which puzzle: it might be another than one thinks."""
    puzzle = claim["puzzle"]
    about = f"{claim['game']} {puzzle if len(puzzle) <= LONGEST_PUZZLE else puzzle[:LONGEST_PUZZLE] + '…'}"
    if claim["verdict"] == "unsolvable":
        return f"{about}, unsolvable"
    cost = counted(claim["cost"], game_of_name(claim["game"]).unit(claim["metric"]))
    # The cost says what came first.
    optimal = ", then in ".join(["optimal", *claim["metric"].split(",")[1:]])
    optimal = optimal if claim["optimal"] else "not called optimal"
    return f"{about}, solved in {cost}, {optimal}"


@click.command(
    "check", cls=flags.WritingCommand, params=[click.Argument(["file"], nargs=-1, required=True), flags.json()]
)
def command(file: tuple[str, ...], as_json: bool) -> int:
    """Check certificates, as solve --certificate writes them: the rules replay the solution, and the game's
    checker reads the proof. No solver runs. FILE may hold several; - is standard input.

    Exit status: 0 all accepted, 1 at least one refused, 2 not a certificate.

    \b
    Examples:
      quandary solve rush-hour rush-hour#42 --certificate proof.txt
      quandary check proof.txt
      quandary check proofs/*.txt --json
    """
    run = _Run(as_json)
    try:
        for name in file:
            run.check_file(name)
    except KeyboardInterrupt:
        raise Interrupted(f"{counted(run.checked, 'certificates')} checked") from None
    return EXIT_BAD_INPUT if run.bad else EXIT_REFUSED if run.refused else 0
