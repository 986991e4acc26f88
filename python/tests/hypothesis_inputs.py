"""Arguments for the public functions: usable ones by the name of a parameter, and wrong ones.

`arguments` draws a call: every argument is one that the documentation allows or nearly so, or a
value of another type, shape or range. What makes a call long is drawn from small numbers only.
"""

import functools
import inspect
import math
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

Strategy = st.SearchStrategy[Any]

FOLDER = Path(tempfile.mkdtemp(prefix="facedown-hypothesis-"))
GAMES = sorted(fd.games())
LOGS = Path(__file__).parents[2] / "testdata" / "riichi" / "logs"

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(10)] + [f"{n}z" for n in range(1, 8)]
TILES += ["5mr", "E", "P", "8z", "0z", "m"]
RULES = ["standard", "classic", "openspiel", "tenhou", "mjsoul", "2-7", "joker-ultimate", "eaai"]
BOTS = ["random", "greedy", "simple", "rule", "efficient", "steady", "ismcts:20", "mo-ismcts:20"]
BOTS += ["flat:20", "determinized:20", "search:20", "search", "nobody", "flat:", "ismcts:-1"]

WORDS = st.sampled_from(
    ["", " ", "x", "all", "acting", "none", "raise", "skip", "masks", "float32", "uint8", "hand",
     "match", "result", "rank", "random", "single", "tonpu", "human", "ansi", "-1", "1e999", "0"]
)  # fmt: skip
NUMBERS = st.one_of(
    st.integers(-3, 140),
    st.sampled_from([-(2**63), -(2**31), 2**31, 2**53, 2**63, 2**64 - 1, 2**64, 10**40]),
    st.floats(allow_nan=True, allow_infinity=True),
)
DTYPES = st.sampled_from(
    ["u1", "u2", "u4", "u8", "i1", "i4", "i8", "f2", "f4", "f8", "?", ">u8", "c8", "O", "U3", "M8"]
)
AXES = st.sampled_from([0, 1, 2, 3, 5, 13, 14, 34, 52, 54])
SHAPES = st.lists(AXES, max_size=3).map(tuple).filter(lambda shape: math.prod(shape) < 20_000)


def _array(drawn: tuple[str, tuple[int, ...], int, str]) -> Any:
    code, shape, seed, layout = drawn
    rng = np.random.default_rng(seed)
    high = int(rng.choice([2, 4, 52, 255]))
    values = rng.integers(0, high, shape)
    array = values.astype(code) if code not in ("M8", "U3") else np.zeros(shape, code)
    if layout == "reversed":
        array = array[::-1] if array.ndim else array
    if layout == "transposed":
        array = array.T
    if layout == "frozen":
        array.flags.writeable = False
    return array


ARRAYS = st.tuples(
    DTYPES, SHAPES, st.integers(0, 99), st.sampled_from(["", "reversed", "transposed", "frozen"])
).map(_array)
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.text(max_size=8))
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3)
)
# Of every other kind: what no function expects.
STRANGE = st.one_of(
    st.binary(max_size=6),
    st.just(object()),
    st.just(Ellipsis),
    st.just(3 + 4j),
    st.just(range(3)),
    st.just(frozenset({1})),
    st.just(lambda *_: None),
    st.just(np.float32(1.5)),
    st.just(np.uint64(2**63)),
    st.just("x" * 5000),
)
WRONG = st.one_of(JSON, STRANGE, ARRAYS, npst.scalar_dtypes())
# The same without numbers that would be hours of work.
WRONG_AMOUNT = st.one_of(
    st.sampled_from([-1, 0, -(2**63), math.nan, -math.inf, -0.5, "7", None, True, "x" * 5000]),
    st.lists(st.integers(0, 3), max_size=2),
    STRANGE.filter(lambda value: not isinstance(value, np.uint64)),
)


def joined(parts: list[str], least: int, most: int) -> Strategy:
    """Texts of some of the parts, sometimes without a separator or with one twice."""
    separator = st.sampled_from([" ", "", ", ", " / "])
    return st.builds(
        lambda drawn, sep: sep.join(drawn),
        st.lists(st.sampled_from(parts), min_size=least, max_size=most, unique=True),
        separator,
    )


HANDS = st.one_of(
    joined(CARDS, 0, 12),
    st.integers(0, 2**52),
    st.lists(joined(CARDS, 0, 11), max_size=3),
    st.integers(0, 99).map(lambda seed: fd.gin.random_hands(5, seed, 11)),
    st.integers(0, 99).map(lambda seed: np.random.default_rng(seed).random((3, 52)) < 0.1),
)
TILE_HANDS = st.one_of(
    joined(TILES, 1, 14),
    st.sampled_from(["123m456p789s1122z", "19m19p19s1234567z1m", "234m345567p5567s"]),
    st.integers(0, 99).map(lambda seed: np.random.default_rng(seed).multinomial(13, [1 / 34] * 34)),
)
BOARDS = st.one_of(
    st.sampled_from(
        ["", " /  / ", "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c",
         "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h"]
    ),
    st.builds(
        lambda *rows: " / ".join(rows),
        joined(CARDS, 0, 3), joined(CARDS, 0, 5), joined(CARDS, 0, 5),
    ),
)  # fmt: skip


