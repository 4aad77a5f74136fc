"""Certificates: what is true can be proven and checked, and nothing that is damaged or forged is accepted.

Every game that can be solved takes part with its examples, in every metric that it has proofs of: a game that
gets a prover joins by itself. Mutations have their checksum mended, so that the checkers have to find them out.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quandary
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.whole_file import WholeFile
from quandary.engine.certify import HEADING, Certificate, certify, check_certificate, read_certificates
from quandary.engine.solve import solve
from quandary.game import Budget, BudgetEnded, Game, NotProven, PuzzleError, ReferenceSearch, Status, Task, UsageError
from tools.site_pages import ROOT

GAMES = [name for name in names(with_examples=True) if not game_of_name(name).is_scored]
# Beside the examples, which are nearly all solvable; made by our own generators and by chance.
MORE = {
    "rush-hour": [
        "............XX.BBB..................",
        "..A./XXAB/.CCB/..DD",
        "....A/XX..A/B.CCC/BDDEE",
        ".AAA.BCDDDBCXXEFFG.E..GHH",
        "XX..x/..B../..B..",
        ".XXF./A.BF./A.BCC/EE.DD",
        ".D.EE/.DC../.DCBA/XXCBA/FFF.A",
    ],
    "sokoban": ["6#|#@_$_#|#.3_#|6#", "7#|#_@3_#|#_2$._#|#3_._#|7#", "6#|#@_._#|#$_._#|#_$2_#|6#"],
    "klondike": [
        "draw=3/foundations=KCQD9HTS/stock=JSJH/7=kdthkhqhqsKS",
        "draw=3/redeals=0/foundations=QC8DQHJS/stock=KSKCQD/6=khkdJD/7=9dtdQS",
        "draw=3/foundations=TCJD9HKS/stock=JCJHQD/7=thkdkckhqcQH",
        "draw=2/foundations=KCQDQHTS/7=kskdkhjsQS",
    ],
    "template": ["F_TT", "FTT_", "_FT", "FFT_T", "FFT_TT"],
}
MUTATIONS = 10_000
# Of each certificate that is short enough to be checked thousands of times.
MOST_LINES = 250


def _certificates_of(name: str) -> Iterator[Certificate]:
    game = game_of_name(name)
    for text, metric in itertools.product([*game.examples, *MORE.get(name, ())], game.metrics):
        position = game.parse(text)
        try:
            yield certify(game, position, solve(game, position, metric=metric))
        except UsageError:
            # A claim that the game has no proofs of: layers have no place for moves that cost nothing.
            continue


@cache
def _certificates() -> dict[str, list[Certificate]]:
    """All different certificates that there are, by game."""
    return {name: list(dict.fromkeys(_certificates_of(name))) for name in GAMES}


def _read(text: str | bytes) -> Certificate:
    """The one certificate of a file."""
    (found,) = read_certificates(text.encode() if isinstance(text, str) else text)
    if isinstance(found, NotProven):
        raise found
    return found


def _is_accepted(certificate: Certificate) -> bool:
    """Whether `quandary check` would accept it. Anything else than yes or no is a bug, and raised."""
    try:
        check_certificate(_read(certificate.as_text()))
    except NotProven:
        return False
    return True


# What is true, found without solvers, provers and checkers


@cache
def _least_cost(game: Game[Any, Any], position: Any, metric: str) -> tuple[int, ...] | None:
    """The least cost by Dijkstra's algorithm over the rules, measure by measure; None without a solution."""
    number = itertools.count()
    costs = {position: (0,) * len(metric.split(","))}
    frontier = [(costs[position], next(number), position)]
    while frontier:
        cost, _, here = heapq.heappop(frontier)
        if game.status(here) is Status.WON:
            return cost
        if cost > costs[here]:
            continue
        for move in game.moves(here):
            after = game.play(here, move).position
            total = _raised(cost, game, here, move, metric)
            if after not in costs or total < costs[after]:
                costs[after] = total
                heapq.heappush(frontier, (total, next(number), after))
    return None


