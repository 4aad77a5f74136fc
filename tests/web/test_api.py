"""The API as scripts and pages use it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import quandary
from quandary.core.ids import PuzzleId
from quandary.core.registry import names
from tests.web.conftest import Client

BOARD = "BB...C...D.CXX.D.C...D..........EEE."


def test_games_tell_what_can_be_chosen(client: Client) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    assert list(games) == names()
    assert "template" not in games
    level = games["rush-hour"]["settings"][0]
    assert level["name"] == "level"
    assert "expert" in level["choices"]
    assert [rule["name"] for rule in games["klondike"]["rules"]] == ["draw", "redeals"]
    assert games["circuit"]["sheet"]
    assert games["rush-hour"]["sheet"] is None


def test_a_day_has_the_same_puzzles_for_everybody(client: Client) -> None:
    answer = client.get("/api/daily?date=2026-11-15").json()
    assert answer["date"] == "2026-11-15"
    address = "/rush-hour/intermediate/20261115"
    assert {"game": "rush-hour", "id": "rush-hour:intermediate#20261115", "address": address} in answer["puzzles"]
    assert client.get("/api/daily?date=yesterday").status_code == 400
    todays = {one["game"]: one["id"] for one in client.get("/api/daily").json()["puzzles"]}
    for asked in ({"address": "today"}, {"puzzle": "today"}):
        assert client.ask("new", game="rush-hour", **asked)["id"] == todays["rush-hour"]


@pytest.mark.parametrize("name", names())
def test_every_game_begins_by_its_settings_and_by_its_address(client: Client, name: str) -> None:
    made = client.ask("new", game=name, seed=7)
    assert made["status"] == "playing"
    assert made["legal"]
    assert made["svg"].startswith("<svg")
    again = client.ask("new", game=name, address=made["address"].removeprefix(f"/{name}/"))
    assert again == made


def test_a_page_is_told_an_ids_settings(client: Client) -> None:
    for name, settings in (("rush-hour:expert#3", "expert"), ("rush-hour#3", ""), (f"rush-hour:{BOARD}", "")):
        assert client.ask("new", game="rush-hour", puzzle=name)["settings"] == settings


@pytest.mark.parametrize(
    ("like", "settings"),
    [
        ("rush-hour:beginner#3", "beginner"),
        ("klondike:draw1-winnable#3", "draw1-winnable"),
        ("klondike:draw=1/foundations=KCTDQHKS/2=JD/3=kdKH/4=QD", "draw1-winnable"),
        ("circuit:2#3", "2"),
        ("sokoban:expert-v2#3", "expert"),
        # Few seeds make a board as small as this one; the next that does is taken.
        ("exponentile:web-width3-height3#5", "web-width3-height3"),
    ],
)
def test_another_puzzle_has_the_settings_of_the_last(client: Client, like: str, settings: str) -> None:
    name = PuzzleId.parse(like).game
    made = [client.ask("new", game=name, like=like) for _ in range(2)]
    assert [one["settings"] for one in made] == [settings, settings]
    assert made[0]["id"] != made[1]["id"]


@pytest.mark.parametrize("name", names())
def test_moves_are_played_as_the_rules_play_them(client: Client, name: str) -> None:
    game = quandary.game(name)
    made = client.ask("new", game=name, seed=3)
    position = game.parse(made["puzzle"])
    moves: list[str] = []
    for _ in range(4):
        legal = game.moves(position)
        if not legal:
            break
        move = game.format_move(legal[-1])
        state = client.ask("play", game=name, puzzle=made["id"], moves=moves, move=move)
        outcome = game.play(position, legal[-1])
        position = outcome.position
        moves.append(move)
        assert state["played"] == len(moves)
        assert state["status"] == game.status(position).value
        assert [event["type"] for event in state["events"]] == [type(event).__name__ for event in outcome.events]
        assert state["svg"] == game.draw_svg(position)
        assert state["legal"] == [game.format_move(move) for move in game.moves(position)]
    assert client.ask("state", game=name, puzzle=made["id"], moves=moves) == state


def test_a_text_is_played_like_an_id(client: Client) -> None:
    made = client.ask("new", game="rush-hour", puzzle=BOARD)
    assert made["id"] == f"rush-hour:{BOARD}"
    assert made["address"] == f"/rush-hour/{BOARD}"
    assert client.ask("new", game="rush-hour", address=BOARD)["id"] == made["id"]
    state = client.ask("play", game="rush-hour", puzzle=made["id"], moves=[], move=made["legal"][0])
    assert state["costs"]["moves"] == 1


def test_an_illegal_move_is_refused_with_its_reason(client: Client) -> None:
    status, reason = client.refusal("play", game="rush-hour", puzzle=BOARD, moves=[], move="X+9")
    assert status == 409
    assert "move 1, 'X+9': X would leave the board" in reason or "blocked" in reason


def test_a_verdict_is_the_command_lines(client: Client) -> None:
    verdict = client.ask("solve", game="rush-hour", puzzle=BOARD)
    expected = quandary.solve("rush-hour", BOARD).as_dict()
    for field in ("verdict", "cost", "metric", "optimal", "bound", "solution", "nodes", "reason"):
        assert verdict[field] == expected[field]
    assert verdict["moves"] == expected["solution"].split()


def test_a_hint_is_the_first_move_of_a_solution_from_here(client: Client) -> None:
    hint = client.ask("hint", game="rush-hour", puzzle=BOARD)
    after = client.ask("hint", game="rush-hour", puzzle=BOARD, moves=[hint["move"]])
    assert after["cost"] == hint["cost"] - 1


def test_progress_is_streamed_until_the_verdict(client: Client) -> None:
    body = {"game": "rush-hour", "puzzle": BOARD}
    response = client.post("solve", body, headers={"Accept": "text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    messages = [dict(line.split(": ", 1) for line in text.split("\n")) for text in response.text.strip().split("\n\n")]
    assert messages[0]["event"] == "progress"
    assert messages[-1]["event"] == "verdict"
    assert json.loads(messages[-1]["data"])["verdict"] == "solved"


def test_a_budget_that_ends_is_an_honest_unknown(client: Client) -> None:
    verdict = client.ask("solve", game="klondike", puzzle="klondike#1", metric="moves", nodes=10)
    assert (verdict["verdict"], verdict["reason"]) == ("unknown", "nodes")


def test_puzzles_are_made_to_order(client: Client) -> None:
    made = client.ask("generate", game="circuit", settings={"level": "2"}, seed=5, count=3)["puzzles"]
    assert [puzzle["id"] for puzzle in made] == ["circuit:2#5", "circuit:2#6", "circuit:2#7"]


def test_a_pack_is_validated_puzzle_by_puzzle(client: Client) -> None:
    optimum = quandary.solve("rush-hour", BOARD).cost
    text = f"{optimum} {BOARD}\n99 {BOARD}\nnonsense\n"
    right, wrong, bad = client.ask("validate", game="rush-hour", text=text)["puzzles"]
    assert right["valid"]
    assert "the recorded optimum is 99" in wrong["errors"][0]
    assert bad["errors"]
    assert not bad["valid"]


def test_a_solution_is_judged(client: Client) -> None:
    solution = client.ask("solve", game="rush-hour", puzzle=BOARD)["solution"]
    assert client.ask("verify", game="rush-hour", puzzle=BOARD, solution=solution)["solved"]
    assert not client.ask("verify", game="rush-hour", puzzle=BOARD, solution="C+1 C-1")["solved"]


def test_moves_and_pictures_can_be_had_alone(client: Client) -> None:
    moves = client.ask("moves", game="rush-hour", puzzle=BOARD)["moves"]
    assert {move["move"] for move in moves} == set(client.ask("new", game="rush-hour", puzzle=BOARD)["legal"])
    picture = client.post("draw", {"game": "rush-hour", "puzzle": BOARD})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_answers_come_without_pictures_on_request(client: Client) -> None:
    about = {"game": "rush-hour", "puzzle": BOARD}
    for question, body in (("new", about), ("state", about), ("play", {**about, "move": "C+1"})):
        whole = client.ask(question, **body)
        plain = client.ask(question, **body, pictures=False)
        assert whole.pop("svg")
        assert plain == whole


def test_worksheets_are_pdf_or_svg(client: Client) -> None:
    order: dict[str, Any] = {"game": "circuit", "settings": {"level": "3"}, "seed": 1, "count": 2}
    pdf = client.post("worksheet", order)
    assert pdf.content.startswith(b"%PDF")
    assert "attachment" in pdf.headers["content-disposition"]
    assert client.post("worksheet", {**order, "format": "svg"}).text.startswith("<svg")
    assert client.refusal("worksheet", game="rush-hour") == (400, "rush-hour has no worksheets")


def test_players_can_be_watched(client: Client) -> None:
    answer = client.ask("watch", game="klondike", puzzle="klondike#5", count=3)
    assert len(answer["moves"]) == 3
    client.ask("state", game="klondike", puzzle="klondike#5", moves=answer["moves"])


def test_moves_that_follow_are_played_as_far_as_they_are_legal(client: Client) -> None:
    board = "............XX......................"
    answer = client.ask("play", game="rush-hour", puzzle=board, move="X+1", more=["X-1", "X+9", "X+1"])
    assert answer["played"] == 2
    assert client.refusal("play", game="rush-hour", puzzle=board, move="X+9", more=["X+1"])[0] == 409


def test_who_moved_travels_with_the_moves(client: Client) -> None:
    game = {"game": "rush-hour", "puzzle": "............XX......................"}
    assert client.ask("state", **game, moves=["X+1", "X-1"])["helped"] == 0
    assert client.ask("state", **game, moves=["X+1", "X-1"], marks=["player", "hint"])["helped"] == 1
    assert client.ask("state", **game, moves=["X+1", "X-1"])["helped"] == 0
    assert client.refusal("state", **game, moves=["X+1"], marks=["a friend"])[0] == 400


def test_the_example_game_is_not_served(client: Client) -> None:
    assert client.refusal("new", game="template")[0] == 400
    assert client.get("/template").status_code == 404


@pytest.mark.parametrize("board", ["4,2,8/2,4,2/8,2,16/score=40/moves=3/chance=12345"])
def test_every_board_has_hints_and_somebody_to_watch(client: Client, board: str) -> None:
    assert client.ask("hint", game="exponentile", puzzle=board)["move"]
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    for player in games["exponentile"]["players"]:
        assert client.ask("watch", game="exponentile", puzzle=board, player=player["name"])["moves"]


def test_a_short_id_of_a_large_board_is_refused(client: Client) -> None:
    large = "|".join(["256#", "#@$.251_#", *["#254_#"] * 253, "256#"])
    for question in ("new", "state", "draw"):
        status, reason = client.refusal(question, game="sokoban", puzzle=f"sokoban:{large}")
        assert (status, "larger than this server shows" in reason) == (422, True)


def test_a_short_id_has_no_picture_of_megabytes(client: Client) -> None:
    large = "|".join(["126#", "#@$.121_#", *["#124_#"] * 123, "126#"])
    for question in ("new", "state", "draw"):
        status, reason = client.refusal(question, game="sokoban", puzzle=f"sokoban:{large}")
        assert (status, "larger than this server shows" in reason) == (422, True)
    assert client.ask("state", game="sokoban", puzzle=f"sokoban:{large}", pictures=False)["status"] == "playing"


def test_nobody_sees_a_day_to_come(client: Client) -> None:
    answer = client.get("/api/daily?date=2999-01-01")
    assert answer.status_code == 400
    assert "still to come" in answer.text
    for asked in ({"puzzle": "rush-hour:intermediate#29990101"}, {"address": "intermediate/29990101"}):
        status, reason = client.refusal("new", game="rush-hour", **asked)
        assert (status, "still to come" in reason) == (422, True)
    # What is no date is only a number.
    assert client.ask("new", game="rush-hour", puzzle="rush-hour:intermediate#29991301")


def test_a_hint_is_told_in_steps(client: Client) -> None:
    told = client.ask("hint", game="rush-hour", puzzle=BOARD, moves=[])
    assert [tip["kind"] for tip in told["tips"]] == ["where", "piece", "move", "play"]


def test_a_page_is_told_what_cannot_be_taken_back(client: Client) -> None:
    wrong = client.ask("state", game="circuit", puzzle="circuit:1#3", moves=["r0c1", "r1c0"])
    assert (wrong["fixed"], wrong["costs"]) == (1, {"steps": 1})
    tried = client.ask("state", game="circuit", puzzle="circuit:1#3", moves=["r0c1"])
    assert tried["words"] == "7 + 2 is 9, not 10. A life is lost, 4 are left."


def test_hidden_mode_tells_a_page_nothing_of_a_mistake(client: Client) -> None:
    puzzle = "circuit:1-hidden#3"
    legal = client.ask("new", game="circuit", puzzle=puzzle)["legal"]
    states = [client.ask("state", game="circuit", puzzle=puzzle, moves=[move]) for move in legal]
    assert len(states) > 1
    told = [{name: state[name] for name in ("costs", "figures", "words", "fixed")} for state in states]
    assert all(one == told[0] for one in told)
    offered = client.ask("moves", game="circuit", puzzle=puzzle)["moves"]
    assert [one["costs"] for one in offered] == [{"steps": 1}] * len(legal)


@pytest.mark.parametrize(
    ("puzzle", "caption"),
    [
        ("rush-hour:expert#42", "Expert, no. 42"),
        ("rush-hour#7", "No. 7"),
        ("rush-hour:intermediate#20261115", "Sunday, 15 November 2026"),
        ("circuit:5#42", "Level 5, no. 42"),
        ("klondike:draw1-winnable#7", "Draw 1 winnable, no. 7"),
        (BOARD, "Your own puzzle"),
    ],
)
def test_puzzles_have_names_that_people_can_say(client: Client, puzzle: str, caption: str) -> None:
    game = puzzle.partition("#")[0].partition(":")[0] if "#" in puzzle else "rush-hour"
    assert client.ask("state", game=game, puzzle=puzzle)["caption"] == caption


def test_the_api_describes_itself(client: Client) -> None:
    told = client.get("/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert told["servers"] == [{"url": "/api/v1"}]
    schemas = told["components"]["schemas"]
    for path, methods in told["paths"].items():
        [(method, question)] = methods.items()
        assert question["summary"]
        if method == "get":
            assert client.get(f"/api/v1{path}").status_code == 200
            continue
        name = question["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        # What the description requires is what the server misses, and it knows no field that is not described.
        assert "game" in schemas[name]["required"]
        assert client.http.post(f"/api/v1{path}", json={}).status_code == 400
        body = dict.fromkeys(schemas[name]["required"], "rush-hour")
        assert "unknown field" in client.http.post(f"/api/v1{path}", json={**body, "colour": 1}).json()["error"]
        status = client.http.post(f"/api/v1{path}", json=body).status_code
        assert status == 200 or str(status) in question["responses"]
