"""The API's own description, as OpenAPI 3.1, made from the types that read its requests."""

from __future__ import annotations

from typing import Any

import msgspec

from quandary.web import wire

QUESTIONS: dict[str, type[wire.Request]] = {
    "new": wire.New,
    "state": wire.GameRequest,
    "play": wire.Play,
    "moves": wire.GameRequest,
    "draw": wire.GameRequest,
    "way": wire.Way,
    "hint": wire.GameRequest,
    "solve": wire.Solve,
    "watch": wire.Watch,
    "generate": wire.Generate,
    "validate": wire.Validate,
    "verify": wire.Verify,
    "worksheet": wire.Worksheet,
}
"""Every question that is posted, and what its body looks like."""
_PICTURES = {"draw": ["image/svg+xml"], "worksheet": ["application/pdf", "image/svg+xml"]}
_REFUSALS = {
    "400": "the request is not understood",
    "409": "a move is not legal",
    "413": "the request is too large",
    "415": "the request is no JSON",
    "422": "there is no such puzzle, or none can be made",
    "429": "this client has too many requests under way",
    "503": "the server is busy",
}


def describe_api(version: str, summaries: dict[str, str]) -> dict[str, Any]:
    """The whole description; `summaries` say what each question is for."""
    _, schemas = msgspec.json.schema_components(set(QUESTIONS.values()), ref_template="#/components/schemas/{name}")
    error: dict[str, Any] = {"type": "object", "required": ["error", "status"]}
    error["properties"] = {"error": {"type": "string"}, "status": {"type": "integer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Quandary", "version": version, "summary": "Puzzle games to play, solve, make and print"},
        "servers": [{"url": "/api/v1"}],
        "paths": {
            "/games": {"get": _answered("games", "The games, with everything that can be chosen in each.")},
            "/daily": {"get": _answered("daily", "Today's puzzle of every game.") | {"parameters": [_DATE]}},
            **{f"/{name}": {"post": _asked(name, kind, summaries[name])} for name, kind in QUESTIONS.items()},
        },
        "components": {"schemas": {**schemas, "Error": error}},
    }


_DATE = {"name": "date", "in": "query", "schema": {"type": "string", "format": "date"}, "description": "Not today's."}


def _answered(name: str, summary: str, kinds: list[str] | None = None) -> dict[str, Any]:
    answers: dict[str, Any] = {kind: {"schema": {"type": "string"}} for kind in kinds or ()}
    good = {"description": "The answer.", "content": answers or {"application/json": {"schema": {"type": "object"}}}}
    return {"operationId": name, "summary": summary, "responses": {"200": good, **_refusals()}}


def _refusals() -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {status: {"description": why, "content": content} for status, why in _REFUSALS.items()}


def _asked(name: str, kind: type[wire.Request], summary: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"}
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {**_answered(name, summary, _PICTURES.get(name)), "requestBody": body}
