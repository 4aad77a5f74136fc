"""verify(): any text in, a judgement out. An answer is text from a stranger, and nothing in it is believed.

The answer is found by the rules of `answers`, read by the game's own notation, and played through the game's Python
rules. No move is skipped or repaired: an answer is a solution when every move is legal and the last one wins. Text,
answer and moves are limited, so that judging takes bounded time whatever was written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from quandary.core.arguments import check_names, check_number, check_whole, described
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game, Status
from quandary.core.printable import shown
from quandary.core.registry import resolve_game
from quandary.core.words import counted
from quandary.engine.judge import Replayed, judge
from quandary.engine.puzzles import posed
from quandary.engine.solve import solve
from quandary.evaluation.answers import LONGEST_ANSWER, Found, FoundAnswer, Unreadable, find_answer
from quandary.evaluation.remarks import contradiction, plain_moves
from quandary.evaluation.wrapping import wordings

MOST_MOVES = 100_000
"""Moves of an answer."""
SCORE = "score"
"""The metric of games that are played for a score: more is better."""
ANY = "any"
"""The metric of who is content with any solution: there is no optimum to compare with."""
# What a search for the way that is left may cost, where a game cannot count how much of it is done. Nodes, not seconds:
# the same answer is given the same mark on every machine.
_CREDIT_NODES = 20_000
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Illegal:
    """The first move that the rules do not allow."""

    number: int
    """From 1."""
    move: str
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What there is to say of somebody's answer."""

    game: str
    """The game's name."""
    id: str
    """The puzzle's title, number or id."""
    solved: bool
    """Every move is legal and the last one wins; or the score asked for is reached in as many moves as may be."""
    cost: int
    """The cost of the legal moves in `metric`; the score, where that is the metric."""
    metric: str
    """What counts as cost."""
    legal: int
    """How many moves are legal, counted up to the first that is not."""
    problem: str | None
    """Why it is no solution, in one line: no answer found, the first illegal move and the reason, ended too early."""
    optimum: int | None
    """What a best solution costs, where that is known and proven."""
    moves: int | None
    """How many moves the answer has; None if it cannot be read."""
    illegal: Illegal | None
    """The first illegal move, if there is one."""
    answer: str
    """What was taken for the answer, its beginning; empty if none was found."""
    found: Found | None
    """Where it stood: behind `ANSWER:` (`marker`), in a `tag`, in a `box`, in the last `fence`, or all is `text`."""
    ignored: int
    """How many characters of the text are not part of it, white space not counted."""
    score: int | None = None
    """What the game counts, if it is played for a score."""
    over: bool = False
    """Whether the game has ended, won or lost."""
    credit: float = 0.0
    """How much of the way to the goal the legal moves have done, from 0 to 1."""

    @property
    def readable(self) -> bool:
        """Whether there is an answer, and every word of it is a move."""
        return self.moves is not None

    @property
    def is_legal(self) -> bool:
        """Whether it can be read and every move is legal."""
        return self.readable and self.illegal is None

    @property
    def optimal(self) -> bool:
        """Whether it is a solution that is proven to be as good as any."""
        return self.solved and self.optimum is not None and self.cost == self.optimum

    @property
    def ratio(self) -> float | None:
        """The cost divided by the optimum: 1 is best. None unless it is solved and the optimum is known and not 0."""
        return self.cost / self.optimum if self.solved and self.optimum else None

    @property
    def mark(self) -> float | None:
        """All in one number from 0 to 1, so that any solution is above anything that is none.

        A solution has 0.5, and as much again as it is good: optimum / cost, or score / optimum where more is better;
        all of it where no optimum is known or asked for. What is no solution has half of its `credit`, and what cannot
        be read 0. None where a game is played for a score and no target is asked for.
        """
        if self.metric == SCORE and not self.solved and self.problem is None:
            return None
        if not self.solved:
            return self.credit / 2
        ratio = self.ratio
        if ratio is None:
            return 1.0
        return 0.5 + min(ratio if self.metric == SCORE else 1 / ratio, 1.0) / 2 if ratio else 1.0

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        fields = asdict(self)
        if self.score is None:
            del fields["score"]
        ratio = None if self.ratio is None else round(self.ratio, 4)
        mark = None if self.mark is None else round(self.mark, 4)
        fields["credit"] = round(self.credit, 4)
        return {**fields, "ratio": ratio, "optimal": self.optimal, "readable": self.readable, "mark": mark}