def _raised(cost: tuple[int, ...], game: Game[Any, Any], position: Any, move: Any, metric: str) -> tuple[int, ...]:
    """The cost after one move more."""
    parts = zip(cost, metric.split(","), strict=True)
    return tuple(own + game.move_cost(position, move, part) for own, part in parts)


def _is_true(certificate: Certificate) -> bool:
    """Whether what a certificate claims is so."""
    game = game_of_name(certificate.game)
    position = game.parse(certificate.puzzle)
    least = _least_cost(game, position, certificate.metric)
    if certificate.verdict == "unsolvable":
        return least is None
    cost = (0,) * len(certificate.metric.split(","))
    for move in game.parse_moves(certificate.solution or ""):
        cost = _raised(cost, game, position, move, certificate.metric)
        position = game.play(position, move).position
    is_solved = game.status(position) is Status.WON and cost[0] == certificate.cost
    return is_solved and (not certificate.optimal or cost == least)


# Given true verdicts, their certificates are accepted


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_certificates_are_read_back_and_accepted(name: str) -> None:
    certificates = _certificates()[name]
    assert any(certificate.proof for certificate in certificates)
    for certificate in certificates:
        assert _read(certificate.as_text()) == certificate
        assert _is_true(certificate)
        counts = check_certificate(certificate)
        assert bool(counts) == bool(certificate.proof)


def test_both_kinds_of_proofs_are_tried_of_several_games() -> None:
    kinds = Counter((each.verdict, each.optimal) for found in _certificates().values() for each in found)
    assert kinds["unsolvable", False] >= 8
    assert kinds["solved", True] >= 20
    assert kinds["solved", False] >= 3


def test_the_rules_of_a_variant_are_part_of_the_certificate() -> None:
    klondike = game_of_name("klondike", draw=1, redeals=2)
    position = klondike.parse("foundations=KCKDKHQS/1=KS")
    certificate = certify(klondike, position, solve(klondike, position))
    assert game_of_name("klondike").parse(certificate.puzzle) == position
    assert "draw=1" in certificate.puzzle
    assert _is_accepted(certificate)


def test_checking_asks_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = _certificates()

    def refuse(*_: object) -> None:
        raise AssertionError("a checker asked a solver")

    monkeypatch.setattr(ReferenceSearch, "solve", refuse)
    for name in GAMES:
        for ability in ("strategies", "prover", "guide"):
            monkeypatch.setattr(type(game_of_name(name)), ability, refuse)
    for certificates in everything.values():
        assert all(map(_is_accepted, certificates))


def test_what_is_not_known_or_not_affordable_is_not_certified() -> None:
    game = game_of_name("template")
    position = game.parse("FFF_TTT")
    with pytest.raises(UsageError, match="unknown verdict"):
        certify(game, position, solve(game, position, nodes=2))
    verdict = solve(game, position)
    with pytest.raises(BudgetEnded, match="nodes budget"):
        certify(game, position, verdict, Task("moves", Budget(nodes=5)))
    with pytest.raises(NotProven, match="not true"):
        certify(game, position, replace(verdict, verdict="unsolvable", cost=None, optimal=False, moves=None))
    scored = game_of_name("exponentile")
    with pytest.raises(UsageError, match="played for a score"):
        certify(scored, scored.parse(scored.examples[0]), verdict)


# Damage: bits flipped, and the checksum as it was


@pytest.mark.parametrize("name", GAMES)
def test_every_flipped_bit_is_noticed(name: str) -> None:
    rng = random.Random(name)
    for certificate in _certificates()[name]:
        content = certificate.as_text().encode()
        for index in {0, len(content) - 1, *(rng.randrange(len(content)) for _ in range(100))}:
            damaged = bytearray(content)
            damaged[index] ^= 1 << rng.randrange(8)
            with pytest.raises((NotProven, PuzzleError)):
                _read(bytes(damaged))


def test_a_certificate_that_is_cut_off_or_has_something_behind_it_is_refused() -> None:
    content = _certificates()["template"][1].as_text().encode()
    for length in range(len(HEADING) + 1, len(content)):
        with pytest.raises(NotProven):
            _read(content[:length])
    behind = list(read_certificates(content + b"and so on\n"))
    assert [type(found) for found in behind] == [Certificate, NotProven]


