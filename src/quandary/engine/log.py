"""A game as a log of what happened: the seed, every move, and the events that it made happen, a line of JSON each.

Whatever a move makes happen follows from the moves before it, so a log rebuilds any moment of its game: it is replayed
up to there, and each event must come out as it is written. Unlike a saved game it is never rewritten: a line stays
as it is when the next one comes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from quandary.core.errors import PuzzleError, QuandaryError, UsageError
from quandary.core.game import Event, Game, Puzzle
from quandary.core.ids import PuzzleId, is_seed
from quandary.core.registry import game as game_of_name

if TYPE_CHECKING:
    from quandary.engine.session import Session
    from quandary.engine.turns import Turn

FORMAT = "quandary-log/1"


def write_log(session: Session[Any, Any]) -> str:
    """The log of a session's game, from its start to where it stands; moves that were taken back are not in it."""
    game, puzzle = session.game, session.puzzle
    seed = PuzzleId.parse(puzzle.id).seed if is_seed(game, puzzle.id) else None
    head = {"format": FORMAT, "game": game.name, "id": puzzle.id, "seed": seed, "puzzle": puzzle.text}
    return "".join(_line(entry) for entry in (head, *(_entry(game, turn) for turn in session.turns)))


def is_log(text: str) -> bool:
    """Whether a text is meant as a log."""
    return f'"format": "{FORMAT}"' in text[:200]


def replay_log(text: str, session_of: type[Session[Any, Any]], turn: int | None = None) -> Session[Any, Any]:
    """The session of a log as it stood after so many moves; at the log's end if no number is given."""
    lines = text.splitlines()
    head = _object(lines[0] if lines else "", 1)
    if head.get("format") != FORMAT:
        raise PuzzleError(f"this is no log of a game (expected a first line with format {FORMAT})")
    if turn is not None and not 0 <= turn < len(lines):
        raise UsageError(f"the log has turns 0 to {len(lines) - 1}, not {turn}")
    try:
        game = game_of_name(str(head["game"]))
        position = game.parse(head["puzzle"])
        session = session_of(Puzzle(game.name, str(head["id"]), position, game.format(position)))
    except (KeyError, TypeError, AttributeError) as error:
        raise PuzzleError(f"the log is damaged: {error}", place="line 1") from None
    for number, line in enumerate(lines[1 : None if turn is None else turn + 1], start=2):
        entry = _object(line, number)
        try:
            session.play(str(entry["move"]), str(entry["by"]))
        except (KeyError, QuandaryError) as error:
            raise PuzzleError(f"the log does not replay: {error}", place=f"line {number}") from None
        if _entry(game, session.turn) != entry:
            raise PuzzleError("the move makes other things happen than the log says", place=f"line {number}")
    return session


def _entry(game: Game[Any, Any], turn: Turn[Any, Any]) -> dict[str, Any]:
    score = game.score(turn.position)
    found = {
        "turn": turn.number,
        "move": game.format_move(turn.move),
        "by": turn.by,
        "events": [told(event) for event in turn.events],
        "status": turn.status.value,
        **({} if score is None else {"score": score}),
    }
    entry: dict[str, Any] = json.loads(_line(found))
    return entry


def told(event: Event) -> dict[str, Any]:
    """An event by its name, with its fields."""
    return {"type": type(event).__name__, **asdict(event)}


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, default=str) + "\n"


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise PuzzleError("this is no line of a log (expected a JSON object)", place=f"line {number}")
    return found
