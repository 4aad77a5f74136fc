"""The texts of worksheets in each language, and the signs that schools write there.

German-speaking schools write `·` and `:`, Spanish ones `×` and `:`, French ones `×` and `÷`.
"""

from __future__ import annotations

from dataclasses import dataclass

from quandary.games.circuit.scene import Labels
from quandary.games.circuit.settings import PRESETS


@dataclass(frozen=True, slots=True)
class Words:
    """All texts of a worksheet."""

    title: str
    name: str
    date: str
    instruction: str
    short_instruction: str
    """The same for large print."""
    version: str
    key: str
    level: str
    """With places for the level's number and name."""
    page: str
    """With places for the page's number and the number of pages."""
    levels: tuple[str, ...]
    """The names of levels 1 to 10."""
    custom: str
    """The name of settings that are those of no level."""
    labels: Labels

    def level_of(self, number: int, name: str) -> str:
        """The level for the foot of a page; `name` is the English one of the board."""
        known = dict(zip(ENGLISH_LEVELS, self.levels, strict=True))
        return self.level.format(number, known.get(name, self.custom))


ENGLISH_LEVELS = tuple(preset.name for preset in PRESETS)

LANGUAGES = {
    "en": Words(
        title="Circuit Challenge",
        name="Name",
        date="Date",
        instruction="Work out each cell and follow the line with your answer from START to FINISH",
        short_instruction="Follow each answer from START to FINISH",
        version="Version",
        key="Answer key",
        level="Level {}: {}",
        page="Page {} of {}",
        levels=ENGLISH_LEVELS,
        custom="Custom",
        labels=Labels(),
    ),
    "de": Words(
        title="Rechenlabyrinth",
        name="Name",
        date="Datum",
        instruction="Rechne jedes Feld aus und folge der Linie mit deinem Ergebnis vom START zum ZIEL",
        short_instruction="Folge deinen Ergebnissen vom START zum ZIEL",
        version="Version",
        key="Lösungen",
        level="Stufe {}: {}",
        page="Seite {} von {}",
        levels=(
            "Erste Schritte",
            "Anfänger",
            "Leicht",
            "Gut unterwegs",
            "Einmaleins",
            "Sicher",
            "Mutig",
            "Erstes Dividieren",
            "Knifflig",
            "Profi",
        ),
        custom="Eigene Einstellungen",
        labels=Labels("START", "ZIEL", "·", ":"),
    ),
    "fr": Words(
        title="Labyrinthe de calcul",
        name="Nom",
        date="Date",
        instruction="Calcule chaque case et suis la ligne qui porte ton résultat, du DÉPART à l'ARRIVÉE",
        short_instruction="Suis tes résultats du DÉPART à l'ARRIVÉE",
        version="Version",
        key="Corrigé",
        level="Niveau {} : {}",
        page="Page {} sur {}",
        levels=(
            "Premiers pas",
            "Débutant",
            "Facile",
            "En bonne voie",
            "Tables de multiplication",
            "À l'aise",
            "Aventureux",
            "Premières divisions",
            "Défi",
            "Expert",
        ),
        custom="Personnalisé",
        labels=Labels("DÉPART", "ARRIVÉE"),
    ),
    "es": Words(
        title="Laberinto de cálculo",
        name="Nombre",
        date="Fecha",
        instruction="Resuelve cada casilla y sigue la línea con tu resultado desde la SALIDA hasta la META",
        short_instruction="Sigue tus resultados de la SALIDA a la META",
        version="Versión",
        key="Soluciones",
        level="Nivel {}: {}",
        page="Página {} de {}",
        levels=(
            "Primeros pasos",
            "Principiante",
            "Fácil",
            "Buen camino",
            "Tablas de multiplicar",
            "Con soltura",
            "Aventurero",
            "Primeras divisiones",
            "Desafío",
            "Experto",
        ),
        custom="Personalizado",
        labels=Labels("SALIDA", "META", "×", ":"),
    ),
}
"""The texts by language, in ISO 639-1 codes."""
