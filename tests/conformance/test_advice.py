"""Advice on every game's examples, asked of the engine and of the web's API: both must tell the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from quandary.core.errors import UsageError
from quandary.core.registry import game, names
from quandary.engine.advise import Advice, Advisor
from quandary.engine.judge import judge
from quandary.engine.session import Session
from quandary.game import Game, Status
from tests.web.conftest import Client, open_client

EXAMPLES = [(name, text) for name in names(with_examples=True) for text in game(name).examples]
GOALS = [(name, text) for name, text in EXAMPLES if not game(name).is_scored]
SCORES = [(name, text) for name, text in EXAMPLES if game(name).is_scored]
PLAYERS = [(name, text) for name, text in EXAMPLES if game(name).players()]
# Games that are there to be copied are not served.
SERVED = [(name, text) for name, text in GOALS if not game(name).is_example]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with open_client() as http:
        yield Client(http)


def _advice(name: str, text: str) -> tuple[Game[Any, Any], Any, Advice[Any]]:
    found = game(name)
    position = found.parse(text)
    return found, position, Advisor(found).advise(position)


@pytest.mark.parametrize(("name", "text"), GOALS)
def test_the_line_leads_home_at_the_cost_told(name: str, text: str) -> None:
    found, position, advice = _advice(name, text)
    assert advice.is_winnable is not None
    if not advice.is_winnable:
        assert (advice.line, advice.move, advice.to_go, advice.promise) == (None, None, None, None)
        return
    assert advice.line is not None
    assert advice.to_go is not None
    for unit in found.units:
        judged = judge(found, position, advice.line, unit)
        assert judged.solved
        assert judged.cost == advice.to_go[unit]
    assert advice.cost == advice.to_go[found.units[0]]
    assert advice.move == (advice.line[0] if advice.line else None)


@pytest.mark.parametrize(("name", "text"), GOALS)
def test_the_distance_is_what_the_counters_count_down(name: str, text: str) -> None:
    session: Session[Any, Any] = Session.start(name, text)
    whole = session.advisor.advise(session.position).to_go
    while (hint := session.hint()) is not None:
        session.play(hint)
        left = session.advisor.advise(session.position).to_go
        assert whole is not None
        assert left is not None
        assert {unit: session.costs[unit] + left[unit] for unit in left} == whole
    assert session.distance() == (None if whole is None else 0)
    assert set(session.marks) <= {"hint"}
    assert session.advisor.last_winnable(session.history) == (None if whole is None else len(session.moves))


@pytest.mark.parametrize(("name", "text"), SERVED)
def test_a_hint_of_the_web_is_the_advisors(client: Client, name: str, text: str) -> None:
    session: Session[Any, Any] = Session.start(name, text)
    if session.status is not Status.PLAYING:
        assert client.refusal("hint", game=name, puzzle=text) == (400, "the game is over")
        return
    told, advice = client.ask("hint", game=name, puzzle=text), session.advisor.advise(session.position)
    assert advice.verdict is not None
    for field in ("verdict", "cost", "optimal"):
        assert told[field] == getattr(advice.verdict, field)
    assert (told["left"], told["promise"]) == (advice.to_go, advice.promise)
    if session.game.keeps_quiet(session.position) is None:
        assert session.distance() == (told["left"] or {}).get(session.game.units[0])
    else:
        with pytest.raises(UsageError):
            session.distance()


@pytest.mark.parametrize(("name", "text"), SERVED)
def test_who_follows_the_webs_hints_is_told_the_same_line_and_gets_home(client: Client, name: str, text: str) -> None:
    state = client.ask("new", game=name, puzzle=text)
    line: list[str] | None = None
    moves: list[str] = []
    while state["status"] == "playing":
        told = client.ask("hint", game=name, puzzle=text, moves=moves)
        if told["verdict"] == "unsolvable":
            return
        line = line or told["moves"]
        assert line is not None
        assert told["moves"] == line[len(moves) :]
        total = {unit: state["costs"][unit] + told["left"][unit] for unit in told["left"]}
        state = client.ask("play", game=name, puzzle=text, moves=moves, move=told["move"])
        moves.append(told["move"])
    assert (state["status"], state["costs"]) == ("won", total)


@pytest.mark.parametrize(("name", "text"), SERVED)
def test_the_whole_line_is_a_solution_for_whoever_judges_it(client: Client, name: str, text: str) -> None:
    found, _, advice = _advice(name, text)
    if advice.line is None:
        return
    judged = client.ask("verify", game=name, puzzle=text, solution=found.format_moves(advice.line))
    assert (judged["solved"], judged["cost"], judged["problem"]) == (True, advice.cost, None)
    if advice.line:
        short = client.ask("verify", game=name, puzzle=text, solution=found.format_moves(advice.line[:-1]))
        assert not short["solved"]


@pytest.mark.parametrize(("name", "text"), SCORES)
def test_a_player_advises_where_a_game_is_played_for_a_score(client: Client, name: str, text: str) -> None:
    found, position, advice = _advice(name, text)
    told = client.ask("hint", game=name, puzzle=text)
    assert advice.choice in found.moves(position)
    said = {"move": found.format_move(advice.choice), "player": advice.player, "promise": "choice"}
    assert {name: told[name] for name in said} == said
    assert (advice.is_winnable, advice.line, advice.to_go) == (None, None, None)


@pytest.mark.parametrize(("name", "text"), PLAYERS)
def test_a_watched_player_plays_by_the_rules(client: Client, name: str, text: str) -> None:
    if not any(player.suits(game(name).parse(text)) for player in game(name).players()):
        assert client.refusal("watch", game=name, puzzle=text) == (400, f"no player of {name} can play from here")
        return
    told = client.ask("watch", game=name, puzzle=text, count=3)
    state = client.ask("state", game=name, puzzle=text, moves=told["moves"])
    assert (state["status"], state["score"]) == (told["status"], told["score"])
    assert len(told["moves"]) == 3 or state["status"] != "playing"
