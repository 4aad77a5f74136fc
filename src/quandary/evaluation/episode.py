"""A puzzle played over several turns, by a model with tools: look, move, undo, give up. The judge has the last word.

Every call counts against a budget, also one that is refused, and stands in a log. What comes of it is judged like any
answer: the moves that stand at the end, as if they had been written in one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quandary.core.arguments import check_type, check_whole
from quandary.core.errors import IllegalMove, UsageError
from quandary.core.game import Status
from quandary.core.printable import shown
from quandary.evaluation.answers import Unreadable, find_answer
from quandary.evaluation.judgement import Judgement, read_moves
from quandary.evaluation.sets import item_of

DEFAULT_CALLS = 200


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool, and what was answered."""

    tool: str
    text: str
    reply: str


class Episode:
    """One puzzle of a set, played step by step. No call raises for what a model says; the reply tells what is wrong."""

    def __init__(self, record: Mapping[str, Any], *, most_calls: int = DEFAULT_CALLS) -> None:
        if check_whole("most_calls", most_calls) < 1:
            raise UsageError(f"an episode has 1 call or more, not {most_calls}")
        self._item = item_of(record)
        self._most_calls = most_calls
        self._has_given_up = False
        self._passed = [self._item.puzzle.position]
        self._moves: list[Any] = []
        self.prompt: str = str(record["prompt"]) if "prompt" in record else ""
        """The rules and the puzzle in words, as the set has them."""
        self.log: list[Call] = []
        """All calls so far."""
        self.refused = False
        """Whether the last call was refused: not understood, illegal, nothing to take back, or the episode is over."""

    @property
    def over(self) -> bool:
        """Whether nothing can be done any more: the game is over, it was given up, or all calls are spent."""
        is_playing = self._item.game.status(self._passed[-1]) is Status.PLAYING
        return self._has_given_up or not is_playing or len(self.log) >= self._most_calls

    @property
    def answer(self) -> str:
        """The moves that stand, in one line."""
        return self._item.game.format_moves(self._moves)

    def look(self) -> str:
        """The position as it stands."""
        return self._call("look", "", self._look)

    def move(self, text: str) -> str:
        """Plays moves, read like an answer, up to the first that is illegal."""
        check_type("moves", text, str, "a text")
        return self._call("move", text, lambda: self._move(text))

    def undo(self) -> str:
        """Takes the last move back."""
        return self._call("undo", "", self._undo)

    def give_up(self) -> str:
        """Ends the episode as it stands."""
        return self._call("give_up", "", self._give_up)

    def judgement(self) -> Judgement:
        """What there is to say of the moves that stand."""
        return self._item.judge(self.answer)

    def _call(self, tool: str, text: str, act: Any) -> str:
        self.refused = self.over
        if self.over:
            return "The episode is over."
        reply = shown_lines(act())
        self.log.append(Call(tool, text, reply))
        return reply

    def _look(self) -> str:
        game, here = self._item.game, self._passed[-1]
        briefing = game.briefing()
        picture = briefing.puzzle(here, None) if briefing else game.format(here)
        left = self._most_calls - len(self.log) - 1
        return f"{picture}\n\nMoves so far: {len(self._moves)}. Calls left: {left}."

    def _move(self, text: str) -> str:
        game = self._item.game
        try:
            moves = read_moves(game, find_answer(text), self._passed[-1])
        except Unreadable as error:
            self.refused = True
            return f"Not understood, and nothing has changed: {error}"
        for number, move in enumerate(moves, start=1):
            try:
                after = game.play(self._passed[-1], move).position
            except IllegalMove as error:
                self.refused = True
                told = f"Move {number}, {game.format_move(move)}, is illegal: {error}. Played: {number - 1}."
                return f"{told}\n\n{self._look()}"
            self._passed.append(after)
            self._moves.append(move)
        ended = {Status.WON: "Solved.", Status.LOST: "There is no move left."}.get(game.status(self._passed[-1]))
        return f"{ended or f'Played: {len(moves)}.'}\n\n{self._look()}"

    def _undo(self) -> str:
        if not self._moves:
            self.refused = True
            return "There is nothing to take back."
        self._moves.pop()
        self._passed.pop()
        return self._look()

    def _give_up(self) -> str:
        self._has_given_up = True
        return "The episode is over."


def shown_lines(text: str) -> str:
    """A text of several lines with everything in them made fit to be shown."""
    return "\n".join(map(shown, text.split("\n")))
