"""The log as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from quandary.core.registry import game
from quandary.lab.report.log import Chapter, Iteration


def markdown(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> str:
    """The whole log; `pictures` are the names of files, by what they show (see `plots.plot_all`)."""
    return "\n".join(_lines(chapters, title, preface, pictures)) + "\n"


def _lines(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> Iterator[str]:
    yield f"# {title}"
    if preface:
        yield ""
        yield preface
    for number, chapter in enumerate(chapters):
        yield ""
        yield f"## {game(chapter.game).title}: {chapter.spec}"
        yield ""
        yield f"{chapter.size:,} instances, content hash `{chapter.hash[:16]}`."
        yield ""
        yield from _table(heads(chapter), overview(chapter))
        for name, file in pictures.items():
            if name.startswith(f"{number}-"):
                yield ""
                yield f"![{name.partition('-')[2]}]({file})"
        for iteration in chapter.iterations:
            yield from _iteration(iteration)


def _iteration(iteration: Iteration) -> Iterator[str]:
    run = iteration.run
    yield ""
    yield f"### Run {run.id}{f': {run.description}' if run.description else ''}"
    yield ""
    for name, value in details(iteration):
        yield f"- {name}: {value}"
    for comparison in (iteration.baseline, iteration.previous):
        if comparison is not None:
            yield f"- against run {comparison.a.run}:"
            for name, value in comparison_rows(comparison):
                yield f"  - {name}: {value}"
    yield ""
    yield f"*Interpretation (drafted):* {interpretation(iteration)}"
    if run.note:
        yield ""
        yield f"*Note:* {run.note}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
