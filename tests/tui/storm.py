"""A storm of keys on the real app: bursts written at once to its terminal, from every screen.

`python -m tests.tui.storm --bursts 2000` plays so many bursts, one after the other, each from a screen that was opened
for it (menu, levels, form, saved games, boards, dialogs, end of a game …). Keys are typed without waiting for the app,
and some bursts open the screen themselves. The app must not fail. A log of all changes, written by the app's process
before anything is saved, says what was played; whenever the app has ended, and at the end of the storm, each game that
is not over must be among the saved games, as it was left. `--seed` chooses other keys; the test suite runs a short one.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from quandary import Session, Status, game, names
from tests.cli.terminals import Terminal
from tests.tui.driving import skip_lessons

# The environment variables by which the app's process finds its log and its end of the line for questions.
LOG, ASKED, ANSWERED = "QUANDARY_STORM_LOG", "QUANDARY_STORM_ASKED", "QUANDARY_STORM_ANSWERED"
# Seconds until an app that doesn't answer is taken for stuck.
PATIENCE = 120.0
UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ENTER, TAB, BACK_TAB, HOME = "\r", "\t", "\x1b[Z", "\x1b[H"
# Followed by what a terminal says when it gets the focus: Escape and a letter would be one key.
ESCAPE = "\x1b\x1b[I"
F_KEYS = ("\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS")
ARROWS = (UP, DOWN, RIGHT, LEFT)
SHIFTED = ("\x1b[1;2A", "\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2D")
LETTERS = tuple("abcdefghijklmnoprstuvwxyz?123456789 +-=ABCDEFX")
# Keys that leave the app are rare, since each costs a new process.
QUIT = ("q", "\x11")
SOLVED = "7#|#@_$_.#|7#"
BOARD = "\x1b[200~" + game("rush-hour").examples[1] + "\x1b[201~"
TOO_MANY_LINES = "\x1b[200~one\ntwo\nthree\x1b[201~"

# Screens by name: the keys that open them from the menu, and which screens may be open then.
ROUTES: dict[str, tuple[list[str], str]] = {
    "menu": ([], "Menu"),
    "menu help": (["?"], "HelpScreen"),
    "levels": (["k"], "Choice"),
    "level": (["k", ENTER], "GridScreen"),
    "file": (["k", UP, ENTER], "Question"),
    "days": (["d"], "GridScreen"),
    "performers": (["w"], "Choice"),
    "watch": (["w", ENTER], "GameScreen"),
    "progress": (["r"], "HelpScreen"),
    "lesson": (["e"], "LessonScreen"),
    "saved games": (["c"], "Choice Menu"),
    "form": (["GO TO MODES", DOWN, DOWN, ENTER], "NewPuzzle"),
    "paste": (["GO TO MODES", DOWN, DOWN, ENTER, BACK_TAB, BACK_TAB, BACK_TAB, BACK_TAB, BOARD], "NewPuzzle"),
    "waiting": (["p"], "Waiting GameScreen"),
    "game": (["1"], "GameScreen"),
    "game help": (["1", "?"], "HelpScreen"),
    "game form": (["1", "n"], "NewPuzzle"),
    "game lesson": (["1", "e"], "LessonScreen"),
    "pause": (["1", "z"], "Pause"),
    "playback": (["1", "s", ENTER], "GameScreen"),
    "checkpoints": (["1", "m", RIGHT, "m", "g"], "Choice"),
    "end of a game": (["END OF A GAME"], "EndScreen"),
}
# Screens that are the same for every game.
GENERAL = ("menu help", "progress", "saved games", "file", "pause")
SIZES = ((24, 80), (24, 80), (24, 80), (20, 60), (50, 160), (8, 30))


# In the app's process


def child() -> int:
    """Run the app, write a log of what is played, and answer questions about the screens that are open."""
    import asyncio

    from quandary.tui import run
    from quandary.tui.app import QuandaryApp
    from quandary.tui.game_screen import GameScreen
    from quandary.tui.menu import Menu
    from quandary.tui.store import Saved, Store

    # An app that hangs is sent SIGABRT.
    stuck = os.open(Path(os.environ["QUANDARY_DATA"], "stuck.txt"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    faulthandler.enable(stuck)
    log = os.open(os.environ[LOG], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    asked, answered = int(os.environ[ASKED]), int(os.environ[ANSWERED])

    def write(**line: object) -> None:
        os.write(log, (json.dumps(line) + "\n").encode())

    def of(session: Session[Any, Any]) -> dict[str, object]:
        moves = [session.game.format_move(move) for move in session.moves]
        return {"game": session.game.name, "id": session.id, "moves": moves, "status": session.status.value}

    hear, begin, discard, mount = GameScreen._hear, GameScreen.begin, Store.discard, QuandaryApp.on_mount

    def log_and_hear(self: GameScreen, events: Sequence[Any]) -> None:
        if self._performer is None and self._player_game is None:
            write(**of(self.session))
        hear(self, events)

    def log_and_begin(self: GameScreen, session: Session[Any, Any]) -> None:
        if self._performer is None:
            write(**of(session), began=True)
        begin(self, session)

    def log_and_discard(self: Store, saved: Saved) -> None:
        write(game=saved.game, id=saved.id, discarded=True)
        discard(self, saved)

    def answer(app: QuandaryApp) -> None:
        os.read(asked, 1)
        stack = [type(screen).__name__ for screen in app.screen_stack]
        mounted = all(screen.is_mounted for screen in app.screen_stack)
        typed = select.select([0], [], [], 0)[0]
        is_idle = bool(stack) and mounted and not (typed or app._input or app._feeder)
        menus = [screen for screen in app.screen_stack[-1:] if isinstance(screen, Menu) and screen.is_whole]
        chosen = menus[0].game.name if menus else None
        os.write(answered, (json.dumps({"stack": stack[1:], "idle": is_idle, "game": chosen}) + "\n").encode())

    def mount_and_listen(self: QuandaryApp) -> None:
        mount(self)
        asyncio.get_running_loop().add_reader(asked, answer, self)

    GameScreen._hear, GameScreen.begin = log_and_hear, log_and_begin  # type: ignore[method-assign]
    Store.discard, QuandaryApp.on_mount = log_and_discard, mount_and_listen  # type: ignore[method-assign]
    session = Session.start(*sys.argv[2:4]) if len(sys.argv) > 2 else None
    return run(session, pace=0.05)


# In the process that types


class Failure(Exception):
    """The app has failed, or has lost a game."""


class Storm:
    """Types bursts at one app after the other, all with one data folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.bursts: Counter[str] = Counter()
        """How many bursts were typed at each screen."""
        self.games: set[tuple[str, str]] = set()
        """The games whose saved state was compared with what was played."""
        self.ended = 0
        """How often the app was left."""
        self.missed: Counter[str] = Counter()
        """How often a screen could not be opened: there was no saved game, for example."""
        self._choice = random.Random(seed)
        self._log = folder / "storm.log"
        self._app: Terminal | None = None
        self._asked = self._answered = -1
        self._typed: list[str] = []
        skip_lessons(folder)

    def burst(self, screen: str, number: int) -> None:
        """Open a screen, and type at it as fast as the terminal takes it."""
        choice = self._choice
        self._typed = []
        keys, expected = ROUTES[screen]
        chosen = names()[number % len(names())] if screen not in GENERAL else choice.choice(names())
        if screen == "end of a game" and not self._open_end():
            return
        if screen != "end of a game" and (self._app is None or not self._go_to_menu(chosen)):
            self._start()
            self._go_to_menu(chosen)
        is_blind = screen != "end of a game" and choice.random() < 0.4
        opening = [RIGHT if key == "GO TO MODES" else key for key in keys] if screen != "end of a game" else []
        if opening[:1] == [RIGHT]:
            # The cursor is at the first or the second line of what can be done.
            opening[1:1] = [HOME]
        burst = [self._key() for _ in range(choice.choice((2, 3, 5, 8, 13, 30)))]
        if is_blind:
            self._type("".join([*opening, *burst]))
        else:
            self._type("".join(opening))
            if not self._wait_for(set(expected.split())):
                self.missed[screen] += 1
            self._type("".join(burst))
        self.bursts[screen] += 1
        if choice.random() < 0.05:
            self._resize(*choice.choice(SIZES))
        self._settle()

    def _wait_for(self, screens: set[str]) -> bool:
        """Wait until one of these screens is open; False if none opens."""
        end = time.monotonic() + PATIENCE / 4
        while self._app is not None and time.monotonic() < end:
            if screens & set(self._stack()):
                return True
            time.sleep(0.02)
        return False

    def _key(self) -> str:
        choice = self._choice
        kind = choice.random()
        if kind < 0.35:
            return choice.choice((*ARROWS, *ARROWS, ENTER, ENTER, TAB, BACK_TAB, " ", "\x7f", HOME, *SHIFTED))
        if kind < 0.45:
            return choice.choice((ESCAPE, *F_KEYS))
        if kind < 0.46:
            return choice.choice((BOARD, TOO_MANY_LINES))
        if kind < 0.465:
            return choice.choice(QUIT)
        if kind < 0.52:
            at = f"{choice.randint(1, 80)};{choice.randint(1, 24)}"
            return f"\x1b[<0;{at}M\x1b[<0;{at}m"
        return choice.choice(LETTERS)

    # The app

    def _start(self, *arguments: str) -> None:
        self.end()
        question, self._asked = os.pipe()
        self._answered, answer = os.pipe()
        for end in (question, answer):
            os.set_inheritable(end, True)
        environment = {LOG: str(self._log), ASKED: str(question), ANSWERED: str(answer)}
        command = [sys.executable, "-m", "tests.tui.storm", "--child"]
        self._app = Terminal(
            self.folder, *arguments, environment=environment, command=command, inherited=(question, answer)
        )
        os.close(question)
        os.close(answer)
        self._settle()

    def end(self) -> None:
        """Leave the app, if it is running, and compare the saved games with what was played."""
        self._type("\x11")
        end = time.monotonic() + PATIENCE
        while self._settle():
            if time.monotonic() > end:
                raise self._failure("the app does not end")

    def _settle(self) -> bool:
        """Wait until all keys are handled; False if the app has ended meanwhile, as it should when told to."""
        end, quiet = time.monotonic() + PATIENCE, 0
        while self._app is not None:
            if time.monotonic() > end:
                raise self._stuck("the app is never idle")
            state = self._ask()
            if state is None:
                self._check_end()
                return False
            # Several times in a row: keys may still be on their way from the terminal.
            quiet = quiet + 1 if state["idle"] and state["stack"] else 0
            if quiet == 3:
                return True
            time.sleep(0.01)
        return False

    def _ask(self) -> dict[str, Any] | None:
        """What the app says of its screens; None if it has ended."""
        app = self._app
        assert app is not None
        with contextlib.suppress(BrokenPipeError):
            os.write(self._asked, b"?")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            ready = select.select([app.fileno(), self._answered], [], [], 0.05)[0]
            if app.fileno() in ready:
                app.read()
                app.seen = app.seen[-20000:]
            if self._answered in ready:
                line = os.read(self._answered, 65536)
                if not line:
                    return None
                state: dict[str, Any] = json.loads(line.splitlines()[-1])
                return state
            if app.process.poll() is not None:
                return None
        raise self._stuck("the app does not answer")

    def _stack(self) -> list[str]:
        state = self._ask() if self._app is not None else None
        return [] if state is None else list(state["stack"])

    def _type(self, text: str) -> None:
        if self._app is None:
            return
        self._typed.append(text)
        with contextlib.suppress(OSError):
            # A terminal takes 4,096 characters at once.
            self._app.type(text[:2000])

    def _resize(self, rows: int, columns: int) -> None:
        if self._app is not None:
            self._app.resize(rows, columns)

    def _go_to_menu(self, chosen: str) -> bool:
        """Leave whatever is open, and choose a game in the menu; False if the app has ended."""
        self._resize(24, 80)
        for _ in range(60):
            if not self._settle():
                return False
            state = self._ask()
            stack = state["stack"] if state is not None else []
            if state is not None and stack == ["Menu"]:
                if state["game"] == chosen:
                    return True
                self._type(LEFT + HOME + DOWN * names().index(chosen))
                return self._settle()
            self._type({"EndScreen": "m", "Pause": " "}.get(stack[-1] if stack else "", ESCAPE))
        raise self._failure("there is no way back to the menu")

    def _open_end(self) -> bool:
        """Win a game of one push, in an app of its own."""
        self._start("sokoban", SOLVED)
        self._type("u" * 5 + "x" + RIGHT * 3)
        end = time.monotonic() + PATIENCE
        while self._app is not None and "EndScreen" not in self._stack():
            if time.monotonic() > end:
                raise self._failure("the game is never over")
        return self._app is not None

    # What must hold

    def _check_end(self) -> None:
        """The app has ended: it must have been told to, and every game must be there."""
        app, self._app = self._app, None
        assert app is not None
        status = app.end()
        os.close(self._asked)
        os.close(self._answered)
        if status or "error:" in app.seen or "Traceback" in app.seen:
            reports = sorted((self.folder / "crashes").glob("*"))
            text = reports[-1].read_text() if reports else app.seen[-3000:]
            raise self._failure(f"the app has ended with {status}:\n{text}")
        self.ended += 1
        self.check()

    def check(self) -> None:
        """Compare the saved games with the log."""
        played: dict[tuple[str, str], dict[str, Any]] = {}
        for text in self._log.read_text().splitlines() if self._log.exists() else ():
            line = json.loads(text)
            key = (line["game"], line["id"])
            if line.get("discarded"):
                played.pop(key, None)
            elif not line.get("began") or line["moves"]:
                played[key] = line
        saved: dict[tuple[str, str], Session[Any, Any]] = {}
        for file in (self.folder / "saves").glob("*"):
            if file.suffix != ".json":
                raise self._failure(f"{file.name} was left behind")
            session: Session[Any, Any] = Session.load(file.read_text(encoding="utf-8"))
            saved[session.game.name, session.id] = session
        for key, line in played.items():
            if line["status"] != Status.PLAYING.value or not line["moves"]:
                continue
            self.games.add(key)
            if key not in saved:
                raise self._failure(f"the game {key} is lost: {line['moves']}")
            session = saved[key]
            found = [[session.game.format_move(move) for move in session.moves]]
            if session.has_just_jumped:
                # The player has left while a solver had moved: undo leads back to the player's own game.
                session.undo()
                found.append([session.game.format_move(move) for move in session.moves])
            if line["moves"] not in found:
                raise self._failure(f"the game {key} was saved as {found}, not as {line['moves']}")

    def _stuck(self, problem: str) -> Failure:
        assert self._app is not None
        self._app.process.send_signal(signal.SIGABRT)
        self._app.end()
        return self._failure(f"{problem}:\n{(self.folder / 'stuck.txt').read_text()}")

    def _failure(self, problem: str) -> Failure:
        return Failure(f"{problem}\ntyped: {self._typed!r}")


