"""verify(): any text in, a judgement out, and the same judgement as by somebody who only knows the prompt."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quandary
from quandary.core.registry import names
from quandary.evaluation.answers import find_answer, words_of
from quandary.evaluation.judgement import MOST_MOVES
from tests.evaluation.by_the_prompt import PLAYERS
from tests.evaluation.made import answer_of, judged, moves_of, records
from tests.games.rush_hour.boards import EASY

SOLUTION = "C+3 E-2 D+2 X+4"
LEVEL = "5#|#@$.#|5#"
EVERY = range(22)


def test_there_are_as_many_records_as_the_tests_think() -> None:
    assert len(records()) == len(EVERY)
    assert {record["game"] for record in records()} == set(names()) == set(PLAYERS)


@pytest.mark.parametrize("number", EVERY)
def test_a_best_solution_is_judged_so(number: int) -> None:
    record = records()[number]
    judgement = judged(record, f"I think so.\n\nANSWER: {record['solution']}")
    assert judgement.solved
    assert judgement.problem is None
    assert judgement.is_legal
    assert (judgement.cost, judgement.found) == (record["cost"], "marker")
    assert judgement.optimal is record["optimal"]
    assert judgement.ratio == (1.0 if record["optimal"] else None)
    moves = moves_of(record, record["solution"])
    assert judgement.moves == judgement.legal == len(moves)


@pytest.mark.slow
@pytest.mark.parametrize("number", EVERY)
def test_marks_go_from_0_to_1(number: int) -> None:
    record = records()[number]
    moves = moves_of(record, record["solution"])
    best = judged(record, answer_of(record, moves))
    assert best.mark == 1.0
    assert judged(record, "I do not know").mark == 0.0
    begun = [judged(record, answer_of(record, moves[:count])).mark for count in range(1, len(moves))]
    assert all(mark is not None and 0 <= mark < 0.5 for mark in begun if mark != best.mark)
    if len(moves) > 2 and record["task"]["goal"] == "solve":
        assert begun[-1] == max(mark for mark in begun if mark is not None)
        assert begun[-1] > 0


def test_a_longer_solution_has_a_lower_mark_than_a_shorter_one() -> None:
    assert quandary.verify("rush-hour", EASY, f"B+1 {SOLUTION}", optimum=4).mark == 0.5 + 0.5 * 4 / 5
    assert quandary.verify("rush-hour", EASY, SOLUTION).mark == 1.0
    assert quandary.verify("rush-hour", EASY, "C+3 E-2", optimum=4).mark == 0.25
    board = "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web"
    two = "r2c1>r2c2 r3c1>r3c2"
    assert quandary.verify("exponentile", board, two, target=28, most_moves=2, optimum=56).mark == 0.75
    assert quandary.verify("exponentile", board, two, target=56, most_moves=2).mark == 0.25
    assert quandary.verify("exponentile", board, two).mark is None


@pytest.mark.slow
@pytest.mark.parametrize("number", EVERY)
@settings(max_examples=25, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_mutated_solutions_are_judged_as_by_the_prompt(number: int, chance: random.Random) -> None:
    record = records()[number]
    pool = [
        move for other in records() if other["game"] == record["game"] for move in moves_of(other, other["solution"])
    ]
    moves = _mutated(moves_of(record, record["solution"]), pool, chance)
    most = record["task"].get("most_moves")
    judgement = judged(record, answer_of(record, moves))
    if not moves:
        assert not judgement.solved
        return
    expected = PLAYERS[record["game"]](record["prompt"], _as_read(record, moves))
    assert judgement.readable
    assert judgement.solved is expected.solved
    if most is None or len(moves) <= most:
        assert (judgement.legal, judgement.cost) == (expected.legal, expected.cost)
        assert (judgement.illegal is None) is (expected.legal == len(moves))
    if judgement.illegal is not None:
        assert judgement.illegal.number == judgement.legal + 1
        assert judgement.illegal.move.lower() == moves[judgement.legal].lower()


def _as_read(record: dict[str, Any], moves: list[str]) -> list[str]:
    """Sokoban's prompt says that a capital pushes; the judge knows that capitals throughout say nothing."""
    is_udlr = record["game"] == "sokoban" and "".join(moves).isupper()
    return [move.lower() for move in moves] if is_udlr else moves


