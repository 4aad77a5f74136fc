"""The first screen: the games, each playing to itself, and what can be done with the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Line

from quandary.core.errors import QuandaryError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import read_file
from quandary.engine.session import Session
from quandary.tui.dialogs import PUZZLE, Choice, HelpScreen, Question
from quandary.tui.panel import best_lines
from quandary.tui.playback import summaries
from quandary.tui.thumbnail import Thumbnail

if TYPE_CHECKING:
    from quandary.tui.app import QuandaryApp

MODES = (
    ("play", "Play", "a new puzzle"),
    ("go_on", "Continue", "a game that you left"),
    ("custom", "Choose", "a level, a seed, a board"),
    ("daily", "Daily", "everybody's puzzle today"),
    ("packs", "Packs", "ready-made, or your file"),
    ("watch", "Watch", "a solver or a player"),
    ("records", "Records", "what you have reached"),
)


class Menu(Screen[None]):
    """Games on the left, the chosen one and its modes on the right."""

    app: QuandaryApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("p", "mode('play')", "play"),
        Binding("c", "mode('go_on')", "continue"),
        Binding("d", "mode('daily')", "daily"),
        Binding("k", "mode('packs')", "packs"),
        Binding("w", "mode('watch')", "watch"),
        Binding("r", "mode('records')", "records"),
        Binding("left,escape", "to_games", "games", show=False),
        Binding("right", "to_modes", "modes", show=False),
        Binding("q", "app.quit", "quit"),
    ]
    CSS = """
    Menu #title { height: 1; background: $panel; padding: 0 1; }
    Menu #games { width: 22; height: 1fr; padding: 1 1; }
    Menu #about { height: 2; padding: 0 1; }
    Menu #modes { height: 8; padding: 0 0 1 0; }
    Menu OptionList { background: $surface; border: none; }
    Menu OptionList:focus { background: $boost; }
    """

    def __init__(self, chosen: str | None = None) -> None:
        super().__init__()
        self._games = [game_of_name(name) for name in names()]
        self._first = names().index(chosen) if chosen in names() else 0

    def compose(self) -> ComposeResult:
        yield Static("[b]Quandary[/b]  puzzles to play, solve, make and measure", id="title")
        with Horizontal():
            yield OptionList(*(Line(game.title) for game in self._games), id="games")
            with Vertical():
                yield Thumbnail()
                yield Static(id="about", markup=False)
                yield OptionList(*(Line(f"{title:<10}{what}") for _, title, what in MODES), id="modes")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """A game is chosen from the beginning."""
        self._list("games").highlighted = self._first
        self._list("modes").highlighted = 0
        self._list("games").focus()

    def _list(self, name: str) -> OptionList:
        return self.query_one(f"#{name}", OptionList)

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is chosen."""
        return self._games[self._list("games").highlighted or 0]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game shows itself."""
        if event.option_list.id == "games":
            self.query_one("#about", Static).update(self.game.summary)
            self.query_one(Thumbnail).show(self.game)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a game goes on to what to do with it; Enter there does it."""
        if event.option_list.id == "games":
            self.action_to_modes()
        else:
            self.action_mode(MODES[event.option_index][0])

    def on_screen_suspend(self) -> None:
        """Nobody looks."""
        self.query_one(Thumbnail).pause()

    def on_screen_resume(self) -> None:
        """Back from a game."""
        self.query_one(Thumbnail).go_on()

    # Commands

    def action_to_games(self) -> None:
        """Back to the games."""
        self._list("games").focus()

    def action_to_modes(self) -> None:
        """On to what can be done."""
        self._list("modes").focus()

    def action_help(self) -> None:
        """The keys of this screen."""
        keys = [("up, down", "choose"), ("Enter", "go on"), ("left, right", "between games and what to do")]
        shown = [binding for binding in self.BINDINGS if isinstance(binding, Binding) and binding.show]
        keys += [(binding.key_display or binding.key, binding.description) for binding in shown]
        self.app.push_screen(HelpScreen("Quandary", "Choose a game, then what to do with it.", keys))

    def action_mode(self, mode: str) -> None:
        """Does what was chosen."""
        actions: dict[str, Callable[[], None]] = {
            "play": lambda: self.app.make_another(self.game),
            "go_on": self._go_on,
            "custom": lambda: self.app.ask_for_puzzle(self.game),
            "daily": lambda: self.app.make_puzzle(self.game, {PUZZLE: "today"}),
            "packs": self._choose_pack,
            "watch": self._choose_performer,
            "records": self._show_records,
        }
        actions[mode]()

    def _go_on(self) -> None:
        self.app.autosave.flush()
        sessions = self.app.store.saved(self.game.name)
        if not sessions:
            self.notify(f"There is no game of {self.game.title} to go on with.")
        elif len(sessions) == 1:
            self.app.play(sessions[0])
        else:
            lines = [f"{session.id[:50]:<50}  {len(session.moves)} moves" for session in sessions]
            self._choose("Which game?", lines, lambda number: self.app.play(sessions[number]))

    def _choose(self, title: str, lines: list[str], then: Callable[[int], None]) -> None:
        def hand_on(number: int | None) -> None:
            if number is not None:
                then(number)

        self.app.push_screen(Choice(title, lines), hand_on)

    def _choose_pack(self) -> None:
        packs = shipped_packs(self.game)
        lines = [f"{name:<20}{len(puzzles)} puzzles" for name, puzzles in packs.items()]

        def open_pack(number: int) -> None:
            if number < len(packs):
                self._choose_puzzle(list(packs)[number], list(packs.values())[number])
            else:
                self.app.push_screen(Question("Which file? (any format that the game reads)"), self._open_file)

        self._choose(f"{self.game.title}: which pack?", [*lines, "a file of your own …"], open_pack)

    def _open_file(self, name: str | None) -> None:
        if name is None:
            return
        file = Path(name).expanduser()
        if not file.is_file():
            self.notify(f"There is no file {file}.", severity="error", markup=False)
            return
        entries = list(read_file(self.game, file))
        for error in [entry for entry in entries if isinstance(entry, QuandaryError)][:3]:
            self.notify(str(error), severity="error", markup=False)
        self._choose_puzzle(file.name, [entry for entry in entries if isinstance(entry, Puzzle)])

    def _choose_puzzle(self, title: str, puzzles: list[Puzzle[Any]]) -> None:
        if not puzzles:
            return
        records = self.app.store.records().puzzles
        unit = self.game.unit(self.game.metrics[0])

        def line(puzzle: Puzzle[Any]) -> str:
            best = records.get(Session(puzzle).id)
            optimum = puzzle.facts.get(unit)
            facts = f"{optimum} {unit}" if optimum is not None else ""
            return f"{'★' if best and best.won else ' '} {puzzle.id[:40]:<40}  {facts}"

        self._choose(title, [line(puzzle) for puzzle in puzzles], lambda number: self.app.open_pack(puzzles, number))

    def _choose_performer(self) -> None:
        game = self.game
        found = summaries(game)
        lines = [f"{name:<14}{summary}" for name, summary in found.items()]
        self._choose("Who plays?", lines, lambda number: self.app.make_another(game, performer=list(found)[number]))

    def _show_records(self) -> None:
        records = self.app.store.records().games
        lines = [
            (game_of_name(name).title, ", ".join(best_lines(best))) for name, best in records.items() if name in names()
        ]
        empty = [("Nothing yet", "finish a game, and it stands here")]
        self.app.push_screen(HelpScreen("Records", "", lines or empty))
