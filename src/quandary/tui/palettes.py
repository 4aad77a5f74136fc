"""Colours to choose from. What a thing is shows in its letter or shape first; colours only help.

`colour-blind` uses the colours of Okabe and Ito, which people with any kind of colour blindness tell apart; `mono` is
for those who want none. The names of the colours say what they mean, not what they look like.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from textual.theme import Theme

from quandary.tui.canvas import ink


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by meaning."""

    name: str
    good: str
    """Done, right, home."""
    bad: str
    """Wrong, stuck, lost."""
    chosen: str
    """Where the cursor or the selection is."""
    hint: str
    """What the hint points at."""
    faint: str
    """Frames, empty places."""
    suits: tuple[str, str, str, str]
    """Clubs, diamonds, hearts and spades on a light card."""
    has_colour: bool = True
    theme: str = "textual-dark"
    """Textual's colours for everything that is not a board."""

    def text(self, colour: str, *, bold: bool = True) -> Style:
        """Something written in one of the colours."""
        return ink(colour if self.has_colour else None, bold=bold)

    def paint(self, foreground: str, background: str, *, bold: bool = False) -> Style:
        """Something filled; without colours it is the frame that shows it."""
        return ink(foreground, background, bold=bold) if self.has_colour else ink(bold=bold)

    @property
    def faint_text(self) -> Style:
        """What may be overlooked."""
        return ink(self.faint) if self.has_colour else ink(dim=True)

    @property
    def selection(self) -> Style:
        """What is selected, readable without colours too."""
        return ink("#000000", self.chosen, bold=True) if self.has_colour else Style(reverse=True, bold=True)

    @property
    def pointer(self) -> Style:
        """What a hint points at, readable without colours too."""
        return ink("#000000", self.hint, bold=True) if self.has_colour else Style(reverse=True, underline=True)


HIGH_CONTRAST = Theme(
    "high-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff5f5f",
    success="#00ff5f",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    boost="#303030",
    dark=True,
)

PALETTES = {
    palette.name: palette
    for palette in (
        Palette(
            "standard",
            good="#4cc38a",
            bad="#ff6b6b",
            chosen="#ffd166",
            hint="#7fdbff",
            faint="#6b7785",
            suits=("#10151c", "#c8102e", "#c8102e", "#10151c"),
        ),
        Palette(
            "colour-blind",
            good="#56b4e9",
            bad="#e69f00",
            chosen="#f0e442",
            hint="#cc79a7",
            faint="#8a94a0",
            suits=("#000000", "#b35806", "#b35806", "#000000"),
        ),
        Palette(
            "four suits",
            good="#4cc38a",
            bad="#ff6b6b",
            chosen="#ffd166",
            hint="#7fdbff",
            faint="#6b7785",
            suits=("#00724e", "#0050b5", "#c8102e", "#10151c"),
        ),
        Palette(
            "light",
            good="#1b7f4b",
            bad="#b3261e",
            chosen="#e0a100",
            hint="#3aa0d8",
            faint="#7a8491",
            suits=("#10151c", "#c8102e", "#c8102e", "#10151c"),
            theme="textual-light",
        ),
        Palette(
            "high contrast",
            good="#00ff5f",
            bad="#ff5f5f",
            chosen="#ffff00",
            hint="#00ffff",
            faint="#c0c0c0",
            suits=("#000000", "#d00000", "#d00000", "#000000"),
            theme=HIGH_CONTRAST.name,
        ),
        Palette("mono", "", "", "", "", "", ("", "", "", ""), has_colour=False),
    )
}
STANDARD, MONO = PALETTES["standard"], PALETTES["mono"]


def palette_after(name: str) -> Palette:
    """The next one to try."""
    names = list(PALETTES)
    return PALETTES[names[(names.index(name) + 1) % len(names)]]