def _mutated(moves: list[str], pool: list[str], chance: random.Random) -> list[str]:
    """The moves with a few of them left out, doubled, exchanged, replaced or added; or with none of that."""
    found = list(moves)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(found) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            found[at : at + 1] = []
        elif kind == 1:
            found.insert(at, chance.choice(pool))
        elif kind == 2:
            found[at : at + 1] = [chance.choice(pool)]
        elif kind == 3:
            found = found[:at]
        elif at + 1 < len(found):
            found[at], found[at + 1] = found[at + 1], found[at]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", EVERY)
@settings(max_examples=15, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_random_games_are_judged_as_by_the_prompt(number: int, chance: random.Random) -> None:
    record = records()[number]
    game = quandary.game(record["game"])
    position = _position(game, record)
    moves: list[str] = []
    for _ in range(record["task"].get("most_moves", 30)):
        legal = game.moves(position)
        if not legal:
            break
        move = chance.choice(legal)
        moves.append(game.format_move(move))
        position = game.play(position, move).position
    judgement = judged(record, answer_of(record, moves))
    expected = PLAYERS[record["game"]](record["prompt"], _as_read(record, moves))
    assert (judgement.solved, judgement.legal, judgement.cost) == expected
    assert judgement.legal == len(moves)


def _position(game: quandary.Game[Any, Any], record: dict[str, Any]) -> Any:
    briefing = game.briefing()
    assert briefing is not None
    return game.parse(briefing.completed(record["puzzle"]))


@pytest.mark.slow
@pytest.mark.parametrize("name", names(with_examples=True))
@settings(max_examples=60, deadline=None)
@given(text=st.one_of(st.text(max_size=60), st.text(alphabet="ANSWER: lurdLURDX+-0123456789()>xFWrc\n`", max_size=60)))
def test_no_text_gets_the_better_of_the_judge(name: str, text: str) -> None:
    game = quandary.game(name)
    judgement = quandary.verify(name, game.examples[1], text)
    assert judgement.solved <= (judgement.problem is None)
    for said in (judgement.problem or "", judgement.answer):
        assert said.isprintable()
    json.dumps(judgement.as_dict()).encode()
    if judgement.readable:
        # What was read is all that is written: played move by move it comes to the same.
        position, legal = game.parse(game.examples[1]), 0
        try:
            moves = game.parse_moves(words_of(find_answer(text).text))
        except quandary.PuzzleError:
            # Something stands around the moves; tests/evaluation/test_styles.py is about that.
            return
        for move in moves:
            try:
                position = game.play(position, move).position
            except quandary.IllegalMove:
                break
            legal += 1
        is_whole = legal == judgement.moves
        assert judgement.legal == legal
        assert judgement.solved is (is_whole and game.status(position) is quandary.Status.WON)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "puzzle", "answer", "problem"),
    [
        ("sokoban", LEVEL, "99999(99999(u))", "longer than 1,000,000 characters"),
        ("sokoban", LEVEL, "999999r", "999,999 moves, at most 100,000 are judged"),
        ("sokoban", LEVEL, "(x" * 60_000 + "900000u" + ")" * 60_000, "longer than 1,000,000 characters"),
        ("sokoban", LEVEL, "0(900000u)" * 20_000, "longer than 1,000,000 characters"),
        ("sokoban", LEVEL, "(" * 100_000, "a bracket is not closed"),
        ("sokoban", LEVEL, "9" * 100_000, "a number must stand before a character"),
        ("klondike", "klondike#5", "3>5x99999999999", "is not a move"),
        ("klondike", "klondike#5", "DR999 " * 33_000, "more than 1,000,000 moves"),
        ("rush-hour", EASY, "X+1 " * 50_000, "move 2, X+1, is illegal"),
        ("rush-hour", EASY, "X+1 " * 50_001, "the answer has 200,003 characters"),
        ("rush-hour", EASY, "C+3\x1fE-2", "holds U+001F"),
        ("rush-hour", EASY, "X+999999999", "'X+999999999' is not a move"),
        ("rush-hour", EASY, "C+3 nan", "word 2: 'nan' is not a move"),
        ("rush-hour", EASY, "C+3 \u0410+4", "word 2: '\u0410+4' holds U+0410, which is no sign of a move"),
        ("rush-hour", EASY, "C+3 A+\u0664", "word 2: 'A+\u0664' holds U+0664"),
        ("rush-hour", EASY, "C+3 \u202eA+4", "word 2: '\\u202eA+4' holds U+202E"),
        ("rush-hour", EASY, "C+3 \x1b[2JA+4", "word 2: '\\x1b[2JA+4' holds U+001B"),
        ("rush-hour", EASY, "C+3 \ud800", "holds U+D800"),
        ("rush-hour", EASY, "x" * 5_000_000, "the text has 5,000,000 characters"),
        ("circuit", "circuit:1#3", "[" * 100_000, "is not a move"),
        ("exponentile", "exponentile#1", "r1c1>r1c2x3", "is not a move"),
    ],
)
def test_bombs_and_tricks_are_refused_in_a_line(game: str, puzzle: str, answer: str, problem: str) -> None:
    judgement = quandary.verify(game, puzzle, answer)
    assert not judgement.solved
    assert problem in (judgement.problem or "")
    assert (judgement.problem or "").isprintable()
    assert len(judgement.problem or "") < 300


