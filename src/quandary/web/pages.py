"""The pages and the files that they load, read once."""

from __future__ import annotations

import hashlib
import json
import mimetypes
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.rooms import room_file
from quandary.web.answers import refusal
from quandary.web.replies import GameFiles

_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
# A game's own files for the browser, by what a page is told they are: what a touch or a key means, how its board looks,
# and what its editor paints with.
GAME_FILES = {"hand": "browser.js", "style": "browser.css", "editor": "editor.js"}

# Pages of a game beside its puzzles, which have all other addresses below the game's.
_OF_GAMES = ("edit", "levels", "daily", "lesson")
_TITLES = {
    "home": "Home",
    "worksheets": "Worksheets",
    "progress": "Statistics",
    "lost": "Not found",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file in memory."""

    content: bytes
    kind: str
    tag: str


class Pages:
    """Everything that is not the API."""

    def __init__(self) -> None:
        self._assets = dict(_read(files("quandary.web") / "static", ""))
        for game in map(game_of_name, names()):
            for name in GAME_FILES.values():
                if file := room_file(game, name):
                    self._assets[f"games/{game.name}/{name}"] = _asset(name, file.read_bytes())
        self._shell = self._assets.pop("page.html").content.decode()
        self._worker = self._own_worker(self._assets.pop("sw.js").content.decode())

    def routes(self) -> list[Route]:
        """All pages. A game's page takes any address below its own: the puzzle is in it."""
        static = [Route(path, self.static, methods=["GET"]) for path in ("/static/{name:path}", "/favicon.ico")]
        single = {"/": "home", "/worksheets": "worksheets", "/progress": "progress"}
        pages = [Route(path, self._page(kind), methods=["GET"]) for path, kind in single.items()]
        games = [
            Route(f"/{name}{rest}", self._page(kind, name), methods=["GET"])
            for name in names()
            for rest, kind in (*((f"/{kind}", kind) for kind in _OF_GAMES), ("", "play"), ("/{address:path}", "play"))
        ]
        return [*static, Route("/sw.js", self.worker, methods=["GET"]), *pages, *games]

    def _own_worker(self, text: str) -> bytes:
        """The service worker, told which files there are, and a version that changes with any of them."""
        tags = "".join(asset.tag for _, asset in sorted(self._assets.items()))
        names_of_files = [f"/static/{name}" for name in sorted(self._assets)]
        version = hashlib.sha256((text + tags).encode()).hexdigest()[:12]
        of_games = [f"/{name}{rest}" for name in names() for rest in ("", *(f"/{kind}" for kind in _OF_GAMES))]
        told = {
            "version": version,
            "files": json.dumps(names_of_files),
            "pages": json.dumps(["/", "/progress", *of_games]),
        }
        for name, value in told.items():
            text = text.replace(f"{{{{{name}}}}}", value)
        return text.encode()

    async def worker(self, request: Request) -> Response:
        """What keeps the app for a time without a network; it stands at the root, because it serves all pages."""
        return Response(self._worker, headers={"Cache-Control": "no-cache"}, media_type="text/javascript")

    async def static(self, request: Request) -> Response:
        """A file by its name; for browsers that ask for one without, the icon."""
        asset = self._assets.get(request.path_params.get("name", "icon.svg"))
        if asset is None:
            raise HTTPException(404)
        # Files change with the version only, but nobody should have to empty a cache: ask, and get a short answer.
        headers = {"Cache-Control": "no-cache", "ETag": asset.tag}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        return Response(asset.content, headers=headers, media_type=asset.kind)

    async def lost(self, request: Request, error: Exception) -> Response:
        """For people who came to an address that there is not; programs are told so in JSON."""
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith("/api/"):
            return refusal(404, "there is nothing at this address")
        answer = await self._page("lost")(request)
        answer.status_code = 404
        return answer

    def _page(self, kind: str, game: str = "") -> Callable[[Request], Awaitable[Response]]:
        """A page: the same shell for all, and what it is to show."""
        title = _TITLES.get(kind) or game_of_name(game).title
        content = self._shell
        for name, value in {"kind": kind, "game": game, "title": title}.items():
            content = content.replace(f"{{{{{name}}}}}", escape(value))

        async def answer(request: Request) -> Response:
            return Response(content, headers={"Cache-Control": "no-cache"}, media_type="text/html")

        return answer


def game_files(game: Game[Any, Any]) -> GameFiles:
    """Where a browser finds a game's own files; None for those that it does not have."""
    found = {
        kind: f"/static/games/{game.name}/{name}" if room_file(game, name) else None
        for kind, name in GAME_FILES.items()
    }
    return cast(GameFiles, found)


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    found: list[tuple[str, Asset]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.is_dir():
            found += _read(entry, name + "/")
        else:
            found.append((name, _asset(name, entry.read_bytes())))
    return found


def _asset(name: str, content: bytes) -> Asset:
    suffix = "." + name.rpartition(".")[2]
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(content, kind, f'"{hashlib.sha256(content).hexdigest()[:24]}"')
