"""A conformance test that fails says in words what is missing, and where to add it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quandary.testing
from quandary.game import Game, IllegalMove, Option, Outcome, Puzzle, PuzzleError, Status
from quandary.games.template import Hop, Hopped, Position, Template
from quandary.testing import Conformance, find_game, generators, rules, scores, sessions, solving, texts

FOLDER = Path(quandary.testing.__file__).parent
HERE = __name__


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_every_assertion_has_a_message(file: Path) -> None:
    bare = [
        node.lineno for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Assert) and not node.msg
    ]
    assert bare == []


def faulty(**members: Any) -> Template:
    """The template with some members replaced."""
    changed: Template = type("Changed", (Template,), {"__module__": HERE, **members})()
    return changed


def _no_events(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    return Outcome(Template.play(position, move).position, ())


def _no_won(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    after, events = Template.play(position, move)
    return Outcome(after, events[:1])


def _text_events(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    return Outcome(Template.play(position, move).position, ("hop",))  # type: ignore[arg-type]


def _stays(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    return Outcome(position, (Hopped("F", 1, 1),))


def _plays_all(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    try:
        return Template.play(position, move)
    except IllegalMove:
        return Outcome(position, (Hopped("F", 1, 1),))


def _no_reason(self: Any, position: Position, move: Hop) -> Outcome[Position]:
    try:
        return Template.play(position, move)
    except IllegalMove:
        raise IllegalMove("") from None


def _parse_or_crash(text: str) -> Position:
    try:
        return Template.parse(text)
    except PuzzleError as error:
        raise KeyError(text) from error


def _pack_without_bad(self: Any, text: str) -> Any:
    return (entry for entry in Game.read_pack(self, text) if isinstance(entry, Puzzle))


def _pack_without_number(self: Any, text: str) -> Any:
    for entry in Game.read_pack(self, text):
        yield entry if isinstance(entry, Puzzle) else PuzzleError(entry.problem)


FAULTS: dict[str, tuple[Callable[[Any], None], Template, str]] = {
    "no events": (
        rules.test_every_legal_move_plays_and_says_what_happened,
        faulty(play=_no_events),
        r"Changed.play returns no events for move '1' in position 'F_T': add at least one",
    ),
    "no Won": (
        rules.test_every_legal_move_plays_and_says_what_happened,
        faulty(play=_no_won),
        r"Changed.play must add Won\(\) as the last event",
    ),
    "strange events": (
        rules.test_every_legal_move_plays_and_says_what_happened,
        faulty(play=_text_events),
        "Changed.play must return events derived from quandary.game.Event",
    ),
    "nothing changes": (
        rules.test_every_legal_move_plays_and_says_what_happened,
        faulty(play=_stays),
        "Changed.play must return a changed position",
    ),
    "illegal moves play": (
        rules.test_every_other_move_is_refused_with_a_reason,
        faulty(play=_plays_all),
        "Changed.play must raise IllegalMove for move",
    ),
    "no reason": (
        rules.test_every_other_move_is_refused_with_a_reason,
        faulty(play=_no_reason),
        "Changed.play must give IllegalMove a reason",
    ),
    "another name": (
        rules.test_every_listed_move_is_listed_by_its_own_name,
        faulty(canonical_move=lambda self, position, move: replace(move, stone=9)),
        "Changed.canonical_move must leave a listed move as it is",
    ),
    "no ending": (
        rules.test_no_move_is_legal_when_the_game_is_over,
        faulty(status=lambda self, position: Status.PLAYING),
        "random play of .*Changed.examples never ends: add a puzzle",
    ),
    "no moves": (
        rules.test_a_game_that_goes_on_has_a_move,
        faulty(status=lambda self, position: Status.PLAYING),
        "Changed.status must not be PLAYING where .*Changed.moves returns none",
    ),
    "moves twice": (
        rules.test_moves_and_positions_are_values,
        faulty(moves=lambda self, position: Template.moves(position) * 2),
        "Changed.moves returns a move twice",
    ),
    "no cost": (
        rules.test_every_move_costs_something_in_every_metric,
        faulty(metrics=("moves", "hops"), move_cost=lambda self, position, move, metric: metric == "moves"),
        "Changed.move_cost is 0 for every move in the metric 'hops'",
    ),
    "no rules": (
        rules.test_rules_are_those_that_can_be_chosen,
        faulty(variant_options=(Option("wind", int, 1, "how strong it is"),)),
        r"Changed.rules_of must return .* of every option in .*Changed.variant_options \(wind\), not of none",
    ),
    "texts": (
        texts.test_positions_come_back_from_their_texts,
        faulty(compact=lambda self, position: position.stones[::-1].replace("F", "T")),
        "Changed.parse refuses what .*Changed.compact writes, 'T_T'",
    ),
    "moves' texts": (
        texts.test_moves_come_back_from_their_texts,
        faulty(format_move=lambda self, move: str(move.stone + 1)),
        "Changed.parse_move must read what .*Changed.format_move writes: '2'",
    ),
    "packs": (
        texts.test_packs_come_back_from_their_files,
        faulty(write_pack=lambda self, puzzles: ""),
        "Changed.read_pack must read back what .*Changed.write_pack writes: ''",
    ),
    "bad puzzles": (
        texts.test_a_bad_puzzle_in_a_pack_leaves_the_others_readable,
        faulty(read_pack=_pack_without_bad),
        "Changed.read_pack must yield a bad puzzle as its PuzzleError.* got Puzzle, Puzzle",
    ),
    "their numbers": (
        texts.test_a_bad_puzzle_in_a_pack_leaves_the_others_readable,
        faulty(read_pack=_pack_without_number),
        "Changed.read_pack must say which puzzle is bad: .* not None",
    ),
    "damaged texts": (
        texts.test_damaged_texts_raise_puzzle_error_and_nothing_else,
        faulty(parse=staticmethod(_parse_or_crash)),
        "Changed.parse must raise PuzzleError for .*, not KeyError",
    ),
    "nothing to solve": (
        solving.test_solutions_are_solutions,
        faulty(examples=("F_TT", "F_TT")),
        "no puzzle of .*Changed.examples can be solved: add one that can|saved games find a game by its name",
    ),
    "no way home": (
        sessions.test_following_the_hints_solves_the_puzzle_in_the_distance_told,
        faulty(),
        'saved games find a game by its name: install its package, with template = "PACKAGE:GAME" under',
    ),
    "same puzzles": (
        generators.test_puzzles_differ_and_have_the_optimum_they_claim,
        faulty(likeness=lambda self, position: "x"),
        r"no further template puzzle found|only 1 differ by .*Changed.likeness",
    ),
    "daily": (
        generators.test_the_settings_for_every_day_are_those_of_an_id,
        faulty(daily="toads2-frogs1"),
        "must be the words of an id: template:toads2-frogs1#20261115 makes template:frogs1-toads2#20261115",
    ),
    "score": (
        scores.test_every_position_has_a_score,
        faulty(is_scored=True),
        "Changed.score returns None in position 'F_T': add what the game counts",
    ),
    "players": (
        scores.test_players_play_by_the_rules,
        faulty(is_scored=True),
        "a game played for a score needs a player.*: add PLAYERS to players.py",
    ),
    "strategies": (
        scores.test_there_is_nothing_to_solve_and_it_is_said,
        faulty(is_scored=False),
        r"has no strategies, take \['reference'\] out of solver.py",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_in_words(fault: str) -> None:
    test, game, message = FAULTS[fault]
    with pytest.raises((AssertionError, pytest.fail.Exception, quandary.QuandaryError), match=message):
        test(game)


def test_an_example_that_cannot_be_solved_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "examples", ("F_T", "FTT_T"))
    message = r"Template.examples\[1\] cannot be solved \('FTT_T'\): put a puzzle there that can"
    with pytest.raises(AssertionError, match=message):
        sessions.test_following_the_hints_solves_the_puzzle_in_the_distance_told(quandary.game("template"))


def _tested(**members: Any) -> Conformance:
    return type("TestMine", (Conformance,), members)()  # type: ignore[no-any-return]


MISSING: dict[str, tuple[Conformance, str]] = {
    "game": (_tested(), 'add game = "NAME" to class TestMine'),
    "its type": (_tested(game=3), "game of class TestMine must be a name or a Game, not 3"),
    "the package": (
        _tested(game="templte"),
        "no game 'templte' .*; install its package, with templte = \"PACKAGE:GAME\" under",
    ),
    "title": (_tested(game=faulty(title="")), "the game has no title: add .*Changed.title"),
    "examples": (_tested(game=faulty(examples=("F_T",))), "Changed.examples must be a tuple of two texts or more"),
    "an example": (
        _tested(game=faulty(examples=("F_T", "FT?"))),
        r"Changed.examples\[1\] is refused by .*Changed.parse",
    ),
    "a start": (
        _tested(game=faulty(examples=("F_T", "T_F"))),
        r"Changed.examples\[1\] must be a puzzle that can be played",
    ),
}


@pytest.mark.parametrize("what", MISSING)
def test_what_is_missing_is_told_before_any_test(what: str) -> None:
    test, message = MISSING[what]
    with pytest.raises(pytest.fail.Exception, match=message):
        find_game(test)
