"""The work behind the API: from a checked request to a plain answer, in a thread, within a budget.

Nothing here knows of HTTP. A function that may take long is given a `Cancel` and keeps to the server's limits.
"""

from __future__ import annotations

import time as clock
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from quandary.core.budget import Budget, Cancel, Progress, Task
from quandary.core.errors import BudgetEnded, PuzzleError, UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.ids import LARGEST_SEED, PuzzleId, board_id, is_seed
from quandary.core.options import read_options
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.advise import Advice, Advisor
from quandary.engine.generate import generate, new_puzzle, settings_of, shipped_of
from quandary.engine.judge import judge
from quandary.engine.ladder import rung_of
from quandary.engine.play import choose_player
from quandary.engine.session import Session
from quandary.engine.solve import Verdict, solve
from quandary.engine.tips import tips
from quandary.engine.validate import optimum_findings
from quandary.web import replies, wire
from quandary.web.addresses import address_of, id_of
from quandary.web.limits import Limits, alarm
from quandary.web.shelf import Shelf
from quandary.web.views import solvers, state
from quandary.web.weight import weight

_MOST_WATCHED = 50
_MOST_SHEETS = 60
# More moves than this at a time are played in a thread, where they keep nobody waiting.
_FEW_MORE = 40


class Desk:
    """Answers requests for all games."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.shelf = Shelf(limits)
        # Asked once: to look for games of other packages takes longer than a move.
        self._games = {name: game_of_name(name) for name in names()}
        self._advisors = {name: self._new_advisor(game) for name, game in self._games.items()}
        self._advice: Counter[str] = Counter()

    def _new_advisor(self, game: Game[Any, Any]) -> Advisor[Any, Any]:
        return Advisor(game, budget=self.limits.hinting())

    def advisor(self, game: Game[Any, Any]) -> Advisor[Any, Any]:
        """Who advises on a game."""
        return self._advisors[game.name]

    def _advise(self, session: Session[Any, Any], cancel: Cancel) -> Advice[Any]:
        """What the game's advisor says. One that has come to remember too much is let go."""
        game = session.game
        advice = self._advisors[game.name].advise(session.position, cancel=cancel)
        if not advice.at:
            self._advice[game.name] += (1 + len(advice.line or ())) * (1_000 + weight(session.position))
            if self._advice[game.name] > self.limits.kept // 4 // len(self._games):
                self._advisors[game.name] = self._new_advisor(game)
                self._advice[game.name] = 0
        return advice

    def game(self, name: str, rules: dict[str, wire.Setting] | None = None) -> Game[Any, Any]:
        """The game of a request, with the rules that it chooses."""
        if name not in self._games:
            raise UsageError(f"there is no game {name[:40]!r} (games: {', '.join(self._games)})")
        return self._games[name].variant(**rules) if rules else self._games[name]

    def games(self) -> list[Game[Any, Any]]:
        """All games that are there to be played."""
        return [game for game in self._games.values() if not game.is_example]

    def is_at_hand(self, request: wire.Request) -> bool:
        """Whether an answer takes no longer than handing the question to a thread."""
        if isinstance(request, wire.Play) and len(request.more) > _FEW_MORE:
            return False
        if not isinstance(request, wire.GameRequest):
            return False
        game = self.game(request.game, request.rules)
        return self.shelf.is_at_hand(game, request.puzzle, request.moves, request.marks)

    def is_known(self, request: wire.GameRequest) -> bool:
        """Whether a hint is there without a search."""
        return self.is_at_hand(request) and self._advisors[request.game].knows(self.session(request).position)

    def must_make(self, request: wire.Request) -> tuple[Game[Any, Any], str] | None:
        """Return the game and the id of the puzzle that has to be made of its seed first; None if there is none."""
        if not isinstance(request, (wire.New, wire.PuzzleRequest)):
            return None
        game = self.game(request.game, request.rules)
        text = _text_of(game, request) if isinstance(request, wire.New) else request.puzzle
        if text is None or not is_seed(game, text) or self.shelf.knows(game, text):
            return None
        return game, text

    def is_order(self, request: wire.New) -> bool:
        """Return whether a new puzzle has to be made to order, which takes time."""
        game = self.game(request.game, request.rules)
        return _text_of(game, request) is None and not self._is_shipped(game, request)

    def _is_shipped(self, game: Game[Any, Any], request: wire.New) -> bool:
        return request.seed is None and bool(shipped_of(game, _new_settings(game, request)))

    def puzzle(self, request: wire.PuzzleRequest, cancel: Cancel | None = None) -> Puzzle[Any]:
        """The puzzle that a request is about."""
        game = self.game(request.game, request.rules)
        return self.shelf.puzzle(game, request.puzzle, cancel)

    def session(self, request: wire.GameRequest, cancel: Cancel | None = None) -> Session[Any, Any]:
        """The game that a request is about, its moves played."""
        return self.shelf.session(self.puzzle(request, cancel), request.moves, request.marks)

    # Play

    def new(self, request: wire.New, cancel: Cancel) -> replies.Begun:
        """A puzzle to begin."""
        game = self.game(request.game, request.rules)
        text = _text_of(game, request)
        if text is not None:
            if request.settings or request.seed is not None:
                raise UsageError("a puzzle that is there already takes no settings and no seed")
            puzzle = self.shelf.puzzle(game, text, cancel)
        else:
            settings = _new_settings(game, request)
            if self._is_shipped(game, request):
                puzzle = new_puzzle(game, settings, unlike=request.like)
            else:
                puzzle = self._made(game, settings, request.seed, 1, cancel)[0]
            self.shelf.add(game, puzzle)
        return {**self._state(Session(puzzle), request.pictures), "puzzle": puzzle.text}

    def show(self, request: wire.StateRequest, cancel: Cancel) -> replies.State:
        """Where a game stands."""
        return self._state(self.session(request, cancel), request.pictures)

    def play(self, request: wire.Play, cancel: Cancel) -> replies.State:
        """Where it stands after one more move, or after as many more as are legal.

        `played` says how many moves that are altogether, so that a page which has shown more knows what to take back.
        """
        moves = [*request.moves, request.move]
        session = self.shelf.session(self.puzzle(request, cancel), moves, request.marks, request.more)
        return self._state(session, request.pictures)

    def _state(self, session: Session[Any, Any], pictures: bool) -> replies.State:
        told = state(session, pictures=pictures)
        self._check_picture(told.get("svg", ""))
        return told

    def _check_picture(self, picture: str) -> None:
        if len(picture) > self.limits.picture:
            raise PuzzleError("is larger than this server shows")

    def moves(self, request: wire.GameRequest, cancel: Cancel) -> replies.Moves:
        """What may be played next, and what each move would make happen."""
        session = self.session(request, cancel)
        game, position = session.game, session.position
        legal = [] if session.status is not Status.PLAYING else list(game.moves(position))
        return {
            "status": session.status.value,
            "moves": [{"move": game.format_move(move), "costs": self._costs(game, position, move)} for move in legal],
        }

    def _costs(self, game: Game[Any, Any], position: Any, move: Any) -> dict[str, int]:
        return {unit: game.told_cost(position, move, unit) for unit in game.units}

    def draw(self, request: wire.GameRequest, cancel: Cancel) -> str:
        """The picture of a game."""
        session = self.session(request, cancel)
        picture = session.game.draw_svg(session.position)
        if picture is None:
            raise UsageError(f"{session.game.name} cannot be drawn")
        self._check_picture(picture)
        return picture

    def way(self, request: wire.Way, cancel: Cancel) -> replies.Path:
        """The moves that somebody means who points at a place; null where none lead there."""
        session = self.session(request, cancel)
        way = session.game.way_to(session.position, request.place)
        return {"moves": None if way is None else [session.game.format_move(move) for move in way]}

    def verify(self, request: wire.Verify, cancel: Cancel) -> replies.Judgement:
        """What the rules say of a solution."""
        puzzle, game = self.puzzle(request, cancel), self.game(request.game)
        metric = request.metric or game.metrics[0]
        if metric not in game.metrics:
            raise UsageError(f"{game.name} has no metric {metric!r} (metrics: {', '.join(game.metrics)})")
        moves = game.parse_moves(request.solution)
        if len(moves) > self.limits.moves:
            raise UsageError(f"the solution has {len(moves)} moves, which is more than {self.limits.moves}")
        found = judge(game, puzzle.position, moves, game.unit(metric))
        return {
            "game": game.name,
            "id": puzzle.id,
            "solved": found.solved,
            "cost": found.cost,
            "metric": metric,
            "legal": found.legal,
            "problem": found.problem,
        }

    # Search

    def solve(self, request: wire.Solve, cancel: Cancel, progress: Progress | None = None) -> replies.Verdict:
        """A verdict, with the solution also move by move."""
        session = self.session(request, cancel)
        self._check_solvable(session.game, request.strategy)
        verdict = _solved(
            session.game,
            replace(session.puzzle, position=session.position),
            self.limits.solving(request.time, request.nodes, request.memory),
            cancel,
            metric=request.metric,
            strategy=request.strategy,
            options=request.options,
            progress=progress,
        )
        return _told(session.game, verdict)

    def hint(self, request: wire.GameRequest, cancel: Cancel) -> replies.PlayersHint | replies.SolversHint:
        """What to play next, how far it is, and whether it can still be done."""
        session = self.session(request, cancel)
        game = session.game
        if session.status is not Status.PLAYING:
            raise UsageError("the game is over")
        advice = self._advise(session, cancel)
        move = None if advice.move is None else game.format_move(advice.move)
        # Where to look, which piece, the move: a page tells as much as its player asks for.
        steps = [] if advice.move is None else tips(game, session.position, advice.move)
        words: list[replies.TipTold] = [{"kind": tip.kind, "text": tip.text} for tip in steps]
        told: replies.Hint = {"move": move, "promise": advice.promise, "tips": words}
        if advice.verdict is None:
            return replies.PlayersHint(**told, player=advice.player)
        verdict = _told(game, replace(advice.verdict, id=session.puzzle.id))
        left = None if advice.to_go is None else dict(advice.to_go)
        return replies.SolversHint(**verdict, **told, left=left)

    def _check_solvable(self, game: Game[Any, Any], strategy: str | None) -> None:
        known = [one.name for one in solvers(game)]
        if not known:
            raise UsageError(f"{game.name} is played for a score: there is nothing to solve, but players to watch")
        if strategy is not None and strategy not in known:
            raise UsageError(f"{game.name} has no strategy {strategy!r} here (strategies: {', '.join(known)})")

    def watch(self, request: wire.Watch, cancel: Cancel) -> replies.Watched:
        """The next moves of a player, as many as the time allows, and what each of them made happen."""
        session = self.session(request, cancel)
        game = session.game
        if not 0 <= request.seed <= LARGEST_SEED:
            raise UsageError(f"a seed is a number from 0 to {LARGEST_SEED}")
        player = choose_player(game, request.player, session.position)
        if not player.suits(session.position):
            player = choose_player(game, position=session.position)
        most = min(max(request.count, 1), _MOST_WATCHED)
        until = clock.monotonic() + self.limits.hint_time
        played: list[str] = []
        if session.status is Status.PLAYING:
            task = Task(budget=self.limits.hinting(), cancel=cancel)
            for move in player.moves(session.position, request.seed + session.turn.number, task):
                played.append(game.format_move(move))
                if len(played) == most or clock.monotonic() > until or cancel.cancelled:
                    break
        after = self.shelf.session(session.puzzle, [*request.moves, *played])
        return {
            "player": player.name,
            "moves": played,
            "status": after.status.value,
            "score": game.score(after.position),
        }

    # Make

    def generate(self, request: wire.Generate, cancel: Cancel) -> replies.Made:
        """Puzzles to order."""
        game = self.game(request.game)
        if not 1 <= request.count <= self.limits.batch:
            raise UsageError(f"count must be from 1 to {self.limits.batch}, not {request.count}")
        made = self._made(game, request.settings, request.seed, request.count, cancel)
        for puzzle in made:
            self.shelf.add(game, puzzle)
        records = [{**game.record(puzzle), "address": address_of(game, puzzle.id)} for puzzle in made]
        return {"puzzles": cast(list[replies.MadePuzzle], records)}

    def _made(
        self, game: Game[Any, Any], settings: dict[str, wire.Setting], seed: int | None, count: int, cancel: Cancel
    ) -> list[Puzzle[Any]]:
        if {"game", "count", "seed", "jobs", "time", "memory", "cancel"} & set(settings):
            raise UsageError("count and seed are fields of the request, not settings")
        budget = self.limits.making()
        made: list[Puzzle[Any]] = []
        order: dict[str, Any] = {**game.variant_choices, **settings}
        # Each puzzle has its own time; the order has one for all of them.
        try:
            with alarm(cancel, self.limits.make_time + 1):
                for puzzle in generate(
                    game, count=count, seed=seed, time=budget.time, memory=budget.memory, cancel=cancel, **order
                ):
                    made.append(puzzle)
                    if cancel.cancelled:
                        break
        except BudgetEnded:
            if not made:
                raise
        return made

    def validate(self, request: wire.Validate, cancel: Cancel) -> replies.Pack:
        """Every puzzle of a pack: legal, solvable, its recorded optimum right."""
        game = self.game(request.game)
        until = clock.monotonic() + self.limits.solve_time
        results: list[replies.Checked] = []
        complete = True
        for number, entry in enumerate(game.read_pack(request.text), start=1):
            if len(results) >= self.limits.batch or clock.monotonic() >= until or cancel.cancelled:
                complete = False
                break
            results.append(self._checked(game, entry, number, until, cancel, request.solve))
        if not results:
            raise PuzzleError(f"there is no {game.name} puzzle in this text")
        return {"game": game.name, "complete": complete, "puzzles": results}

    def _checked(
        self,
        game: Game[Any, Any],
        entry: Puzzle[Any] | PuzzleError,
        number: int,
        until: float,
        cancel: Cancel,
        wants_verdict: bool,
    ) -> replies.Checked:
        if isinstance(entry, PuzzleError):
            return {"id": entry.puzzle or str(number), "valid": False, "errors": [str(entry)]}
        name = board_id(game, entry.position)
        found: replies.Checked = {
            "id": entry.id,
            "puzzle": name,
            "address": address_of(game, name),
            "valid": True,
            "errors": [],
        }
        if not wants_verdict or game.is_scored:
            return found
        left = self.limits.solving(max(0.05, until - clock.monotonic()), None, None)
        verdict = _solved(game, replace(entry, id=name), left, cancel)
        errors = [finding.text for finding in optimum_findings(entry, verdict)]
        valid = not errors and verdict.verdict != "unknown"
        return {**_told(game, verdict), **found, "valid": valid, "errors": errors}

    def worksheet(self, request: wire.Worksheet, cancel: Cancel) -> tuple[bytes, str]:
        """Sheets to print, and what kind of file they are."""
        game = self.game(request.game)
        sheets = game.worksheets()
        if sheets is None:
            raise UsageError(f"{game.name} has no worksheets")
        settings = read_options(sheets.options, request.sheet)
        if request.count < 1 or request.format not in ("pdf", "svg"):
            raise UsageError("count must be 1 or more, and format pdf or svg")
        needed = sheets.puzzles_needed(request.count, settings)
        if not 1 <= needed <= _MOST_SHEETS:
            raise UsageError(f"{needed} puzzles are more than the {_MOST_SHEETS} that one request may print")
        made = self._made(game, request.settings, request.seed, needed, cancel)
        if len(made) < needed:
            raise UsageError("these puzzles take longer to make than the server allows; ask for fewer")
        if request.format == "svg":
            return sheets.svg(made, settings)[0].encode(), "image/svg+xml"
        return sheets.pdf(made, settings), "application/pdf"


