"""What commands print, and where: results on stdout, everything else on stderr, colour only for eyes that want it."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from quandary.core.errors import UsageError
from quandary.core.printable import shown, shown_json
from quandary.core.whole_file import WholeFile

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Task

    from quandary.core.budget import Progress
    from quandary.core.game import Game
    from quandary.engine.solve import Verdict

# The widths of a progress bar, in columns.
SHORTEST_BAR = 10
LONGEST_BAR = 40

EXIT_BROKEN = 1
EXIT_REFUSED = 1
EXIT_BAD_INPUT = 2
EXIT_UNKNOWN = 3
EXIT_INTERRUPTED = 130


def write_every_character() -> None:
    """Lets stdout and stderr write whatever a puzzle holds: frames, suits, × and −.

    In a pipe Windows would write the characters of its old code page, which has few of them; we write UTF-8 as
    everywhere else. Where a locale cannot say a character, a question mark stands for it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            if os.name == "nt" and "PYTHONIOENCODING" not in os.environ:
                stream.reconfigure(encoding="utf-8")
            else:
                stream.reconfigure(errors="replace")


def stand_in_for_closed_streams() -> None:
    """Opens what a shell closed with `>&-`: else a file of ours would get its number, and messages would go there.

    Nothing comes from standard input then, messages go nowhere, and the first result is an error.
    """
    for number, name, how in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, os.fdopen(number, how, encoding="utf-8", errors="replace"))


def let_go_of_broken_streams() -> None:
    """Forgets what could not be written: Python would try once more at its end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(line: str) -> None:
    """A message that is not a result; where nobody can be told, the work goes on."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


def say_error(problem: str) -> None:
    """The one line that a user sees of an error."""
    say("error: " + shown(" ".join(problem.split())))


MOST_TOLD = 20
"""Bad puzzles of a source that are told one by one; the others are counted."""


class Complaints:
    """Errors that may be many: nobody reads two million lines."""

    def __init__(self) -> None:
        self.count = 0

    def tell(self, problem: str) -> None:
        """Tells one, or only counts it."""
        self.count += 1
        if self.count <= MOST_TOLD:
            say_error(problem)

    def end(self) -> None:
        """Says how many were not told."""
        if self.count > MOST_TOLD:
            say_error(f"and {self.count - MOST_TOLD:,} more like these")


class Interrupted(Exception):
    """Somebody pressed Ctrl-C, and the command has something to say of it: how much is done."""


class ReaderGone(Exception):
    """Whoever read our output has seen enough. (click would turn a `BrokenPipeError` into an exit status of 1.)"""


def print_result(text: str) -> None:
    """A result, written at once: what is done stays done if we are killed."""
    if _results:
        _results[-1].add(f"{text}\n")
        return
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise UsageError(f"standard output: cannot be written: {error.strerror}") from None


_results: list[WholeFile] = []
"""Where results go instead of stdout, while a command runs that was told so."""


@contextmanager
def results_in(name: str | None) -> Iterator[None]:
    """Lets results go to this file, if one is named; it appears when all of them are there."""
    if name is None:
        yield
        return
    file = WholeFile(name)
    _results.append(file)
    try:
        yield
    except Interrupted as error:
        raise Interrupted(f"{error}{file.keep()}") from None
    except BaseException:
        file.discard()
        raise
    else:
        file.finish()
    finally:
        _results.remove(file)


def verdict_record(game: Game[Any, Any], verdict: Verdict) -> dict[str, Any]:
    """A verdict as every command tells it in JSON: its solution as one text, and move by move."""
    return {
        **verdict.as_dict(),
        "moves": None if verdict.moves is None else list(map(game.format_move, verdict.moves)),
    }


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own."""
    print_result(shown_json(json.dumps(value, ensure_ascii=False)))


def wants_colour() -> bool:
    """Colour on a terminal, unless NO_COLOR asks for none (or FORCE_COLOR for some)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def app_can_run() -> bool:
    """Whether there is a terminal that the app can draw on, and the extra that it needs."""
    return app_has_terminal() and app_is_installed()


def app_is_installed() -> bool:
    """Whether the extra is there that the app needs."""
    from importlib.util import find_spec

    return all(find_spec(name) for name in ("textual", "platformdirs"))


