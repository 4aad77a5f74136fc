"""The app: which screen comes next, and what all screens share."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from textual import events
from textual.actions import ActionParseResult
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.filter import LineFilter

from quandary.core.game import Game, Puzzle
from quandary.engine.ladder import climbed, next_rung, rung_of
from quandary.engine.session import Session
from quandary.tui.ascii import PlainCharacters, wants_ascii
from quandary.tui.autosave import Autosave
from quandary.tui.board import ANIMATION_SPEEDS
from quandary.tui.commands import GRADES
from quandary.tui.ending import hear_ending
from quandary.tui.game_screen import GameScreen
from quandary.tui.lesson_screen import LessonScreen
from quandary.tui.menu import Menu
from quandary.tui.new_puzzle import PUZZLE, SEED, Made, NewPuzzle, making
from quandary.tui.palettes import HIGH_CONTRAST, MONO, PALETTES, STANDARD, Palette, palette_after
from quandary.tui.playback import USUAL_PACE
from quandary.tui.store import Store, data_folder
from quandary.tui.window import LeavableScreen
from quandary.tui.worker import Failed, Waiting

# The preference that names the games whose lesson was shown.
_LESSONS = "lessons"
# Rounds in which the effects of a key have an end; an Enter that opens a game takes five.
_MOST_ROUNDS = 20
# Seconds to wait for a widget that may be closing and never answer.
_PATIENCE = 1.0


class QuandaryApp(App[None]):
    """Menu, games and what is kept between them."""

    TITLE = "Quandary"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = """
    Footer { background: $panel; }
    """

    def __init__(
        self,
        session: Session[Any, Any] | None = None,
        *,
        performer: str | None = None,
        options: Mapping[str, Any] | None = None,
        pace: float = USUAL_PACE,
    ) -> None:
        # Without colour nothing but characters and reverse video may be sent, and that is the ANSI way.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self._session = session
        self._performer = performer
        self._options = options or {}
        self._pace = pace
        self._following: list[Puzzle[Any]] = []
        """What is left of the pack that is being played."""
        self._plain = PlainCharacters() if wants_ascii(os.environ) else None
        self._told: set[str] = set()
        self._input: deque[events.Event] = deque()
        """Keys, clicks and pasted text that are still to be delivered."""
        self._is_settled = True
        """Whether the effects of the last key are complete, as far as is known."""
        self._feeder: asyncio.Task[None] | None = None
        self.store = Store(data_folder(), self._tell)
        self.autosave = Autosave(self.store)
        preferences = self.store.preferences()
        animation = str(preferences.get("animation"))
        self.animation = animation if animation in ANIMATION_SPEEDS else "normal"
        self.has_clock = preferences.get("clock") is not False
        self.palette: Palette = MONO if self.no_color else PALETTES.get(str(preferences.get("palette")), STANDARD)

    def _tell(self, text: str) -> None:
        """Says what is wrong with a file, once: a full disk is met at every move."""
        if text in self._told:
            return
        self._told.add(text)
        self.call_later(self.notify, text, severity="warning", timeout=10, markup=False)

    def pop_screen(self) -> AwaitComplete:
        """Closes the window on top; below the last one is the menu.

        An app that closes has no screen to spare: a window that is asked to close then has been served already.
        """
        if len(self.screen_stack) <= 1:
            return AwaitComplete()
        gone = self.screen
        popped = super().pop_screen()
        if len(self.screen_stack) == 1 and self.return_code is None:
            self.push_screen(Menu(gone.session.game.name if isinstance(gone, GameScreen) else None))
        return popped

    async def on_event(self, event: events.Event) -> None:
        """Deliver keys, clicks and pasted text one after the other, each when the one before has had its effect.

        Textual handles a key in several steps, in the queues of a widget, its parents, the screen and the app. A key
        that arrives before the last step of the one before it would reach a screen that is about to be left, or one
        whose widgets don't exist yet.
        """
        if not isinstance(event, (events.InputEvent, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        self._input.append(event)
        if self._feeder is None:
            self._feeder = asyncio.create_task(self._feed_input())

    @property
    def _takes_input(self) -> bool:
        """Whether there is a screen for keys and clicks; there is none while the app closes."""
        return self.return_code is None and bool(self.screen_stack)

    async def _feed_input(self) -> None:
        """Deliver all input that is waiting."""
        try:
            while self._input and self._takes_input:
                if not self._is_settled:
                    await self._settle()
                event = self._input.popleft()
                # A mouse that only moves changes nothing that a key would have to wait for.
                self._is_settled = self._is_settled and isinstance(event, events.MouseMove)
                await self._in_queue_of(self, self._serve, event)
        except Exception as error:
            # Textual looks after the tasks of its widgets, not after this one.
            self._handle_exception(error)
        finally:
            self._input.clear()
            self._feeder = None

    async def _serve(self, event: events.Event) -> None:
        if self._takes_input:
            await super().on_event(event)

    async def _in_queue_of(self, node: DOMNode, callback: Callable[..., Awaitable[None]], *arguments: object) -> None:
        """Call something when a node has handled all its messages, and wait for that."""
        is_done = asyncio.Event()

        async def call() -> None:
            try:
                await callback(*arguments)
            finally:
                is_done.set()

        if node.call_later(call):
            # A node that is being removed may never answer.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(is_done.wait(), _PATIENCE)

    async def _settle(self) -> None:
        """Wait until nothing of the last key is left to be done: no step, no result, no screen to be mounted.

        In each round every queue on the way from the focused widget to the app handles what was in it. A key takes
        one round to reach the app, and what is posted then is handled in the second. More are needed only while they
        change which screen is on top or what has the focus.
        """
        before: object = None
        for _ in range(_MOST_ROUNDS):
            if not self._takes_input:
                return
            for node in (self.focused or self.screen).ancestors_with_self:
                await self._in_queue_of(node, asyncio.sleep, 0)
            if not self._takes_input:
                return
            now = (*self.screen_stack, self.focused)
            if now == before:
                break
            before = now
        self._is_settled = True

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """A key that comes before the parts of a screen are there, or when they are going, asks for nothing."""
        screen = self.screen
        if isinstance(screen, LeavableScreen) and not screen.is_whole and action != "app.quit":
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def on_mount(self) -> None:
        """The game that was asked for, or the menu; who plays at once need not wait until every game is loaded."""
        if not self.is_headless:
            hear_ending(self._leave)
        self.register_theme(HIGH_CONTRAST)
        self._dress()
        session = self._session
        if session is None:
            self.push_screen(Menu())
        elif self._performer is not None:
            self.push_screen(GameScreen(session, self._performer, self._options, self._pace))
        elif session.moves:
            self.store.set_other_game_aside(session)
            self.play(session)
        else:
            self.open(session.puzzle)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What changes every line before it is sent: where a terminal has no Unicode, characters that it has."""
        filters = super().get_line_filters()
        return [*filters, self._plain] if self._plain is not None else filters

    def get_css_variables(self) -> dict[str, str]:
        """The theme; without colours, what has the focus must show by other means."""
        variables = super().get_css_variables()
        if self.no_color:
            variables |= {"block-cursor-text-style": "bold underline", "button-focus-text-style": "bold underline"}
        return variables

    async def action_quit(self) -> None:
        """Saves the game that is open and ends, whichever key it was."""
        self._leave(0)

    def _leave(self, return_code: int) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.keep()
        self.autosave.flush()
        self.exit(return_code=return_code)

    def _handle_exception(self, error: Exception) -> None:
        """Save the games that are open and end; `run` tells the user. Textual would print a traceback with all values.

        This overrides a private method: Textual has no public one for errors in handlers of messages.
        """
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            for screen in self.screen_stack:
                if isinstance(screen, GameScreen):
                    # A game that cannot even be copied is on the disk as it was after the last move.
                    with contextlib.suppress(Exception):
                        screen.save()
        self._close_messages_no_wait()

    @property
    def failure(self) -> Exception | None:
        """The error that has ended the app, if one has."""
        return self._exception

    # Preferences

    def next_animation(self) -> str:
        """The next speed of animations, and its name."""
        names = list(ANIMATION_SPEEDS)
        self.animation = names[(names.index(self.animation) + 1) % len(names)]
        self.store.prefer(animation=self.animation)
        return self.animation

    def _dress(self) -> None:
        """The colours of everything but the boards."""
        if not self.no_color:
            self.theme = self.palette.theme

    def next_palette(self) -> str:
        """The next colours, and their name."""
        self.palette = palette_after(self.palette.name)
        self._dress()
        self.store.prefer(palette=self.palette.name)
        return self.palette.name

    # Games

    def play(self, session: Session[Any, Any], *, performer: str | None = None) -> None:
        """Opens a game, in place of the one that is open."""
        screen = self.screen
        if isinstance(screen, GameScreen):
            screen.keep()
            if screen.session.game is session.game and performer is None:
                screen.begin(session)
            else:
                self.switch_screen(GameScreen(session, performer, pace=self._pace))
        else:
            self.push_screen(GameScreen(session, performer, pace=self._pace))
            if performer is None and not session.moves:
                self._offer_lesson(session.game)

    def _offer_lesson(self, game: Game[Any, Any]) -> None:
        """The first game of its kind begins with a lesson; whoever has played it before needs none."""
        taken = self.store.preferences().get(_LESSONS)
        taken = taken if isinstance(taken, list) else []
        if game.name in taken or game.lesson() is None:
            return
        self.store.prefer(**{_LESSONS: [*taken, game.name]})
        if not self.store.progress.read().game(game.name).played and not self.store.saved(game.name):
            self.teach(game)

    def teach(self, game: Game[Any, Any], then: Callable[[None], None] | None = None) -> None:
        """The game's first lesson, over whatever is open."""
        if game.lesson() is None:
            self.notify(f"{game.title} has no lesson.", markup=False)
            if then is not None:
                then(None)
        else:
            self.push_screen(LessonScreen(game), then)

    def open(self, puzzle: Puzzle[Any], *, performer: str | None = None) -> None:
        """Begins a puzzle, or goes on with it if it was left."""
        session: Session[Any, Any] = Session(puzzle)
        self.autosave.flush()
        saved = None if performer else self.store.saved_game(puzzle.game, session.canonical_id)
        if saved is not None:
            # A saved game does not hold what its source knows of the puzzle: the optimum, for example.
            saved.puzzle = puzzle
        self.play(saved or session, performer=performer)

    def go_on(self, session: Session[Any, Any]) -> None:
        """A game that was left. Its file does not hold what a ladder knows of the puzzle: the optimum, for example."""
        if rung := rung_of(session.game, session.id):
            session.puzzle = rung.puzzle
        self.play(session)

    def open_pack(self, puzzles: Sequence[Puzzle[Any]], number: int) -> None:
        """Begins a puzzle of a pack; those after it come next."""
        self.open(puzzles[number])
        self._following = list(puzzles[number + 1 :])

    def next_puzzle(self, last: Session[Any, Any]) -> None:
        """What comes after a game: the next one of the pack, the next rung of the ladder, or a new one."""
        game = last.game
        if self._following and self._following[0].game == game.name:
            self.open(self._following.pop(0))
            return
        rung = next_rung(game, self.store.progress.read(), last.id) if rung_of(game, last.id) else None
        if rung is not None:
            self.open(rung.puzzle)
        else:
            self.make_another(game)

    def open_grade(self, game: Game[Any, Any], grade: int, last: str | None = None) -> None:
        """A puzzle as hard as the grade says, from the game's levels: the first that is not won yet.

        Where `last` was played before, it is the next one after that, and never `last` itself.
        """
        standings = climbed(game, self.store.progress.read())
        if not standings:
            self.make_another(game)
            return
        wanted = round((grade - GRADES[0]) * (len(standings) - 1) / (GRADES[-1] - GRADES[0]))
        # A level that is locked leaves the hardest that is open.
        standing = [one for one in standings[: wanted + 1] if one.is_open][-1]
        current = rung_of(game, last) if last is not None else None
        others = [rung for rung in standing.rungs if rung != current]
        if not others:
            self.make_another(game)
            return
        after = current.number if current in standing.rungs else 0
        is_won = {rung.id: stars > 0 for rung, stars in zip(standing.rungs, standing.stars, strict=True)}
        rung = min(others, key=lambda rung: (is_won[rung.id], rung.number <= after, rung.number))
        self._following.clear()
        self.open(rung.puzzle)

    def make_another(self, game: Game[Any, Any], *, performer: str | None = None) -> None:
        """A new puzzle with the settings of the last one; with the usual ones if those make none any more."""
        chosen = self._chosen(game)

        def fall_back(problem: str) -> None:
            if chosen:
                self.store.prefer(**{f"settings of {game.name}": None})
                self.make_another(game, performer=performer)
            self.notify(problem, severity="error", markup=False)

        self.make_puzzle(game, chosen, performer=performer, fail=fall_back)

    def _chosen(self, game: Game[Any, Any]) -> dict[str, Any]:
        chosen = self.store.preferences().get(f"settings of {game.name}", {})
        return dict(chosen) if isinstance(chosen, dict) else {}

    def ask_for_puzzle(self, game: Game[Any, Any]) -> None:
        """Asks for settings, and remembers those that have made a puzzle."""

        def hand_on(made: Made | None) -> None:
            if made is None:
                return
            puzzle, settings = made
            if PUZZLE not in settings:
                kept = {name: value for name, value in settings.items() if name != SEED}
                self.store.prefer(**{f"settings of {game.name}": kept})
            self._following.clear()
            self.open(puzzle)

        self.push_screen(NewPuzzle(game, self._chosen(game)), hand_on)

    def make_puzzle(
        self,
        game: Game[Any, Any],
        settings: Mapping[str, Any],
        *,
        performer: str | None = None,
        fail: Callable[[str], None] | None = None,
    ) -> None:
        """Makes a puzzle in the background and opens it."""
        self._following.clear()

        def hand_on(result: Puzzle[Any] | Failed | None) -> None:
            if isinstance(result, Failed):
                (fail or self._complain)(str(result))
            elif result is not None:
                self.open(result, performer=performer)

        self.push_screen(Waiting("Making a puzzle", making(game, settings)), hand_on)

    def _complain(self, problem: str) -> None:
        self.notify(problem, severity="error", markup=False)
