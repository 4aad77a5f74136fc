"""What a page is told: games, positions, verdicts, as plain values ready for JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from quandary.core.game import Event, Game, Puzzle, Status
from quandary.core.ids import PuzzleId
from quandary.core.options import Option
from quandary.drawing.lines import lines_svg
from quandary.engine.daily import day_of
from quandary.engine.generate import settings_of
from quandary.engine.ladder import rung_of
from quandary.engine.puzzles import canonical_id
from quandary.engine.session import Session
from quandary.engine.solve import available_strategies
from quandary.engine.turns import PLAYER
from quandary.web.addresses import address_of
from quandary.web.pages import game_files
from quandary.web.replies import Choice, GameEntry, State


def describe(game: Game[Any, Any]) -> GameEntry:
    """A game, with everything that can be chosen in it."""
    generator, worksheets = game.generator(), game.worksheets()
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "metrics": list(game.metrics),
        "units": list(game.units),
        "scored": game.is_scored,
        **game_files(game),
        "casual": (settings_of(game, game.casual) or {}) if generator else {},
        "examples": list(game.examples),
        "strategies": [
            {"name": one.name, "summary": one.summary, "metrics": list(one.metrics)} for one in solvers(game)
        ],
        "players": [{"name": player.name, "summary": player.summary} for player in game.players()],
        "rules": _options(game.making_options),
        "settings": _options(generator.options) if generator else [],
        "sheet": _options(worksheets.options) if worksheets else None,
    }


def _options(options: Iterable[Option]) -> list[Choice]:
    return [
        {
            "name": option.name,
            "type": option.type.__name__,
            "default": option.default,
            "help": option.help,
            "choices": None if option.choices is None else list(option.choices),
            "suggested": list(option.suggested),
            "least": option.least,
            "most": option.most,
        }
        for option in options
    ]


def solvers(game: Game[Any, Any]) -> list[Any]:
    """The game's own solvers. The reference search is for tests: it would keep all other requests waiting."""
    if game.is_scored:
        return []
    return list(game.strategies()) or available_strategies(game)


def state(session: Session[Any, Any], *, pictures: bool = True) -> State:
    """Where a game stands, and how it looks."""
    game, position, puzzle, status = session.game, session.position, session.puzzle, session.status
    told: State = {
        "game": game.name,
        "id": puzzle.id,
        "caption": caption(game, puzzle),
        "canonical_id": session.canonical_id,
        "settings": PuzzleId.parse(session.canonical_id).words,
        "address": address_of(game, puzzle.id),
        "facts": dict(puzzle.facts),
        "played": session.turn.number,
        "helped": sum(by != PLAYER for by in session.marks),
        "fixed": session.turn.fixed,
        "costs": dict(session.counters),
        "status": status.value,
        "score": game.score(position),
        "figures": dict(game.figures(position)),
        "legal": [game.format_move(move) for move in game.moves(position)] if status is Status.PLAYING else [],
        "events": [tell(event) for event in session.turn.events],
        "words": session.words,
    }
    if pictures:
        told["svg"] = game.draw_svg(position) or lines_svg(game.title, game.draw(position))
    return told


def caption(game: Game[Any, Any], puzzle: Puzzle[Any]) -> str:
    """What people call a puzzle, whose id is for sharing: `Expert 12`, `Expert, no. 42`, `Sunday, 15 November 2026`."""
    if rung := rung_of(game, puzzle.id):
        return rung.title
    name = PuzzleId.parse(puzzle.id)
    if name.seed is None:
        return f"{name.pack[0].capitalize()} {name.pack[1]}" if name.pack else "Your own puzzle"
    if day := day_of(game, canonical_id(game, puzzle)):
        return f"{day:%A}, {day.day} {day:%B %Y}"
    words = re.sub(r"([a-z])(\d)", r"\1 \2", name.words.replace("-", " "))
    words = f"Level {words}" if words.isdigit() else words.capitalize()
    return f"{words}, no. {name.seed}" if words else f"No. {name.seed}"


def tell(event: Event) -> dict[str, Any]:
    """An event by its name, with its fields."""
    return {"type": type(event).__name__, **msgspec.to_builtins(event, str_keys=True)}
