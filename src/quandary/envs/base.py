"""What all environments share: levels, rewards, masks, observations, and stepping by the Python rules.

A subclass says what its actions are, what an agent sees, and how a position looks as pixels. Everything that is random
comes from Quandary's own generator, so that a seed makes the same episodes for ever; Gymnasium's is seeded too, but
only asked for a seed where nobody gives one.
"""

from __future__ import annotations

import math
import string
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, ClassVar, Generic, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary.core.abilities import M, P
from quandary.core.arguments import check_type, check_whole, described
from quandary.core.errors import UsageError
from quandary.core.game import Puzzle, Status
from quandary.core.registry import game as game_of_name
from quandary.core.rng import Rng
from quandary.engine.puzzles import puzzle_of
from quandary.engine.splits import Split
from quandary.envs.distance import Shaping, Teller
from quandary.envs.frames import Frames
from quandary.envs.levels import Levels, LevelSet, check_settings
from quandary.envs.terms import OPTIMAL, PROGRESS, SPARSE, make_terms

Observation = Any
"""An array, or a text: as the environment was asked."""
Mask = npt.NDArray[np.int8]
ARRAY, TEXT, PLANES = OBSERVATIONS = ("array", "text", "planes")
RENDER_MODES = ("ansi", "rgb_array")
DEFAULT_POOL = 100
DEFAULT_DISTANCE_NODES = 100_000
_LARGEST_TEXT = 100_000


