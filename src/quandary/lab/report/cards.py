"""What notebooks show of the lab's findings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from quandary.core.card import BAD, GOOD, columns, heading, table
from quandary.core.registry import game as game_of_name
from quandary.lab.comparison import BETTER, NO_EVIDENCE, Comparison
from quandary.lab.report.log import Chapter
from quandary.lab.report.text import comparison_rows, heads, overview


def comparison_card(comparison: Comparison) -> str:
    """The verdict in a sentence, both runs side by side, and the figures behind it."""
    colour = {BETTER: GOOD, NO_EVIDENCE: "inherit"}.get(comparison.verdict, BAD)
    # The verdict is the heading already.
    figures = [*comparison_rows(comparison)[1:], (f"p ({comparison.test})", f"{comparison.p:.2g}")]
    names, sides = _sides(comparison)
    return (
        f'<div><p style="margin: 0 0 8px"><strong style="color: {colour}">{escape(comparison.verdict)}</strong>. '
        f"{escape(comparison.sentence)}</p>{columns(names, sides)}"
        f'<div style="margin-top: 8px">{table([*figures, *(("note", remark) for remark in comparison.remarks)])}</div>'
        "</div>"
    )


def chapter_card(chapter: Chapter) -> str:
    """The iterations on a corpus, one a row."""
    title = f"{game_of_name(chapter.game).title}: {chapter.spec}, {chapter.size:,} instances"
    return f"<div>{heading(title)}{columns(heads(chapter), overview(chapter))}</div>"


def _sides(comparison: Comparison) -> tuple[Sequence[str], list[Sequence[str]]]:
    sides = (comparison.a, comparison.b)
    if comparison.score_difference is not None:
        return ("run", "games", "mean score"), [
            (f"{side.run}", f"{side.scored:,}", "–" if side.mean_score is None else f"{side.mean_score:,.1f}")
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
