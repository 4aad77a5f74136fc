"""The rules as a player meets them: legal swaps, events, chance, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary.engine.session import Session
from quandary.game import Event, IllegalMove, PuzzleError, Status, UsageError
from quandary.games.exponentile import GAME, find_group
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.grid import grid_of, matched
from quandary.games.exponentile.notation import parse, parse_move
from quandary.games.exponentile.position import CLASSIC, RULE_NAMES, WEB, Position
from quandary.games.exponentile.rules import (
    Fell,
    GameOver,
    Merged,
    Move,
    RefusedSwap,
    Spawned,
    Swapped,
    canonical_move,
    grid,
    is_over,
    moves,
    play,
    status,
)
from quandary.games.exponentile.waves import group_at, has_match
from tests.games.exponentile.boards import STUCK, walk

BOTH_WAYS = "4 2 16 8\n4 2 4 4\n2 4 2 16\n16 4 8 8"
"""To swap r3c1 with r3c2 makes a group at either cell."""


@pytest.mark.parametrize("rules", RULE_NAMES)
def test_a_swap_is_legal_if_and_only_if_it_brings_a_group_to_one_of_its_cells(rules: str) -> None:
    for position, _ in walk(start(3, rules), 1, 25):
        shape = grid(position)
        legal = set()
        for source, target in shape.swaps:
            cells = list(position.cells)
            cells[source], cells[target] = cells[target], cells[source]
            if has_match(cells, shape, source) or has_match(cells, shape, target):
                legal.add(frozenset((shape.cell(source), shape.cell(target))))
        assert {frozenset((move.source, move.target)) for move in moves(position)} == legal
        for source, target in shape.swaps:
            for move in (Move(shape.cell(source), shape.cell(target)), Move(shape.cell(target), shape.cell(source))):
                if frozenset((move.source, move.target)) in legal:
                    assert play(position, move).position.moves == position.moves + 1
                else:
                    with pytest.raises(RefusedSwap) as refused:
                        play(position, move)
                    assert refused.value.move == move


def test_the_first_move_is_the_web_games_hint_column_by_column() -> None:
    position = start(3, WEB)
    columns = [min(move.source[1], move.target[1]) for move in moves(position)]
    assert columns == sorted(columns)
    assert all(move.source < move.target for move in moves(position))


def test_only_classic_rules_tell_the_two_ways_of_a_swap_apart_where_both_cells_match() -> None:
    there, back = parse_move("r3c1>r3c2"), parse_move("r3c2>r3c1")
    classic, web = parse(BOTH_WAYS), parse(BOTH_WAYS, rules=WEB)
    assert {there, back} <= set(moves(classic))
    assert play(classic, there).position != play(classic, back).position
    assert back not in moves(web)
    assert canonical_move(web, back) == there
    assert canonical_move(classic, back) == back
    assert play(web, there).position == play(web, back).position


games = st.builds(
    start,
    st.integers(0, 1 << 40),
    st.sampled_from(RULE_NAMES),
    width=st.integers(3, 9),
    height=st.integers(3, 9),
    torus=st.booleans(),
    spawn=st.none() | st.just((1, 2, 3)) | st.just((1, 3, 4, 7)),
)


@given(games, st.integers(0, 1 << 40))
@settings(max_examples=60, deadline=None)
def test_events_tell_everything_that_happens(game: Position, seed: int) -> None:
    """The board after a move follows from the events alone, and so does the score."""
    for position, move in walk(game, seed, 8):
        outcome = play(position, move)
        assert _board_by_events(position, outcome.events) == outcome.position.rows
        merges = [event for event in outcome.events if isinstance(event, Merged)]
        assert sum(merge.points for merge in merges) == outcome.position.score - position.score
        assert merges[-1].score == outcome.position.score
        assert {merge.sequence for merge in merges} == {outcome.position.moves}
        waves = [merge.wave for merge in merges]
        assert waves == sorted(waves)
        if position.rules == CLASSIC:
            assert waves == list(range(1, len(merges) + 1))
            assert [merge.points for merge in merges] == [
                len(merge.cells) * merge.value >> len(merge.cells) - 2 for merge in merges
            ]
        else:
            assert all(merge.points == merge.value for merge in merges)


@given(games, st.integers(0, 1 << 40))
@settings(max_examples=60, deadline=None)
def test_after_a_move_nothing_matches_and_as_many_tiles_came_as_went(game: Position, seed: int) -> None:
    for position, move in walk(game, seed, 8):
        after, events = play(position, move)
        assert not matched(after.cells, grid(after))
        came = [tile for event in events if isinstance(event, Spawned) for _, tile in event.tiles]
        went = sum(len(event.cells) - 1 for event in events if isinstance(event, Merged))
        assert len(came) == went
        assert set(came) <= {1 << value for value in position.spawn}
        assert len(after.cells) == len(position.cells)
        assert is_over(after) == isinstance(events[-1], GameOver) == (not moves(after))


def _board_by_events(position: Position, events: tuple[Event, ...]) -> tuple[tuple[int, ...], ...]:
    board = {(row, column): 1 << value for row, line in enumerate(position.rows) for column, value in enumerate(line)}
    for event in events:
        match event:
            case Swapped(source, target):
                board[source], board[target] = board[target], board[source]
            case Merged(cells=(stays, *others), value=value):
                assert len({board[cell] for cell in (stays, *others)}) == 1
                assert value == board[stays] << len(others) - 1
                for cell in others:
                    del board[cell]
                board[stays] = value
            case Fell(ways=ways):
                moved = {end: board.pop(source) for source, end in ways}
                assert not moved.keys() & board.keys()
                board |= moved
            case Spawned(tiles=tiles):
                assert not dict(tiles).keys() & board.keys()
                board |= dict(tiles)
    assert len(board) == len(position.cells)
    return tuple(
        tuple(board[row, column].bit_length() - 1 for column in range(position.width)) for row in range(position.height)
    )


def test_the_same_seed_and_moves_are_the_same_game() -> None:
    one = [position for position, _ in walk(start(7, WEB), 4)]
    assert one == [position for position, _ in walk(start(7, WEB), 4)]
    other = [position for position, _ in walk(start(8, WEB), 4)]
    assert one != other


def test_what_comes_depends_on_chance_and_on_nothing_that_is_seen() -> None:
    position = start(7, WEB)
    move = moves(position)[0]
    others = {play(replace(position, chance=chance), move).position.cells for chance in range(40)}
    assert len(others) > 10
    assert moves(replace(position, chance=5)) == moves(position)


def test_the_game_is_over_when_no_swap_matches() -> None:
    assert status(STUCK) is Status.LOST
    assert moves(STUCK) == []
    with pytest.raises(IllegalMove):
        play(STUCK, parse_move("r1c1>r1c2"))
    position = start(1, WEB, width=4, height=4)
    events: tuple[Event, ...] = ()
    while legal := moves(position):
        assert not any(isinstance(event, GameOver) for event in events)
        position, events = play(position, legal[0])
    assert events[-1] == GameOver(position.score)
    assert status(position) is Status.LOST


def test_undo_brings_back_the_luck() -> None:
    session: Session[Position, Move] = Session.start("exponentile", "exponentile:web#3")
    first = session.play(GAME.moves(session.position)[0]).position
    session.undo()
    assert session.play(GAME.moves(session.position)[0]).position == first


def test_a_saved_game_goes_on_with_the_same_tiles() -> None:
    session: Session[Position, Move] = Session.start("exponentile", "exponentile:web#3")
    for _ in range(5):
        session.play(GAME.moves(session.position)[-1])
    loaded: Session[Position, Move] = Session.load(session.save())
    assert loaded.position == session.position
    next_move = GAME.moves(session.position)[0]
    assert loaded.play(next_move) == session.play(next_move)


GROUPS = [
    [4, 8, 2, 16],
    [2, 8, 4, 16],
    [8, 8, 8, 2],
    [16, 8, 2, 4],
    [2, 2, 4, 2],
]
"""A cross of 8s, and two 2s in the last row that meet a third over the edge."""


def test_find_group_returns_the_runs_through_a_cell() -> None:
    last_row = [[2 << (row + column) % 2 for column in range(8)] for row in range(7)] + [[16, 16, 16, 16, 8, 2, 2, 2]]
    assert find_group(last_row, 7, 0) == find_group(last_row, 7, 2) == [(7, 0), (7, 1), (7, 2), (7, 3)]
    assert find_group(last_row, 7, 7) == [(7, 5), (7, 6), (7, 7)]
    assert find_group(last_row, 7, 4) == []
    # Through the crossing go both runs, its own cell once; through any other cell goes one of them.
    column = [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert find_group(GROUPS, 2, 1) == sorted({*column, (2, 0), (2, 2)})
    assert find_group(GROUPS, 0, 1) == column
    assert find_group(GROUPS, 2, 2) == [(2, 0), (2, 1), (2, 2)]
    assert find_group(GROUPS, 4, 0) == []
    assert find_group(GROUPS, 4, 0, torus=True) == [(4, 0), (4, 1), (4, 3)]


@pytest.mark.parametrize(
    ("board", "cell", "error", "problem"),
    [
        (GROUPS, (5, 0), UsageError, r"there is no cell \(5, 0\) on a board of 5 rows and 4 columns"),
        (GROUPS, (0, -1), UsageError, "there is no cell"),
        ([[2, 4, 6], [2, 4, 8], [2, 4, 8]], (0, 0), PuzzleError, "r1c3: 6 is not a tile"),
        ([[2, 4], [2, 4, 8], [2, 4, 8]], (0, 0), PuzzleError, "all of the same length"),
    ],
)
def test_find_group_refuses_what_is_no_board_or_no_cell(
    board: list[list[int]], cell: tuple[int, int], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        find_group(board, *cell)


def test_on_a_torus_a_whole_line_of_equal_tiles_is_counted_once() -> None:
    position = parse("64 2 32\n2 4 2\n32 128 64\ntorus: yes")
    _, events = play(position, parse_move("r1c2>r2c2"))
    merged = [event for event in events if isinstance(event, Merged)]
    assert merged[0].cells == ((1, 1), (1, 0), (1, 2))
    assert (merged[0].value, merged[0].points) == (4, 6)


@given(st.lists(st.integers(1, 4), min_size=30, max_size=30), st.booleans())
def test_a_cell_is_matched_where_a_group_goes_through_it(cells: list[int], torus: bool) -> None:
    shape = grid_of(6, 5, torus)
    assert matched(cells, shape) == {cell for cell in range(30) if group_at(cells, shape, cell)}
    assert matched(cells, shape) == {cell for cell in range(30) if has_match(cells, shape, cell)}
