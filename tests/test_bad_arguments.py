"""A wrong argument of any public function is a Quandary error of one clear line, never an error from inside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quandary
from quandary import aio, evaluation, lab
from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.engine.packs import shipped_packs
from quandary.engine.play import choose_player, play_game
from quandary.evaluation import Episode, Extractor
from quandary.game import PuzzleError, QuandaryError, UsageError, parse_size
from quandary.notebook import Animation, card
from tests.games.rush_hour.boards import EASY

GAME = "rush-hour"
PUZZLE = quandary.puzzle(GAME, EASY)
DEAL = quandary.puzzle("klondike", "klondike#5")
TILES = quandary.puzzle("exponentile", "exponentile:width3-height3#1")


def _solve(*given: Any, **options: Any) -> Any:
    return quandary.solve(*(given or (GAME, EASY)), **options)


def _many(puzzles: Any = (EASY,), game: Any = GAME, **options: Any) -> Any:
    return list(quandary.solve_many(game, puzzles, **options))


def _made(game: Any = GAME, **options: Any) -> Any:
    return list(quandary.generate(game, **{"seed": 1, "count": 1, **options}))


def _verify(puzzle: Any = EASY, answer: Any = "X+4", game: Any = GAME, **options: Any) -> Any:
    return quandary.verify(game, puzzle, answer, **options)


def _awaited(*given: Any, **options: Any) -> Any:
    return asyncio.run(aio.solve(*(given or (GAME, EASY)), **options))


def _made_later(game: Any = GAME, **options: Any) -> Any:
    async def made() -> Any:
        return [puzzle async for puzzle in aio.generate(game, **options)]

    return asyncio.run(made())


def _start(*given: Any, **options: Any) -> Any:
    return quandary.Session.start(*(given or (GAME, EASY)), **options)


def _session(name: str, *given: Any, **options: Any) -> Callable[[], Any]:
    return lambda: getattr(_start(), name)(*given, **options)


def _any(function: Any, *given: Any, **options: Any) -> Callable[[], Any]:
    return lambda: function(*given, **options)


# What solve, solve_many and their asynchronous twins refuse alike.
QUESTIONS: list[tuple[dict[str, Any], str]] = [
    ({"time": "1s"}, "time budget must be a number from 0 up, not '1s'"),
    ({"time": -1}, "time budget must be a number from 0 up, not -1"),
    ({"time": True}, "time budget must be a number from 0 up, not True"),
    ({"time": float("nan")}, "time budget must be a number from 0 up, not nan"),
    ({"nodes": 1e6}, "nodes budget must be a whole number from 0 up, not 1000000.0"),
    ({"nodes": "9"}, "nodes budget must be a whole number from 0 up, not '9'"),
    ({"memory": 1.5}, "memory budget must be a whole number from 0 up, not 1.5"),
    ({"memory": "much"}, "'much' is not a size"),
    ({"memory": []}, "memory budget must be a whole number"),
    ({"jobs": -1}, "jobs must be a whole number from 1 to 1024, not -1"),
    ({"jobs": 0}, "jobs must be a whole number from 1 to 1024, not 0"),
    ({"jobs": "2"}, "jobs must be a whole number from 1 to 1024, not '2'"),
    ({"metric": 3}, "has no metric 3 .metrics: moves, steps"),
    ({"strategy": 3}, "has no strategy 3 .strategies: optimal"),
    ({"options": 3}, "options must be a mapping of names to values, not 3"),
    ({"options": {3: 4}}, "a name in options must be a text, not 3"),
    ({"options": {"sped": 4}}, "there is no option 'sped'"),
    ({"cancel": 3}, "cancel must be a quandary.Cancel, not 3"),
    ({"progress": 3}, "progress must be a function, not 3"),
    ({"tme": 3}, "no option 'tme' here .*; did you mean time?"),
    ({"job": 3}, "no option 'job' here .*; did you mean jobs?"),
    ({"any_lenght": True}, "no option 'any_lenght' here .*; did you mean any_length?"),
]
SOLVERS = {"solve": _solve, "solve_many": _many, "aio.solve": _awaited}


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(("question", "problem"), QUESTIONS, ids=[str(question) for question, _ in QUESTIONS])
def test_what_solvers_refuse(name: str, question: dict[str, Any], problem: str) -> None:
    if name == "aio.solve" and question == {"cancel": 3}:
        problem = "cancel must be a quandary.Cancel"
    with pytest.raises(UsageError, match=problem) as error:
        SOLVERS[name](**question)
    assert "\n" not in str(error.value)


ORDERS: list[tuple[dict[str, Any], str]] = [
    ({"seed": "a"}, "seed must be a whole number from 0 to 9223372036854775807, not 'a'"),
    ({"seed": 1.5}, "seed must be a whole number"),
    ({"seed": -1}, "seed must be a whole number"),
    ({"seed": 1 << 63}, "seed must be a whole number"),
    ({"count": "a"}, "count must be a whole number from 0 up, not 'a'"),
    ({"count": -1}, "count must be a whole number from 0 up, not -1"),
    ({"jobs": -1}, "jobs must be a whole number from 1 to 1024"),
    ({"time": "1s"}, "time budget must be a number"),
    ({"memory": "much"}, "'much' is not a size"),
    ({"cancel": 3}, "cancel must be a quandary.Cancel"),
    ({"levl": "expert"}, "no option 'levl' here .*; did you mean level?"),
    ({"tme": 3}, "no option 'tme' here .*; did you mean time?"),
    ({"level": "exprt"}, "option level: 'exprt' is not one of"),
    ({"walls": 1.5}, "option walls: 1.5 is not a whole number"),
]


@pytest.mark.parametrize("make", [_made, _made_later], ids=["generate", "aio.generate"])
@pytest.mark.parametrize(("order", "problem"), ORDERS, ids=[str(order) for order, _ in ORDERS])
def test_what_generators_refuse(make: Any, order: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as error:
        make(**order)
    assert "\n" not in str(error.value)


EXPECTED_GAME = "expected a game or its name"
EXPECTED_PUZZLE = "None is no puzzle of rush-hour"
BAD: dict[str, tuple[Callable[[], Any], str]] = {
    # No game
    "solve(None)": (_any(_solve, None, EASY), EXPECTED_GAME),
    "solve('rush-hou')": (_any(_solve, "rush-hou", EASY), "no game 'rush-hou' .*; did you mean rush-hour?"),
    "solve_many(None)": (_any(_many, game=None), EXPECTED_GAME),
    "aio.solve(None)": (_any(_awaited, None, EASY), EXPECTED_GAME),
    "generate(None)": (_any(_made, None), EXPECTED_GAME),
    "aio.generate(3)": (_any(_made_later, 3), EXPECTED_GAME),
    "verify(None)": (_any(_verify, game=None), EXPECTED_GAME),
    "puzzle(None)": (_any(quandary.puzzle, None, EASY), EXPECTED_GAME),
    "read_file(None)": (lambda: list(quandary.read_file(None, "x")), EXPECTED_GAME),  # type: ignore[arg-type]
    "Session.start(None)": (_any(_start, None, EASY), EXPECTED_GAME),
    "game(3)": (_any(quandary.game, 3), "a game is called by its name, a text, not 3"),
    "game([])": (_any(quandary.game, []), "a game is called by its name, a text"),
    "game(drw=1)": (_any(quandary.game, "klondike", drw=1), "no option 'drw' here .*; did you mean draw?"),
    "Extractor(None)": (_any(Extractor, None), EXPECTED_GAME),
    "evaluation.make(None)": (_any(evaluation.make, None, 1, seed=1), EXPECTED_GAME),
    "Animation(None)": (_any(Animation, None, PUZZLE.position, ()), EXPECTED_GAME),
    # No puzzle
    "solve(…, None)": (_any(_solve, GAME, None), EXPECTED_PUZZLE),
    "solve(…, bytes)": (_any(_solve, GAME, b"x"), "b'x' is no puzzle of rush-hour"),
    "solve(…, other game)": (_any(_solve, GAME, DEAL), "expected a rush-hour puzzle, got a klondike puzzle"),
    "solve(…, text)": (_any(_solve, GAME, "nonsense"), "a board in one line"),
    "aio.solve(…, None)": (_any(_awaited, GAME, None), EXPECTED_PUZZLE),
    "puzzle(…, None)": (_any(quandary.puzzle, GAME, None), EXPECTED_PUZZLE),
    "verify(…, None)": (_any(_verify, None), EXPECTED_PUZZLE),
    "Session.start(…, None)": (_any(_start, GAME, None), EXPECTED_PUZZLE),
    "Session(None)": (_any(quandary.Session, None), "a session's puzzle must be a Puzzle"),
    "Session(text)": (_any(quandary.Session, EASY), "a session's puzzle must be a Puzzle"),
    "solve_many(None)s": (_any(_many, None), "the puzzles must be an iterable of puzzles, not None"),
    "solve_many(text)": (_any(_many, EASY), "the puzzles must be an iterable of puzzles, not 'BB"),
    "solve_many(Puzzle)": (_any(_many, PUZZLE), "the puzzles must be an iterable of puzzles"),
    "solve_many([None])": (_any(_many, [PUZZLE, None]), f"puzzle 2: {EXPECTED_PUZZLE}"),
    "solve_many([other])": (_any(_many, [PUZZLE, DEAL]), "puzzle 2: expected a rush-hour puzzle"),
    "read_file(…, None)": (lambda: list(quandary.read_file(GAME, None)), "a file must be a name"),  # type: ignore[arg-type]
    # Other arguments
    "verify(answer=None)": (_any(_verify, EASY, None), "an answer is a text, not None"),
    "verify(optimum='a')": (_any(_verify, optimum="a"), "optimum must be a whole number"),
    "verify(time='1s')": (_any(_verify, time="1s"), "time must be a number from 0 up, not '1s'"),
    "verify(metric=3)": (_any(_verify, metric=3), "has no metric 3"),
    "verify(target=3)": (_any(_verify, target=3), "there is no target to reach"),
    "verify(target='a')": (_any(_verify, TILES, game="exponentile", target="a"), "target must be a whole number"),
    "verify(most_moves='a')": (
        _any(_verify, TILES, game="exponentile", target=1, most_moves="a"),
        "most_moves must be a whole number",
    ),
    "verify(optimm=4)": (_any(_verify, optimm=4), "no option 'optimm' here .*; did you mean optimum?"),
    "puzzle(drw=1)": (_any(quandary.puzzle, "klondike", "klondike#5", drw=1), "did you mean draw?"),
    "Session.start(drw=1)": (_any(_start, "klondike", "klondike#5", drw=1), "did you mean draw?"),
    "Budget(time='a')": (_any(quandary.Budget, time="a"), "the time budget must be a number"),
    "Budget(nodes=1.5)": (_any(quandary.Budget, nodes=1.5), "the nodes budget must be a whole number"),
    "parse_size(None)": (_any(parse_size, None), "is not a size"),
    "Session(clock=3)": (_any(quandary.Session, PUZZLE, clock=3), "clock must be a function, not 3"),
    "Session.load(None)": (_any(quandary.Session.load, None), "a saved game must be a text, not None"),
    "Session.load('')": (_any(quandary.Session.load, ""), "the saved game is damaged"),
    "Session.from_log(None)": (_any(quandary.Session.from_log, None), "a log must be a text, not None"),
    "Session.from_log(turn='a')": (_any(quandary.Session.from_log, _start().log(), turn="a"), "turn must be a whole"),
    "play(3)": (_session("play", 3), r"expected a move of rush-hour, like 'B\+1', not 3"),
    "play(None)": (_session("play", None), "expected a move of rush-hour"),
    "play(other)": (_session("play", quandary.game("klondike").parse_move("D")), "expected a move of rush-hour"),
    "play('')": (_session("play", ""), "is not a move"),
    "play(by=3)": (_session("play", "X+1", 3), "who plays must be a text, not 3"),
    "play_step(3)": (_session("play_step", 3), "moves must be a sequence of moves, not 3"),
    "play_step([3])": (_session("play_step", [3]), "expected a move of rush-hour"),
    "amend(3)": (_session("amend", 3), "there is no move to amend"),
    "go_back_to('a')": (_session("go_back_to", "a"), "must be a whole number from 0 up, not 'a'"),
    "go_to_checkpoint('a')": (_session("go_to_checkpoint", "a"), "must be a whole number from 0 up, not 'a'"),
    "cost(3)": (_session("cost", 3), "a metric must be a text, not 3"),
    "cost('push')": (_session("cost", "push"), "has no metric 'push'"),
    "subscribe(3)": (_session("subscribe", 3), "a listener must be a function, not 3"),
    "hint(3)": (_session("hint", 3), "cancel must be a quandary.Cancel, not 3"),
    "tip(3)": (_session("tip", 3), "cancel must be a quandary.Cancel, not 3"),
    "distance(progress=3)": (_session("distance", None, 3), "progress must be a function, not 3"),
    "prospects(3)": (_session("prospects", 3), "cancel must be a quandary.Cancel, not 3"),
    "last_winnable(3)": (lambda: _moved().last_winnable(3), "cancel must be a quandary.Cancel, not 3"),
    "take_over(hints='a')": (_session("take_over", hints="a", undone=0, seconds=0), "hints must be a whole number"),
    "take_over(seconds='a')": (_session("take_over", hints=0, undone=0, seconds="a"), "seconds must be a number"),
    # Pictures, packs, players, evaluation, lab
    "shipped_packs(None)": (_any(shipped_packs, None), EXPECTED_GAME),
    "svg_to_png(3)": (_any(svg_to_png, 3), "a picture must be a text"),
    "svg_to_png(scale='a')": (_any(svg_to_png, "<svg/>", scale="a"), "scale must be a number"),
    "svg_to_pdf('<svg>')": (_any(svg_to_pdf, "<svg/>"), "pages must be a list of pictures"),
    "svg_to_pdf([3])": (_any(svg_to_pdf, [3]), "a picture must be a text"),
    "card(3)": (_any(card, 3), "a verdict must be what quandary.solve returns, not 3"),
    "Animation(position=3)": (_any(Animation, GAME, 3, ()), "a position must be one of rush-hour"),
    "Animation(moves=3)": (_any(Animation, GAME, PUZZLE.position, 3), "moves must be a sequence"),
    "Animation.save(3)": (_any(Animation(GAME, PUZZLE.position, ()).save, 3), "a file must be a name"),
    "choose_player(None)": (_any(choose_player, None), EXPECTED_GAME),
    "play_game(position=3)": (lambda: _played(position=3), "a position must be one of exponentile"),
    "play_game(player=3)": (lambda: _played(player=3), "player must be a player"),
    "choose_player(name=3)": (
        _any(choose_player, quandary.game("exponentile"), 3),
        "exponentile has no player 3 .players:",
    ),
    "play_game(seed='a')": (lambda: _played(seed="a"), "seed must be a whole number"),
    "play_game(most_moves='a')": (lambda: _played(most_moves="a"), "most_moves must be a whole number"),
    "play_game(options=3)": (lambda: _played(options=3), "options must be a mapping"),
    "evaluation.make(count='a')": (_any(evaluation.make, GAME, "a", seed=1), "count must be a whole number"),
    "evaluation.make(seed='a')": (_any(evaluation.make, GAME, 1, seed="a"), "seed must be a whole number"),
    "evaluation.make(nods=1)": (_any(evaluation.make, GAME, 1, seed=1, nods=1), "did you mean nodes?"),
    "evaluation.load(None)": (_any(evaluation.load, None), "a set must be a file"),
    "evaluation.load([3])": (_any(evaluation.load, [3]), "line 1: "),
    "evaluation.judge(3)": (_any(evaluation.judge, 3, "x"), "a record must be a mapping, not 3"),
    "Episode(3)": (_any(Episode, 3), "a record must be a mapping, not 3"),
    "Extractor.find(3)": (lambda: Extractor(GAME).find(3), "an answer must be a text, not 3"),  # type: ignore[arg-type]
    "Extractor.moves(3)": (lambda: Extractor(GAME).moves(3), "an answer must be a text, not 3"),  # type: ignore[arg-type]
    "wilson_interval('a')": (_any(lab.wilson_interval, "a", 3), "successes must be a whole number"),
    "wilson_interval(4, 3)": (_any(lab.wilson_interval, 4, 3), "successes must be a whole number from 0 to 3, not 4"),
    "mcnemar('a')": (_any(lab.mcnemar, "a", 3), "gained must be a whole number"),
    "Sprt(p0='a')": (_any(lab.Sprt, p0="a"), "p0 must be a number"),
    "Lab(3)": (_any(lab.Lab, 3), "a results file must be a name"),
}


def _moved() -> Any:
    session = _start()
    session.play("B+1")
    return session


def _played(position: Any = TILES.position, player: Any = None, **options: Any) -> Any:
    return play_game("exponentile", position, player or choose_player("exponentile"), **options)


@pytest.mark.parametrize("call", BAD)
def test_a_wrong_argument_is_told_in_one_line(call: str) -> None:
    run, problem = BAD[call]
    with pytest.raises(QuandaryError, match=problem) as error:
        run()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", quandary.names(with_examples=True))
@pytest.mark.parametrize(
    "move", [3, None, 1.5, (1, 2), b"x", object()], ids=["int", "none", "float", "tuple", "bytes", "object"]
)
def test_no_game_takes_another_value_for_a_move(name: str, move: Any) -> None:
    game = quandary.game(name)
    session: Any = quandary.Session.start(game, game.examples[1])
    before = session.position
    with pytest.raises(QuandaryError, match=f"expected a move of {name}, like"):
        session.play(move)
    assert (session.position, session.turn.number) == (before, 0)


LAB: dict[str, tuple[dict[str, Any], str]] = {
    "jobs": ({"jobs": -1}, "jobs must be a whole number from 1 to 1024"),
    "nodes": ({"nodes": 1e6}, "the nodes budget must be a whole number"),
    "time": ({"time": "1s"}, "the time budget must be a number"),
    "seed": ({"seed": "a"}, "seed must be a whole number"),
    "strategy": ({"strategy": 3}, "a strategy must be a name, not 3"),
    "options": ({"options": 3}, "options must be a mapping"),
    "tme": ({"tme": 3}, "no option 'tme' here .*; did you mean time?"),
    "drw": ({"drw": 1}, "no option 'drw' here .*; did you mean draw?"),
    "corpus": ({"corpus": 3}, "a corpus must be a text, not 3"),
    "setting": ({"corpus": "klondike:drw=1#1..2"}, "there is no setting 'drw' .*; did you mean draw?"),
    "game": ({"game": None}, EXPECTED_GAME),
}


@pytest.mark.parametrize("name", LAB)
def test_what_the_lab_refuses(name: str, tmp_path: Path) -> None:
    given, problem = LAB[name]
    with lab.Lab(tmp_path / "lab.sqlite") as opened:
        order: dict[str, Any] = {"game": "klondike", "corpus": "klondike#1..2", "nodes": 10, **given}
        with pytest.raises(UsageError, match=problem):
            opened.run(order.pop("game"), order.pop("corpus"), **order)
        assert opened.runs() == []
        with pytest.raises(UsageError, match="a run must be a whole number"):
            opened[None]  # type: ignore[index]


def test_a_bad_text_of_a_batch_is_its_error_and_the_others_are_solved() -> None:
    first, second, third = _many([EASY, "nonsense", PUZZLE])
    assert (first.cost, third.cost) == (4, 4)
    assert isinstance(second, PuzzleError)
    assert second.puzzle == "2"


def test_a_whole_float_is_a_whole_number_where_texts_are() -> None:
    (puzzle,) = quandary.generate(GAME, seed=1, walls=1.0)
    assert puzzle == next(quandary.generate(GAME, seed=1, walls=1))