def test_many_legal_moves_are_judged_up_to_the_limit() -> None:
    there_and_back = "C+1 C-1 "
    judgement = quandary.verify("rush-hour", EASY, there_and_back * 20_000)
    assert (judgement.legal, judgement.problem) == (40_000, "not solved after 40000 moves")
    long = quandary.verify("sokoban", "7#|#@__$.#|7#", f"{MOST_MOVES // 2}(rl)RR")
    assert long.problem == f"the answer has {MOST_MOVES + 2:,} moves, at most {MOST_MOVES:,} are judged"


def test_moves_after_the_goal_are_illegal() -> None:
    judgement = quandary.verify("rush-hour", EASY, f"{SOLUTION} X-1")
    assert not judgement.solved
    assert judgement.illegal is not None
    assert (judgement.illegal.number, judgement.illegal.move) == (5, "X-1")
    assert judgement.illegal.reason == "the puzzle is solved already"


def test_the_optimum_is_known_searched_for_or_left_alone() -> None:
    assert quandary.verify("rush-hour", EASY, SOLUTION).optimum is None
    assert quandary.verify("rush-hour", EASY, SOLUTION, time=10).optimum == 4
    longer = quandary.verify("rush-hour", EASY, f"B+1 {SOLUTION}", optimum=4)
    assert (longer.cost, longer.optimum, longer.ratio, longer.optimal) == (5, 4, 1.25, False)
    assert quandary.verify("rush-hour", EASY, SOLUTION, metric="steps", time=10).optimal
    assert quandary.verify("klondike", "klondike#2", "D", time=10).optimum is None


def test_puzzles_come_as_texts_ids_positions_and_puzzles() -> None:
    game = quandary.game("rush-hour")
    puzzle = next(quandary.generate(game, seed=3, level="beginner"))
    solution = quandary.solve(game, puzzle).solution or ""
    for given_as in (puzzle, puzzle.position, puzzle.text, puzzle.id):
        assert quandary.verify(game, given_as, solution).solved


def test_a_score_must_be_reached_in_the_moves_that_there_are() -> None:
    board = "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web"
    two = "r2c1>r2c2 r3c1>r3c2"
    assert quandary.verify("exponentile", board, two, target=28, most_moves=2).solved
    assert quandary.verify("exponentile", board, two, target=29, most_moves=2).problem == (
        "28 points after 2 moves, 29 are asked for"
    )
    assert quandary.verify("exponentile", board, two, target=20, most_moves=1).problem == (
        "2 moves, at most 1 are allowed"
    )
    assert not quandary.verify("exponentile", board, two).solved


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"metric": "pushes"}, "no metric 'pushes'"),
        ({"target": 3}, "there is no target to reach"),
        ({"draw": 1}, "there is no option 'draw'"),
    ],
)
def test_what_the_caller_gets_wrong_is_raised(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(quandary.UsageError, match=problem):
        quandary.verify("rush-hour", EASY, SOLUTION, **arguments)
    with pytest.raises(quandary.PuzzleError):
        quandary.verify("rush-hour", "garbage", SOLUTION)
    with pytest.raises(quandary.UsageError, match="an answer is a text"):
        quandary.verify("rush-hour", EASY, None)  # type: ignore[arg-type]
