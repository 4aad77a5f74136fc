"""Proofs of lost positions: they are found and accepted exactly where trying everything finds no win."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from quandary.core.budget import Cancel
from quandary.game import Budget, BudgetEnded, Claim, NotProven, Task, UsageError
from quandary.games.klondike import rules
from quandary.games.klondike.checker import KlondikeChecker
from quandary.games.klondike.notation import parse
from quandary.games.klondike.position import RANKS, SUITS, Position
from quandary.games.klondike.prover import KlondikeProver
from tests.games.klondike.deals import dealt

LOST: Claim[rules.Move] = Claim("unsolvable", "any", None, False, None)
PROVER, CHECKER = KlondikeProver(), KlondikeChecker()


def prove(position: Position) -> Sequence[str]:
    return PROVER.prove(position, LOST, Task())


def is_proven(position: Position, proof: Sequence[str]) -> bool:
    try:
        CHECKER.check(position, LOST, proof)
    except NotProven as error:
        assert str(error)
        assert "\n" not in str(error)
        return False
    return True


def late(seed: int) -> Position:
    """Few cards left: the foundations at any heights, up to two of them complete, the others anywhere."""
    rng = random.Random(seed)
    while True:
        heights = [rng.randint(0, 13) for _ in SUITS]
        for suit in rng.sample(range(4), seed % 3):
            heights[suit] = 13
        if 5 <= 52 - sum(heights) <= 20:
            break
    left = [rank + suit for suit, height in zip(SUITS, heights, strict=True) for rank in RANKS[height:]]
    rng.shuffle(left)
    talon = [left.pop() for _ in range(rng.randrange(len(left)))]
    down: list[list[str]] = []
    for pile in range(7):
        down.append([left.pop() for _ in range(min(rng.randint(0, pile + 1), len(left)))])
    up = [[pile.pop()] if pile else [] for pile in down]
    talon += left
    waste = rng.randint(0, len(talon))
    clubs, diamonds, hearts, spades = heights
    return Position(
        tuple(map(tuple, down)),
        tuple(map(tuple, up)),
        tuple(talon[waste:]),
        tuple(talon[:waste]),
        (clubs, diamonds, hearts, spades),
        rng.choice([1, 2, 3, 5, 24]),
        rng.choice([None, 0, 1, 2]),
    )


def can_be_won(start: Position, most: int) -> bool | None:
    """By trying everything; None if that is too much."""
    seen = {start}
    waiting: list[list[Position]] = [[] for _ in range(53)]
    waiting[sum(start.foundations)].append(start)
    while len(seen) <= most:
        # Those with most cards home first: that finds wins sooner.
        position = next((stack.pop() for stack in reversed(waiting) if stack), None)
        if position is None or rules.is_won(position):
            return position is not None
        for move in rules.moves(position):
            after = rules.play(position, move).position
            # Which pile is which does not matter.
            piles = sorted(zip(after.face_down, after.face_up, strict=True))
            after = replace(after, face_down=tuple(down for down, _ in piles), face_up=tuple(up for _, up in piles))
            if after not in seen:
                seen.add(after)
                waiting[sum(after.foundations)].append(after)
    return None


@pytest.mark.slow
def test_exactly_the_lost_positions_have_proofs() -> None:
    lost = won = 0
    for seed in range(100):
        position = late(seed)
        verdict = can_be_won(position, 200)
        if verdict is None:
            continue
        if verdict:
            won += 1
            with pytest.raises(NotProven, match="can be won"):
                prove(position)
        else:
            lost += 1
            assert is_proven(position, prove(position)), seed
    assert lost >= 5
    assert won >= 30


@pytest.mark.parametrize(
    "text",
    [
        "draw=3/foundations=QCKD4HKS/1=KCQH/2=TH/3=KH/4=7H/5=5h8h9H/6=jh6H",
        "draw=3/foundations=TC3DKHKS/1=8D/2=KD/3=6D/4=7d4d5D/5=9D/6=qcjdKC/7=QDJCTD",
        "draw=3/foundations=KCKDQHAS/stock=6STS/waste=9S2S4S/1=8S/2=5sJS/3=KS/4=7S/5=KHQS/7=3S",
    ],
)
def test_positions_in_which_spaces_matter_can_be_won(text: str) -> None:
    """Rules about when a space is made have failed on these, which were drawn at random."""
    with pytest.raises(NotProven, match="can be won"):
        prove(parse(text))


@pytest.mark.parametrize("draw", [5, 24])
@pytest.mark.parametrize("redeals", ["", "/redeals=0", "/redeals=1", "/redeals=2"])
def test_a_jack_that_lies_under_its_queen_for_ever(draw: int, redeals: str) -> None:
    position = parse(f"draw={draw}{redeals}/foundations=KCQDQHTS/stock=KHKDJSQSKS")
    assert is_proven(position, prove(position))


@pytest.mark.parametrize("draw", [1, 2, 3, 5, 24])
@pytest.mark.parametrize("redeals", [None, 0, 1, 2])
def test_whole_deals(draw: int, redeals: int | None) -> None:
    position = dealt(20, draw, redeals)
    assert is_proven(position, prove(position))


def test_what_is_counted() -> None:
    position = dealt(47)
    assert CHECKER.check(position, LOST, prove(position)) == {"open states": 28, "closed states": 8}


@pytest.fixture(scope="module")
def proof() -> Sequence[str]:
    return prove(dealt(47))


def section(proof: Sequence[str], name: str) -> list[str]:
    words = " ".join(proof).split()
    start = words.index(name) + 2
    return words[start : start + int(words[start - 1])]


def written(opened: Sequence[str], closed: Sequence[str]) -> list[str]:
    return [f"open {len(opened)}", *opened, f"closed {len(closed)}", *closed]


def test_how_lines_are_broken_does_not_matter(proof: Sequence[str]) -> None:
    assert is_proven(dealt(47), written(section(proof, "open"), section(proof, "closed")))


def test_no_state_can_be_left_out_or_changed(proof: Sequence[str]) -> None:
    position, rng = dealt(47), random.Random(1)
    opened, closed = section(proof, "open"), section(proof, "closed")
    for words in (opened, closed):
        for at, word in enumerate(list(words)):
            del words[at]
            assert not is_proven(position, written(opened, closed))
            place = rng.randrange(len(word))
            digit = rng.choice([digit for digit in "0123456789abcdef" if digit != word[place]])
            changed = word[:place] + digit + word[place + 1 :]
            words.insert(at, changed)
            assert not is_proven(position, written(sorted(set(opened)), sorted(set(closed)))), (word, changed)
            words[at] = word
    assert is_proven(position, written(opened, closed))


def test_no_state_can_be_added(proof: Sequence[str]) -> None:
    position = dealt(47)
    opened, closed = section(proof, "open"), section(proof, "closed")
    for extra in section(prove(dealt(42)), "open"):
        assert not is_proven(position, written(sorted({*opened, extra} if extra not in opened else opened[1:]), closed))
    assert not is_proven(position, written(opened, sorted({*closed, "f" * 18})))
    assert not is_proven(position, [*proof, ""])


def test_a_proof_is_of_one_position(proof: Sequence[str]) -> None:
    position = dealt(47)
    for other in (dealt(15), dealt(30), replace(position, draw=2), replace(position, redeals=5)):
        assert not is_proven(other, proof)
    assert not is_proven(position, prove(dealt(30)))
    assert not is_proven(position, ["closed 0", "open 0"])
    assert not is_proven(position, ["open 0", "closed 0"])
    assert not is_proven(position, written(section(proof, "closed"), section(proof, "open")))


def test_nonsense_is_refused_and_nothing_else_happens(proof: Sequence[str]) -> None:
    position, rng = dealt(47), random.Random(2)
    text = "\n".join(proof)
    signs = "0123456789abcdef \nopencld_-+xX\u0661\0"
    for _ in range(1000):
        at, end = sorted(rng.choices(range(len(text)), k=2))
        damaged = text[:at] + "".join(rng.choices(signs, k=rng.randint(0, 3))) + text[rng.choice([at, at + 1, end]) :]
        if damaged != text:
            # A line may be broken anywhere between two words; all else makes a difference.
            same = damaged.split() == text.split()
            assert not is_proven(position, damaged.split("\n")) or same, damaged
    for lines in ([], [""], ["open"], ["open -1"], ["open 999999999"], ["open 1", "é" * 14], ["open 0", "closed 1e3"]):
        assert not is_proven(position, lines)


def test_a_win_is_no_proof() -> None:
    won = parse("foundations=KCKDKHQS/1=KS")
    assert not is_proven(won, ["open 1", "dddd0000000000", "closed 0"])
    assert not is_proven(won, ["open 0", "closed 1", "dddd00000000000000"])


def test_other_claims_have_no_proofs() -> None:
    position = parse("foundations=KCKDKHQS/1=KS")
    shortest: Claim[rules.Move] = Claim("solved", "moves", 1, True, (rules.move("1", "F"),))
    with pytest.raises(UsageError, match="shortest"):
        PROVER.prove(position, shortest, Task())
    with pytest.raises(NotProven):
        CHECKER.check(position, shortest, [])


def test_budgets_end_the_search_for_a_proof() -> None:
    position = dealt(38)
    cancel = Cancel()
    cancel.cancel()
    for reason, task in {
        "nodes": Task(budget=Budget(nodes=50)),
        "memory": Task(budget=Budget(memory=1 << 10)),
        "time": Task(budget=Budget(time=0)),
        "cancelled": Task(cancel=cancel),
    }.items():
        with pytest.raises(BudgetEnded, match=reason):
            PROVER.prove(position, LOST, task)
