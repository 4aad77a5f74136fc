"""`quandary serve`: the web app."""

from __future__ import annotations

import click

from quandary.cli import flags
from quandary.cli.output import say
from quandary.core.budget import parse_size
from quandary.core.errors import UsageError


@click.command(
    "serve",
    help="Play, solve, make and print in a browser. Ctrl-C ends it.",
    epilog=flags.examples(
        "quandary serve", "quandary serve --port 0", "quandary serve --host-name puzzles.example --behind-proxy"
    ),
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=flags.Whole(0, 65535), default=8765, show_default=True, help="0 takes a free one.")
@click.option("--host-name", multiple=True, metavar="NAME", help="A name that people use for this server (repeatable).")
@click.option(
    "--cors", multiple=True, metavar="ORIGIN", help="A site whose pages may ask the API (repeatable; * for all)."
)
@click.option("--behind-proxy", is_flag=True, help="Take clients' addresses from a proxy on this machine.")
@click.option("--solvers", type=flags.Whole(1, 64), default=2, show_default=True, help="Searches at a time.")
@click.option(
    "--time", type=flags.Number(0.1, 600), default=20.0, show_default=True, help="Seconds that a search may take."
)
@click.option("--memory", default="96M", show_default=True, metavar="SIZE", help="Memory that a search may use.")
def command(
    host: str,
    port: int,
    host_name: tuple[str, ...],
    cors: tuple[str, ...],
    behind_proxy: bool,
    solvers: int,
    time: float,
    memory: str,
) -> None:
    """The web app on this machine."""
    try:
        from quandary.web.limits import LOCAL_HOSTS, Limits
        from quandary.web.server import run
    except ImportError as error:
        raise UsageError("the web app needs an extra: pip install 'quandary[web]'") from error
    own = [f"[{host}]" if ":" in host else host]
    limits = Limits(
        hosts=(*LOCAL_HOSTS, *own, *host_name),
        origins=cors,
        solvers=solvers,
        solve_time=time,
        memory=parse_size(memory),
    )
    run(host, port, limits, behind_proxy=behind_proxy, ready=lambda address: say(f"{address} (Ctrl-C ends)"))
