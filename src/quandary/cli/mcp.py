"""`quandary mcp`: puzzles for assistants, by the Model Context Protocol."""

from __future__ import annotations

import json
import signal
from contextlib import ExitStack
from typing import Any

import click

from quandary import __version__
from quandary.cli import flags
from quandary.core.errors import UsageError
from quandary.core.whole_file import reason
from quandary.evaluation.door import load
from quandary.evaluation.episode import DEFAULT_CALLS
from quandary.evaluation.sitting import Sitting, from_set, made_to_order

_INSTRUCTIONS = """\
Puzzles to solve, one at a time. `new` deals one and says its rules; then `look`, `move`, `undo` and `give_up` play it.
Every call counts, and a judge who knows the rules says at the end how good it was."""


@click.command(
    "mcp",
    help="Let an assistant play puzzles with tools, over standard input and output (Model Context Protocol).",
    epilog=flags.examples("quandary mcp", "quandary mcp --set set.jsonl --calls 100 --log played.jsonl --model NAME"),
)
@click.option("--set", "set_name", metavar="FILE", help="Deal this evaluation set (or quandary-1), each puzzle once.")
@click.option("--calls", type=flags.Whole(1, 100_000), default=DEFAULT_CALLS, show_default=True, help="Each puzzle.")
@click.option("--log", metavar="FILE", help="Add a line of JSON for every episode: its calls, answer and judgement.")
@click.option("--model", metavar="NAME", help="Who plays, as the log should say it.")
def command(set_name: str | None, calls: int, log: str | None, model: str | None) -> None:
    """The server, until its client leaves."""
    try:
        from mcp.server import MCPServer
    except ImportError as error:
        raise UsageError("assistants need an extra: pip install 'quandary[mcp]'") from error
    deal = made_to_order if set_name is None else from_set(load(set_name))
    with ExitStack() as opened:
        file = None
        if log is not None:
            try:
                file = opened.enter_context(open(log, "a", encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise UsageError(f"{log}: cannot be written: {reason(error)}") from error

        def write(line: dict[str, Any]) -> None:
            if file is not None:
                print(json.dumps(line, ensure_ascii=False), file=file, flush=True)

        sitting = Sitting(deal, most_calls=calls, write=write, model=model)
        opened.callback(sitting.close)
        server = MCPServer("quandary", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
        for tool in _tools(sitting):
            server.add_tool(tool, structured_output=False)
        # Who is told to end says what was played, too.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        server.run("stdio")


def _tools(sitting: Sitting) -> list[Any]:
    """What an assistant can call; their words are all that it is told of them."""

    def new(puzzle: str = "") -> str:
        """Begins a new puzzle, and returns its rules, its goal, how moves are written, and the puzzle.

        Args:
            puzzle: Nothing, for the next or any; or, where no set is played, a game ("sokoban"), a game and a
                level ("sokoban:beginner"), or the id of a puzzle ("sokoban:beginner#7").
        """
        return sitting.new(puzzle)

    def look() -> str:
        """Shows the puzzle as it stands, how many moves were played, and how many calls are left."""
        return sitting.call("look")

    def move(moves: str) -> str:
        """Plays one move or several, in the notation that `new` has explained, up to the first that is illegal."""
        return sitting.call("move", moves)

    def undo() -> str:
        """Takes the last move back."""
        return sitting.call("undo")

    def give_up() -> str:
        """Ends the puzzle as it stands. A task for points is finished like this, too, when its moves are played."""
        return sitting.call("give_up")

    return [new, look, move, undo, give_up]
