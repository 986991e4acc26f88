"""Methods of public objects in any order with arguments right and wrong, as in test_hypothesis."""

import copy
import copyreg
import importlib.util
from collections.abc import Callable
from typing import Any

import facedown as fd
import numpy as np
import pytest

pytest.importorskip("hypothesis", reason="hypothesis is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st

from hypothesis_calls import MINUTES, check, explore, go_round  # isort: skip
from hypothesis_inputs import ARRAYS, FOLDER, HANDS, JSON, PATHS, STRANGE  # isort: skip
from hypothesis_inputs import Strategy, arguments, games, lazily, states, views  # isort: skip

EXAMPLES = 10
ROUND = 40


def riichi_env() -> Any:
    env = fd.riichi.RiichiEnv(seed=3)
    env.reset()
    return env


def each(make: Callable[[], list[Any]]) -> Callable[[int], Any]:
    return lambda place: make()[place % len(make())]


def copied(make: Callable[[], list[Any]]) -> Callable[[int], Any]:
    return lambda place: copy.copy(make()[place % len(make())])


def vec_env(place: int) -> Any:
    env = fd.make_vec(["gin", "hearts", "riichi", "ofc"][place % 4], 3, seed=place % 5, threads=1)
    if place % 3:
        env.reset()
    return env


# Each object is made of a number, so that different ones are met.
OBJECTS: dict[str, Callable[[int], Any]] = {
    "Game": each(games),
    "State": copied(states),
    "View": each(views),
    "Bot": lambda place: games()[place % len(games())].bot(["random", "flat:20"][place % 2], place),
    "Match": lambda place: games()[place % len(games())].match(place),
    "VecEnv": vec_env,
    "RiichiEnv": lambda place: fd.riichi.RiichiEnv(
        game_mode=sorted(fd.riichi.GAME_MODES)[place % len(fd.riichi.GAME_MODES)], seed=place
    ),
    "RiichiEnv after reset": lambda _: riichi_env(),
    "Observation": lambda _: riichi_env().reset()[0],
    "Action": lambda _: riichi_env().reset()[0].legal_actions()[0],
    "Book": lambda _: fd.ofc.Book(),
    "Suite": lambda _: fd.suites.load("gin-layoffs"),
    "Position": lambda place: fd.suites.load("gin-layoffs")[place % 9],
    "Cards": lambda place: fd.cards.Cards(place % 2**52),
    "Answer": lambda _: fd.advise(games()[1].deal(1).view(), "flat", iterations=20),
    "SelfPlay": lambda _: fd.scale.SelfPlay("gin", ["random"], 2),
}
if importlib.util.find_spec("gymnasium"):
    import gymnasium

    OBJECTS["gymnasium"] = lambda place: (
        gymnasium.make(
            "facedown/Gin-v1", opponents="random", render_mode=["ansi", None][place % 2]
        ).unwrapped
    )
    OBJECTS["gymnasium vector"] = lambda _: gymnasium.make_vec("facedown/Gin-v1", num_envs=2)
if importlib.util.find_spec("pettingzoo"):
    OBJECTS["AEC"] = lambda place: fd.env(["gin", "hearts"][place % 2])
    OBJECTS["parallel"] = lambda place: fd.parallel_env(["gin", "riichi"][place % 2])
if importlib.util.find_spec("jax"):
    JAX_ENVS = [fd.jax.make("gin"), fd.jax.make("hearts", auto_reset=True)]
    OBJECTS["jax Env"] = each(lambda: JAX_ENVS)
if importlib.util.find_spec("pyspiel"):
    OBJECTS["OpenSpiel game"] = lambda _: fd.openspiel.load("gin")
    OBJECTS["OpenSpiel state"] = lambda _: fd.openspiel.load("gin").new_initial_state()

SPECIAL: dict[str, Strategy] = {
    "name": st.sampled_from(["random", "greedy", "flat:20", "search:20", "nobody", ""]),
    "hand": st.one_of(lazily(states), HANDS, JSON),
    "actions": st.one_of(
        st.lists(st.integers(-1, 250), min_size=3, max_size=3),
        ARRAYS,
        st.dictionaries(st.sampled_from(["seat_0", "seat_1", "x", 0]), JSON, max_size=3),
    ),
    "action": st.one_of(st.integers(-1, 260), st.sampled_from(["upcard", "pass", "Kd", ""]), JSON),
    "other": st.one_of(lazily(states), lazily(views), STRANGE),
    "key": st.one_of(st.integers(-1, 2**65), STRANGE),
    "state": st.one_of(ARRAYS, st.binary(max_size=9), st.integers(0, 9).map(bytes)),
    "path": PATHS,
    "env": st.integers(-1, 4),
    "lane": st.integers(-1, 4),
}
SPECIAL_METHODS = {"__getitem__", "__eq__", "__repr__", "__str__", "__len__", "__copy__"}
# They end in C++ code of the packages themselves, or wait for what never comes.
LEFT_OUT = {
    "gymnasium": {"wrapper_spec"},
    "OpenSpiel game": {
        "deserialize_state",
        "deserialize_game_and_state",
        "new_initial_state_for_population",
    },
    "jax Env": set(),
}


def members(owner: Any) -> list[str]:
    """The public attributes and some of Python's own methods of an object."""
    inherited: tuple[str, ...] = ()
    for base in type(owner).__mro__:
        if base.__module__.split(".")[0] in ("gymnasium", "pettingzoo", "pyspiel"):
            inherited = (*inherited, *vars(base))
    own = {name for base in type(owner).__mro__ for name in vars(base)
           if base.__module__.startswith("facedown")}  # fmt: skip
    names = [name for name in dir(type(owner)) if name in own or name not in inherited]
    return [name for name in names if not name.startswith("_") or name in SPECIAL_METHODS]


@st.composite
def programs(draw: st.DrawFn, kind: str) -> tuple[int, list[tuple[str, Any]]]:
    """Draws an object and some calls of its methods."""
    place = draw(st.integers(0, 60))
    owner = OBJECTS[kind](place)
    names = [name for name in members(owner) if name not in LEFT_OUT.get(kind, ())]
    program: list[tuple[str, Any]] = []
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=5)):
        try:
            member = getattr(owner, name)
            call = draw(arguments(name, member, SPECIAL)) if callable(member) else None
        except (ValueError, TypeError, AttributeError, RuntimeError):  # no signature, not yet there
            call = None
        program.append((name, call))
    return place, program


