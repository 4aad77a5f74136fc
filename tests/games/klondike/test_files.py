"""Files of many deals in every shape that people have them."""

from __future__ import annotations

from quandary.game import Puzzle, PuzzleError
from quandary.games.klondike import GAME, formats, notation
from quandary.games.klondike.position import Position
from tests.games.klondike.deals import SEED_5, dealt

DEALS = [notation.format_position(dealt(seed)) for seed in range(1, 5)]
TABLE = f"""id,deck,draw1,draw3
a,{DEALS[0]},solved,unsolvable
b,{DEALS[1][:-2]},solved,solved
c,{DEALS[2]},solved,
"""


def read(text: str, **choices: int) -> list[Puzzle[Position] | PuzzleError]:
    return list(GAME.variant(**choices).read_pack(text))


def positions(text: str) -> list[Position]:
    return [entry.position for entry in read(text) if isinstance(entry, Puzzle)]


def test_one_deal_a_line() -> None:
    text = "# four deals\n" + "\n".join(DEALS) + "\n"
    assert positions(text) == [dealt(seed) for seed in range(1, 5)]
    assert positions(text.replace("\n", "\r\n")) == positions(text)


def test_a_bad_line_leaves_the_others_readable() -> None:
    entries = read("\n".join([DEALS[0], DEALS[1][:-2], "nonsense", DEALS[3]]))
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, PuzzleError, Puzzle]
    assert str(entries[1]).startswith("puzzle 2: line 2: a deal has 52 cards, this one has 51")
    assert str(entries[2]).startswith("puzzle 3: line 3, card 1: 'non' is not a card")


def test_blocks_of_all_kinds_with_empty_lines_between() -> None:
    begun = GAME.play(dealt(5), GAME.parse_move("3>F")).position
    text = "\n\n".join(
        [
            DEALS[0],
            GAME.format(begun),
            formats.write(begun, "pysol"),
            formats.write(dealt(2), "solvitaire"),
            formats.write(dealt(2), "solvitaire").replace("], ", "],\n "),
            formats.write(dealt(3), "digits"),
            "\n".join(SEED_5[at : at + 26] for at in range(0, 104, 26)),
            f"draw: 1\n{SEED_5}",
            formats.write(dealt(1), "mk") + "\n" + formats.write(dealt(2), "mk"),
        ]
    )
    expected = [dealt(1), begun, begun, dealt(2), dealt(2), dealt(3), dealt(5), dealt(5, draw=1), dealt(1), dealt(2)]
    assert positions(text) == expected


def test_a_list_of_json_objects() -> None:
    text = "[" + ",\n".join(formats.write(dealt(seed), "solvitaire") for seed in (1, 2)) + ', {"stock": []}]'
    entries = read(text)
    assert positions(text) == [dealt(1), dealt(2)]
    assert isinstance(entries[2], PuzzleError)


def test_a_table_has_ids_and_what_is_known() -> None:
    first, second, third = read(TABLE)
    assert isinstance(first, Puzzle)
    assert (first.id, first.facts) == ("a", {"verdict": "unsolvable"})
    assert str(second).startswith("puzzle b: line 3: a deal has 52 cards, this one has 51")
    assert isinstance(third, Puzzle)
    assert (third.id, third.facts) == ("c", {})


def test_what_is_known_depends_on_the_draw() -> None:
    first = read(TABLE, draw=1)[0]
    assert isinstance(first, Puzzle)
    assert first.facts == {"verdict": "solved"}
    for choices in ({"draw": 2}, {"draw": 3, "redeals": 1}):
        other = read(TABLE, **choices)[0]
        assert isinstance(other, Puzzle)
        assert other.facts == {}


def test_a_table_may_say_the_draw_and_the_fewest_moves() -> None:
    (entry,) = read(f"id,draw,deck,moves\n7,1,{SEED_5},99\n")
    assert isinstance(entry, Puzzle)
    assert (entry.id, entry.position, entry.facts) == ("7", dealt(5, draw=1), {"moves": 99})
    (other,) = read(f"id,draw,deck,moves\n7,1,{SEED_5},99\n", draw=3)
    assert str(other) == "puzzle 7: line 2: draw=3 was chosen, but the puzzle is played with draw=1"


def test_a_pack_is_written_one_deal_a_line() -> None:
    puzzles = [entry for entry in read("\n".join(DEALS)) if isinstance(entry, Puzzle)]
    assert GAME.write_pack(puzzles) == "\n".join(DEALS) + "\n"
