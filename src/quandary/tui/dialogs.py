"""Small windows: the keys of a screen, a list to choose from, a line to write, a pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option as Line

from quandary.tui.window import Window


class HelpScreen(Window[bool]):
    """What the keys do; ends with True if the lesson is wanted, which only a game's help offers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,space,q", "dismiss", "close"),
        Binding("e", "dismiss(True)", "lesson"),
    ]
    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 72; max-width: 95%; height: auto; max-height: 95%;
        border: round $accent; background: $panel; padding: 0 2;
    }
    """

    def __init__(self, title: str, summary: str, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        wide = max(len(key) for key, _ in keys)
        lines = [title, "", summary, ""] if summary else [title, ""]
        self._text = "\n".join(lines + [f"{key.ljust(wide)}   {what}" for key, what in keys])

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text, markup=False)

    def on_click(self) -> None:
        """A click anywhere closes it."""
        self.dismiss()


class Choice(Window[int]):
    """A list; ends with the number of the line that was chosen, or with None.

    Where lines can be deleted, `d` only marks one and `u` takes the last mark back. The marked lines are deleted when
    the list closes, except one that is chosen then.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back"),
        Binding("d,delete", "discard", "delete"),
        Binding("u", "undo", "undo"),
    ]
    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice > Vertical {
        width: 74; max-width: 96%; height: auto; max-height: 92%;
        border: round $accent; background: $panel; padding: 0 1;
    }
    Choice OptionList { height: auto; max-height: 16; background: $panel; border: none; padding: 0; }
    """

    def __init__(self, title: str, lines: Sequence[str], discard: Callable[[list[int]], None] | None = None) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._discard = discard
        self._marked: list[int] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            more = ", d deletes, u undoes that" if self._discard else ""
            yield Label(f"{self._title}   (Enter chooses{more}, Esc goes back)", markup=False)
            yield OptionList(*(Line(line) for line in self._lines), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One was chosen."""
        self.dismiss(event.option_index)

    def action_discard(self) -> None:
        """Mark the line under the cursor as deleted, and go on to the next one."""
        lines = self.query_one(OptionList)
        at = lines.highlighted
        if self._discard is None or at is None or at in self._marked:
            return
        self._marked.append(at)
        lines.replace_option_prompt_at_index(at, f"(deleted) {self._lines[at]}"[: len(self._lines[at])])
        lines.action_cursor_down()

    def action_undo(self) -> None:
        """Take back the last deletion."""
        if self._marked:
            lines, at = self.query_one(OptionList), self._marked.pop()
            lines.replace_option_prompt_at_index(at, self._lines[at])
            lines.highlighted = at

    def dismiss(self, result: int | None = None) -> AwaitComplete:
        """Delete the marked lines, and end with a result."""
        gone = sorted(at for at in self._marked if at != result)
        self._marked.clear()
        if self._discard is not None and gone:
            self._discard(gone)
        return super().dismiss(result)


class Question(Window[str]):
    """One line of text; ends with it, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back")]
    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > Vertical { width: 70; max-width: 96%; height: auto; border: round $accent; background: $panel; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._title, markup=False)
            yield Input(compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is written."""
        self.dismiss(event.value.strip() or None)


class Pause(Window[None]):
    """Hides the board while the clock stands still."""

    DEFAULT_CSS = "Pause { align: center middle; background: $surface; } Pause Label { width: auto; }"

    def compose(self) -> ComposeResult:
        yield Label("Paused. Any key goes on.")

    def on_key(self, event: events.Key) -> None:
        """Back to the game."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """A click is as good as a key."""
        self.dismiss()
