"""Whatever people give, made a puzzle: a text, an id, a file, an entry of a shipped pack, today's, a position …

Everybody who is handed a puzzle comes here, so that the same board is the same puzzle wherever it is given. A
text of one puzzle and an id go through `puzzle_of`; a file, and a text that may hold many, through `read_…`,
where a bad puzzle comes out as its error and the others go on. `today` (or `daily`) is the day's puzzle, which goes
by the id of its seed, so that tomorrow it is still the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from quandary.core.arguments import check_type, described
from quandary.core.budget import Task
from quandary.core.errors import BudgetEnded, PuzzleError, WrongPuzzle
from quandary.core.game import Game, Puzzle
from quandary.core.ids import PuzzleId, board_id, is_id, lasting_id
from quandary.core.registry import game as game_of_name
from quandary.core.registry import resolve_game
from quandary.engine.generate import (
    canonical_seed_id,
    check_rules,
    daily_id,
    puzzle_of_seed,
    settings_of,
    split_rules,
)
from quandary.engine.puzzle_records import is_records, read_records

Entries = Iterator[Puzzle[Any] | PuzzleError]

TODAY = ("today", "daily")
"""The words for the day's puzzle."""

_position_types: dict[type, type] = {}


def puzzle(game: str | Game[Any, Any], text: str, **choices: Any) -> Puzzle[Any]:
    """The puzzle of a text or an id (`rush-hour:expert#42`); `choices` are rules that a text leaves open."""
    return puzzle_of(resolve_game(game).variant(**choices), text)


def puzzle_of(game: Game[Any, Any], given: Any, *, number: int | None = None, task: Task | None = None) -> Puzzle[Any]:
    """The puzzle of a text, an id, `today`, a position, a `Path` (the file's first) or a `Puzzle`.

    What has no id of its own is called by its number in its source, if one is given, or else by its board. A task's
    budget and cancellation hold for making what an id names.
    """
    found = _found(game, given, task)
    if isinstance(found, Puzzle):
        return found
    name = board_id(game, found) if number is None else str(number)
    return Puzzle(game.name, name, found, game.format(found))


def posed(game: Game[Any, Any], given: Any, number: int) -> tuple[str, Any]:
    """The id and the position of `puzzle_of`, without a text: to write it can take longer than to solve."""
    found = _found(game, given)
    return (found.id, found.position) if isinstance(found, Puzzle) else (str(number), found)


def _found(game: Game[Any, Any], given: Any, task: Task | None = None) -> Any:
    """The puzzle, if what is given has a name; else the position."""
    found = _read(game, given, task)
    if game.variant_choices:
        check_rules(game, game.rules_of(found.position if isinstance(found, Puzzle) else found))
    return found


def _read(game: Game[Any, Any], given: Any, task: Task | None) -> Any:
    if isinstance(given, Puzzle):
        if given.game != game.name:
            raise WrongPuzzle(f"expected a {game.name} puzzle, got a {given.game} puzzle")
        return given
    if isinstance(given, Path):
        return good(next(read_file(game, given)))
    if isinstance(given, str):
        if is_records(given):
            return good(next(read_records(game, given)))
        name = id_in(game, given)
        return game.parse(given) if name is None else puzzle_of_id(game, name, task)
    if not isinstance(given, _position_type(game)):
        expected = "a text, an id, a position, a Path or a Puzzle"
        raise WrongPuzzle(f"{described(given)} is no puzzle of {game.name} (expected {expected})")
    return given


def id_in(game: Game[Any, Any], text: str) -> str | None:
    """The id that a text says, in which `today` is today's seed; None if the text is meant as something else."""
    if text.strip().removeprefix(f"{game.name}:") in TODAY:
        return str(daily_id(game))
    return text if is_id(game, text) else None


def puzzle_of_id(game: Game[Any, Any], text: str, task: Task | None = None) -> Puzzle[Any]:
    """Return the puzzle that an id names, under this id as it was given.

    Rules that the game was given beside the id may make another puzzle than the id alone: that one gets the id that
    names it. A task's budget and cancellation hold for making it. Raise `PuzzleError` if the seed makes no puzzle,
    which is the same on every machine, and `BudgetEnded` if the budget ended before that was known.
    """
    given = (id_in(game, text) or text).strip()
    name = PuzzleId.parse(given)
    if name.seed is None:
        if shipped := _shipped(game, name):
            return replace(shipped, id=given)
        position = game.parse(name.board)
        return Puzzle(game.name, given, position, game.format(position))
    settings = settings_of(game, name.words)
    if settings is None:
        raise PuzzleError(f"{game.name} has no setting like this (expected {game.name}#SEED)", puzzle=text)
    check_rules(game, split_rules(game, name.words)[0])
    try:
        made = _ready_made(game, name) or puzzle_of_seed(game, name.seed, settings, task)
    except BudgetEnded as ended:
        raise BudgetEnded(f"puzzle {text}: {ended}", reason=ended.reason) from None
    if made is None:
        raise PuzzleError("this seed makes no puzzle", puzzle=text)
    return made if game.variant_choices else replace(made, id=given)


