"""Every public function with arguments right and wrong: no panic, no crash, no private exception.

A few calls each in a usual run. `FACEDOWN_HYPOTHESIS_MINUTES=60 pytest …/test_hypothesis.py` goes
round all functions for an hour, each round with other calls.
"""

import importlib.util
from collections.abc import Callable
from typing import Any

import facedown as fd
import pytest

pytest.importorskip("hypothesis", reason="hypothesis is not installed")

from hypothesis import strategies as st

from hypothesis_calls import MINUTES, check, explore, go_round, public_functions  # isort: skip
from hypothesis_inputs import (  # isort: skip
    BOTS,
    FOLDER,
    HANDS,
    JSON,
    OPTIONS,
    PATHS,
    STRANGE,
    WORDS,
    Strategy,
    arguments,
    lazily,
    small,
)

EXAMPLES = 12
ROUND = 60

MODULES = [
    "facedown", "facedown.cards", "facedown.gin", "facedown._openspiel", "facedown.ofc",
    "facedown.riichi", "facedown.tricks", "facedown._openspiel_tricks", "facedown.game",
    "facedown.vec", "facedown.suites", "facedown.scale", "facedown.nets", "facedown.honesty",
]  # fmt: skip
OPTIONAL = {
    "jax": ["facedown.jax"],
    "gymnasium": ["facedown.gym"],
    "pettingzoo": ["facedown.pettingzoo"],
    "pyspiel": ["facedown.openspiel"],
    "torch": ["facedown.torch"],
}
MODULES += [m for need, found in OPTIONAL.items() if importlib.util.find_spec(need) for m in found]

LEFT_OUT = {
    "main": "a command line, with tests of its own",
    "register": "changes what all other calls see",
    "ABCMeta": "",
}

SCALE_JOBS = st.one_of(
    st.builds(lambda n: fd.scale.SelfPlay("gin", ["random"], n, shard=1), st.integers(1, 2)),
    st.builds(lambda n: fd.scale.Dataset("gin-deadwood", n), st.integers(1, 3)),
)
# Of one function, or of all functions of a module: arguments that their names do not tell.
SPECIAL: dict[str, dict[str, Strategy]] = {
    "facedown.scale.run": {"job": SCALE_JOBS, "address": STRANGE, "out": PATHS},
    "facedown.scale.job": {
        "kind": small("selfplay", "match", "dataset", "suite", "ofc-book", "x"),
        "options": st.dictionaries(
            small("game", "games", "bots", "rows", "name"), JSON, max_size=3
        ),
    },
    "facedown.scale.SelfPlay": {"game": small("gin", "ofc", "x"), "bots": st.lists(small(*BOTS))},
    "facedown.scale.Match": {"game": small("gin", "ofc", "x"), "bots": st.lists(small(*BOTS))},
    "facedown.honesty.check": {
        "what": small("facedown:gin", "facedown:x", "openspiel:x", "a.b:c", ""),
        "laws": st.lists(small("hidden", "ends", "rewards", "x"), max_size=2),
        "settings": st.fixed_dictionaries(
            {"games": st.just(1), "starts": st.just(3), "worlds": st.just(9), "steps": st.just(60)}
        ),
    },
    "facedown.honesty.open_subject": {"what": small("facedown:gin", "facedown:x", "openspiel:x")},
    "facedown.honesty.Settings": {},
    "facedown.suites.score": {"bot": small(*BOTS[:6], lambda view: view.legal_actions()[0])},
    "facedown.suites.answer": {
        "bot": small(*BOTS),
        "position": lazily(lambda: list(fd.suites.load("gin-layoffs"))),
    },
    "facedown.make": {"rules": OPTIONS},
    "facedown.review": {
        "record": st.one_of(
            PATHS,
            st.builds(
                lambda name, seed: fd.make(name).match(seed), small("gin", "ofc"), small(1, 2)
            ),
            st.fixed_dictionaries(
                {"version": st.just(1), "game": small("gin", "x"), "seed": st.integers(-1, 3)},
                optional={"actions": st.lists(st.integers(-1, 60), max_size=3), "rules": OPTIONS},
            ),
        ),
        "bot": small("flat:20", "greedy", "nobody"),
    },
    "facedown.search_config": {"game": small("gin", "x", None), "changes": OPTIONS},
    "facedown.riichi.show": {
        "obs": st.one_of(
            st.just(fd.riichi.RiichiEnv(seed=1).reset()[0]), STRANGE, JSON, st.binary(max_size=9)
        )
    },
    "facedown.ofc.Book": {"path": PATHS},
    "facedown.nets": {"source": PATHS, "hand": HANDS, "top": HANDS, "rest": HANDS, "table": JSON},
    "facedown.jax.make": {"name": st.one_of(small("gin", "hearts"), WORDS)},
}

Call = tuple[str, Callable[..., Any], dict[str, Strategy]]


def calls() -> dict[str, Call]:
    """All public functions and classes by their full names, each once."""
    found: dict[int, tuple[str, Call]] = {}
    for module in MODULES:
        for name, function in public_functions(module).items():
            if name in LEFT_OUT or (
                isinstance(function, type) and issubclass(function, BaseException)
            ):
                continue
            full = f"{module}.{name}"
            special = {**SPECIAL.get(module, {}), **SPECIAL.get(full, {})}
            found.setdefault(id(function), (full, (name, function, special)))
    return dict(found.values())


CALLS = calls()


def explore_call(full: str, examples: int, number: int) -> None:
    name, function, special = CALLS[full]
    inputs = arguments(name, function, special)
    explore(inputs, lambda call: check(full, function, *call), examples, number)


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("full", sorted(CALLS))
def test_a_call_returns_or_raises_an_exception_of_pythons_own(full: str) -> None:
    explore_call(full, EXAMPLES, 0)


@pytest.mark.skipif(not MINUTES, reason="long: set FACEDOWN_HYPOTHESIS_MINUTES")
def test_no_call_misbehaves_for_so_many_minutes(summarise: Callable[[str], None]) -> None:
    made = go_round(CALLS, ROUND, explore_call)
    summarise(f"hypothesis, calls of {len(CALLS)} functions: {made}")
