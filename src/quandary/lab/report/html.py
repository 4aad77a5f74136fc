"""The log as one HTML page that needs nothing else: styles and pictures are in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from quandary.core.registry import game
from quandary.lab.report.draft import interpretation
from quandary.lab.report.log import Chapter, Iteration
from quandary.lab.report.tables import comparison_rows, details, heads, overview

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


def html(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> str:
    """The whole log; `pictures` are data addresses, by what they show (see `plots.plot_all`)."""
    return "".join(_parts(chapters, title, preface, pictures))


def _parts(chapters: Sequence[Chapter], title: str, preface: str, pictures: Mapping[str, str]) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
    if preface:
        yield f'<p class="preface">{escape(preface)}</p>\n'
    for number, chapter in enumerate(chapters):
        yield f"<h2>{escape(game(chapter.game).title)}: {escape(chapter.spec)}</h2>\n"
        yield f'<p class="small">{chapter.size:,} instances, content hash <code>{chapter.hash}</code></p>\n'
        yield '<div class="wide">'
        yield from _table(heads(chapter), overview(chapter))
        yield '</div>\n<div class="plots">\n'
        for name, address in pictures.items():
            if name.startswith(f"{number}-"):
                said = escape(name.partition("-")[2])
                yield f'<figure><img alt="{said}" src="{address}"></figure>\n'
        yield "</div>\n"
        for iteration in chapter.iterations:
            yield from _iteration(iteration)
    yield "</body></html>\n"


def _iteration(iteration: Iteration) -> Iterator[str]:
    run = iteration.run
    yield f'<h3 id="run-{run.id}">Run {run.id}{f": {escape(run.description)}" if run.description else ""}</h3>\n'
    yield f'<p class="draft"><strong>Interpretation (drafted).</strong> {escape(interpretation(iteration))}</p>\n'
    if run.note:
        yield f'<p class="note"><strong>Note.</strong> {escape(run.note)}</p>\n'
    yield '<div class="wide">'
    yield from _facts(details(iteration))
    for comparison in (iteration.baseline, iteration.previous):
        if comparison is not None:
            yield f"<h4>Against run {comparison.a.run}</h4>"
            yield from _facts(comparison_rows(comparison))
    yield "</div>\n"


def _facts(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield '<table class="facts">'
    for name, value in rows:
        yield f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
    yield "</table>\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield "<table><thead><tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr></thead><tbody>\n"
    for run, *cells, verdict in rows:
        kind = verdict.partition(" ")[0]
        yield f'<tr><td><a href="#run-{run}">{run}</a></td>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<td class="{escape(kind)}">{escape(verdict)}</td></tr>\n'
    yield "</tbody></table>"
