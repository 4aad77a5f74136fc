"""What notebooks show of puzzles, verdicts, sessions and the lab's findings: a picture, and a table of figures.

Styles stand in the elements themselves, because many pages that show notebooks take style sheets away; colours are
the page's own, light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted, duration

if TYPE_CHECKING:
    from quandary.engine.session import Session
    from quandary.engine.solve import Verdict
    from quandary.lab.comparison import Comparison
    from quandary.lab.report.log import Chapter

Rows = Iterable[tuple[str, str]]

_MOVES_SHOWN = 40
_LONGEST_FACT = 200
_CELL = (
    "text-align: left; vertical-align: top; padding: 3px 12px 3px 0; background: none; color: inherit; "
    "border-bottom: 1px solid #8884"
)
_BREAK = "overflow-wrap: anywhere"
_GOOD, _BAD = "#2e8b57", "#d1495b"


class Card:
    """A thing as HTML, for notebooks, with a line of text for those that show no HTML."""

    def __init__(self, html: str, text: str) -> None:
        self.html = html
        self.text = text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def card(verdict: Verdict, *, times: bool = True) -> Card:
    """A verdict to look at. Without `times` it is the same on every machine, as notebooks that are kept should be."""
    return Card(verdict_card(verdict, times=times), f"{verdict.id}: {_outcome(verdict)}")


def puzzle_card(puzzle: Puzzle[Any]) -> str:
    """The puzzle, and what is recorded or known of it."""
    game = game_of_name(puzzle.game)
    facts = [(name.replace("_", " "), _shortened(str(value))) for name, value in puzzle.facts.items()]
    return _card(game, puzzle.position, f"{game.title}: {puzzle.id}", facts)


def verdict_card(verdict: Verdict, *, times: bool = True) -> str:
    """The puzzle, how it was decided and at what cost. The solution is text; `animation()` shows it."""
    game = game_of_name(verdict.game)
    rows = [("verdict", _outcome(verdict))]
    if verdict.cost is not None:
        rows.append(("cost", counted(verdict.cost, game.unit(verdict.metric))))
    rows.append(("metric", verdict.metric))
    if verdict.verdict == "solved":
        rows.append(("optimal", "yes, proven" if verdict.optimal else "not proven"))
    if verdict.bound is not None:
        rows.append(("bound", f"at least {counted(verdict.bound, game.unit(verdict.metric))}"))
    rows.append(("nodes", f"{verdict.nodes:,}"))
    rows += [(name, f"{count:,}") for name, count in verdict.statistics.items()]
    if times:
        rows.append(("time", duration(verdict.seconds)))
    solution = verdict.solution
    more = "" if not solution else _folded(f"solution ({counted(len(verdict.moves or ()), 'moves')})", solution)
    return _card(game, verdict.position, f"{game.title}: {verdict.id}", rows, more)


def session_card(session: Session[Any, Any]) -> str:
    """Where the game stands, and how it came there."""
    game, moves = session.game, session.moves
    skipped = max(0, len(moves) - _MOVES_SHOWN)
    said = game.format_moves(moves[skipped:])
    score = game.score(session.position)
    rows = [
        ("status", session.status.value),
        ("moves", f"{len(moves)}" + (f": {'… ' if skipped else ''}{said}" if moves else "")),
        ("legal moves", f"{len(game.moves(session.position))}"),
        *([("score", f"{score:,}")] if score is not None else ()),
        *([("hints", f"{session.hints}")] if session.hints else ()),
        *([("taken back", f"{session.undone}")] if session.undone else ()),
    ]
    return _card(game, session.position, f"{game.title}: {session.puzzle.id}", rows)


def comparison_card(comparison: Comparison) -> str:
    """The verdict in a sentence, both runs side by side, and the figures behind it."""
    from quandary.lab.comparison import BETTER, NO_EVIDENCE
    from quandary.lab.report.text import comparison_rows

    colour = {BETTER: _GOOD, NO_EVIDENCE: "inherit"}.get(comparison.verdict, _BAD)
    # The verdict is the heading already.
    figures = [*comparison_rows(comparison)[1:], (f"p ({comparison.test})", f"{comparison.p:.2g}")]
    heads, sides = _sides(comparison)
    return (
        f'<div><p style="margin: 0 0 8px"><strong style="color: {colour}">{escape(comparison.verdict)}</strong>. '
        f"{escape(comparison.sentence)}</p>{_columns(heads, sides)}"
        f'<div style="margin-top: 8px">{_table([*figures, *(("note", remark) for remark in comparison.remarks)])}</div>'
        "</div>"
    )


def chapter_card(chapter: Chapter) -> str:
    """The iterations on a corpus, one a row."""
    from quandary.lab.report.text import heads, overview

    title = f"{game_of_name(chapter.game).title}: {chapter.spec}, {chapter.size:,} instances"
    return f"<div>{_heading(title)}{_columns(heads(chapter), overview(chapter))}</div>"


def _sides(comparison: Comparison) -> tuple[Sequence[str], list[Sequence[str]]]:
    sides = (comparison.a, comparison.b)
    if comparison.score_difference is not None:
        return ("run", "games", "mean score"), [
            (f"{side.run}", f"{comparison.instances:,}", "–" if side.mean_score is None else f"{side.mean_score:,.1f}")
            for side in sides
        ]
    return ("run", "instances", "decided", "solved", "unsolvable", "decided, 95% interval"), [
        (
            f"{side.run}",
            *(f"{count:,}" for count in (comparison.instances, side.decided, side.solved, side.unsolvable)),
            f"{100 * side.rate.value:.1f}% ({100 * side.rate.low:.1f}–{100 * side.rate.high:.1f})",
        )
        for side in sides
    ]


def _outcome(verdict: Verdict) -> str:
    if verdict.verdict == "unsolvable":
        return "unsolvable, proven"
    if verdict.verdict == "unknown":
        is_budget = verdict.reason in ("time", "nodes", "memory")
        return f"unknown ({f'the {verdict.reason} budget ended' if is_budget else verdict.reason})"
    return "solved"


def _card(game: Game[Any, Any], position: Any, title: str, rows: Rows, more: str = "") -> str:
    """A picture with a table beside it, or under it where there is little room."""
    picture = None if position is None else game.draw_svg(position)
    drawn = f'<div style="flex: 0 1 20rem; min-width: 10rem">{_fitted(picture)}</div>' if picture else ""
    return (
        f'<div style="display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start">{drawn}'
        f'<div style="flex: 1 1 16rem; max-width: 44rem">{_heading(title)}{_table(rows)}{more}</div></div>'
    )


def _heading(text: str) -> str:
    return f'<p style="margin: 0 0 8px; overflow-wrap: anywhere"><strong>{escape(text)}</strong></p>'


def _fitted(picture: str) -> str:
    """The picture as wide as its room."""
    return picture.replace("<svg ", '<svg style="display: block; width: 100%; height: auto" ', 1)


def _table(rows: Rows) -> str:
    """Names on the left, values on the right."""
    faint = f"{_CELL}; font-weight: normal; opacity: .75; white-space: nowrap"
    return _lines(
        f'<th style="{faint}">{escape(name)}</th><td style="{_CELL}; {_BREAK}">{escape(value)}</td>'
        for name, value in rows
    )


def _columns(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a head."""
    head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in heads)
    lines = ("".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in row) for row in rows)
    return _lines([head, *lines])


def _lines(lines: Iterable[str]) -> str:
    body = "".join(f'<tr style="background: none">{line}</tr>' for line in lines)
    return f'<table style="border-collapse: collapse; margin: 0">{body}</table>' if body else ""


def _folded(summary: str, text: str) -> str:
    """A text that is there for those who want it."""
    return (
        f'<details style="margin-top: 8px"><summary>{escape(summary)}</summary>'
        f'<code style="{_BREAK}; white-space: pre-wrap">{escape(text)}</code></details>'
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_FACT else f"{text[: _LONGEST_FACT - 1]}…"
