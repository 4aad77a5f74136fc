"""`quandary serve` as a process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

pytestmark = pytest.mark.process


def test_it_says_where_it_is_and_ends_by_ctrl_c() -> None:
    command = [sys.executable, "-m", "quandary", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[0]
        with urlopen(f"{address}healthz") as answer:
            assert json.load(answer)["status"] == "ok"
        process.send_signal(signal.SIGINT)
        log = process.stderr.read()
        assert process.wait(30) == 0
    entry = json.loads(log)
    assert (entry["path"], entry["status"]) == ("/healthz", 200)


def test_what_cannot_be_is_told_in_a_line() -> None:
    command = [sys.executable, "-m", "quandary", "serve", "--port", "0", "--host", "192.0.2.1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert "cannot be used" in ran.stderr
    assert ran.stderr.startswith("error: ")
