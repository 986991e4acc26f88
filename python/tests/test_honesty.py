"""The checker of environments finds faults that are there, and none that are not."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facedown as fd
import honesty_toys as toys
import numpy as np
import pytest
from facedown import _native, honesty
from facedown._honesty import ours, stats, zoo
from facedown._honesty.vector import subject as vector_subject

QUICK: dict[str, Any] = {"starts": 120, "games": 4, "worlds": 400}


def toy(fault: str = "") -> honesty.Report:
    subject = zoo.subject("toy", lambda: toys.Toy(fault))
    return honesty.check(subject, rewards="zero", steps=2000, **QUICK)


def toy_batch(fault: str = "") -> honesty.Report:
    subject = vector_subject("toy", lambda n: toys.ToyBatch(n, fault))
    return honesty.check(subject, rewards="zero", **QUICK)


@pytest.mark.parametrize("name", [*fd.games(), "riichi?rules=tenhou3", "ofc?rules=joker-ultimate"])
def test_our_games_keep_the_laws(name: str) -> None:
    report = honesty.check(f"facedown:{name}", **QUICK)
    assert report.broken == [], str(report)
    for law in (
        "reproducible",
        "seeds",
        "hands",
        "batch",
        "hidden",
        "bystanders",
        "worlds",
        "ends",
    ):
        assert report[law].verdict == "holds", str(report)


def test_a_seat_that_waits_does_not_see_that_another_is_asked() -> None:
    """Worlds that look the same to a seat, and the same discard in all of them: what it is shown at
    the next decision does not depend on whether somebody can claim the tile."""
    game = fd.make("riichi")
    asked = free = 0
    for seed in range(12):
        for seat in (2, 3):
            view = game.deal(seed=seed).view(seat)
            worlds = [_native.world(view, number) for number in range(40)]
            shown: dict[int, set[str]] = {}
            for action in range(74):  # discards
                for world in worlds:
                    if action not in world.legal_actions():
                        continue
                    after = world.copy()
                    after.apply(action)
                    if after.current_seat not in (seat, None):
                        waiting = after.view(seat)
                        planes = waiting.observation().tobytes().hex()
                        shown.setdefault(action, set()).add(f"{waiting.to_dict()} {planes}")
                        is_asked = after.view(after.current_seat).to_dict().get("asked", False)
                        asked, free = asked + is_asked, free + (not is_asked)
            assert shown
            assert all(len(views) == 1 for views in shown.values())
    assert asked > 100
    assert free > 100


def test_an_honest_toy_keeps_the_laws() -> None:
    report = toy()
    assert report.broken == []
    for law in ("reproducible", "seeds", "hands", "hidden", "bystanders", "ends", "rewards"):
        assert report[law].verdict == "holds", str(report)
    assert report["batch"].verdict == "not checked"


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        ("ignores the seed", "reproducible"),
        ("pairs of seeds", "seeds"),
        ("constant games", "hands"),
        ("shows a card", "hidden"),
        ("shows a card", "bystanders"),
        ("never ends", "ends"),
        ("refuses", "ends"),
        ("creates points", "rewards"),
    ],
)
def test_a_fault_is_found(fault: str, law: str) -> None:
    assert law in toy(fault).broken


def test_parallel_environments_are_examined() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    for what in (fd.parallel_env("gin"), "honesty_toys:parallel"):
        report = honesty.check(what, rewards="zero", starts=60, games=3)
        assert report.interface == "PettingZoo parallel"
        assert report.broken == [], str(report)
        for law in ("reproducible", "seeds", "hands", "ends", "rewards"):
            assert report[law].verdict == "holds", str(report)
    late = honesty.check("honesty_toys:forgetful_parallel", laws=["reproducible"], starts=60)
    assert late.broken == ["reproducible"]


def test_batches_keep_the_laws_or_are_found() -> None:
    honest = toy_batch()
    assert honest.broken == []
    assert honest["batch"].verdict == honest["hands"].verdict == "holds"
    shared = toy_batch("adds numbers to the seed")
    assert shared.broken == ["batch"]
    assert "neighbouring seeds share deals" in shared["batch"].detail
    same = toy_batch("one stream for all")
    assert "batch" in same.broken


def test_worlds_that_are_not_uniform_are_found() -> None:
    """Worlds drawn with one card always in the same hand."""

    class Biased(ours.OurTable):
        def draw_world(self, seat: int, chance: Any) -> Any:
            return max(
                (super(Biased, self).draw_world(seat, chance) for _ in range(2)),
                key=lambda world: "As" in world.holdings()[1 - seat],
            )

    subject = ours.subject("gin", {})
    game = fd.make("gin")
    subject.table = lambda: Biased(game)
    found = honesty.check(subject, laws=["worlds"], **QUICK)
    assert found.broken == ["worlds"]
    assert found["worlds"].numbers["p"] < 1e-6


def test_openspiels_games_are_examined() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    laws = ["reproducible", "seeds", "hidden", "bystanders", "ends", "rewards"]
    for name in ("leduc_poker", "gin_rummy", "facedown_oh_hell(deals=50)"):
        report = honesty.check(f"openspiel:{name}", laws=laws, games=2)
        assert report.broken == [], str(report)
        assert report["hidden"].verdict == "holds"
        assert report["seeds"].verdict == "not checked"


def test_a_game_of_openspiel_that_draws_chance_itself_takes_the_seed() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    report = honesty.check("openspiel:tarok", laws=["reproducible", "seeds", "hands"], starts=60)
    assert [finding.verdict for finding in report.findings] == ["holds"] * 3, str(report)


def test_statistics_agree_with_scipy() -> None:
    scipy_stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")
    for statistic, degrees in [(0.5, 1), (3.0, 5), (40.0, 20), (300.0, 250), (900.0, 300)]:
        expected = float(scipy_stats.chi2.sf(statistic, degrees))
        assert stats.chi_square_tail(statistic, degrees) == pytest.approx(expected, rel=1e-9)
    for count, mean in [(1, 0.1), (5, 3.0), (40, 20.0)]:
        expected = float(scipy_stats.poisson.sf(count - 1, mean))
        assert stats.poisson_tail(count, mean) == pytest.approx(expected, rel=1e-6)


def test_placements_of_shuffled_cards_have_the_chi_square_distribution() -> None:
    """Its mean is the number of degrees of freedom, whatever the copies of cards."""
    chance = np.random.default_rng(3)
    pack = np.repeat(np.arange(6), [1, 2, 3, 4, 1, 1])
    copies, sizes = np.bincount(pack), np.array([3, 4, 5])
    found = []
    for _ in range(200):
        counts = np.zeros((6, 3))
        for _ in range(20):
            deal = chance.permutation(pack)
            for place, cards in enumerate(np.split(deal, [3, 7])):
                np.add.at(counts[:, place], cards, 1)
        found.append(stats.placement_chi_square(counts, copies, sizes)[0])
    assert np.mean(found) == pytest.approx(10, abs=1)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "facedown.honesty", *arguments],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parent,
        check=False,
    )


def test_the_command_line_prints_a_report_and_returns_1_for_a_broken_law() -> None:
    few = ["--starts", "40", "--games", "2"]
    done = run("honesty_toys:honest", *few)
    assert done.returncode == 0, done.stderr
    assert "hidden        holds" in done.stdout
    broken = run("honesty_toys:dishonest", *few, "--json")
    assert broken.returncode == 1, broken.stderr
    record = json.loads(broken.stdout)
    assert record["broken"] == ["hidden", "bystanders"]
    assert record["laws"]["hidden"]["verdict"] == "broken"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["gin"], "name is 'gin'"),
        (["facedown:chess"], "chess"),
        (["facedown:gin?gin_bonus=many"], "many"),
        (["no_module:env"], "no module 'no_module'"),
        (["honesty_toys:absent"], "has no 'absent'"),
        (["honesty_toys:nothing"], "expected a PettingZoo, OpenSpiel or vector environment"),
        (["facedown:gin", "--laws", "gravity"], "no law 'gravity'"),
        (["facedown:gin", "--rewards", "much"], "rewards is 'much'"),
        (["facedown:gin", "--starts", "3"], "starts is 3: expected at least 40"),
        (["facedown:gin", "--seed", "-1"], "seed is -1: expected at least 0"),
    ],
)
def test_bad_input_returns_2_and_is_named(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert honesty.main(arguments) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: honesty.check("facedown:gin", starts=2.5), "starts is 2.5: expected an integer"),
        (lambda: honesty.check("facedown:gin", level=2), "level is 2"),
        (lambda: honesty.check("facedown:gin", speed=1), "no setting 'speed'"),
    ],
)
def test_bad_settings_are_named(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


def test_an_environment_of_a_module_is_presented_by_its_interface() -> None:
    assert honesty.open_subject("honesty_toys:honest").interface == "PettingZoo AEC"
    assert honesty.open_subject("honesty_toys:batch").interface == "vector"
    assert honesty.open_subject(toys.Toy()).interface == "PettingZoo AEC"


def test_the_examples_of_the_guide_run() -> None:
    guide = Path(__file__).parents[2] / "docs/guide/honesty.md"
    for block in re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S):
        exec(compile(block, "honesty.md", "exec"), {})


def test_equal_arguments_give_equal_reports() -> None:
    first = honesty.check("facedown:gin", **QUICK).to_dict()
    assert first == honesty.check("facedown:gin", **QUICK).to_dict()
