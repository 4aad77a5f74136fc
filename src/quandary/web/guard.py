"""What stands before every request: who asks, what browsers may do with the answer, and the log.

The policy lets a page load nothing but our own files and run nothing but our own modules. A request that another site's
page sends is refused, unless who serves has chosen that site: then its pages may ask the API, which keeps nothing and
knows nobody. It lies around the whole app, so that an answer to a failure has its headers too.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

import msgspec
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quandary.core.errors import UsageError
from quandary.web.answers import refusal
from quandary.web.openapi import ADDRESSES

LOG = logging.getLogger("quandary.web")

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, origins: Sequence[str] = ()) -> None:
        self._app = app
        self._origins = {check_origin(origin).encode() for origin in origins}
        # Never with credentials: there are none here, and a page must not lend its visitor's.
        self._shared = CORSMiddleware(
            app, allow_origins=origins, allow_methods=("GET", "POST"), expose_headers=("Retry-After",)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *_RAW_HEADERS]
            await send(message)

        try:
            await self._answer(scope)(scope, receive, send_guarded)
        except Exception:
            # The client has had its answer, if it was not too late for one; here is ours.
            LOG.exception(_line(scope, 500, started))
        else:
            LOG.info(_line(scope, status, started))

    def _answer(self, scope: Scope) -> ASGIApp:
        """Who is to answer: the app, the app for another site's page, or nobody."""
        if self._origins and scope["path"] in ADDRESSES:
            origin = dict(scope["headers"]).get(b"origin")
            if origin is not None and (b"*" in self._origins or origin in self._origins):
                return self._shared
        return refusal(403, "requests from other sites are not answered") if _is_foreign(scope) else self._app


def check_origin(origin: str) -> str:
    """The origin, if it is written as browsers write theirs; what they do not send would never be met."""
    parts = urlsplit(origin)
    if origin != "*" and (
        f"{parts.scheme}://{parts.netloc}" != origin.lower() or parts.scheme not in ("http", "https")
    ):
        raise UsageError(f"{origin!r} is no origin (expected for example https://puzzles.example or *)")
    return origin


def _is_foreign(scope: Scope) -> bool:
    """Whether another site's page asks for more than a look."""
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return False
    headers = dict(scope["headers"])
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return True
    origin = headers.get(b"origin")
    return origin is not None and _host_of(origin) != headers.get(b"host", b"").lower()


def _host_of(origin: bytes) -> bytes | None:
    """The host and port of an origin; None if it has none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def _line(scope: Scope, status: int, started: float) -> str:
    """One request as JSON. Never a body, and of the address only what is not a puzzle."""
    path = scope["path"]
    shown = path if path.startswith(("/api/", "/static/")) else "/" + path.strip("/").partition("/")[0]
    client = scope["client"][0] if scope.get("client") else None
    took = round(1000 * (time.perf_counter() - started), 1)
    entry = {"method": scope["method"], "path": shown[:80], "status": status, "ms": took, "client": client}
    return msgspec.json.encode(entry).decode()