def canonical_id(game: Game[Any, Any], puzzle: Puzzle[Any]) -> str:
    """Return the one id under which progress and saved games know a puzzle, whatever it was asked for by."""
    try:
        name = PuzzleId.parse(puzzle.id) if is_id(game, puzzle.id) else None
    except PuzzleError:
        name = None
    if name is None:
        return board_id(game, puzzle.position)
    if name.seed is not None:
        return canonical_seed_id(game, name)
    pack, number = name.pack or ("", 0)
    ids = _ids_of_pack(game.name, pack)
    return ids[number - 1] if 0 < number <= len(ids) else str(name)


@cache
def _ids_of_pack(game: str, pack: str) -> tuple[str, ...]:
    """Return the canonical ids of a shipped pack, none if there is no such pack."""
    from quandary.engine.packs import pack_names, shipped_pack

    known = game_of_name(game)
    if pack not in pack_names(known):
        return ()
    return tuple(lasting_id(known, puzzle) for puzzle in shipped_pack(known, pack))


def _shipped(game: Game[Any, Any], name: PuzzleId) -> Puzzle[Any] | None:
    """Return the entry of a shipped pack, None if the board is not meant as one."""
    if name.pack is None:
        return None
    # Imported late: what finds a package's files is slow to load, and packs are seldom asked for.
    from quandary.engine.packs import shipped_packs

    pack, number = name.pack
    entries = shipped_packs(game).get(pack)
    if entries is None:
        return None
    if number > len(entries):
        raise PuzzleError(f"the pack {pack} has {len(entries)} puzzles", puzzle=str(name))
    return entries[number - 1]


def _ready_made(game: Game[Any, Any], name: PuzzleId) -> Puzzle[Any] | None:
    """What a seed has made already, where making it again takes long."""
    generator = game.generator()
    if generator is None or name.words not in generator.slow:
        return None
    from quandary.engine.packs import shipped_packs

    return next((puzzle for puzzle in shipped_packs(game)[name.words] if puzzle.id == str(name)), None)


def _position_type(game: Game[Any, Any]) -> type:
    """What this game's positions are; seen once, for to parse an example takes longer than many a solve."""
    kind = type(game)
    if kind not in _position_types:
        _position_types[kind] = type(game.parse(game.examples[0])) if game.examples else object
    return _position_types[kind]


def check_position(game: Game[Any, Any], position: Any) -> None:
    """Raise `UsageError` unless `position` is one of this game."""
    kind = _position_type(game)
    check_type("a position", position, kind, f"one of {game.name} (a {kind.__name__})")


def good(entry: Puzzle[Any] | PuzzleError) -> Puzzle[Any]:
    """A puzzle that was read; raises its error if it is a bad one."""
    if isinstance(entry, PuzzleError):
        raise entry
    return entry


def read_file(game: str | Game[Any, Any], file: str | Path) -> Iterator[Puzzle[Any] | PuzzleError]:
    """The puzzles of a file, in any of the game's formats; a bad one comes as its error, and the others go on."""
    game = resolve_game(game)
    check_type("a file", file, (str, Path), "a name or a Path")
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        yield PuzzleError(f"cannot be read: {error.strerror}", source=str(file))
        return
    yield from read_content(game, content, str(file))


def read_content(game: Game[Any, Any], content: bytes, source: str) -> Entries:
    """The puzzles of what a file, or standard input, holds."""
    problem = PuzzleError("is not text", source=source)
    for encoding in game.encodings:
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError as error:
            problem = PuzzleError("is not UTF-8 text", source=source, place=f"byte {error.start}")
    else:
        yield problem
        return
    for entry in read_text(game, text, f"holds no {game.name} puzzle"):
        yield entry.located(source=source) if isinstance(entry, PuzzleError) else entry


def read_text(game: Game[Any, Any], text: str, if_none: str = "the puzzle is empty") -> Entries:
    """The puzzles of a text that may hold many; an error that says `if_none` where it holds none."""
    entry: Puzzle[Any] | PuzzleError | None = None
    for entry in read_records(game, text) if is_records(text) else game.read_pack(text):
        yield entry
    if entry is None:
        yield PuzzleError(if_none)
