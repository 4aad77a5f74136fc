"""The API's own description, as OpenAPI 3.1, made from the types that read its requests and hold its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from quandary.web import replies, wire


class Question(NamedTuple):
    """What is asked and what is answered: JSON of one of these types, or a file of one of these kinds."""

    asks: type[wire.Request]
    answers: tuple[type | str, ...]


QUESTIONS = {
    "new": Question(wire.New, (replies.Begun,)),
    "state": Question(wire.StateRequest, (replies.State,)),
    "play": Question(wire.Play, (replies.State,)),
    "moves": Question(wire.GameRequest, (replies.Moves,)),
    "draw": Question(wire.GameRequest, ("image/svg+xml",)),
    "way": Question(wire.Way, (replies.Path,)),
    "hint": Question(wire.GameRequest, (replies.SolversHint, replies.PlayersHint)),
    "solve": Question(wire.Solve, (replies.Verdict, "text/event-stream")),
    "watch": Question(wire.Watch, (replies.Watched,)),
    "generate": Question(wire.Generate, (replies.Made,)),
    "validate": Question(wire.Validate, (replies.Pack,)),
    "verify": Question(wire.Verify, (replies.Judgement,)),
    "worksheet": Question(wire.Worksheet, ("application/pdf", "image/svg+xml")),
    "record": Question(wire.Finished, (replies.Recorded,)),
    "standing": Question(wire.Standing, (replies.Reached,)),
    "winnable": Question(wire.GameRequest, (replies.WayBack,)),
    "review": Question(wire.GameRequest, (replies.LookBack,)),
}
"""Every question that is posted."""
PREFIXES = ("/api/v1", "/api")
"""Where the questions are. Without a version is how the first pages asked; it means the newest."""
ADDRESSES = frozenset(
    ("/openapi.json", *(f"{prefix}/{name}" for prefix in PREFIXES for name in ("games", "daily", "lesson", *QUESTIONS)))
)
"""All that is described, none of which changes anything."""
_READ = {
    "400": "the request is not understood",
    "429": "this client has too many requests under way",
    "503": "the server is busy, or the puzzle is not ready yet",
}
_POSTED = {
    "403": "the page of another site asks",
    "408": "the request did not arrive in time",
    "409": "a move is not legal",
    "413": "the request is too large",
    "415": "the request is no JSON",
    "422": "there is no such puzzle, or none can be made",
}
_LATER = {"Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "string"}}}
_GAME = {"name": "game", "in": "query", "schema": {"type": "string"}}
_DATE = {
    "name": "date",
    "in": "query",
    "schema": {"type": "string", "format": "date"},
    "description": "A day that has begun somewhere on earth; today, if it is left out.",
}
_REF = "#/components/schemas/{name}"


def describe_api(version: str, summaries: dict[str, str], games: list[str]) -> dict[str, Any]:
    """The whole description; `summaries` say what each question is for, `games` about which it may be asked."""
    answers = [one for question in QUESTIONS.values() for one in question.answers if not isinstance(one, str)]
    read = [replies.Games, replies.Daily, replies.Lesson, replies.Lessons, replies.Refusal]
    types = [*read, *answers, *(one.asks for one in QUESTIONS.values())]
    _, schemas = msgspec.json.schema_components(dict.fromkeys(types), ref_template=_REF)
    for question in QUESTIONS.values():
        schemas[question.asks.__name__]["properties"]["game"] = {"enum": games}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Quandary", "version": version, "summary": "Puzzle games to play, solve, make and print"},
        "servers": [{"url": PREFIXES[0]}],
        "paths": {
            "/games": {"get": _answered("games", "The games, with everything that can be chosen in each.", "Games")},
            "/lesson": {
                "get": _answered(
                    "lesson", "A game's first lesson; without a game, which games have one.", "Lesson", "Lessons"
                )
                | {"parameters": [_GAME]}
            },
            "/daily": {"get": _answered("daily", "A day's puzzle of every game.", "Daily") | {"parameters": [_DATE]}},
            **{f"/{name}": {"post": _asked(name, question, summaries[name])} for name, question in QUESTIONS.items()},
        },
        "components": {"schemas": schemas},
    }


def _asked(name: str, question: Question, summary: str) -> dict[str, Any]:
    kinds = [one for one in question.answers if isinstance(one, str)]
    types = [one.__name__ for one in question.answers if not isinstance(one, str)]
    answered = _answered(name, summary, *types, kinds=kinds, refusals=_READ | _POSTED)
    body = {"required": True, "content": {"application/json": {"schema": _schema(question.asks.__name__)}}}
    return {**answered, "requestBody": body}


def _answered(
    name: str, summary: str, *types: str, kinds: Sequence[str] = (), refusals: Mapping[str, str] = _READ
) -> dict[str, Any]:
    content: dict[str, Any] = {kind: {"schema": {"type": "string"}} for kind in kinds}
    if types:
        schemas = [_schema(one) for one in types]
        content["application/json"] = {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}
    responses = {"200": {"description": "The answer.", "content": content}}
    return {"operationId": name, "summary": summary, "responses": {**responses, **_refused(refusals)}}


def _refused(refusals: Mapping[str, str]) -> dict[str, Any]:
    content = {"application/json": {"schema": _schema("Refusal")}}
    return {
        status: {"description": why, "content": content, **({"headers": _LATER} if status in ("429", "503") else {})}
        for status, why in sorted(refusals.items())
    }


def _schema(name: str) -> dict[str, str]:
    return {"$ref": _REF.format(name=name)}
