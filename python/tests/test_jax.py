import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from deals import flags, meld_rich_hands, random_hands

jax = pytest.importorskip("jax", reason="jax is not installed")
jnp = jax.numpy

BOTH = pytest.mark.parametrize("function", ["min_deadwood", "min_deadwood_plain"])
TWELVE = (1 << 12) - 1
# JAX makes a ValueError of a failed call where it notices at once, else an error of its own.
FAILURES = (jax.errors.JaxRuntimeError, ValueError)


def named(name: str) -> Callable[[Any], Any]:
    """Resolved late, so that the module can be collected where JAX is missing."""
    found: Callable[[Any], Any] = getattr(fd.jax, name)
    return found


def some_hands() -> npt.NDArray[np.uint64]:
    parts = [random_hands(300, cards, seed=cards) for cards in range(12)]
    return np.concatenate([*parts, meld_rich_hands(2400)])


@BOTH
def test_answers_equal_those_of_numpy(function: str) -> None:
    hands = some_hands()
    expected = fd.gin.min_deadwood(hands)
    for given in (fd.jax.words(hands), flags(hands)):
        for array in (given, jnp.asarray(given)):
            found = named(function)(array)
            assert found.dtype == jnp.uint8
            assert (np.asarray(found) == expected).all()


@BOTH
def test_the_hardest_hands_equal_those_of_numpy(function: str) -> None:
    # All hands of eleven of the twelve cards of three ranks: two ranks whole and one of three.
    windows = [sum(7 << (13 * suit + start) for suit in range(4)) for start in range(11)]
    hands = np.array(
        [w & ~(1 << card) for w in windows for card in range(52) if w >> card & 1], np.uint64
    )
    found = named(function)(fd.jax.words(hands))
    assert (np.asarray(found) == fd.gin.min_deadwood(hands)).all()


@BOTH
@pytest.mark.parametrize("shape", [(), (0,), (2, 3), (2, 0, 3)])
def test_arrays_of_any_shape_have_results_of_that_shape(
    function: str, shape: tuple[int, ...]
) -> None:
    hands = random_hands(int(np.prod(shape))).reshape(shape)
    for given in (fd.jax.words(hands), flags(hands)):
        found = named(function)(given)
        assert found.shape == shape
        assert (np.asarray(found) == fd.gin.min_deadwood(hands)).all()


@BOTH
@pytest.mark.parametrize("form", ["words", "flags"])
def test_transformations_leave_answers_as_they_are(function: str, form: str) -> None:
    hands = np.concatenate([random_hands(60), meld_rich_hands(60)]).reshape(4, 5, 6)
    given = jnp.asarray(fd.jax.words(hands) if form == "words" else flags(hands))
    expected = fd.gin.min_deadwood(hands)
    call = named(function)

    def scanned(x: Any) -> Any:
        return jax.lax.scan(lambda carry, rows: (carry, jax.vmap(call)(rows)), 0, x)[1]

    def looped(x: Any) -> Any:
        return jax.lax.map(lambda row: call(row), x)

    vmap = jax.vmap
    inner = vmap(call, in_axes=1, out_axes=1)
    for transformed in (
        jax.jit(vmap(call)),
        jax.jit(vmap(vmap(vmap(call)))),
        vmap(jax.jit(vmap(jax.jit(call)))),
        jax.jit(scanned),
        looped,
        inner,
    ):
        assert (np.asarray(transformed(given)) == expected).all()


@BOTH
@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (np.zeros((3, 3), np.uint32), r"\(3, 3\).*last axis of 2 or 52"),
        (np.zeros(3, np.uint32), r"\(3,\).*last axis of 2 or 52"),
        (np.zeros((), np.uint32), r"\(\).*last axis of 2 or 52"),
        (np.zeros((3, 51), np.bool_), r"\(3, 51\).*last axis of 52"),
        (np.zeros((), np.bool_), r"\(\).*last axis of 52"),
        (np.zeros((3, 2), np.int32), "int32.*last axis of 52"),
        (np.zeros((3, 51), np.uint8), "uint8.*last axis of 52"),
        (np.zeros((3, 52), np.float32), "float32"),
    ],
)
def test_wrong_types_and_shapes_raise_while_tracing(
    function: str, hands: npt.NDArray[Any], expected: str
) -> None:
    call = named(function)
    for attempt in (call, jax.jit(call), jax.make_jaxpr(call)):
        with pytest.raises(ValueError, match=expected):
            attempt(hands)
    if hands.ndim > 1:
        with pytest.raises(ValueError, match=r"last axis|int32|uint8|float32"):
            jax.vmap(call)(hands)


