"""The advisor's memory, its budget, and what stands behind its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from quandary.core.budget import Cancel
from quandary.core.registry import game
from quandary.engine.advise import Advisor
from quandary.engine.session import Session
from quandary.game import Budget, BudgetEnded, Guide
from quandary.games.template import GAME, Template
from tests.games.sokoban.levels import CORNERED

SOKOBAN, RUSH_HOUR, KLONDIKE = game("sokoban"), game("rush-hour"), game("klondike")
NOTHING = Budget(nodes=0)


def _deal(seed: int) -> Any:
    return Session.start("klondike", f"klondike#{seed}").position


def test_a_line_is_remembered_for_as_long_as_it_is_followed() -> None:
    advisor: Advisor[Any, Any] = Advisor(RUSH_HOUR)
    position = RUSH_HOUR.parse(RUSH_HOUR.examples[1])
    first = advisor.advise(position)
    assert first.line
    for number, move in enumerate(first.line, start=1):
        position = RUSH_HOUR.play(position, move).position
        # Without a budget nothing but memory could answer.
        advice = advisor.advise(position, budget=NOTHING)
        assert advice.line == first.line[number:]
        assert advice.verdict is not None
        assert (advice.verdict.cost, advice.verdict.bound) == (len(advice.line), len(advice.line))


def test_a_move_beside_the_line_needs_another_search() -> None:
    advisor: Advisor[Any, Any] = Advisor(SOKOBAN)
    position = SOKOBAN.parse(SOKOBAN.examples[1])
    told = advisor.advise(position)
    aside = next(move for move in SOKOBAN.moves(position) if move != told.move)
    beside = SOKOBAN.play(position, aside).position
    assert advisor.advise(beside, budget=NOTHING).is_winnable is None
    assert advisor.advise(beside).is_winnable is not None


def test_what_the_budget_or_a_cancel_ended_is_unknown_and_not_remembered() -> None:
    advisor: Advisor[Any, Any] = Advisor(KLONDIKE)
    cancel = Cancel()
    cancel.cancel()
    advice = advisor.advise(_deal(11), cancel=cancel)
    assert (advice.is_winnable, advice.move, advice.promise, advice.to_go) == (None, None, None, None)
    with pytest.raises(BudgetEnded, match="cancelled"):
        advisor.certain(_deal(11), cancel=cancel)
    assert advisor.advise(_deal(11)).is_winnable


def test_what_stands_behind_a_move() -> None:
    exponentile = game("exponentile")
    promises = {
        each.name: Advisor(each).advise(position).promise
        for each, position in (
            (RUSH_HOUR, RUSH_HOUR.parse(RUSH_HOUR.examples[1])),
            (KLONDIKE, _deal(1)),
            (exponentile, exponentile.parse(exponentile.examples[0])),
        )
    }
    assert promises == {"rush-hour": "best", "klondike": "solution", "exponentile": "choice"}


def test_a_board_that_the_best_player_never_learned_gets_another_players_hint() -> None:
    session: Session[Any, Any] = Session.start("exponentile", game("exponentile").examples[0])
    assert not session.game.players()[0].suits(session.position)
    assert session.hint() in session.game.moves(session.position)


def test_the_last_winnable_position_of_a_game_that_was_spoiled() -> None:
    session: Session[Any, Any] = Session.start("sokoban", "6#|#_@__#|#_$__#|#_.$.#|#____#|6#")
    assert session.advisor.last_winnable(session.history) == 0
    # The second push takes the box past its goal to the wall, and everything later is lost as well.
    for move in "DDur":
        session.play(move)
    assert session.advisor.last_winnable(session.history) == 1
    lost: Session[Any, Any] = Session.start("sokoban", CORNERED)
    assert lost.advisor.last_winnable(lost.history) is None


class Leading(Guide[Any, Any]):
    """Knows one line by heart, or loses its patience."""

    def __init__(self, line: Sequence[str] | None) -> None:
        self._line = line

    def distance(self, position: Any) -> int | None:
        if self._line is None:
            raise BudgetEnded("no patience")
        return len(self._line)

    def best_moves(self, position: Any) -> Sequence[Any]:
        assert self._line is not None
        for move in self._line:
            if GAME.parse_move(move) in GAME.moves(position):
                return [GAME.parse_move(move)]
        return []


def test_a_games_own_guide_leads() -> None:
    class Guided(Template):
        def guide(self, position: Any) -> Guide[Any, Any] | None:
            return leading

    start = GAME.parse("F_T")
    leading = Leading(["1", "3", "2"])
    advice = Advisor(Guided(), start, budget=NOTHING).advise(start)
    assert GAME.format_moves(advice.line or ()) == "1 3 2"
    assert advice.promise == "best"
    leading = Leading(None)
    assert Advisor(Guided(), start).advise(start).is_winnable is None
