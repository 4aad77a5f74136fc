"""Golden play-throughs: what every game shows and says, move by move, compared with what it showed before.

Run `python -m tests.test_transcripts` to write them anew after a change that is meant, and read the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from quandary.core.registry import game, names
from quandary.engine.solve import solve
from quandary.game import Game, IllegalMove, Status

MOST_MOVES = 12
FOLDER = Path(__file__).parent / "transcripts"


def transcript(game: Game[Any, Any]) -> str:
    """The game's second example, played by the solver or by the first moves, with everything a front end could ask."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game[Any, Any]) -> Iterator[str]:
    position = game.parse(game.examples[1])
    headline, moves = _first_moves(game, position) if game.is_scored else _solution(game, position)
    yield f"# {game.name}: {headline}"
    for move in moves:
        yield from _describe(game, position)
        outcome = game.play(position, move)
        yield f"> {game.format_move(move)}"
        yield from (f"! {event}" for event in outcome.events)
        position = outcome.position
    yield from _describe(game, position)
    if moves:
        try:
            game.play(position, moves[-1])
        except IllegalMove as error:
            yield f"refused: {error}"


def _solution(game: Game[Any, Any], position: Any) -> tuple[str, Sequence[Any]]:
    verdict = solve(game, position)
    headline = f"{verdict.verdict}, cost {verdict.cost}, optimal {verdict.optimal}, nodes {verdict.nodes}"
    return headline, verdict.moves or ()


def _first_moves(game: Game[Any, Any], position: Any) -> tuple[str, Sequence[Any]]:
    moves: list[Any] = []
    while len(moves) < MOST_MOVES and (legal := game.moves(position)):
        moves.append(legal[0])
        position = game.play(position, legal[0]).position
    return f"{len(moves)} moves, score {game.score(position)}", moves


def _describe(game: Game[Any, Any], position: Any) -> Iterator[str]:
    yield game.format(position)
    yield from (line.rstrip() for line in game.draw(position).splitlines())
    yield f"status: {game.status(position).name}"
    if game.status(position) is Status.PLAYING:
        yield f"moves: {game.format_moves(game.moves(position))}"


@pytest.mark.parametrize("name", names(with_examples=True))
def test_the_game_plays_as_it_did(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(game(name)) == recorded


def write_all() -> None:
    """Replaces the recorded transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for name in names(with_examples=True):
        (FOLDER / f"{name}.txt").write_text(transcript(game(name)), encoding="utf-8")


if __name__ == "__main__":
    write_all()
