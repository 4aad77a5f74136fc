"""The API: one address a question, JSON in and JSON out.

Each request goes through the pool that fits it: moves are a matter of milliseconds, hints and new puzzles of a second
or two, searches of many. A puzzle that has to be made of its seed is made before anything else, see `making`. Whoever
closes the connection gives their slot back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quandary import __version__
from quandary.core.budget import Cancel
from quandary.engine.generate import fresh_seed
from quandary.web import replies, wire
from quandary.web.answers import event_stream, explain, json_response, unless_gone
from quandary.web.daily import todays_puzzles
from quandary.web.desk import Desk
from quandary.web.limits import Limits
from quandary.web.making import Making
from quandary.web.openapi import PREFIXES, QUESTIONS, describe_api
from quandary.web.pools import Job, Luggage, Pool, TooLong, busy
from quandary.web.progress import ProgressDesk
from quandary.web.views import describe

R = TypeVar("R", bound=wire.Request)
Ordered = TypeVar("Ordered", wire.New, wire.Generate, wire.Worksheet)
T = TypeVar("T")

# Above its own budget a job gets this long to come back before its client is told that it takes too long.
_GRACE = 5.0
_ORDER_GRACE = 2.0
_PROGRESS_EVERY = 0.2


class Api:
    """The questions, and the pools that they are answered in."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.desk = Desk(limits)
        self.progress = ProgressDesk(self.desk)
        self._luggage = Luggage(limits.bodies // 4, limits.bodies)
        shared = (limits.queue, limits.per_client, limits.patience)
        self.quick = Pool("moves", 4, limits.move_queue, limits.move_queue, limits.patience)
        # Who searches can wait a little longer; who moves should not have to.
        self.helpers = Pool("help", limits.helpers, *shared, niceness=5)
        self.makers = Pool("make", limits.makers, *shared, niceness=5)
        self.making = Making(self.makers, limits.wait_time, limits.make_time + _ORDER_GRACE)
        self.solvers = Pool("solve", limits.solvers, *shared, niceness=10)

    def routes(self) -> list[Route]:
        """All addresses of the API."""
        return [
            Route("/openapi.json", self.openapi, methods=["GET"]),
            *(route for prefix in PREFIXES for route in self._routes(prefix)),
        ]

    def _routes(self, prefix: str) -> list[Route]:
        return [
            Route(f"{prefix}/games", self.games, methods=["GET"]),
            Route(f"{prefix}/daily", self.daily, methods=["GET"]),
            Route(f"{prefix}/lesson", self.lesson, methods=["GET"]),
            *(Route(f"{prefix}/{name}", self._asked(getattr(self, name)), methods=["POST"]) for name in QUESTIONS),
        ]

    def _asked(self, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        """The answer to a question, whose bytes count until it is there."""

        async def endpoint(request: Request) -> Response:
            request.state.held = 0
            try:
                return await answer(request)
            finally:
                self._luggage.give_back(_client(request), request.state.held)

        return endpoint

    async def openapi(self, request: Request) -> Response:
        """The API in the words of programs, from the types that read its requests."""
        desks = {name: self.progress if hasattr(self.progress, name) else self.desk for name in QUESTIONS}
        answers = {name: getattr(desk, "show" if name == "state" else name) for name, desk in desks.items()}
        summaries = {name: (answer.__doc__ or "").partition("\n")[0] for name, answer in answers.items()}
        return json_response(describe_api(__version__, summaries, [game.name for game in self.desk.games()]))

    def close(self) -> None:
        """Lets no further work begin."""
        for pool in (self.quick, self.helpers, self.makers, self.solvers):
            pool.close()

    def load(self) -> dict[str, int]:
        """How many requests each pool has."""
        pools = {"moves": self.quick, "help": self.helpers, "make": self.makers, "solve": self.solvers}
        return {name: pool.load for name, pool in pools.items()}

    # Questions

    async def games(self, request: Request) -> Response:
        """What there is."""
        return json_response({"games": [describe(game) for game in self.desk.games()]})

    async def daily(self, request: Request) -> Response:
        """The puzzles that everybody has today."""
        return json_response(todays_puzzles(request.query_params.get("date")))

    async def new(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.New)
        if self.desk.is_order(asked):
            return json_response(await self._order(request, asked, self.desk.new))
        return json_response(await self._at_once(request, asked, self.desk.new))

    async def state(self, request: Request) -> Response:
        return json_response(await self._quickly(request, wire.StateRequest, self.desk.show))

    async def play(self, request: Request) -> Response:
        return json_response(await self._quickly(request, wire.Play, self.desk.play))

    async def moves(self, request: Request) -> Response:
        return json_response(await self._quickly(request, wire.GameRequest, self.desk.moves))

    async def way(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.Way)
        return json_response(await self._at_once(request, asked, self.desk.way))

    async def verify(self, request: Request) -> Response:
        return json_response(await self._quickly(request, wire.Verify, self.desk.verify))

    async def draw(self, request: Request) -> Response:
        svg = await self._quickly(request, wire.GameRequest, self.desk.draw)
        return Response(svg, headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")

    async def hint(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.GameRequest)
        if self.desk.is_known(asked):
            return json_response(self.desk.hint(asked, Cancel()))
        return json_response(await self._help(request, asked, self.desk.hint))

    async def watch(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.Watch)
        return json_response(await self._help(request, asked, self.desk.watch))

    async def generate(self, request: Request) -> Response:
        asked = await self._read(request, wire.Generate)
        return json_response(await self._order(request, asked, self.desk.generate))

    async def validate(self, request: Request) -> Response:
        asked = await self._read(request, wire.Validate)
        seconds = self.limits.solve_time + _GRACE
        work = self.solvers.run(_client(request), lambda cancel: self.desk.validate(asked, cancel), seconds)
        return json_response(await unless_gone(request, work))

    async def worksheet(self, request: Request) -> Response:
        asked = await self._read(request, wire.Worksheet)
        content, kind = await self._order(request, asked, self.desk.worksheet)
        headers = {"Cache-Control": "no-store"}
        if kind == "application/pdf":
            headers["Content-Disposition"] = f'attachment; filename="{self.desk.game(asked.game).name}.pdf"'
        return Response(content, headers=headers, media_type=kind)

    # What the progress of a player asks for

    async def lesson(self, request: Request) -> Response:
        """A game's first lesson; without a game, which games have one."""
        name = request.query_params.get("game")
        if name is None:
            return json_response({"lessons": [game.name for game in self.desk.games() if game.lesson()]})
        work = self.quick.run(_client(request), lambda cancel: self.progress.lesson(name), self.limits.patience)
        return json_response(await work)

    async def record(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.Finished, self.limits.progress)
        return json_response(await self._help(request, asked, self.progress.record))

    async def standing(self, request: Request) -> Response:
        asked = await self._read(request, wire.Standing, self.limits.progress)
        return json_response(await self._help(request, asked, self.progress.standing))

    async def winnable(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.GameRequest)
        return json_response(await self._help(request, asked, self.progress.winnable))

    async def review(self, request: Request) -> Response:
        asked = await self._read_game(request, wire.GameRequest)
        return json_response(await self._help(request, asked, self.progress.review))

    async def solve(self, request: Request) -> Response:
        """A verdict as JSON; or, for who accepts `text/event-stream`, the progress on the way to it as well."""
        asked = await self._read_game(request, wire.Solve)
        if "text/event-stream" not in request.headers.get("accept", ""):
            seconds = self.limits.solve_time + _GRACE
            work = self.solvers.run(_client(request), lambda cancel: self.desk.solve(asked, cancel), seconds)
            return json_response(await unless_gone(request, work))
        progress = _Progress()
        start = self.solvers.start(_client(request), lambda cancel: self.desk.solve(asked, cancel, progress))
        job = await unless_gone(request, start)
        return event_stream(self._searching(job, progress))

    async def _searching(self, job: Job[replies.Verdict], progress: _Progress) -> AsyncIterator[tuple[str, Any]]:
        """What a search has to tell: its progress, then its verdict."""
        found = asyncio.ensure_future(job.result(self.limits.solve_time + _GRACE))
        try:
            while not found.done():
                yield "progress", {"nodes": progress.nodes, "depth": progress.depth}
                await asyncio.wait({found}, timeout=_PROGRESS_EVERY)
            yield "verdict", found.result()
        except Exception as error:
            explained = explain(error)
            if explained is None:
                raise
            yield "error", {"error": explained[1], "status": explained[0]}
        finally:
            found.cancel()
            job.stop()

    # How they are answered

    async def _read(self, request: Request, kind: type[R], most: int | None = None) -> R:
        """The request in the body, which is not read any further than the limit."""
        most = most or self.limits.body
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, "the request must be JSON (Content-Type: application/json)")
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.patience):
                async for chunk in request.stream():
                    if len(body) + len(chunk) > most:
                        raise HTTPException(413, f"the request is larger than {most} bytes")
                    self._luggage.take(_client(request), len(chunk))
                    request.state.held += len(chunk)
                    body += chunk
        except TimeoutError:
            raise HTTPException(408, "the request did not arrive in time") from None
        return wire.read(kind, bytes(body), self.limits)

    async def _read_game(self, request: Request, kind: type[R], most: int | None = None) -> R:
        """Read a request about a puzzle and wait until the puzzle is made. Raise `NotReady` if that takes long."""
        asked = await self._read(request, kind, most)
        if missing := self.desk.must_make(asked):
            game, text = missing
            key = ("puzzle", *self.desk.shelf.key(game, text))
            work = self.making.result(_client(request), key, lambda cancel: self.desk.shelf.puzzle(game, text, cancel))
            await unless_gone(request, work)
        return asked

    async def _quickly(self, request: Request, kind: type[R], work: Callable[[R, Cancel], T]) -> T:
        """Answer what takes milliseconds once the puzzle is made."""
        asked = await self._read_game(request, kind)
        if self.desk.is_at_hand(asked):
            return work(asked, Cancel())
        return await self._at_once(request, asked, work)

    async def _at_once(self, request: Request, asked: R, work: Callable[[R, Cancel], T]) -> T:
        try:
            return await self.quick.run(_client(request), lambda cancel: work(asked, cancel), self.limits.patience)
        except TooLong:
            # What takes milliseconds will do so again when others are done.
            raise busy() from None

    def _order(self, request: Request, asked: Ordered, work: Callable[[Ordered, Cancel], T]) -> Awaitable[T]:
        """Make puzzles to order. The seed is chosen here, so that who asks again with it gets the same ones."""
        asked.seed = fresh_seed() if asked.seed is None else asked.seed
        key = (work.__name__, msgspec.json.encode(asked))
        making = self.making.result(_client(request), key, lambda cancel: work(asked, cancel), seed=asked.seed)
        return unless_gone(request, making)

    def _help(self, request: Request, asked: R, work: Callable[[R, Cancel], T]) -> Awaitable[T]:
        """For what takes a second or two."""
        seconds = self.limits.wait_time + self.limits.hint_time + _GRACE
        return unless_gone(request, self.helpers.run(_client(request), lambda cancel: work(asked, cancel), seconds))


class _Progress:
    """The last word of a search on its way, handed from its thread to ours."""

    def __init__(self) -> None:
        self.nodes = 0
        self.depth = 0

    def __call__(self, nodes: int, depth: int) -> None:
        self.nodes, self.depth = nodes, depth


def _client(request: Request) -> str:
    return request.client.host if request.client else "?"
