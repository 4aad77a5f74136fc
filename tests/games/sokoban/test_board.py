"""Rows into positions: what is dropped, what is filled in, and what is refused, with its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quandary.game import PuzzleError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.board import LARGEST_SIDE, build
from quandary.games.sokoban.position import inside

GOOD = "#####\n#@$.#\n#####"


def test_rows_come_back() -> None:
    assert GAME.format(GAME.parse(GOOD)) == GOOD
    assert GAME.compact(GAME.parse(GOOD)) == "5#|#@$.#|5#"


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$o#\n#####",
        "wwwww\nwpbow\nwwwww",
        "#####\n#pb.#\n#####",
        "  #####\n  #@$.#\n  #####  ",
        "\t#####\n\t#@$.#\n\t#####",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "5#\n#@$.#\n5#",
        "#####|#@$.#|#####",
        "--5#|--#@$.#|__5#",
        "Some title\n\n#####\n#@$.#\n#####\nAuthor: me",
        "#####\r\n#@$.#\r\n#####\r\n",
        "#####\r#@$.#\r#####\r",
    ],
)
def test_every_dialect_is_the_same_level(text: str) -> None:
    assert GAME.parse(text) == GAME.parse(GOOD)


def test_dashes_and_underscores_are_floor() -> None:
    assert (
        GAME.parse("######\n#@-$.#\n######")
        == GAME.parse("######\n#@_$.#\n######")
        == GAME.parse("######\n#@ $.#\n######")
    )


def test_ornaments_outside_are_dropped() -> None:
    assert GAME.parse("*#####*\n #@$.# .\n*#####$") == GAME.parse(GOOD)
    assert GAME.parse("#####---\n#@$.#-#\n#####---") == GAME.parse(GOOD)


def test_what_is_walled_in_becomes_wall() -> None:
    position = GAME.parse("########\n#@$.# *#\n########")
    assert GAME.format(position) == "########\n#@$.####\n########"
    assert GAME.parse("########\n#@$.#$.#\n########") == position


def test_a_walled_in_goal_without_a_box_is_refused() -> None:
    with pytest.raises(PuzzleError, match=r"line 2, column 7: no box can come to this goal"):
        GAME.parse("########\n#@$.# .#\n########")


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("#####\n# $.#\n#####", "line 1, column 1", "no player"),
        ("######\n#@$.@#\n######", "line 2, column 5", "second player"),
        ("######\n#@$..#\n######", "line 2, column 5", r"fewer boxes \(1\) than goals \(2\)"),
        ("#####\n#@$ #\n#####", "line 1, column 1", "no goal"),
        ("#####\n#@$.\n#####", "line 2, column 4", "walls do not close"),
        ("## ##\n#@$.#\n#####", "line 1, column 3", "walls do not close"),
        ("#####\n@ $.#\n#####", "line 2, column 1", "walls do not close"),
        ("#####\n#@$.#\n", "line 2, column 2", "walls do not close"),
        ("#####\n#@?.#\n#####", "line 2, column 3", r"unknown character '\?'"),
        ("\n\n#####\n#@x.#\n#####", "line 4, column 3", "unknown character 'x'"),
        ("5#|#@x.#|5#", "line 1, row 2, column 3", "unknown character 'x'"),
    ],
)
def test_a_level_that_is_none_is_refused_with_its_place(text: str, place: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem) as caught:
        GAME.parse(text)
    assert caught.value.place == place


@pytest.mark.parametrize("text", ["", "   \n\n", "hello", "#", "####", "$ . @", "5#|", "; 1", "<a/>", "<", "12"])
def test_what_is_no_level_at_all_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        GAME.parse(text)


def test_two_levels_are_not_one() -> None:
    with pytest.raises(PuzzleError, match="2 levels"):
        GAME.parse(f"{GOOD}\n\n{GOOD}")


ANY_ROWS = st.lists(st.text(alphabet="####  .$@", min_size=1, max_size=6), min_size=1, max_size=6)


def _plain_look(rows: list[str]) -> set[tuple[int, int]] | None:
    """The squares that the only player can come to; None if there is none, or if it can get out."""
    marks = {(y, x): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    players = [spot for spot, mark in marks.items() if mark == "@"]
    if len(players) != 1:
        return None
    found, waiting = set(players), players
    while waiting:
        y, x = waiting.pop()
        for spot in ((y, x - 1), (y - 1, x), (y, x + 1), (y + 1, x)):
            if spot not in marks:
                return None
            if marks[spot] != "#" and spot not in found:
                found.add(spot)
                waiting.append(spot)
    return found


@given(ANY_ROWS)
@example(["#####", "#@$.#", "#####"])
@example(["#####", "#.$@#", "#  $#", "#####"])
def test_any_rows_are_a_level_exactly_if_a_plain_look_says_so(rows: list[str]) -> None:
    ground = _plain_look(rows)
    marks = [rows[y][x] for y, x in ground] if ground else []
    goals, boxes = marks.count("."), marks.count("$")
    try:
        position = build(rows)
    except PuzzleError as error:
        # The one thing that the plain look does not know: a goal that is walled in.
        assert not (ground and 0 < goals <= boxes) or "no box can come" in str(error)
    else:
        assert ground is not None
        assert 0 < len(position.level.goals) == goals <= boxes == len(position.boxes)
        assert len(inside(position.level, position.player)) == len(ground)
        assert GAME.parse(GAME.format(position)) == position


def test_more_than_256_squares_are_fine() -> None:
    wide = LARGEST_SIDE
    text = "\n".join(["#" * wide, "#@$." + " " * (wide - 5) + "#", *["#" + " " * (wide - 2) + "#"] * 3, "#" * wide])
    position = GAME.parse(text)
    assert GAME.format(position) == text
    assert GAME.parse(GAME.compact(position)) == position


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{LARGEST_SIDE + 1}#|#@$.#|5#", "at most 256 squares"),
        ("|".join(["5#", *["#@$.#"] * LARGEST_SIDE, "5#"]), "at most 256 rows"),
        ("999999999999#|#@$.#|5#", "a number must stand before"),
        ("999999#|999999#", "longer than"),
    ],
)
def test_senseless_sizes_are_refused(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        GAME.parse(text)
