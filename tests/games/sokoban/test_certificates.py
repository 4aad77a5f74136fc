"""Proofs of verdicts: right ones are accepted, and whatever is wrong with one, or with what it proves, is refused."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache

import pytest

import quandary
from quandary.game import Budget, BudgetEnded, Claim, NotProven, PuzzleError, Rng, Task, UsageError
from quandary.games.sokoban import rules
from quandary.games.sokoban.checker import Group, Proof, SokobanChecker, read_proof, write_proof
from quandary.games.sokoban.notation import parse
from quandary.games.sokoban.position import Position, inside
from quandary.games.sokoban.prover import SokobanProver
from quandary.games.sokoban.rules import STEPS, Step
from tests.games.sokoban.levels import CORNERED, ONE_PUSH, ROOM, SPARE_BOX, level
from tests.games.sokoban.random_levels import random_level

METRICS = ("pushes", "moves", "pushes,moves")
UNSOLVABLE: Claim[Step] = Claim("unsolvable", "pushes", None, False, None)

DETOUR = """
#######
# @.###
#$$$###
#.#  .#
#     #
#     #
#######
"""
"""Takes more pushes than a matching says, and has traps."""
FROZEN = """
########
#  .   #
# $$  .#
# $$@  #
# .   .#
########
"""
CROWDED = """
#######
#$  $ #
#. @  #
#.    #
#######
"""
"""Two boxes at the upper wall, where there is no goal."""
FEW_GOALS_THIS_WAY = """
#########
#  .    #
# $ $@  #
####### #
#######.#
#########
"""
TWO_IN_A_LANE = """
##########
#  $ $@ .#
### ######
###.######
##########
"""


def strewn_level(seed: int, *, boxes: int = 2, spare: int = 0) -> Position:
    """A small room whose boxes stand away from the walls around it, so that not everything is lost at once."""
    rng = Rng(seed)
    width, height = 4 + rng.below(2), 4
    cells = [[" "] * width for _ in range(height)]
    for _ in range(rng.below(3)):
        cells[rng.below(height)][rng.below(width)] = "#"
    goals = boxes - spare
    middle = [(row, column) for row in range(1, height - 1) for column in range(1, width - 1)]
    everywhere = [(row, column) for row in range(height) for column in range(width)]
    for places, mark, count in ((middle, "$", boxes), (everywhere, ".", goals), (everywhere, "@", 1)):
        rng.shuffle(places)
        for row, column in [(row, column) for row, column in places if cells[row][column] in " #"][:count]:
            cells[row][column] = mark
    rows = ["#" * (width + 2), *("#" + "".join(row) + "#" for row in cells), "#" * (width + 2)]
    try:
        return parse("\n".join(rows))
    except PuzzleError:
        # A goal or a box may be walled in.
        return strewn_level(seed + 1_000_000, boxes=boxes, spare=spare)


def plain_search(start: Position, metric: str) -> tuple[int, int] | None:
    """The least cost, by single steps and without any idea: pushes and moves, or one of them and nothing."""
    done = set()
    waiting = [((0, 0), tuple(sorted(start.boxes)), start.player)]
    while waiting:
        cost, boxes, player = heapq.heappop(waiting)
        if (boxes, player) in done:
            continue
        done.add((boxes, player))
        position = Position(start.level, frozenset(boxes), player)
        if rules.is_solved(position):
            return cost
        for step in rules.moves(position):
            after = rules.play(position, step).position
            pushes = int(rules.is_push(position, step))
            first, second = {"moves": (1, 0), "pushes": (pushes, 0), "pushes,moves": (pushes, 1)}[metric]
            total = (cost[0] + first, cost[1] + second)
            heapq.heappush(waiting, (total, tuple(sorted(after.boxes)), after.player))
    return None


def claim_of(position: Position, metric: str = "pushes") -> Claim[Step]:
    """What the solver says."""
    verdict = quandary.solve("sokoban", position, metric=metric)
    if verdict.verdict == "unsolvable":
        return UNSOLVABLE
    return Claim("solved", metric, verdict.cost, True, tuple(verdict.moves or ()))


def prove(position: Position, claim: Claim[Step], **budget: float) -> list[str]:
    return list(SokobanProver().prove(position, claim, Task(claim.metric, Budget(**budget))))  # type: ignore[arg-type]


def check(position: Position, claim: Claim[Step], lines: Sequence[str]) -> dict[str, int]:
    return dict(SokobanChecker().check(position, claim, lines))


def is_accepted(position: Position, claim: Claim[Step], lines: Sequence[str]) -> bool:
    try:
        check(position, claim, lines)
    except NotProven as error:
        assert "\n" not in str(error)
        return False
    return True


def parts(position: Position, lines: Sequence[str]) -> Proof:
    return read_proof(lines, squares_of(position), len(position.level.goals), len(position.boxes))


def squares_of(position: Position) -> int:
    return len(inside(position.level, position.player))


def worse(claim: Claim[Step], by: int) -> Claim[Step]:
    """The claim that it takes more than it does, with a solution that is as much longer."""
    assert claim.cost is not None
    assert claim.moves is not None
    return Claim("solved", claim.metric, claim.cost + by, True, claim.moves + (STEPS["l"],) * by)


@pytest.mark.parametrize(
    ("text", "metric", "counts"),
    [
        (ONE_PUSH, "pushes", {"prices": 1, "traps": 0, "positions": 0}),
        (ROOM, "pushes", {"prices": 1, "traps": 0, "positions": 0}),
        (SPARE_BOX, "pushes", {"prices": 1, "traps": 0, "positions": 0}),
        (CORNERED, "unsolvable", {"prices": 0, "traps": 0, "positions": 0}),
        (FROZEN, "unsolvable", {"prices": 0, "traps": 1, "positions": 0}),
        (CROWDED, "unsolvable", {"prices": 0, "traps": 0, "positions": 0}),
        (FEW_GOALS_THIS_WAY, "unsolvable", {"prices": 1, "traps": 0, "positions": 0}),
    ],
)
def test_one_lemma_is_enough_for_some_levels(text: str, metric: str, counts: dict[str, int]) -> None:
    position = level(text)
    claim = claim_of(position)
    assert (claim.verdict == "unsolvable") == (metric == "unsolvable")
    assert check(position, claim, prove(position, claim)) == counts


@pytest.mark.parametrize("metric", METRICS)
def test_a_level_with_a_detour_takes_positions_and_traps(metric: str) -> None:
    position = level(DETOUR)
    claim = claim_of(position, metric)
    counts = check(position, claim, prove(position, claim))
    assert counts["positions"] > 30
    assert counts["traps"] > 10
    assert counts["prices"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("spare", [0, 1])
def test_verdicts_on_random_levels_are_those_of_plain_search_and_no_others(spare: int) -> None:
    seen = {"solved": 0, "unsolvable": 0, "prices": 0, "traps": 0, "positions": 0}
    for seed in range(180):
        if seed % 3 == 0:
            position = random_level(seed, spare=spare)
        else:
            position = strewn_level(seed, boxes=3 if seed % 5 == 0 else 2, spare=spare)
        metric = METRICS[seed // 3 % 3]
        best = plain_search(position, metric)
        claim = claim_of(position, metric)
        lines = prove(position, claim)
        for name, count in check(position, claim, lines).items():
            seen[name] += count > 0
        seen[claim.verdict] += 1
        assert (claim.verdict == "unsolvable") == (best is None)
        if best is not None:
            assert claim.cost == best[0]
            assert metric != "pushes,moves" or len(claim.moves or ()) == best[1]
            for wrong in (UNSOLVABLE, worse(claim, 1), worse(claim, 2)):
                with pytest.raises(NotProven, match="better solution"):
                    prove(position, wrong)
                assert not is_accepted(position, wrong, lines)
    assert min(seen.values()) >= 8, seen


def everything(position: Position) -> list[Group]:
    """All positions that can be reached by pushes, and are not solved."""
    numbers = {square: number for number, square in enumerate(sorted(inside(position.level, position.player)))}
    found: set[tuple[tuple[int, ...], int]] = set()
    waiting = [position]
    while waiting:
        here = waiting.pop()
        ways = rules.walks(here)
        name = (tuple(sorted(numbers[box] for box in here.boxes)), min(numbers[place] for place in ways))
        if name in found or rules.is_solved(here):
            continue
        found.add(name)
        for place in ways:
            standing = Position(here.level, here.boxes, place)
            waiting += [
                rules.play(standing, step).position for step in rules.moves(standing) if rules.is_push(standing, step)
            ]
    return [(list(boxes), player) for boxes, player in sorted(found)]


@pytest.mark.slow
def test_what_is_not_true_cannot_be_proven_by_any_list() -> None:
    rng = Rng(1)
    tried = 0
    for seed in range(40):
        position = strewn_level(seed, spare=seed % 2)
        claim = claim_of(position)
        if claim.verdict != "solved" or not claim.cost:
            continue
        squares, goals = squares_of(position), len(position.level.goals)
        groups = everything(position)
        for wrong in (UNSOLVABLE, worse(claim, 2)):
            for _ in range(20):
                prices = [[rng.below(9) - 4 for _ in range(goals)] for _ in range(rng.below(3))]
                kept = [group for group in groups if rng.below(10)] if rng.below(2) else groups
                traps = [group for group in groups if not rng.below(8)] if rng.below(2) else []
                assert not is_accepted(position, wrong, write_proof(Proof(prices, traps, kept), squares))
                tried += 1
    assert tried > 500


def test_a_list_of_positions_alone_is_a_proof_as_well() -> None:
    position = level("######\n#@$ .#\n######")
    claim = claim_of(position)
    start, pushed = everything(position)
    check(position, claim, write_proof(Proof([], [], [start, pushed]), squares_of(position)))
    # A box alone that is lost is excused without being listed.
    lane = level(TWO_IN_A_LANE)
    check(lane, UNSOLVABLE, write_proof(Proof([], [], []), squares_of(lane)))
    assert not is_accepted(lane, UNSOLVABLE, write_proof(Proof([], [], everything(lane)), squares_of(lane)))


@cache
def proven() -> tuple[tuple[Position, Claim[Step], tuple[str, ...]], ...]:
    """Levels, claims, and proofs of some length."""
    cases = []
    for metric in METRICS:
        position = level(DETOUR)
        claim = claim_of(position, metric)
        cases.append((position, claim, tuple(prove(position, claim))))
    for seed in range(200):
        position = strewn_level(seed, boxes=2 + seed // 2 % 2, spare=seed % 2)
        claim = claim_of(position)
        lines = tuple(prove(position, claim))
        if 8 < len(lines) < 150:
            cases.append((position, claim, lines))
    return tuple(cases)


def test_no_position_can_be_left_out() -> None:
    tried = 0
    for position, claim, lines in proven():
        proof = parts(position, lines)
        for at in range(min(len(proof.positions), 60)):
            less = proof._replace(positions=proof.positions[:at] + proof.positions[at + 1 :])
            assert not is_accepted(position, claim, write_proof(less, squares_of(position)))
            tried += 1
    assert tried > 200


def test_what_excuses_a_push_cannot_be_left_out() -> None:
    # One trap of two may be enough, and one list of prices; but not none.
    without_traps = without_prices = 0
    for position, claim, lines in proven():
        proof = parts(position, lines)
        if proof.traps:
            without_traps += 1
            assert not is_accepted(position, claim, write_proof(proof._replace(traps=[]), squares_of(position)))
        if proof.prices:
            without_prices += 1
            assert not is_accepted(position, claim, write_proof(proof._replace(prices=[]), squares_of(position)))
    assert min(without_traps, without_prices) >= 5


@pytest.mark.slow
def test_nothing_can_be_added() -> None:
    tried = 0
    for position, claim, lines in proven():
        proof, squares = parts(position, lines), squares_of(position)
        kept = {(tuple(boxes), player) for boxes, player in proof.positions}
        others = [group for group in everything(position) if (tuple(group[0]), group[1]) not in kept]
        if claim.metric == "pushes":
            for group in others[:20]:
                more = proof._replace(positions=sorted([*proof.positions, group]))
                assert not is_accepted(position, claim, write_proof(more, squares))
                tried += 1
        no_use = proof._replace(prices=[*proof.prices, [0] * len(position.level.goals)])
        assert not is_accepted(position, claim, write_proof(no_use, squares))
    assert tried > 100


def test_no_position_can_be_another() -> None:
    rng = Rng(2)
    tried = 0
    for position, claim, lines in proven():
        proof, squares = parts(position, lines), squares_of(position)
        for at in range(min(len(proof.positions), 60)):
            boxes, player = proof.positions[at]
            number, square = rng.below(len(boxes) + 1), rng.below(squares)
            changed = [*boxes, player]
            changed[number] = square
            other = (sorted(changed[:-1]), changed[-1])
            if other not in proof.positions:
                positions = sorted([*proof.positions[:at], other, *proof.positions[at + 1 :]])
                assert not is_accepted(position, claim, write_proof(proof._replace(positions=positions), squares))
                tried += 1
    assert tried > 150


def test_a_proof_proves_nothing_else() -> None:
    cases = list(proven())
    for position, claim, lines in cases:
        for other, said, _ in cases:
            if other != position:
                assert not is_accepted(other, said, lines)
        if claim.cost is not None:
            assert not is_accepted(position, worse(claim, 1), lines)
            assert not is_accepted(position, worse(claim, 2), lines)
            assert not is_accepted(position, UNSOLVABLE, lines)


def test_damage_is_refused_in_one_line() -> None:
    rng = Rng(3)
    characters = "0123456789abcdefxyz -\n\u0660é\ud800"
    tried = 0
    for position, claim, lines in proven():
        text = "\n".join(lines)
        for _ in range(150):
            at, kind = rng.below(len(text)), rng.below(3)
            character = characters[rng.below(len(characters))]
            damaged = text[:at] + (character if kind else "") + text[at + (kind != 2) :]
            if damaged != text:
                if is_accepted(position, claim, damaged.split("\n")):
                    # With another price or trap it may be as good a proof; the positions are what they must be.
                    assert parts(position, damaged.split("\n")).positions == parts(position, lines).positions
                tried += 1
        for less in range(len(lines)):
            assert not is_accepted(position, claim, lines[:less])
        assert not is_accepted(position, claim, [*lines, ""])
    assert tried > 1000


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "proof line 1: is missing"),
        (["prices x"], "proof line 1: is not `prices` and their number"),
        (["prices -1"], "proof line 1: is not `prices` and their number"),
        (["prices 999999999"], "proof line 2: is missing"),
        (["prices 1", "1 2"], "proof line 2: is not a price for each goal"),
        (["prices 1", "9" * 5000], "proof line 2: is not a price for each goal"),
        (["prices 0", "traps 1", "7"], "proof line 3: has too few or too many boxes"),
        (["prices 0", "traps 1", "11"], "proof line 3: is not boxes in order"),
        (["prices 0", "traps 0", "positions 1", "0120"], "proof line 4: has too few or too many boxes"),
        (["prices 0", "traps 0", "positions 1", "00"], "proof line 4: is not boxes in order"),
        (["prices 0", "traps 0", "positions 1", ""], "proof line 4: is not in order"),
        (["prices 0", "traps 0", "positions 0", "and so on"], "proof line 4: comes after the end"),
    ],
)
def test_a_bad_line_is_named(lines: list[str], reason: str) -> None:
    position = level(ONE_PUSH)
    with pytest.raises(NotProven) as caught:
        check(position, claim_of(position), lines)
    assert str(caught.value).startswith(reason)


def test_reasons_name_what_is_wrong_with_the_argument() -> None:
    position = level(ONE_PUSH)
    claim = claim_of(position)

    def reason(proof: Proof, said: Claim[Step] = claim) -> str:
        with pytest.raises(NotProven) as caught:
            check(position, said, write_proof(proof, squares_of(position)))
        return str(caught.value)

    assert reason(Proof([], [], [])) == "the start of the level is not listed"
    assert reason(Proof([[1]], [], [([1], 0)])) == "the start of the level is listed in vain"
    assert reason(Proof([], [], [([1], 0)]), worse(claim, 1)) == "position 1: a push is neither listed nor excused"
    assert reason(Proof([[0], [0]], [], [])) == "list of prices 2 is never used"
    assert reason(Proof([], [([1], 0)], [])) == "trap 1 is none: a push leads out of it"
    assert reason(Proof([], [([2], 0)], [])) == "trap 1 is none: enough boxes are on goals"
    assert reason(Proof([], [], [([1], 0), ([2], 0)]), worse(claim, 1)) == "position 2 is solved"
    assert reason(Proof([], [([1], 2)], [([1], 0)])) == "trap 1 is never used"


def test_a_solution_that_may_not_be_the_best_needs_no_proof() -> None:
    position = level(ROOM)
    best = claim_of(position)
    claim = Claim("solved", "pushes", best.cost, False, best.moves)
    assert prove(position, claim) == []
    assert check(position, claim, []) == {}
    assert not is_accepted(position, claim, prove(position, best))


def test_a_level_that_is_solved_already_cannot_be_solved_for_less() -> None:
    position = level("####\n#@*#\n####")
    claim: Claim[Step] = Claim("solved", "pushes", 0, True, ())
    assert is_accepted(position, claim, prove(position, claim))
    assert not is_accepted(position, UNSOLVABLE, prove(position, claim))


def test_claims_without_a_cost_and_strange_metrics_are_refused() -> None:
    position = level(ROOM)
    best = claim_of(position)
    lines = prove(position, best)
    assert not is_accepted(position, Claim("solved", "pushes", None, True, None), lines)
    strange = Claim("solved", "beauty", best.cost, True, best.moves)
    assert not is_accepted(position, strange, lines)
    with pytest.raises(UsageError, match="beauty"):
        prove(position, strange)
    # Who asks for any solution asks for no optimum.
    assert not is_accepted(position, Claim("solved", "any", best.cost, True, best.moves), lines)


def test_a_budget_ends_a_proof() -> None:
    position = level(DETOUR)
    with pytest.raises(BudgetEnded, match="nodes"):
        prove(position, claim_of(position), nodes=5)


def test_no_solver_is_asked_by_the_checker() -> None:
    from quandary.games.sokoban import checker

    names = {value.__module__ for value in vars(checker).values() if hasattr(value, "__module__")}
    ours = {name for name in names if name.startswith("quandary.games.sokoban")}
    assert ours <= {
        "quandary.games.sokoban.checker",
        "quandary.games.sokoban.position",
        "quandary.games.sokoban.rules",
    }
    assert not any("_native" in name for name in names)
