"""Answers in the styles in which language models write: right ones are solved, and no wrong one is, in every game.

Every style is tried with a real solution of every game. The wrong styles are made of the same solutions, and must not
be judged as solved: none of the marks around the moves may complete, repair or choose an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

import quandary
from quandary.evaluation import Extractor
from quandary.evaluation.records import Record
from tests.evaluation.made import answer_of, judged, moves_of, records
from tests.games.rush_hour.boards import EASY

Style = Callable[[list[str], str], str]
"""The moves of a solution, and the same in one line, to what a model might write."""

KEYCAP = "\ufe0f\u20e3"


def each(form: str, between: str = "\n", before: str = "ANSWER:\n", after: str = "") -> Style:
    """Every move in a form, which has places for its number and itself."""
    return lambda moves, line: (
        before + between.join(form.format(number, move) for number, move in enumerate(moves, start=1)) + after
    )


def around(form: str) -> Style:
    """The moves in one line, in a form with places for them, for the last of them and for their number."""
    return lambda moves, line: form.replace("LINE", line).replace("LAST", moves[-1]).replace("COUNT", str(len(moves)))


def joined(between: str, last: str | None = None, form: str = "ANSWER: {}") -> Style:
    """The moves with a text between them, and another one before the last."""

    def style(moves: list[str], line: str) -> str:
        ends = [between.join(moves[:-1]), moves[-1]] if last is not None and len(moves) > 1 else [between.join(moves)]
        return form.format((last or "").join(ends))

    return style


RIGHT: dict[str, Style] = {
    # Announcements.
    "final answer": around("Final answer: LINE"),
    "bold final answer": around("Some thoughts.\n\n**Final Answer:** LINE"),
    "final answer in bold": around("**Final answer**: **LINE**"),
    "so the answer is": around("First I looked at the board.\n\nSo the answer is LINE."),
    "so the answer is, colon": around("So the answer is: LINE"),
    "therefore, the answer is": around("Therefore, the final answer is:\n\nLINE"),
    "so my answer": around("So my answer: LINE"),
    "thus the solution is": around("I have looked at it.\n\nThus, the solution is: LINE"),
    "solution": around("Solution: LINE"),
    "bold solution": around("**Solution:** LINE"),
    "here are the moves": around("Here are the moves:\n\nLINE\n\nI hope that this helps you!"),
    "the sequence of moves is": around("Looking at the board, I see it.\nThe final sequence of moves is LINE."),
    "answer with a lead-in": around("ANSWER: The solution is: LINE"),
    "count before the colon": around("ANSWER (COUNT moves): LINE"),
    "emoji before the word": around("✅ **ANSWER:** LINE"),
    # Around the moves.
    "think tags": around("<think>LAST or LAST? ANSWER: none\n</think>\n\nANSWER: LINE"),
    "unicode minus and dash": lambda moves, line: "ANSWER: " + line.replace("-", "\u2212"),
    "en dash": lambda moves, line: "ANSWER: " + line.replace("-", "\u2013"),
    "full width": lambda moves, line: "ANSWER: " + line.replace("+", "\uff0b"),
    "formula": around("ANSWER: $$LINE$$"),
    "each in a formula": each("${1}$", ", ", "ANSWER: "),
    "inline formula": around(r"ANSWER: \(LINE\)"),
    "boxed with text": around(r"The answer is $\boxed{\text{LINE}}$."),
    "boxed with arrows": joined(r" \to ", form=r"\boxed{{{}}}"),
    "fence in an answer": around("ANSWER:\n\n```text\nLINE\n```\n\nThat is all there is to it."),
    "solution and fence": around("**Solution**\n\nIt is quite easy to see.\n\n```\nLINE\n```"),
    "bold each": each("**{1}**", ", ", "ANSWER: "),
    "stop after each": each("{1}.", " ", "ANSWER: "),
    "capital fields": around("ANSWER:  LINE  ."),
    # Between the moves.
    "and before the last": joined(" ", " and "),
    "comma and before the last": joined(", ", ", and "),
    "then": joined(", then "),
    "first, then, finally": joined(", then ", ", and finally ", form="ANSWER: First {}."),
    "and finally on a line": joined(" ", "\nand finally\n"),
    "to as an arrow": joined(" to "),
    "long arrows": joined(" --> "),
    "emoji arrows": joined(" ➡️ "),
    "emoji between": joined(" ✨ "),
    "spaced signs": lambda moves, line: "ANSWER: " + re.sub("([+-])", r" \1 ", line),
    "space before the sign": lambda moves, line: "ANSWER: " + re.sub("([+-])", r" \1", line),
    "spaced arrows in moves": lambda moves, line: "ANSWER: " + line.replace(">", " > "),
    "real arrows in moves": lambda moves, line: "ANSWER: " + line.replace(">", " → "),
    # Numbering.
    "move by move": each("Move {0}: {1}"),
    "move by move in a line": each("Move {0}: {1}", ", ", "ANSWER: "),
    "bold move by move": each("**Move {0}:** {1}"),
    "step with a dash": each("Step {0} - {1}"),
    "glued numbers": each("{0}){1}", " ", "ANSWER: "),
    "keycaps": lambda moves, line: (
        "ANSWER: " + " ".join(f"{n}{KEYCAP} {move}" for n, move in enumerate(moves, start=1))
        if len(moves) < 10
        else f"ANSWER: {line}"
    ),
    "numbers and bold": each("{0}. **{1}**"),
    "numbers and remarks": each("{0}. **{1}** – clears the way"),
    "numbers and bracketed remarks": each("{0}. {1} (a good one)"),
    "numbers and remarks below": each("{0}. {1}\n   - opens the row"),
    "bullets and remarks": each("- {1}: opens the row"),
    "remarks in a line": each("{1} (a good one)", ", ", "ANSWER: "),
    # Tables.
    "table": each("| {0} | {1} |", before="ANSWER:\n\n| # | Move |\n|---|------|\n"),
    "table with reasons": each(
        "| {0} | `{1}` | clears the way |", before="ANSWER:\n\n| Step | Move | Why |\n|:-:|---|---|\n"
    ),
    "table of moves": each("| {1} |", before="**Final answer**\n\n| Moves |\n|---|\n"),
    "row of a table": lambda moves, line: f"ANSWER:\n| {' | '.join(moves)} |",
    "two rows of a table": lambda moves, line: (
        f"ANSWER:\n| {' | '.join(str(n + 1) for n in range(len(moves)))} |\n"
        f"{'|---' * len(moves)}|\n| {' | '.join(moves)} |"
    ),
    # Behind the moves.
    "count in brackets": around("ANSWER: LINE (7 moves)"),
    "count and more in brackets": around("ANSWER: LINE (COUNT moves, all of them legal)"),
    "count behind a dash": around("ANSWER: LINE — COUNT moves in all"),
    "emoji behind": around("ANSWER: LINE 🎉"),
    "emoji and stop": around("ANSWER: LINE. 🚗🏁"),
    "a sentence behind": around("ANSWER: LINE. This solves the puzzle in COUNT moves."),
    "a sentence with a move behind": around("ANSWER: LINE. The move LAST reaches the goal."),
    "a line with a move": around("ANSWER: LINE\nThe last one, LAST, reaches the goal at once."),
    "a line that begins with a move": around("ANSWER: LINE\nLAST reaches the goal at once."),
    "brackets with a move": around("ANSWER: LINE (with LAST we reach the goal)"),
    "an explanation": around("ANSWER: LINE\n\nExplanation: LAST is what reaches the goal in the end."),
    "a heading and an explanation": around("ANSWER: LINE\n**Explanation:**\nWith LAST we reach the goal."),
    "a list that explains": lambda moves, line: (
        f"ANSWER: {line}\n\n**Why it works**\n" + "\n".join(f"- {move}: clears the way" for move in moves)
    ),
    "fence and explanation": around("```\nLINE\n```\n\nThe move LAST is the one that counts."),
    "corrected": around("ANSWER: LAST LAST\n\nWait, that is wrong.\n\nANSWER: LINE"),
    "the same twice": around("**Answer:** LINE\n\nANSWER: LINE"),
    "boxed in an answer": around("ANSWER: The walk is \\boxed{LINE}"),
}


def _without_last(moves: list[str], line: str) -> str:
    return (" " if " " in line else "").join(moves[:-1])


def missing(form: str) -> Style:
    """A form with `SHORT`, the line without its last move, and `LAST`, that move."""
    return lambda moves, line: around(form)(moves, line).replace("SHORT", _without_last(moves, line))


WRONG: dict[str, Style] = {
    # The last move is missing, or stands where it is no move of the answer.
    "a move missing": missing("ANSWER: SHORT"),
    "the last one in a sentence": missing("ANSWER: SHORT. The next move is LAST of course."),
    "the last one in a line": missing("ANSWER: SHORT\nThe move LAST then reaches the goal."),
    "the last one at the beginning of a line": missing("ANSWER: SHORT\nLAST reaches the goal at once."),
    "the last one and a colon": missing("ANSWER: SHORT\nLAST: reaches the goal at once."),
    "the last one in brackets": missing("ANSWER: SHORT (then LAST)"),
    "the last one in brackets, explained": missing("ANSWER: SHORT (with LAST we reach the goal)"),
    "the last one in a paragraph": missing("ANSWER: SHORT\n\nLAST"),
    "the last one before": missing("I end with LAST.\n\nANSWER: SHORT"),
    "the last one behind a tag": missing("<answer>SHORT</answer> LAST"),
    "the last one behind a box": missing("\\boxed{SHORT} LAST"),
    "the last one in a table's reason": missing("ANSWER:\n| SHORT | then LAST |\n"),
    "a number without a move": each("{0}. {1}", after="\n99. "),
    "a number left out": lambda moves, line: (
        "ANSWER:\n" + "\n".join(f"{n + (n > len(moves) // 2)}. {move}" for n, move in enumerate(moves, start=1))
    ),
    # Truncated.
    "ends with and": around("ANSWER: LINE and"),
    "ends with then": around("ANSWER: LINE, then"),
    "ends with dots": missing("ANSWER: SHORT..."),
    "dots in the middle": joined(" ", " ... "),
    "whole, and dots": around("ANSWER: LINE..."),
    "half of it": lambda moves, line: f"ANSWER: {answer_like(moves[: len(moves) // 2], line)}",
    "box not closed": around("\\boxed{LINE"),
    "thought not closed": around("<think>ANSWER: LINE"),
    "fence not closed": around("So:\n```\nLINE"),
    "announced again": around("ANSWER: LINE\n\nANSWER:"),
    # More than one answer.
    "two answers": missing("ANSWER: SHORT\nANSWER: LINE"),
    "two answers, the other way": missing("ANSWER: LINE\nANSWER: SHORT"),
    "two boxes": missing("\\boxed{SHORT} or \\boxed{LINE}"),
    "two tags": missing("<answer>SHORT</answer>\n\nAlternatively:\n\n<answer>LINE</answer>"),
    "or, a line later": missing("ANSWER: LINE\nor SHORT"),
    "or, a paragraph later": missing("ANSWER: LINE\n\nOr: SHORT"),
    "alternative": missing("ANSWER: LINE\n\nAlternatively, SHORT works."),
    "another list": around("ANSWER: LINE\n\nLAST LAST LAST"),
    "another fence": around("ANSWER: LINE\n\n```\nLAST LAST LAST\n```"),
    "two solutions": missing("The first solution is easy.\nSolution: SHORT\n\nSolution: LINE"),
    "options in fences": missing("Option 1:\n```\nSHORT\n```\nor option 2:\n```\nLINE\n```"),
    "each move in a box": lambda moves, line: " ".join(f"\\boxed{{{move}}}" for move in [*moves, moves[-1]]),
    # Taken back.
    "taken back": around("ANSWER: LINE\n\nWait, that is wrong."),
    "taken back on the next line": around("ANSWER: LINE\nNo, this does not work."),
    "taken back in the line": around("ANSWER: LINE (this is not a solution)"),
    "taken back in prose": around("ANSWER: LINE\n\nThis answer fails at the last move."),
    "taken back behind a tag": around("<answer>LINE</answer>\nActually, I am mistaken."),
    "taken back behind a fence": around("```\nLINE\n```\nHmm, this is incorrect."),
    "refuted and another": missing("ANSWER: LINE\n\nNo, that is wrong.\n\nANSWER: SHORT"),
    "not the answer": around("The answer is not LINE"),
    "crossed out": around("ANSWER: LINE ❌"),
    "a question": around("ANSWER: LINE?"),
    "not known": around("ANSWER: I do not know. Perhaps LINE"),
    # One more or one too many.
    "one more": around("ANSWER: LINE and LAST"),
    "one more on a line": around("ANSWER: LINE\nThen LAST again, just for fun."),
    "one more in brackets": around("ANSWER: LINE (LAST)"),
    "twice": around("ANSWER: LINE (twice)"),
    "times two": around("ANSWER: LINE (x2)"),
    "repeat": around("ANSWER: LINE. Repeat the last move."),
    "optional in the middle": joined(" (optional) ", form="ANSWER: {}"),
    "or in the middle": joined(" or ", form="ANSWER: {}"),
    "remark that excludes": each("{0}. {1} (not this one)"),
    "remark that repeats": each("{0}. {1} - two times"),
    "in the wrong order": lambda moves, line: f"ANSWER: {answer_like(moves[::-1] + moves[-1:], line)}",
    "unknown words": joined(" perhaps "),
    "looks alike": around("ANSWER: LINE \u0410"),
}


def answer_like(moves: list[str], line: str) -> str:
    return (" " if " " in line else "").join(moves)


@cache
def firsts() -> dict[str, Record]:
    """The first record of every game."""
    return {record["game"]: record for record in reversed(records())}


def written(style: Style, record: Record) -> str:
    moves = moves_of(record, str(record["solution"]))
    return style(moves, answer_of(record, moves))


def test_there_are_many_styles_of_right_and_wrong_answers() -> None:
    assert len(RIGHT) >= 60
    assert len(WRONG) >= 50
    assert len(firsts()) == 5


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_answer_is_solved_in_every_style(name: str) -> None:
    for game, record in firsts().items():
        bare = judged(record, f"ANSWER: {record['solution']}")
        judgement = judged(record, written(RIGHT[name], record))
        assert judgement.solved, (game, judgement.problem)
        assert replace(judgement, answer=bare.answer, found=bare.found, ignored=bare.ignored) == bare, game


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_a_wrong_answer_stays_wrong_in_every_style(name: str) -> None:
    """The styles themselves solve nothing: the same around other moves is not solved."""
    for game, record in firsts().items():
        moves = moves_of(record, str(record["solution"]))
        for others in (moves[:-1], [*moves, moves[-1]]):
            if others and not (game == "exponentile" and len(others) < 2):
                judgement = judged(record, RIGHT[name](others, answer_of(record, others)))
                assert not judgement.solved, (game, others[-3:])


@pytest.mark.parametrize("name", WRONG)
def test_no_wrong_answer_is_solved_in_any_style(name: str) -> None:
    for game, record in firsts().items():
        judgement = judged(record, written(WRONG[name], record))
        assert not judgement.solved, game
        assert judgement.problem, game


@pytest.mark.parametrize("name", firsts())
def test_the_example_of_the_prompt_is_no_answer(name: str) -> None:
    record = firsts()[name]
    example = re.findall("^ANSWER: .*$", str(record["prompt"]), re.MULTILINE)[-1]
    assert not judged(record, example).solved
    assert not judged(record, f"ANSWER: {record['solution']}\n\n{example}").solved
    # Repeated before the answer, it does no harm.
    assert judged(record, f"It should look like this:\n{example}\n\nANSWER: {record['solution']}").solved


def _walk() -> tuple[Record, list[str]]:
    record = firsts()["circuit"]
    return record, moves_of(record, str(record["solution"]))


@pytest.mark.parametrize(
    "form",
    [
        "ANSWER: START {} FINISH",
        "ANSWER: START → {} → FINISH",
        "ANSWER: START → {short} → FINISH",
        "ANSWER: START, {}, and FINISH.",
        "ANSWER: START (r0c0) → {short} → FINISH ({last})",
        "ANSWER: r0c0 (START) → {short} → {last} (FINISH)",
        "ANSWER: r0c0 {}",
        "So the answer is START -> {} -> FINISH (11 moves).",
        "ANSWER: {}\nThis walk leads from START to FINISH.",
    ],
)
def test_a_walk_may_name_start_and_finish(form: str) -> None:
    record, walk = _walk()
    between = " → " if "→" in form else " "
    answer = form.format(between.join(walk), short=between.join(walk[:-1]), last=walk[-1])
    judgement = judged(record, answer)
    assert judgement.solved, judgement.problem
    assert judgement.moves == len(walk)


@pytest.mark.parametrize(
    "form",
    [
        "ANSWER: START FINISH",
        "ANSWER: FINISH",
        "ANSWER: START",
        "ANSWER: START {shorter} FINISH",
        "ANSWER: FINISH {} START",
        "ANSWER: r0c0 START r0c0 {}",
        "ANSWER: r0c0 r0c0 {}",
        "ANSWER: {} FINISH FINISH",
        "ANSWER: {} FINISH {last}",
        "ANSWER: {shorter} FINISH\nThe last but one is {last}.",
    ],
)
def test_start_and_finish_stand_for_nothing_else(form: str) -> None:
    record, walk = _walk()
    answer = form.format(" ".join(walk), shorter=" ".join(walk[:-2]), last=walk[-1])
    assert not judged(record, answer).solved


def test_a_walk_may_be_a_table_of_steps() -> None:
    record, walk = _walk()
    rows = [f"| {a} | {b} |" for a, b in zip(["START", *walk], walk, strict=False)]
    table = "\n".join(["ANSWER:", "| From | To |", "|---|---|", *rows])
    assert judged(record, table).solved
    torn = table.replace(rows[2], rows[3])
    assert not judged(record, torn).solved


@pytest.mark.parametrize(
    "answer",
    [
        "ANSWER: C + 3 E - 2 D + 2 X + 4",
        "ANSWER: C +3, E -2, D +2, X +4",
        "ANSWER: C+ 3 E- 2 D+ 2 X+ 4",
        "ANSWER: C+3 -> E-2 -> D+2 -> X +4",
        "ANSWER: 1. C + 3 2. E − 2 3. D + 2 4. X + 4",
        "ANSWER: C+3 E-2 D+2 X+4 (the red car X is free)",
        "1. C+3\n2. E-2\n3. D+2 and\n4. X+4",
        "ANSWER: 🚚 C+3, 🚐 E-2, 🚙 D+2, 🚗 X+4 🏁",
    ],
)
def test_moves_of_a_car_may_hold_spaces(answer: str) -> None:
    assert quandary.verify("rush-hour", EASY, answer).solved


def test_programs_read_the_same_without_a_position() -> None:
    assert Extractor("rush-hour").moves("So the answer is C + 3, and X+4.") == ["C+3", "X+4"]
    assert Extractor("circuit").moves("ANSWER: START → r0c1 → r1c1 (2 moves)") == ["r0c1", "r1c1"]


SOLUTION = "C+3 E-2 D+2 X+4"


@pytest.mark.parametrize(
    "form",
    [
        "ANSWER: {}\n\n(4 moves)",
        "ANSWER: {}\n(4 moves)",
        "ANSWER: {}\nTotal moves: 4",
        "ANSWER: {}\n✅ Verified.",
        "ANSWER: {} [4 moves]",
        "ANSWER: {} (optimal)",
        "ANSWER: {} (total: 4 moves)",
        "ANSWER: {} – the shortest solution.",
        "ANSWER: {} because X+4 reaches the edge",
        "ANSWER: {}, which takes 4 moves.",
        "**ANSWER:** {}  \n*Explanation:* C+3 opens the row, E-2 lets D go down, then X+4 exits.",
        "The answer is: **{}** (4 moves).",
        "The final answer is: {}. The red car X exits with X+4.",
        "**Answer: {}**\n\n**Total: 4 moves**",
        "<answer>{}</answer> – 4 moves",
        "Therefore the answer is $\\boxed{{{}}}$",
        "ANSWER: {}\n\n---\nLet me know if you have any questions!",
        "ANSWER: {}\n1. C+3: opens the row\n2. E-2: frees D\n3. D+2: frees X\n4. X+4: exits",
        "ANSWER: {}\n\n1. C+3: opens the row\n2. E-2: frees D\n3. D+2: frees X\n4. X+4: exits",
        "Answer:\n\nMove 1: C+3\n\nMove 2: E-2\n\nMove 3: D+2\n\nMove 4: X+4\n\nThat is all.",
        "**Move 1:** C+3 (C moves three cells)\n**Move 2:** E-2 (up)\n**Move 3:** D+2\n**Move 4:** X+4",
        "Final answer:\n- **C+3**: truck to the right\n- **E-2**: up\n- **D+2**: down\n- **X+4**: out!",
    ],
)
def test_what_is_written_beside_an_answer_does_no_harm(form: str) -> None:
    judgement = quandary.verify("rush-hour", EASY, form.format(SOLUTION))
    assert judgement.solved, judgement.problem
    assert judgement.moves == 4


@pytest.mark.parametrize(
    "text",
    [
        "ANSWER: C+3 E-2 D+2, X+4 is next",
        "ANSWER: C+3 E-2 D+2. X+4: done",
        "ANSWER: C+3 E-2 D+2 X+4 (I forgot X+4)",
        "ANSWER: C+3 E-2 D+2 X+4 but first B+1",
        "ANSWER: C+3 E-2 D+2 X+4 - but B+1 must come first",
        "ANSWER: C+3 E-2 D+2 X+4 (replace E-2 by E-3)",
        "ANSWER: C+3 E-2 D+2 X+4 (without C+3)",
        "ANSWER: C+3 E-2 D+2 X+4, but not C+3",
        "ANSWER: C+3 E-2 D+2 X+4 (unverified; likely illegal)",
        "ANSWER: C+3 E-2 D+2 X+4 (undo the last)",
        "ANSWER: C+3 E-2 D+2 X+4\nThis leaves B+1 out.",
        "ANSWER: C+3 E-2 D+2 X+4\nI could not find a better one. X+3 X+4",
        "ANSWER: C+3 E-2 D+2 X+4\n- B+1",
        "ANSWER: C+3 E-2 D+2 X+4\n\nNo wait: C+3 E-2 D+2",
        "ANSWER: C+3 E-2 D+2 X+4\n\nSo the final answer is **C+3 E-2 D+2**",
        "\\boxed{C+3 E-2 D+2 X+4}\n\nThe answer is C+3 E-2 D+2",
        "ANSWER: C+3 (by 3 or 2) E-2 D+2 X+4",
        "ANSWER:\n1. C+3 (and B+1)\n2. E-2\n3. D+2\n4. X+4",
        "ANSWER:\n1. C+3\n\n2. E-2\n\n4. D+2\n\n5. X+4",
        "ANSWER: C+3\nE-2\nD+2\nX+4: not possible",
        "Solution: C+3 E-2 D+2 X+4\n\nBut X-1 is needed before that.",
        "Moves: C+3 E-2 D+2 X+4\n\nMoves: B+1 C+3 E-2 D+2 X+4",
        "Solution: C+3\nSolution: E-2\nSolution: D+2\nSolution: X+4",
        "ANSWER:\n| Move | Or |\n|---|---|\n| C+3 | C+2 |\n| E-2 | E-1 |\n| D+2 | D+1 |\n| X+4 | X+3 |",
        "ANSWER:\n| # | Move |\n|---|---|\n| 1 | C+3 |\n| 2 | E-2 |\n| 4 | D+2 |\n| 5 | X+4 |",
        "ANSWER:\n| # | Move |\n|---|---|\n| 1 | C+3 |\n| 2 | E-2 |\n| 3 | D+2 |\n| 4 | |\n| 5 | X+4 |",
        "ANSWER: C+3 E-2 D+2 X+4 👎",
        "ANSWER: C+3 E-2 D+2 X+4 🤔",
        "ANSWER: C+3 / E-2 / D+2 / X+4",
        "I think it's C+3 E-2 D+2 X+4",
        "Wrong answer: C+3 E-2 D+2 X+4",
        "The wrong answer is C+3 E-2 D+2 X+4",
        "First C is moved, and so on.\n\nC+3 E-2 D+2 X+4",
    ],
)
def test_what_could_mean_other_moves_is_refused(text: str) -> None:
    judgement = quandary.verify("rush-hour", EASY, text)
    assert not judgement.solved
    assert judgement.problem


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "C+3 - a\n",
        "(a) ",
        "C+3 and ",
        "| C+3 ",
        "1. C+3 (x y) ",
        "or ",
        "is ",
        "🎉",
        "A - 1 ",
        "C+3: no. ",
        "> ",
        "x\n",
    ],
)
def test_long_remarks_are_read_in_one_go(unit: str) -> None:
    """Rules that looked back and forth would never end on these."""
    for head in ("ANSWER: C+3 ", "ANSWER: C+3\n\n", "Solution: C+3\n"):
        assert not quandary.verify("rush-hour", EASY, head + unit * (150_000 // len(unit))).solved
