"""Klondike by keys and by mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from quandary import Status, game, solve
from quandary.games.klondike.rules import DRAW, FOUNDATIONS, HOME, PILE_NAMES, RECYCLE, WASTE, Home, Move
from quandary.games.klondike.terminal import GameBoard, layout_of
from quandary.tui.board import Place
from quandary.tui.end_screen import EndScreen
from tests.tui.driving import board_of, click, drag, drive, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

DEAL = "klondike:draw1#3"
ENDINGS = game("klondike").examples[1:]


def _solution(puzzle: str) -> list[Move]:
    moves = solve("klondike", puzzle).moves
    assert moves is not None
    return list(moves)


def _keys(move: Move) -> list[str]:
    if move in (DRAW, RECYCLE):
        return ["d"]
    source = "w" if move.source == WASTE else move.source
    return [source, "f" if move.target == HOME else move.target]


@pytest.mark.parametrize("puzzle", ENDINGS)
def test_a_game_is_played_to_its_end_by_keys(puzzle: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for move in _solution(puzzle):
            await pilot.press(*_keys(move))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON
        await until(pilot, lambda: "Solved!" in shown(pilot))

    drive(script, playing("klondike", puzzle))


@pytest.mark.parametrize("puzzle", ENDINGS[:2])
def test_a_game_is_played_to_its_end_by_mouse(puzzle: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for move in _solution(puzzle):
            if move in (DRAW, RECYCLE):
                await click(pilot, _place(board_of(pilot), "S"))
            else:
                board = board_of(pilot)
                target = "FC" if move.target == HOME else move.target
                await drag(pilot, _place(board, move.source, move.count), _place(board, target))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON

    drive(script, playing("klondike", puzzle))


def _place(board: object, name: str, count: int = 1) -> Place:
    """A place on the top card of a place, or on the card that `count` cards begin with."""
    assert isinstance(board, GameBoard)
    layout = layout_of(board.position, board.size)
    x, y = board.place_of(board.position, name, layout)
    if name in PILE_NAMES and board.position.face_up[int(name) - 1]:
        y -= count * layout.step
    return x + 1, y


def test_the_rules_say_why_a_move_is_refused() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("1", "f")
        assert "JH cannot go home yet" in words(pilot)
        await pilot.press("1")
        assert "where to" in words(pilot)
        await pilot.press("escape", "5")
        assert session_of(pilot).moves == ()

    drive(script, playing("klondike", "klondike#11"))


def test_the_cursor_reaches_every_place() -> None:
    async def script(pilot: Pilot[None]) -> None:
        seen = set()
        await pilot.press("right")
        for key in ("right",) * 7 + ("down",) + ("right",) * 7:
            board = board_of(pilot)
            assert isinstance(board, GameBoard)
            seen.add(board._cursor)
            await pilot.press(key)
        assert {"S", WASTE, *FOUNDATIONS, *PILE_NAMES} <= seen

    drive(script, playing("klondike", "klondike#11"))


def test_enter_at_the_stock_turns_it_and_a_double_click_brings_home() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert session_of(pilot).moves == (DRAW,)
        await pilot.press("x")
        await click(pilot, _place(board_of(pilot), "S"))
        assert session_of(pilot).moves == (DRAW,)
        await click(pilot, _place(board_of(pilot), WASTE), times=2)
        assert session_of(pilot).game.format_moves(session_of(pilot).moves) == "D W>F"

    drive(script, playing("klondike", ENDINGS[0]))


def test_everything_home_at_once() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    drive(script, playing("klondike", "foundations=TCJDQHKS/1=KC/2=KD/3=KHQC/4=QDJC"))


def test_cards_fly_and_the_end_is_celebrated() -> None:
    app = playing("klondike", "foundations=KCKDKHJS/1=KS/2=QS")
    app.animation = "fast"

    async def script(pilot: Pilot[None]) -> None:
        before = session_of(pilot).position
        await pilot.press("2", "f")
        assert len(list(board_of(pilot).frames(before, [Home("QS", "2")], session_of(pilot).position))) > 2
        await pilot.press("1", "f")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert not board_of(pilot).is_animating

    drive(script, app)


@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
def test_every_pile_can_be_seen(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert board_of(pilot).canvas.width <= board_of(pilot).size.width
        for number in range(5):
            text = shown(pilot)
            for pile in session_of(pilot).position.face_up:
                if pile:
                    assert pile[-1][0].replace("T", "10") in text, f"after {number} turns"
            await pilot.press("d")

    drive(script, playing("klondike", "klondike#11"), size=size)
