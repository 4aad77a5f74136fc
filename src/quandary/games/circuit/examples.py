"""Small puzzles for help texts and tests: one under way, one fresh, one in hidden mode. All are the generator's own."""

from __future__ import annotations

from pathlib import Path

EXAMPLES = tuple(Path(__file__).with_name("examples.jsonl").read_text(encoding="utf-8").splitlines())
