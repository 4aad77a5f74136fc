"""A film shows, after every move, exactly the picture of the position: every thing, in its place, in its layer."""

from __future__ import annotations

import re
from base64 import b64decode
from typing import Any

import pytest

import quandary
from quandary.core.registry import names
from quandary.drawing.film import film_of, svg
from quandary.drawing.raster import svg_to_png
from quandary.engine.play import choose_player, play_game
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Game, IllegalMove, Rng, UsageError
from quandary.games.template import Template
from tests.film.watching import Seen, Watched, seen_in

LONGEST = 60


def _walk(game: Game[Any, Any], position: Any, seed: int) -> list[Any]:
    rng = Rng(seed)
    moves: list[Any] = []
    while len(moves) < LONGEST and (legal := game.moves(position)):
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1]).position
    return moves


def _rounded(seen: list[Seen]) -> list[Seen]:
    return [(round(x, 3), round(y, 3), shape) for x, y, shape in seen]


def _check(game: Game[Any, Any], position: Any, moves: list[Any]) -> None:
    film = film_of(game, position, moves)
    watched = Watched(svg(film))
    frames = game.frames(position, moves)
    assert frames is not None
    pictures = [frame[-1] for frame in frames]
    assert len(pictures) == len(film.stops) == len(moves) + 1
    for stop, picture in zip(film.stops, pictures, strict=True):
        assert _rounded(watched.at(stop)) == _rounded(seen_in(picture))
    assert _rounded(watched.at(film.clock.seconds)) == _rounded(seen_in(pictures[-1]))
    assert _rounded(watched.still()) == _rounded(seen_in(pictures[0]))


@pytest.mark.slow
@pytest.mark.parametrize("name", names(with_examples=True))
def test_after_every_move_the_film_is_the_picture(name: str) -> None:
    game = quandary.game(name)
    for seed, text in enumerate(game.examples):
        position = game.parse(text)
        _check(game, position, _walk(game, position, seed))


@pytest.mark.slow
@pytest.mark.parametrize(
    "puzzle", ["rush-hour:beginner#7", "sokoban#3", "klondike:draw1#4", "circuit:3#1", "exponentile#2"]
)
def test_the_same_on_puzzles_of_the_usual_size(puzzle: str) -> None:
    game = quandary.game(re.split("[:#]", puzzle)[0])
    position = puzzle_of_id(game, puzzle).position
    _check(game, position, _walk(game, position, 5))


@pytest.mark.slow
def test_a_whole_game_of_cards() -> None:
    puzzle = next(quandary.generate("klondike", seed=7, winnable=True))
    verdict = quandary.solve("klondike", puzzle)
    assert verdict.moves is not None
    _check(quandary.game("klondike"), puzzle.position, list(verdict.moves))


def test_what_moves_is_under_way_in_between() -> None:
    game = quandary.game("rush-hour")
    position = game.parse("BB...C...D.CXX.D.C...D..........EEE.")
    film = film_of(game, position, [game.parse_move("C+3")])
    before, after = (set(Watched(svg(film)).at(stop)) for stop in film.stops)
    between = set(Watched(svg(film)).at((film.clock.at(0) + film.clock.at(1)) / 2))
    (start,), (end,), (way,) = before - after, after - before, between - before
    assert start[2] == end[2] == way[2]
    assert way[:2] == pytest.approx(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), abs=0.1)


def test_a_flying_card_lies_over_all_others_and_what_it_covers_waits() -> None:
    game = quandary.game("klondike")
    position = game.parse("foundations=KCKDQHJS/1=khQS/2=KS")
    film = film_of(game, position, game.parse_moves("1>F"))
    watched = Watched(svg(film))
    under_way = watched.at((film.clock.at(0) + film.clock.at(1)) / 2)
    queen, jack = _cards(game, position, "QS", "JS")
    assert under_way[-1][2] == queen[2]
    assert jack in under_way
    assert jack not in watched.at(film.stops[1])


def _cards(game: Game[Any, Any], position: Any, *names: str) -> list[Seen]:
    """These cards as they are drawn, in this order."""
    picture = game.draw_svg(position) or ""
    root = picture[: picture.index(">") + 1]
    lines = [line for card in names for line in picture.splitlines() if f'data-card="{card}"' in line]
    return seen_in(f"{root}{''.join(lines)}</svg>")


def test_tiles_swap_merge_and_fall_as_themselves() -> None:
    game = quandary.game("exponentile")
    position = game.parse("2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web")
    frames = game.frames(position, game.moves(position)[:1])
    assert frames is not None
    _, pictures = frames
    # The swap, and two pictures of every wave.
    assert len(pictures) % 2 == 1
    swapped = dict(re.findall(r'data-who="(\d+)" (transform="[^"]*")', pictures[0]))
    before = dict(re.findall(r'data-who="(\d+)" (transform="[^"]*")', next(iter(game.frames(position, []) or []))[0]))
    assert sorted(before.values()) == sorted(swapped.values())
    assert len([who for who in before if before[who] != swapped[who]]) == 2


