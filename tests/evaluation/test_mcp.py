"""`quandary mcp`, played by the client of the official package, over the pipes of a real process."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from quandary.core.registry import names
from quandary.evaluation.records import Record
from tests.cli.conftest import Quandary
from tests.evaluation.made import moves_of, records
from tools.site_pages import ROOT

pytest.importorskip("mcp")

import anyio
from mcp import Client, StdioServerParameters

pytestmark = [pytest.mark.process, pytest.mark.slow]


Replies = list[tuple[str, bool]]


def _play(arguments: list[str], calls: list[tuple[str, dict[str, Any]]]) -> tuple[dict[str, Any], Replies]:
    """What the server says of its tools, and what it answers to each call: a text, and whether it is an error."""
    command = ["-m", "quandary", "mcp", *arguments]
    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))

    async def talk() -> tuple[dict[str, Any], Replies]:
        async with Client(server) as client:
            tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
            replies = []
            for name, given in calls:
                result = await client.call_tool(name, given)
                text = "".join(part.text for part in result.content if part.type == "text")
                replies.append((text, bool(result.is_error)))
            return tools, replies

    return anyio.run(talk)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _moves(record: Record) -> tuple[str, dict[str, str]]:
    return "move", {"moves": record["solution"]}


def test_a_set_is_played_in_order_logged_and_judged(tmp_path: Path, quandary: Quandary) -> None:
    asked = [records()[number] for number in (0, 4, 16)]
    set_file, log = tmp_path / "set.jsonl", tmp_path / "log.jsonl"
    hidden = [{key: value for key, value in record.items() if key != "solution"} for record in asked]
    set_file.write_text("".join(json.dumps(record) + "\n" for record in hidden), encoding="utf-8")
    first = moves_of(asked[0], asked[0]["solution"])[0]
    tools, told = _play(
        ["--set", str(set_file), "--log", str(log), "--calls", "9", "--model", "somebody"],
        [
            ("look", {}),
            ("new", {"puzzle": "sokoban#1"}),
            ("new", {}),
            ("move", {"moves": "\x1b[2J and so on"}),
            ("move", {"moves": first}),
            ("undo", {}),
            _moves(asked[0]),
            ("look", {}),
            ("new", {}),
            ("give_up", {}),
            ("new", {}),
            _moves(asked[2]),
        ],
    )
    assert sorted(tools) == ["give_up", "look", "move", "new", "undo"]
    replies = [text for text, _ in told]
    assert [number for number, (_, is_error) in enumerate(told) if is_error] == [0, 1, 3, 7]
    assert replies[0] == "There is no puzzle yet: `new` brings one."
    assert "none can be asked for" in replies[1]
    assert replies[2].startswith(asked[0]["prompt"])
    assert replies[2].endswith("You have 9 calls.")
    assert replies[3].startswith("Not understood")
    assert replies[6].endswith(f"The judge says: solved, {asked[0]['cost']} moves; the optimum is {asked[0]['cost']}.")
    assert replies[7] == "The episode is over."
    assert "The judge says: " in replies[9]
    # The last one was not ended by anybody: it is, when the client leaves.
    played = _lines(log)
    assert [line["id"] for line in played] == [record["id"] for record in asked]
    assert [call["tool"] for call in played[0]["calls"]] == ["move", "move", "undo", "move"]
    assert [line["judgement"]["mark"] for line in played] == [1.0, 0.0, 1.0]
    ran = quandary("verify", "--set", str(set_file), "--answers", str(log), "--json")
    judged = [json.loads(line) for line in ran.out.splitlines()]
    assert [line["mark"] for line in judged[:3]] == [1.0, 0.0, 1.0]
    assert [line["model"] for line in judged[:3]] == ["somebody"] * 3


def test_without_a_set_puzzles_are_made_as_they_are_asked_for(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    _, told = _play(
        ["--calls", "1", "--log", str(log)],
        [
            ("new", {"puzzle": "sokoban:beginner#7"}),
            ("look", {}),
            ("new", {"puzzle": "rush-hour:beginner"}),
            ("new", {"puzzle": "chess"}),
            ("new", {"puzzle": "sokoban:\x1b[2J"}),
        ],
    )
    replies = [text for text, _ in told]
    assert [is_error for _, is_error in told] == [False, False, False, True, True]
    assert "# Sokoban" in replies[0]
    assert "The judge says: " in replies[1]
    assert "# Rush Hour" in replies[2]
    assert replies[3].startswith("There is no such puzzle: ")
    assert replies[4].startswith("There is no such puzzle: ")
    assert replies[4].isprintable()
    assert [line["id"].partition("#")[0] for line in _lines(log)] == ["sokoban:beginner", "rush-hour:beginner"]


# The ids of docs/first-steps.md, and some that look like something else.
IDS = [
    "rush-hour#42",
    "rush-hour:expert#42",
    "klondike:draw1#5",
    "circuit:5#42",
    "rush-hour:BB...C...D.CXX.D.C...D..........EEE.",
    "rush-hour:beginner/3",
    "sokoban:expert/25",
    "sokoban:today",
    "circuit:today",
    "sokoban:#######|#@ $ .#|#######",
    "exponentile:web#42",
    "rush-hour",
    "circuit:3",
]


def test_every_id_of_the_first_steps_is_taken() -> None:
    page = (ROOT / "docs" / "first-steps.md").read_text(encoding="utf-8").partition("## Look")[0]
    told = [word for word in re.findall(r"`([a-z-]+[:#][^`]+)`", page) if word.split(":")[0].split("#")[0] in names()]
    assert len(told) >= 7
    assert set(told) <= set(IDS)
    _, replies = _play([], [("new", {"puzzle": one}) for one in IDS])
    for one, (text, is_error) in zip(IDS, replies, strict=True):
        assert not is_error, (one, text)
        assert "You have 200 calls." in text


def test_what_is_refused_is_an_error(tmp_path: Path) -> None:
    tools, replies = _play(
        [],
        [
            ("new", {"puzle": "sokoban"}),
            ("new", {"puzzle": 3}),
            ("new", {"puzzle": "sokoban:nonsense"}),
            ("new", {"puzzle": "rush-hour:BB...C...D.CXX.D.C...D..........EEE."}),
            ("move", {}),
            ("move", {"moves": "C+3", "more": "E-2"}),
            ("look", {"puzzle": "sokoban"}),
            ("undo", {}),
            ("move", {"moves": "A+1"}),
            ("move", {"moves": "C+3"}),
            ("mvoe", {"moves": "C+3"}),
            ("give_up", {}),
            ("move", {"moves": "C+3"}),
        ],
    )
    assert all(schema["additionalProperties"] is False for schema in tools.values())
    problems = {
        0: "`new` has no argument 'puzle' (arguments: puzzle); did you mean puzzle?",
        1: "The argument puzzle of `new` must be a text, not 3.",
        2: "There is no such puzzle: ",
        4: "`move` needs the argument moves.",
        5: "`move` has no argument 'more' (arguments: moves)",
        6: "`look` has no argument 'puzzle' (arguments: none)",
        7: "There is nothing to take back.",
        8: "Move 1, A+1, is illegal: ",
        10: "There is no tool 'mvoe' (tools: new, look, move, undo, give_up); did you mean move?",
        12: "The episode is over.",
    }
    for number, (text, is_error) in enumerate(replies):
        assert is_error == (number in problems), (number, text)
        assert text.startswith(problems.get(number, "")), (number, text)


def test_what_is_wrong_is_said_before_anybody_plays(tmp_path: Path, quandary: Quandary) -> None:
    ran = quandary("mcp", "--set", str(tmp_path / "nothing.jsonl"))
    assert (ran.status, ran.out) == (2, "")
    ran = quandary("mcp", "--log", str(tmp_path / "no" / "folder.jsonl"))
    assert (ran.status, ran.err.startswith("error: ")) == (2, True)
