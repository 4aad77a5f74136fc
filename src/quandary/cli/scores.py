"""Judging all answers of a file: a line each, and what they come to by game and difficulty."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from quandary.cli.output import EXIT_BAD_INPUT, Complaints, Interrupted, print_json, print_result, progress_bar
from quandary.core.errors import PuzzleError
from quandary.core.printable import shown
from quandary.core.whole_file import write_whole
from quandary.evaluation.judgement import Judgement
from quandary.evaluation.sets import Item, Scoreboard, better_than_best, read_answers, read_set

_Judged = tuple[Item, Judgement, bool, dict[str, Any]]
_NO_ANSWER = "there is no answer to this puzzle"


def judge_files(set_name: str, answers_name: str, *, as_json: bool, summary_name: str | None = None) -> int:
    """Judges every answer; a line that is wrong is told, and the others are judged. The summary comes last, or into a
    file of its own, so that every line is a judgement."""
    items, errors = read_set(set_name)
    bad = Complaints()
    for error in errors:
        bad.tell(str(error))
    summary = Scoreboard()
    try:
        with progress_bar("judging", len(items)) as advance:
            for judged in _judged(items, answers_name):
                if isinstance(judged, PuzzleError):
                    bad.tell(str(judged))
                    continue
                item, judgement, is_missing, echoed = judged
                summary.add(item, judgement, is_missing=is_missing, model=echoed.get("model"))
                _tell(item, judgement, as_json=as_json, is_missing=is_missing, echoed=echoed)
                if better_than_best(item, judgement):
                    beaten = f"the answer comes to {judgement.cost}, better than the optimum {item.optimum} of the set"
                    bad.tell(f"{set_name}: puzzle {item.id}: {beaten}")
                advance()
    except KeyboardInterrupt:
        raise Interrupted(f"{summary.total.answers} answers are judged") from None
    bad.end()
    if summary_name is not None:
        write_whole(summary_name, f"{json.dumps(summary.as_dict(), indent=2)}\n")
    elif as_json:
        print_json({"summary": summary.as_dict()})
    if not as_json:
        _print_summary(summary)
    return EXIT_BAD_INPUT if bad.count else 0


def _judged(items: dict[str, Item], answers_name: str) -> Iterator[_Judged | PuzzleError]:
    """The judgements of all answers in their order, then of the puzzles that nobody has answered; whether so."""
    answered = set()
    for entry in read_answers(answers_name, items):
        if isinstance(entry, PuzzleError):
            yield entry
        else:
            answered.add(entry.item.id)
            yield entry.item, entry.item.judge(entry.text), False, entry.echoed
    for item in items.values():
        if item.id not in answered:
            yield item, item.judge(""), True, {}


def _tell(item: Item, judgement: Judgement, *, as_json: bool, is_missing: bool, echoed: dict[str, Any]) -> None:
    if as_json:
        fields = judgement.as_dict()
        if is_missing:
            fields = {**fields, "problem": _NO_ANSWER, "moves": None, "readable": False}
        print_json({**fields, "grade": item.grade, "missing": is_missing, **echoed})
    else:
        from quandary.evaluation.judgement import describe

        print_result(f"{shown(item.id)}: {_NO_ANSWER if is_missing else describe(item.game, judgement)}")


def _print_summary(summary: Scoreboard) -> None:
    rows = [("all", summary.total)]
    rows += [(f"{game}, {shown(grade)}", tally) for (game, grade), tally in sorted(summary.by_grade.items())]
    wide = max(len(name) for name, _ in rows)
    print_result(f"\n{'':{wide}}  answers   legal  solved  optimal  mean cost / optimum")
    for name, tally in rows:
        counts = (tally.legal, tally.solved, tally.optimal)
        legal, solved, optimal = (f"{100 * count / tally.answers:.1f}%" if tally.answers else "-" for count in counts)
        ratio = "-" if tally.mean_ratio is None else f"{tally.mean_ratio:.3f}"
        print_result(f"{name:{wide}}  {tally.answers:7}  {legal:>6}  {solved:>6}  {optimal:>7}  {ratio:>19}")
