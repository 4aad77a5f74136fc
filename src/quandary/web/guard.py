"""What stands before every request: who is addressed, who asks, what browsers may do with the answer, and the log.

The policy lets a page load nothing but our own files and run nothing but our own modules. A request that names another
host, or that another site's page sends, is refused. Whatever goes wrong further inside ends here, as JSON.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quandary.web.answers import ClientGone, error_response, explain

LOG = logging.getLogger("quandary.web")
ANY_HOST = "*"

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


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 0
        # The router then raises for addresses that there are not, instead of answering in plain text.
        scope["app"] = self

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            if refusal := self._refusal(scope):
                await error_response(*refusal)(scope, receive, send_guarded)
            else:
                await self._app(scope, receive, send_guarded)
        except ClientGone:
            status = status or 499
        except Exception as error:
            explained = explain(error)
            if explained is None:
                LOG.exception(_line(scope, 500, started))
                explained = (500, "the server has failed; this is our fault, and it is in our log", {})
            if status:
                # Too late for another answer.
                return
            await error_response(*explained)(scope, receive, send_guarded)
        LOG.info(_line(scope, status, started))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if ANY_HOST not in self._hosts and _without_port(host) not in self._hosts:
            return 421, "this server does not answer to that name (start it with --host-name NAME)"
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = headers.get("origin")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "requests from other sites are not answered"
        if origin is not None and urlsplit_netloc(origin) != host.lower():
            return 403, "requests from other sites are not answered"
        return None


def urlsplit_netloc(origin: str) -> str:
    """The host and port of an origin; empty if it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _line(scope: Scope, status: int, started: float) -> str:
    """One request as JSON. Never a body, and of the address only what is not a puzzle."""
    path = scope["path"]
    shown = path if path.startswith(("/api/", "/static/")) else "/" + path.strip("/").partition("/")[0]
    client = scope["client"][0] if scope.get("client") else None
    took = round(1000 * (time.perf_counter() - started), 1)
    entry = {"method": scope["method"], "path": shown[:80], "status": status, "ms": took, "client": client}
    return json.dumps(entry)
