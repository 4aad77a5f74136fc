"""Connections that are patient only for a while.

A server that waits for ever for the rest of a request, or for somebody to take an answer, can be stopped by anybody
who does half of that many times. Here the head of a request has its time and its size, the body its time, and so has
the taking of an answer. Of the connections that owe us something only the latest are kept, so many of one client and
so many of all: who speaks at once is served, whatever else comes.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""How long the head of a request may take, from its first byte or from the connection on."""
HEAD_BYTES = 64 << 10
"""How long the head may be; a puzzle's address is part of it."""
BODY_SECONDS = 12.0
"""How long the rest may take: a little longer than the app waits, which tells why."""
TAKING_SECONDS = 20.0
"""How long a client may take no more of its answer than the network holds."""


class Line:
    """Connections that wait for the same, the one that has for longest first."""

    def __init__(self, of_a_client: int, of_all: int) -> None:
        self.of_a_client = of_a_client
        self._of_all = of_all
        self._all: OrderedDict[PatientProtocol, None] = OrderedDict()
        self._by_client: dict[str, OrderedDict[PatientProtocol, None]] = {}

    def add(self, connection: PatientProtocol) -> None:
        """Puts a connection at the end. Where they become too many, the first is given up."""
        self.leave(connection)
        own = self._by_client.setdefault(connection.peer, OrderedDict())
        own[connection] = self._all[connection] = None
        if len(own) > self.of_a_client:
            next(iter(own)).give_up()
        elif len(self._all) > self._of_all:
            next(iter(self._all)).give_up()

    def leave(self, connection: PatientProtocol) -> None:
        """Takes a connection out, if it is in."""
        if connection in self._all:
            del self._all[connection]
            own = self._by_client[connection.peer]
            del own[connection]
            if not own:
                del self._by_client[connection.peer]


class PatientProtocol(HttpToolsProtocol):
    """A connection of uvicorn's that must say what it wants, and take what it gets."""

    # Who owes a request or its rest; who may ask again, and does not; who takes no more of an answer.
    owing: ClassVar = Line(64, 1000)
    idle: ClassVar = Line(128, 500)
    stuck: ClassVar = Line(8, 40)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.peer = "?"
        self._head_bytes = 0
        self._owed: asyncio.TimerHandle | None = None
        self._untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.peer = self.client[0] if self.client else "?"
        self._owe(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._settle()
        self.idle.leave(self)
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._owed is None and self._is_idle():
            self._owe(HEAD_SECONDS)
        self._head_bytes += len(data)
        super().data_received(data)
        if self._owed is not None and self._head_bytes > HEAD_BYTES:
            self.give_up()

    def on_headers_complete(self) -> None:
        self._owe(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        # Only heads are counted: how long a body may be is the app's business.
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._settle()
        super().on_message_complete()
        if self._is_idle():
            self.idle.add(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_idle() and self._owed is None and not self.transport.is_closing():
            self.idle.add(self)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._untaken is None:
            self._untaken = self.loop.call_later(TAKING_SECONDS, self.give_up)
            self.stuck.add(self)

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def give_up(self) -> None:
        """Ends the connection without a word."""
        self._settle()
        self.idle.leave(self)
        self._taken()
        if not self.transport.is_closing():
            self.transport.abort()

    def _is_idle(self) -> bool:
        """Whether nothing is under way."""
        return self.cycle is None or self.cycle.response_complete

    def _owe(self, seconds: float) -> None:
        self._settle()
        self.idle.leave(self)
        self._owed = self.loop.call_later(seconds, self.give_up)
        self.owing.add(self)

    def _settle(self) -> None:
        self._head_bytes = 0
        if self._owed is not None:
            self._owed.cancel()
            self._owed = None
            self.owing.leave(self)

    def _taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None
            self.stuck.leave(self)


class ProxiedProtocol(PatientProtocol):
    """A connection to a proxy, which speaks for many clients: only all of them together are counted."""

    owing: ClassVar = Line(1000, 1000)
    idle: ClassVar = Line(500, 500)
    stuck: ClassVar = Line(40, 40)
