"""The app: pages and API, with Starlette's checks and handlers around them, behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from quandary.core.errors import UsageError
from quandary.web.answers import HANDLERS, json_response
from quandary.web.api import Api
from quandary.web.guard import Guard
from quandary.web.limits import Limits
from quandary.web.pages import Pages


def create_app(limits: Limits | None = None) -> ASGIApp:
    """Return the web app as an ASGI application."""
    limits = limits or Limits()
    api = Api(limits)
    pages = Pages()

    async def health(request: Request) -> Response:
        return json_response({"status": "ok", "load": api.load()})

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        api.close()

    for name in limits.hosts:
        if "*" in name.removeprefix("*.") and name != "*":
            raise UsageError(f"{name!r} is no host name (expected for example puzzles.example, *.example or *)")
    app = Starlette(
        routes=[Route("/healthz", health, methods=["GET"]), *api.routes(), *pages.routes()],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=limits.hosts, www_redirect=False),
            # A move is packed while others wait: the quickest level does nearly as well as the best.
            Middleware(GZipMiddleware, minimum_size=1_500, compresslevel=1),
        ],
        exception_handlers={**HANDLERS, 404: pages.lost},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return Guard(app, limits.origins)
