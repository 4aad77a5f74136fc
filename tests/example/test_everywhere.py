"""Another package's game is named as ours are: in ids, save files, addresses, results and evaluation sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import quandary
from quandary.engine.puzzles import puzzle_of
from quandary.lab.corpus import read_corpus
from tests.web.conftest import Client

NAMES = ["lanterns#7", "lanterns:midnight#7", "lanterns:*.*/.../*.*", "lanterns:dusk#3"]


@pytest.mark.parametrize("name", NAMES)
def test_ids_and_save_files(name: str) -> None:
    session: quandary.Session[Any, Any] = quandary.Session.start("lanterns", name)
    session.play(session.game.moves(session.position)[0])
    again: quandary.Session[Any, Any] = quandary.Session.load(session.save())
    assert (again.id, again.moves, again.position) == (name, session.moves, session.position)


@pytest.mark.parametrize("name", NAMES)
def test_web_addresses(name: str, client: Client) -> None:
    told = client.ask("new", game="lanterns", puzzle=name)
    assert told["id"] == name
    assert client.get(told["address"]).status_code == 200
    address = unquote(told["address"]).removeprefix("/lanterns/")
    assert client.ask("new", game="lanterns", address=address)["id"] == name


def test_settings_of_a_seed_are_those_of_its_generator() -> None:
    (made,) = quandary.generate("lanterns", level="midnight", seed=7)
    assert made.id == "lanterns:midnight#7"
    assert puzzle_of(quandary.game("lanterns"), made.id).position == made.position
    (usual,) = quandary.generate("lanterns", level="evening", seed=7)
    assert usual.id == "lanterns#7"
    with pytest.raises(quandary.QuandaryError, match="no setting like this"):
        quandary.puzzle("lanterns", "lanterns:noon#7")


def test_a_corpus_of_seeds_and_a_pack(tmp_path: Path) -> None:
    game = quandary.game("lanterns")
    corpus = read_corpus(game, "lanterns:dusk#1..20")
    assert corpus.instances[0].name == "lanterns:dusk#1"
    file = tmp_path / "pack.txt"
    file.write_text(game.write_pack(quandary.generate(game, count=3, seed=1)), encoding="utf-8")
    assert len(read_corpus(game, str(file)).instances) == 3
