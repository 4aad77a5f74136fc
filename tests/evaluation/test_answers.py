"""Finding the answer in a stranger's text: fixed rules, nothing skipped, nothing repaired, bounded time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.evaluation.answers import LONGEST_ANSWER, LONGEST_TEXT, Unreadable, find_answer, words_of

MOVES = "X+3 B-1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (MOVES, "text"),
        (f"  {MOVES}\n", "text"),
        (f"ANSWER: {MOVES}", "marker"),
        (f"I move X first.\n\nANSWER: {MOVES}\n\nI hope that this helps!", "marker"),
        (f"answer : {MOVES}", "marker"),
        (f"**ANSWER:** `{MOVES}`", "marker"),
        (f"**Final answer: {MOVES}.**", "marker"),
        (f"So the answer is {MOVES}.", "marker"),
        (f"I see.\n\nSo my answer: {MOVES}", "marker"),
        (f"I see.\n\nThe solution is: {MOVES}", "marker"),
        (f"**Solution**\n\nLook:\n```\n{MOVES}\n```", "fence"),
        (f"\U0001f3c1 ANSWER: {MOVES} \U0001f389", "marker"),
        (f"### ANSWER: {MOVES}", "marker"),
        (f"> ANSWER: {MOVES}", "marker"),
        (f"ANSWER:\n{MOVES}", "marker"),
        (f"ANSWER:\n\n```\n{MOVES}\n```\nDone.", "marker"),
        (f"```text\nANSWER: {MOVES}\n```", "marker"),
        (f"ANSWER: A+1\n\nNo, wait.\n\nANSWER: {MOVES}", "marker"),
        ("ANSWER: X+3\nB-1\n\nA+1", "marker"),
        (f"Here:\n```\nA+1\n```\nbetter:\n~~~\n{MOVES}\n~~~\nDone.", "fence"),
        (f"```{MOVES}```", "text"),
        (f"<think>ANSWER: A+1</think>\nANSWER: {MOVES}", "marker"),
        (f"ANSWER: A+1\n</think>\n{MOVES}", "text"),
        (f"<thinking>a</thinking><think>b</think>{MOVES}", "text"),
        (f"ANSWER: {MOVES}\n\n<think>or ANSWER: A+1", "marker"),
        ("ＡＮＳＷＥＲ：　Ｘ＋３　Ｂ－１", "marker"),
        ("ANSWER: X+3 B\u22121", "marker"),
        ("AN\u200bSWER: X+\ufeff3\u00a0B-1", "marker"),
        ("ANSWER: X+3\r\nB-1\r\n", "marker"),
    ],
)
def test_the_answer_is_found(text: str, found: str) -> None:
    answer = find_answer(text)
    assert (words_of(answer.text), answer.found) == (MOVES, found)


@pytest.mark.parametrize(
    "text",
    [
        "<think>ANSWER: X+3",
        "<think>X+3</think>",
        "ANSWER:",
        "ANSWER: X+3\n\nANSWER:\n\n",
        "ANSWER:\n```\n```",
        "```\n```",
        "Here:\n```\nX+3 B-1",
        "```X+3\nB-1\n```",
        "```X+9\n```\nB-1",
        "*" * (LONGEST_TEXT + 1),
        "ANSWER: " + "X" * (LONGEST_ANSWER + 1),
    ],
)
def test_where_there_is_none_there_is_none(text: str) -> None:
    with pytest.raises(Unreadable):
        find_answer(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("ANSWER: X+3 then B-1", "X+3 then B-1"),
        ("ANSWER: X+3\nand then\nB-1", "X+3 and then B-1"),
        ("Perhaps my answer: X+3", "Perhaps my answer: X+3"),
        ("ANSWER: X+3 B-1...", "X+3 B-1..."),
        ("ANSWER: 1. X+3 3. B-1", "1. X+3 3. B-1"),
    ],
)
def test_the_answer_is_found_with_every_word_of_it(text: str, answer: str) -> None:
    assert words_of(find_answer(text).text) == answer


def test_what_is_not_part_of_the_answer_is_counted() -> None:
    assert find_answer("one two\n\nANSWER: X+3").ignored == len("onetwo") + len("ANSWER:")
    assert find_answer("X+3 B-1").ignored == 0


@given(st.text(alphabet="ANSWER:answer `~<>/think*_\n #>X+3,", max_size=200))
def test_every_text_has_an_answer_or_none(text: str) -> None:
    try:
        answer = find_answer(text)
    except Unreadable:
        return
    assert answer.ignored >= 0
    if answer.found == "text" and "think" not in text.lower():
        assert words_of(answer.text).strip("`*_. ") == words_of(text.strip("`*_. \n")).strip("`*_. ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["<think>", "</think>", "ANSWER:", "ANSWER:\n", "```\n", "`", "**", "> ", "\n", "final ", "\u200b", " \t"]
)
def test_long_repetitions_are_read_in_one_go(unit: str) -> None:
    """Rules that looked back and forth would never end on a megabyte of these."""
    for text in (unit * (1_000_000 // len(unit)), unit * (1_000_000 // len(unit)) + "X"):
        try:
            find_answer(text)
        except Unreadable as error:
            assert "\n" not in str(error)
