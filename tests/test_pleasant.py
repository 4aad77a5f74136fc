"""Small comforts of the Python API."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import quandary
from quandary import aio
from tests.games.rush_hour.boards import EASY, HUGE, STUCK


def test_a_verdict_prints_as_one_line() -> None:
    assert str(quandary.solve("rush-hour", EASY)) == "1: solved in 4 moves (optimal): C+3 E-2 D+2 X+4"
    assert str(quandary.solve("rush-hour", STUCK)) == "1: unsolvable, proven"
    assert str(quandary.solve("rush-hour", HUGE, nodes=1)).startswith("1: unknown (nodes)")


def test_a_generator_says_what_may_be_ordered() -> None:
    generator = quandary.game("sokoban").generator()
    assert generator is not None
    lines = generator.help().splitlines()
    assert len(lines) == len(generator.options)
    assert lines[1] == "width: N or N..M: columns, outer walls included: 9, or 7..12"


@pytest.mark.process
def test_sessions_have_a_type_without_being_told(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import quandary\n"
        'session = quandary.Session.start("rush-hour", "rush-hour:expert#7")\n'
        "session.play(session.hint())\n"
        "print(session.distance(), session.game.format_move(session.hint()))\n"
        'print(quandary.solve("rush-hour", "rush-hour#1"), quandary.aio.solve("rush-hour", "rush-hour#1"))\n'
    )
    order = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--follow-imports=silent", str(program)]
    ran = subprocess.run(order, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_nobody_has_to_import_what_does_not_wait() -> None:
    assert quandary.__getattr__("aio") is aio


def test_solving_without_waiting() -> None:
    async def both() -> list[int | None]:
        found = await asyncio.gather(aio.solve("rush-hour", EASY), aio.solve("template", "FF_TT"))
        return [verdict.cost for verdict in found]

    assert asyncio.run(both()) == [4, 8]


def test_who_loses_patience_ends_the_search() -> None:
    cancel = quandary.Cancel()

    async def impatient() -> None:
        async with asyncio.timeout(0.05):
            await aio.solve("rush-hour", HUGE, cancel=cancel)

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())
    assert cancel.cancelled


def test_making_without_waiting() -> None:
    async def made() -> list[str]:
        return [puzzle.id async for puzzle in aio.generate("template", count=3, seed=1)]

    assert asyncio.run(made()) == [puzzle.id for puzzle in quandary.generate("template", count=3, seed=1)]
