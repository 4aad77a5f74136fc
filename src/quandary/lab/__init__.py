"""The lab: try an idea on a thousand puzzles, and know whether it helped.

An *experiment* is a strategy with all its options and its budget. Run on a *corpus*, a fixed set of instances, it
becomes a *run*: a numbered iteration with a row for every instance, in one SQLite file. Runs are compared pair by pair,
and called better only where the statistics say so. `docs/lab.md` shows how to use it.
"""