def app_has_terminal() -> bool:
    """Whether there is a terminal that the app can draw on."""
    # Windows has no such variable, and no dumb terminals.
    kind = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
    return kind != "dumb" and sys.stdin.isatty() and sys.stdout.isatty()


def all_cores() -> int:
    """How many threads this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def passing_line() -> Iterator[Callable[[str], None] | None]:
    """What writes a line on stderr that the next one replaces, and the end of the block takes away.

    None where nobody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return

    def write(line: str) -> None:
        # A line that wraps could not be replaced: only its last row would be cleared.
        columns = shutil.get_terminal_size().columns
        text = shown(line)
        text = text if len(text) < columns else f"{text[: columns - 2]}…"
        print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)

    try:
        yield write
    finally:
        write("")


@contextmanager
def watched() -> Iterator[Progress | None]:
    """A report of nodes and depth, for what may take long: somebody who watches is shown that it lives."""
    with passing_line() as write:
        yield write and (lambda nodes, depth: write(f"{nodes:,} positions, depth {depth} …"))


class Advance(Protocol):
    """Tells a progress bar that one more is done, or so many, and what to write beside it."""

    def __call__(self, note: str = "", count: int = 1) -> None: ...


@contextmanager
def progress_bar(what: str, total: int, *, even_alone: bool = False) -> Iterator[Advance]:
    """A bar on stderr while the block runs; nothing in a pipe.

    Where there is only one thing to wait for there is no bar: with `even_alone` a line with the time and the note.
    """
    if (total < 2 and not even_alone) or not sys.stderr.isatty():
        yield lambda note="", count=1: None
        return
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    class WholeLines(Console):
        """Leaves long lines that are printed above the bar in one piece, so that they can be copied."""

        def print(self, *objects: Any, **options: Any) -> None:
            if any(isinstance(each, Text) for each in objects):
                options |= {"no_wrap": True, "overflow": "ignore", "crop": False}
            super().print(*objects, **options)

    class Display(Progress):
        """Draws the task by `progress_rows` instead of in columns, which are cut off where they don't fit."""

        def get_renderables(self) -> Iterator[RenderableType]:
            for task in self.tasks:
                yield progress_rows(task, self.console.width)

    # Results that go to a file must get there; rich would print them above the bar, on stderr.
    above = sys.stdout.isatty()
    with Display(console=WholeLines(stderr=True), transient=True, redirect_stdout=above) as progress:
        task = progress.add_task(what, total=total if total > 1 else None, note="")
        yield lambda note="", count=1: progress.update(task, advance=count, note=note)


def progress_rows(task: Task, width: int) -> RenderableType:
    """Return a task's bar, its counts, the time left, and its note, which moves below where it doesn't fit beside.

    Nothing is cut off, however large the counts are: only the bar gives way, and a narrow terminal wraps the text.
    """
    from rich.console import Group
    from rich.progress import TimeRemainingColumn
    from rich.progress_bar import ProgressBar
    from rich.table import Table
    from rich.text import Text

    # Said of the text itself, since results are printed above without wrapping.
    wrapped = partial(Text, no_wrap=False, overflow="fold")
    if task.total is None:
        seconds = int(task.elapsed or 0)
        # What is done at once shows nothing.
        text = " ".join(filter(None, [f"{task.description} … {seconds} s", str(task.fields["note"])]))
        return wrapped(text if seconds else "")
    total = int(task.total)
    counts = f"{int(task.completed):{len(str(total))}}/{total}"
    time_left = TimeRemainingColumn().render(task).plain
    note = str(task.fields["note"])
    texts = [task.description, counts, time_left]
    below = []
    if note and len(" ".join([*texts, note])) + 1 + SHORTEST_BAR > width:
        below.append(wrapped(f"  {note}"))
    elif note:
        texts.append(note)
    free = width - len(" ".join(texts)) - 1
    if free < SHORTEST_BAR:
        return Group(wrapped(" ".join(texts)), *below)
    row = Table.grid(padding=(0, 1, 0, 0), pad_edge=False)
    bar = ProgressBar(total=total, completed=task.completed, width=min(LONGEST_BAR, free))
    styles = ("", "progress.download", "progress.remaining", "")
    first, *others = [Text(text, style) for text, style in zip(texts, styles, strict=False)]
    row.add_row(first, bar, *others)
    return Group(row, *below)
