"""The verdicts that docs/lab publishes: the page names the very file, and what it says of a deal is found again."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from quandary.core.registry import game
from quandary.game import Rng
from quandary.lab.experiment import design
from quandary.lab.verdicts import open_verdicts
from quandary.lab.winnability import Question, check_again

LAB = Path(__file__).parents[2] / "docs" / "lab"
FILES = sorted(LAB.glob("*.verdicts"))
PAGE = (LAB / "klondike-winnability.md").read_text(encoding="utf-8")
DEALS = 25


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_page_names_the_file_and_its_figures(file: Path) -> None:
    assert sha256(file.read_bytes()).hexdigest() in PAGE
    with open_verdicts(file) as verdicts:
        count = verdicts.count()
    assert count.missing == count.unknown == 0
    assert count.rate is not None
    assert f"| {count.seeds:,} | {count.solved:,} | {count.unsolvable:,} | 0 | {100 * count.rate.value:.3f}%" in PAGE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_deals_are_as_the_file_says(file: Path) -> None:
    with open_verdicts(file) as verdicts:
        rng = Rng(1)
        numbers = sorted(rng.below(len(verdicts)) for _ in range(DEALS))
        question = Question(design(game("klondike").variant(**verdicts.head["rules"])), verdicts.first, len(verdicts))
        found = list(check_again(verdicts, numbers, question))
    assert all(one.agrees for one in found)
    # Both kinds are among them.
    assert len(Counter(one.found for one in found)) == 2