def run(bursts: int, seed: int, folder: Path, *, tells: bool = False) -> Storm:
    """A storm of so many bursts. Raises `Failure` with what was typed last."""
    storm = Storm(folder, seed)
    screens = list(ROUTES)
    for number in range(bursts):
        # All screens in turn, and over the games in turn.
        storm.burst(screens[number % len(screens)], number // len(screens))
        if tells and (number + 1) % 50 == 0:
            print(f"{number + 1} bursts, {storm.ended} apps, {len(storm.games)} games compared", flush=True)
    storm.end()
    storm.check()
    return storm


def main() -> None:
    """A storm by hand."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--bursts", type=int, default=2000)
    reader.add_argument("--seed", type=int, default=1)
    chosen = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        storm = run(chosen.bursts, chosen.seed, Path(folder), tells=True)
    for screen in ROUTES:
        missed = f" ({storm.missed[screen]} at another screen)" if storm.missed[screen] else ""
        print(f"{screen:<16}{storm.bursts[screen]:>6}{missed}")
    print(f"{sum(storm.bursts.values())} bursts, {storm.ended} apps, 0 crashes; {len(storm.games)} games, 0 lost")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        # The module's own arguments come first: `python -m tests.tui.storm --child GAME PUZZLE`.
        sys.exit(child())
    main()
