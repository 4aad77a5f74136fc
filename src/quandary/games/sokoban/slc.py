"""Collections in XML, as `.slc` files have them.

Such a file may come from anywhere, so nothing but elements, attributes and text is read: a document type (and with
it every entity that could blow up or reach out) is refused, and so is a text of senseless size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from quandary.game import Puzzle, PuzzleError
from quandary.games.sokoban.position import Position

LARGEST_FILE = 32 << 20
_COMMON = {"LevelCollection": {"Copyright": "copyright"}}
_TEXTS = {"Title": "collection", "Email": "email"}


@dataclass(slots=True)
class XmlLevel:
    """A level as it stands in the file."""

    line: int
    """Where its first row is."""
    rows: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


def is_slc(text: str) -> bool:
    """Whether a text is meant as XML; no level begins like that."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def read(text: str) -> list[XmlLevel | PuzzleError]:
    """The levels of a file, and at its end the error that stopped the reading, if there was one."""
    reader = _Reader()
    try:
        if len(text) > LARGEST_FILE:
            raise PuzzleError(f"an XML file has at most {LARGEST_FILE >> 20} MB")
        reader.read(text.lstrip("\ufeff \t\r\n"))
    except PuzzleError as error:
        return [*reader.levels, error.located(puzzle=str(len(reader.levels) + 1))]
    except (expat.ExpatError, ValueError) as error:
        line = getattr(error, "lineno", 1)
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else "not text"
        fault = PuzzleError(f"the XML is broken: {reason}", place=f"line {line}", puzzle=str(len(reader.levels) + 1))
        return [*reader.levels, fault]
    return list(reader.levels)


class _Reader:
    """Follows the elements of a document."""

    def __init__(self) -> None:
        self.levels: list[XmlLevel] = []
        self._common: dict[str, str] = {}
        self._open: XmlLevel | None = None
        self._text: list[str] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append

    def read(self, text: str) -> None:
        self._parser.Parse(text.encode("utf-8", "surrogatepass"), True)

    def _refuse(self, *_: object) -> None:
        raise PuzzleError(
            "a document type is not allowed in a level file", place=f"line {self._parser.CurrentLineNumber}"
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._text.clear()
        for attribute, fact in _COMMON.get(name, {}).items():
            if attributes.get(attribute):
                self._common[fact] = attributes[attribute]
        if name == "Level":
            self._open = XmlLevel(self._parser.CurrentLineNumber, facts=dict(self._common))
            own = {"title": attributes.get("Id", ""), "copyright": attributes.get("Copyright", "")}
            self._open.facts.update((fact, value) for fact, value in own.items() if value)
        elif name == "L" and self._open is not None and not self._open.rows:
            self._open.line = self._parser.CurrentLineNumber

    def _end(self, name: str) -> None:
        text = "".join(self._text)
        self._text.clear()
        if name == "L" and self._open is not None:
            self._open.rows.append(text.rstrip())
        elif name == "Level" and self._open is not None:
            self.levels.append(self._open)
            self._open = None
        elif name in _TEXTS and self._open is None and text.strip():
            self._common[_TEXTS[name]] = " ".join(text.split())


def write(puzzles: Iterable[Puzzle[Position]], *, title: str = "") -> str:
    """The levels as a file."""
    levels = list(puzzles)
    width = max((puzzle.position.level.width for puzzle in levels), default=0)
    height = max((puzzle.position.level.height for puzzle in levels), default=0)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<SokobanLevels>",
        f"  <Title>{escape(_printable(title))}</Title>",
        f'  <LevelCollection MaxWidth="{width}" MaxHeight="{height}">',
    ]
    for puzzle in levels:
        level = puzzle.position.level
        name = quoteattr(_printable(puzzle.id))
        lines.append(f'    <Level Id={name} Width="{level.width}" Height="{level.height}">')
        lines += [f"      <L>{row.rstrip()}</L>" for row in puzzle.position.rows()]
        lines.append("    </Level>")
    return "\n".join([*lines, "  </LevelCollection>", "</SokobanLevels>"]) + "\n"


def _printable(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return "".join(character for character in text if character.isprintable())
