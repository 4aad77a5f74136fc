"""The app: pages and API behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from quandary.web.answers import json_response
from quandary.web.api import Api
from quandary.web.guard import Guard
from quandary.web.limits import Limits
from quandary.web.pages import Pages


def create_app(limits: Limits | None = None, *, lab: Path | None = None) -> ASGIApp:
    """The web app as an ASGI application; `lab` is a file of experiments to show."""
    limits = limits or Limits()
    api = Api(limits, lab)
    pages = Pages(has_lab=lab is not None)

    async def health(request: Request) -> Response:
        return json_response(None, {"status": "ok", "load": api.load()})

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        yield
        api.close()

    routes = [Route("/healthz", health, methods=["GET"]), *api.routes(), *pages.routes()]
    return Guard(_Router(pages, routes, redirect_slashes=False, lifespan=lifespan), limits.hosts)


class _Router(Router):
    """Sends people who are lost to a page."""

    def __init__(self, pages: Pages, routes: list[Route], **more: Any) -> None:
        super().__init__(routes, **more)
        self._pages = pages

    async def not_found(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().not_found(scope, receive, send)
            return
        answer = await self._pages.lost(Request(scope, receive))
        await answer(scope, receive, send)
