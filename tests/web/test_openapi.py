"""The API's description of itself is complete and true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

import quandary
from quandary.core.registry import names
from quandary.web import Limits
from tests.web.conftest import Client, Served, open_client, serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
SMALL = Limits(solve_time=0.1, hint_time=0.1, make_time=0.2)
TOLD = open_client().get("/openapi.json").json()
# The same few requests for each question on every machine, half of them such as are not allowed.

# A busy server may say so (503), and a slow machine has a busy server.
CONFIG = schemathesis.Config.from_dict(
    {
        "generation": {"mode": "all", "deterministic": True, "database": "none"},
        "checks": {"not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]}},
    }
)
schema = schemathesis.openapi.from_dict(TOLD, config=CONFIG)


@schema.hook
def map_body(context: Any, body: Any) -> Any:
    """Of the requests that are right in form, so many are about a puzzle that there is that answers are seen, too."""
    if isinstance(body, dict) and body.get("game") in names():
        puzzle = {"puzzle": quandary.game(body["game"]).examples[0]} if "puzzle" in body else {}
        return {**body, **puzzle, "moves": []} if "moves" in body else {**body, **puzzle}
    return body


@pytest.fixture(scope="module")
def impatient() -> Iterator[Served]:
    with serving(SMALL) as running:
        yield running


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=20, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(impatient: Served, case: Any) -> None:
    case.call_and_validate(base_url=f"{impatient.url}/api/v1", checks=CHECKS)


def good_requests(name: str) -> dict[str, dict[str, Any]]:
    """For every question one that a game answers, if it can answer it at all."""
    game = quandary.game(name)
    about = {"game": name, "puzzle": game.examples[0]}
    position = game.parse(game.examples[0])
    move = game.format_move(game.moves(position)[0])
    return {
        "new": {"game": name, "seed": 1},
        "state": {**about, "moves": [move]},
        "play": {**about, "move": move},
        "moves": about,
        "draw": about,
        "way": {**about, "place": "r1c1"},
        "hint": about,
        "solve": {**about, "time": 1},
        "watch": about,
        "generate": {"game": name, "seed": 1},
        "validate": {"game": name, "text": game.examples[0]},
        "verify": {**about, "solution": move},
        "worksheet": {"game": name, "seed": 1},
        "record": {**about, "at": "2026-01-02T03:04:05+00:00"},
        "standing": {"game": name},
        "winnable": about,
        "review": about,
    }


@pytest.mark.parametrize("name", names())
def test_a_real_answer_has_what_is_described_and_nothing_else(client: Client, name: str) -> None:
    asked = good_requests(name)
    assert set(asked) == {path.strip("/") for path, kinds in TOLD["paths"].items() if "post" in kinds}
    answered = 0
    for question, body in asked.items():
        answer = client.post(f"v1/{question}", body)
        described = TOLD["paths"][f"/{question}"]["post"]["responses"][str(answer.status_code)]["content"]
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in described
        answered += answer.status_code == 200
        if kind == "application/json":
            check(answer.json(), described[kind]["schema"])
    assert answered >= 9


def test_what_can_be_got_is_described(client: Client) -> None:
    for path in ("games", "daily", "lesson", "lesson?game=sokoban"):
        content = TOLD["paths"][f"/{path.partition('?')[0]}"]["get"]["responses"]["200"]["content"]
        check(client.get(f"/api/v1/{path}").json(), content["application/json"]["schema"])


def check(answer: Any, schema: dict[str, Any]) -> None:
    jsonschema.validate(answer, {**schema, "components": TOLD["components"]})
    unknown = set(answer) - set().union(*(_fields(one) for one in schema.get("anyOf", [schema])))
    assert not unknown


def _fields(schema: dict[str, Any]) -> set[str]:
    name = schema["$ref"].rpartition("/")[2]
    return set(TOLD["components"]["schemas"][name]["properties"])
