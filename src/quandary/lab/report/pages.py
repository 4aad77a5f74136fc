"""The log as Markdown, or as one HTML page that needs nothing else: styles and pictures are in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from quandary.lab.report.log import Chapter, Iteration
from quandary.lab.report.text import comparison_rows, details, heads, interpretation, overview

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: #1a7f37; --bad: #c0392b; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { border-bottom: 2px solid var(--line); padding-bottom: .3rem; margin-top: 3rem; }
h3 { margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem; text-align: left; vertical-align: top; }
th { font-weight: 600; } thead th { background: var(--soft); }
.facts th { white-space: nowrap; font-weight: 400; opacity: .75; }
.better { color: var(--good); font-weight: 600; } .worse, .contradiction { color: var(--bad); font-weight: 600; }
.draft { border-left: 3px solid var(--line); padding-left: 1rem; }
.preface { white-space: pre-line; }
.note { border-left: 3px solid var(--good); padding-left: 1rem; white-space: pre-line; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem; }
.plots figure { margin: 0; } code { font-size: .9em; } .small { opacity: .75; font-size: .9rem; }
"""


def markdown(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> str:
    """The whole log; `pictures` are the names of files, by what they show (see `plots.plot_all`)."""
    return "\n".join(_markdown(chapters, title, preface, pictures)) + "\n"


def _markdown(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> Iterator[str]:
    yield f"# {title}"
    if preface:
        yield ""
        yield preface
    for number, chapter in enumerate(chapters):
        yield ""
        yield f"## {chapter.title}"
        yield ""
        yield f"{chapter.size:,} instances, content hash `{chapter.hash[:16]}`."
        yield ""
        yield from _markdown_table(heads(chapter), overview(chapter))
        for name, file in pictures.items():
            if name.startswith(f"{number}-"):
                yield ""
                yield f"![{name.partition('-')[2]}]({file})"
        for iteration in chapter.iterations:
            yield from _markdown_iteration(iteration)


def _markdown_iteration(iteration: Iteration) -> Iterator[str]:
    run = iteration.run
    yield ""
    yield f"### {iteration.title}"
    yield ""
    for name, value in details(iteration):
        yield f"- {name}: {value}"
    for comparison in iteration.comparisons:
        yield f"- against run {comparison.a.run}:"
        for name, value in comparison_rows(comparison):
            yield f"  - {name}: {value}"
    yield ""
    yield f"*Interpretation (drafted):* {interpretation(iteration)}"
    if run.note:
        yield ""
        yield f"*Note:* {run.note}"


def _markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def html(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> str:
    """The whole log; `pictures` are data addresses, by what they show (see `plots.plot_all`)."""
    return "".join(_html(chapters, title, preface, pictures))


def _html(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
    if preface:
        yield f'<p class="preface">{escape(preface)}</p>\n'
    for number, chapter in enumerate(chapters):
        yield f"<h2>{escape(chapter.title)}</h2>\n"
        yield f'<p class="small">{chapter.size:,} instances, content hash <code>{chapter.hash}</code></p>\n'
        yield '<div class="wide">'
        yield from _html_table(heads(chapter), overview(chapter))
        yield '</div>\n<div class="plots">\n'
        for name, address in pictures.items():
            if name.startswith(f"{number}-"):
                said = escape(name.partition("-")[2])
                yield f'<figure><img alt="{said}" src="{address}"></figure>\n'
        yield "</div>\n"
        for iteration in chapter.iterations:
            yield from _html_iteration(iteration)
    yield "</body></html>\n"


def _html_iteration(iteration: Iteration) -> Iterator[str]:
    run = iteration.run
    yield f'<h3 id="run-{run.id}">{escape(iteration.title)}</h3>\n'
    yield f'<p class="draft"><strong>Interpretation (drafted).</strong> {escape(interpretation(iteration))}</p>\n'
    if run.note:
        yield f'<p class="note"><strong>Note.</strong> {escape(run.note)}</p>\n'
    yield '<div class="wide">'
    yield from _html_facts(details(iteration))
    for comparison in iteration.comparisons:
        yield f"<h4>Against run {comparison.a.run}</h4>"
        yield from _html_facts(comparison_rows(comparison))
    yield "</div>\n"


def _html_facts(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield '<table class="facts">'
    for name, value in rows:
        yield f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
    yield "</table>\n"


def _html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr></thead><tbody>\n"
    for run, *cells, verdict in rows:
        kind = verdict.partition(" ")[0]
        yield f'<tr><td><a href="#run-{run}">{run}</a></td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<td class="{escape(kind)}">{escape(verdict)}</td></tr>\n'
    yield "</tbody></table>"
