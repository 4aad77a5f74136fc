"""A corpus of wrapped answers: whatever is written around moves, they are judged as if they stood alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

import quandary
from tests.evaluation.made import answer_of, judged, moves_of, records
from tests.games.rush_hour.boards import EASY

Wrapper = Callable[[list[str], str], str]
"""Moves, and the same in one line, to what a model might write."""


def _numbered(label: str, between: str) -> Wrapper:
    return lambda moves, line: between.join(
        f"{label.format(number)} {move}" for number, move in enumerate(moves, start=1)
    )


WRAPPERS: dict[str, Wrapper] = {
    "a line": lambda moves, line: f"ANSWER: {line}",
    "lower case": lambda moves, line: f"Thinking done.\n\nanswer: {line}",
    "my answer": lambda moves, line: f"My final answer: {line}",
    "the answer is": lambda moves, line: f"First I looked.\n\nThe answer is: {line}.",
    "the answer is, bold": lambda moves, line: f"**The final answer is:** {line}",
    "bold word": lambda moves, line: f"**Answer**\n\n{line}",
    "bold word and moves": lambda moves, line: f"Easy.\n**Answer** {line}",
    "bold line": lambda moves, line: f"**ANSWER: {line}**",
    "heading": lambda moves, line: f"## Analysis\n\nblah\n\n## Final Answer\n\n{line}\n",
    "heading and fence": lambda moves, line: f"### Answer\n```\n{line}\n```",
    "box": lambda moves, line: f"So it is \\boxed{{{line}}}.",
    "box in a formula": lambda moves, line: f"$$\n\\boxed{{{line}}}\n$$",
    "box with a font": lambda moves, line: f"ANSWER: $\\boxed{{\\text{{{line}}}}}$",
    "box with spaces": lambda moves, line: "\\boxed{" + ",\\ ".join(moves) + "}",
    "box with arrows": lambda moves, line: "\\boxed{" + r" \rightarrow ".join(moves) + "}",
    "tag": lambda moves, line: f"<think>hm</think>\n<answer>{line}</answer>",
    "tag over lines": lambda moves, line: f"<answer>\n{line}\n</answer>\nI hope that this helps!",
    "tag that a stop word ends": lambda moves, line: f"I am done. <answer>{line}",
    "tag around a line": lambda moves, line: f"<answer>\nANSWER: {line}\n</answer>",
    "tag around a box": lambda moves, line: f"<answer>\\boxed{{{line}}}</answer>",
    "tag around a fence": lambda moves, line: f"<ANSWER>\n```text\n{line}\n```\n</ANSWER>",
    "tag around a list": lambda moves, line: f"<answer>{json.dumps(moves)}</answer>",
    "end of turn": lambda moves, line: f"ANSWER: {line}<|im_end|>",
    "ends of turns": lambda moves, line: f"ANSWER: {line}<|eot_id|>\n</s>\n",
    "end of a sentence": lambda moves, line: f"{line}<｜end▁of▁sentence｜>",
    "another turn": lambda moves, line: f"ANSWER: {line}<|im_end|>\n<|im_start|>user\nThank you!",
    "double quotes": lambda moves, line: f'ANSWER: "{line}"',
    "curly quotes": lambda moves, line: f"ANSWER: “{line}”",
    "single quotes": lambda moves, line: f"'{line}'",
    "backticks": lambda moves, line: f"ANSWER: `{line}`.",
    "each in backticks": lambda moves, line: "ANSWER: " + ", ".join(f"`{move}`" for move in moves),
    "each bold": lambda moves, line: "ANSWER: " + " ".join(f"**{move}**" for move in moves),
    "JSON list": lambda moves, line: f"ANSWER: {json.dumps(moves)}",
    "JSON list over lines": lambda moves, line: f"```json\n{json.dumps(moves, indent=2)}\n```",
    "JSON object": lambda moves, line: json.dumps({"answer": line}),
    "JSON object of a list": lambda moves, line: f"```json\n{json.dumps({'moves': moves})}\n```",
    "JSON object with thoughts": lambda moves, line: json.dumps({"reasoning": "hm", "answer": moves}),
    "Python list": lambda moves, line: f"ANSWER: {moves}",
    "bare list": lambda moves, line: f"ANSWER: [{', '.join(moves)}]",
    "commas": lambda moves, line: f"ANSWER: {', '.join(moves)}.",
    "semicolons": lambda moves, line: f"ANSWER: {'; '.join(moves)}",
    "arrows": lambda moves, line: f"ANSWER: {' -> '.join(moves)}",
    "real arrows": lambda moves, line: f"ANSWER: {' → '.join(moves)}",
    "double arrows": lambda moves, line: f"ANSWER: {' => '.join(moves)}",
    "numbers in a line": lambda moves, line: "ANSWER: " + _numbered("{}.", " ")(moves, line),
    "numbered lines": lambda moves, line: "ANSWER:\n" + _numbered("{}.", "\n")(moves, line),
    "numbered lines after a gap": lambda moves, line: "**Answer:**\n\n" + _numbered("{})", "\n")(moves, line),
    "numbered steps": lambda moves, line: "ANSWER:\n" + _numbered("Step {}:", "\n")(moves, line),
    "numbered fence": lambda moves, line: "```\n" + _numbered("({})", "\n")(moves, line) + "\n```",
    "bullets": lambda moves, line: "ANSWER:\n" + "\n".join(f"- {move}" for move in moves),
    "round bullets": lambda moves, line: "ANSWER:\n" + "\n".join(f"• `{move}`" for move in moves),
    "stars": lambda moves, line: "<answer>\n" + "\n".join(f"* {move}" for move in moves) + "\n</answer>",
    "lines": lambda moves, line: "ANSWER:\n" + "\n".join(moves),
    "a sentence after it": lambda moves, line: f"ANSWER: {line}\nThis solves the puzzle in {len(moves)} moves.",
    "sentences after it": lambda moves, line: f"ANSWER: {line}.\nI hope this helps!\nAsk me for more or less.",
    "a paragraph after it": lambda moves, line: f"ANSWER: {line}\n\nNote that move 3 is the clever one.",
    "second thoughts": lambda moves, line: f"ANSWER: X+1\n\nNo, that is wrong.\n\n\\boxed{{{line}}}",
    "third thoughts": lambda moves, line: f"\\boxed{{X+1}}\n\n<answer>l</answer>\n\nANSWER: {line}",
    "fence": lambda moves, line: f"Here you are:\n\n```\n{line}\n```\n\nGood luck!",
    "quoted reply": lambda moves, line: f"> **ANSWER:** {line}",
    "alone": lambda moves, line: line,
}


@cache
def _corpus() -> list[tuple[str, str, int, bool]]:
    """Every wrapper around a solution of every game, and around moves that solve nothing."""
    firsts = {record["game"]: number for number, record in reversed(list(enumerate(records())))}
    return [
        (name, game, number, wrong) for name in WRAPPERS for game, number in firsts.items() for wrong in (False, True)
    ]


def test_the_corpus_is_large() -> None:
    assert sum(not wrong for *_, wrong in _corpus()) >= 300


@pytest.mark.slow
@pytest.mark.parametrize("name", WRAPPERS)
def test_wrapped_answers_are_judged_as_bare_ones(name: str) -> None:
    for of, game, number, wrong in _corpus():
        if of != name:
            continue
        record = records()[number]
        for moves in _rows(record, wrong=wrong):
            line = answer_of(record, moves)
            bare, wrapped = judged(record, f"ANSWER: {line}"), judged(record, WRAPPERS[name](moves, line))
            assert bare.solved is not wrong or game == "exponentile"
            alike = replace(wrapped, answer=bare.answer, found=bare.found, ignored=bare.ignored)
            assert alike == bare, (name, game, wrapped.problem)


def _rows(record: dict[str, object], *, wrong: bool) -> Iterator[list[str]]:
    moves = moves_of(record, str(record["solution"]))
    if not wrong:
        yield moves
        return
    yield moves[:-1] or [*moves, *moves]
    yield [*moves, moves[-1]]
    yield random.Random(3).sample(moves, len(moves))


RIGHT = "C+3 E-2 D+2 X+4"


@pytest.mark.parametrize(
    "text",
    [
        "ANSWER: C+3 E-2 D+2 X+4\nThen B+1 again, just for fun.",
        "ANSWER: C+3 E-2 D+2 X+4 is my answer",
        "ANSWER: C+3, perhaps E-2 D+2 X+4",
        "ANSWER: C+3 E-2 D+2\nor maybe\nX+4",
        "ANSWER: C+3 E-2 D+2 X+4\nB-l",
        "ANSWER: C+3 E-2 D+2 X+4\nX+4?",
        "ANSWER: 1. C+3 2. E-2 4. D+2 5. X+4",
        "ANSWER: 2. C+3 1. E-2 3. D+2 4. X+4",
        "ANSWER: 1. C+3 2. 3. E-2 D+2 X+4",
        "ANSWER: C+3 1. E-2 2. D+2 X+4",
        "ANSWER: 1. C+3 2. E-2 3. D+2 4. X+4 5.",
        "ANSWER:\n- C+3\nE-2\n- D+2\n- X+4",
        "\\boxed{C+3 E-2 D+2 X+4",
        "\\boxed{C+3 E-2 D+2 X+4} or \\boxed{C+3 X+4}",
        "\\boxed{C+3 E-2 D+2 \\color{red} X+4}",
        "<answer>C+3 E-2 D+2 X+4</answer> <answer>C+3</answer>",
        "<answer>C+3 E-2 D+2 X+4\n\nB+1</answer>",
        "<answer>C+3 E-2 D+2 X+4, I think</answer>",
        'ANSWER: "C+3 E-2 D+2 X+4',
        'ANSWER: C+3 "E-2 D+2 X+4',
        'ANSWER: ["C+3", "E-2", ["D+2", "X+4"]]',
        'ANSWER: ["C+3", "E-2", "D+2", "X+4", true]',
        'ANSWER: ["C+3", "E-2", "D+2", "X+4"',
        '{"answer": "C+3 X+4", "answer": "C+3 E-2 D+2 X+4"}',
        '{"answer": "C+3 E-2 D+2 X+4", "solution": "C+3 X+4"}',
        '{"answer": {"answer": "C+3 E-2 D+2 X+4"}, "moves": []}',
        '{"thoughts": "C+3 E-2 D+2 X+4"}',
        "C+3 E-2 <|im_end|> D+2 X+4",
        "C+3 E-2 D+2 X+4 <|im_end|> B+1",
        "C+3 E-2 D+2 X+4\nThis solves the puzzle.",
        "ANSWER: C+3 E-2 D+2 \u0410+4",
        "\\boxed{C+3 E-2 D+2 \u202eX+4}",
        'ANSWER: ["C+3", "E-2", "D+2", "A\\u0000+4"]',
        "ANSWER: ->",
        "<think>ANSWER: C+3 E-2 D+2 X+4",
    ],
)
def test_what_is_not_wrapping_is_refused(text: str) -> None:
    judgement = quandary.verify("rush-hour", EASY, text)
    assert not judgement.solved
    assert judgement.problem
    assert quandary.verify("rush-hour", EASY, RIGHT).solved


def test_arrows_belong_to_moves_where_a_game_writes_them_so() -> None:
    board = "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web"
    for answer in ("r2c1>r2c2 r3c1>r3c2", "r2c1 → r2c2, r3c1 → r3c2", "r2c1->r2c2 -> r3c1->r3c2", "r2c1 > r2c2"):
        assert quandary.verify("exponentile", board, answer).readable, answer
    assert not quandary.verify("exponentile", board, "r2c1 -> r2c2 -> r3c1").readable
    assert quandary.verify("rush-hour", EASY, RIGHT.replace(" ", "->")).solved


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    ["[", '["', "\\boxed{", "<answer>", "{", "(", "1. ", "- x\n", "->", "**", "<|a|>", "$", "\\text{", "Answer\n"],
)
def test_deep_wrapping_is_read_in_one_go(unit: str) -> None:
    for text in (unit * (100_000 // len(unit)), "ANSWER: " + unit * (100_000 // len(unit)) + "X"):
        assert not quandary.verify("rush-hour", EASY, text).solved
