"""Rows of self-play back to views and actions."""

from collections.abc import Iterator

from facedown._native import View
from facedown.scale.jobs import SelfPlay, _game
from facedown.scale.store import Run

__all__ = ["replay"]


def replay(run: Run) -> Iterator[tuple[View, int]]:
    """Replays a run of self-play: every view in which a seat acted, with its action.

    `view.observation()` and `view.mask()` are then what a network learns from.

    Raises `ValueError` if a row does not lead to the scores that it has.
    """
    job = run.job
    if not isinstance(job, SelfPlay):
        raise ValueError(f"a run of {job.kind}: expected one of selfplay")
    game = _game(job)
    match = None
    for table in run.tables():
        for row in table.to_pylist():
            if not job.matches:
                state = game.deal(row["seed"], job.hand)
            else:
                if row["hand"] == 0:
                    match = game.match(row["seed"])
                hand = None if match is None else match.next_hand()
                if hand is None:
                    raise ValueError(f"game {row['game']} has no hand {row['hand']}")
                state = hand
            for action in row["actions"]:
                yield state.view(), action
                state.apply(action)
            if state.scores() != row["scores"]:
                raise ValueError(
                    f"game {row['game']}, hand {row['hand']} ends with {state.scores()}: expected "
                    f"{row['scores']}"
                )
            if match is not None:
                match.finish(state)