def verify(
    game: str | Game[Any, Any],
    puzzle: Any,
    answer: str,
    *,
    metric: str | None = None,
    optimum: int | None = None,
    time: float | None = None,
    target: int | None = None,
    most_moves: int | None = None,
    **choices: Any,
) -> Judgement:
    """Judges any text as an answer to a puzzle; never raises for what stands in the answer.

    The puzzle is given as in `solve`; `choices` are rules that a text leaves open.
    `optimum` is what a best solution costs, if you know it; else `time` gives seconds to search for it, and None
    leaves it unknown. In a game that is played for a score, `target` is the score to reach in at most `most_moves`.
    """
    game = resolve_game(game)
    check_names(choices, game.variant_options, verify)
    game = game.variant(**choices)
    metric = _checked(game, metric, target)
    if not isinstance(answer, str):
        raise UsageError(f"an answer is a text, not {described(answer)}")
    for what, number in (("optimum", optimum), ("target", target), ("most_moves", most_moves)):
        if number is not None:
            check_whole(what, number)
    if time is not None:
        check_number("time", time)
    name, position = posed(game, completed(game, puzzle), 1)
    # The position has the rules now; a later one may have fewer redeals left than were chosen.
    game = game.unvaried
    found: FoundAnswer | None = None
    moves: list[Any] | None = None
    try:
        found = find_answer(answer)
        moves = read_moves(game, found, position)
        best = optimum if optimum is not None else _search(game, position, metric, time)
        replayed = judge(game, position, moves, metric)
    except Unreadable as error:
        best, replayed = optimum, Replayed(False, 0, 0, str(error), position)
    problem, solved = replayed.problem, replayed.solved
    score = game.score(replayed.position)
    if target is not None and problem is None:
        problem = _short_of(score or 0, target, len(moves or ()), most_moves)
        solved = problem is None
    credit = 1.0 if solved else 0.0
    if not solved and replayed.legal:
        credit = _credit(game, position, replayed.position, metric, best, target)
    return Judgement(
        game=game.name,
        id=name,
        solved=solved,
        cost=replayed.cost if score is None or moves is None else score,
        metric=metric,
        legal=replayed.legal,
        problem=None if problem is None else shown(problem),
        optimum=best,
        moves=None if moves is None else len(moves),
        illegal=_illegal(game, moves or [], replayed),
        answer=shown(found.text[:_LONGEST_SHOWN]) if found else "",
        found=found.found if found else None,
        ignored=found.ignored if found else len(answer.strip()),
        score=score,
        over=moves is not None and game.status(replayed.position) is not Status.PLAYING,
        credit=credit,
    )


def describe(game: Game[Any, Any], judgement: Judgement) -> str:
    """A judgement in a line."""
    if not judgement.readable:
        return f"not readable: {judgement.problem}"
    if game.is_scored:
        return _describe_score(judgement)
    if not judgement.solved:
        return f"not a solution: {judgement.problem}"
    best = judgement.optimum
    against = "the optimum is not known" if best is None else f"the optimum is {best}"
    return f"solved, {counted(judgement.cost, game.unit(judgement.metric))}; {against}"


def _describe_score(judgement: Judgement) -> str:
    """What a game that is played for a score has come to."""
    if judgement.problem is not None:
        until = f" (until then {judgement.score} points)" if judgement.illegal else ""
        return f"{judgement.problem}{until}"
    going = "the game is over" if judgement.over else "the game goes on"
    best = "" if judgement.optimum is None else f"; the best is {judgement.optimum}"
    return f"{counted(judgement.legal, 'moves')}, all legal, {judgement.score} points; {going}{best}"


def _checked(game: Game[Any, Any], metric: str | None, target: int | None) -> str:
    if game.is_scored:
        if metric not in (None, SCORE):
            raise UsageError(f"{game.name} is played for a score and has no metric {metric!r}")
        return SCORE
    if target is not None:
        raise UsageError(f"{game.name} is solved, not played for a score: there is no target to reach")
    if metric is not None and metric not in game.metrics:
        raise UsageError(f"{game.name} has no metric {metric!r} (metrics: {', '.join(game.metrics)})")
    return metric or game.metrics[0]


def completed(game: Game[Any, Any], given: Any) -> Any:
    """What is given; to a text of an evaluation set the solution is added that it leaves out."""
    briefing = game.briefing()
    return briefing.completed(given) if briefing and isinstance(given, str) else given


