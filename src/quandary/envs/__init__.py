"""Gymnasium environments of all games: `import quandary.envs`, then `gymnasium.make("quandary/Sokoban-v0")`.

An action is a number, and `info["action_mask"]` says which are legal. An environment knows the game only through its
rules: what the mask allows is what `quandary.game(…).moves` lists, and an action outside of it changes nothing. Sokoban
and ExponenTile are stepped by the native core, alone or in batches; the others by the Python rules.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
except ImportError:
    raise ImportError("environments need an extra: pip install 'quandary[envs]'") from None

from quandary.envs.base import PuzzleEnv
from quandary.envs.circuit import CircuitEnv
from quandary.envs.exponentile import ExponentileEnv, ExponentileVectorEnv
from quandary.envs.klondike import KlondikeEnv
from quandary.envs.rush_hour import RushHourEnv
from quandary.envs.sampling import sample_actions
from quandary.envs.sokoban import SokobanEnv, SokobanVectorEnv
from quandary.envs.vector import NativeVectorEnv

__all__ = [
    "CircuitEnv",
    "ExponentileEnv",
    "ExponentileVectorEnv",
    "KlondikeEnv",
    "NativeVectorEnv",
    "PuzzleEnv",
    "RushHourEnv",
    "SokobanEnv",
    "SokobanVectorEnv",
    "sample_actions",
]

_ENVS: dict[str, tuple[type[PuzzleEnv[Any, Any]], type[NativeVectorEnv] | None]] = {
    "quandary/RushHour-v0": (RushHourEnv, None),
    "quandary/Sokoban-v0": (SokobanEnv, SokobanVectorEnv),
    "quandary/Klondike-v0": (KlondikeEnv, None),
    "quandary/ExponenTile-v0": (ExponentileEnv, ExponentileVectorEnv),
    "quandary/Circuit-v0": (CircuitEnv, None),
}


def _address(of: type) -> str:
    return f"{of.__module__}:{of.__name__}"


for _id, (_env, _vector_env) in _ENVS.items():
    # Whoever reloads this module should not be warned of what they know.
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point=_address(_env),
            vector_entry_point=None if _vector_env is None else _address(_vector_env),
        )
