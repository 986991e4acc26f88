"""Calls of the service, which answers each question once for every door."""

from typing import Any, Literal, Protocol, TypeVar

from facedown import _native
from facedown._output import shown

T = TypeVar("T")


class Event(Protocol):
    """Something that can be set, like a `threading.Event`."""

    def is_set(self) -> bool: ...


def ask(call: str, request: dict[str, Any], *own: Any, names: dict[str, str] | None = None) -> Any:
    """Returns the answer of a call as a record; Ctrl-C ends the work.

    `own` are the game and the policy, where a bot of the request is one of the caller's own;
    `names` are the arguments that have other names than their fields, by field.
    """
    answer, stopped = _native.answer(call, request, *own, names=names)
    if stopped is not None:
        raise stopped
    return answer


def check_watch(progress: object, interrupt: str) -> None:
    """Raises an error unless `progress` is a function and `interrupt` says what Ctrl-C does."""
    if interrupt not in ("raise", "answer"):
        raise ValueError(f"interrupt is {shown(interrupt)}: expected 'raise' or 'answer'")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {shown(progress)}: expected a function")


def finished(answer: T, stopped: BaseException | None, interrupt: Literal["raise", "answer"]) -> T:
    """Returns an answer, or raises what stopped the work, `KeyboardInterrupt` with the answer."""
    if stopped is None or (interrupt == "answer" and isinstance(stopped, KeyboardInterrupt)):
        return answer
    if isinstance(stopped, KeyboardInterrupt):
        stopped.answer = answer  # type: ignore[attr-defined]
    raise stopped
