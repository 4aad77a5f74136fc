"""Settings with names: of generators, strategies, players, and of a game's rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import UsageError, WrongPuzzle, did_you_mean
from quandary.core.words import shortened

LARGEST_INT = (1 << 63) - 1
"""The native core and the results files count in 64 bits."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a strategy or a generator, described well enough to become a command-line flag."""

    name: str
    """As in Python: `min_moves`."""
    type: type
    """`int`, `float`, `str` or `bool`."""
    default: Any
    help: str
    choices: tuple[str, ...] | None = None
    several: bool = False
    """Whether a text may name several of the choices, with commas between them."""
    least: float | None = None
    most: float | None = None
    is_flag: bool = False
    """Whether a strategy's setting is also a flag of `quandary solve`, and a keyword of `solve()`."""
    is_reading: bool = False
    """Whether a game's rule only says which texts are read: who makes a new puzzle has nothing to choose."""
    suggested: tuple[Any, ...] = ()
    """Values to offer to who does not want to think of one, where others are allowed too."""
    is_range: bool = False
    """Whether the text is a whole number or a range of them, `4..10`, both ends within `least` and `most`."""

    def __str__(self) -> str:
        """One line for people: name, what it takes, what it means, and what stands where nobody says."""
        takes = " | ".join(self.choices) if self.choices else "N or N..M" if self.is_range else self.type.__name__
        default = "" if self.default is None else f" (default: {self.default})"
        return f"{self.name}: {takes}: {self.help}{default}"

    def read(self, value: Any) -> Any:
        """`value`, given as text or already typed, as this option's type; a `UsageError` names what fits."""
        result: Any
        if self.is_range and value is not None:
            return self._read_range(value)
        if value is None or type(value) is self.type:
            result = value
        elif self.type is bool and str(value).lower() in _TRUTH:
            result = _TRUTH[str(value).lower()]
        elif self.type is not bool and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            result = self._converted(value)
        else:
            raise UsageError(f"option {self.name}: {value!r} is not {_A[self.type]}")
        if isinstance(result, float) and math.isnan(result):
            raise UsageError(f"option {self.name}: {value!r} is not {_A[self.type]}")
        if isinstance(result, int) and not -LARGEST_INT <= result <= LARGEST_INT:
            raise UsageError(f"option {self.name}: {shortened(str(value), 24)} is beyond 64 bits")
        if self.choices and result is not None:
            cases = {choice.lower(): choice for choice in self.choices}
            words = [cases.get(word.lower(), word) for word in (result.split(",") if self.several else [result])]
            result = ",".join(words)
            for word in words:
                if word not in self.choices:
                    raise UsageError(f"option {self.name}: {word!r} is not one of {', '.join(self.choices)}")
        if result is not None:
            self._check_size(result)
        return result

    def _converted(self, value: str | float) -> Any:
        """Return the value as this option's type, if nothing of it is lost."""
        try:
            result = self.type(value)
        except (OverflowError, ValueError):
            result = None
        if result is None or (self.type is int and isinstance(value, float) and result != value):
            raise UsageError(f"option {self.name}: {value!r} is not {_A[self.type]}")
        return result

    def _check_size(self, number: float) -> None:
        if self.least is not None and number < self.least:
            raise UsageError(f"option {self.name}: {number} is below {self.least}")
        if self.most is not None and number > self.most:
            raise UsageError(f"option {self.name}: {number} is above {self.most}")

    def _read_range(self, value: Any) -> str:
        """`4..10` from a text, a number or a pair of them; `4` where both ends are the same."""
        text = "..".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
        match = re.fullmatch(r"\s*(-?[0-9]{1,18})\s*(?:\.\.\s*(-?[0-9]{1,18})\s*)?", text)
        if match is None or isinstance(value, bool):
            raise UsageError(f"option {self.name}: {shortened(text, 24)!r} is not a whole number or a range like 4..10")
        ends = [int(end) for end in match.groups() if end is not None]
        for end in ends:
            self._check_size(end)
        if ends[0] > ends[-1]:
            raise UsageError(f"option {self.name}: {ends[0]} to {ends[-1]} is no range")
        return str(ends[0]) if ends[0] == ends[-1] else f"{ends[0]}..{ends[-1]}"

    def word(self, value: Any) -> str:
        """How an id says that this option has this value: `expert`, `winnable`, `draw1`; empty where it cannot."""
        if self.type is bool:
            return self.name if value else ""
        if self.choices:
            return str(value)
        if self.is_range:
            return f"{self.name}{value.replace('..', 'to')}"
        return f"{self.name}{value}" if self.type is int and value >= 0 else ""

    def value_of(self, word: str) -> Any:
        """The value that `word` gives this option; None if the word is not about it."""
        if self.type is bool:
            return True if word == self.name else None
        if self.choices:
            return word if word in self.choices else None
        number = word.removeprefix(self.name)
        if number == word:
            return None
        if self.is_range:
            return number.replace("to", "..") if re.fullmatch("[0-9]{1,9}(to[0-9]{1,9})?", number) else None
        return int(number) if self.type is int and re.fullmatch("[0-9]{1,9}", number) else None


def check_rule(name: str, own: Any, chosen: Any) -> None:
    """Raise `WrongPuzzle` if `chosen` contradicts a puzzle's `own` rule of this name; None chooses nothing."""
    if chosen is not None and chosen != own:
        told = "unlimited" if own is None else own
        raise WrongPuzzle(f"{name}={chosen} was chosen, but the puzzle is played with {name}={told}")


def ends_of(range: str) -> tuple[int, int]:
    """The two ends of what an option that `is_range` has read."""
    first, _, last = range.partition("..")
    return int(first), int(last or first)


def steps_up_to(number: int) -> Iterator[int]:
    """Numbers from 1 up to what lies below `number`, half as large again each time: an order, less demanding."""
    step = 1
    while step < number:
        yield step
        step += (step + 1) // 2


_TRUTH = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_A = {int: "a whole number", float: "a number", str: "a text", bool: "yes or no"}


def read_options(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All `options` with the values `given`, checked, and the defaults for the rest.

    How the words of a name are joined does not matter: `max_steps`, `max-steps` and `maxSteps` are one.
    """
    known = {joined_name(option.name): option for option in options}
    settings = {option.name: option.default for option in options}
    for name, value in given.items():
        option = known.get(joined_name(name))
        if option is None:
            raise unknown_option(name, settings)
        settings[option.name] = option.read(value)
    return settings


def unknown_option(name: str, known: Iterable[str]) -> UsageError:
    """Return the error for a name that is not among the `known` ones; it suggests the nearest."""
    names = list(dict.fromkeys(known))
    return UsageError(
        f"there is no option {name!r} here (options: {', '.join(names) or 'none'}){did_you_mean(name, names)}"
    )


def joined_name(name: str) -> str:
    """Return a name without the marks between its words: `max_steps`, `max-steps` and `maxSteps` are one."""
    return name.replace("_", "").replace("-", "").lower()
