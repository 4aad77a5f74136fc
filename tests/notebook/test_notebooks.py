"""The example notebooks are run anew, and print what they printed.

`python -m tests.notebook.test_notebooks` runs them and writes what they print now into them.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient

# It has no types.
nbformat: Any = import_module("nbformat")

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 500_000
SECONDS_A_CELL = 300
# Pictures are the plot library's, which draws them differently in every version.
_COMPARED = ("text/plain", "text/html", "image/svg+xml")


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=4)


def run(file: Path, folder: Path) -> Any:
    """The notebook with new outputs; a cell that fails raises. What it writes goes to a folder of its own."""
    notebook = read(file)
    kernel = {"env": {**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"}}
    client = NotebookClient(
        notebook, timeout=SECONDS_A_CELL, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    client.execute(**kernel)
    return notebook


def texts(notebook: Any) -> list[list[dict[str, str]]]:
    """What can be read in the outputs, cell by cell."""
    return [
        [
            {"text": output.text}
            if output.output_type == "stream"
            else {kind: output.data[kind] for kind in _COMPARED if kind in output.data}
            for output in joined(cell.outputs)
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def joined(outputs: list[Any]) -> list[Any]:
    """The outputs with printed lines as one: how they are cut is the kernel's mood."""
    together: list[Any] = []
    for output in outputs:
        if output.output_type == "stream" and together and together[-1].get("name") == output.name:
            together[-1] = nbformat.from_dict({**together[-1], "text": together[-1].text + output.text})
        else:
            together.append(output)
    return together


@pytest.mark.process
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_prints_what_it_printed(file: Path, tmp_path: Path) -> None:
    assert texts(run(file, tmp_path)) == texts(read(file))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_small_clean_and_complete(file: Path) -> None:
    notebook = read(file)
    assert file.stat().st_size < LARGEST
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(cell.outputs for cell in cells[1:])
    assert not any(cell.metadata for cell in notebook.cells)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}


def test_there_are_two() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["lab-study", "solve-and-explain"]


def clean(notebook: Any) -> Any:
    """Takes away what differs from machine to machine."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    return notebook


def main() -> None:
    """Runs all notebooks and writes their outputs into them."""
    from tempfile import TemporaryDirectory

    for file in NOTEBOOKS:
        with TemporaryDirectory() as folder:
            nbformat.write(clean(run(file, Path(folder))), file)


if __name__ == "__main__":
    main()
