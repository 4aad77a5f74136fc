"""What notebooks show: pictures and figures, nothing searched for, and a stranger's text only as text."""

from __future__ import annotations

import pickle
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import quandary
from quandary import Puzzle, Session
from quandary.core.registry import names
from quandary.games.circuit.notation import parse as parse_circuit
from quandary.lab.comparison import compare
from quandary.lab.corpus import read_corpus
from quandary.lab.experiment import design
from quandary.lab.report.log import write_log
from quandary.lab.runner import carry_on, start_run
from quandary.lab.store import open_store
from quandary.notebook import Animation, card

STUCK = "XX.B./...B./C..xx/C...."
BOARD = "BB...C...D.CXX.D.C...D..........EEE."
EVIL = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&"
VOID = {"img", "meta", "input", "br"}


class _Reader(HTMLParser):
    """Reads HTML as a browser would: its elements, its text, and whether everything is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += f"{data} "


def _read(html: str, scripts: int = 0) -> str:
    """The words of a piece of HTML, once it is known to be well-formed and harmless."""
    reader = _Reader(html)
    assert not reader.open
    assert [tag for tag, _ in reader.elements].count("script") == scripts
    assert "img" not in [tag for tag, _ in reader.elements]
    assert not [name for _, attributes in reader.elements for name in attributes if name.startswith("on")]
    return " ".join(reader.words.split())


@pytest.mark.parametrize("name", names(with_examples=True))
def test_every_position_shows_its_picture(name: str) -> None:
    game = quandary.game(name)
    for text in game.examples:
        position = game.parse(text)
        assert position._repr_svg_() == game.draw_svg(position)


def test_a_verdict_shows_the_puzzle_and_every_figure() -> None:
    verdict = quandary.solve("rush-hour", BOARD)
    words = _read(verdict._repr_html_())
    assert "Rush Hour: 1 verdict solved cost 4 moves metric moves optimal yes, proven bound at least 4 moves" in words
    assert f"nodes {verdict.nodes:,} " in words
    assert re.search(r"time [0-9.]+ (µs|ms|s)\b", words)
    assert words.endswith("solution (4 moves) C+3 E-2 D+2 X+4")
    assert verdict._repr_html_().count("<svg") == 1


def test_unsolved_verdicts_say_why() -> None:
    unknown = quandary.solve("rush-hour", BOARD, nodes=1)
    assert "verdict unknown (the nodes budget ended)" in _read(unknown._repr_html_())
    assert "solution" not in _read(unknown._repr_html_())
    assert "verdict unsolvable, proven" in _read(quandary.solve("rush-hour", STUCK)._repr_html_())


def test_a_card_without_times_is_the_same_every_time() -> None:
    first, again = (card(quandary.solve("rush-hour", BOARD), times=False) for _ in range(2))
    assert first._repr_html_() == again._repr_html_()
    assert " time " not in _read(first.html)
    assert repr(first) == "1: solved"


def test_showing_a_verdict_searches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = [quandary.solve("rush-hour", BOARD), quandary.solve("klondike", quandary.game("klondike").examples[1])]

    def no_search(*_: Any) -> Any:
        raise AssertionError("a search for a picture")

    for name in names():
        for strategy in quandary.game(name).strategies():
            monkeypatch.setattr(type(strategy), "solve", no_search)
    for verdict in verdicts:
        verdict._repr_html_()


def test_a_verdict_can_be_pickled_and_then_shows_the_same() -> None:
    verdict = quandary.solve("rush-hour", BOARD)
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict
    assert again._repr_html_() == verdict._repr_html_()
    assert again.animation().svg() == verdict.animation().svg()


def test_there_is_no_animation_without_a_solution() -> None:
    verdict = quandary.solve("rush-hour", BOARD, nodes=1)
    with pytest.raises(quandary.UsageError, match="there is no solution to watch: 1 is unknown"):
        verdict.animation()


def test_a_session_shows_where_it_stands() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    assert "status playing moves 0 legal moves" in _read(session._repr_html_())
    session.play("C+3")
    session.play("E-2")
    session.undo()
    session.play("E-1")
    session.hint()
    words = _read(session._repr_html_())
    legal = len(session.game.moves(session.position))
    assert f"status playing moves 2: C+3 E-1 legal moves {legal} hints 1 taken back 1" in words
    assert repr(session) == f"<session of rush-hour:{BOARD}, 2 moves, playing>"
    assert session.animation().moves == session.moves
    _read(session.animation()._repr_html_(), scripts=2)


def test_a_session_for_a_score_shows_it() -> None:
    session: Session[Any, Any] = Session.start("exponentile", "exponentile#3")
    session.play(session.game.moves(session.position)[0])
    assert f"score {session.position.score:,}" in _read(session._repr_html_())


def test_a_long_session_shows_its_last_moves() -> None:
    session: Session[Any, Any] = Session.start("rush-hour", BOARD)
    for move in ["C+1", "C-1"] * 50:
        session.play(move)
    assert "moves 100: … C+1" in _read(session._repr_html_())


def test_a_puzzle_shows_what_is_known_of_it() -> None:
    (puzzle,) = quandary.generate("rush-hour", seed=8, level="beginner")
    words = _read(puzzle._repr_html_())
    assert "Rush Hour: rush-hour:beginner#8" in words
    assert f"moves {puzzle.facts['moves']} " in words
    assert "grade beginner" in words


@pytest.mark.parametrize("name", names())
def test_a_strangers_text_stays_text(name: str) -> None:
    game = quandary.game(name)
    position = game.parse(game.examples[1])
    puzzle = Puzzle(name, EVIL, position, game.format(position), {EVIL: EVIL, "author": EVIL})
    things: list[Any] = [puzzle, Session(puzzle)]
    if not game.is_scored:
        things.append(quandary.solve(game, puzzle))
    for thing in things:
        assert "<script>alert(1)</script>" in _read(thing._repr_html_())
    animation = Animation(game, position, game.moves(position)[:1], EVIL)
    assert "<script>alert(1)</script>" in _read(animation.html().replace("<!doctype html>", ""), scripts=2)
    _read(animation._repr_html_(), scripts=2)


def test_titles_in_files_stay_text() -> None:
    (level,) = quandary.game("sokoban").read_pack(f"#####\n#@$.#\n#####\nTitle: {EVIL}\nAuthor: {EVIL}\n")
    assert isinstance(level, Puzzle)
    assert EVIL in level.id
    verdict = quandary.solve("sokoban", level)
    for html in (level._repr_html_(), verdict._repr_html_()):
        assert "<script>alert(1)</script>" in _read(html)
    _read(verdict.animation().html().replace("<!doctype html>", ""), scripts=2)


def test_the_id_of_a_circuit_stays_text() -> None:
    text = quandary.game("circuit").examples[0]
    named = re.sub(r'"id": ?"[^"]*"', lambda _: f'"id": "{EVIL.replace(chr(34), "")}"', text, count=1)
    position = parse_circuit(named)
    assert "<script" in position.board.id
    verdict = quandary.solve("circuit", position)
    assert "<script" not in position._repr_svg_()
    assert "<script" not in verdict.animation().svg()
    _read(verdict._repr_html_())


def test_the_names_of_moves_cannot_end_a_script() -> None:
    class Spoken(type(quandary.game("template"))):  # type: ignore[misc]
        def format_move(self, move: Any) -> str:
            return EVIL

    game = Spoken()
    position = game.parse("F_T")
    _read(Animation(game, position, game.moves(position)[:1])._repr_html_(), scripts=2)


def test_an_animation_is_saved_by_its_name(tmp_path: Path) -> None:
    animation = quandary.solve("rush-hour", BOARD).animation()
    assert repr(animation) == "<animation of rush-hour, 4 moves>"
    animation.save(tmp_path / "film.svg")
    animation.save(str(tmp_path / "film.html"))
    assert (tmp_path / "film.svg").read_text(encoding="utf-8") == animation.svg()
    assert (tmp_path / "film.html").read_text(encoding="utf-8") == animation.html()
    with pytest.raises(quandary.UsageError, match=r"saved as \.svg, \.html, \.gif$"):
        animation.save("film.avi")
    with pytest.raises(quandary.UsageError, match="cannot be written"):
        animation.save(tmp_path / "nowhere" / "film.svg")


def test_a_comparison_shows_its_sentence_and_both_runs(tmp_path: Path) -> None:
    game = quandary.game("rush-hour")
    corpus = read_corpus(game, "rush-hour:beginner#1..12")
    store = open_store(str(tmp_path / "lab.sqlite"), create=True)
    try:
        for nodes in (10, 100_000):
            run = start_run(store, design(game, None, nodes=nodes), corpus, description=EVIL)
            carry_on(store, run)
        found = compare(store, store.run(1), store.run(2), times=False)
        (chapter,) = write_log(store)
    finally:
        store.close()
    words = _read(found._repr_html_())
    assert found.verdict == "better"
    assert found.time_ratio is None
    assert "CPU" not in found.sentence
    assert words.startswith(f"better . {found.sentence} run instances decided solved unsolvable decided, 95% interval")
    assert f"1 12 {found.a.decided} {found.a.solved} {found.a.unsolvable}" in words
    assert f"p (McNemar, exact) {found.p:.2g} note the node limits differ" in words
    assert "gained rush-hour:beginner#" in words
    assert "<script>alert(1)</script>" in _read(chapter._repr_html_())
    assert "Rush Hour: rush-hour:beginner#1..12, 12 instances" in _read(chapter._repr_html_())