@pytest.mark.slow
def test_long_films_stay_small() -> None:
    game = quandary.game("exponentile")
    position = puzzle_of_id(game, "exponentile#5").position
    moves = play_game(game, position, choose_player(game, "learned-2ply"), most_moves=500).moves
    assert len(moves) == 500
    assert len(svg(film_of(game, position, moves))) < 300_000
    back_and_forth = quandary.game("rush-hour").parse_moves("C+1 C-1 " * 250)
    board = quandary.game("rush-hour").parse("BB...C...D.CXX.D.C...D..........EEE.")
    assert len(svg(film_of(quandary.game("rush-hour"), board, back_and_forth))) < 40_000


def test_no_moves_are_a_film_too() -> None:
    game = quandary.game("sokoban")
    position = game.parse(game.examples[0])
    film = film_of(game, position, [])
    assert film.stops == (0.0,)
    assert Watched(svg(film)).at(0) == seen_in(game.draw_svg(position) or "")


def test_an_illegal_move_cannot_be_filmed(any_illegal: tuple[Game[Any, Any], Any, Any]) -> None:
    game, position, move = any_illegal
    with pytest.raises(IllegalMove):
        film_of(game, position, [move])


@pytest.fixture(params=["rush-hour:Z+1", "sokoban:r r r r r r r r r r r r R", "klondike:W>F", "circuit:r0c0"])
def any_illegal(request: pytest.FixtureRequest) -> tuple[Game[Any, Any], Any, Any]:
    name, _, text = request.param.partition(":")
    game = quandary.game(name)
    position = game.parse(game.examples[1])
    return game, position, game.parse_moves(text)[-1]


def test_a_game_without_pictures_says_so() -> None:
    class Blind(Template):
        def scene(self, position: Any) -> Any:
            return None

    game = Blind()
    with pytest.raises(UsageError, match="template cannot draw pictures"):
        film_of(game, game.parse("F_T"), [])


def test_names_in_two_films_never_meet_and_one_film_is_always_the_same() -> None:
    texts = []
    for puzzle in ("rush-hour:beginner#7", "rush-hour:beginner#8"):
        verdict = quandary.solve("rush-hour", puzzle_of_id(quandary.game("rush-hour"), puzzle))
        texts += [verdict.animation().svg(), verdict.animation().svg()]
    assert texts[0] == texts[1]
    names = [set(re.findall(r'(?:id|class)="([^"]*)"', text)) for text in texts]
    assert names[0]
    assert names[0].isdisjoint(names[2])
    for text, known in zip(texts, names, strict=True):
        assert set(re.findall(r'href="#([^"]*)"', text)) <= known
        assert set(re.findall(r"\.([a-z0-9-]+) \{", text)) <= known


def test_a_film_needs_nothing_from_outside() -> None:
    verdict = quandary.solve("sokoban", puzzle_of_id(quandary.game("sokoban"), "sokoban#3"))
    text = verdict.animation().svg()
    assert text.count("http") == 1  # the namespace
    assert "<script" not in text
    assert set(re.findall(r'href="([^"])', text)) == {"#"}


def test_where_nothing_moves_a_film_is_its_first_picture() -> None:
    game = quandary.game("rush-hour")
    position = game.parse("BB...C...D.CXX.D.C...D..........EEE.")
    film = svg(film_of(game, position, game.parse_moves("C+3 E-2")))
    assert svg_to_png(film) == svg_to_png(game.draw_svg(position) or "")


def test_a_game_that_only_draws_pictures_is_shown_picture_by_picture() -> None:
    class Painter(Template):
        def scene(self, position: Any) -> Any:
            return None

        def draw_svg(self, position: Any) -> str:
            return Template().draw_svg(position) or ""

    game = Painter()
    position = game.parse("F_T")
    text = svg(film_of(game, position, game.parse_moves("1 3")))
    assert "animateTransform" not in text
    pictures = [b64decode(found).decode() for found in re.findall(r'href="data:image/svg[+]xml;base64,([^"]*)"', text)]
    walk = [position]
    for move in game.parse_moves("1 3"):
        walk.append(game.play(walk[-1], move).position)
    assert pictures == [game.draw_svg(one) for one in walk]
    watched, film = Watched(text), film_of(game, position, game.parse_moves("1 3"))
    assert len({watched.at(stop)[0] for stop in film.stops}) == 3
