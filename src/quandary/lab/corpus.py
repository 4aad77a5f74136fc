"""A corpus: a fixed set of instances, named by where it comes from and known by the hash of what it holds.

It is written as a range of seeds (`klondike#1..1000`, `klondike:draw1#1..1000`), as a range of seeds with any of the
generator's settings (`rush-hour:min_moves=12,max_moves=15#1..100`), as a file in any of the game's formats, or as a
folder of such files. The hash covers every instance's name and text, so that two runs are compared only where they
really solved the same thing, and a file that was edited in between is another corpus.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from quandary.core.errors import UsageError, did_you_mean
from quandary.core.game import Game, Puzzle
from quandary.core.ids import LARGEST_SEED, is_id
from quandary.engine.generate import check_rules, puzzle_of_seed, settings_of, split_rules
from quandary.engine.puzzles import good, id_in, puzzle_of_id, read_file
from quandary.engine.threads import in_order

_SEEDS = re.compile(
    r"(?P<game>[a-z][a-z0-9-]*)(?::(?P<words>[^#]*))?#(?P<first>[0-9]{1,19})(?P<range>\.\.(?P<last>[0-9]{0,19}))?"
)
MOST_SEEDS = 100_000_000
"""More than anybody waits for."""
# Positions of more puzzles than these are not worth their memory: texts are read again when their turn comes.
_MOST_POSITIONS = 20_000


class Instance(NamedTuple):
    """One puzzle of a corpus."""

    number: int
    """Its place in the corpus, from 0."""
    name: str
    text: str
    """The puzzle in the game's own notation."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A named, fixed set of instances."""

    game: str
    spec: str
    """What was asked for: seeds, a file, a folder."""
    instances: tuple[Instance, ...]
    hash: str
    """SHA-256 of the game's name and of every instance's name and text."""
    positions: tuple[Any, ...] | None = None
    """What the texts say, where they have just been read or made."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """A range of seeds, perhaps an endless one."""

    spec: str
    """As it was written."""
    words: str
    """The settings, as an id's words or as `name=value` pairs."""
    first: int
    last: int | None
    settings: Mapping[str, Any]
    """What the words stand for."""

    @property
    def count(self) -> int:
        """How many there are, if they have an end."""
        return 0 if self.last is None else self.last - self.first + 1

    def after(self, name: str | None) -> Seeds:
        """Those that are left after the puzzle of this name."""
        return self if name is None else replace(self, first=int(name.rpartition("#")[2]) + 1)

    def prefix(self, game: str) -> str:
        """What stands before the seed in an instance's name."""
        return f"{game}:{self.words}" if self.words else game


def read_corpus(game: Game[Any, Any], spec: str, *, jobs: int = 1) -> Corpus:
    """The corpus that `spec` describes; a bad puzzle in it is an error, for it could not be counted fairly."""
    if not Path(spec).exists():
        # Written down as the seed that it is today: a run may be resumed tomorrow.
        spec = id_in(game, spec) or spec
    seeds = finite_seeds(game, spec)
    if seeds is None:
        return make_corpus(game.name, spec, _read_files(game, spec))
    made = (puzzle for puzzle in puzzles_of_seeds(game, seeds, jobs=jobs) if puzzle is not None)
    corpus = make_corpus(game.name, spec, made)
    if not corpus.instances:
        raise empty_corpus(spec)
    return corpus


def finite_seeds(game: Game[Any, Any], spec: str) -> Seeds | None:
    """As `read_seeds`, but of a range that has an end."""
    seeds = read_seeds(game, spec)
    if seeds is not None and seeds.last is None:
        raise UsageError(f"corpus {spec!r} has no end (expected {seeds.prefix(game.name)}#FROM..TO)")
    return seeds


def empty_corpus(spec: str) -> UsageError:
    """What to say of seeds that make nothing."""
    return UsageError(f"corpus {spec!r} is empty: no seed makes a puzzle with these settings")


class Digest:
    """The hash of a corpus, instance by instance."""

    def __init__(self, game: str) -> None:
        self._sha = hashlib.sha256(f"{game}\n".encode())

    def add(self, name: str, text: str) -> None:
        """One more."""
        self._sha.update(f"{len(name)} {len(text)}\n{name}{text}".encode())

    def __str__(self) -> str:
        return self._sha.hexdigest()


