"""The command line; see `--help`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

from tools.prove.bench import Bench, Tally, judged, run, shrunk, table
from tools.prove.benches import BENCHES


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 nothing wrong, 1 a claim is wrong, 2 bad usage."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.prove", description="Checks what the package claims in Python."
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="how long all benches together may take")
    parser.add_argument("--only", help="only benches whose names begin with this, for example a game")
    parser.add_argument("--seed", type=int, help="draws the same cases again (default: from the clock)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--check", nargs=2, metavar=("BENCH", "CASE"), help="looks at one case instead")
    asked = parser.parse_args(arguments)
    if asked.check:
        return _check(*asked.check)
    benches = [bench for bench in BENCHES if bench.name.startswith(asked.only or "")]
    if not benches:
        print(f"error: no bench begins with {asked.only!r}", file=sys.stderr)
        return 2
    seed = int(time.time()) if asked.seed is None else asked.seed
    print(f"seed {seed}, {asked.jobs} processes")
    tallies = run(
        benches,
        seconds=60 * asked.minutes,
        seed=seed,
        jobs=max(asked.jobs, 1),
        show=lambda line: print(line, file=sys.stderr, flush=True),
    )
    return _report(benches, tallies)


def _check(name: str, text: str) -> int:
    bench = next((bench for bench in BENCHES if bench.name == name), None)
    if bench is None:
        print(f"error: there is no bench {name!r}", file=sys.stderr)
        return 2
    findings = judged(bench, text)
    for claim, told in findings.wrong.items():
        print(f"wrong: {claim}: {told}")
    print(f"{findings.claims.total()} claims checked, {len(findings.wrong)} wrong")
    return 1 if findings.wrong else 0


def _report(benches: Sequence[Bench], tallies: dict[str, Tally]) -> int:
    rows = [["bench", "checked", "too large", "claims", "wrong", "seconds"]]
    claims = [["claim", "checked"]]
    for name, tally in tallies.items():
        counts = (tally.drawn - tally.too_large, tally.too_large, tally.claims.total(), tally.wrong_cases)
        rows.append([name, *map(str, counts), f"{tally.seconds:.0f}"])
        claims += [[f"{name}: {claim}", str(count)] for claim, count in sorted(tally.claims.items())]
    print(table(rows), table(claims), sep="\n\n")
    is_wrong = False
    for bench in benches:
        for claim, text, told in tallies[bench.name].wrong[:1]:
            smallest = shrunk(bench, claim, text)
            is_wrong = True
            print(f"\nwrong: {bench.name}: {claim}: {judged(bench, smallest).wrong.get(claim, told)}")
            print(f"  python -m tools.prove --check {bench.name!r} {smallest!r}")
    if not is_wrong:
        print("\nnothing wrong")
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
