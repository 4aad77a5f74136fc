"""Connections that are patient only for a while.

A server that waits for ever for the rest of a request can be stopped by anybody who sends half of many. Here the head
of a request has its time, and of the connections of one client that still owe theirs only the latest are kept: who
speaks at once is served, whatever else comes from the same address.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from its first byte or from the connection on."""
SILENT_CONNECTIONS = 64
"""Connections of one client that have not sent a whole head yet."""


class PatientProtocol(HttpToolsProtocol):
    """A connection of uvicorn's that must say what it wants."""

    # By client, those that owe a head, the one that has for longest first.
    _silent: ClassVar[dict[str, OrderedDict[PatientProtocol, None]]] = {}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._peer = "?"
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else "?"
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_head()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._has_head()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._give_up)
        silent = self._silent.setdefault(self._peer, OrderedDict())
        silent[self] = None
        if len(silent) > SILENT_CONNECTIONS:
            next(iter(silent))._give_up()

    def _has_head(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        silent = self._silent.get(self._peer)
        if silent is not None:
            silent.pop(self, None)
            if not silent:
                del self._silent[self._peer]

    def _give_up(self) -> None:
        self._has_head()
        if not self.transport.is_closing():
            self.transport.abort()
