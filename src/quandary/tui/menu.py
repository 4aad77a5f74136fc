"""The first screen: the games, each playing to itself, and what can be done with the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option as Line

from quandary.core.errors import QuandaryError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.words import counted
from quandary.engine.ladder import climbed, title_of
from quandary.engine.progress import record_of
from quandary.engine.puzzles import read_file
from quandary.engine.session import Session
from quandary.tui.commands import GRADES
from quandary.tui.dialogs import Choice, HelpScreen, Question
from quandary.tui.new_puzzle import PUZZLE
from quandary.tui.playback import summaries
from quandary.tui.standing import day_at, figures, history, levels_screen, months
from quandary.tui.store import Saved
from quandary.tui.thumbnail import Thumbnail
from quandary.tui.window import LeavableScreen

if TYPE_CHECKING:
    from quandary.tui.app import QuandaryApp

MODES = (
    ("go_on", "Continue", "nothing to go on with"),
    ("play", "Play", "a new one (1-4: how hard)"),
    ("custom", "Choose", "a level, a seed, a board"),
    ("daily", "Daily", "everybody's puzzle today"),
    ("packs", "Levels", "to climb, or your file"),
    ("watch", "Watch", "a solver or a player"),
    ("lesson", "Lesson", "the first five steps"),
    ("records", "Records", "what you have reached"),
)
CONTINUE, PLAY = (next(at for at, (name, *_) in enumerate(MODES) if name == wanted) for wanted in ("go_on", "play"))


class Menu(LeavableScreen[None]):
    """Games on the left, the chosen one and its modes on the right."""

    app: QuandaryApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("p", "mode('play')", "play"),
        Binding("c", "mode('go_on')", "continue"),
        Binding("d", "mode('daily')", "daily"),
        Binding("k", "mode('packs')", "levels"),
        Binding("w", "mode('watch')", "watch"),
        Binding("e", "mode('lesson')", "lesson"),
        Binding("r", "mode('records')", "records"),
        Binding("left,escape", "to_games", "games", show=False),
        Binding("right", "to_modes", "modes", show=False),
        Binding("q", "app.quit", "quit"),
        *(Binding(str(grade), f"grade({grade})", show=False) for grade in GRADES),
    ]
    CSS = """
    Menu #title { height: 1; background: $panel; padding: 0 1; }
    Menu #games { width: 22; height: 1fr; padding: 1 1; }
    Menu #about { height: 2; padding: 0 1; }
    Menu #modes { height: 9; padding: 0 0 1 0; text-wrap: nowrap; text-overflow: ellipsis; }
    Menu OptionList { background: $surface; border: none; }
    Menu OptionList:focus { background: $boost; }
    """

    def __init__(self, chosen: str | None = None) -> None:
        super().__init__()
        self._games = [game_of_name(name) for name in names()]
        self._first = names().index(chosen) if chosen in names() else None

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
        """A game is chosen from the beginning: the one that was asked for, or the one to go on with."""
        if not self.is_whole:
            # The app closes.
            return
        saved = [saved for saved in self.app.store.saved() if saved.game in names()]
        if saved and self._first is None:
            self._first = names().index(saved[0].game)
            self._list("modes").focus()
        else:
            self._list("games").focus()
        self._list("games").highlighted = self._first or 0

    @property
    def is_whole(self) -> bool:
        """Whether both lists are there."""
        return self.is_attached and len(self.query(OptionList)) == len(("games", "modes"))

    def _list(self, name: str) -> OptionList:
        return self.query_one(f"#{name}", OptionList)

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is chosen."""
        return self._games[self._list("games").highlighted or 0]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game shows itself."""
        if event.option_list.id == "games" and self.is_whole:
            self.query_one("#about", Static).update(self.game.summary)
            self.query_one(Thumbnail).show(self.game)
            self._show_saved()

    def _show_saved(self) -> None:
        """What there is to go on with; the cursor is there if there is anything."""
        self.app.autosave.flush()
        saved, modes = self.app.store.saved(self.game.name), self._list("modes")
        _, title, nothing = MODES[CONTINUE]
        more = f" (+{len(saved) - 1})" if len(saved) > 1 else ""
        modes.replace_option_prompt_at_index(CONTINUE, f"{title:<10}{saved[0].words + more if saved else nothing}")
        modes.highlighted = CONTINUE if saved else PLAY

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter on a game goes on to what to do with it; Enter there does it."""
        if event.option_list.id == "games":
            self.action_to_modes()
        else:
            self.action_mode(MODES[event.option_index][0])

    def on_screen_suspend(self) -> None:
        """Nobody looks."""
        if self.is_whole:
            self.query_one(Thumbnail).pause()

    def on_screen_resume(self) -> None:
        """Back from a game."""
        if not self.is_whole:
            return
        self.query_one(Thumbnail).go_on()
        if self._list("games").highlighted is not None:
            self._show_saved()

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
        keys += [("1 to 4", "play at once: easy, medium, hard, very hard")]
        keys += [(binding.key_display or binding.key, binding.description) for binding in shown]
        self.app.push_screen(HelpScreen("Quandary", "Choose a game, then what to do with it.", keys))

    def action_mode(self, mode: str) -> None:
        """Does what was chosen."""
        actions: dict[str, Callable[[], None]] = {
            "play": lambda: self.app.make_another(self.game),
            "go_on": self._go_on,
            "custom": lambda: self.app.ask_for_puzzle(self.game),
            "daily": self._show_days,
            "packs": self._choose_pack,
            "watch": self._choose_performer,
            "lesson": lambda: self.app.teach(self.game),
            "records": self._show_records,
        }
        actions[mode]()

    def action_grade(self, grade: int) -> None:
        """A puzzle of this grade, at once."""
        self.app.open_grade(self.game, grade)

    def _go_on(self) -> None:
        """The games that were left: of the chosen game first, then of the others."""
        self.app.autosave.flush()
        saved = [saved for saved in self.app.store.saved() if saved.game in names()]
        saved.sort(key=lambda one: one.game != self.game.name)
        if not saved:
            self.notify("There is no game to go on with.")
            return

        def line(one: Saved) -> str:
            game = game_of_name(one.game)
            return f"{game.title:<18} {title_of(game, one.id)[:22]:<22} {one.words}"

        def go_on(number: int) -> None:
            session = self.app.store.load(saved[number])
            if session is not None:
                self.app.go_on(session)

        def discard(numbers: list[int]) -> None:
            for number in numbers:
                session = self.app.store.load(saved[number])
                if session is not None and session.moves:
                    self.app.store.progress.add(record_of(session))
                self.app.store.discard(saved[number])
            self._show_saved()

        self._choose("Which game?", [line(one) for one in saved], go_on, discard)

    def _choose(
        self,
        title: str,
        lines: list[str],
        then: Callable[[int], None],
        discard: Callable[[list[int]], None] | None = None,
    ) -> None:
        def hand_on(number: int | None) -> None:
            if number is not None:
                then(number)

        self.app.push_screen(Choice(title, lines, discard), hand_on)

    def _choose_pack(self) -> None:
        game, progress = self.game, self.app.store.progress.read()
        standings = climbed(game, progress)
        lines = [
            f"{standing.level.title:<20}{standing.words if standing.is_open else 'locked':>8}  ★ {sum(standing.stars)}"
            for standing in standings
        ]

        def open_rung(chosen: tuple[int, int] | None) -> None:
            if chosen is not None:
                self.app.open(standings[chosen[0]].rungs[chosen[1]].puzzle)

        def open_level(number: int) -> None:
            if number < len(standings):
                self.app.push_screen(levels_screen(game, standings, number), open_rung)
            else:
                self.app.push_screen(Question("Which file? (any format that the game reads)"), self._open_file)

        self._choose(f"{game.title}: which level?", [*lines, "a file of your own …"], open_level)

    def _show_days(self) -> None:
        game, progress, today = self.game, self.app.store.progress.read(), date.today()

        def open_day(chosen: tuple[int, int] | None) -> None:
            day = None if chosen is None else day_at(game, progress, today, *chosen)
            if day is not None:
                self.app.make_puzzle(game, {PUZZLE: day.id})

        self.app.push_screen(months(game, progress, today), open_day)

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
        progress = self.app.store.progress.read()
        unit = self.game.unit(self.game.metrics[0])

        def line(puzzle: Puzzle[Any]) -> str:
            best = progress.puzzle(Session(puzzle).canonical_id)
            optimum = puzzle.facts.get(unit)
            facts = counted(optimum, unit) if isinstance(optimum, int) else ""
            return f"{'★' if best and best.won else ' '} {puzzle.id[:40]:<40}  {facts}"

        self._choose(title, [line(puzzle) for puzzle in puzzles], lambda number: self.app.open_pack(puzzles, number))

    def _choose_performer(self) -> None:
        game = self.game
        found = summaries(game)
        lines = [f"{name:<14}{summary}" for name, summary in found.items()]
        self._choose("Who plays?", lines, lambda number: self.app.make_another(game, performer=list(found)[number]))

    def _show_records(self) -> None:
        progress = self.app.store.progress.read()
        played = {record.game for record in progress.own()} | set(progress.games())
        lines = [line for game in self._games if game.name in played for line in figures(game, progress, date.today())]
        empty = [("Nothing yet", "finish a game, and it stands here")]
        self.app.push_screen(HelpScreen("Records", "", [*lines, *history(progress)] or empty))
