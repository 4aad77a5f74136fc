"""Checkpoints by keys: set one, come back to it, take that back; and a restart is taken back, too."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from quandary.tui.dialogs import Choice
from tests.tui.driving import drive, game_screen, playing, session_of, until, words

LEVEL = "8#|#@_____#|#_$__._#|8#"


@pytest.mark.slow
def test_back_to_a_checkpoint_and_undo() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("g")
        assert "m sets one" in words(pilot)
        await pilot.press("right", "m", "right", "right", "g")
        assert session_of(pilot).turn.number == 1
        assert "u undoes that" in words(pilot)
        await pilot.press("u")
        assert session_of(pilot).turn.number == 3

    app = drive(script, playing("sokoban", LEVEL))
    app.autosave.flush()
    (saved,) = app.store.saved()
    kept = app.store.load(saved)
    assert kept is not None
    assert [turn.number for turn in kept.checkpoints] == [1]


def test_one_of_several_checkpoints_is_chosen_the_latest_first() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "m", "right", "m", "right", "g")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("enter")
        await until(pilot, lambda: session_of(pilot).turn.number == 2)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, Choice))
        await pilot.press("down", "enter")
        await until(pilot, lambda: session_of(pilot).turn.number == 1)

    drive(script, playing("sokoban", LEVEL))


def test_a_restart_is_taken_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right", "x")
        assert session_of(pilot).turn.number == 0
        await pilot.press("u")
        assert session_of(pilot).turn.number == 2

    drive(script, playing("sokoban", LEVEL))


def test_who_watches_steps_back_as_far_as_the_last_jump() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "m", "right", "g", "s")
        watcher = game_screen(pilot)._watcher
        await until(pilot, lambda: watcher.is_on)
        for _ in range(9):
            watcher.step_back()
        assert session_of(pilot).turn.number == 1
        watcher.step_on()
        await until(pilot, lambda: session_of(pilot).turn.number == 2)

    drive(script, playing("sokoban", LEVEL, pace=60))
