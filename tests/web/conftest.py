"""The app behind a test client, the same app behind a real port, and a browser where the machine has one."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

# Hypothesis looks whether it is there, and must not find it half loaded by a thread of the server.
import numpy  # noqa: F401
import pytest
import uvicorn
from starlette.testclient import TestClient

from quandary.web import Limits, create_app
from quandary.web.connections import PatientProtocol
from tests.web.pages import DESKTOP, PATIENCE, Open
from tools.browser import find_browser, launched

NO_BROWSER = "no browser: the web app's browser tests need one (Debian: apt-get install chromium)"


# For a machine that is slow, or busy with other things.
PATIENT = Limits(make_time=90.0, wait_time=90.0, hint_time=30.0, patience=90.0)


class Client:
    """Asks the app as a page would."""

    def __init__(self, http: TestClient) -> None:
        self.http = http

    def get(self, path: str, **more: Any) -> Any:
        return self.http.get(path, **more)

    def ask(self, name: str, **body: Any) -> Any:
        """The answer to a question that is a good one."""
        response = self.post(name, body)
        assert response.status_code == 200, response.text
        return response.json()

    def refusal(self, name: str, **body: Any) -> tuple[int, str]:
        """Status and reason of a refusal."""
        response = self.post(name, body)
        told = response.json()
        assert set(told) == {"error", "status"}
        assert told["status"] == response.status_code
        return response.status_code, told["error"]

    def post(self, name: str, body: Any, **more: Any) -> Any:
        return self.http.post(f"/api/{name}", json=body, **more)


def open_client(limits: Limits | None = None) -> TestClient:
    return TestClient(create_app(limits), base_url="http://127.0.0.1", raise_server_exceptions=False)


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    with open_client(PATIENT) as http:
        yield Client(http)


@dataclass(frozen=True)
class Served:
    """The app behind a port of this machine."""

    url: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


@contextmanager
def serving(limits: Limits | None = None, **more: Any) -> Iterator[Served]:
    """The app as it is served, with these limits; `more` is for uvicorn."""
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    app = create_app(limits)
    config = uvicorn.Config(app, log_level="warning", lifespan="on", http=PatientProtocol, **more)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until = time.monotonic() + 60
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started
    try:
        yield Served(f"http://127.0.0.1:{listener.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join(30)


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with serving(PATIENT) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    # For a module at most: while Playwright runs, no test can have an event loop of its own.
    pytest.importorskip("playwright.sync_api")
    program = find_browser()
    if program is None:
        pytest.skip(NO_BROWSER)
    with launched(program) as running:
        yield running


@pytest.fixture
def open_page(browser: Any, served: Served) -> Iterator[Open]:
    """Opens a page and waits until it is ready. At the end nothing may have gone wrong, and nothing left this host."""
    problems: list[str] = []
    contexts = []

    def open_it(path: str, viewport: dict[str, int] = DESKTOP, may_be_refused: bool = False, **more: Any) -> Any:
        context = browser.new_context(viewport=viewport, reduced_motion="reduce", **more)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{path}: {error}"))
        page.on("console", lambda note: hear(note, path, may_be_refused))
        page.on("request", lambda request: None if _is_ours(request.url) else problems.append(request.url))
        go(page, path)
        return page

    def hear(note: Any, path: str, may_be_refused: bool) -> None:
        # Browsers complain of every answer that is not a 200.
        if note.type == "error" and not (may_be_refused and "Failed to load resource" in note.text):
            problems.append(f"{path}: {note.text}")

    def _is_ours(url: str) -> bool:
        return url.startswith((served.url, "data:", f"blob:{served.url}"))

    def go(page: Any, path: str) -> None:
        page.goto(served.url + path)
        page.wait_for_selector("body[data-ready]")

    yield open_it
    for context in contexts:
        context.close()
    assert not problems
