"""Answers to requests: JSON, refusals and streams of events; and hearing that a client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ExceptionHandler

from quandary.core.errors import BudgetEnded, IllegalMove, PuzzleError, QuandaryError

T = TypeVar("T")

# Errors that are the request's fault. The first that fits counts.
_STATUS_OF: dict[type[Exception], int] = {IllegalMove: 409, BudgetEnded: 422, PuzzleError: 422, QuandaryError: 400}


def json_response(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, {"Cache-Control": "no-store"}, "application/json")


def refusal(
    status: int, reason: str, headers: Mapping[str, str] | None = None, more: Mapping[str, int] | None = None
) -> Response:
    """The reason as JSON, in one line; `more` goes beside it."""
    answer = json_response({"error": " ".join(reason.split()), "status": status, **(more or {})}, status)
    answer.headers.update(headers or {})
    return answer


def explain(error: Exception) -> tuple[int, str] | None:
    """Status and reason for everything that is the request's fault or the hour's; None for our own."""
    if isinstance(error, HTTPException):
        return error.status_code, error.detail
    return next(((status, str(error)) for kind, status in _STATUS_OF.items() if isinstance(error, kind)), None)


async def _refuse(request: Request, error: Exception) -> Response:
    status, reason = explain(error) or (500, "the server has failed; this is our fault, and it is in our log")
    return refusal(
        status, reason, error.headers if isinstance(error, HTTPException) else None, getattr(error, "more", {})
    )


async def _leave(request: Request, error: Exception) -> Response:
    """For the log only: nobody is there to be answered."""
    return Response(status_code=499)


HANDLERS: dict[Any, ExceptionHandler] = {
    HTTPException: _refuse,
    QuandaryError: _refuse,
    ClientDisconnect: _leave,
    Exception: _refuse,
}
"""What the app answers to errors: JSON, whatever went wrong."""


async def unless_gone(request: Request, work: Awaitable[T]) -> T:
    """The work's result; if the client goes first, the work is cancelled and `ClientDisconnect` raised."""
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, watch}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for one in (task, watch):
            one.cancel()


async def _gone(request: Request) -> None:
    """Ends when the client has. Its request must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def event_stream(source: AsyncIterator[tuple[str, Any]]) -> Response:
    """Server-sent events. When the client goes, the source is cancelled, and with it whatever it was waiting for."""

    async def lines() -> AsyncIterator[bytes]:
        async for name, value in source:
            yield b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(value))

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(lines(), headers=headers, media_type="text/event-stream")
