"""The records of a set: whole, the same for ever, and without anything that gives a solution away."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from typing import Any

import pytest

import quandary
from quandary.core.registry import names
from quandary.evaluation.prompts import prompt_version
from quandary.evaluation.records import SCHEMA, LeftOut, Order, Record, make_new_records, make_records
from tests.evaluation.made import judged, records
from tests.games.rush_hour.boards import EASY, STUCK

FIELDS = [
    *("schema", "id", "game", "variant", "prompt_version", "prompt", "puzzle", "task", "difficulty", "metric", "cost"),
    *("optimal", "bound", "verify"),
]


def _made(name: str, order: Order, **settings: Any) -> Record:
    (entry,) = make_new_records(quandary.game(name), quandary.generate(name, count=9, seed=5, **settings), 1, order)
    assert not isinstance(entry, LeftOut)
    return entry


def test_a_record_has_its_fields_and_no_solution_unless_asked() -> None:
    record = _made("rush-hour", Order(), level="beginner")
    assert list(record) == FIELDS
    assert (record["schema"], record["id"], record["optimal"]) == (SCHEMA, "rush-hour:beginner#5", True)
    assert record["difficulty"]["grade"] == "beginner"
    assert record["cost"] == record["bound"] == record["difficulty"]["moves"]
    with_solution = _made("rush-hour", Order(with_solutions=True), level="beginner")
    assert {**with_solution, "solution": None} == {**record, "solution": None}
    assert with_solution["solution"]


def test_records_are_json_and_every_prompt_stands_for_itself() -> None:
    for record in records():
        assert json.loads(json.dumps(record)) == record
        prompt = record["prompt"]
        assert prompt.isascii() or record["game"] == "circuit"
        assert "{" not in prompt
        assert prompt.count("\nANSWER: ") == 1
        assert record["solution"] not in prompt


def test_circuit_leaks_neither_answers_nor_the_way() -> None:
    record = _made("circuit", Order(), level="5")
    whole = json.dumps(record)
    assert '\\"answer\\"' not in whole
    assert '\\"solution\\"' not in whole
    puzzle = quandary.game("circuit").parse(next(quandary.generate("circuit", level="5", seed=5)).text)
    briefing = quandary.game("circuit").briefing()
    assert briefing is not None
    assert quandary.game("circuit").parse(briefing.completed(record["puzzle"])) == puzzle


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"a": 1}', '{"connectors": 3}', "[" * 100_000, '"solution"'])
def test_what_is_no_text_of_a_set_is_left_to_the_parser(text: str) -> None:
    briefing = quandary.game("circuit").briefing()
    assert briefing is not None
    assert briefing.completed(text) == text
    with pytest.raises(quandary.PuzzleError):
        quandary.verify("circuit", text, "r0c1")


@pytest.mark.process
def test_the_recipe_is_a_command_that_works() -> None:
    for record in records()[::5]:
        command = [sys.executable, "-m", *record["verify"]["command"]]
        ran = subprocess.run(
            command, input=f"ANSWER: {record['solution']}", capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        # The command is given the text alone, and does not know what the set calls it.
        assert json.loads(ran.stdout) == {**judged(record, f"ANSWER: {record['solution']}").as_dict(), "id": "1"}


def test_unsolvable_and_unknown_puzzles_are_left_out_and_told() -> None:
    game = quandary.game("rush-hour")
    puzzles = list(game.read_pack(f"{EASY}\n{STUCK}\n{EASY}\n{game.examples[0]}\n"))
    assert all(isinstance(puzzle, quandary.Puzzle) for puzzle in puzzles)
    found = list(make_records(game, puzzles, Order()))  # type: ignore[arg-type]
    assert isinstance(found[0], dict)
    assert found[0]["id"].startswith("rush-hour@")
    assert found[0]["title"] == "1"
    assert found[1] == LeftOut("2", "it is unsolvable", is_unknown=False)
    assert found[2] == LeftOut(found[0]["id"], "it is in the set already", is_unknown=False)
    unknown = list(make_records(game, puzzles[:1], Order(nodes=1)))  # type: ignore[arg-type]
    assert unknown == [LeftOut("1", "the nodes budget ended before it was solved", is_unknown=True)]


@pytest.mark.slow
def test_deals_that_cannot_be_won_are_passed_over() -> None:
    game = quandary.game("klondike")
    found = list(make_new_records(game, quandary.generate(game, count=50, seed=4), 3, Order()))
    assert [entry["id"] for entry in found if isinstance(entry, dict)] == ["klondike#4", "klondike#6", "klondike#7"]


def test_a_score_that_can_be_reached_and_is_not_easily() -> None:
    record = _made("exponentile", Order(quest_moves=2))
    task, measures = record["task"], record["difficulty"]
    assert task["goal"] == "score"
    assert task["target"] <= record["cost"]
    assert 0 < measures["reaching"] < 0.2
    with pytest.raises(quandary.UsageError, match="1 to 4 moves, not 9"):
        _made("exponentile", Order(quest_moves=9))


def test_every_line_of_play_is_tried() -> None:
    """The core's best is compared with all lines of Python's rules, and no line needs a tile that is not told."""
    game = quandary.game("exponentile")
    briefing = game.briefing()
    assert briefing is not None
    for rules in ("classic", "web"):
        puzzle = next(quandary.generate("exponentile", rules=rules, width=4, height=4, seed=3))
        quest = briefing.quest(puzzle.position, 2)
        assert quest is not None
        ends = []
        for first in game.moves(puzzle.position):
            after = game.play(puzzle.position, first)
            seconds = [game.play(after.position, move) for move in game.moves(after.position)]
            ends += [(second.position.score, (*after.events, *second.events)) for second in seconds] or [
                (after.position.score, after.events)
            ]
        assert quest.best_score == max(score for score, _ in ends)
        tiles = [sum(len(getattr(event, "tiles", ())) for event in events) for _, events in ends]
        assert quest.tiles_told == max(tiles)
        assert quest.measures["lines"] == len(ends)


def test_the_order_is_checked_before_any_work() -> None:
    with pytest.raises(quandary.UsageError, match="no metric 'pushes'"):
        make_records(quandary.game("rush-hour"), (), Order(metric="pushes"))
    with pytest.raises(quandary.UsageError, match="played for a score"):
        make_records(quandary.game("exponentile"), (), Order(metric="moves"))


@pytest.mark.parametrize("name", names(with_examples=True))
def test_every_game_has_a_briefing_whose_example_can_be_read(name: str) -> None:
    game = quandary.game(name)
    briefing = game.briefing()
    assert briefing is not None
    moves = game.parse_moves(briefing.example)
    assert game.format_moves(moves) == briefing.example
    position = game.parse(game.examples[1])
    for metric in game.metrics:
        assert briefing.goal(position, metric, None)
    assert prompt_version(briefing) == f"1.{briefing.version}"


# A prompt whose words have changed needs a new version: `Briefing.version`, or `VERSION` of the frame.
WORDS = {
    "circuit": "4919c0c3d34a5086",
    "exponentile": "976f3d29ea28eed8",
    "klondike": "e70a7bbceddfbe54",
    "rush-hour": "4a42e2712a84211a",
    "sokoban": "a60b38e1b9584b2c",
}


@pytest.mark.parametrize("name", names())
def test_the_words_of_a_version_never_change(name: str) -> None:
    prompts = "\n".join(record["prompt"] for record in records() if record["game"] == name)
    assert hashlib.sha256(prompts.encode()).hexdigest()[:16] == WORDS[name]