@functools.cache
def games() -> list[fd.Game]:
    more = [
        fd.make("riichi", rules="tenhou3"),
        fd.make("oh-hell", seats=3),
        fd.make("ofc", seats=3),
    ]
    return [fd.make(name) for name in GAMES] + more


@functools.cache
def states() -> list[fd.State]:
    """States of random play, at the deal, in the middle and at the end."""
    found = []
    rng = np.random.default_rng(1)
    for game in games():
        for steps in (0, 9, 40, 5000):
            state = game.deal(int(rng.integers(1000)))
            for _ in range(steps):
                if state.is_over:
                    break
                state.apply(int(rng.choice(state.legal_actions())))
            found.append(state)
    return found


@functools.cache
def views() -> list[fd.View]:
    return [state.view(seat) for state in states() for seat in range(state.game.seats)]


def lazily(make: Callable[[], list[Any]]) -> Strategy:
    """One of a list that is made when it is first drawn from."""
    return st.integers(0, 10**6).map(lambda place: make()[place % len(make())])


class Set:
    """An event that is set."""

    def is_set(self) -> bool:
        return True


def small(*values: Any) -> Strategy:
    return st.sampled_from(values)


def _path(name: str, data: bytes) -> Path:
    path = FOLDER / name
    path.write_bytes(data)
    return path


def _log(name: str) -> Path:
    """A copy of a log: some functions write to the path that they are given."""
    found = sorted(LOGS.rglob(f"*{Path(name).suffix}"))[0]
    return _path(name, found.read_bytes())


PATHS = st.one_of(
    st.sampled_from([FOLDER, FOLDER / "missing", str(FOLDER / "none.json"), "", ".", "\0"]),
    st.sampled_from(["east.mjlog", "east.json"]).map(_log),
    st.binary(max_size=60).map(lambda data: _path("bytes.json", data)),
    st.text(max_size=40).map(lambda text: _path("text.mjlog", text.encode("utf-8", "replace"))),
)
OPTIONS = st.dictionaries(
    st.sampled_from(
        ["rules", "seats", "gin_bonus", "knock_limit", "match", "jokers", "exploration", "nodes",
         "root_trees", "algorithm", "early_stop", "pack", "deal", "kan", "unknown", "iterations"]
    ),
    st.one_of(st.sampled_from(RULES), st.integers(-2, 12), JSON),
    max_size=2,
)  # fmt: skip

