"""Requests that nobody should send: nearly right, or anything at all."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from quandary.core.registry import names

BOARD = "BB...C...D.CXX.D.C...D..........EEE."
LARGE = [1 << 31, 1 << 32, 1 << 40, (1 << 53) - 1, -(1 << 31)]
# What each question asks for; the fuzzer fills these in, and at times whatever else comes to its mind.
QUESTIONS = {
    "new": ("settings", "rules", "seed", "like"),
    "state": ("puzzle", "moves", "marks", "pictures"),
    "play": ("puzzle", "moves", "move", "more"),
    "moves": ("puzzle",),
    "draw": ("puzzle",),
    "way": ("puzzle", "place"),
    "hint": ("puzzle", "moves"),
    "solve": ("puzzle", "metric", "nodes"),
    "watch": ("puzzle", "count", "seed"),
    "generate": ("settings", "seed"),
    "validate": ("text",),
    "verify": ("puzzle", "solution"),
    "worksheet": ("settings", "sheet"),
}
IDS = ["rush-hour:expert#1", "klondike#3", "circuit:1#1", "sokoban#1", "exponentile#1", "klondike:draw24-winnable#1"]
MOVES = ["C+1", "X-1", "D", "R", "r0c1", "l", "R", "r1c1>r1c2"]
SETTINGS = [
    "level",
    "draw",
    "rows",
    "cols",
    "size",
    "walls",
    "min_moves",
    "max_moves",
    "effort",
    "hidden",
    "weights",
    "winnable",
    "redeals",
    "operations",
    "per_page",
    "points",
    "versions",
    "boxes",
    "width",
    "rules",
    "difficulty",
    "side",
    "torus",
]

numbers = (
    st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.integers(-5, 30) | st.sampled_from(LARGE)
)
scalars = st.none() | st.booleans() | numbers | st.text(max_size=30)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
texts = st.sampled_from([BOARD, "{}", "#" * 40, *IDS]) | st.text(max_size=60)
chosen = st.dictionaries(st.sampled_from(SETTINGS) | st.text(max_size=8), scalars, max_size=3)
words = st.text(max_size=8)
fields: dict[str, st.SearchStrategy[Any]] = {
    "game": st.sampled_from([*names(), "template"]) | words,
    "puzzle": texts,
    "address": texts,
    "like": texts,
    "text": texts,
    "solution": st.sampled_from(["C+1", "D D", "r0c1", "lurdLURD"]) | st.text(max_size=30),
    "moves": st.lists(st.sampled_from(MOVES) | words, max_size=5),
    "move": st.sampled_from(MOVES) | words,
    "more": st.lists(st.sampled_from(MOVES) | words, max_size=5),
    "marks": st.lists(st.sampled_from(["player", "hint", "solver:optimal"]) | words, max_size=5),
    "pictures": st.booleans(),
    "place": st.sampled_from(["r1c1", "r99c99"]) | words,
    "settings": chosen,
    "rules": chosen,
    "sheet": chosen,
    "options": chosen,
    "seed": st.integers(-5, 1 << 70) | st.integers(-5, 30),
    "count": st.integers(-3, 1 << 40),
    "time": st.floats(-1, 2),
    "nodes": st.integers(-5, 1 << 70),
    "memory": st.integers(-5, 1 << 70),
    "metric": st.sampled_from(["moves", "steps", "any", "pushes"]) | words,
    "strategy": words,
    "player": words,
    "format": st.sampled_from(["pdf", "svg"]) | words,
    "solve": st.booleans(),
}
bodies = st.fixed_dictionaries({"game": fields["game"]}, optional={k: v for k, v in fields.items() if k != "game"})


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, Any]:
    """A question and a body for it."""
    name = draw(st.sampled_from(sorted(QUESTIONS)))
    if draw(st.integers(0, 3)):
        return name, {field: draw(fields[field]) for field in ("game", *QUESTIONS[name])}
    return name, draw(bodies | values)
