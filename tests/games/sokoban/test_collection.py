"""Collections in every shape that people publish, and back into text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.game import Puzzle, PuzzleError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.formats import write_pack

ONE = "#####\n#@$.#\n#####"
TWO = "######\n#@ $.#\n######"
THREE = "#####\n#.$@#\n#####"


def read(text: str) -> list[Puzzle[Any]]:
    entries = list(GAME.read_pack(text))
    assert all(isinstance(entry, Puzzle) for entry in entries), entries
    return [entry for entry in entries if isinstance(entry, Puzzle)]


def ids(text: str) -> list[str]:
    puzzles = read(text)
    expected = [GAME.parse(level) for level in (ONE, TWO, THREE)]
    assert [puzzle.position for puzzle in puzzles] == expected
    return [puzzle.id for puzzle in puzzles]


def test_levels_without_names_are_numbered() -> None:
    assert ids(f"{ONE}\n\n{TWO}\n\n\n{THREE}\n") == ["1", "2", "3"]


@pytest.mark.parametrize(
    "text",
    [
        # Names above
        f"; a\n\n{ONE}\n\n; b\n\n{TWO}\n\n; c\n\n{THREE}\n",
        f"; a\n{ONE}\n; b\n{TWO}\n; c\n{THREE}",
        f"a\n\n{ONE}\n\nb\n\n{TWO}\n\nc\n\n{THREE}\n",
        f"a\n{ONE}\n\nb\n{TWO}\n\nc\n{THREE}\n\nThat was all.\n",
        f"Title: a\n{ONE}\n\nTitle: b\n{TWO}\n\nTitle: c\n{THREE}\n",
        f"My levels\nby me\n\na\n\n{ONE}\n\nb\n\n{TWO}\n\nc\n\n{THREE}\n",
        f"; My levels\n; by me\n\n; a\n\n{ONE}\n\n; b\n\n{TWO}\n\n; c\n\n{THREE}\n",
        f":: a\n{ONE}\n:: b\n{TWO}\n:: c\n{THREE}",
        # Names below
        f"{ONE}\nTitle: a\n\n{TWO}\nTitle: b\n\n{THREE}\nTitle: c\n",
        f"{ONE}\n; a\n\n{TWO}\n; b\n\n{THREE}\n; c\n",
        f"{ONE}\na\n\n{TWO}\nb\n\n{THREE}\nc\n",
        f"{ONE}\n\na\n\n{TWO}\n\nb\n\n{THREE}\n\nc\n",
        f"A header\n\n{ONE}\na\n\n{TWO}\nb\n\n{THREE}\nc\n",
        f"; Collection: mine\n; Author: me\n\n{ONE}\nTitle: a\n\n{TWO}\nTitle: b\n\n{THREE}\nTitle: c\n",
        # Both: the key counts
        f"; 1\n\n{ONE}\nTitle: a\n\n; 2\n\n{TWO}\nTitle: b\n\n; 3\n\n{THREE}\nTitle: c\n",
        # Rulers and rows of all kinds
        f"=====\n\na\n-----\n{ONE}\n-----\n\nb\n-----\n{TWO}\n\nc\n*****\n{THREE}\n",
        f"a\n{ONE}  ; three rows\n\nb\n{TWO} // three more\n\nc\n{THREE}\n",
        "a\n\n5#|#@$.#|5#\n\nb\n\n6#|#@-$.#|6#\n\nc\n\n5#|#.$@#|5#\n",
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "  \n"])
def test_names_find_their_levels(text: str, line_end: str) -> None:
    assert ids(text.replace("\n", line_end)) == ["a", "b", "c"]


@pytest.mark.parametrize("form", ["; {}", "Level {}", "{}", "# {}", "Level {}: the cave", "#{}"])
def test_numbers_are_names_too(form: str) -> None:
    names = [form.format(number) for number in (1, 2, 3)]
    text = "".join(f"{name}\n\n{level}\n\n" for name, level in zip(names, (ONE, TWO, THREE), strict=True))
    assert ids(text) == [name.removeprefix("; ") for name in names]


def test_numbers_tell_where_names_belong() -> None:
    """A header, and a number above each level with blank lines all around, then a farewell."""
    text = f"My levels\n\n1\n\n{ONE}\n\n2\n\n{TWO}\n\n3\n\n{THREE}\n\nThe end\n"
    assert ids(text) == ["1", "2", "3"]
    text = f"My levels\n\n{ONE}\n\nLevel 1\n\n{TWO}\n\nLevel 2\n\n{THREE}\n\nLevel 3\n"
    assert ids(text) == ["Level 1", "Level 2", "Level 3"]


def test_boxoban_numbers_begin_with_zero() -> None:
    assert ids(f"; 0\n{ONE}\n\n; 1\n{TWO}\n\n; 2\n{THREE}\n") == ["0", "1", "2"]


def test_a_line_may_be_a_level() -> None:
    assert ids("5#|#@$.#|5#\n6#|#@-$.#|6#\n5#|#.$@#|5#\n") == ["1", "2", "3"]
    assert ids("5#|#@$.#|\n5#|\n\n6#|#@-$.#|6#\n\n5#|#.$@#|5#\n") == ["1", "2", "3"]


def test_facts_are_kept() -> None:
    text = (
        "Author: everybody\n\n"
        f"{ONE}\nTitle: First\nAuthor: me\nDate: today\nComment: easy\nSolution/Moves\nR\nSolution\n1R\n\n"
        f"{TWO}\nTitle: Second\nComment:\nOf two lines,\n\n{ONE}\nComment-End:\nSolution: r\nR\n"
    )
    first, second = read(text)
    assert first.facts == {"author": "me", "date": "today", "comment": "easy", "solutions": ["R", "R"]}
    assert second.facts == {"author": "everybody", "comment": f"Of two lines,\n\n{ONE}", "solutions": ["rR"]}
    assert list(GAME.read_pack(write_pack([first, second]))) == [first, second]


def test_an_optimum_and_a_grade_are_kept() -> None:
    (puzzle,) = read(f"{ONE}\nGrade: beginner\nOptimum: 1 pushes\n")
    assert puzzle.facts == {"grade": "beginner", "pushes": 1}


def test_a_bad_level_is_named_and_the_others_go_on() -> None:
    text = f"a\n\n{ONE}\n\nb\n\n#####\n# $.#\n#####\n\nc\n\n#####\n#@$.\n#####\n\nd\n\n{TWO}\n"
    entries = list(GAME.read_pack(text))
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, PuzzleError, Puzzle]
    assert str(entries[1]).startswith("puzzle b: line 9, column 1: there is no player")
    assert str(entries[2]).startswith("puzzle c: line 16, column 4: the walls do not close")


def test_a_broken_row_does_not_cut_a_level_in_two() -> None:
    (error,) = GAME.read_pack("######\n#@   #\n# $?.#\n#    #\n######\n")
    assert isinstance(error, PuzzleError)
    assert error.place == "line 3, column 4"


def test_a_broken_count_is_told() -> None:
    (error,) = GAME.read_pack("5#|#@$3|.#|5#")
    assert isinstance(error, PuzzleError)
    assert "a number must stand before" in str(error)


ROWS = st.text(alphabet="#@$.*+ -_", min_size=1, max_size=8)
LINES = st.one_of(
    ROWS,
    st.sampled_from(
        [*ONE.split("\n"), *TWO.split("\n"), "", "; 1", "Title: x", "Comment:", "Comment-End:", "Solution"]
    ),
    st.text(alphabet="lurdLURD0123456789()|#", max_size=12),
    st.text(max_size=12),
)


@given(st.lists(LINES, max_size=25), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_lines_are_read_to_their_end_and_come_back(lines: list[str], line_end: str) -> None:
    puzzles = [entry for entry in GAME.read_pack(line_end.join(lines)) if isinstance(entry, Puzzle)]
    again = list(GAME.read_pack(write_pack(puzzles)))
    assert [entry.position for entry in again if isinstance(entry, Puzzle)] == [puzzle.position for puzzle in puzzles]
