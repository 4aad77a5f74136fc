"""A worker process: it is told an experiment, then instance after instance, and answers each with its row.

Whatever a strategy does in here, be it raise, crash or eat memory, ends with a row or with the end of this process
alone, which the driver sees (`quandary.lab.processes`).
"""

from __future__ import annotations

import signal
import sys
import time as clock
from pathlib import Path
from typing import Any

from quandary.core.abilities import Player
from quandary.core.budget import Task
from quandary.core.game import Game
from quandary.engine.solve import WrongAnswer, check
from quandary.lab.contender import Contender, answer_of, consume
from quandary.lab.corpus import Instance
from quandary.lab.experiment import Experiment
from quandary.lab.processes import Connection
from quandary.lab.rows import Row, failed, row_of_game, row_of_verdict

# What a solver of ours may take beyond what it counts itself: the allocator's own needs, threads, tables in growth.
_SLACK_FACTOR, _SLACK_BYTES = 1.25, 256 << 20
_PR_SET_PDEATHSIG = 1
_STATUS = Path("/proc/self/status")
_FORGET_PEAK = Path("/proc/self/clear_refs")


class Solo:
    """Treats one instance after another, with a clock and a memory limit around each."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._game: Game[Any, Any] = experiment.the_game()
        self._contender: Contender = experiment.contender()
        self._task: Task = experiment.task()

    def row(self, instance: Instance) -> Row:
        """The instance's row, whatever happens."""
        number = instance.number
        position = self._game.parse(instance.text)
        _forget_peak()
        wall, cpu = clock.perf_counter(), _cpu_seconds()
        result: Any = None
        problem: Row | None = None
        self._limit_memory()
        try:
            result = self._attempt(position, number)
        except MemoryError:
            problem = failed(number, "memory", "it asked for more than its budget")
        except BaseException as error:  # a strategy may also call sys.exit(), or panic in native code
            problem = failed(number, "error", f"{type(error).__name__}: {error}")
        finally:
            _allow_more(None)
        wall, cpu = clock.perf_counter() - wall, _cpu_seconds() - cpu
        peak = _told("VmHWM:") or None
        try:
            row = problem or self._judged(position, instance, result, wall)
        except WrongAnswer as error:
            row = failed(number, "wrong", str(error))
        except Exception as error:  # moves that are no moves of the game at all
            row = failed(number, "wrong", f"{type(error).__name__}: {error}")
        return row._replace(wall=wall, cpu=cpu, memory=peak)

    def _attempt(self, position: Any, number: int) -> Any:
        contender, task = self._contender, self._task
        if contender.player is not None:
            return self._play(contender.player, position, self._experiment.seed + number)
        if contender.strategy is not None:
            return consume(contender.strategy.solve(position, task))
        assert contender.function is not None
        return consume(contender.function(position, task, **task.options))

    def _play(self, player: Player[Any, Any], position: Any, seed: int) -> tuple[list[Any], str | None]:
        """The moves of a game, and what stopped it before its end."""
        limit = self._experiment.time
        deadline = None if limit is None else clock.monotonic() + limit
        moves = []
        for move in player.moves(position, seed, self._task):
            moves.append(move)
            if deadline is not None and clock.monotonic() > deadline:
                return moves, "time"
        return moves, None

    def _judged(self, position: Any, instance: Instance, result: Any, wall: float) -> Row:
        game, metric = self._game, self._task.metric
        if self._contender.player is not None:
            moves, stopped = result
            return row_of_game(game, instance.number, position, moves, metric, stopped=stopped)
        verdict = check(game, position, answer_of(game, result), metric, instance.name, wall)
        row = row_of_verdict(game, instance.number, verdict)
        # Nothing is decided without a look at the puzzle: who says 0, or returns bare moves, has not counted.
        return row._replace(nodes=None) if self._contender.is_own_code and not row.nodes else row

    def _limit_memory(self) -> None:
        budget = self._experiment.memory
        if budget is None:
            return
        if not self._contender.is_own_code:
            budget = int(budget * _SLACK_FACTOR) + _SLACK_BYTES
        _allow_more(budget)


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of its finished children: a strategy may call another program."""
    if sys.platform == "win32":
        return clock.process_time()
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock.process_time() + children.ru_utime + children.ru_stime


def _allow_more(size: int | None) -> None:
    """Lets the process take so many bytes more than it has; None lifts the limit.

    Only Linux both tells and enforces it. Elsewhere a search still keeps the budget that it counts itself; what is
    missing is the wall around somebody else's code, and the figure in the row.
    """
    if sys.platform != "linux":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = resource.RLIM_INFINITY if size is None else _told("VmSize:") + size
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _forget_peak() -> None:
    """Lets the kernel measure the peak anew, where it can."""
    try:
        _FORGET_PEAK.write_text("5", encoding="ascii")
    except OSError:
        return


def _told(name: str) -> int:
    """The bytes that the kernel tells under this name; 0 where it does not."""
    try:
        lines = _STATUS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(name)), 0)


def serve(connection: Connection) -> None:
    """Answers until the driver hangs up."""
    try:
        solo = Solo(connection.recv())
        connection.send(None)
        while True:
            connection.send(solo.row(connection.recv()))
    except (EOFError, ConnectionError):
        return


def main() -> None:
    """The process: its one argument names its end of the line to the driver."""
    # Ctrl-C reaches every process of a terminal; what it means is the driver's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_the_driver()
    serve(Connection(int(sys.argv[1])))


def _die_with_the_driver() -> None:
    """A strategy that hangs would outlive a driver that was killed. Only Linux can help here."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    main()
