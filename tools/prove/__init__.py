"""The prover's test bench for what is claimed in Python; `crates/prove` is the one for the solvers.

    python -m tools.prove --minutes 5 --only circuit --seed 1 --jobs 2

A *bench* draws cases of one kind from seeds, in text, and checks the claims about each against the plainest
search that there is. `run` shares the time between all benches and counts what came of it; docs/proving.md tells
the rest.
"""
