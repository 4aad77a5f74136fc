"""What a puzzle is made from: the ten levels, and settings of one's own.

A level is a set of numbers, so a custom one is a level with some of them changed. Whatever can be set also has a short
code (`5`, `5-rows3-cols3-w0x0x1x0`), which is the first half of an id: a printed sheet can be made again from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from quandary.game import UsageError

PLUS, MINUS, TIMES, DIVIDED = OPERATIONS = ("+", "−", "×", "÷")
"""The signs in their usual order; weights come in the same one."""

DEFAULT_LEVEL = 5
CUSTOM = "Custom"
# What people type for a sign.
_SPELLINGS = {
    "+": PLUS, "-": MINUS, "−": MINUS, "x": TIMES, "*": TIMES, "×": TIMES, "/": DIVIDED, ":": DIVIDED, "÷": DIVIDED,
}  # fmt: skip
LARGEST_NUMBER = 1000
"""No setting is larger."""
USUAL_DIVIDEND = 144
"""The largest dividend unless the settings say another: 12 times 12."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what a puzzle looks like, except its seed."""

    level: int
    """The preset that this is, or was made from: 1 to 10."""
    name: str
    add_sub_range: int
    """The largest number in a sum or a difference."""
    mult_div_range: int
    """The tables taught: the largest factor, divisor and quotient. 0 where nobody multiplies."""
    connector_min: int
    connector_max: int
    rows: int
    cols: int
    weights: tuple[int, ...]
    """How often + − × ÷ come, as parts of their sum. An operation that never comes has 0."""
    seconds_per_step: int
    """The time of a step that a quick player takes."""
    hidden: bool = False
    """Whether mistakes stay hidden until FINISH."""
    max_dividend: int = USUAL_DIVIDEND
    """The largest number that is divided."""

    @property
    def operations(self) -> tuple[str, ...]:
        """The signs that may come."""
        return tuple(sign for sign, weight in zip(OPERATIONS, self.weights, strict=True) if weight)

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        return self.rows * self.cols

    @property
    def values(self) -> int:
        """How many different numbers a connector may bear."""
        return self.connector_max - self.connector_min + 1

    @property
    def path_bounds(self) -> tuple[int, int]:
        """The fewest and the most cells of a path: 60% and 85% of the grid, never outside them."""
        return -(-self.cells * 60 // 100), self.cells * 85 // 100


PRESETS = (
    Settings(1, "Tiny Tot", 10, 0, 5, 10, 3, 4, (100, 0, 0, 0), 10),
    Settings(2, "Beginner", 15, 0, 5, 15, 4, 4, (100, 0, 0, 0), 9),
    Settings(3, "Easy", 15, 0, 5, 15, 4, 5, (60, 40, 0, 0), 8),
    Settings(4, "Getting There", 20, 0, 5, 20, 4, 5, (55, 45, 0, 0), 7),
    Settings(5, "Times Tables", 20, 5, 5, 25, 4, 5, (40, 35, 25, 0), 7),
    Settings(6, "Confident", 25, 6, 5, 36, 5, 5, (35, 30, 35, 0), 6),
    Settings(7, "Adventurous", 30, 8, 5, 64, 5, 6, (30, 30, 40, 0), 6),
    Settings(8, "Division Intro", 30, 6, 5, 36, 5, 6, (30, 25, 30, 15), 6),
    Settings(9, "Challenge", 50, 10, 5, 100, 6, 7, (25, 25, 30, 20), 5),
    Settings(10, "Expert", 100, 12, 5, 144, 6, 8, (25, 25, 30, 20), 5),
)
"""The ten levels, easiest first."""


def preset(level: int | str) -> Settings:
    """A level by its number or its name: `5`, `"5"`, `"Times Tables"`, `times-tables`."""
    wanted = _plain(str(level))
    for settings in PRESETS:
        if wanted in (str(settings.level), _plain(settings.name)):
            return settings
    names = ", ".join(f"{settings.level} {settings.name}" for settings in PRESETS)
    raise UsageError(f"there is no level {level!r} (levels: {names})")


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.strip().lower())


def custom(
    base: int | str | Settings = DEFAULT_LEVEL,
    *,
    operations: str | Iterable[str] | None = None,
    weights: Mapping[str, int] | None = None,
    **changes: Any,
) -> Settings:
    """A level with some settings changed. What is not named stays, weights included.

    An operation that is switched on gets a weight (the mean of the level's own) if it has none, since one that is
    never drawn would not be on; one that is switched off loses its weight.
    """
    settings = base if isinstance(base, Settings) else preset(base)
    known = set(asdict(settings)) - {"level", "name", "weights"}
    for name in changes:
        if name not in known:
            raise UsageError(
                f"there is no setting {name!r} (settings: {', '.join(sorted(known))}, operations, weights)"
            )
    merged = dict(zip(OPERATIONS, settings.weights, strict=True))
    merged |= {read_sign(sign): weight for sign, weight in (weights or {}).items()}
    if operations is not None:
        wanted = {read_sign(sign) for sign in operations}
        own = [weight for weight in settings.weights if weight]
        usual = max(1, sum(own) // len(own)) if own else 1
        merged = {sign: (weight or usual) if sign in wanted else 0 for sign, weight in merged.items()}
    changed = replace(settings, weights=tuple(merged.values()), **changes)
    original = PRESETS[settings.level - 1]
    is_preset = replace(changed, name=original.name, hidden=False) == original
    return replace(changed, name=original.name if is_preset else CUSTOM)


def read_sign(text: str) -> str:
    """The operation that somebody means by `x`, `*` or `×`."""
    sign = _SPELLINGS.get(text.strip().lower())
    if sign is None:
        raise UsageError(f"{text!r} is not an operation (operations: {' '.join(OPERATIONS)})")
    return sign


# A setting's name in a code.
_CODE_WORDS = {
    "rows": "rows", "cols": "cols", "connector_min": "min", "connector_max": "max", "add_sub_range": "addsub",
    "mult_div_range": "muldiv", "max_dividend": "dividend", "seconds_per_step": "seconds",
}  # fmt: skip
_CODE_WORD = re.compile(r"(?P<word>[a-z]+)(?P<number>[0-9]{1,9})|w(?P<weights>[0-9]{1,6}(?:x[0-9]{1,6}){3})|hidden")


def code(settings: Settings) -> str:
    """The settings in a few characters: the level, and after it whatever differs."""
    original = PRESETS[settings.level - 1]
    words = [str(settings.level)]
    for name, word in _CODE_WORDS.items():
        if getattr(settings, name) != getattr(original, name):
            words.append(f"{word}{getattr(settings, name)}")
    if settings.weights != original.weights:
        words.append("w" + "x".join(map(str, settings.weights)))
    if settings.hidden:
        words.append("hidden")
    return "-".join(words)


def read_code(text: str) -> Settings:
    """The settings of a code, or of a level's number or name."""
    level, *words = text.strip().split("-")
    if not (level.isdecimal() and words):
        return preset(text)
    fields = {word: name for name, word in _CODE_WORDS.items()}
    changes: dict[str, Any] = {}
    for word in words:
        match = _CODE_WORD.fullmatch(word)
        if match and match["weights"]:
            changes["weights"] = dict(zip(OPERATIONS, map(int, match["weights"].split("x")), strict=True))
        elif match and match["word"] in fields:
            changes[fields[match["word"]]] = int(match["number"])
        elif word == "hidden":
            changes["hidden"] = True
        else:
            raise UsageError(f"level {text!r}: {word!r} is not a setting (expected for example 5-rows3-cols3)")
    return custom(level, **changes)
