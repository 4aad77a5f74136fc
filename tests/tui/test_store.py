"""Files of the user: damaged ones are set aside, nothing is ever lost or overwritten."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from quandary import Session, game
from quandary.tui.app import QuandaryApp
from quandary.tui.store import Store
from tests.tui.driving import drive, shown, until


@pytest.fixture
def data(data: Path) -> Path:
    """A folder that nobody has written to yet."""
    shutil.rmtree(data)
    return data


@pytest.fixture
def told() -> list[str]:
    """What the store has said."""
    return []


@pytest.fixture
def store(data: Path, told: list[str]) -> Store:
    """A store in an empty folder."""
    return Store(data, told.append)


def test_two_damaged_files_in_one_second_are_both_kept(store: Store, data: Path) -> None:
    data.mkdir()
    for content in ("one", "two", "three"):
        (data / "preferences.json").write_text(content)
        store.preferences()
    assert sorted(file.read_text() for file in data.iterdir()) == ["one", "three", "two"]


def test_a_file_that_is_no_text_is_damaged_too(store: Store, data: Path, told: list[str]) -> None:
    data.mkdir()
    (data / "preferences.json").write_bytes(b"\xff\xfe\x00")
    assert store.preferences() == {}
    assert "damaged" in told[0]


def test_a_folder_that_cannot_be_written_is_told_and_nothing_breaks(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file", told.append)
    store.prefer(palette="mono")
    assert any("cannot be" in line for line in told)


def test_a_write_leaves_no_other_file_behind(store: Store, data: Path) -> None:
    store.prefer(palette="mono")
    store.prefer(animation="off")
    assert store.preferences() == {"palette": "mono", "animation": "off"}
    assert [file.name for file in data.iterdir()] == ["preferences.json"]


def test_saved_games_come_back_and_are_forgotten(store: Store) -> None:
    puzzle = game("rush-hour").examples[1]
    session: Session[object, object] = Session.start("rush-hour", puzzle)
    session.play(session.game.moves(session.position)[0])
    store.save(session)
    saved = store.saved_game("rush-hour", session.id)
    assert saved is not None
    assert saved.moves == session.moves
    (listed,) = store.saved()
    assert store.saved("rush-hour") == [listed]
    assert store.saved("circuit") == []
    assert listed.words.startswith("1 move, today ")
    loaded = store.load(listed)
    assert loaded is not None
    assert loaded.position == session.position
    store.forget("rush-hour", session.id)
    assert store.saved() == []
    store.save(session)
    store.discard(listed)
    assert store.saved() == []


def test_a_game_that_was_saved_under_the_alias_of_its_id_goes_on(store: Store, data: Path) -> None:
    session: Session[object, object] = Session.start("sokoban", "sokoban:beginner#3")
    session.play(session.game.moves(session.position)[0])
    store.save(session)
    (file,) = (data / "saves").iterdir()
    digest = hashlib.sha256(b"sokoban:beginner-v2#3").hexdigest()[:16]
    old = file.with_name(f"sokoban-{digest}.json")
    file.rename(old)
    old.write_text(old.read_text().replace("sokoban:beginner#3", "sokoban:beginner-v2#3"))

    saved = store.saved_game("sokoban", "sokoban:beginner#3")

    assert saved is not None
    assert (saved.id, saved.moves) == ("sokoban:beginner-v2#3", session.moves)
    (listed,) = store.saved()
    assert listed.id == "sokoban:beginner-v2#3"
    store.save(saved)
    assert [one.name for one in (data / "saves").iterdir()] == [file.name]
    store.forget("sokoban", "sokoban:beginner#3")
    assert store.saved() == []


def test_a_game_is_saved_once_by_whichever_id_it_is_played(store: Store) -> None:
    for name in ("rush-hour:beginner/3", Session.start("rush-hour", "rush-hour:beginner/3").canonical_id):
        session: Session[object, object] = Session.start("rush-hour", name)
        session.play(session.game.moves(session.position)[0])
        store.save(session)
        assert [one.id for one in store.saved()] == [name]
        found = store.saved_game("rush-hour", session.canonical_id)
        assert found is not None
        assert found.id == name


def test_a_preference_can_be_forgotten(store: Store) -> None:
    store.prefer(palette="mono", animation="off")
    store.prefer(palette=None)
    assert store.preferences() == {"animation": "off"}


@pytest.mark.slow
def test_a_damaged_save_is_told_on_the_screen(data: Path) -> None:
    (data / "saves").mkdir(parents=True)
    (data / "saves" / "circuit-0123456789abcdef.json").write_text("{}")

    async def script(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "damaged" in shown(pilot))

    drive(script)
    assert any("damaged" in file.name for file in (data / "saves").iterdir())


def test_strange_preferences_are_ignored(data: Path) -> None:
    data.mkdir()
    (data / "preferences.json").write_text('{"animation": 7, "palette": ["x"], "settings of circuit": 3}')
    app = QuandaryApp()
    assert app.animation == "normal"
    assert app.palette.name == "standard"


def test_a_file_nested_too_deeply_is_damaged(store: Store, data: Path, told: list[str]) -> None:
    data.mkdir()
    (data / "preferences.json").write_text("[" * 100_000)
    assert store.preferences() == {}
    assert len(told) == 1
