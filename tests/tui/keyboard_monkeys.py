"""Keys and clicks at random, in every game: whatever anybody presses, nothing breaks.

`python -m tests.tui.keyboard_monkeys --sequences 500 --keys 200` plays so many sequences in each game, each from a
seed of its own, and ends with the first that fails; the test suite plays a handful. After every sequence the game
must replay from its saved text, to the same position, and only games that the player has played may count. A sequence
that does not come to its end fails, too, with the screens that were open and the keys. `--game` plays one game only, so
that several processes can share the work.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from textual import events
from textual.pilot import Pilot

from quandary import Session, Status, game, names
from quandary.tui.app import QuandaryApp
from quandary.tui.game_screen import GameScreen
from quandary.tui.worker import Waiting

PUZZLES = {"klondike": "klondike:draw1#11", "circuit": "circuit:5#42", "exponentile": "exponentile#42"}
COMMON = (*["left", "right", "up", "down"] * 6, *["enter", "space", "tab", "shift+tab"] * 2)
COMMANDS = (
    *["u", "r", "h"] * 3,
    "s",
    "x",
    "escape",
    "i",
    "l",
    "plus",
    "minus",
    "v",
    "p",
    "t",
    "z",
    "c",
    "m",
    "g",
    "e",
    "f2",
)
OWN = {
    "circuit": [*"0123456789", "backspace"],
    "exponentile": ["shift+left", "shift+right", "shift+up", "shift+down"] * 3,
    "klondike": [*"1234567wfda"],
    "rush-hour": [*"ABCDEFX"],
    "sokoban": ["b"],
}
SIZES = ((80, 24), (60, 20), (120, 40), (38, 10))
# Seconds that a sequence may take; it needs three, and twenty on a slow machine.
BOUND = 300


def puzzle_of(name: str) -> str:
    """What is played on."""
    return PUZZLES.get(name, game(name).examples[1])


class Monkey:
    """Whoever presses the keys: always the same ones for a seed."""

    def __init__(self, name: str, seed: int, keys: int) -> None:
        self.name = name
        self.pressed: list[str] = []
        self._keys = keys
        self._choice = random.Random(seed)

    @property
    def is_tired(self) -> bool:
        """Whether all keys are pressed."""
        return len(self.pressed) >= self._keys

    async def play(self, app: QuandaryApp, pilot: Pilot[None]) -> None:
        """Presses keys until there are enough, or until the app ends: somebody has clicked on *quit*, or it fails."""
        choice = self._choice
        while not self.is_tired and app.return_code is None:
            kind = choice.random()
            if kind < 0.01:
                size = choice.choice(SIZES)
                self.pressed.append(f"resize {size}")
                await pilot.resize_terminal(*size)
            elif kind < 0.06:
                self.pressed.append(use_mouse(app, choice))
            else:
                own = OWN.get(self.name, [*"12345"])
                key = choice.choice(choice.choice((COMMON, own, own, COMMANDS)))
                self.pressed.append(key)
                app.post_message(events.Key(key, key if len(key) == 1 else None))
            if choice.random() < 0.3:
                # A pilot's pause would wait for a quiet app, and one that plays to itself is never quiet.
                await asyncio.sleep(choice.choice((0, 0.005, 0.03)))
            if not any(isinstance(screen, GameScreen) for screen in app.screen_stack):
                app.open(Session.start(self.name, puzzle_of(self.name)).puzzle)
                await asyncio.sleep(0.01)


def use_mouse(app: QuandaryApp, choice: random.Random) -> str:
    """A click, a double click or a drag somewhere; in words."""
    width, height = app.size
    places = [(choice.randrange(width), choice.randrange(height)) for _ in range(2)]
    kind = choice.choice(("click", "click", "double click", "drag"))
    (x, y), end = places[0], places[1] if kind == "drag" else places[0]
    for _ in range(2 if kind == "double click" else 1):
        _post_mouse(app, events.MouseDown, (x, y), 1)
        if kind == "drag":
            _post_mouse(app, events.MouseMove, ((x + end[0]) // 2, (y + end[1]) // 2), 1)
            _post_mouse(app, events.MouseMove, end, 1)
        _post_mouse(app, events.MouseUp, end, 1)
    return f"{kind} {(x, y)}" + (f" to {end}" if kind == "drag" else "")


def _post_mouse(app: QuandaryApp, kind: type[events.MouseEvent], at: tuple[int, int], button: int) -> None:
    x, y = at
    event = kind(None, x, y, 0, 0, button, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
    app.post_message(event)


@contextmanager
def bounded(app: QuandaryApp) -> Iterator[None]:
    """Fails where something goes on for ever, be it a wait or a loop; again and again until somebody hears it."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"not done after {BOUND} s; open: {[type(screen).__name__ for screen in app.screen_stack]}")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, BOUND, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(name: str, seed: int, keys: int) -> None:
    """One sequence. Raises whatever has gone wrong, with the keys that led there."""
    monkey = Monkey(name, seed, keys)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUANDARY_DATA"] = folder
        try:
            while not monkey.is_tired:
                sit_down(monkey, "fast" if seed % 2 else "off")
        except BaseException as error:
            error.add_note(f"{name}, seed {seed}: {' '.join(monkey.pressed)}")
            raise


def sit_down(monkey: Monkey, animation: str) -> None:
    """Opens the app and lets the monkey play."""
    app = QuandaryApp(Session.start(monkey.name, puzzle_of(monkey.name)), pace=0.025)
    app.animation = animation

    async def script() -> None:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            await monkey.play(app, pilot)
            # Every key is served before the app ends; one that has ended serves none.
            if app.return_code is None:
                await pilot.pause()
            while app.return_code is None and isinstance(app.screen, Waiting):
                await pilot.press("escape")
            check(app)

    with bounded(app):
        try:
            asyncio.run(script())
        finally:
            # As `quandary.tui.run` does: the folder goes when the last move is in it.
            app.autosave.flush()


def check(app: QuandaryApp) -> None:
    """What holds at any time: the game replays, and records know who has moved."""
    for screen in app.screen_stack:
        if isinstance(screen, GameScreen):
            session: Session[Any, Any] = screen.session
            again: Session[Any, Any] = Session.load(session.save())
            assert (again.position, again.moves, again.marks) == (session.position, session.moves, session.marks)
            assert again.history == session.history
            assert len(session.marks) == len(session.moves)
            # While a solver plays, the player's game before that is what is saved.
            own = session.turn if screen._player_game is None else screen._player_game.turn
            if own.status is Status.PLAYING and own.number:
                app.autosave.flush()
                saved = app.store.saved_game(session.game.name, session.id)
                assert saved is not None
                assert saved.position == own.position
    progress = app.store.progress.read()
    counted = [record for record in progress.records if set(record.by) <= {"player", "hint"}]
    assert sum(best.played for best in progress.games().values()) == sum(record.ended != "left" for record in counted)


def main() -> None:
    """All games, one sequence after the other."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--sequences", type=int, default=500)
    reader.add_argument("--keys", type=int, default=200)
    reader.add_argument("--first", type=int, default=1, help="the first seed")
    reader.add_argument("--game", action="append", choices=names())
    chosen = reader.parse_args()
    for name in chosen.game or names():
        for seed in range(chosen.first, chosen.first + chosen.sequences):
            run(name, seed, chosen.keys)
            if seed % 50 == 0:
                print(f"{name}: up to seed {seed}", flush=True)
        print(f"{name}: {chosen.sequences} sequences of {chosen.keys} keys, no failure", flush=True)


if __name__ == "__main__":
    main()
