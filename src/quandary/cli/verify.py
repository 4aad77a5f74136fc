"""`quandary verify GAME PUZZLE SOLUTION`, and `quandary verify --set SET --answers ANSWERS`"""

from __future__ import annotations

import sys
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import EXIT_BAD_INPUT, EXIT_REFUSED, EXIT_UNKNOWN, print_json, print_result, say_error
from quandary.cli.sources import one_puzzle
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.printable import shown
from quandary.evaluation.answers import LONGEST_TEXT
from quandary.evaluation.judgement import ANY, Judgement, completed, describe, verify

SEARCH, NONE = "search", "none"
# No character of UTF-8 takes more.
_BYTES_A_CHARACTER = 4


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        puzzle: str,
        solution: str,
        metric: str | None,
        optimum: str,
        time: float,
        as_json: bool,
        target: int | None = None,
        most_moves: int | None = None,
        **parameters: Any,
    ) -> int:
        variant = flags.take_variant(game, parameters)
        known, seconds = _read_optimum(optimum, time)
        judgement = verify(
            variant,
            one_puzzle(variant, completed(game, puzzle)),
            _standard_input() if solution == "-" else solution,
            metric=metric,
            optimum=known,
            time=seconds,
            target=target,
            most_moves=most_moves,
        )
        return _tell(variant, judgement, as_json, was_searched=seconds is not None)

    score_flags = [
        flags.option("--target", "The score that must be reached to solve it.", int, metavar="POINTS"),
        flags.option("--most-moves", "In how many moves at most.", flags.Whole(0), metavar="N"),
    ]
    return flags.WritingCommand(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"]),
            click.Argument(["solution"]),
            *flags.variant(game),
            flags.option("--metric", f"What counts as cost: {' | '.join(game.metrics)} (default: {game.metrics[0]})."),
            flags.option(
                "--optimum",
                f"What to compare with: {SEARCH} for it, {NONE}, or its cost if you know it.",
                is_flag=False,
                flag_value=SEARCH,
                default=SEARCH,
                metavar="WHAT",
            ),
            flags.option("--time", "Limit of the search for the optimum.", float, default=10.0),
            *(score_flags if game.is_scored else ()),
            flags.json(),
        ],
        help=f"Judge a {game.title} solution (a text, or - for standard input) by the rules.",
        epilog=flags.examples(f"quandary verify {game.name} {game.name}#42 'MOVES'"),
    )


class _Verify(GamesGroup):
    """Judges one answer by the game's subcommand, or all answers of a file."""

    def __init__(self) -> None:
        super().__init__("verify", _build, "Judge a solution: legal, complete, how far from the optimum.")
        self.params += [
            flags.file("--set set_name", "An evaluation set, as export eval writes it, or a benchmark (quandary-1)."),
            flags.file("--answers", 'Its answers: JSON Lines of {"id": …, "answer": …}.'),
            flags.file("--summary", "Write the summary here, so that every line is a judgement."),
            flags.json(),
        ]
        self.epilog = flags.examples("quandary verify --set set.jsonl --answers answers.jsonl --json > judged.jsonl")
        self.callback = self._run

    def _run(self, set_name: str | None, answers: str | None, summary: str | None, as_json: bool) -> int | None:
        context = click.get_current_context()
        if set_name is None and answers is None:
            if summary is not None:
                raise click.UsageError("--summary goes with --set and --answers", context)
            if as_json and context.invoked_subcommand is not None:
                raise UsageError("--json stands behind the game: quandary verify GAME PUZZLE SOLUTION --json")
            self._ask_for_a_game()
            return None
        if set_name is None or answers is None:
            raise click.UsageError("--set and --answers go together", context)
        if context.invoked_subcommand is not None:
            raise click.UsageError("a set says which game it is of: --set and --answers, and nothing else", context)
        from quandary.cli.scores import judge_files

        return judge_files(set_name, answers, as_json=as_json, summary_name=summary)


command = _Verify()


def _read_optimum(text: str, time: float) -> tuple[int | None, float | None]:
    """The optimum if it is known, and how long to search for it if that is wanted."""
    if text == SEARCH:
        return None, time
    if text == NONE:
        return None, None
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise UsageError(f"--optimum is {SEARCH}, {NONE} or a number, not {text!r}")
    return int(text), None


def _standard_input() -> str:
    """What somebody pipes in, as far as it would be read; bytes that are no text are no moves either."""
    return sys.stdin.buffer.read(_BYTES_A_CHARACTER * (LONGEST_TEXT + 1)).decode("utf-8", errors="replace")


def _tell(game: Game[Any, Any], judgement: Judgement, as_json: bool, *, was_searched: bool) -> int:
    if as_json:
        print_json(judgement.as_dict())
    elif judgement.readable:
        print_result(f"{shown(judgement.id)}: {describe(game, judgement)}")
    if not judgement.readable:
        say_error(judgement.problem or "there is no answer")
    if judgement.problem is not None:
        return EXIT_REFUSED if judgement.readable else EXIT_BAD_INPUT
    is_missing = was_searched and judgement.optimum is None and judgement.metric != ANY and not game.is_scored
    return EXIT_UNKNOWN if is_missing else 0
