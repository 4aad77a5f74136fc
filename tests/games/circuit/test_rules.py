"""Play: lives, coins, stars, hidden mode, and every refusal with its reason."""

from __future__ import annotations

import pytest

from quandary.engine.session import Session
from quandary.engine.solve import solve
from quandary.game import Event, IllegalMove, Status, Won
from quandary.games.circuit import GAME, rules
from quandary.games.circuit.position import Board, Cell, Position
from quandary.games.circuit.rules import (
    CoinsChanged,
    Enclosed,
    Follow,
    LifeLost,
    Lost,
    Revealed,
    Step,
    Stepped,
    SteppedRight,
    SteppedWrong,
)
from tests.games.circuit.boards import board


def wrong_neighbour(position: Position) -> Cell:
    """An unvisited neighbour that the answer does not lead to."""
    right = position.board.next_cell(position.here)
    near = sorted(position.board.ways[position.here])
    return next(cell for cell in near if cell not in position.walked and cell not in (right, position.board.finish))


def walk(puzzle: Board, steps: int) -> Position:
    """The first right steps."""
    position = Position(puzzle)
    for cell in puzzle.solution[1 : steps + 1]:
        position = rules.play(position, Step(*cell)).position
    return position


def test_a_right_step_moves_and_pays_ten_coins() -> None:
    puzzle = board()
    first, second = puzzle.solution[:2]

    outcome = rules.play(Position(puzzle), Step(*second))

    value = puzzle.ways[first][second]
    assert outcome.events == (SteppedRight(first, second, value), CoinsChanged(10, 10))
    assert outcome.position == Position(puzzle, (first, second), 0, 10)
    assert outcome.position.lives == 5


def test_a_step_may_be_named_by_its_number() -> None:
    puzzle = board()
    answer = puzzle.tiles[0, 0].answer
    assert answer is not None
    assert rules.play(Position(puzzle), Follow(answer)) == rules.play(Position(puzzle), Step(*puzzle.solution[1]))


def test_a_wrong_step_stays_and_costs_a_life_and_thirty_coins() -> None:
    position = walk(board(), 4)
    cell = wrong_neighbour(position)

    outcome = rules.play(position, Step(*cell))

    value = position.board.ways[position.here][cell]
    assert outcome.events == (SteppedWrong(position.here, cell, value), LifeLost(4), CoinsChanged(-30, 10))
    assert outcome.position == Position(position.board, position.walked, 1, 10)


def test_coins_never_fall_below_zero() -> None:
    position = walk(board(), 2)
    outcome = rules.play(position, Step(*wrong_neighbour(position)))
    assert outcome.position.coins == 0
    assert CoinsChanged(-20, 0) in outcome.events
    again = rules.play(outcome.position, Step(*wrong_neighbour(position)))
    assert not [event for event in again.events if isinstance(event, CoinsChanged)]


def test_the_fifth_mistake_loses() -> None:
    position = walk(board(), 1)
    for lives in (4, 3, 2, 1):
        position = rules.play(position, Step(*wrong_neighbour(position))).position
        assert (position.lives, rules.status(position)) == (lives, Status.PLAYING)

    outcome = rules.play(position, Step(*wrong_neighbour(position)))

    assert outcome.events[-1] == Lost()
    assert rules.status(outcome.position) is Status.LOST
    assert rules.moves(outcome.position) == []
    with pytest.raises(IllegalMove, match="lost already"):
        rules.play(outcome.position, Step(0, 0))


def test_finish_wins() -> None:
    puzzle = board()
    position = walk(puzzle, len(puzzle.solution) - 2)
    outcome = rules.play(position, Step(*puzzle.finish))
    assert outcome.events[-1] == Won()
    assert outcome.position.coins == 10 * (len(puzzle.solution) - 1)
    assert rules.status(outcome.position) is Status.WON
    with pytest.raises(IllegalMove, match="FINISH is reached already"):
        rules.play(outcome.position, Step(*puzzle.solution[1]))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Step(99, 0), "there is no cell r99c0"),
        (Step(2, 2), "no connector leads from r1c0 to r2c2"),
        (Step(0, 0), "r0c0 was visited before"),
        (Step(1, 0), "r1c0 is where you stand"),
        (Follow(999), "no connector of r1c0 bears 999"),
    ],
)
def test_a_step_that_is_none_is_refused(move: rules.Move, reason: str) -> None:
    position = walk(board("5", 42), 1)
    assert position.here == (1, 0)
    with pytest.raises(IllegalMove, match=reason):
        rules.play(position, move)


