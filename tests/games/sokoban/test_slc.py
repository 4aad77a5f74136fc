"""Collections in XML: read, written, and never trusted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.game import Puzzle, PuzzleError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.formats import write_slc

FILE = """<?xml version="1.0" encoding="ISO-8859-1"?>
<SokobanLevels xsi:schemaLocation="SokobanLev.xsd">
  <Title>Fünf &amp; mehr</Title>
  <Description>
    Not a level.
  </Description>
  <Email>nobody@example.org</Email>
  <LevelCollection Copyright="Me" MaxWidth="6" MaxHeight="3">
    <Level Id="One" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="" Width="6" Height="3" Copyright="You">
      <L>######</L>
      <L>#@ $.</L>
      <L>######</L>
    </Level>
    <Level Id="Three"><L>#####</L><L>#.$@#</L><L>#####</L></Level>
  </LevelCollection>
</SokobanLevels>
"""


def test_levels_are_read_with_their_facts() -> None:
    one, error, three = GAME.read_pack(FILE)
    assert isinstance(one, Puzzle)
    assert one.id == "One"
    assert one.facts == {"copyright": "Me", "collection": "Fünf & mehr", "email": "nobody@example.org"}
    assert isinstance(error, PuzzleError)
    assert str(error).startswith("puzzle 2: line 16, column 5: the walls do not close")
    assert isinstance(three, Puzzle)
    assert three.text == "#####\n#.$@#\n#####"


def test_levels_come_back() -> None:
    puzzles = [entry for entry in GAME.read_pack(FILE) if isinstance(entry, Puzzle)]
    again = list(GAME.read_pack(write_slc(puzzles, title="<&>")))
    assert [(entry.id, entry.position) for entry in again if isinstance(entry, Puzzle)] == [
        (puzzle.id, puzzle.position) for puzzle in puzzles
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>', "document type is not allowed"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "document type is not allowed"),
        ("<SokobanLevels><Level><L>###</L>", "the XML is broken"),
        ("<a>&unknown;</a>", "the XML is broken"),
        ("<\x00a/>", "the XML is broken"),
        ("<Level></Level>", "the level is empty"),
    ],
)
def test_hostile_and_broken_files_are_refused(text: str, problem: str) -> None:
    (error,) = GAME.read_pack(text)
    assert isinstance(error, PuzzleError)
    assert problem in str(error)
    assert "\n" not in str(error)


def test_what_stands_before_the_break_is_kept() -> None:
    broken = FILE.replace('<Level Id="Three">', '<Level Id="Three"')
    entries = list(GAME.read_pack(broken))
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, PuzzleError]
    assert "line 19" in str(entries[2])


@given(st.text(max_size=40).map(lambda text: "<" + text))
def test_no_text_is_too_much(text: str) -> None:
    for entry in GAME.read_pack(text):
        assert isinstance(entry, (Puzzle, PuzzleError))
