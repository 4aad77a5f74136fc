"""A grid of cells to choose from: the puzzles of a level, the days of a month."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Label, Static

from quandary.tui.window import Window

_GAP = 2


class Grid(Static, can_focus=True):
    """Texts in columns; arrows go from one to the next, Enter or a click chooses."""

    DEFAULT_CSS = "Grid { height: auto; width: auto; }"

    class Selected(Message):
        """A cell was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, columns: int) -> None:
        super().__init__()
        self._columns = columns
        self._cells: Sequence[str] = ()
        self.at = 0
        """The cell where the cursor is."""

    def fill(self, cells: Sequence[str], at: int) -> None:
        """Shows these cells; an empty one only keeps a place."""
        self._cells, self.at = cells, at
        self._show()

    def _show(self) -> None:
        text = Text(no_wrap=True)
        for number, cell in enumerate(self._cells):
            text.append(cell, "reverse bold" if number == self.at else "")
            text.append("\n" if (number + 1) % self._columns == 0 else " " * _GAP)
        self.update(text)
        self.screen.scroll_to_widget(self, animate=False)
        parent = self.parent
        if isinstance(parent, VerticalScroll):
            parent.scroll_to_region(Region(0, self.at // self._columns, 1, 1), animate=False)

    def on_key(self, event: events.Key) -> None:
        """The cursor, and Enter."""
        step = {"left": -1, "right": 1, "up": -self._columns, "down": self._columns}.get(event.key)
        if step is not None:
            there = self.at + step
            if 0 <= there < len(self._cells) and self._cells[there].strip():
                self.at = there
                self._show()
        elif event.key == "enter":
            self.post_message(self.Selected(self.at))
        else:
            return
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """A cell, if one is there."""
        width = max(map(len, self._cells), default=0) + _GAP
        number = event.y * self._columns + event.x // width
        if number < len(self._cells) and self._cells[number].strip():
            self.at = number
            self._show()
            self.post_message(self.Selected(number))


class Page:
    """What a window with a grid shows: some words above it, its cells, and where the cursor begins."""

    def __init__(self, title: str, cells: Sequence[str], at: int) -> None:
        self.title = title
        self.cells = cells
        self.at = at


class GridScreen(Window[tuple[int, int]]):
    """Pages of grids, one at a time; ends with the page and the cell that were chosen, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back"),
        Binding("tab,pagedown", "turn(1)", "next page", priority=True),
        Binding("shift+tab,pageup", "turn(-1)", "page before", priority=True),
    ]
    DEFAULT_CSS = """
    GridScreen { align: center middle; }
    GridScreen > Vertical {
        width: auto; max-width: 98%; height: auto; max-height: 96%;
        border: round $accent; background: $panel; padding: 0 1;
    }
    GridScreen VerticalScroll { height: auto; width: auto; max-height: 14; }
    GridScreen Label { width: auto; }
    """

    def __init__(
        self, page: Callable[[int], Page | None], first: int, columns: int, keys: str, refusal: Callable[[int], str]
    ) -> None:
        super().__init__()
        self._page_of = page
        self._at = first
        self._columns = columns
        self._keys = keys
        self._refusal = refusal

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(id="heading", markup=False)
            with VerticalScroll(can_focus=False):
                yield Grid(self._columns)
            yield Label(self._keys, markup=False)

    def on_mount(self) -> None:
        """The first page."""
        if not self.is_whole:
            return
        self._show()
        self.query_one(Grid).focus()

    def _show(self) -> None:
        page = self._page_of(self._at)
        assert page is not None
        self.query_one("#heading", Label).update(page.title)
        self.query_one(Grid).fill(page.cells, page.at)

    def action_turn(self, step: int) -> None:
        """Another page, if there is one."""
        if self._page_of(self._at + step) is not None:
            self._at += step
            self._show()

    def on_grid_selected(self, message: Grid.Selected) -> None:
        """Hands on what was chosen, unless that may not be opened."""
        if refusal := self._refusal(self._at):
            self.notify(refusal, markup=False)
        else:
            self.dismiss((self._at, message.number))
