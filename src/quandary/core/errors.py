"""What can go wrong: everything that a caller may want to catch is a `QuandaryError`."""

from __future__ import annotations

from collections.abc import Iterable


class QuandaryError(Exception):
    """The base of every error that is the input's fault; its text is one line fit to show to a user."""


class UsageError(QuandaryError, ValueError):
    """A name, an option or a budget that does not exist or does not make sense."""


class PuzzleError(QuandaryError, ValueError):
    """A text that is not a puzzle (or not a move). Says what was expected, and where."""

    def __init__(self, problem: str, *, place: str | None = None, puzzle: str | None = None, source: str | None = None):
        super().__init__(problem)
        self.problem = problem
        """What is wrong, and what was expected instead."""
        self.place = place
        """Where in the puzzle: `r3c5`, `line 12` …"""
        self.puzzle = puzzle
        """Which puzzle of its source: its title or 1-based number."""
        self.source = source
        """The file the text came from."""

    def __str__(self) -> str:
        where = [self.source, self.puzzle and f"puzzle {self.puzzle}", self.place]
        return ": ".join([*(part for part in where if part), self.problem])

    def within(self, place: str) -> PuzzleError:
        """The same error, with the place said first in which its own place is: a line of a file, a pile of cards."""
        inner = f"{place}, {self.place}" if self.place else place
        return type(self)(self.problem, place=inner, puzzle=self.puzzle, source=self.source)

    def located(self, *, puzzle: str | None = None, source: str | None = None) -> PuzzleError:
        """The same error, with the puzzle and source filled in where they were not known before."""
        return type(self)(self.problem, place=self.place, puzzle=self.puzzle or puzzle, source=self.source or source)


class WrongPuzzle(PuzzleError, UsageError):
    """A puzzle that the call cannot use: of a wrong type, of another game, or with other rules than those chosen."""


class IllegalMove(QuandaryError, ValueError):
    """A move that the rules do not allow in this position; the text says why."""


class BudgetEnded(QuandaryError):
    """Time, nodes or memory ran out before there was an answer."""

    def __init__(self, problem: str, *, reason: str | None = None):
        super().__init__(problem)
        self.reason = reason
        """Which limit was reached, where that is known: `time`, `nodes`, `memory` or `cancelled`."""


class Unfinished(QuandaryError):
    """Long work that stopped before its end. What is done is kept; the text says how to go on."""


class NotProven(QuandaryError, ValueError):
    """A certificate that does not prove what it says; the text says where it fails."""


def warn(text: str) -> None:
    """Tells whoever runs this of something that is wrong and stops nobody."""
    # Imported late: seldom needed. Where nobody has set up a log, the line goes to stderr as it is.
    import logging

    logging.getLogger("quandary").warning("warning: %s", text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A guess to put behind a message about a word that is not known; empty if nothing is near."""
    # Imported late: seldom needed, and slow to load.
    import difflib

    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.4)
    return f"; did you mean {near[0]}?" if near else ""


def missing_extra(what: str, extra: str) -> UsageError:
    """What to say where a library is missing that only some people need."""
    return UsageError(f"{what} need an extra: pip install 'quandary[{extra}]'")
