"""`quandary mcp`: puzzles for assistants, by the Model Context Protocol."""

from __future__ import annotations

import inspect
import json
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from quandary import __version__
from quandary.cli import flags
from quandary.core.arguments import described
from quandary.core.errors import UsageError, did_you_mean
from quandary.core.whole_file import reason
from quandary.evaluation.door import load
from quandary.evaluation.episode import DEFAULT_CALLS
from quandary.evaluation.sitting import Reply, Sitting, from_set, made_to_order

if TYPE_CHECKING:
    from mcp.server import MCPServer

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
        import mcp.server  # noqa: F401
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
        server = _make_server(sitting)
        # Who is told to end says what was played, too.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        server.run("stdio")


def _make_server(sitting: Sitting) -> MCPServer:
    """Return a server whose refusals are errors, also for arguments that a tool doesn't have."""
    from anyio.to_thread import run_sync
    from mcp.server import MCPServer
    from mcp.types import CallToolResult, TextContent

    tools = {tool.__name__: tool for tool in _tools(sitting)}

    class Server(MCPServer):
        """The official server, which by itself ignores arguments that it doesn't know."""

        async def list_tools(self) -> list[Any]:
            listed = await super().list_tools()
            for tool in listed:
                tool.input_schema["additionalProperties"] = False
            return listed

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> CallToolResult:
            problem = _problem(tools, name, arguments)
            reply = Reply(problem, refused=True) if problem else await run_sync(partial(tools[name], **arguments))
            return CallToolResult(content=[TextContent(type="text", text=reply.text)], is_error=reply.refused)

    server = Server("quandary", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    for tool in tools.values():
        server.add_tool(tool, structured_output=False)
    return server


def _problem(tools: Mapping[str, Callable[..., Reply]], name: str, arguments: Mapping[str, Any]) -> str:
    """Return what is wrong with a call, in one line; empty if nothing is."""
    if name not in tools:
        return f"There is no tool {described(name)} (tools: {', '.join(tools)}){did_you_mean(name, tools)}"
    known = inspect.signature(tools[name]).parameters
    for argument, value in arguments.items():
        if argument not in known:
            listed = ", ".join(known) or "none"
            guess = did_you_mean(argument, known)
            return f"`{name}` has no argument {described(argument)} (arguments: {listed}){guess}"
        if not isinstance(value, str):
            return f"The argument {argument} of `{name}` must be a text, not {described(value)}."
    missing = [one.name for one in known.values() if one.default is one.empty and one.name not in arguments]
    return f"`{name}` needs the argument {missing[0]}." if missing else ""


def _tools(sitting: Sitting) -> list[Any]:
    """What an assistant can call; their words are all that it is told of them."""

    def new(puzzle: str = "") -> Reply:
        """Begins a new puzzle, and returns its rules, its goal, how moves are written, and the puzzle.

        Args:
            puzzle: Nothing, for the next or any; or, where no set is played, a game ("sokoban"), a game and a
                level ("sokoban:beginner"), or any id: of a seed ("sokoban:beginner#7"), of a pack's puzzle
                ("sokoban:expert/25"), of the day ("sokoban:today"), or with the board itself.
        """
        return sitting.new(puzzle)

    def look() -> Reply:
        """Shows the puzzle as it stands, how many moves were played, and how many calls are left."""
        return sitting.call("look")

    def move(moves: str) -> Reply:
        """Plays one move or several, in the notation that `new` has explained, up to the first that is illegal."""
        return sitting.call("move", moves)

    def undo() -> Reply:
        """Takes the last move back."""
        return sitting.call("undo")

    def give_up() -> Reply:
        """Ends the puzzle as it stands. A task for points is finished like this, too, when its moves are played."""
        return sitting.call("give_up")

    return [new, look, move, undo, give_up]