class PuzzleEnv(gymnasium.Env[Any, Any], Generic[P, M]):
    """One game as an environment."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # type: ignore[misc]
    env_id: ClassVar[str]
    """How Gymnasium calls it: `quandary/Sokoban-v0`."""
    game_name: ClassVar[str]
    reward_names: ClassVar[tuple[str, ...]] = (SPARSE, PROGRESS, OPTIMAL)
    """The first is the default."""
    usual_steps: ClassVar[float]
    """`max_steps` where nobody says otherwise."""
    tally_name: ClassVar[str]
    """What the game counts, as `info` calls it."""
    text_signs: ClassVar[str] = ""
    """Characters of texts beyond the printable ones of ASCII."""
    not_copied: ClassVar[tuple[str, ...]] = ()
    """Attributes that `prepare` makes anew in a copy: the core's objects cannot be pickled."""
    _position: P

    def __init__(
        self,
        *,
        levels: Levels | None = None,
        difficulty: Any = None,
        pool: int = DEFAULT_POOL,
        level_seed: int = 0,
        split: Split | None = None,
        observation: Literal["array", "text", "planes"] = "array",
        reward: str | None = None,
        win_reward: float = 1.0,
        step_penalty: float = 0.0,
        illegal_penalty: float = 0.0,
        max_steps: float | None = None,
        distance: bool = False,
        distance_nodes: int = DEFAULT_DISTANCE_NODES,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_settings(game_of_name(self.game_name), settings, PuzzleEnv.__init__, type(self).__init__)
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("reward", reward, self.reward_names)
        check_choice("render_mode", render_mode, RENDER_MODES)
        self.levels = LevelSet(
            game_of_name(self.game_name),
            levels,
            difficulty=difficulty,
            pool=pool,
            level_seed=level_seed,
            settings=settings,
            split=split,
        )
        self.game = self.levels.game
        if distance and self.game.is_scored:
            raise UsageError(f"{self.game.name} is played for a score: there is no distance to a goal")
        self.render_mode = render_mode
        self.reward_name = reward or self.reward_names[0]
        self.terms = make_terms(
            self.reward_name,
            win_reward=win_reward,
            step_penalty=step_penalty,
            illegal_penalty=illegal_penalty,
            max_steps=self.usual_steps if max_steps is None else max_steps,
        )
        self._most_steps = math.inf if self.terms.most_steps is None else self.terms.most_steps
        self._shows = observation
        is_shaped = self.reward_name == OPTIMAL
        check_whole("distance_nodes", distance_nodes)
        self._teller = Teller(self.game, distance_nodes) if distance or is_shaped else None
        self._shaping = Shaping() if is_shaped else None
        self._frames: Frames | None = None
        self._rng: Rng | None = None
        self._puzzle: Puzzle[P] | None = None
        array_space = self._array_space = self.array_space()
        self.action_space = spaces.Discrete(self.action_count())
        self.observation_space: spaces.Space[Any] = array_space
        if observation == TEXT:
            self.observation_space = spaces.Text(_LARGEST_TEXT, charset=frozenset(string.printable + self.text_signs))
        elif observation == PLANES:
            height, width = array_space.shape[:2]
            self.observation_space = spaces.Box(0, 1, (self.plane_count(), height, width), np.uint8)
        self.prepare()

    # What a subclass says

    @abstractmethod
    def array_space(self) -> spaces.Box:
        """The space of array observations; called once, before everything else."""

    @abstractmethod
    def action_count(self) -> int:
        """How many actions there are, legal or not."""

    @abstractmethod
    def action_of(self, position: P, move: M) -> int:
        """The number of a legal move."""

    @abstractmethod
    def array_of(self, position: P) -> npt.NDArray[Any]:
        """What an agent sees, as a new array."""

    def plane_count(self) -> int:
        """How many planes there are: one for each number that a cell of an array can have."""
        return int(self._array_space.high.max()) + 1

    def planes_of(self, array: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """An array as planes of 0 and 1, one for each number; the last is for all that are larger, too."""
        numbers = np.arange(self.plane_count()).reshape(-1, 1, 1)
        planes: npt.NDArray[np.uint8] = np.equal(np.minimum(array, numbers[-1]), numbers).astype(np.uint8)
        return planes

    def text_of(self, position: P) -> str:
        """What an agent sees, as text."""
        return self.game.format(position)

    @abstractmethod
    def tally(self, position: P) -> int:
        """What the game counts; an agent that is paid for progress is paid by its changes."""

    def check_fits(self, position: P) -> None:
        """Refuses a position that the spaces cannot hold."""

    def largest_positions(self) -> Iterable[P]:
        """Return positions whose pictures are the largest: every frame is as large as they need."""
        return self.levels.examples()

    def watch(self, events: tuple[Any, ...]) -> None:
        """Hears what a move has made happen."""

    def prepare(self) -> None:
        """Makes what an environment needs beside its arguments, once in each copy."""

    def settle(self, position: P) -> None:
        """Hears with which position the episode has begun, however far it has come by now."""

    def episode(self) -> Any:
        """How far the episode has come: everything that a step changes, as something that no step changes."""
        return self._position, self._steps, self._status, self._legal, self._tally

    def resume(self, episode: Any) -> None:
        """Goes on from there."""
        self._position, self._steps, self._status, self._legal, self._tally = episode

    def follow(self, move: M) -> Observation:
        """Plays a move that is known to be legal, and tells what is seen then: all that a replay needs to know."""
        outcome = self.game.play(self._position, move)
        self._position = outcome.position
        self.watch(outcome.events)
        return self._observation()

    def enter(self, position: P) -> None:
        """Begins an episode."""
        self._position = position
        self._steps = 0
        self._look_around()

    # What Gymnasium asks

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. `options` may name its `level` by number, or give its `puzzle`."""
        super().reset(seed=seed)
        if seed is not None or self._rng is None:
            self._rng = Rng(int(self.np_random.integers(1 << 63)) if seed is None else seed)
        puzzle = self._chosen(options or {}) or self.draw(self._rng)
        self.check_fits(puzzle.position)
        self._sit_down(puzzle)
        self.enter(puzzle.position)
        info = self._info(illegal=False)
        if self._shaping is not None:
            self._shaping.begin(info["distance"], info["verdict"])
        return self._observation(), info

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays the move of an action. One that is not legal changes nothing, and `info["illegal"]` says so."""
        self._check_begun()
        move = self._legal.get(number_of_action(action))
        self._steps += 1
        gained = 0
        if move is not None:
            outcome = self.game.play(self._position, move)
            before, self._position = self._tally, outcome.position
            self.watch(outcome.events)
            self._look_around()
            gained = self._tally - before
        is_legal, won = move is not None, self._status is Status.WON
        reward = self.terms.pay(legal=is_legal, gained=gained, won=won)
        terminated = self._status is not Status.PLAYING
        truncated = not terminated and self._steps >= self._most_steps
        return self._told(reward, terminated, truncated, illegal=not is_legal)

    def render(self) -> Any:
        """The position as text (`ansi`) or as pixels (`rgb_array`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("nothing is rendered without a render_mode: gymnasium.make(…, render_mode='ansi')")
            return None
        self._check_begun()
        if self.render_mode == "ansi":
            return self.game.draw(self.position)
        if self._frames is None:
            self._frames = Frames(self.game, self.largest_positions())
        return self._frames.draw(self.position)

    @property
    def position(self) -> P:
        """The position as the rules know it, hidden cards and chance included: for judges, not for agents."""
        self._check_begun()
        return self._position

    @property
    def puzzle(self) -> Puzzle[P]:
        """What this episode began with; its id makes it again. For judges, not for agents."""
        self._check_begun()
        assert self._puzzle is not None
        return self._puzzle

    def clone_state(self) -> tuple[Any, ...]:
        """The state of the episode and of chance, for `restore_state`: here, in a copy, or in another environment that
        was made with the same arguments. It can be pickled, and holds what an agent must not see."""
        self._check_begun()
        assert self._rng is not None
        return self._puzzle, self._rng.state, self.episode(), copy(self._shaping)

    def restore_state(self, state: tuple[Any, ...]) -> None:
        """Goes on from a state of `clone_state`, as often as you like."""
        puzzle, chance, episode, shaping = state
        if puzzle is not self._puzzle:
            self._sit_down(puzzle)
        self._rng, self._shaping = Rng(chance), copy(shaping)
        self.resume(episode)

    def __getstate__(self) -> dict[str, Any]:
        saved = None if self._puzzle is None else self.clone_state()
        kept = {name: value for name, value in self.__dict__.items() if name not in self.not_copied}
        return {**kept, "_puzzle": None, "_saved": saved}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = state.pop("_saved")
        self.__dict__.update(state)
        self.prepare()
        if saved is not None:
            self.restore_state(saved)

    def action_masks(self) -> Mask:
        """Which actions are legal, as sb3-contrib's learners ask for it."""
        self._check_begun()
        return self._mask()

    # How it is done

    def _sit_down(self, puzzle: Puzzle[P]) -> None:
        """An episode of this puzzle begins, or goes on."""
        self._puzzle = puzzle
        if self._teller is not None:
            self._teller.forget()
        self.settle(puzzle.position)

    def draw(self, rng: Rng) -> Puzzle[P]:
        """The level of the next episode."""
        return self.levels[rng.below(len(self.levels))]

    def _chosen(self, options: Mapping[str, Any]) -> Puzzle[P] | None:
        check_type("options", options, Mapping, "a mapping")
        unknown = set(options) - {"level", "puzzle"}
        if unknown or len(options) > 1:
            raise UsageError(f"reset takes the option level or the option puzzle, not {', '.join(map(str, options))}")
        if "level" in options:
            return self.levels[check_whole("the option level", options["level"])]
        return puzzle_of(self.game, options["puzzle"], number=1) if "puzzle" in options else None

    def _check_begun(self) -> None:
        if self._puzzle is None:
            raise gymnasium.error.ResetNeeded("no episode has begun: call reset first")

    def _look_around(self) -> None:
        """What follows from a new position."""
        position = self._position
        self._status = self.game.status(position)
        self._legal = {self.action_of(position, move): move for move in self.game.moves(position)}
        self._tally = self.tally(position)

    def _mask(self) -> Mask:
        mask = np.zeros(self.action_count(), np.int8)
        mask[list(self._legal)] = 1
        return mask

    def _observation(self) -> Observation:
        if self._shows == TEXT:
            return self.text_of(self.position)
        array = self._array()
        return array if self._shows == ARRAY else self.planes_of(array)

    def _array(self) -> npt.NDArray[Any]:
        return self.array_of(self._position)

    def _after_the_end(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """What a step brings when the episode is over: it counts, and nothing is legal any more."""
        self._steps += 1
        return self._told(self.terms.pay(legal=False, gained=0, won=False), True, False, illegal=True)

    def _told(
        self, reward: float, terminated: bool, truncated: bool, *, illegal: bool
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """What a step tells, with all that an environment can be asked for."""
        info = self._info(illegal=illegal)
        if self._shaping is not None:
            reward += self._shaping.gain(info["distance"], info["verdict"])
        return self._observation(), reward, terminated, truncated, info

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        info = {
            "action_mask": self._mask(),
            "illegal": illegal,
            "won": self._status is Status.WON,
            self.tally_name: self._tally,
        }
        if self._teller is not None:
            info["distance"], info["verdict"] = self._teller.ask(self._position)
        return info


def number_of_action(action: Any) -> int:
    """Return an action as an int. Raise `UsageError` if it isn't a number."""
    try:
        return int(action)
    except (TypeError, ValueError):
        raise UsageError(f"an action must be a whole number, not {described(action)}") from None


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Refuses what is not one of the choices; None is always one."""
    if value is not None and value not in choices:
        raise UsageError(f"{name} {value!r} is not one of {', '.join(choices)}")
