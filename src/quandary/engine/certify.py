"""Certificates: a puzzle, what is claimed of it, and why, in a file that a stranger can check.

The text is UTF-8. Its first line names the format, its second is one JSON object with the puzzle and the
claim, then come the lines of the game's proof, and the last is a checksum of all that. Several certificates
may stand in one file, one after another.

`check_certificate` trusts nothing in it. The solution is replayed by the rules; that no other is better, or
that there is none, must follow from the proof, which the game's checker reads. The checksum is there to tell
damage from forgery: who forges can mend it, and is found out by the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quandary.core.abilities import Checker, Claim, Prover
from quandary.core.budget import Task
from quandary.core.errors import NotProven, PuzzleError, UsageError
from quandary.core.game import Game
from quandary.core.layers import GameChecker
from quandary.core.registry import game as game_of_name
from quandary.engine.judge import judge
from quandary.engine.solve import Verdict

HEADING = "quandary certificate 1"
CHECKSUM = "sha256 "
ANY = "any"
"""The metric of an answer that may cost anything: there is no optimum to claim."""
_FIELDS = ("game", "puzzle", "verdict", "metric", "cost", "optimal", "solution")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed of a puzzle, and the proof."""

    game: str
    """The game's name."""
    puzzle: str
    """The puzzle in the game's notation, with every rule that could be chosen otherwise."""
    verdict: str
    """`solved` or `unsolvable`."""
    metric: str
    """What `cost` counts; for `unsolvable`, where nothing is counted, the game's first metric."""
    cost: int | None
    """The solution's cost; None for `unsolvable`."""
    optimal: bool
    """Whether it says that no solution costs less."""
    solution: str | None
    """The moves in the game's notation; None for `unsolvable`."""
    proof: tuple[str, ...]
    """What the game's prover wrote. A solution that nobody calls optimal proves itself, and has none."""

    def as_dict(self) -> dict[str, Any]:
        """The claim, ready for JSON."""
        return {name: getattr(self, name) for name in _FIELDS}

    def as_text(self) -> str:
        """The certificate as a file holds it."""
        lines = [HEADING, json.dumps(self.as_dict(), ensure_ascii=False), *self.proof]
        if any("\n" in line or line.startswith(CHECKSUM) for line in lines):
            raise UsageError("a certificate's proof cannot hold such lines")
        body = "".join(f"{line}\n" for line in lines)
        return f"{body}{_checksum(body.encode())}\n"


def certify(game: Game[Any, Any], position: Any, verdict: Verdict, task: Task | None = None) -> Certificate:
    """The certificate of a verdict on a position, proven within the task's budget.

    Raises `BudgetEnded`, and `UsageError` where there is nothing to prove or no way to.
    """
    if game.is_scored:
        raise UsageError(f"{game.name} is played for a score: there is nothing to prove")
    if verdict.verdict == "unknown":
        raise UsageError("there is no certificate of an unknown verdict")
    puzzle = game.compact(position)
    # The certificate has to say what the command line did: draw, redeals …
    if game_of_name(game.name).parse(puzzle) != position:
        raise UsageError(f"{game.name}'s notation does not tell all of this position")
    metric = verdict.metric if verdict.verdict == "solved" else game.metrics[0]
    is_optimal = verdict.optimal
    if is_optimal and metric == ANY:
        # Nothing can be optimal in `any`; what was proven is an optimum of the unit that its costs count.
        metric = game.unit(ANY)
        is_optimal = metric in game.metrics
        metric = metric if is_optimal else ANY
    claim = Claim(verdict.verdict, metric, verdict.cost, is_optimal, verdict.moves)
    proof = _prover(game).prove(position, claim, task or Task(metric)) if _needs_proof(claim) else ()
    said = (verdict.cost, is_optimal, verdict.solution)
    return Certificate(game.name, puzzle, verdict.verdict, metric, *said, tuple(proof))


def _needs_proof(claim: Claim[Any]) -> bool:
    return claim.verdict == "unsolvable" or claim.optimal


def _prover(game: Game[Any, Any]) -> Prover[Any, Any]:
    # Imported late: who checks needs nothing that proves.
    from quandary.core.layer_search import GameProver

    return game.prover() or GameProver(game)


def _checker(game: Game[Any, Any]) -> Checker[Any, Any]:
    return game.checker() or GameChecker(game)


