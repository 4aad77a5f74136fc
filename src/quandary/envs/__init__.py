"""Gymnasium environments of all games: `import quandary.envs`, then `gymnasium.make("quandary/Sokoban-v0")`.

An action is a number, and `info["action_mask"]` says which are legal. An environment knows the game only through its
rules: what the mask allows is what `quandary.game(…).moves` lists, and an action outside of it changes nothing. Some
games are stepped by the native core, alone or in batches; the others by the Python rules. Each stands in its game's
`env.py` and is found there; this module has the classes of all of them by name.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
except ImportError:
    raise ImportError("environments need an extra: pip install 'quandary[envs]'") from None

from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.core.rooms import room
from quandary.engine.splits import split_of
from quandary.envs.base import PuzzleEnv
from quandary.envs.samples import sample_actions
from quandary.envs.vector import NativeVectorEnv

_ROOMS = [found for name in names() if (found := room(game_of_name(name), "env", "GameEnv", "__all__"))]
_OF_GAMES: dict[str, Any] = {name: getattr(found, name) for found in _ROOMS for name in found.__all__}

__all__ = ["NativeVectorEnv", "PuzzleEnv", "sample_actions", "split_of"]
__all__.extend(_OF_GAMES)


def __getattr__(name: str) -> Any:
    """The environments of the games."""
    if name in _OF_GAMES:
        return _OF_GAMES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _address(of: type) -> str:
    return f"{of.__module__}:{of.__name__}"


for _room in _ROOMS:
    _env: type[PuzzleEnv[Any, Any]] = _room.GameEnv
    _batch: type[NativeVectorEnv] | None = getattr(_room, "GameVectorEnv", None)
    # Whoever reloads this module should not be warned of what they know.
    if _env.env_id not in gymnasium.registry:
        gymnasium.register(
            id=_env.env_id,
            entry_point=_address(_env),
            vector_entry_point=None if _batch is None else _address(_batch),
        )
