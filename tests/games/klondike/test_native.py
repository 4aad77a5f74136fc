"""The native rules and searches against the Python rules: two writings of the same game must agree everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quandary._native import Cancel
from quandary._native import klondike as native
from quandary.engine.solve import solve, solve_many
from quandary.game import Budget, Puzzle, Task
from quandary.games.klondike import GAME, rules
from quandary.games.klondike.position import DECK, Position, deal, deck_of
from quandary.games.klondike.solver import Complete
from tests.games.klondike.deals import TABLE, dealt, walk

# Draw and redeals of every kind.
STARTS = [dealt(seed, draw, redeals) for seed, draw, redeals in ((1, 3, None), (2, 1, None), (3, 2, 1), (4, 5, 0))]


def perft(position: Position, depth: int) -> list[int]:
    """Numbers of move sequences by length, by the Python rules, past the end of a game, too."""
    if depth == 0:
        return [1]
    counts = [1] + [0] * depth
    for move in rules.legal_moves(position):
        for length, count in enumerate(perft(played(position, move), depth - 1), start=1):
            counts[length] += count
    return counts


def by_the_core(position: Position, move: rules.Move) -> Position:
    """The position after a move, by the rules of the core."""
    board = native.play(position, (move.source, move.target, move.count))
    clubs, diamonds, hearts, spades = board.foundations
    return Position(
        tuple(map(tuple, board.face_down)),
        tuple(map(tuple, board.face_up)),
        tuple(board.stock),
        tuple(board.waste),
        (clubs, diamonds, hearts, spades),
        board.draw,
        board.redeals,
    )


def played(position: Position, move: rules.Move) -> Position:
    """The position after a move that the cards allow. The core knows no lost games, so that this asks it there."""
    if rules.is_stuck(position) or rules.is_won(position):
        return by_the_core(position, move)
    return rules.play(position, move).position


@pytest.mark.slow
def test_legal_moves_and_what_they_lead_to_agree_along_random_walks() -> None:
    for start in STARTS:
        for seed in range(15):
            for position in walk(start, seed):
                moves = rules.legal_moves(position)
                assert [rules.move(*one) for one in native.moves(position)] == moves
                if not rules.is_stuck(position) and not rules.is_won(position):
                    after = [by_the_core(position, move) for move in moves]
                    assert after == [rules.play(position, move).position for move in moves]


def test_numbers_of_move_sequences_agree() -> None:
    for start in (*STARTS, TABLE, GAME.parse(GAME.examples[1])):
        assert native.perft(start, 3) == perft(start, 3)
    late = list(walk(STARTS[0], 5, 100))[-1]
    assert native.perft(late, 4) == perft(late, 4)


# Verdicts that must go together


def verdicts(positions: list[Position], **options: object) -> list[str]:
    strategy = Complete()
    task = Task("any", Budget(time=60), options)
    return [answer.conclusion for answer, _ in strategy.solve_batch(positions, task, jobs=2) or ()]


def with_suits(position: Position, suits: str) -> Position:
    """The same fresh deal with every suit of CDHS replaced by the one in its place."""
    deck = deck_of(position)
    assert deck is not None
    return deal([card[0] + suits["CDHS".index(card[1])] for card in deck], position.draw, position.redeals)


DEALS = [dealt(seed) for seed in range(100, 140)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "suits", ["SDHC", "CHDS", "SHDC", "DCSH", "HSCD"], ids=["black", "red", "twins", "colours", "both"]
)
def test_swapping_suits_or_colours_changes_no_verdict(suits: str) -> None:
    assert verdicts([with_suits(position, suits) for position in DEALS]) == verdicts(DEALS)


@pytest.mark.slow
def test_a_deal_won_with_a_larger_draw_is_won_with_a_divisor_of_it() -> None:
    by_draw = {draw: verdicts([replace(position, draw=draw) for position in DEALS]) for draw in (1, 2, 3, 6)}
    for small, large in ((1, 2), (1, 3), (2, 6), (3, 6)):
        pairs = set(zip(by_draw[small], by_draw[large], strict=True))
        assert ("unsolvable", "solved") not in pairs
        assert ("solved", "solved") in pairs


@pytest.mark.slow
def test_a_redeal_more_never_hurts() -> None:
    by_redeals = [verdicts([replace(p, redeals=redeals) for p in DEALS[:25]]) for redeals in (0, 1, 3, None)]
    won = [{number for number, verdict in enumerate(each) if verdict == "solved"} for each in by_redeals]
    assert won[0] <= won[1] <= won[2] <= won[3]
    assert won[0] < won[3]


@pytest.mark.slow
def test_what_the_dominances_leave_out_is_needless() -> None:
    proven = verdicts(DEALS[:12])
    assert verdicts(DEALS[:12], dominances="safe") == proven
    assert {"solved", "unsolvable"} == set(proven)


@pytest.mark.slow
def test_leaving_moves_out_is_no_proof() -> None:
    without = verdicts(DEALS, worrying_back=False)
    assert set(without) == {"solved", "exhausted"}
    assert all(verdict == "solved" for verdict, less in zip(verdicts(DEALS), without, strict=True) if less == "solved")


def test_a_win_is_still_a_win_after_each_of_its_moves() -> None:
    position = dealt(105)
    verdict = solve(GAME, position)
    assert verdict.moves
    for number, move in enumerate(verdict.moves):
        position = rules.play(position, move).position
        if number % 10 == 0:
            assert Complete().solve(position, Task("any")).conclusion == "solved"


def test_a_lost_game_is_unsolvable() -> None:
    ends = [list(walk(dealt(seed), seed, 120))[-1] for seed in range(100)]
    lost = [position for position in ends if rules.is_stuck(position)]
    assert len(lost) >= 5
    assert set(verdicts(lost)) == {"unsolvable"}


# Budgets


@pytest.mark.parametrize(
    ("budget", "reason"), [(Budget(nodes=1), "nodes"), (Budget(time=0.0), "time"), (Budget(memory=1000), "memory")]
)
def test_budgets_end_the_search_with_their_name(budget: Budget, reason: str) -> None:
    hard = next(position for position in DEALS if Complete().solve(position, Task("any")).nodes > 20_000)
    answer = Complete().solve(hard, Task("any", budget))
    assert (answer.conclusion, answer.moves) == (reason, None)


def test_a_cancelled_search_stops() -> None:
    cancel = Cancel()
    cancel.cancel()
    assert Complete().solve(DEALS[0], Task("any", cancel=cancel)).conclusion == "cancelled"


def test_batches_agree_with_single_solves() -> None:
    puzzles = [Puzzle(GAME.name, str(number), position, "") for number, position in enumerate(DEALS[:8])]
    alone = [solve(GAME, position) for position in DEALS[:8]]
    batch = list(solve_many(GAME, puzzles, jobs=2))
    assert [(v.verdict, v.moves, v.nodes) for v in batch] == [(v.verdict, v.moves, v.nodes) for v in alone]


def test_every_card_has_its_code() -> None:
    assert [DECK.index(card) for card in ("AC", "AD", "AH", "AS", "2C", "KS")] == [0, 1, 2, 3, 4, 51]
