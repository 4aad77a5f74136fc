"""The screen on which every game is played: one board, one session, and everything that games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Footer, Static

from quandary.core.budget import Cancel, Progress
from quandary.core.errors import QuandaryError
from quandary.core.game import Event, Status
from quandary.core.words import counted
from quandary.engine.progress import Best, Record, record_of
from quandary.engine.session import Jumped, Session, Undone
from quandary.engine.solve import Verdict, choose_strategy
from quandary.engine.tips import Tip
from quandary.engine.turns import Left
from quandary.tui.board import ANIMATION_SPEEDS, Board
from quandary.tui.boards import board_class
from quandary.tui.commands import BINDINGS, PLAYING, WATCHING
from quandary.tui.dialogs import Choice, HelpScreen, Pause
from quandary.tui.end_screen import EndScreen
from quandary.tui.panel import Panel, short_facts
from quandary.tui.playback import (
    USUAL_PACE,
    find_solution,
    player_moves,
    player_of,
    summaries,
)
from quandary.tui.watch import Watcher
from quandary.tui.window import LeavableScreen
from quandary.tui.worker import Failed, Feed, Waiting, Work

if TYPE_CHECKING:
    from quandary.tui.app import QuandaryApp

# From these widths and heights on, the screen has these classes.
_WIDTHS = [(0, "-tiny"), (40, "-narrow"), (78, "-normal")]
_HEIGHTS = [(0, "-flat"), (12, "-low"), (22, "-high")]


class GameScreen(LeavableScreen[None]):
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
        self._recorded: tuple[Record, list[str]] | None = None
        """The game that was played to its end here, and which records it broke."""
        self._resumed_at = session.turn
        """Where the player has begun or gone on; who leaves there has played nothing."""
        self._ending_is_due = False
        self._unsubscribe: Callable[[], None] = lambda: None
        self._player_game: Left[Any, Any] | None = None
        """The player's game as it stood before a solver or a strategy began to play in it."""
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
        if not self.is_whole:
            return
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
    def is_whole(self) -> bool:
        """Whether the board and the panel beside it are there."""
        return self.is_attached and bool(self.query("Panel > #facts"))

    @property
    def board(self) -> Board[Any, Any]:
        """The board."""
        return self.query_one(Board)

    def begin(self, session: Session[Any, Any]) -> None:
        """Put another puzzle of the same game on the board; before the screen is mounted, mounting does that."""
        self._end_playback()
        self.session, self._resumed_at = session, session.turn
        self._unsubscribe()
        self._unsubscribe = lambda: None
        if not self.is_whole:
            return
        self._unsubscribe = session.subscribe(self._hear)
        self._recorded = None
        self._best = self.app.store.progress.read().puzzle(session.canonical_id)
        board = self.board
        board.position = session.position
        board.reset()
        board.show(session.position)
        board.focus()
        resumed = f"Back after {counted(session.turn.number, 'moves')}. " if session.moves else ""
        self.say(resumed + board.first_words)
        self._show_facts()

    # What happens

    def _hear(self, events: Sequence[Event]) -> None:
        session = self.session
        # First of all: an error in what follows must not cost the move.
        self.save()
        went_back = any(isinstance(event, (Undone, Jumped)) for event in events)
        last_move = None if went_back else session.turn.move
        if went_back:
            self.board.position = session.position
            self.board.reset()
        self.board.show(session.position, () if went_back else events, last_move)
        self._show_facts()
        if session.words and not went_back:
            self.say(session.words)
        if session.status is not Status.PLAYING and self._performer is None:
            self._record()
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
                self.session.play_step(moves)
        except QuandaryError as error:
            self.say(f"No: {error}.")
            self.board.refuse(moves)

    def on_board_said(self, message: Board.Said) -> None:
        """The board has something to say."""
        if not message.is_late:
            self.say(message.text)

    def say(self, text: str) -> None:
        """Show a line below the board, unless the screen is opening or closing."""
        if self.is_whole:
            self.query_one("#words", Static).update(text)

    def _show_facts(self) -> None:
        # A window that changes its size while the game opens asks for what is not there yet.
        if not self.is_whole:
            return
        session = self.session
        self._show_title()
        self.query_one(Panel).show(session, self.board.status_lines(), self._best, has_clock=self.app.has_clock)

    def _show_title(self) -> None:
        """The game and its id; where there is no room for the panel, also what matters most of it."""
        session = self.session
        title = session.game.title
        if self.has_class("-narrow"):
            facts = short_facts(session, self.size.width - len(title) - 4, has_clock=self.app.has_clock)
            text = Content.assemble((title, "bold"), "  ", facts)
        else:
            text = Content.assemble((title, "bold"), "  ", (_shortened(session.id), "dim"))
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
        """One step back: a move, a walk, or a restart."""
        refusal, leads_back = self.session.undo_refusal, self.session.has_just_jumped
        self.session.undo_step()
        done = "Your game is back as it was." if leads_back else ""
        self.say(done if refusal is None else f"{refusal[:1].upper()}{refusal[1:]}.")

    def action_redo(self) -> None:
        """One step forward again."""
        self.say("" if self.session.redo_step() else "There is no move to play again.")

    def action_restart(self) -> None:
        """Back to the start."""
        self.session.reset()
        self._recorded = None
        self.say("Back at the start: u brings the game back.")

    def action_mark(self) -> None:
        """Sets a checkpoint here."""
        number = self.session.set_checkpoint()
        self.save()
        self.say(f"Checkpoint {number} is set: g comes back here.")

    def action_return(self) -> None:
        """Back to a checkpoint: the only one, or the one that is chosen, the latest first."""
        numbers = range(len(self.session.checkpoints), 0, -1)
        if len(numbers) < 2:
            self._return_to(1)
            return
        turns = self.session.checkpoints
        lines = [f"Checkpoint {number}, after {counted(turns[number - 1].number, 'moves')}" for number in numbers]

        def return_to(chosen: int | None) -> None:
            if chosen is not None:
                self._return_to(numbers[chosen])

        self.app.push_screen(Choice("Back to which one?", lines), return_to)

    def _return_to(self, number: int) -> None:
        if self._watcher.is_on:
            return
        if not self.session.checkpoints:
            self.say("There is no checkpoint yet: m sets one.")
            return
        try:
            self.session.go_to_checkpoint(number)
        except QuandaryError as error:
            self.say(f"No: {error}.")
        else:
            self.say(f"At checkpoint {number}: u undoes that.")

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

    def action_clock(self) -> None:
        """Hides the clock, or shows it; a hidden one counts for nothing."""
        self.app.has_clock = not self.app.has_clock
        self.app.store.prefer(clock=self.app.has_clock)
        self.say("The clock is on." if self.app.has_clock else "The clock is hidden, and nothing is timed.")
        self._show_facts()

    def action_rest(self) -> None:
        """Stops the clock, with the board out of sight, until the player is back."""
        self.session.pause()
        self.save()
        self.app.push_screen(Pause(), lambda _: self.session.go_on())

    def action_help(self) -> None:
        """The keys of this screen."""
        session, watched = self.session, self._watcher.is_on
        common = [(key, what) for _, key, what in (WATCHING if watched else PLAYING)]
        others = [
            ("v", "animation speed"),
            ("p", "colours"),
            ("t", "hide or show the clock"),
            ("Esc", "stop watching" if watched else "to the menu"),
        ]
        own = [] if watched else list(self.board.keys)
        keys = [*own, *common, *others]

        def teach(is_wanted: bool | None) -> None:
            if is_wanted and not watched:
                self.action_lesson()

        self.app.push_screen(HelpScreen(session.game.title, session.game.summary, keys), teach)

    def action_lesson(self) -> None:
        """The first lesson, while the clock stands still."""
        self.session.pause()
        self.app.teach(self.session.game, lambda _: self.session.go_on())

    def action_new(self) -> None:
        """Asks which puzzle is wanted, and begins it."""
        self.app.ask_for_puzzle(self.session.game)

    def action_grade(self, grade: int) -> None:
        """Another puzzle, as hard as the key says; this one can be gone on with."""
        self.app.open_grade(self.session.game, grade, self.session.id)

    def action_leave(self) -> None:
        """Ends watching; or saves the game and goes back to the menu."""
        if self._watcher.is_on and self._performer is None:
            self._end_playback()
            self.say("Stopped. The rest is yours: play on, or u brings your game back as it was.")
            return
        self.keep()
        self.dismiss()

    def keep(self) -> None:
        """The game is left as it is, for another time."""
        self._end_playback()
        self.save()
        session = self.session
        has_played = session.turn.number and session.turn is not self._resumed_at
        has_finished = self._recorded is not None and self._recorded[0].is_own
        if has_played and session.status is Status.PLAYING and self._performer is None and not has_finished:
            self._resumed_at = session.turn
            self.app.store.progress.add(record_of(session, timed=self.app.has_clock))

    def save(self) -> None:
        """Save the game; while a solver plays in it, or when one has finished it, save the player's game before that.

        What the solver has shown is saved too, so that replaying its moves counts as following hints.
        """
        if self._performer is not None:
            return
        game = self.session.snapshot()
        if self._player_game is not None:
            game.end_playback(self._player_game)
        if (self._player_game is not None or game.status is not Status.PLAYING) and game.has_just_jumped:
            game.undo()
            game.pause()
        self.app.autosave.note(game)

    # Advice

    def _think(self, what: str, work: Work[Any], then: Any) -> None:
        """Does some work in the background and hands its result on, if there is one.

        A key may come between the window that closes and its result; what was found for another position is let go, and
        so is what comes when the screen is going. Keys that were on their way when a window opened ask for nothing.
        """
        if not self.is_active:
            return
        asked = self.session.turn

        def hand_on(result: Any) -> None:
            # Two keys in a burst: the second has begun a playback, in which nobody else may move.
            if self.session.turn is not asked or not self.is_whole or self._watcher.is_on:
                return
            if result is not None and not isinstance(result, Failed):
                then(result)
                return
            if self._performer is not None:
                # With nobody to watch, the game is the player's own: the saved one, if there is one.
                self.app.open(self.session.puzzle)
                self._performer, self._watcher.is_helping = None, True
            self.say("Cancelled." if result is None else f"{what}: {result}")

        self.app.push_screen(Waiting(what, work), hand_on)

    def action_hint(self) -> None:
        """Tells a little more with every press: where to look, what to move, the move; and then plays it."""
        if self.session.status is Status.PLAYING:
            self._think("Looking for a hint", lambda *watched: (self.session.tip(*watched),), self._point)

    def _point(self, found: tuple[Tip[Any] | None]) -> None:
        tip = found[0]
        if tip is None:
            self.say(f"There is no way on from here. {self._way_back()}")
            return
        if tip.kind == "play":
            self.session.play(tip.move)
            self.say(f"Played: {tip.text}.")
            return
        if tip.kind == "move":
            self.board.point_at(tip.move)
        self.say(f"Hint: {tip.text}" + ("  (h again plays it)" if tip.kind == "move" else "  (h again tells more)"))
        self._show_facts()
        self.save()

    def _way_back(self) -> str:
        """What to do in a position that is lost."""
        return "Press l to go back to where it could be won." if self.session.moves else "This puzzle has no solution."

    def action_rescue(self) -> None:
        """Back to the last position that could be won."""
        session = self.session
        if session.game.is_scored:
            self.say("This game is played for a score: no position is lost.")
            return
        self._think("Looking back", lambda *watched: (session.last_winnable(*watched),), self._go_back)

    def _go_back(self, found: tuple[int | None]) -> None:
        session = self.session
        if found[0] is None:
            self.say("No position of this game is known to be won.")
        elif found[0] == session.turn.number:
            self.say("It can still be won from here.")
        else:
            back = session.turn.number - found[0]
            try:
                session.go_back_to(found[0])
            except QuandaryError as error:
                self.say(f"No: {error}.")
            else:
                self.say(f"{counted(back, 'moves')} back: from here it can be won. u undoes that.")

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
            self.say(f"It cannot be won{' any more' if self.session.moves else ''}. {self._way_back()}")
        else:
            self.say(f"It can be won: {counted(found[0], game.unit(game.metrics[0]))} from here.")

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
                self.say(f"It cannot be won from here: that is proven. {self._way_back()}")
            else:
                solver = choose_strategy(self.session.game, name).name
                self._begin_playback(Feed(verdict.moves, len(verdict.moves)), f"solver:{solver}")

        self._think("Solving", work, show)

    def _begin_playback(self, moves: Feed[Any], by: str) -> None:
        self.board.is_active = False
        self._player_game = self.session.begin_playback()
        self._watcher.begin(self.session, moves, by)
        self.refresh_bindings()

    def _end_playback(self) -> None:
        if not self._watcher.is_on:
            return
        self._watcher.end()
        if self._player_game is not None:
            self.session.end_playback(self._player_game)
            self._player_game = None
        if self.is_whole:
            self.board.is_active = True
            self.refresh_bindings()
        self.save()

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
        record, broken = self._recorded or (record_of(self.session), [])
        self.app.push_screen(EndScreen(self.session, record, broken, self.board), self._after_end)

    def _record(self) -> None:
        """Counts a game that is over, at once: whoever pulls the plug during the fireworks has won all the same.

        A game that was won counts once, however often its last move is taken back. A solver's win doesn't stand in the
        way of the player's own.
        """
        record = record_of(self.session, timed=self.app.has_clock)
        last = self._recorded[0] if self._recorded is not None else None
        if last is not None and last.ended in ("won", record.ended) and last.is_own >= record.is_own:
            return
        self._recorded = record, self.app.store.progress.add(record)
        self._best = self.app.store.progress.read().puzzle(self.session.canonical_id)

    def _after_end(self, choice: str | None) -> None:
        if choice == "again":
            self.app.next_puzzle(self.session)
        elif choice == "leave":
            self.dismiss()
        elif choice is not None and choice.isdecimal():
            self.action_grade(int(choice))
        elif choice == "restart":
            self.action_restart()
        elif choice == "undo":
            self.action_undo()


def _shortened(text: str, most: int = 48) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
