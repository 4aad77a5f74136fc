"""All benches."""

from __future__ import annotations

from tools.prove import circuit, exponentile, generators, klondike, sokoban
from tools.prove.bench import Bench

BENCHES: tuple[Bench, ...] = (
    circuit.OneRoute(),
    circuit.Strayed(),
    exponentile.BestLine(),
    klondike.Stuck(),
    klondike.Winnable(),
    sokoban.Warnings(),
    generators.RushHour(),
    generators.Sokoban(),
)
