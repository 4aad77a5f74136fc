"""`python -m benchmarks`, `quandary bench --full`: the benchmark that is run where nobody says which."""

from benchmarks.rush_hour import main

if __name__ == "__main__":
    main()