@BOTH
@pytest.mark.parametrize("hands", [5, 1.5, [1, 2], "As", None])
def test_what_is_no_array_is_refused(function: str, hands: Any) -> None:
    with pytest.raises(ValueError, match=type(hands).__name__):
        named(function)(hands)


@BOTH
def test_uint64_without_x64_says_what_to_do(function: str) -> None:
    for hands in (random_hands(4), random_hands(1)[0]):
        with pytest.raises(ValueError, match="jax_enable_x64"):
            named(function)(hands)
        with pytest.raises((ValueError, OverflowError)):
            named(function)(hands.tolist())


@BOTH
def test_uint64_works_with_x64(function: str) -> None:
    code = f"""
import jax, numpy as np, facedown as fd
from deals import flags, meld_rich_hands, random_hands
jax.config.update("jax_enable_x64", True)
call = fd.jax.{function}
hands = np.concatenate([random_hands(600), meld_rich_hands(600)]).reshape(10, 120)
expected = fd.gin.min_deadwood(hands)
scanned = lambda x: jax.lax.scan(lambda carry, row: (carry, call(row)), 0, x)[1]
for f in (call, jax.jit(jax.vmap(call)), jax.vmap(jax.vmap(call)), scanned):
    assert (np.asarray(f(hands)) == expected).all()
for given in (jax.numpy.asarray(hands), fd.jax.words(hands), flags(hands)):
    assert (np.asarray(call(given)) == expected).all()
assert call(hands[0, 0]).shape == ()
for bad in (1 << 52, 1 << 63, {TWELVE}):
    hands[3, 4] = bad
    try:
        answer = np.asarray(call(hands).block_until_ready())
        assert "plain" in "{function}" and answer[3, 4] == 255 and (answer == 255).sum() == 1
    except (jax.errors.JaxRuntimeError, ValueError) as error:
        assert "plain" not in "{function}" and "hands[3, 4]" in str(error), error
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    assert done.stdout.strip() == "done", done.stderr


BAD_HANDS = [
    ("words", [1 << 26, 0], "0x4000000"),
    ("words", [0, 1 << 26], "0x4000000"),
    ("words", [0, 1 << 31], "0x80000000"),
    ("words", [TWELVE, 0], "12 cards"),
    ("words", [0, TWELVE], "12 cards"),
    ("flags", [True] * 12 + [False] * 40, "12 cards"),
]


def with_one_bad(form: str, bad: Any) -> Any:
    hands = random_hands(30).reshape(5, 6)
    given = fd.jax.words(hands) if form == "words" else flags(hands)
    given[3, 4] = bad
    return jnp.asarray(given)


@pytest.mark.parametrize(("form", "bad", "expected"), BAD_HANDS)
def test_a_bad_hand_fails_the_kernel_and_is_named(form: str, bad: Any, expected: str) -> None:
    given = with_one_bad(form, bad)
    for call in (fd.jax.min_deadwood, jax.jit(jax.vmap(jax.vmap(fd.jax.min_deadwood)))):
        with pytest.raises(FAILURES, match=rf"hands\[3, 4\].*{expected}"):
            call(given).block_until_ready()
    with pytest.raises(FAILURES, match=expected):
        fd.jax.min_deadwood(given[3, 4]).block_until_ready()
    # The failure leaves nothing behind.
    assert fd.jax.min_deadwood(given[0, 0]).shape == ()


@pytest.mark.parametrize(("form", "bad", "_"), BAD_HANDS)
def test_a_bad_hand_is_255_on_the_plain_path(form: str, bad: Any, _: str) -> None:
    found = jax.jit(fd.jax.min_deadwood_plain)(with_one_bad(form, bad))
    wanted = fd.gin.min_deadwood(random_hands(30).reshape(5, 6))
    wanted[3, 4] = 255
    assert (np.asarray(found) == wanted).all()


def test_other_devices_get_the_plain_path() -> None:
    hands = fd.jax.words(random_hands(3))
    traced = jax.jit(fd.jax.min_deadwood).trace(hands)
    assert "facedown_gin" in traced.lower(lowering_platforms=("cpu",)).as_text()
    for platform in ("cuda", "rocm", "tpu"):
        assert "facedown_gin" not in traced.lower(lowering_platforms=(platform,)).as_text()


def test_words_are_the_two_halves_of_a_number() -> None:
    hands = random_hands(12).reshape(3, 4)
    found = fd.jax.words(hands)
    assert found.dtype == np.uint32
    assert found.shape == (3, 4, 2)
    together = found[..., 0].astype(np.uint64) | found[..., 1].astype(np.uint64) << np.uint64(26)
    assert (together == hands).all()
    assert (fd.jax.words(flags(hands)) == found).all()
    assert fd.jax.words("Ac Ah").tolist() == [1, 1]
    with pytest.raises(ValueError, match="0x10000000000000"):
        fd.jax.words(np.array([1 << 52], np.uint64))
    with pytest.raises(ValueError, match="int64"):
        fd.jax.words(np.zeros(3, np.int64))  # type: ignore[arg-type]


@BOTH
@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_flags_of_any_integer_type_are_hands(function: str, dtype: str) -> None:
    hands = some_hands()[::7]
    given = flags(hands).astype(dtype)
    call = named(function)
    expected = fd.gin.min_deadwood(hands)
    small = given.astype(np.int32) if given.itemsize == 8 else given  # as JAX would, with a warning
    for found in (call(given), jax.jit(jax.vmap(call))(jnp.asarray(small))):
        assert (np.asarray(found) == expected).all()


def test_rows_of_meld_masks_are_hands_without_deadwood() -> None:
    assert not np.asarray(fd.jax.min_deadwood(fd.gin.MELD_MASKS)).any()
    own = np.asarray(jax.vmap(fd.jax.valid_melds)(fd.gin.MELD_MASKS))
    assert own.shape == (185, 185)
    assert own.diagonal().all()
    assert (own == fd.gin.valid_melds(fd.gin.MELD_MASKS.astype(bool))).all()


@BOTH
@pytest.mark.parametrize("bad", [2, 255, -1, 1 << 32, (1 << 32) + 1])
def test_flags_that_are_neither_0_nor_1_are_no_hand(function: str, bad: int) -> None:
    given = flags(random_hands(3)).astype(np.int16 if bad < 256 else np.int64)
    given[1, 7] = bad
    if function == "min_deadwood":
        with pytest.raises(FAILURES, match=r"hands\[1\]"):
            named(function)(given).block_until_ready()
    else:
        assert np.asarray(named(function)(given)).tolist()[1] == 255


def test_discards_melds_and_knocks_equal_those_of_numpy() -> None:
    hands = np.concatenate([random_hands(300, 11, seed=3), meld_rich_hands(600)])
    hands = hands[[bin(int(hand)).count("1") == 11 for hand in hands]]
    after = fd.gin.deadwood_after_discards(hands)
    expected = after.min(axis=-1)
    melds = fd.gin.valid_melds(hands)
    assert (expected <= 10).any()
    assert (expected > 10).any()
    for given in (fd.jax.words(hands), flags(hands), flags(hands).astype(np.int8)):
        array = jnp.asarray(given)
        for transform in (lambda f: f, jax.jit, lambda f: jax.jit(jax.vmap(f))):
            assert (np.asarray(transform(fd.jax.deadwood_after_discards)(array)) == after).all()
            assert (np.asarray(transform(fd.jax.valid_melds)(array)) == melds).all()
            assert (np.asarray(transform(fd.jax.can_knock)(array)) == (expected <= 10)).all()
            assert (np.asarray(transform(fd.jax.is_gin)(array)) == (expected == 0)).all()
    ten = random_hands(300, 10, seed=4)
    found = fd.jax.can_knock(fd.jax.words(ten), limit=30)
    assert (np.asarray(found) == (fd.gin.min_deadwood(ten) <= 30)).all()


def test_discards_on_other_devices_are_the_same() -> None:
    hands = np.concatenate([random_hands(50, 11, seed=3), random_hands(50, 4, seed=3)])
    plain = jax.jit(fd.jax._discards_plain)(jnp.asarray(fd.jax.words(hands)))
    assert (np.asarray(plain) == fd.gin.deadwood_after_discards(hands)).all()
    bad = fd.jax.words(hands).copy()
    bad[3] = [1 << 26, 0]
    assert (np.asarray(fd.jax._discards_plain(jnp.asarray(bad)))[3] == 255).all()
    with pytest.raises(FAILURES, match=r"hands\[3\]"):
        fd.jax.deadwood_after_discards(bad).block_until_ready()
