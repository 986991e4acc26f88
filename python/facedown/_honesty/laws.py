"""The laws: each a function of a subject that returns a finding."""

from collections.abc import Callable

from facedown._honesty.deals import batch, hands, reproducible, seeds
from facedown._honesty.finding import BROKEN, UNCHECKED, CrashError, Finding, Settings
from facedown._honesty.hidden import bystanders, hidden, worlds
from facedown._honesty.outcomes import ends, rewards
from facedown._honesty.subject import Subject, UnsupportedError

__all__ = ["BROKEN", "LAWS", "Finding", "Settings", "examine"]

LAWS: dict[str, Callable[[Subject, Settings], Finding]] = {
    "reproducible": reproducible,
    "seeds": seeds,
    "hands": hands,
    "batch": batch,
    "hidden": hidden,
    "bystanders": bystanders,
    "worlds": worlds,
    "ends": ends,
    "rewards": rewards,
}


def examine(law: str, subject: Subject, settings: Settings) -> Finding:
    """Examines one law. What the interface does not offer is not checked; a legal action that is
    refused, or a game without an end, breaks the law."""
    try:
        return LAWS[law](subject, settings)
    except UnsupportedError as reason:
        return Finding(law, UNCHECKED, str(reason))
    except CrashError as crash:
        return Finding(law, BROKEN, str(crash))
    except Exception as error:
        return Finding(law, UNCHECKED, f"{type(error).__name__}: {str(error)[:300]}")
