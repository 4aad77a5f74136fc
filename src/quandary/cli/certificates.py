"""`quandary solve … --certificate FILE`: all certificates of a run in one file, one after another."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from quandary.cli.output import say, say_error, watched
from quandary.core.budget import Task
from quandary.core.errors import BudgetEnded
from quandary.core.game import Game, Puzzle
from quandary.core.whole_file import WholeFile
from quandary.core.words import counted
from quandary.engine.certify import certify
from quandary.engine.solve import Verdict


class CertificateFile:
    """Certificates on their way to a file, which appears when all are there."""

    def __init__(self, game: Game[Any, Any], name: str, task: Task) -> None:
        self._game = game
        self._name = name
        # What the solver was told is nothing to the prover.
        self._task = replace(task, options={})
        self._file = WholeFile(name)
        self._written = self._unproven = 0

    def add(self, puzzle: Puzzle[Any], verdict: Verdict, *, is_alone: bool) -> None:
        """Proves one verdict more; says so if it cannot be done."""
        if verdict.verdict == "unknown":
            say_error(f"puzzle {puzzle.id}: there is no certificate, because there is no verdict")
            return
        try:
            with watched() if is_alone else nullcontext() as report:
                task = replace(self._task, progress=report)
                certificate = certify(self._game, puzzle.position, verdict, task)
        except BudgetEnded as error:
            self._unproven += 1
            say_error(f"puzzle {puzzle.id}: there is no certificate: {error}")
            return
        self._file.add(certificate.as_text())
        self._written += 1

    def finish(self) -> int:
        """Puts the file in its place, if anything is in it; how many verdicts are without their proof."""
        if self._written:
            self._file.finish()
            say(f"{self._name}: {counted(self._written, 'certificates')}")
        else:
            self._file.keep()
        return self._unproven

    def keep(self) -> str:
        """Ends early; says where what is done can be found, for the end of a message."""
        return self._file.keep()
