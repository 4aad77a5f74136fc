"""The form for a new puzzle: whatever the game's rules and generator let one choose, by keys alone.

Tab or an arrow goes from field to field, left and right choose, Enter makes the puzzle from anywhere. The form stays
until there is a puzzle: what is wrong is told beside its field, and nothing is remembered that has made none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Input, Label, Static

from quandary.core.budget import Cancel, Progress, Task
from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.options import Option
from quandary.engine.generate import new_puzzle
from quandary.engine.puzzles import puzzle_of
from quandary.tui.window import Window
from quandary.tui.worker import Failed, Waiting, Work

PUZZLE = "puzzle"
"""Stands for a whole puzzle, given by its id or its text, among the settings."""
SEED = "seed"
# Stands for the end of a line in a field that has one line.
_LINE_END = "⏎"
_ANY = "any"

Made = tuple[Puzzle[Any], dict[str, Any]]
"""A puzzle, and the settings that have made it."""


def making(game: Game[Any, Any], settings: Mapping[str, Any]) -> Work[Puzzle[Any]]:
    """The work of making a puzzle, for a thread."""

    def work(cancel: Cancel, _: Progress) -> Puzzle[Any]:
        if PUZZLE in settings:
            return puzzle_of(game, settings[PUZZLE], task=Task(cancel=cancel))
        chosen = dict(settings)
        return new_puzzle(game, chosen, seed=chosen.pop(SEED, None), cancel=cancel)

    return work


class Pick(Static, can_focus=True):
    """One of a few words: left and right go through them, a letter goes to the one that it begins."""

    DEFAULT_CSS = "Pick { width: 1fr; height: 1; } Pick:focus { text-style: reverse; }"

    def __init__(self, choices: Sequence[str], value: str, **more: Any) -> None:
        super().__init__(markup=False, **more)
        self._choices = list(choices)
        self.value = value
        """The word that is chosen."""

    def on_mount(self) -> None:
        """Shows itself."""
        self.pick(self.value)

    def pick(self, value: str) -> None:
        """Chooses a word; one that is not there leaves all as it is."""
        self.value = value if value in self._choices else self.value
        self.update(f"◂ {self.value} ▸")

    def on_key(self, event: events.Key) -> None:
        """Left and right, Space, and first letters."""
        step = {"left": -1, "right": 1, "space": 1}.get(event.key)
        at = self._choices.index(self.value)
        if step is not None:
            self.pick(self._choices[(at + step) % len(self._choices)])
        elif event.character and event.is_printable:
            later = [*self._choices[at + 1 :], *self._choices[: at + 1]]
            self.pick(next((word for word in later if word.startswith(event.character.lower())), self.value))
        else:
            return
        event.stop()

    def on_click(self) -> None:
        """The next word."""
        self.focus()
        self.pick(self._choices[(self._choices.index(self.value) + 1) % len(self._choices)])


class BoardInput(Input):
    """A line that takes a board of many lines, when one is pasted."""

    def on_paste(self, event: events.Paste) -> None:
        """Keeps every line; Textual would keep the first."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(_LINE_END.join(event.text.strip("\r\n").splitlines()))

    @property
    def text(self) -> str:
        """What was written or pasted, with its lines."""
        return self.value.replace(_LINE_END, "\n").strip("\n").rstrip()


