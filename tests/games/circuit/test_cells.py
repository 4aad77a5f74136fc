"""Where answers lead: everywhere to FINISH, and past a single mistake."""

from __future__ import annotations

import pytest

from quandary.game import Rng, Status
from quandary.games.circuit import rules
from quandary.games.circuit.grid import draw_grid
from quandary.games.circuit.path import draw_path, from_finish, lead_on
from quandary.games.circuit.position import Position
from tests.games.circuit.boards import board


def test_the_answers_of_all_cells_form_a_tree_towards_finish() -> None:
    rng = Rng(1)
    for _ in range(100):
        grid = draw_grid(rng, 5, 6, most=8)
        path = draw_path(rng, grid, 18 + rng.below(8))
        onward = lead_on(rng, grid, path)
        assert len(onward) == grid.cells - 1
        assert [onward[cell] for cell in path[:-1]] == path[1:]
        assert all(grid.neighbours[cell] >> there & 1 for cell, there in onward.items())
        assert all(onward.get(there) != cell for cell, there in onward.items())
        order = from_finish(onward, grid.cells - 1)
        assert sorted(order) == list(range(grid.cells - 1))
        assert all(onward[cell] == grid.cells - 1 or onward[cell] in order[:at] for at, cell in enumerate(order))


@pytest.mark.slow
@pytest.mark.parametrize("code", ["1-hidden", "3-hidden", "5-hidden", "7-hidden", "10-hidden"])
@pytest.mark.parametrize("seed", range(8))
def test_one_mistake_in_hidden_mode_is_no_trap(code: str, seed: int) -> None:
    """Whoever errs once and then follows the answers arrives; or is told at once that there is no way any more."""
    puzzle = board(code, seed)
    for number in range(len(puzzle.solution) - 1):
        before = Position(puzzle, puzzle.solution[: number + 1])
        for move in rules.moves(before):
            position = rules.play(before, move).position
            while rules.status(position) is Status.PLAYING:
                onward = puzzle.next_cell(position.here)
                assert onward is not None
                position = rules.play(position, rules.Step(*onward)).position
            strayed = position.walked[number + 1 :]
            assert rules.status(position) is Status.WON or len(strayed) == 1