def run(kind: str, place: int, program: list[tuple[str, Any]]) -> None:
    owner = OBJECTS[kind](place)
    for name, call in program:
        member = check(f"{kind}.{name}", getattr, [owner, name], {})
        if call is not None and callable(member):
            check(f"{kind}.{name}", member, *call)
    check(f"repr({kind})", repr, [owner], {})


def explore_kind(kind: str, examples: int, number: int) -> None:
    explore(programs(kind), lambda program: run(kind, *program), examples, number)


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)


@pytest.mark.parametrize("kind", sorted(OBJECTS))
def test_methods_return_or_raise_exceptions_of_pythons_own(kind: str) -> None:
    explore_kind(kind, EXAMPLES, 0)


@pytest.mark.skipif(not MINUTES, reason="long: set FACEDOWN_HYPOTHESIS_MINUTES")
def test_no_method_misbehaves_for_so_many_minutes(summarise: Callable[[str], None]) -> None:
    made = go_round(OBJECTS, ROUND, explore_kind)
    summarise(f"hypothesis, methods of {len(OBJECTS)} kinds of objects: {made}")


@given(st.integers(0, 3), st.integers(0, 9), st.one_of(JSON, STRANGE))
@settings(max_examples=60, deadline=None, database=None)
def test_a_pickle_with_another_field_is_a_value_error(which: int, field: int, other: Any) -> None:
    whole = [states()[5], views()[5], games()[0], games()[1].match(3)][which]
    reduce: Any = copyreg.dispatch_table[type(whole)]
    load, record = reduce(whole)[:2]
    changed = list(record)
    changed[field % len(record)] = other
    found = check(load.__name__, load, changed, {})
    assert isinstance(found, (ValueError, type(whole)))


@given(st.integers(0, 2**32), st.integers(0, 10**6), st.integers(1, 255))
@settings(max_examples=50, deadline=None, database=None)
def test_a_state_of_jax_with_other_bytes_is_refused(number: int, place: int, change: int) -> None:
    jax = pytest.importorskip("jax", reason="jax is not installed")
    env = JAX_ENVS[number % 2]
    state, step = env.reset(number)
    bad = np.array(state)
    bad[place % len(bad)] ^= change
    with pytest.raises((ValueError, jax.errors.JaxRuntimeError), match="not a state"):
        jax.block_until_ready(env.step(bad, int(np.argmax(step.mask))))
