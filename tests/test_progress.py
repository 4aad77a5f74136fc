"""What somebody has played, won and reached: counted from records that a crash, or a strategy, cannot spoil."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from quandary.core.game import Effort
from quandary.core.registry import game, names
from quandary.engine import daily
from quandary.engine.ladder import climbed, ladder, levels, next_rung, rung_of, title_of
from quandary.engine.progress import FILE, Best, Progress, ProgressFile, Record, as_line, as_text, read_text, record_of
from quandary.engine.session import Session
from quandary.game import Game, PuzzleError, UsageError

RUSH_HOUR = game("rush-hour")
BOARD = "BB...C...D.CXX.D.C...D..........EEE."
"""Solved in four moves."""


def _record(**changes: Any) -> Record:
    usual = Record("rush-hour", "rush-hour#1", "won", "2026-11-15T08:30:00+01:00", 24, 90.0, 24, 21, by={"player": 24})
    return replace(usual, **changes)


def _solved(by: str = "player") -> Session[Any, Any]:
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    moves = session.advisor.advise(session.position).line
    assert moves is not None
    for move in moves:
        session.play(move, by)
    return session


def _file(folder: Path) -> tuple[ProgressFile, list[str]]:
    told: list[str] = []
    return ProgressFile(folder, told.append), told


def test_a_games_record_tells_who_moved_and_how_it_went() -> None:
    record = record_of(_solved())
    assert (record.ended, record.cost, record.optimum, record.stars) == ("won", 4, 4, 3)
    assert (record.by, record.is_own) == ({"player": 4}, True)


def test_what_a_solver_has_played_is_nobodys() -> None:
    record = record_of(_solved("solver:optimal"))
    assert (record.is_own, record.stars) == (False, 0)
    progress = Progress([record])
    assert progress.records == [record]
    assert (progress.game("rush-hour"), progress.puzzle(record.id)) == (Best(), None)


def test_a_game_that_is_left_counts_as_no_game_but_ends_the_streak_of_wins() -> None:
    progress = Progress([_record(), _record(), _record(ended="left")])
    assert progress.game("rush-hour").played == 2
    assert (progress.wins("rush-hour").now, progress.wins("rush-hour").longest) == (0, 2)


def test_a_game_that_was_left_and_is_finished_later_counts_once() -> None:
    left, later = _record(ended="left", moves=3), _record(ended="left", moves=5)
    progress = Progress([_record(id="rush-hour#2"), left, later])
    assert progress.records[1:] == [later]
    assert progress.wins("rush-hour").now == 0
    progress.add(_record())
    assert [record.ended for record in progress.records] == ["won", "won"]
    assert (progress.game("rush-hour").played, progress.wins("rush-hour").now) == (2, 2)


def test_the_rest_of_a_game_that_was_left_may_come_from_another_machine(tmp_path: Path) -> None:
    mine = ProgressFile(tmp_path, print)
    mine.add(_record(ended="left", at="2026-11-14T08:00:00+00:00"))
    other = as_text(Progress([_record(at="2026-11-15T08:00:00+00:00")]))
    assert [mine.take_in(other), mine.take_in(other)] == [1, 0]
    assert [record.ended for record in mine.read().records] == ["won"]


@pytest.mark.parametrize(
    ("cost", "hints", "stars"), [(20, 0, 3), (20, 1, 2), (25, 3, 2), (26, 0, 1), (25, 4, 1), (99, 9, 1)]
)
def test_the_usual_stars(cost: int, hints: int, stars: int) -> None:
    won = _solved().position
    assert RUSH_HOUR.stars(won, Effort(cost, 20, hints)) == stars
    assert RUSH_HOUR.stars(RUSH_HOUR.parse(BOARD), Effort(cost, 20, hints)) == 0


def test_a_best_says_which_records_are_broken() -> None:
    progress = Progress()
    assert progress.add(_record()) == []
    assert progress.add(_record(moves=22, seconds=50.0)) == [
        "fewest moves so far (before: 24)",
        "quickest so far (before: 1:30)",
    ]
    assert progress.add(_record(moves=1, hints=1)) == []
    best = progress.puzzle("rush-hour#1")
    assert best is not None
    assert (best.played, best.won, best.moves, best.seconds) == (3, 3, 22, 50.0)


def test_a_crash_loses_at_most_the_last_record(tmp_path: Path) -> None:
    file, told = _file(tmp_path)
    for moves in (24, 25, 26):
        file.add(_record(moves=moves))
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-20])
    again, told = _file(tmp_path)
    assert [record.moves for record in again.read().records] == [24, 25]
    assert len(told) == 1
    again.add(_record(moves=27))
    assert [record.moves for record in _file(tmp_path)[0].read().records] == [24, 25, 27]


def test_a_line_that_a_crash_has_cut_spoils_no_other(tmp_path: Path) -> None:
    file, _ = _file(tmp_path)
    file.add(_record(moves=1))
    with (tmp_path / FILE).open("a") as stream:
        stream.write('{"game": "rush')
    # Whoever has the progress in memory goes on without a look.
    file._seen = file._look()
    file.add(_record(moves=2))
    assert [record.moves for record in _file(tmp_path)[0].read().records] == [1, 2]


@pytest.mark.parametrize("content", ["", "nonsense", "[]", '{"format": "other"}', '{"format": 7}\n', "\udcff"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_bytes(content.encode("utf-8", "surrogateescape"))
    file, told = _file(tmp_path)
    assert file.read().records == []
    assert "set aside" in told[0]
    file.add(_record())
    assert [found.name.partition("-")[0] for found in tmp_path.iterdir() if found.name != FILE] == ["progress.damaged"]
    assert len(_file(tmp_path)[0].read().records) == 1


@pytest.mark.parametrize(
    "change", [{"moves": "many"}, {"ended": "drawn"}, {"by": 3}, {"at": "yesterday"}, {"stars": None}, {"level": 5}]
)
def test_a_record_with_a_wrong_field_is_damaged(change: dict[str, Any]) -> None:
    head = '{"format":"quandary-progress/1"}\n'
    line = json.dumps({**json.loads(as_line(_record())), **change})
    progress, bad = read_text(head + line)
    assert (progress.records, bad) == ([], 1)


def test_a_field_of_a_later_version_is_no_damage() -> None:
    line = json.dumps({**json.loads(as_line(_record())), "mood": "fine"})
    progress, bad = read_text(f'{{"format":"quandary-progress/1"}}\n{line}\n')
    assert (progress.records, bad) == ([_record()], 0)


def test_what_is_exported_can_be_taken_in_elsewhere(tmp_path: Path) -> None:
    here, there = (_file(tmp_path / name)[0] for name in ("here", "there"))
    here.add(_record(at="2026-11-14T08:30:00+00:00"))
    here.add(_record(at="2026-11-16T08:30:00+00:00"))
    there.add(_record(at="2026-11-15T08:30:00+00:00"))
    assert there.take_in(here.export()) == 2
    assert there.take_in(here.export()) == 0
    # Through a browser, which writes whole seconds without a point.
    head, *lines = here.export().splitlines()
    through = [head, *(line.replace('"seconds":90.0', '"seconds":90') for line in lines)]
    assert through[1:] != lines
    assert there.take_in("\n".join(through) + "\n") == 0
    assert [record.date.day for record in _file(tmp_path / "there")[0].read().records] == [14, 15, 16]
    with pytest.raises(PuzzleError, match="no exported progress"):
        there.take_in("hello")


def test_a_reset_keeps_a_copy(tmp_path: Path) -> None:
    file, _ = _file(tmp_path)
    assert file.reset() is None
    file.add(_record())
    file.add(_record(game="sokoban", id="sokoban#1"))
    aside = file.reset("sokoban")
    assert aside is not None
    assert len(read_text(aside.read_text())[0].records) == 2
    assert [record.game for record in _file(tmp_path)[0].read().records] == ["rush-hour"]
    file.reset()
    assert _file(tmp_path)[0].read().records == []


# Ladders


def test_levels_are_climbed_from_the_easiest_on() -> None:
    assert [level.title for level in levels(RUSH_HOUR)] == ["Beginner", "Intermediate", "Advanced", "Expert"]
    first, second = ladder(RUSH_HOUR)[:2]
    assert (first.title, second.title) == ("Beginner 1", "Beginner 2")
    progress = Progress([_record(id=second.id, stars=2, level="beginner")])
    standing = climbed(RUSH_HOUR, progress)[0]
    assert (standing.words, standing.stars[:3]) == ("1/30", (0, 2, 0))
    assert standing.next == first
    assert next_rung(RUSH_HOUR, progress, after=first.id) == ladder(RUSH_HOUR)[2]
    assert progress.level("rush-hour", "beginner").stars == 2


def test_a_game_of_a_rung_is_recorded_for_the_rung() -> None:
    rung = ladder(RUSH_HOUR)[3]
    session: Session[Any, Any] = Session(rung.puzzle)
    assert rung_of(RUSH_HOUR, session.id) == rung_of(RUSH_HOUR, rung.id) == rung
    record = record_of(session)
    assert record.id == rung.id
    assert (record.level, record.optimum, record.ended) == ("beginner", rung.puzzle.facts["moves"], "left")


def test_puzzles_have_titles_that_people_can_read() -> None:
    assert title_of(RUSH_HOUR, ladder(RUSH_HOUR)[31].id) == "Intermediate 2"
    assert title_of(RUSH_HOUR, "rush-hour:expert#7") == "Expert #7"
    assert title_of(RUSH_HOUR, f"rush-hour:{BOARD}") == "a board"


@pytest.mark.parametrize(
    "alias", ["sokoban:beginner/3", "sokoban:beginner-v2#3", "sokoban:beginner#03", "sokoban:beginner#3"]
)
def test_a_puzzle_is_one_puzzle_by_whichever_id_it_is_played(alias: str) -> None:
    sokoban = game("sokoban")
    third = ladder(sokoban)[2]
    session: Session[Any, Any] = Session.start(sokoban, alias)
    assert session.id == alias
    record = record_of(session)
    assert (record.id, record.level) == ("sokoban:beginner#3", "beginner")
    assert rung_of(sokoban, alias) == third
    assert title_of(sokoban, alias) == "Beginner 3"
    assert next_rung(sokoban, Progress(), after=alias) == ladder(sokoban)[3]


def test_progress_that_was_written_with_the_alias_counts_for_the_puzzle() -> None:
    line = as_line(_record(game="sokoban", id="sokoban:beginner-v2#3", level="beginner", stars=2))
    progress, bad = read_text(f'{{"format":"quandary-progress/1"}}\n{line}\n')
    assert bad == 0
    best = progress.puzzle("sokoban:beginner#3")
    assert best is not None
    assert best.stars == 2
    assert climbed(game("sokoban"), progress)[0].stars[:4] == (0, 0, 2, 0)


# Days


def test_a_days_puzzle_is_known_by_both_of_its_ids() -> None:
    sokoban, day = game("sokoban"), date(2026, 11, 17)
    assert daily.puzzle_of_day(sokoban, day, today=day) == "sokoban:advanced#20261117"
    for name in ("sokoban:advanced#20261117", "sokoban:advanced-v2#20261117"):
        assert daily.day_of(sokoban, name) == day
    assert daily.day_of(sokoban, "sokoban:intermediate#20261117") is None


def _daily(game: Game[Any, Any], day: str, at: str, **changes: Any) -> Record:
    name = daily.puzzle_of_day(game, date.fromisoformat(day), today=date(2027, 1, 1))
    return _record(id=name, day=day, at=f"{at}T12:00:00+00:00", **changes)


def test_a_days_puzzle_is_known_by_its_id() -> None:
    day = date(2026, 11, 15)
    name = daily.puzzle_of_day(RUSH_HOUR, day, today=day)
    assert name == "rush-hour:intermediate#20261115"
    assert daily.day_of(RUSH_HOUR, name) == day
    for other in ("rush-hour#20261115", "rush-hour:intermediate#20261315", "rush-hour:intermediate#7", BOARD):
        assert daily.day_of(RUSH_HOUR, other) is None


def test_nobody_peeks_ahead() -> None:
    with pytest.raises(UsageError, match="still to come"):
        daily.puzzle_of_day(RUSH_HOUR, date(2026, 11, 16), today=date(2026, 11, 15))


def test_the_calendar_and_the_streak() -> None:
    records = [
        _daily(RUSH_HOUR, "2026-11-10", "2026-11-10"),
        _daily(RUSH_HOUR, "2026-11-12", "2026-11-12"),
        _daily(RUSH_HOUR, "2026-11-11", "2026-11-12"),
        _daily(RUSH_HOUR, "2026-11-13", "2026-11-13", stars=3),
        _daily(RUSH_HOUR, "2026-11-09", "2026-11-09", ended="left"),
        _daily(RUSH_HOUR, "2026-11-08", "2026-11-08", by={"solver:optimal": 3}),
    ]
    progress = Progress(records)
    days = daily.month(RUSH_HOUR, progress, 2026, 11, today=date(2026, 11, 14))
    assert [day.state for day in days[7:15]] == ["open", "tried", "solved", "late", "solved", "solved", "open", "ahead"]
    assert (days[12].stars, days[14].id) == (3, None)
    # A missed day that is played later mends no streak, and today's puzzle may still be to solve.
    assert daily.streak(progress, today=date(2026, 11, 14)).now == 2
    assert daily.streak(progress, "rush-hour", today=date(2026, 11, 15)).now == 0
    assert daily.streak(progress, "rush-hour", today=date(2026, 11, 13)).longest == 2
    assert daily.solved_today(RUSH_HOUR, progress, today=date(2026, 11, 13)) == records[3]
    assert daily.solved_today(RUSH_HOUR, progress, today=date(2026, 11, 9)) is None


def test_a_line_to_share() -> None:
    record = _record(day="2026-11-15", stars=2)
    assert daily.share_line(record) == "Quandary 2026-11-15 Rush Hour ★★☆ 24 moves, best 21"
    assert daily.share_line(replace(record, hints=1)).endswith("24 moves, best 21, 1 hint")
    assert daily.share_line(replace(record, ended="lost", stars=0)).endswith("☆☆☆ not solved")
    scored = _record(game="exponentile", id="exponentile#1", score=1234, ended="lost", stars=1)
    assert daily.share_line(scored) == "Quandary ExponenTile ★☆☆ 1,234 points"


def test_the_day_of_a_game_is_where_the_player_is() -> None:
    late = datetime.fromisoformat("2026-11-15T23:59:00+14:00")
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    record = record_of(session, at=late)
    assert datetime.fromisoformat(record.at) == late
    assert _record(at="2026-11-15T23:59:00+14:00").date == date(2026, 11, 15)


# The games' own rules


def test_circuits_levels_open_one_after_the_other_and_pay_coins() -> None:
    circuit = game("circuit")
    rungs = [rung for rung in ladder(circuit) if rung.level.name == "1"]
    assert [rung.title for rung in rungs[:2]] == ["Tiny Tot 1", "Tiny Tot 2"]
    won = [_record(game="circuit", id=rung.id, level="1", stars=1, coins=60) for rung in rungs[:4]]
    assert [standing.is_open for standing in climbed(circuit, Progress(won))[:3]] == [True, False, False]
    assert climbed(circuit, Progress(won))[1].next is None
    last = _record(game="circuit", id=rungs[4].id, level="1", stars=1, coins=20)
    progress = Progress([*won, last, replace(last, coins=50)])
    assert [standing.is_open for standing in climbed(circuit, progress)[:3]] == [True, True, False]
    # Of a puzzle that was played twice the better game counts.
    assert progress.purse("circuit") == 4 * 60 + 50
    assert len(levels(circuit)) == 10


def test_scores_to_reach() -> None:
    exponentile = game("exponentile")
    rung = ladder(exponentile)[5]
    assert (rung.title, rung.id, rung.level.marks) == ("Silver 1", "exponentile#6", (10_000, 20_000, 40_000))
    over = _record(game="exponentile", id=rung.id, ended="lost", score=19_000, stars=1, level="silver")
    assert climbed(exponentile, Progress([over]))[1].stars == (1, 0, 0, 0, 0)
    assert climbed(exponentile, Progress([replace(over, score=9_999, stars=0)]))[1].won == 0
    board = exponentile.examples[0]
    for score, hints, stars in ((9_999, 0, 0), (10_000, 0, 1), (30_000, 0, 2), (100_000, 0, 3), (100_000, 1, 2)):
        position = exponentile.parse(f"{board}/score={score}")
        assert exponentile.stars(position, Effort(0, None, hints)) == stars


def test_a_deal_that_is_won_at_the_first_go_has_three_stars() -> None:
    klondike = game("klondike")
    won = klondike.play(klondike.parse(klondike.examples[0]), klondike.parse_move("1>F")).position
    for hints, undone, stars in ((0, 0, 3), (0, 1, 2), (1, 0, 1)):
        assert klondike.stars(won, Effort(10, None, hints, undone=undone)) == stars
    assert klondike.stars(klondike.parse(klondike.examples[0]), Effort(10, None, 0)) == 0


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_ladder_whose_puzzles_are_there(name: str) -> None:
    one = game(name)
    rungs = ladder(one)
    assert len({rung.id for rung in rungs}) == len(rungs) >= 25
    for level in levels(one):
        rung = next(rung for rung in rungs if rung.level is level)
        session: Session[Any, Any] = Session(rung.puzzle)
        assert (session.id, session.canonical_id) == (rung.name, rung.id)


@pytest.mark.slow
def test_klondikes_packs_can_be_won_and_begin_with_one_card() -> None:
    klondike = game("klondike")
    assert [level.title for level in levels(klondike)] == ["Easy", "Medium", "Hard", "Draw three"]
    deals = [(rung.level.name, rung.puzzle.position) for rung in ladder(klondike)]
    assert all(deal.draw == (3 if level == "draw-three" else 1) for level, deal in deals)
    for level, deal in deals[::20]:
        found = klondike.difficulty(deal)
        assert found is not None
        assert level in ("draw-three", found["grade"])


@pytest.mark.parametrize("go_back", ["undo", "reset"])
def test_who_plays_what_a_solver_has_shown_was_helped(go_back: str) -> None:
    session = _solved("solver:optimal")
    line = session.moves
    while session.moves:
        getattr(session, go_back)()
    for move in line:
        session.play(move)
    record = record_of(session)
    assert (record.is_own, record.by, record.hints, record.stars) == (True, {"hint": 4}, 4, 1)
