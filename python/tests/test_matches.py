"""Duplicate matches between bots."""

import os
import signal
import subprocess
import sys
from typing import Any

import facedown as fd
import pytest


def test_a_duplicate_match_is_the_same_on_one_thread_and_on_two() -> None:
    one = fd.match("gin", ["greedy", "simple"], deals=50, seed=1, threads=1)
    two = fd.match("gin", ["greedy", "simple"], deals=50, seed=1, threads=2)
    assert one["report"] == two["report"]
    assert one["rules"] == fd.make("gin").rules
    assert one["report"]["games"] == 100
    mean = [bot["score"]["mean"] for bot in one["report"]["bots"]]
    assert mean[0] == -mean[1]


def test_a_duplicate_match_of_matches_has_a_winner_each() -> None:
    report = fd.match("gin", ["greedy", "random"], deals=5, seed=1, matches=True, rules="classic")[
        "report"
    ]
    assert report["unit"] == "match"
    assert sum(bot["wins"] for bot in report["bots"]) == report["games"] == 10


@pytest.mark.parametrize(
    ("bots", "options", "message"),
    [
        (["greedy", "god"], {}, "no bot 'god'"),
        (["greedy"], {}, "1 bots, expected 2"),
        ("greedy", {}, "bots is the text 'greedy'"),
        (["greedy", "simple"], {"deals": 0}, "deals is 0: expected at least 1"),
        (["greedy", "simple"], {"deals": -5}, "deals is -5"),
        (["greedy", "simple"], {"threads": 0}, "threads is 0: expected at least 1"),
        (["greedy", "simple"], {"seed": -1}, "seed is -1"),
        (
            ["greedy", "simple"],
            {"matches": {"target": 50}},
            "matches cannot be {'target': 50}, expected True or False; .* the option match",
        ),
    ],
)
def test_a_bad_option_of_a_match_is_named(bots: Any, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fd.match("gin", bots, **options)


def test_whole_matches_and_their_rules_are_set_side_by_side() -> None:
    bots = ["greedy", "random"]
    result = fd.match("ofc", bots, deals=2, seed=1, matches=True, match={"hands": 3})
    assert result["report"]["unit"] == "match"
    assert result["rules"]["matches"]["hands"] == 3
    with pytest.raises(ValueError, match=r"match.reach cannot be 0, expected 1 to 100000"):
        fd.make_vec("hearts", 2, length="match", match={"reach": 0})


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_long_match_can_be_interrupted() -> None:
    code = """
import signal
import facedown as fd
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
try:
    print("ready", flush=True)
    fd.match("gin", ["greedy", "greedy"], deals=10**9)
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=60)[0] == "interrupted\n"
        finally:
            process.kill()
