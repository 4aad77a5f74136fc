"""What an agent is paid, and for how long it may play: the same terms for every game, in Python and in the core."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError

SPARSE, PROGRESS, OPTIMAL, SCORE, SURVIVAL = "sparse", "progress", "optimal", "score", "survival"


@dataclass(frozen=True, slots=True)
class Terms:
    """Pay by what an action has led to. The core counts by the same formula."""

    per_step: float
    """For every action."""
    per_legal: float
    """For every action that is legal."""
    per_illegal: float
    """For every action that is not."""
    per_gain: float
    """For every unit by which the game's tally grows."""
    per_win: float
    """For winning."""
    most_steps: int | None
    """After so many actions an episode is cut off; None is never."""

    def pay(self, *, legal: bool, gained: int, won: bool) -> float:
        """What one action is paid."""
        if not legal:
            return self.per_step + self.per_illegal
        return self.per_step + self.per_legal + self.per_gain * gained + (self.per_win if won else 0.0)


def make_terms(
    reward: str,
    *,
    win_reward: float,
    step_penalty: float,
    illegal_penalty: float,
    max_steps: float | None,
) -> Terms:
    """The terms of a reward by its name."""
    check_type("win_reward", win_reward, Real, "a number")
    if max_steps is not None:
        check_type("max_steps", max_steps, Real, "a number")
    for name, number in (("step_penalty", step_penalty), ("illegal_penalty", illegal_penalty)):
        check_type(name, number, Real, "a number")
        if not (math.isfinite(number) and number >= 0):
            raise UsageError(f"{name} must be 0 or more, not {number}")
    if not math.isfinite(win_reward):
        raise UsageError(f"win_reward must be a number, not {win_reward}")
    if max_steps is not None and not max_steps >= 1:
        raise UsageError(f"max_steps must be 1 or more, not {max_steps}")
    return Terms(
        per_step=-float(step_penalty),
        per_legal=1.0 if reward == SURVIVAL else 0.0,
        per_illegal=-float(illegal_penalty),
        per_gain=1.0 if reward in (PROGRESS, SCORE) else 0.0,
        per_win=float(win_reward),
        most_steps=None if max_steps is None or math.isinf(max_steps) else int(max_steps),
    )