class NewPuzzle(Window[Made]):
    """The settings of a new puzzle; ends with the puzzle that they have made, or with None."""

    # Who goes from field to field comes before what a field does with a key, so that of keys in a burst each lands
    # where it was meant to; Enter comes after them all.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back", priority=True),
        Binding("enter,ctrl+s", "make", "make it"),
        Binding("tab,down", "app.focus_next", "next field", priority=True),
        Binding("shift+tab,up", "app.focus_previous", "field before", priority=True),
    ]
    DEFAULT_CSS = """
    NewPuzzle { align: center middle; }
    NewPuzzle > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 96%;
        border: round $accent; background: $panel; padding: 0 1;
    }
    NewPuzzle VerticalScroll { height: auto; max-height: 14; }
    NewPuzzle .row { height: 1; }
    NewPuzzle .row Label { width: 18; }
    NewPuzzle .row Input { width: 1fr; }
    NewPuzzle .buttons { height: 1; margin-top: 1; }
    NewPuzzle Button { margin-right: 2; }
    NewPuzzle .problem { color: $error; height: auto; display: none; }
    NewPuzzle .problem.-told { display: block; }
    """

    def __init__(self, game: Game[Any, Any], chosen: Mapping[str, Any]) -> None:
        super().__init__()
        self._game = game
        generator = game.generator()
        self._options = [*game.making_options, *(generator.options if generator else ())]
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(f"A new puzzle of {self._game.title}", markup=False)
            with VerticalScroll(can_focus=False):
                for option in self._options:
                    yield from _row(option.name, _field(option, self._chosen.get(option.name)))
                yield from _row(SEED, Input(placeholder=_ANY, type="integer", compact=True, id=f"field-{SEED}"))
                hint = "instead of all that: an id, a board or today"
                yield from _row(PUZZLE, BoardInput(placeholder=hint, compact=True, id=f"field-{PUZZLE}"))
            yield Static(id="problem", classes="problem", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Make it (Enter)", id="make", compact=True, variant="primary")
                yield Button("Defaults", id="defaults", compact=True)
                yield Button("Back (Esc)", id="back", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A click is as good as the key."""
        if event.button.id == "back":
            self.dismiss()
        elif event.button.id == "defaults":
            self._set_defaults()
        else:
            self.action_make()

    def on_input_submitted(self) -> None:
        """Enter makes the puzzle from any field."""
        self.action_make()

    def _set_defaults(self) -> None:
        self._complain({})
        for name in (SEED, PUZZLE):
            self.query_one(f"#field-{name}", Input).value = ""
        for option in self._options:
            field = self.query_one(f"#field-{option.name}")
            if isinstance(field, Pick):
                field.pick(_word(option, option.default))
            elif isinstance(field, Input):
                field.value = "" if option.default is None else str(option.default)

    def action_make(self) -> None:
        """Reads all fields and makes the puzzle; whatever is wrong is told where it is, and can be put right."""
        settings, problems = self._read()
        self._complain(problems)
        if problems:
            return

        def hand_on(result: Puzzle[Any] | Failed | None) -> None:
            if isinstance(result, Failed):
                named = re.match(r"option (\w+): ", str(result))
                place = PUZZLE if PUZZLE in settings else named[1] if named else ""
                self._complain({place: str(result)})
            elif result is not None:
                self.dismiss((result, settings))

        self.app.push_screen(Waiting("Making a puzzle", making(self._game, settings)), hand_on)

    def _read(self) -> tuple[dict[str, Any], dict[str, str]]:
        """The settings that differ from the usual, and what is wrong with which field."""
        settings: dict[str, Any] = {}
        problems: dict[str, str] = {}
        if text := self.query_one(BoardInput).text:
            return {PUZZLE: text}, problems
        seed = Option(SEED, int, None, "", least=0)
        for option in (seed, *self._options):
            value = _value(self.query_one(f"#field-{option.name}"))
            if value is None or value == option.default:
                continue
            try:
                read = option.read(value)
            except UsageError as error:
                problems[option.name] = str(error)
            else:
                settings |= {} if read == option.default else {option.name: read}
        return settings, problems

    def _complain(self, problems: Mapping[str, str]) -> None:
        """Tells what is wrong beside each field, the rest below them all; the first of these fields has the focus."""
        known = {SEED, PUZZLE, *(option.name for option in self._options)}
        other = [text for name, text in problems.items() if name not in known]
        for name in known:
            told = self.query_one(f"#problem-{name}", Static)
            told.update(problems.get(name, ""))
            told.set_class(name in problems, "-told")
        below = self.query_one("#problem", Static)
        below.update("\n".join(other))
        below.set_class(bool(other), "-told")
        for name in [name for name in problems if name in known][:1]:
            self.query_one(f"#field-{name}").focus()


def _row(name: str, field: Input | Pick) -> ComposeResult:
    with Horizontal(classes="row"):
        yield Label(name.replace("_", " "), markup=False)
        yield field
    yield Static(id=f"problem-{name}", classes="problem", markup=False)


def _word(option: Option, value: Any) -> str:
    if option.type is bool:
        return "yes" if value else "no"
    return _ANY if value is None else str(value)


def _field(option: Option, chosen: Any) -> Input | Pick:
    name, value = f"field-{option.name}", option.default if chosen is None else chosen
    choices: Sequence[str] = ("no", "yes") if option.type is bool else () if option.several else option.choices or ()
    if choices:
        usual = _word(option, option.default)
        words = choices if usual in choices else (usual, *choices)
        return Pick(words, word if (word := _word(option, value)) in words else usual, id=name)
    shown = "" if value is None else str(value)
    return Input(shown, placeholder=option.help, id=name, compact=True)


def _value(field: object) -> Any:
    if isinstance(field, Pick):
        return None if field.value == _ANY else field.value
    assert isinstance(field, Input)
    return field.value.strip() or None
