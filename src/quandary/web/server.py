"""Running the app: uvicorn with sober settings, a log of one JSON object a request, and an end without a fuss."""

from __future__ import annotations

import ctypes
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from quandary.core.errors import UsageError
from quandary.web.app import create_app
from quandary.web.connections import PatientProtocol, ProxiedProtocol
from quandary.web.limits import Limits

# Requests hand over between Python threads often; a move should not wait five milliseconds for each.
_SWITCH_SECONDS = 0.001
_MOST_CONNECTIONS = 2_000
_SECONDS_TO_END = 5
# M_TRIM_THRESHOLD, M_MMAP_THRESHOLD and M_ARENA_MAX of <malloc.h>.
_MALLOC = {-1: 256 << 10, -3: 256 << 10, -8: 2}


def run(
    host: str,
    port: int,
    limits: Limits,
    *,
    behind_proxy: bool = False,
    ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serves until it is told to stop; `ready` hears the address, which port 0 leaves to the machine."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    logging.getLogger("quandary.web").setLevel(logging.INFO)
    config = uvicorn.Config(
        create_app(limits),
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=behind_proxy,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_SECONDS_TO_END,
        lifespan="on",
        http=ProxiedProtocol if behind_proxy else PatientProtocol,
        ws="none",
    )
    _allow_files(2 * _MOST_CONNECTIONS)
    _give_memory_back()
    listener = _listening(host, port)
    ready(f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/")
    # Ctrl-C is how a server is meant to end; uvicorn has ended it in order before it passes the signal on.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _allow_files(count: int) -> None:
    """Lets the process have so many files and connections open, as far as the system does."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _give_memory_back() -> None:
    """Lets the C library return what searches have left to the system, instead of keeping it for the next.

    Left alone, GNU's had 210 MB after twelve hints on large levels in three threads, hardly any of it in use; with
    these settings it had 42.
    """
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if hasattr(library, "mallopt"):
            for what, value in _MALLOC.items():
                library.mallopt(what, value)


def _listening(host: str, port: int) -> socket.socket:
    """The socket, or a plain word on why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio knows that it is TCP and sends small answers at once (40 ms sooner).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        # From here on nobody is turned away, though the first may wait until all is set up.
        listener.listen(_MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        raise UsageError(f"{host}:{port} cannot be used: {error.strerror or error}") from error
    listener.set_inheritable(True)
    return listener
