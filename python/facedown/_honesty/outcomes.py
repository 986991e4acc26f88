"""Laws of ends and rewards."""

from collections import Counter
from functools import partial
from random import Random

import numpy as np

from facedown._honesty.finding import (
    BROKEN,
    HOLDS,
    UNCHECKED,
    CrashError,
    Finding,
    Settings,
    decisions,
    guarded,
    need_batch,
    need_table,
)
from facedown._honesty.subject import Subject

__all__ = ["ends", "rewards"]


def ends(subject: Subject, settings: Settings) -> Finding:
    """Games of random play end, every legal action is accepted, and somebody always has one."""
    if subject.table is None:
        return _ends_of_batch(subject, settings)
    table, chance = need_table(subject), Random(settings.seed)
    lengths = []
    for game in range(settings.games):
        table.reset(settings.seed + game)
        lengths.append(sum(1 for _ in decisions(table, chance, settings)))
    detail = f"{settings.games} games of {min(lengths)} to {max(lengths)} decisions"
    return Finding("ends", HOLDS, detail, {"games": settings.games, "longest": max(lengths)})


def _ends_of_batch(subject: Subject, settings: Settings) -> Finding:
    several = 8
    envs = need_batch(subject, several)
    envs.reset(settings.seed)
    ended, chance = np.zeros(several, np.int64), np.random.default_rng(settings.seed)
    for step in range(settings.steps):
        legal = envs.legal()
        if not legal.any(axis=1).all():
            raise CrashError(f"an environment has no legal action at step {step}")
        actions = np.where(legal, chance.random(legal.shape), -1).argmax(axis=1)
        guarded("a batch of legal actions was refused", partial(envs.step, actions))
        ended += envs.begun()
        if ended.min() >= 2:
            detail = f"{int(ended.sum())} games in {several} environments, {step + 1} steps"
            return Finding("ends", HOLDS, detail, {"games": int(ended.sum())})
    detail = f"an environment played {int(ended.min())} games in {settings.steps:,} steps"
    return Finding("ends", BROKEN, detail)


def rewards(subject: Subject, settings: Settings) -> Finding:
    """The rewards of all seats sum to what is declared."""
    sums: Counter[float] = Counter()
    if subject.table is None:
        _batch_sums(subject, settings, sums)
    else:
        table, chance = need_table(subject), Random(settings.seed)
        for game in range(settings.games):
            table.reset(settings.seed + game)
            for _ in decisions(table, chance, settings):
                pass
            sums[round(sum(table.rewards()), 6)] += 1
    shown = ", ".join(f"{total:g} ({times})" for total, times in sums.most_common(4))
    numbers = {"sums": {f"{total:g}": times for total, times in sums.most_common(20)}}
    if subject.reward_sum is None:
        detail = f"no sum is declared; seen: {shown}"
        return Finding("rewards", UNCHECKED, detail, numbers)
    wrong = [total for total in sums if abs(total - subject.reward_sum) > 1e-4]
    if wrong:
        detail = f"declared {subject.reward_sum:g} ({subject.rewards_declared}), seen {shown}"
        return Finding("rewards", BROKEN, detail, numbers)
    detail = f"{sum(sums.values())} games sum to {subject.reward_sum:g}, as declared"
    return Finding("rewards", HOLDS, detail, numbers)


def _batch_sums(subject: Subject, settings: Settings, sums: Counter[float]) -> None:
    several = 8
    envs = need_batch(subject, several)
    envs.reset(settings.seed)
    chance, running = np.random.default_rng(settings.seed), np.zeros(several)
    for _ in range(settings.steps):
        legal = envs.legal()
        envs.step(np.where(legal, chance.random(legal.shape), -1).argmax(axis=1))
        running += envs.rewards()
        for env in np.flatnonzero(envs.begun()):
            sums[round(float(running[env]), 6)] += 1
            running[env] = 0
        if sum(sums.values()) >= settings.games:
            return
