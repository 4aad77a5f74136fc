"""Plays by a prompt alone: what somebody would do who has read it and nothing else.

Nothing of the package is used here. Each game is written anew from the words of its prompt, slowly and plainly, so that
two things are tested at once: that a prompt says all that one needs, and that the judge judges by what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.evaluation.exponentile_by_the_prompt import exponentile
from tests.evaluation.klondike_by_the_prompt import klondike
from tests.evaluation.reading_prompts import Refused, Result, block, found, run, sections


def rush_hour(prompt: str, moves: list[str]) -> Result:
    board = [list(row) for row in block(prompt)]
    goal = sections(prompt)["Goal"]
    red = found(r"red car, (.),", goal)

    def cells(letter: str) -> list[tuple[int, int]]:
        return [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell == letter]

    def step(move: str) -> int:
        letter, sign, count = move[0], move[1], int(move[2:])
        own = cells(letter)
        if letter in ".x" or not own or count == 0:
            raise Refused
        down, right = (0, 1) if own[0][0] == own[-1][0] else (1, 0)
        way = 1 if sign == "+" else -1
        for _ in range(count):
            own = cells(letter)
            there = [(r + way * down, c + way * right) for r, c in own]
            if any(not (0 <= r < len(board) and 0 <= c < len(board[0])) for r, c in there):
                raise Refused
            if any(board[r][c] not in (".", letter) for r, c in there):
                raise Refused
            for r, c in own:
                board[r][c] = "."
            for r, c in there:
                board[r][c] = letter
        return count if "counts n steps" in goal else 1

    return run(step, lambda: any(c == len(board[0]) - 1 for _, c in cells(red)), moves)


def sokoban(prompt: str, moves: list[str]) -> Result:
    rows = block(prompt)
    at = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    goals = {place for place, mark in at.items() if mark in ".*+"}
    boxes = {place for place, mark in at.items() if mark in "$*"}
    player = next(place for place, mark in at.items() if mark in "@+")
    every_step = "Every step of the player" in sections(prompt)["Goal"]
    ways = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}

    def step(move: str) -> int:
        nonlocal player
        down, right = ways[move.lower()]
        there = (player[0] + down, player[1] + right)
        if at.get(there, " ") == "#":
            raise Refused
        is_push = there in boxes
        if is_push:
            beyond = (there[0] + down, there[1] + right)
            if at.get(beyond, " ") == "#" or beyond in boxes:
                raise Refused
            boxes.remove(there)
            boxes.add(beyond)
        elif move.isupper():
            raise Refused
        player = there
        return 1 if is_push or every_step else 0

    return run(step, lambda: goals <= boxes, moves)


def circuit(prompt: str, moves: list[str]) -> Result:
    sums, ways = {}, {}
    for line in block(prompt):
        if match := re.fullmatch(r"(r\d+c\d+): (.*)", line):
            sums[match[1]] = match[2]
        elif match := re.fullmatch(r"(r\d+c\d+) - (r\d+c\d+): (\d+)", line):
            ways[match[1], match[2]] = ways[match[2], match[1]] = int(match[3])
    rules = sections(prompt)["Rules"]
    hidden = "FINISH can no longer be reached" in rules
    lives = 10**9 if hidden else int(found(r"mistake number\s+(\d+)", rules))
    dear = int(found(r"mistake counts (\d+)", sections(prompt)["Goal"]))
    finish = next(cell for cell, text in sums.items() if text == "FINISH")
    walked = ["r0c0"]
    mistakes = 0

    def answer(cell: str) -> int:
        left, sign, right = sums[cell].split()
        a, b = int(left), int(right)
        return {"+": a + b, "−": a - b, "×": a * b, "÷": a // b}[sign]

    def is_enclosed() -> bool:
        seen, waiting = set(walked), [walked[-1]]
        while waiting:
            here = waiting.pop()
            for one, other in ways:
                if one == here and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return finish not in seen

    def step(move: str) -> int:
        nonlocal mistakes
        here = walked[-1]
        if mistakes >= lives or (hidden and is_enclosed()):
            raise Refused
        if (here, move) not in ways or move in walked:
            raise Refused
        is_right = ways[here, move] == answer(here)
        mistakes += not is_right
        if is_right or hidden:
            walked.append(move)
        return 1 if is_right else dear

    return run(step, lambda: walked[-1] == finish, moves)


PLAYERS: dict[str, Callable[[str, list[str]], Result]] = {
    "rush-hour": rush_hour,
    "sokoban": sokoban,
    "klondike": klondike,
    "circuit": circuit,
    "exponentile": exponentile,
}
