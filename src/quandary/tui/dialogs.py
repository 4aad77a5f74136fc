"""Small windows: the keys of a screen, a list to choose from, and the settings of a new puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option as Line

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import Option

PUZZLE = "puzzle"
"""Stands for a whole puzzle, given by its id or its text, among the settings."""
SEED = "seed"


class HelpScreen(ModalScreen[None]):
    """What the keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter,space,q", "dismiss", "close")]
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


class Choice(ModalScreen[int]):
    """A list; ends with the number of the line that was chosen, or with None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back")]
    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice > Vertical {
        width: 74; max-width: 96%; height: auto; max-height: 92%;
        border: round $accent; background: $panel; padding: 0 1;
    }
    Choice OptionList { height: auto; max-height: 16; background: $panel; border: none; padding: 0; }
    """

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(f"{self._title}   (Enter chooses, Esc goes back)", markup=False)
            yield OptionList(*(Line(line) for line in self._lines), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One was chosen."""
        self.dismiss(event.option_index)


class Question(ModalScreen[str]):
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


class NewPuzzle(ModalScreen[dict[str, Any]]):
    """The settings of a new puzzle, whatever the game's rules and generator let one choose."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back"), Binding("ctrl+s", "make", "make it")]
    DEFAULT_CSS = """
    NewPuzzle { align: center middle; }
    NewPuzzle > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 96%;
        border: round $accent; background: $panel; padding: 0 1;
    }
    NewPuzzle VerticalScroll { height: auto; max-height: 14; }
    NewPuzzle .row { height: 1; }
    NewPuzzle .row Label { width: 18; }
    NewPuzzle .row Input, NewPuzzle .row Select { width: 1fr; }
    NewPuzzle .buttons { height: 1; margin-top: 1; }
    NewPuzzle Button { margin-right: 2; }
    NewPuzzle #problem { color: $error; height: auto; }
    """

    def __init__(self, game: Game[Any, Any], chosen: Mapping[str, Any]) -> None:
        super().__init__()
        self._game = game
        generator = game.generator()
        self._options = [*game.variant_options, *(generator.options if generator else ())]
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(f"A new puzzle of {self._game.title}", markup=False)
            with VerticalScroll(can_focus=False):
                yield from self._row(SEED, Input(placeholder="any", type="integer", compact=True, id="seed"))
                for option in self._options:
                    yield from self._row(option.name.replace("_", " "), _field(option, self._chosen.get(option.name)))
                hint = "instead of all that: an id, a board or today"
                yield from self._row("puzzle", Input(placeholder=hint, compact=True, id="puzzle"))
            yield Static(id="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Make it (Enter)", id="make", compact=True, variant="primary")
                yield Button("Back (Esc)", id="back", compact=True)

    def _row(self, name: str, field: Input | Select[str] | Checkbox) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label(name, markup=False)
            yield field

    def on_input_submitted(self) -> None:
        """Enter makes the puzzle from any field."""
        self.action_make()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A click is as good as the key."""
        if event.button.id == "make":
            self.action_make()
        else:
            self.dismiss()

    def action_make(self) -> None:
        """Reads all fields; a wrong one is told and can be corrected."""
        try:
            self.dismiss(self._read())
        except UsageError as error:
            self.query_one("#problem", Static).update(str(error))

    def _read(self) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        if text := self.query_one("#puzzle", Input).value.strip():
            return {PUZZLE: text}
        if seed := self.query_one("#seed", Input).value.strip():
            settings[SEED] = Option(SEED, int, None, "", least=0).read(seed)
        for option in self._options:
            value = _value(self.query_one(f"#option-{option.name}"))
            if value is not None and value != option.default:
                settings[option.name] = option.read(value)
        return settings


def _field(option: Option, chosen: Any) -> Input | Select[str] | Checkbox:
    name, value = f"option-{option.name}", option.default if chosen is None else chosen
    if option.type is bool:
        return Checkbox(option.help, bool(value), id=name, compact=True)
    if option.choices:
        lines = [(choice, choice) for choice in option.choices]
        if value is None:
            return Select(lines, prompt="any", id=name, compact=True)
        return Select(lines, value=value, prompt="any", id=name, compact=True)
    shown = "" if value is None else str(value)
    return Input(shown, placeholder=option.help, id=name, compact=True)


def _value(field: object) -> Any:
    if isinstance(field, Checkbox):
        return field.value
    if isinstance(field, Select):
        return None if field.is_blank() else field.value
    assert isinstance(field, Input)
    return field.value.strip() or None
