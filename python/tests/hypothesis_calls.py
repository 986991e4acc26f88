"""What a call may do: return, or raise an exception of Python's own kinds with a short message."""

import contextlib
import faulthandler
import importlib
import inspect
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from facedown._output import shown
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

MINUTES = float(os.environ.get("FACEDOWN_HYPOTHESIS_MINUTES", "0"))
"""How long the long tests take, each; 0 to skip them."""

ALLOWED = (ValueError, TypeError, LookupError, OverflowError, OSError, ImportError, RuntimeError)
MOST = 1500
"""The most characters of a message: what is wrong is repeated in part."""
BUSY_SECONDS, IDLE_SECONDS = 120, 1800
"""The most processor time and the most time of one example."""


class Misbehaviour(AssertionError):  # noqa: N818
    """A call that ended in another way than documented."""


def check(name: str, function: Callable[..., Any], args: list[Any], more: dict[str, Any]) -> Any:
    """Makes a call and returns its result, or the exception if it is of the expected kind."""
    try:
        return function(*args, **more)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        called = ", ".join([*map(shown, args), *(f"{key}={shown(v)}" for key, v in more.items())])
        call = f"{name}({called})"
        # A package that the call needs may be missing, its own exceptions are its own affair.
        if not isinstance(error, ALLOWED) or isinstance(error, RecursionError):
            raise Misbehaviour(f"{call}: {type(error).__name__}: {shown(str(error))}") from error
        if not str(error).strip():
            raise Misbehaviour(f"{call}: {type(error).__name__} without a message") from error
        # Python itself repeats what it cannot open or convert: in a long run that is no finding.
        if len(str(error)) > MOST and not MINUTES:
            raise Misbehaviour(f"{call}: a message of {len(str(error))} characters") from error
        return error


def public_functions(module: str) -> dict[str, Callable[..., Any]]:
    """Returns the functions of a module that users may call, by name."""
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None) or []
    every = {}
    for name in names:
        # A module whose package is not installed is imported on use; its tests skip.
        with contextlib.suppress(ImportError):
            every[name] = getattr(found, name)
    return {
        name: value
        for name, value in every.items()
        if callable(value) and not inspect.ismodule(value) and not hasattr(value, "__origin__")
    }


@contextlib.contextmanager
def watchdog() -> Iterator[None]:
    """Ends the process with all stacks if the body works or waits for too long.

    Processor time finds a call that never ends, however busy the machine is; a call that waits
    forever uses none, so there is a limit of time as well.
    """
    faulthandler.dump_traceback_later(IDLE_SECONDS, exit=True)
    if hasattr(signal, "setitimer"):
        faulthandler.register(signal.SIGPROF, chain=True)  # dumps, then the process is terminated
        signal.setitimer(signal.ITIMER_PROF, BUSY_SECONDS)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def explore(
    inputs: st.SearchStrategy[Any], run: Callable[[Any], None], examples: int, number: int
) -> None:
    """Runs so many examples, those of a number; one that does not end is a failure."""

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        verbosity=Verbosity.quiet,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def ends_as_documented(drawn: Any) -> None:
        with watchdog():
            run(drawn)

    ends_as_documented()


def go_round(
    names: Iterable[str], examples: int, explore_one: Callable[[str, int, int], None]
) -> str:
    """Explores each in turn, again and again for `MINUTES`; returns what was done, as a text.

    `FACEDOWN_HYPOTHESIS_FIRST` is the number of the first round: other rounds are other calls.
    """
    order, began, worked = sorted(names), time.monotonic(), time.process_time()
    first = int(os.environ.get("FACEDOWN_HYPOTHESIS_FIRST", "1"))
    rounds, made = first - 1, 0
    while time.monotonic() < began + 60 * MINUTES:
        rounds += 1
        for name in order:
            explore_one(name, examples, rounds)
            made += examples
            if time.monotonic() >= began + 60 * MINUTES:
                break
    minutes, busy = (time.monotonic() - began) / 60, (time.process_time() - worked) / 60
    return (
        f"{made:,} examples, rounds {first} to {rounds}, {minutes:.0f} min, {busy:.0f} min of CPU"
    )
