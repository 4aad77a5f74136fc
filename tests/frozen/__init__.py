"""Behavior that a rebuild must not change: commands, JSON, ids, seeds, stored files, node counts.

Everything is observed from outside (the command line, files, `import quandary`) and compared with
recordings. `python -m tests.frozen` records anew; a changed recording needs its reason in the
commit message. The wording of messages, drawn boards and the web API are not frozen.
"""
