"""A pack on paper: every puzzle's picture, and the keys at the end. For any game that can draw itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.booklet import BookletRules
from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.rooms import from_room
from quandary.engine.solve import Verdict, solve_many

SOLVING_TIME = 10.0
"""Seconds for each key."""
_LONGEST_ID = 44
LANGUAGES = ("en", "de", "fr", "es")
"""The languages of booklets, in ISO 639-1 codes. Every game has an English one."""


@dataclass(frozen=True, slots=True)
class _Words:
    """The texts that all games share."""

    name: str
    date: str
    keys: str
    page: str
    shortest: str
    """What a proven shortest solution costs."""
    solution: str
    """What any other solution costs."""
    unsolvable: str
    unknown: str
    grades: Mapping[str, str]


_WORDS = {
    "en": _Words(
        "Name",
        "Date",
        "answer key",
        "Page {} of {}",
        "shortest solution: {}",
        "solution: {}",
        "cannot be solved",
        "no solution was found in time",
        {},
    ),
    "de": _Words(
        "Name",
        "Datum",
        "Lösungen",
        "Seite {} von {}",
        "kürzeste Lösung: {}",
        "Lösung: {}",
        "nicht lösbar",
        "in der vorgesehenen Zeit wurde keine Lösung gefunden",
        {
            "beginner": "Anfänger",
            "intermediate": "Mittel",
            "advanced": "Fortgeschritten",
            "expert": "Experte",
            "master": "Meister",
        },
    ),
    "fr": _Words(
        "Nom",
        "Date",
        "corrigé",
        "Page {} sur {}",
        "solution la plus courte : {}",
        "solution : {}",
        "sans solution",
        "aucune solution trouvée dans le temps imparti",
        {
            "beginner": "débutant",
            "intermediate": "intermédiaire",
            "advanced": "avancé",
            "expert": "expert",
            "master": "maître",
        },
    ),
    "es": _Words(
        "Nombre",
        "Fecha",
        "soluciones",
        "Página {} de {}",
        "solución más corta: {}",
        "solución: {}",
        "sin solución",
        "no se encontró ninguna solución a tiempo",
        {
            "beginner": "principiante",
            "intermediate": "intermedio",
            "advanced": "avanzado",
            "expert": "experto",
            "master": "maestro",
        },
    ),
}


def booklet_of(
    game: Game[Any, Any],
    puzzles: Sequence[Puzzle[Any]],
    *,
    jobs: int = 1,
    paper: str = "A4",
    language: str = "en",
    level: str | None = None,
) -> bytes:
    """Return the puzzles as a PDF with keys; games that are played for a score have none.

    `level` stands at the foot of the pages. Raises `UsageError` for a language that the game's booklets do not have.
    """
    # Slow to import, and needs an extra.
    from quandary.drawing.pdf import BookletTexts, Entry, booklet

    written: Mapping[str, BookletRules] = from_room(game, "booklet", "RULES") or {}
    known = [one for one in LANGUAGES if one in written or one == "en"]
    if language not in known:
        raise UsageError(f"--language: booklets of {game.name} are in {', '.join(known)} only, not in {language!r}")
    words, rules = _WORDS[language], written.get(language)
    entries = []
    for puzzle, verdict in zip(puzzles, _verdicts(game, puzzles, jobs), strict=True):
        picture = game.draw_svg(puzzle.position)
        if picture is None:
            raise UsageError(f"{game.name} cannot draw pictures")
        cost = None if verdict is None or verdict.solution is None else _cost(game, verdict, rules)
        caption = puzzle.id[:_LONGEST_ID]
        if verdict is not None and cost is not None:
            caption += f"  ({(words.shortest if verdict.optimal else words.solution).format(cost)})"
        entries.append(Entry(caption, picture, "" if verdict is None else _key(verdict, cost, words)))
    told = "" if level is None else f", {words.grades.get(level, level)}"
    texts = BookletTexts(
        title=f"{game.title}{told}",
        rules=rules.rules if rules else game.summary,
        key_note=rules.key_note if rules else "",
        name=words.name,
        date=words.date,
        keys=words.keys,
        page=words.page,
        language=language,
    )
    return booklet(entries, texts, paper=paper)


def _verdicts(game: Game[Any, Any], puzzles: Sequence[Puzzle[Any]], jobs: int) -> Iterator[Verdict | None]:
    if game.is_scored:
        return iter([None] * len(puzzles))
    return iter(solve_many(game, puzzles, jobs=jobs, time=SOLVING_TIME))


def _cost(game: Game[Any, Any], verdict: Verdict, rules: BookletRules | None) -> str:
    """The cost of a solution with its unit."""
    cost = verdict.cost or 0
    if rules is None or verdict.metric not in rules.units:
        return f"{cost} {game.unit(verdict.metric)}"
    one, several = rules.units[verdict.metric]
    return one if cost == 1 else several.format(cost)


def _key(verdict: Verdict, cost: str | None, words: _Words) -> str:
    if cost is None:
        return words.unsolvable if verdict.verdict == "unsolvable" else words.unknown
    return f"{cost}: {verdict.solution}"
