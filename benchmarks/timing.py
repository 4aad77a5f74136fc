"""CPU time of this process and of others, in interleaved runs: machines are noisy, ratios less so."""

from __future__ import annotations

import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence


def cpu_of(work: Callable[[], object]) -> float:
    """CPU seconds that this process spends on the work."""
    before = time.process_time()
    work()
    return time.process_time() - before


def cpu_of_command(command: Sequence[str]) -> float:
    """CPU seconds of another process, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interleaved(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each measure over rounds in which they take turns."""
    seen: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            seen[name].append(measure())
    return {name: statistics.median(values) for name, values in seen.items()}