def read_moves(game: Game[Any, Any], answer: FoundAnswer, position: Any = None) -> list[Any]:
    """Return the moves of an answer.

    Raises `Unreadable` if a word can be neither a move nor a remark, if the rest of the text contradicts the answer,
    or if there are too many moves. `position` is where the moves begin, if that is known.
    """
    read = _reader(game, position)
    moves = read(answer.text)
    if moves is None:
        plain = plain_moves(answer.text, read, may_explain=answer.found != "text")
        moves = None if plain is None else read(plain)
    if moves is None:
        raise Unreadable(_why_unreadable(game, answer.text, position))
    if answer.text and not moves:
        raise Unreadable("there is no move in the answer")
    if len(moves) > MOST_MOVES:
        raise Unreadable(f"the answer has {len(moves):,} moves, at most {MOST_MOVES:,} are judged")
    for rival in answer.rivals:
        other = read(rival) or read(plain_moves(rival, read) or "")
        if other and other != moves:
            raise Unreadable("there are two answers, and they differ")
    if problem := contradiction(answer.rest[:LONGEST_ANSWER], moves, read):
        raise Unreadable(problem)
    return moves


def _reader(game: Game[Any, Any], position: Any) -> Callable[[str], list[Any] | None]:
    """Return a function that reads a text of moves and nothing else; it returns None for any other text."""
    briefing = game.briefing()

    def read(text: str) -> list[Any] | None:
        for words in wordings(text):
            if not (words.isascii() and words.isprintable()):
                return None
            moves = _moves_or_none(game, briefing.without_landmarks(words, position) if briefing else words)
            if moves is not None:
                return moves
        return None

    return read


def _why_unreadable(game: Game[Any, Any], text: str, position: Any) -> str:
    words = next(wordings(text))
    if not (words.isascii() and words.isprintable()):
        return _foreign(words)
    briefing = game.briefing()
    words = briefing.without_landmarks(words, position) if briefing else words
    try:
        game.parse_moves(words)
    except PuzzleError as error:
        return _located(game, words, error)
    return "there is no move in the answer"


def _moves_or_none(game: Game[Any, Any], text: str) -> list[Any] | None:
    try:
        return game.parse_moves(text)
    except PuzzleError:
        return None


def _foreign(text: str) -> str:
    """Which character is none of ours, by its number: it may look like one, or like nothing."""
    at, character = next((at, sign) for at, sign in enumerate(text) if not (sign.isascii() and sign.isprintable()))
    number = text[:at].count(" ") + 1
    word = text[:at].rpartition(" ")[2] + text[at:].partition(" ")[0]
    return f"word {number}: {word[:_LONGEST_SHOWN]!r} holds U+{ord(character):04X}, which is no sign of a move"


def _located(game: Game[Any, Any], text: str, error: PuzzleError) -> str:
    """The error with its place: the number of the first word that is no move by itself."""
    if error.place is not None:
        return str(error)
    for number, word in enumerate(text.split(), start=1):
        try:
            game.parse_moves(word)
        except PuzzleError as at_word:
            return f"word {number}: {at_word.problem}"
    return str(error)


def _illegal(game: Game[Any, Any], moves: list[Any], replayed: Replayed) -> Illegal | None:
    if replayed.refusal is None:
        return None
    return Illegal(replayed.legal + 1, game.format_move(moves[replayed.legal]), shown(replayed.refusal))


def _short_of(score: int, target: int, moves: int, most_moves: int | None) -> str | None:
    """Why a game that was played by the rules does not reach what is asked for."""
    if most_moves is not None and moves > most_moves:
        return f"{moves} moves, at most {most_moves} are allowed"
    return f"{score} points after {moves} moves, {target} are asked for" if score < target else None


def _credit(
    game: Game[Any, Any], start: Any, reached: Any, metric: str, optimum: int | None, target: int | None
) -> float:
    """How much of the way to the goal is done: as the game counts it, or by the proven distance that is left."""
    if game.is_scored:
        at_first, now = game.score(start) or 0, game.score(reached) or 0
        return 0.0 if target is None else min(max(now - at_first, 0) / max(target - at_first, 1), 1.0)
    briefing = game.briefing()
    counted = briefing.credit(start, reached) if briefing else None
    if counted is not None:
        return counted
    if not optimum or metric == ANY or game.status(reached) is not Status.PLAYING:
        return 0.0
    left = solve(game, reached, metric=metric, nodes=_CREDIT_NODES)
    return max(optimum - left.cost, 0) / optimum if left.optimal and left.cost is not None else 0.0


def _search(game: Game[Any, Any], position: Any, metric: str, time: float | None) -> int | None:
    """What a best solution costs, if a search proves it in time."""
    if time is None or game.is_scored or metric == ANY:
        return None
    best = solve(game, position, metric=metric, time=time)
    return best.cost if best.optimal else None
