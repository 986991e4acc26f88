"""Arguments that are too large, too long, of another type, or shared; and interrupts."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest

GIN = fd.make("gin")
HUGE = [2**31, 2**63, 2**64, 2**70, -1, -(2**70), 10**5000]
LONG = "x" * 100_000


def hearts() -> fd.View:
    return fd.make("hearts").deal(seed=7).view()


def env() -> fd.riichi.RiichiEnv:
    return fd.riichi.RiichiEnv(seed=1)


def counts() -> Any:
    return fd.riichi.parse("123m406p778s1122z")


LOG = "testdata/riichi/tonpu.mjlog"
KEEP = fd.ofc.Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")

# Each takes an integer out of range; a name that the message must hold.
INTEGERS: dict[str, tuple[str, Callable[[int], Any]]] = {
    "random_hands n": ("n is", lambda n: fd.gin.random_hands(n if n < 0 else n << 40, 1)),
    "random_hands seed": ("seed is", lambda n: fd.gin.random_hands(1, n << 64)),
    "random_hands cards": ("cards", lambda n: fd.gin.random_hands(1, 1, n)),
    "min_deadwood": ("set of cards", lambda n: fd.gin.min_deadwood(n << 64)),
    "min_deadwood threads": ("threads is", lambda n: fd.gin.min_deadwood("As", None, -abs(n))),
    "best_melds": ("set of cards", lambda n: fd.gin.best_melds(n << 64)),
    "cards.format": ("set of cards", lambda n: fd.cards.format(n << 64)),
    "deal": ("seed is", lambda n: GIN.deal(n << 64)),
    "apply": ("no action", lambda n: GIN.deal(1).apply(n)),
    "view": ("no seat", lambda n: GIN.deal(1).view(n)),
    "action_text": ("no action", GIN.action_text),
    "bot": ("seed is", lambda n: GIN.bot("random", n << 64)),
    "match": ("seed is", lambda n: GIN.match(n << 64)),
    "duel deals": ("deals is", lambda n: fd.match("gin", ["random"] * 2, deals=-abs(n))),
    "advise iterations": (
        "iterations is",
        lambda n: fd.advise(GIN.deal(1).view(), iterations=-abs(n)),
    ),
    "advise nodes": ("nodes is", lambda n: fd.advise(GIN.deal(1).view(), nodes=-abs(n))),
    "make_vec n": ("n is|memory", lambda n: fd.make_vec("gin", n << 62)),
    "make_vec seed": ("seed is", lambda n: fd.make_vec("gin", 1, seed=n << 64)),
    "env_seed": ("no environment", lambda n: fd.make_vec("gin", 1).env_seed(n)),
    "sample_deals n": ("n is", lambda n: fd.tricks.sample_deals(hearts(), n << 64)),
    "sample_deals seed": ("seed is", lambda n: fd.tricks.sample_deals(hearts(), 1, n << 64)),
    "random_scores n": ("n is", lambda n: fd.tricks.random_scores(fd.make("hearts"), n << 64)),
    "shanten seats": ("seats is", lambda n: fd.riichi.shanten(counts(), n)),
    "shanten threads": ("threads is", lambda n: fd.riichi.shanten(counts(), threads=-abs(n))),
    "ukeire seats": ("seats is", lambda n: fd.riichi.ukeire(counts(), seats=n)),
    "forms seats": ("seats is", lambda n: fd.riichi.forms(counts(), n)),
    "format_ids": ("no tile", lambda n: fd.riichi.format_ids([n])),
    "encoder seats": ("seats is", lambda n: fd.riichi.encoder(seats=n)),
    "score honba": ("honba is", lambda n: fd.riichi.score("234m345567p5567s", "8s", honba=n)),
    "score sticks": ("sticks is", lambda n: fd.riichi.score("234m345567p5567s", "8s", sticks=n)),
    "score nuki": ("nuki is", lambda n: fd.riichi.score("234m345567p5567s", "8s", nuki=n)),
    "score seats": ("seats is", lambda n: fd.riichi.score("234m345567p5567s", "8s", seats=n)),
    "samples seats": ("seats is", lambda n: fd.riichi.samples(LOG, seats=n)),
    "samples batch": ("batch is", lambda n: fd.riichi.samples(LOG, batch=n << 32)),
    "samples shuffle": ("shuffle is", lambda n: fd.riichi.samples(LOG, shuffle=n << 32)),
    "samples seed": ("seed is", lambda n: fd.riichi.samples(LOG, seed=n << 64)),
    "env seed": ("seed is", lambda n: fd.riichi.RiichiEnv(seed=n << 64)),
    "env oya": ("no seat", lambda n: env().reset(oya=n)),
    "env wall": ("wall has", lambda n: env().reset(wall=[n] * 136)),
    "env round_wind": ("round_wind is", lambda n: env().reset(round_wind=n)),
    "env scores": ("scores is", lambda n: env().reset(scores=[n << 32] * 4)),
    "env honba": ("honba is", lambda n: env().reset(honba=n)),
    "env kyotaku": ("kyotaku is", lambda n: env().reset(kyotaku=n)),
    "env get_observation": ("no seat", lambda n: env().get_observation(n)),
    "env step": ("no seat", lambda n: env().step({n: 0})),
    "env step action": ("no action", lambda n: env().step({0: n})),
    "find_action": ("no action", lambda n: env().reset()[0].find_action(n)),
    "Action": ("tile is", lambda n: fd.riichi.Action(fd.riichi.ActionType.DISCARD, n)),
    "fantasy threads": (
        "threads is",
        lambda n: fd.ofc.solve_fantasy_batch(np.arange(14, dtype=np.uint8)[None], threads=-abs(n)),
    ),
    "solve iterations": ("iterations is", lambda n: fd.ofc.solve(KEEP, iterations=-abs(n))),
    "solve seed": ("seed is", lambda n: fd.ofc.solve(KEEP, seed=n << 64)),
    "openspiel card": ("no card", fd.gin.openspiel.card_to_openspiel),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_an_integer_out_of_range_is_a_value_error_that_names_it(name: str) -> None:
    message, call = INTEGERS[name]
    for number in HUGE:
        with pytest.raises((ValueError, IndexError), match=message) as caught:
            call(number)
        assert len(str(caught.value)) < 500, name


FLOATS: dict[str, Callable[[Any], Any]] = {
    "seconds": lambda x: fd.advise(GIN.deal(1).view(), seconds=x),
    "every": lambda x: fd.advise(GIN.deal(1).view(), iterations=1, every=x),
    "reward_scale": lambda x: fd.make_vec("gin", 1, reward_scale=x),
    "shaping": lambda x: fd.make_vec("gin", 1, length="match", shaping=x),
    "uma": lambda x: fd.make_vec("gin", 1, length="match", uma=[x, 0]),
    "stay_value": lambda x: fd.ofc.solve_fantasy(
        "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc", stay_value=x
    ),
    "fantasy_worth": lambda x: fd.ofc.solve(KEEP, fantasy_worth=[x] * 5),
}


@pytest.mark.parametrize("name", FLOATS)
def test_a_number_too_large_for_a_float_is_named(name: str) -> None:
    for number in (10**400, 10**5000):
        with pytest.raises(ValueError, match=f"{name} is"):
            FLOATS[name](number)


TEXTS: dict[str, Callable[[str], Any]] = {
    "make": fd.make,
    "rules": lambda x: fd.make("gin", rules=x),
    "riichi rules": lambda x: fd.make("riichi", rules=x),
    "option": lambda x: fd.make("gin", **{x: 1}),
    "option value": lambda x: fd.make("gin", gin_bonus=x),
    "bot": GIN.bot,
    "advise": lambda x: fd.advise(GIN.deal(1).view(), x),
    "interrupt": lambda x: fd.advise(GIN.deal(1).view(), interrupt=x),  # type: ignore[arg-type]
    "apply": lambda x: GIN.deal(1).apply(x),
    "parse": fd.cards.parse,
    "riichi parse": fd.riichi.parse,
    "shanten": fd.riichi.shanten,
    "score": lambda x: fd.riichi.score(x, "8s"),
    "melds": lambda x: fd.riichi.score("1m", "8s", melds=[x]),
    "wind": lambda x: fd.riichi.score("1m", "8s", seat_wind=x),
    "rule": lambda x: fd.riichi.RiichiEnv(rule=x),
    "game_mode": fd.riichi.RiichiEnv,
    "encoder": fd.riichi.encoder,
    "vec encoder": lambda x: fd.make_vec("gin", 1, encoder=x),
    "observe": lambda x: fd.make_vec("gin", 1, observe=x),
    "length": lambda x: fd.make_vec("gin", 1, length=x),
    "fantasy": fd.ofc.solve_fantasy,
    "solve": lambda x: fd.ofc.solve(fd.ofc.Position(x)),
    "lookup": lambda x: fd.ofc.Book().lookup(x),
    "book": fd.ofc.Book,
    "replay": fd.riichi.replay,
    "to_mjai": fd.riichi.to_mjai,
    "form": lambda x: fd.tricks.sample_deals(hearts(), 1, form=x),  # type: ignore[call-overload]
}


@pytest.mark.parametrize("name", TEXTS)
def test_of_a_long_text_only_the_beginning_is_repeated(name: str) -> None:
    with pytest.raises((ValueError, OSError)) as caught:
        TEXTS[name](LONG)
    message = str(caught.value)
    assert len(message) < 1000
    assert len(max(re.findall("x*", message), key=len)) <= 80, message


def test_boards_in_a_record_agree_with_the_rest_and_are_repeated_in_part() -> None:
    game = fd.make("ofc")
    record = game.deal(1).view(0).to_dict()
    agreeing: Any
    for agreeing in (record["boards"], []):
        assert game.view_from_dict({**record, "boards": agreeing}) == game.view_from_dict(record)
    for boards, reason in [
        ("nonsense", "boards: invalid type"),
        (["As / / "], "1 boards for 2 seats"),
        (["As / / ", " / / "], "'As / / ' of seat 0, but the rest makes it ' /  / '"),
        ([" " * 100_000 + "As / / ", " / / "], "of seat 0, but the rest makes it"),
    ]:
        with pytest.raises(ValueError, match=re.escape(reason)) as caught:
            game.view_from_dict({**record, "boards": boards})
        assert len(str(caught.value)) < 300


def test_a_dtype_of_none_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="dtype is None: expected uint8, float16 or float32"):
        fd.make_vec("gin", 1, dtype=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="dtype is None: expected one of float32"):
        fd.riichi.samples(LOG, dtype=None)  # type: ignore[arg-type]
    assert GIN.deal(1).view().observation(None).dtype == np.uint8


@pytest.mark.parametrize("bad", [5, "yes", object(), GIN])
def test_a_cancel_that_is_no_event_is_a_type_error(bad: Any) -> None:
    with pytest.raises(TypeError, match=r"cancel is .*: expected an event with is_set"):
        fd.advise(GIN.deal(1).view(), iterations=10, cancel=bad)
    with pytest.raises(TypeError, match=r"progress is .*: expected a function"):
        fd.advise(GIN.deal(1).view(), iterations=10, progress=bad)


def test_invalid_visible_tiles_are_named_as_such() -> None:
    hand, five = counts(), counts()
    five[0] = 5
    for tiles in ("123m406p778s1122z", "123m406p7788s1122z"):
        with pytest.raises(ValueError, match=r"^visible: "):
            fd.riichi.ukeire(tiles, visible=five)
    with pytest.raises(ValueError, match=r"^visible\[1\]: "):
        fd.riichi.ukeire(np.stack([hand, hand]), visible=np.stack([hand, five]))
    with pytest.raises(ValueError, match=r"^counts: "):
        fd.riichi.ukeire(five, visible=hand)


def test_a_book_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "none.book"
    with pytest.raises(FileNotFoundError, match=re.escape(str(missing))):
        fd.ofc.Book(missing)
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        fd.ofc.Book(tmp_path)
    other = tmp_path / "other.book"
    other.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=re.escape(str(other))):
        fd.ofc.Book(other)
    if os.path.exists("/dev/zero"):
        with pytest.raises((ValueError, OSError), match="'/dev/zero': more than 16 MiB"):
            fd.ofc.Book("/dev/zero")
        with pytest.raises(
            ValueError, match="'/dev/zero': the log: it has more than 67108864 bytes"
        ):
            fd.riichi.replay("/dev/zero")


# Arrays that share memory


@pytest.mark.parametrize("dtype", [np.uint8, np.float16, np.float32])
def test_no_array_of_a_call_shares_memory_with_the_oracle(dtype: Any) -> None:
    env = fd.make_vec("riichi", 2, seed=1, dtype=dtype, oracle=True)
    batch, size = env.new_batch(), np.dtype(dtype).itemsize
    need = 2 * int(np.prod(env.oracle_shape))

    def inside(array: Any) -> Any:
        """An array for oracle observations that begins with another array's memory."""
        memory = np.zeros((max(need * size, array.nbytes) + 64) // 8 * 8, np.uint8)
        shared = memory[: array.nbytes].view(array.dtype).reshape(array.shape)
        oracle = memory[: need * size].view(dtype).reshape(2, *env.oracle_shape)
        return shared, oracle

    before = [view.to_dict() for view in (env.view(0), env.view(1))]
    for field in batch._fields:
        shared, oracle = inside(getattr(batch, field))
        for call in (
            lambda out, o: env.reset(out=out, oracle=o),
            lambda out, o: env.step(env.sample_actions(), out=out, oracle=o),
        ):
            with pytest.raises(ValueError, match=f"{field} and oracle share memory"):
                call(batch._replace(**{field: shared}), oracle)
        assert not shared.any(), field
    actions, oracle = inside(np.zeros(2, np.int32))
    env.sample_actions(actions)
    kept = actions.copy()
    with pytest.raises(ValueError, match="oracle and actions share memory"):
        env.step(actions, oracle=oracle)
    assert (actions == kept).all()
    assert before == [view.to_dict() for view in (env.view(0), env.view(1))]
    # Apart, all is well, and the same as in the environment's own array.
    oracle = env.new_oracle()
    env.step(actions, oracle=oracle)
    again = fd.make_vec("riichi", 2, seed=1, dtype=dtype, oracle=True)
    again.step(kept)
    assert (again.oracle == oracle).all()  # type: ignore[union-attr]


def test_all_arrays_of_a_call_are_disjoint() -> None:
    env = fd.make_vec("gin", 4, seed=1)
    batch = env.new_batch()
    memory = np.zeros(4096 * 16, np.uint8)
    fields = batch._fields
    for i, one in enumerate(fields):
        for other in fields[i + 1 :]:
            shared = {
                name: memory[: array.nbytes].view(array.dtype).reshape(array.shape)
                for name, array in batch._asdict().items()
                if name in (one, other)
            }
            with pytest.raises(ValueError, match=f"{one} and {other} share memory"):
                env.reset(out=batch._replace(**shared))
    assert not memory.any()


# Interrupts

# Each takes far longer than a test may. Arrays are filled from their beginning: an interrupt that
# comes in time leaves their end as it was.
CALLS = {
    "bot": 'fd.make("gin").bot("search:600s", 1, early_stop=False).choose(view)',
    "ismcts": 'fd.make("gin").bot("ismcts:1000000000").choose(view)',
    "random_hands": "native.gin_random_hands(1, 10, out := np.zeros(10**8, np.uint64))",
    "sample_deals": (
        "native.tricks_sample_deals(hearts, 1, out := np.zeros((10**7, 5), np.uint64), 1)"
    ),
    "random_scores": (
        'native.tricks_random_scores(fd.make("hearts"), 1, out := np.zeros((10**7, 4), "i4"), 1)'
    ),
    "fantasy": "fd.ofc.solve_fantasy_batch(np.tile(np.arange(17, dtype=np.uint8), (10**5, 1)))",
}

CODE = """
import signal, sys, threading
import numpy as np
import facedown as fd
from facedown import _native as native
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
view = fd.make("gin").deal(7).view()
hearts = fd.make("hearts").deal(seed=7).view()
out = np.zeros(1)
sys.setswitchinterval(1000)  # the other thread runs when the call gives up the interpreter
begin = threading.Event()
def ready():
    begin.wait()
    print("ready", flush=True)
threading.Thread(target=ready).start()
try:
    begin.set()
    {call}
    print("answered")
except KeyboardInterrupt:
    print("interrupted", np.any(out[-1]))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_a_long_call_before_its_answer(name: str) -> None:
    code = CODE.replace("{call}", CALLS[name])
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=60)[0] == "interrupted False\n"
        finally:
            process.kill()


def test_a_bot_that_can_be_interrupted_chooses_by_its_seed() -> None:
    view = GIN.deal(7).view()
    first = [GIN.bot("ismcts:2000", seed).choose(view) for seed in range(3)]
    assert first == [GIN.bot("ismcts:2000", seed).choose(view) for seed in range(3)]
    assert set(first) <= set(view.legal_actions())


def test_slices_change_no_sample() -> None:
    many = fd.gin.random_hands(200_000, seed=3)
    assert (many[:1000] == fd.gin.random_hands(1000, seed=3)).all()
    deals = fd.tricks.sample_deals(hearts(), 20_000, seed=3, threads=2)
    assert (deals[:500] == fd.tricks.sample_deals(hearts(), 500, seed=3, threads=1)).all()


def test_wrong_arguments_that_hypothesis_found() -> None:
    descriptor: Any = 1
    with pytest.raises(TypeError):
        fd.nets.write_jsonl(descriptor, {"cards": [], "top": [], "middle": [], "bottom": []})
    with pytest.raises(TypeError):
        fd.nets.read_jsonl(descriptor)
    os.fstat(1)  # still open
    text: Any = "As Kd"
    with pytest.raises(TypeError, match=r"position is 'As Kd': expected a Position"):
        fd.ofc.solve(text)
    with pytest.raises(TypeError, match=r"dtype is x+…: not a data type of NumPy"):
        fd.make_vec("gin", 2, dtype="x" * 5000)
    with pytest.raises(ValueError, match=r"stop is 9007199254740992: expected 0 to 2"):
        fd.scale.SelfPlay("gin", ["random"], 2).table(0, 2**53)
    with pytest.raises(ValueError, match=r"number is 9223372036854775808: expected 0 to 0"):
        fd.scale.SelfPlay("gin", ["random"], 2).bounds(np.uint64(2**63))  # type: ignore[arg-type]
