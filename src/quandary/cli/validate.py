"""`quandary validate GAME FILE…`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import repeat
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_UNKNOWN,
    Interrupted,
    all_cores,
    print_json,
    progress_bar,
    say,
    say_error,
    verdict_record,
)
from quandary.cli.sources import good_puzzles, is_file
from quandary.core.budget import Cancel, parse_size
from quandary.core.errors import UsageError
from quandary.core.game import Finding, Game, Puzzle
from quandary.core.words import counted
from quandary.engine.puzzles import id_in
from quandary.engine.solve import Verdict, solve_many
from quandary.engine.threads import in_order
from quandary.engine.validate import optimum_findings


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        file: tuple[str, ...],
        as_json: bool,
        jobs: int | None,
        strict: bool,
        time: float | None,
        memory: str,
        **parameters: Any,
    ) -> int:
        variant = flags.take_variant(game, parameters)
        for name in file:
            if name != "-" and not is_file(name) and id_in(game, name) is None:
                raise UsageError(f"{name}: there is no such file")
        results = [
            _validate(variant, name, as_json, jobs or all_cores(), strict, time=time, memory=parse_size(memory))
            for name in file
        ]
        return next((status for status in (EXIT_BAD_INPUT, EXIT_UNKNOWN) if status in results), 0)

    return flags.WritingCommand(
        game.name,
        callback=run,
        params=[
            click.Argument(["file"], nargs=-1, required=True),
            *flags.variant(game),
            flags.switch("--strict", "Treat remarks (duplicates, needless parts) as errors."),
            flags.time(),
            flags.memory(),
            flags.json(),
            flags.jobs(),
        ],
        help=f"Check {game.title} packs: every puzzle legal and solvable, every recorded figure right.",
        epilog=flags.examples(
            f"quandary validate {game.name} pack.txt", f"quandary validate {game.name} pack.txt --strict --json"
        ),
    )


command = GamesGroup("validate", _build, "Check every puzzle of a pack.")


def _validate(game: Game[Any, Any], name: str, as_json: bool, jobs: int, strict: bool, **budget: Any) -> int:
    puzzles, bad = good_puzzles(game, [name])
    count = Counter(bad=bad)
    first_alike: dict[object, str] = {}

    def look(puzzle: Puzzle[Any], _: Cancel) -> tuple[list[Finding], object]:
        return game.findings(puzzle), game.likeness(puzzle.position)

    # Where there is nothing to solve there is no verdict.
    verdicts: Iterable[Verdict | None] = (
        repeat(None, len(puzzles)) if game.is_scored else solve_many(game, puzzles, jobs=jobs, **budget)
    )
    with progress_bar("validating", len(puzzles)) as advance:
        try:
            looks = in_order(look, puzzles, jobs)
            for puzzle, verdict, (findings, likeness) in zip(puzzles, verdicts, looks, strict=True):
                found = [*(optimum_findings(puzzle, verdict) if verdict else ()), *findings]
                first = first_alike.setdefault(likeness, puzzle.id)
                if first != puzzle.id:
                    found.append(Finding(f"a duplicate of puzzle {first}: one can be reached from the other", False))
                errors = [finding.text for finding in found if finding.is_error or strict]
                remarks = [finding.text for finding in found if not finding.is_error and not strict]
                for problem in errors:
                    say_error(f"{name}: puzzle {puzzle.id}: {problem}")
                for remark in remarks:
                    say(f"remark: {name}: puzzle {puzzle.id}: {remark}")
                is_unknown = verdict is not None and verdict.verdict == "unknown"
                if as_json:
                    known = verdict_record(game, verdict) if verdict else {"game": puzzle.game, "id": puzzle.id}
                    print_json({**known, "valid": not (errors or is_unknown), "errors": errors, "remarks": remarks})
                count.update(done=1, bad=bool(errors), unknown=is_unknown, remarks=len(remarks))
                advance(f"{count['bad']} bad" if count["bad"] else "")
        except KeyboardInterrupt:
            raise Interrupted(f"{count['done']} of {len(puzzles)} puzzles are checked") from None
    told = f"{count['bad']} bad, {count['unknown']} unknown, {counted(count['remarks'], 'remarks')}"
    say(f"{name}: {counted(count['done'], 'puzzles')} checked, {told}")
    return EXIT_BAD_INPUT if count["bad"] else EXIT_UNKNOWN if count["unknown"] else 0