def _text_of(game: Game[Any, Any], request: wire.New) -> str | None:
    """The text or id of the puzzle that is asked for; None if it is to be a new one."""
    if request.puzzle is not None:
        return request.puzzle
    return None if request.address is None else id_of(game, request.address)


def _new_settings(game: Game[Any, Any], request: wire.New) -> dict[str, wire.Setting]:
    """Return the settings of a new puzzle: those that the request names, and those of the puzzle to be like."""
    return {**_settings_like(game, request.like), **request.settings}


def _solved(game: Game[Any, Any], puzzle: Puzzle[Any], budget: Budget, cancel: Cancel, **question: Any) -> Verdict:
    return solve(game, puzzle, cancel=cancel, time=budget.time, nodes=budget.nodes, memory=budget.memory, **question)


def _settings_like(game: Game[Any, Any], puzzle_id: str | None) -> dict[str, wire.Setting]:
    """The settings that an id tells; for a board, which tells none, those of who does not choose."""
    if puzzle_id is None:
        return {}
    rung = rung_of(game, puzzle_id)
    name = PuzzleId.parse(rung.id if rung else puzzle_id)
    return settings_of(game, game.casual if name.seed is None else name.words) or {}


def _told(game: Game[Any, Any], verdict: Verdict) -> replies.Verdict:
    """The contract's verdict, and the solution move by move."""
    moves = None if verdict.moves is None else [game.format_move(move) for move in verdict.moves]
    return cast(replies.Verdict, {**verdict.as_dict(), "moves": moves})
