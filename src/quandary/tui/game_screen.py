"""The screen on which every game is played: one board, one session, and everything that games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from quandary.core.budget import Cancel, Progress
from quandary.core.errors import QuandaryError
from quandary.core.game import Event, Status
from quandary.engine.session import Restarted, Session, Undone
from quandary.engine.solve import Verdict, choose_strategy
from quandary.tui.board import ANIMATION_SPEEDS, Board
from quandary.tui.boards import board_class
from quandary.tui.commands import BINDINGS, PLAYING, WATCHING
from quandary.tui.dialogs import Choice, HelpScreen
from quandary.tui.end_screen import EndScreen
from quandary.tui.panel import Panel
from quandary.tui.playback import (
    USUAL_PACE,
    find_solution,
    player_moves,
    player_of,
    summaries,
)
from quandary.tui.store import Best, clock, result_of
from quandary.tui.watch import Watcher
from quandary.tui.worker import Failed, Feed, Waiting, Work

if TYPE_CHECKING:
    from quandary.tui.app import QuandaryApp

# From these widths and heights on, the screen has these classes.
_WIDTHS = [(0, "-tiny"), (40, "-narrow"), (78, "-normal")]
_HEIGHTS = [(0, "-flat"), (12, "-low"), (22, "-high")]


class GameScreen(Screen[None]):
    """A game being played or watched."""

    app: QuandaryApp

    BINDINGS = BINDINGS
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    VERTICAL_BREAKPOINTS = _HEIGHTS
    CSS = """
    GameScreen #title { height: 1; padding: 0 1; background: $panel; }
    GameScreen #words { height: 1; padding: 0 1; }
    GameScreen.-narrow #words { height: 2; }
    GameScreen.-narrow Panel, GameScreen.-tiny Panel { display: none; }
    GameScreen.-tiny #table, GameScreen.-flat #table { display: none; }
    GameScreen #small { display: none; height: 1fr; content-align: center middle; }
    GameScreen.-tiny #small, GameScreen.-flat #small { display: block; }
    """

    def __init__(
        self,
        session: Session[Any, Any],
        performer: str | None = None,
        options: Mapping[str, Any] | None = None,
        pace: float = USUAL_PACE,
    ) -> None:
        super().__init__()
        self.session = session
        self._performer = performer
        self._options = options or {}
        self._watcher = Watcher(self, pace, is_helping=performer is None)
        self._recorded: Status | None = None
        self._ending_is_due = False
        self._best: Best | None = None
        self._title_shown = Content()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="table"):
            session = self.session
            yield board_class(session.game)(session.game, session.position, self.app.palette)
            yield Panel()
        yield Static("This window is too small to play in: 40 by 12 is the least.", id="small")
        yield Static(id="words", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Everything is there: the game begins."""
        self.set_interval(1.0, self._show_facts)
        self.board.speed = ANIMATION_SPEEDS[self.app.animation]
        self.board.play = self._play
        self.begin(self.session)
        if self._performer is not None:
            self._watch(self._performer)

    def on_resize(self) -> None:
        """What is shown where depends on the room."""
        self.call_after_refresh(self._show_facts)

    @property
    def board(self) -> Board[Any, Any]:
        """The board."""
        return self.query_one(Board)

    def begin(self, session: Session[Any, Any]) -> None:
        """Puts another puzzle of the same game on the board."""
        self._end_playback()
        self.session = session
        session.subscribe(self._hear)
        self._recorded = None
        self._best = self.app.store.records().puzzles.get(session.id)
        board = self.board
        board.position = session.position
        board.reset()
        board.show(session.position)
        board.focus()
        resumed = f"Back after {len(session.moves)} moves. " if session.moves else ""
        self.say(resumed + board.first_words)
        self._show_facts()

    # What happens

    def _hear(self, events: Sequence[Event]) -> None:
        session = self.session
        went_back = any(isinstance(event, (Undone, Restarted)) for event in events)
        last_move = None if went_back else session.turn.move
        if went_back:
            self.board.position = session.position
            self.board.reset()
        self.board.show(session.position, () if went_back else events, last_move)
        self._show_facts()
        self._save()
        if session.status is not Status.PLAYING and not went_back:
            self._ending_is_due = True
            self.set_timer(0.05, self._end_when_quiet)

    def _play(self, moves: Sequence[Any], goes_on: bool) -> None:
        """The player moves."""
        if self._watcher.is_on:
            return
        self.say("")
        try:
            if goes_on:
                self.session.amend(moves[0] if moves else None)
            else:
                for move in moves:
                    self.session.play(move)
        except QuandaryError as error:
            self.say(f"No: {error}.")
            self.board.refuse(moves)

    def on_board_said(self, message: Board.Said) -> None:
        """The board has something to say."""
        self.say(message.text)

    def say(self, text: str) -> None:
        """Shows a line below the board."""
        self.query_one("#words", Static).update(text)

    def _show_facts(self) -> None:
        session = self.session
        self._show_title()
        self.query_one(Panel).show(session, self.board.status_lines(), self._best)

    def _show_title(self) -> None:
        """The game and its id; where there is no room for the panel, also what matters most of it."""
        session = self.session
        facts = f"  {session.move_count} moves  {clock(session.elapsed)}" if self.has_class("-narrow") else ""
        name = _shortened(session.id, 24 if facts else 48)
        text = Content.assemble((session.game.title, "bold"), "  ", (name, "dim"), facts)
        if text != self._title_shown:
            self._title_shown = text
            self.query_one("#title", Static).update(text)

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can be done depends on who is playing."""
        is_watching = self._watcher.is_on
        if action in [name for name, *_ in WATCHING]:
            return is_watching
        if action in [name for name, *_ in PLAYING]:
            return not is_watching
        return True

    def action_undo(self) -> None:
        """One move back."""
        self.say("" if self.session.undo() else "There is no move to take back.")

    def action_redo(self) -> None:
        """One move forward again."""
        self.say("" if self.session.redo() else "There is no move to play again.")

    def action_restart(self) -> None:
        """Back to the start."""
        self.session.reset()
        self._recorded = None
        self.say("Back at the start.")

    def action_copy(self) -> None:
        """The id goes to the clipboard."""
        self.app.copy_to_clipboard(self.session.id)
        self.say(f"Copied: {_shortened(self.session.id, 60)}")

    def action_animation(self) -> None:
        """The next speed of animations."""
        self.say(f"Animations: {self.app.next_animation()}.")
        self.board.speed = ANIMATION_SPEEDS[self.app.animation]

    def action_palette(self) -> None:
        """The next colours."""
        self.say(f"Colours: {self.app.next_palette()}.")
        self.board.palette = self.app.palette
        self.board.repaint()

    def action_help(self) -> None:
        """The keys of this screen."""
        session, watched = self.session, self._watcher.is_on
        common = [(key, what) for _, key, what in (WATCHING if watched else PLAYING)]
        others = [("v", "animation speed"), ("p", "colours"), ("Esc", "stop watching" if watched else "to the menu")]
        own = [] if watched else list(self.board.keys)
        self.app.push_screen(HelpScreen(session.game.title, session.game.summary, [*own, *common, *others]))

    def action_new(self) -> None:
        """Asks which puzzle is wanted, and begins it."""
        self.app.ask_for_puzzle(self.session.game)

    def action_leave(self) -> None:
        """Ends watching; or saves the game and goes back to the menu."""
        if self._watcher.is_on and self._performer is None:
            self._end_playback()
            self.say("The rest is yours: u takes moves back.")
            return
        self.keep()
        self.dismiss()

    def keep(self) -> None:
        """The game is left as it is, for another time."""
        self._end_playback()
        self._save()

    def _save(self) -> None:
        if self._performer is None:
            self.app.autosave.note(self.session)

    # Advice

    def _think(self, what: str, work: Work[Any], then: Any) -> None:
        """Does some work in the background and hands its result on, if there is one."""

        def hand_on(result: Any) -> None:
            if result is not None and not isinstance(result, Failed):
                then(result)
                return
            self.say("Cancelled." if result is None else f"{what}: {result}")
            # With nobody to watch, the game is the player's own.
            self._performer, self._watcher.is_helping = None, True

        self.app.push_screen(Waiting(what, work), hand_on)

    def action_hint(self) -> None:
        """Points at one good move."""
        if self.session.status is Status.PLAYING:
            self._think("Looking for a hint", lambda *watched: (self.session.hint(*watched),), self._point)

    def _point(self, found: tuple[Any | None]) -> None:
        move = found[0]
        if move is None:
            self.say("There is no way on from here. Press u to take moves back.")
            return
        self.board.point_at(move)
        self.say(f"Hint: {self.session.game.format_move(move)}")
        self._show_facts()
        self._save()

    def action_judge(self) -> None:
        """Says whether the game can still be won, and how far it is."""
        session = self.session
        if session.game.is_scored:
            self.say("This game is played for a score: there is no end to be far from.")
            return
        self._think("How far is it?", lambda *watched: (session.distance(*watched),), self._tell_distance)

    def _tell_distance(self, found: tuple[int | None]) -> None:
        game = self.session.game
        if found[0] is None:
            self.say("It cannot be won any more. Press u to take moves back.")
        else:
            self.say(f"It can be won: {found[0]} {game.unit(game.metrics[0])} from here.")

    # Watching

    def action_solve(self) -> None:
        """Shows the solution from here."""
        if self.session.status is not Status.PLAYING:
            return
        if not self.session.game.is_scored:
            self._solve_and_show(None)
            return
        found = summaries(self.session.game, self.session.position)

        def watch(number: int | None) -> None:
            if number is not None:
                self._watch(list(found)[number])

        lines = [f"{name:<14}{summary}" for name, summary in found.items()]
        self.app.push_screen(Choice("Who plays on?", lines), watch)

    def _watch(self, name: str) -> None:
        session = self.session
        player = player_of(session.game, name)
        if player is None:
            self._solve_and_show(name)
        else:
            moves = player_moves(session.game, session.position, player, self._options)
            self._begin_playback(moves, f"strategy:{name}")

    def _solve_and_show(self, name: str | None) -> None:
        def work(cancel: Cancel, progress: Progress) -> Verdict:
            return find_solution(self.session, name, self._options, cancel, progress)

        def show(verdict: Verdict) -> None:
            if verdict.moves is None:
                self.say("It cannot be won from here: that is proven. Press u to take moves back.")
            else:
                solver = choose_strategy(self.session.game, name).name
                self._begin_playback(Feed(verdict.moves, len(verdict.moves)), f"solver:{solver}")

        self._think("Solving", work, show)

    def _begin_playback(self, moves: Feed[Any], by: str) -> None:
        self.board.is_active = False
        self._watcher.begin(self.session, moves, by)
        self.refresh_bindings()

    def _end_playback(self) -> None:
        if self._watcher.is_on:
            self._watcher.end()
            self.board.is_active = True
            self.refresh_bindings()

    def action_pause(self) -> None:
        """Stops for a look, or goes on."""
        self._watcher.pause()

    def action_step_on(self) -> None:
        """One move forward, and then a pause."""
        self._watcher.step_on()

    def action_step_back(self) -> None:
        """One move back, and then a pause."""
        self._watcher.step_back()

    def action_faster(self) -> None:
        """Less time a move."""
        self._watcher.hurry(2)

    def action_slower(self) -> None:
        """More time a move."""
        self._watcher.hurry(0.5)

    def on_watcher_over(self) -> None:
        """There is no move left to watch."""
        if self._performer is None:
            self._end_playback()

    # The end

    def _end_when_quiet(self) -> None:
        """Says how it went, once the board has come to rest."""
        if self.board.is_animating:
            self.set_timer(0.1, self._end_when_quiet)
            return
        if not self._ending_is_due or self.session.status is Status.PLAYING:
            return
        self._ending_is_due = False
        if self._performer is not None:
            return
        self._end_playback()
        self.app.push_screen(EndScreen(self.session, self._record(), self.board), self._after_end)

    def _record(self) -> list[str]:
        session = self.session
        if self._recorded in (Status.WON, session.status):
            return []
        self._recorded = session.status
        return self.app.store.add_result(result_of(session))

    def _after_end(self, choice: str | None) -> None:
        if choice == "again":
            self.app.next_puzzle(self.session.game)
        elif choice == "leave":
            self.dismiss()
        elif choice == "restart":
            self.action_restart()
        elif choice == "undo":
            self.action_undo()


def _shortened(text: str, most: int = 48) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