def make_corpus(game: str, spec: str, puzzles: Iterable[Puzzle[Any]]) -> Corpus:
    """A corpus of these puzzles; a name that comes twice is told apart by a number."""
    digest = Digest(game)
    instances = []
    positions: list[Any] = []
    seen: dict[str, int] = {}
    for number, puzzle in enumerate(puzzles):
        name, text = puzzle.id, puzzle.text
        times = seen[name] = seen.get(name, 0) + 1
        unique = name if times == 1 else f"{name} ({times})"
        digest.add(unique, text)
        instances.append(Instance(number, unique, text))
        if number < _MOST_POSITIONS:
            positions.append(puzzle.position)
    kept = tuple(positions) if len(instances) <= _MOST_POSITIONS else None
    return Corpus(game, spec, tuple(instances), str(digest), kept)


def read_seeds(game: Game[Any, Any], spec: str) -> Seeds | None:
    """The range of seeds that `spec` describes; None if it is not meant as one."""
    if "#" not in spec or Path(spec).exists():
        return None
    match = _SEEDS.fullmatch(spec.strip())
    if match is None:
        raise UsageError(f"corpus {spec!r} is not a range of seeds (expected {game.name}#FROM..TO)")
    if match["game"] != game.name:
        raise UsageError(f"corpus {spec!r} is not of {game.name}")
    first = int(match["first"])
    last = first if match["range"] is None else int(match["last"]) if match["last"] else None
    if max(first, last or 0) > LARGEST_SEED:
        raise UsageError(f"corpus {spec!r}: a seed is a number from 0 to {LARGEST_SEED}")
    if last is not None and last < first:
        raise UsageError(f"corpus {spec!r} ends before it begins")
    if last is not None and last - first >= MOST_SEEDS:
        raise UsageError(f"corpus {spec!r} has {last - first + 1:,} seeds (at most {MOST_SEEDS:,})")
    words = match["words"] or ""
    return Seeds(spec, words, first, last, _settings(game, words, spec))


def puzzles_of_seeds(game: Game[Any, Any], seeds: Seeds, *, jobs: int = 1) -> Iterator[Puzzle[Any] | None]:
    """Puzzles in the order of the seeds; None for a seed that makes none."""
    prefix = seeds.prefix(game.name)

    def make(seed: int) -> Puzzle[Any] | None:
        puzzle = puzzle_of_seed(game, seed, seeds.settings)
        # An id has no words for every setting, but a corpus has.
        return replace(puzzle, id=f"{prefix}#{seed}") if puzzle is not None and "=" in seeds.words else puzzle

    last = LARGEST_SEED if seeds.last is None else seeds.last
    waiting = range(seeds.first, last + 1)
    if jobs == 1 or last == seeds.first:
        return map(make, waiting)
    return in_order(lambda seed, cancel: make(seed), waiting, jobs)


def _settings(game: Game[Any, Any], words: str, spec: str) -> dict[str, Any]:
    """What the words before the seeds stand for; a `UsageError` if the game has no such settings."""
    generator = game.generator()
    if generator is None:
        raise UsageError(f"corpus {spec!r}: {game.name} has no generator")
    if "=" not in words:
        settings = settings_of(game, words)
        if settings is None:
            raise UsageError(f"corpus {spec!r}: {game.name} has no setting {words!r}")
        check_rules(game, split_rules(game, words)[0])
        return settings
    known = {option.name: option for option in (*game.variant_options, *generator.options)}
    settings = {}
    for part in words.split(","):
        said, equals, value = part.partition("=")
        name = said.strip().replace("-", "_")
        if not equals:
            raise UsageError(f"settings are name=value,…, not {words!r}")
        if name not in known:
            listed = ", ".join(known)
            guess = did_you_mean(name, known)
            raise UsageError(f"corpus {spec!r}: there is no setting {name!r} (settings: {listed}){guess}")
        settings[name] = known[name].read(value.strip())
        check_rules(game, {name: settings[name]})
    return settings


def _read_files(game: Game[Any, Any], spec: str) -> Iterator[Puzzle[Any]]:
    path = Path(spec)
    if not path.exists():
        if is_id(game, spec):
            yield puzzle_of_id(game, spec)
            return
        raise UsageError(f"there is no corpus {spec!r} (expected {game.name}#FROM..TO, a file or a folder)")
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"the folder {spec} holds no file")
    for file in files:
        for entry in read_file(game, file):
            puzzle = good(entry)
            yield puzzle if file == path else replace(puzzle, id=f"{file.relative_to(path).as_posix()}: {puzzle.id}")
