"""All puzzles of Rush Hour on 6x6: see README.md."""