# Metrics: what the page lists can be proven, and nothing else


def _listed_metrics() -> dict[str, set[str]]:
    page = (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| yes \| (.*) \|$", page, re.MULTILINE)
    return {game: set(re.findall("`([^`]+)`", metrics)) for game, metrics in rows}


def test_the_page_lists_every_game_that_can_be_solved() -> None:
    assert set(_listed_metrics()) == set(GAMES)
    assert all(set(metrics) <= set(game_of_name(name).metrics) for name, metrics in _listed_metrics().items())


@pytest.mark.parametrize(
    ("name", "metric"), [(name, metric) for name in _listed_metrics() for metric in game_of_name(name).metrics]
)
def test_an_optimum_is_accepted_in_the_metrics_that_the_page_lists(name: str, metric: str) -> None:
    game = game_of_name(name)
    verdicts = [(game.parse(text), solve(game, text, metric=metric)) for text in game.examples]
    position, verdict = next((one, found) for one, found in verdicts if found.verdict == "solved" and found.cost)
    if metric in _listed_metrics()[name]:
        assert verdict.optimal
        certificate = certify(game, position, verdict)
        assert (certificate.metric, certificate.optimal) == (metric, True)
        assert _is_accepted(certificate)
        return
    honest = certify(game, position, replace(verdict, optimal=False))
    assert _is_accepted(honest)
    proofs = [each.proof for each in _certificates()[name] if each.puzzle == honest.puzzle]
    for proof in [(), *proofs]:
        assert not _is_accepted(replace(honest, optimal=True, proof=proof))


def test_an_optimum_found_for_any_is_claimed_in_the_unit_that_it_counts() -> None:
    sokoban = game_of_name("sokoban")
    position = sokoban.parse("#######|#@ $ .#|#######")
    verdict = solve(sokoban, position, metric="any")
    assert (verdict.metric, verdict.optimal) == ("any", True)
    certificate = certify(sokoban, position, verdict)
    assert (certificate.metric, certificate.cost, certificate.optimal) == ("pushes", 2, True)
    assert _is_accepted(certificate)
    forged = replace(certificate, metric="any")
    with pytest.raises(NotProven, match="no solution is optimal in the metric 'any'"):
        check_certificate(forged)
    assert _is_accepted(replace(forged, optimal=False, proof=()))


# Progress


@pytest.mark.parametrize("name", GAMES)
def test_a_check_reports_how_far_it_is(name: str) -> None:
    for certificate in _certificates()[name]:
        heard: list[tuple[int, int]] = []
        counts = check_certificate(certificate, lambda done, total, heard=heard: heard.append((done, total)))  # type: ignore[misc]
        states = sum(count for what, count in counts.items() if what not in ("vehicles", "prices"))
        assert bool(heard) == bool(states)
        assert heard == sorted(heard)
        assert all(done < total == states for done, total in heard)


def test_a_long_check_reports_again_and_again() -> None:
    klondike = game_of_name("klondike")
    position = klondike.parse(quandary.puzzle("klondike", "klondike#50002").text)
    certificate = certify(klondike, position, solve(klondike, position))
    heard: list[tuple[int, int]] = []
    assert check_certificate(certificate, lambda done, total: heard.append((done, total))) == {
        "open states": 744,
        "closed states": 0,
    }
    assert heard == [(0, 744), (256, 744), (512, 744)]


# Forgery: anything changed, and the checksum mended


class Forger:
    """Changes certificates, each time in one way."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.everything = [each for found in _certificates().values() for each in found]

    def forge(self, certificate: Certificate) -> tuple[str, Certificate]:
        """The name of what was done, and the result, which is another certificate."""
        kinds = ("change_", "proof_") if certificate.proof else ("change_",)
        ways = [way for way in dir(self) if way.startswith(kinds)]
        while True:
            way = self.rng.choice(ways)
            forged: Certificate = getattr(self, way)(certificate)
            if forged != certificate:
                return way, forged

    def _kin(self, certificate: Certificate) -> Certificate:
        """Another certificate of the same game."""
        return self.rng.choice([each for each in self.everything if each.game == certificate.game])

    def _damaged(self, text: str) -> str:
        """The text with one character more, less or changed, to one that could stand there."""
        index = self.rng.randrange(len(text)) if text else 0
        letter = self.rng.choice([*text, *"0123456789ABCxX./#$@ -+_"])
        instead: str = self.rng.choice([letter, letter + text[index : index + 1], ""])
        return text[:index] + instead + text[index + 1 :]

    def change_cost(self, certificate: Certificate) -> Certificate:
        cost = self.rng.choice([None, 0, (certificate.cost or 0) + self.rng.choice([-1, 1, 7])])
        return replace(certificate, cost=cost)

    def change_verdict(self, certificate: Certificate) -> Certificate:
        if certificate.verdict == "unsolvable":
            optimal = self.rng.random() < 0.5
            return replace(certificate, verdict="solved", cost=0, solution="", optimal=optimal)
        if self.rng.random() < 0.2:
            return replace(certificate, verdict="unsolvable")
        metric = game_of_name(certificate.game).metrics[0]
        return Certificate(
            certificate.game, certificate.puzzle, "unsolvable", metric, None, False, None, certificate.proof
        )

    def change_optimal(self, certificate: Certificate) -> Certificate:
        proof = () if self.rng.random() < 0.5 and not certificate.optimal else certificate.proof
        return replace(certificate, optimal=not certificate.optimal, proof=proof)

    def change_metric(self, certificate: Certificate) -> Certificate:
        metrics = {metric for name in GAMES for metric in game_of_name(name).metrics}
        return replace(certificate, metric=self.rng.choice(sorted(metrics)))

    def change_game(self, certificate: Certificate) -> Certificate:
        return replace(certificate, game=self.rng.choice([*names(with_examples=True), "chess", ""]))

    def change_puzzle(self, certificate: Certificate) -> Certificate:
        return replace(certificate, puzzle=self._damaged(certificate.puzzle))

    def change_puzzle_to_another(self, certificate: Certificate) -> Certificate:
        return replace(certificate, puzzle=self._kin(certificate).puzzle)

    def change_solution(self, certificate: Certificate) -> Certificate:
        if certificate.solution is None:
            return replace(certificate, solution=self._kin(certificate).solution)
        return replace(certificate, solution=self._damaged(certificate.solution))

    def change_solution_to_a_detour(self, certificate: Certificate) -> Certificate:
        """Another solution, most often a longer one, which is then said to be the best."""
        if not certificate.optimal or certificate.solution is None:
            return certificate
        game = game_of_name(certificate.game)
        start = game.parse(certificate.puzzle)
        moves = game.parse_moves(certificate.solution)
        for move in self.rng.sample(options := list(game.moves(start)), len(options)):
            after = game.play(start, move).position
            verdict = solve(game, after, metric=certificate.metric, nodes=2000)
            if verdict.moves is not None and [move, *verdict.moves] != moves:
                cost = game.move_cost(start, move, certificate.metric) + (verdict.cost or 0)
                solution = game.format_moves([move, *verdict.moves])
                return replace(certificate, solution=solution, cost=cost)
        return certificate

    def proof_damaged(self, certificate: Certificate) -> Certificate:
        lines = list(certificate.proof)
        index = self.rng.randrange(len(lines))
        lines[index] = self._damaged(lines[index])
        return replace(certificate, proof=tuple(lines))

    def proof_without_a_line(self, certificate: Certificate) -> Certificate:
        index = self.rng.randrange(len(certificate.proof))
        return replace(certificate, proof=certificate.proof[:index] + certificate.proof[index + 1 :])

    def proof_with_a_line_more(self, certificate: Certificate) -> Certificate:
        lines = self._kin(certificate).proof or ("0 0",)
        index = self.rng.randrange(len(certificate.proof) + 1)
        proof = (*certificate.proof[:index], self.rng.choice(lines), *certificate.proof[index:])
        return replace(certificate, proof=proof)

    def proof_with_a_line_twice(self, certificate: Certificate) -> Certificate:
        index = self.rng.randrange(len(certificate.proof))
        return replace(certificate, proof=certificate.proof[: index + 1] + certificate.proof[index:])

    def proof_with_lines_exchanged(self, certificate: Certificate) -> Certificate:
        lines = list(certificate.proof)
        one, other = self.rng.randrange(len(lines)), self.rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return replace(certificate, proof=tuple(lines))

    def proof_cut_off(self, certificate: Certificate) -> Certificate:
        return replace(certificate, proof=certificate.proof[: self.rng.randrange(len(certificate.proof))])

    def proof_of_another(self, certificate: Certificate) -> Certificate:
        return replace(certificate, proof=self._kin(certificate).proof)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_mutation_is_accepted_unless_it_is_true(name: str) -> None:
    forger = Forger(name)
    originals = [each for each in _certificates()[name] if len(each.proof) <= MOST_LINES]
    accepted = 0
    for number in range(MUTATIONS // len(GAMES)):
        original = originals[number % len(originals)]
        way, forged = forger.forge(original)
        if _is_accepted(forged):
            # Another way to write the puzzle, another of the best solutions: nothing that is not so.
            assert _is_true(forged), f"{way}: {forged}"
            # Other prices or traps may prove the same of a level. All other games have one proof of a claim.
            assert name == "sokoban" or not way.startswith("proof_"), f"{way}: {forged}"
            accepted += bool(forged.proof)
    assert accepted <= MUTATIONS // len(GAMES) // 20


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_character_of_a_certificate_is_without_effect(name: str) -> None:
    """As the mutations above, on the text itself: it may lose its form in every way that a text can."""
    rng = random.Random(name)
    originals = [each.as_text() for each in _certificates()[name] if len(each.proof) <= MOST_LINES]
    for number in range(400):
        body, _, _ = originals[number % len(originals)].rpartition("sha256 ")
        index = rng.randrange(len(body))
        letter = rng.choice([*body, "\n", "\r", '"', "\\", "\0", "é", "\u2028"])
        changed = body[:index] + letter + body[index + rng.randrange(2) :]
        try:
            forged = _read(_mended(changed))
            check_certificate(forged)
        except (NotProven, PuzzleError):
            continue
        assert _is_true(forged)


def _mended(body: str) -> bytes:
    content = body.encode()
    return content + f"sha256 {hashlib.sha256(content).hexdigest()}\n".encode()


# The form


def test_several_certificates_stand_in_one_file(tmp_path: Path) -> None:
    certificates = [each for found in _certificates().values() for each in found]
    name = tmp_path / "all.txt"
    file = WholeFile(str(name))
    for certificate in certificates:
        file.add(certificate.as_text())
    assert not name.exists()
    file.finish()
    assert list(read_certificates(name.read_bytes())) == certificates
    damaged = name.read_bytes().replace(b'"cost": 8', b'"cost": 7')
    found = list(read_certificates(damaged))
    expected = [each.cost == 8 for each in certificates]
    assert any(expected)
    assert [isinstance(each, NotProven) for each in found] == expected


@pytest.mark.parametrize("content", [b"", b"\n", b"quandary certificate 2\n", HEADING.encode(), b"\xff\xfe"])
def test_what_is_no_certificate_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(PuzzleError, match="is not a certificate"):
        list(read_certificates(content))


def test_the_header_has_one_form_only() -> None:
    certificate = _certificates()["template"][0]
    header = certificate.as_text().splitlines()[1]
    fields = json.loads(header)
    strange = [
        json.dumps(fields, separators=(",", ":")),
        json.dumps(dict(reversed(fields.items()))),
        json.dumps({**fields, "note": ""}),
        json.dumps({name: value for name, value in fields.items() if name != "cost"}),
        json.dumps({**fields, "cost": 3.0}),
        json.dumps({**fields, "cost": True}),
        json.dumps({**fields, "optimal": 1}),
        json.dumps({**fields, "solution": ["1"]}),
        json.dumps({**fields, "game": None}),
        "[]",
        "[" * 100_000,
        "null",
        "",
        header + " ",
    ]
    for text in strange:
        with pytest.raises(NotProven, match="not in the form"):
            _read(_mended(certificate.as_text().rpartition("sha256")[0].replace(header, text)))
