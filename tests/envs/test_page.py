"""The examples of docs/environments.md run as they stand, each by itself."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
BLOCKS = re.findall(r"^```python( no-test)?\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
TESTED = [block for no_test, block in BLOCKS if not no_test]
OTHERS = [block for no_test, block in BLOCKS if no_test]


@pytest.mark.parametrize("number", range(len(TESTED)))
def test_an_example_needs_no_other(number: int) -> None:
    example = doctest.DocTestParser().get_doctest(TESTED[number], {}, f"example {number}", str(PAGE), 0)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_what_is_not_run_here_imports_all_that_it_names() -> None:
    assert len(OTHERS) == 1
    tree = ast.parse(OTHERS[0])
    imported = {
        (alias.asname or alias.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    set_here = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    assert {node.id for node in names if isinstance(node.ctx, ast.Load)} <= imported | set_here
    assert {"VecMonitor", "MaskableVecEnv", "MaskablePPO"} <= imported