# By the name of a parameter. Amounts decide how long a call takes.
USABLE: dict[str, Strategy] = {
    "name": st.one_of(st.sampled_from(GAMES), st.sampled_from(fd.suites.names()), WORDS),
    "game": lazily(games),
    "view": lazily(views),
    "hand": st.one_of(HANDS, TILE_HANDS),
    "hands": HANDS,
    "cards": st.one_of(joined([*CARDS, "X", "X X"], 12, 18), joined(CARDS, 1, 6), HANDS),
    "counts": TILE_HANDS,
    "visible": TILE_HANDS,
    "dora": joined(TILES, 0, 3),
    "ura": joined(TILES, 0, 3),
    "discarded": joined(TILES, 0, 3),
    "win_tile": st.one_of(st.sampled_from(TILES), st.integers(0, 135)),
    "tile": st.sampled_from(TILES),
    "text": st.one_of(joined(CARDS, 0, 5), joined(TILES, 0, 14)),
    "mask": st.integers(0, 2**52),
    "ids": st.lists(st.integers(-1, 136), max_size=5),
    "knocker_melds": st.lists(small("5s 6s 7s", "Kc Kd Kh", "As", 7), max_size=3),
    "melds": st.lists(small("4-06p", "555=s", "5550+p", "111=1z", "1111z", "1m"), max_size=3),
    "boards": st.one_of(BOARDS, st.lists(BOARDS, max_size=3)),
    "top": st.one_of(joined(CARDS, 3, 3), st.just(np.arange(6, dtype=np.uint8).reshape(2, 3))),
    "middle": st.one_of(joined(CARDS, 5, 5), st.just(np.arange(10, 20).reshape(2, 5))),
    "bottom": st.one_of(joined(CARDS, 5, 5), st.just(np.arange(20, 30).reshape(2, 5))),
    "position": st.builds(
        fd.ofc.Position,
        small("Kd 2d 7s", "Kd 2d 9s", "", "As Ks"),
        st.just("Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"),
        st.lists(BOARDS, max_size=2),
        joined(CARDS, 0, 3),
        st.sampled_from(RULES),
    ),
    "rules": st.one_of(st.sampled_from(RULES), st.dictionaries(WORDS, JSON, max_size=2)),
    "bot": st.sampled_from(BOTS),
    "bots": st.lists(st.sampled_from(BOTS), max_size=5),
    "opponents": st.sampled_from(BOTS[:6]),
    "suite": st.just("gin-layoffs"),
    "seed": st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 5)),
    "seat": st.integers(-1, 5),
    "seats": small(3, 4),
    "action": st.integers(-1, 260),
    "agent": small("seat_0", "seat_1", "seat_9"),
    "encoder": small("default", None, "riichi-base-1", "riichi-extended-1", "base", "gin-planes-1"),
    "dtype": st.one_of(st.sampled_from([np.uint8, np.float32, "float16"]), npst.scalar_dtypes()),
    "observe": small("acting", "all"),
    "length": small("hand", "match", "single", "tonpu"),
    "reward": small("result", "rank"),
    "illegal": small("terminate", "raise", "random"),
    "render_mode": small("ansi", None),
    "form": small("masks", "counts", "flags"),
    "interrupt": small("raise", "answer"),
    "progress": st.just(lambda *_: False),
    "cancel": st.sampled_from([None, Set(), threading.Event()]),
    "every": small(0.1, 1.0),
    "paths": PATHS,
    "path": PATHS,
    "folder": PATHS,
    "record": st.one_of(JSON, lazily(lambda: [view.to_dict() for view in views()[:20]])),
    "pack": st.one_of(st.permutations(range(52)), st.lists(st.integers(-1, 60), max_size=60)),
    "turn": st.integers(0, 20),
    "draws": st.integers(-1, 4),
    "reshape": st.just(False),
    "losses": st.lists(st.floats(), max_size=4),
    "params": st.dictionaries(small("exploration", "root_trees", "x"), JSON, max_size=2),
    "out": ARRAYS,
    "scores": st.lists(st.integers(-30, 30), max_size=5),
    "actions": st.lists(st.integers(-1, 250), max_size=5),
    "fantasyland_values": st.lists(st.floats(-50, 50), max_size=6),
    "fantasy_worth": st.lists(st.floats(-50, 50), max_size=6),
    "stay_value": st.floats(),
    "uma": st.lists(st.floats(), max_size=5),
    "shaping": st.floats(),
    "reward_scale": st.floats(),
    "options": st.dictionaries(WORDS, JSON, max_size=2),
    "phase": small("Knock", "FirstUpcard", "Draw", "Discard", "Layoff", "x"),
}
AMOUNTS: dict[str, Strategy] = {
    "n": st.integers(0, 9),
    "num_envs": st.integers(0, 5),
    "deals": st.integers(0, 3),
    "games": st.integers(0, 3),
    "rows": st.integers(0, 5),
    "iterations": st.integers(0, 60),
    "nodes": st.integers(0, 500),
    "seconds": st.floats(0, 0.01),
    "threads": st.integers(0, 3),
    "batch": st.integers(0, 40),
    "shuffle": st.integers(0, 50),
    "candidates": st.integers(0, 5),
    "memory": small(0, 1, 1 << 20, 1 << 24),
    "pruning_visits": st.integers(0, 9),
    "max_cycles": st.integers(0, 20),
    "workers": st.just(0),
    "retries": st.integers(0, 2),
    "shard": st.integers(0, 4),
    "k": st.integers(0, 5),
    "steps": st.integers(1, 200),
    "starts": st.integers(2, 5),
    "worlds": st.integers(2, 9),
    "hands_most": st.integers(0, 3),
}
LONG_WITHOUT: dict[str, dict[str, Any]] = {
    # Arguments without which a call takes its own time.
    "advise": {"iterations": 20},
    "search": {"iterations": 20},
    "review": {"iterations": 20, "worlds": 4},
    "solve": {"iterations": 20, "threads": 1},
    "match": {"deals": 1},
    "duel": {"deals": 1},
    "hand_ev": {"draws": 2, "reshape": False},
}


@st.composite
def arguments(
    draw: st.DrawFn, name: str, function: Callable[..., Any], special: dict[str, Strategy]
) -> tuple[list[Any], dict[str, Any]]:
    """Draws the positional and the keyword arguments of a call."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    needed = LONG_WITHOUT.get(name, {})
    for parameter in inspect.signature(function).parameters.values():
        kind, key = parameter.kind, parameter.name
        if kind is parameter.VAR_KEYWORD:
            keywords.update(draw(special.get(key, OPTIONS)))
            continue
        if kind is parameter.VAR_POSITIONAL:
            positional.extend(draw(st.lists(NUMBERS, max_size=2)))
            continue
        optional = parameter.default is not parameter.empty
        if optional and key in needed and draw(st.booleans()):
            keywords[key] = needed[key]
            continue
        if optional and key not in needed and draw(st.integers(0, 2)):
            continue
        value = draw(_value(key, special))
        if kind is parameter.KEYWORD_ONLY or optional:
            keywords[key] = value
        else:
            positional.append(value)
    return positional, keywords


def _value(key: str, special: dict[str, Strategy]) -> Strategy:
    if key in special:
        usable, wrong = special[key], WRONG_AMOUNT
    elif key in AMOUNTS:
        usable, wrong = AMOUNTS[key], WRONG_AMOUNT
    else:
        usable, wrong = USABLE.get(key, WRONG), WRONG
    if key == "seconds":  # a wrong number of seconds may be a long time
        wrong = wrong.filter(lambda value: value is not None)
    return st.integers(0, 3).flatmap(lambda pick: usable if pick else wrong)
