"""Hidden cards stay hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from quandary.envs.frames import pixels
from quandary.game import Rng
from quandary.games.klondike.position import Position
from tests.envs.cases import make, random_legal


def _other_tableau(position: Position) -> Position:
    """The same deal with the hidden cards of the piles in another order."""
    hidden = [card for pile in position.face_down for card in pile]
    cards = iter(hidden[7:] + hidden[:7])
    return replace(position, face_down=tuple(tuple(next(cards) for _ in pile) for pile in position.face_down))


def _other_stock(position: Position) -> Position:
    return replace(position, stock=position.stock[::-1])


def _everything(env: Any, observation: Any, info: dict[str, Any], *, with_picture: bool = True) -> list[Any]:
    # A picture takes a while.
    picture = pixels(env.game, env.position) if with_picture else np.zeros(1)
    values = [value.tolist() if isinstance(value, np.ndarray) else value for value in info.values()]
    shown = observation.tolist() if isinstance(observation, np.ndarray) else observation
    return [shown, list(info), values, picture.tolist(), env.game.draw(env.position)]


@pytest.mark.slow
def test_deals_that_differ_in_hidden_cards_look_alike_until_one_is_turned() -> None:
    turned = 0
    for observation in ("array", "text"):
        for seed in range(6):
            env, other = (make("klondike", observation=observation, reward="progress") for _ in range(2))
            _, info = env.reset(seed=seed)
            deal, rng = env.position, Rng(seed)
            seen, seen_there = (
                one.reset(options={"puzzle": at}) for one, at in ((env, deal), (other, _other_tableau(deal)))
            )
            assert env.position != other.position
            assert _everything(env, *seen) == _everything(other, *seen_there)
            for turn in range(80):
                action = random_legal(info["action_mask"], rng)
                hidden = sum(map(len, env.position.face_down))
                step, step_there = env.step(action), other.step(action)
                if sum(map(len, env.position.face_down)) < hidden:
                    turned += 1
                    break
                info = step[4]
                assert step[1:4] == step_there[1:4]
                drawn = {"with_picture": turn % 20 == 0}
                there = _everything(other, step_there[0], step_there[4], **drawn)
                assert _everything(env, step[0], info, **drawn) == there
                if not info["action_mask"].any():
                    break
    assert turned >= 6


def test_the_stock_is_hidden_until_it_is_drawn_and_known_when_it_has_passed() -> None:
    env, other = make("klondike"), make("klondike")
    env.reset(seed=1)
    deal = env.position
    shown, _ = env.reset(options={"puzzle": deal})
    shown_there, info = other.reset(options={"puzzle": _other_stock(deal)})
    np.testing.assert_array_equal(shown, shown_there)
    draw, recycle, stock_row = 0, 1, 8
    assert set(shown[stock_row].tolist()) == {53}
    for _ in range(8):
        shown = env.step(draw)[0]
        shown_there = other.step(draw)[0]
    assert not np.array_equal(shown, shown_there)
    shown, _, _, _, info = env.step(recycle)
    assert not info["illegal"]
    assert sorted(shown[stock_row].tolist()) == sorted(1 + _code(card) for card in deal.stock)


def _code(card: str) -> int:
    return "A23456789TJQK".index(card[0]) * 4 + "CDHS".index(card[1])


def test_the_text_names_open_cards_only() -> None:
    env = make("klondike", observation="text")
    text, _ = env.reset(seed=3)
    hidden = {card for pile in env.position.face_down for card in pile} | set(env.position.stock)
    assert not hidden & set(text.split())
    assert text.count("??") == len(hidden) == 45
    assert {pile[-1] for pile in env.position.face_up} <= set(text.split())


def test_no_id_tells_the_deal() -> None:
    env = make("klondike")
    _, info = env.reset(seed=3)
    assert set(info) == {"action_mask", "illegal", "won", "stuck", "cards_home"}
    assert env.puzzle.id.startswith("klondike#")