def test_legal_moves_are_the_unvisited_neighbours() -> None:
    position = walk(board(), 3)
    cells = {move.cell for move in rules.moves(position) if isinstance(move, Step)}
    assert cells == set(position.board.ways[position.here]) - set(position.walked)


def test_hidden_mode_says_nothing_until_finish() -> None:
    puzzle = board("5-hidden")
    position = Position(puzzle)
    wrong = wrong_neighbour(position)

    outcome = rules.play(position, Step(*wrong))

    assert outcome.events == (Stepped((0, 0), wrong, puzzle.ways[0, 0][wrong]),)
    assert (outcome.position.lives, outcome.position.coins, outcome.position.here) == (None, 0, wrong)


def test_hidden_mode_is_judged_at_finish() -> None:
    puzzle = board("5-hidden")
    position = rules.play(Position(puzzle), Step(*wrong_neighbour(Position(puzzle)))).position
    events: tuple[Event, ...] = ()
    while rules.status(position) is Status.PLAYING:
        onward = puzzle.next_cell(position.here)
        assert onward is not None
        position, events = rules.play(position, Step(*onward))
    right = len(position.walked) - 2
    coins = max(0, 10 * right - 30)
    assert events[-2:] == (Revealed(right, ((position.walked[0], position.walked[1]),), coins), Won())
    assert (position.mistakes, position.coins, rules.stars(position)) == (1, coins, 2)


def test_an_enclosed_walker_is_noticed_and_the_result_revealed() -> None:
    found = 0
    for seed in range(30):
        puzzle = board("3-hidden", seed)
        for number in range(2, len(puzzle.solution) - 1):
            position = Position(puzzle, puzzle.solution[: number + 1])
            for move in rules.moves(position):
                outcome = rules.play(position, move)
                if rules.status(outcome.position) is Status.LOST:
                    found += 1
                    kinds = [type(event) for event in outcome.events]
                    assert kinds == [Stepped, Enclosed, Revealed, Lost]
                    assert solve(GAME, outcome.position).verdict == "unsolvable"
    assert found


def test_stars_are_for_accuracy_and_for_time_only_where_it_counts() -> None:
    puzzle = board()
    steps = len(puzzle.solution) - 1
    perfect = walk(puzzle, steps)
    limit = steps * puzzle.settings.seconds_per_step

    assert rules.stars(walk(puzzle, 3)) == 0
    assert rules.stars(perfect) == rules.stars(perfect, limit) == 3
    assert rules.stars(perfect, limit + 1) == 2
    for mistakes, stars in ((1, 2), (2, 2), (3, 1), (4, 1)):
        position = Position(puzzle, puzzle.solution, mistakes, 0)
        assert rules.stars(position) == stars
        assert rules.stars(position, 1.0) == 1


def test_the_clock_starts_with_the_first_move() -> None:
    now = [100.0]
    puzzle = next(GAME.read_pack(GAME.format(Position(board()))))
    assert not isinstance(puzzle, Exception)
    session: Session[Position, rules.Move] = Session(puzzle, clock=lambda: now[0])
    now[0] = 160.0
    assert session.elapsed == 0
    session.play(Step(*wrong_neighbour(session.position)))
    now[0] = 175.0
    assert session.elapsed == 15


def test_hints_lead_a_hidden_walker_around_what_was_visited() -> None:
    session: Session[Position, rules.Move] = Session.start("circuit", "circuit:5-hidden#4")
    session.play(Step(*wrong_neighbour(session.position)))
    while session.status is Status.PLAYING:
        hint = session.hint()
        assert hint is not None
        session.play(hint)
    assert session.status is Status.WON
    assert session.position.mistakes == 1