def check_certificate(certificate: Certificate, report: Callable[[int, int], None] | None = None) -> Mapping[str, int]:
    """Return what the proof consists of, counted. Raise `NotProven` if anything in the certificate is not so.

    `report` is called now and then with the number of states that are checked, and of all.
    """
    try:
        game = game_of_name(certificate.game)
        position = game.parse(certificate.puzzle)
        moves = None if certificate.solution is None else tuple(game.parse_moves(certificate.solution))
    except (PuzzleError, UsageError) as error:
        raise NotProven(str(error)) from error
    if game.is_scored:
        raise NotProven(f"{game.name} is played for a score: there is nothing to prove")
    if certificate.metric not in game.metrics:
        raise NotProven(f"{game.name} has no metric {certificate.metric!r}")
    if certificate.optimal and certificate.metric == ANY:
        raise NotProven(f"no solution is optimal in the metric {ANY!r}: it has nothing to minimize")
    claim = _claim(game, certificate, moves)
    if moves is not None:
        _replay(game, position, claim)
    if _needs_proof(claim):
        checker = _checker(game)
        checker.report = report
        return checker.check(position, claim, certificate.proof)
    if certificate.proof:
        raise NotProven("a solution that is not called optimal has nothing to prove, but there is a proof")
    return {}


def _claim(game: Game[Any, Any], certificate: Certificate, moves: tuple[Any, ...] | None) -> Claim[Any]:
    """What is claimed, if its parts go together."""
    match certificate.verdict, certificate.cost, moves:
        case "solved", int(cost), tuple():
            return Claim("solved", certificate.metric, cost, certificate.optimal, moves)
        case "unsolvable", None, None if not certificate.optimal and certificate.metric == game.metrics[0]:
            return Claim("unsolvable", certificate.metric, None, False, None)
    raise NotProven("verdict, metric, cost, optimal and solution do not go together")


def _replay(game: Game[Any, Any], position: Any, claim: Claim[Any]) -> None:
    replayed = judge(game, position, claim.moves or (), claim.metric)
    if not replayed.solved:
        raise NotProven(f"the solution is none: {replayed.problem}")
    if replayed.cost != claim.cost:
        raise NotProven(f"the solution costs {replayed.cost}, not {claim.cost}")


def read_certificates(content: bytes) -> Iterator[Certificate | NotProven]:
    """The certificates of a file's content; a damaged one comes as its error, and the others go on.

    Raises `PuzzleError` if the content does not begin as a certificate does.
    """
    if not content.startswith(f"{HEADING}\n".encode()):
        raise PuzzleError(f"is not a certificate (expected {HEADING!r} in the first line)")
    start = 0
    while start < len(content):
        last_line = content.find(f"\n{CHECKSUM}".encode(), start) + 1 or len(content)
        end = content.find(b"\n", last_line) + 1 or len(content)
        try:
            yield _read(content[start:last_line], content[last_line:end])
        except NotProven as error:
            yield error
        start = end


def _read(body: bytes, last_line: bytes) -> Certificate:
    if last_line != f"{_checksum(body)}\n".encode():
        raise NotProven("is damaged: its checksum is not that of its content")
    try:
        heading, header, *proof = body.decode().removesuffix("\n").split("\n")
        found = json.loads(header)
        fields = {name: found[name] for name in _FIELDS}
    except (ValueError, RecursionError, LookupError, TypeError) as error:
        raise NotProven("is not in the form of a certificate") from error
    certificate = Certificate(**fields, proof=tuple(proof))
    # One text for one certificate: fields in order, no space more or less.
    if heading != HEADING or json.dumps(fields, ensure_ascii=False) != header or not _is_typed(certificate):
        raise NotProven("is not in the form of a certificate")
    return certificate


def _is_typed(certificate: Certificate) -> bool:
    """Whether each field is what it should be; JSON has its own ideas."""
    texts = (certificate.game, certificate.puzzle, certificate.verdict, certificate.metric)
    return (
        all(isinstance(text, str) for text in texts)
        and isinstance(certificate.solution, str | None)
        and isinstance(certificate.optimal, bool)
        and type(certificate.cost) in (int, type(None))
    )


def _checksum(body: bytes) -> str:
    return CHECKSUM + hashlib.sha256(body).hexdigest()
