"""Files of the user: records add up, damaged files are set aside, nothing is ever lost or overwritten."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.pilot import Pilot

from quandary import Session, game
from quandary.tui.app import QuandaryApp
from quandary.tui.store import FORMAT, Result, Store, clock
from tests.tui.driving import drive, shown, until


@pytest.fixture
def told() -> list[str]:
    """What the store has said."""
    return []


@pytest.fixture
def store(data: Path, told: list[str]) -> Store:
    """A store in an empty folder."""
    return Store(data, told.append)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _won(moves: int, seconds: float, hints: int = 0) -> Result:
    return Result("rush-hour", "rush-hour#1", True, moves, seconds, hints, None)


def test_records_are_broken_only_by_better_games_without_hints(store: Store) -> None:
    assert store.add_result(_won(20, 60.0)) == []
    assert store.add_result(_won(25, 50.0)) == ["quickest so far (before: 1:00)"]
    assert store.add_result(_won(10, 10.0, hints=1)) == []
    assert store.add_result(_won(19, 55.0)) == ["fewest moves so far (before: 20)"]
    best = store.records().puzzles["rush-hour#1"]
    assert (best.played, best.won, best.moves, best.seconds) == (4, 4, 19, 50.0)
    assert store.records().games["rush-hour"].played == 4


def test_scores_are_records_too(store: Store) -> None:
    for score in (100, 300, 200):
        store.add_result(Result("exponentile", "exponentile#1", False, 5, 9.0, 0, score))
    assert store.records().puzzles["exponentile#1"].score == 300


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": "other"}',
        '{"format": "quandary-records/1", "games": 3}',
        '{"format": "quandary-records/1", "games": {"a": {"played": "x"}}, "puzzles": {}}',
        '{"format": "quandary-records/1", "games": {"a": {"unknown": 1}}, "puzzles": {}}',
    ],
)
def test_damaged_records_are_set_aside_with_a_message(store: Store, data: Path, told: list[str], content: str) -> None:
    data.mkdir()
    (data / "records.json").write_text(content)
    store.add_result(_won(5, 5.0))
    assert store.records().games["rush-hour"].won == 1
    aside = [file for file in data.iterdir() if "damaged" in file.name]
    assert [file.read_text() for file in aside] == [content]
    assert len(told) == 1
    assert "damaged" in told[0]


def test_two_damaged_files_in_one_second_are_both_kept(store: Store, data: Path) -> None:
    data.mkdir()
    for content in ("one", "two", "three"):
        (data / "records.json").write_text(content)
        store.records()
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
    assert [each.id for each in store.saved("rush-hour")] == [session.id]
    assert store.saved("circuit") == []
    store.forget(session)
    assert store.saved("rush-hour") == []


@pytest.mark.slow
def test_a_damaged_save_is_told_on_the_screen(data: Path) -> None:
    (data / "saves").mkdir(parents=True)
    (data / "saves" / "circuit-0123456789abcdef.json").write_text("{}")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: "damaged" in shown(pilot))

    drive(script)
    assert any("damaged" in file.name for file in (data / "saves").iterdir())


def test_strange_preferences_are_ignored(data: Path) -> None:
    data.mkdir()
    (data / "preferences.json").write_text('{"animation": 7, "palette": ["x"], "settings of circuit": 3}')
    app = QuandaryApp()
    assert app.animation == "normal"
    assert app.palette.name == "standard"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["games", "puzzles", "played", "won", "score", "a"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@settings(deadline=None)
@given(st.text() | st.builds(lambda value: json.dumps({"format": FORMAT, **value}), _JSON.filter(_is_object)))
def test_no_content_of_a_file_breaks_anything(content: str) -> None:
    told: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.json"
        file.write_text(content, encoding="utf-8", newline="")
        store = Store(Path(folder), told.append)
        store.add_result(_won(5, 5.0))
        assert store.records().puzzles["rush-hour#1"].won >= 1
        aside = [each for each in Path(folder).iterdir() if "damaged" in each.name]
        assert len(aside) == len(told) <= 1
        assert all(each.read_bytes().decode() == content for each in aside)


def test_a_file_nested_too_deeply_is_damaged(store: Store, data: Path, told: list[str]) -> None:
    data.mkdir()
    (data / "preferences.json").write_text("[" * 100_000)
    assert store.preferences() == {}
    assert len(told) == 1


@given(st.floats(0, 1e7))
def test_a_clock_reads_back(seconds: float) -> None:
    parts = [int(part) for part in clock(seconds).split(":")]
    assert sum(part * 60**power for power, part in enumerate(reversed(parts))) == int(seconds)
