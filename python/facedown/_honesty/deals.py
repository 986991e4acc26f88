"""Laws of deals: seeds reproduce them, and they are independent."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty import stats
from facedown._honesty.finding import (
    BROKEN,
    HOLDS,
    UNCHECKED,
    Finding,
    Settings,
    decisions,
    guarded,
    need_batch,
    need_table,
    sights,
)
from facedown._honesty.subject import Batch, Subject, Table, UnsupportedError

__all__ = ["batch", "hands", "reproducible", "seeds"]


def _trajectory(table: Table, seed: int, settings: Settings) -> list[tuple[Any, ...]]:
    guarded("reset", lambda: table.reset(seed))
    seen: list[tuple[Any, ...]] = []
    for seat in decisions(table, Random(seed), settings):
        seen.append((seat, table.legal(), sights(table).tobytes(), table.text(seat)))
    return [*seen, (table.rewards(),)]


def reproducible(subject: Subject, settings: Settings) -> Finding:
    """A seed and the same actions give the same observations, masks and rewards: at once, after
    other games, and in a new environment."""
    if subject.table is None:
        return _reproducible_batch(subject, settings)
    table = need_table(subject)
    rounds = max(1, settings.games // 4)
    for seed in range(settings.seed, settings.seed + rounds):
        first = _trajectory(table, seed, settings)
        _trajectory(table, seed + 1_000_003, settings)
        again = _trajectory(table, seed, settings)
        fresh = _trajectory(need_table(subject), seed, settings)
        for other, how in [(again, "after another game"), (fresh, "in a new environment")]:
            if other != first:
                pairs = zip(first, other, strict=False)
                at = next((i for i, (a, b) in enumerate(pairs) if a != b), len(first))
                detail = f"seed {seed} played again {how} differs from decision {at} on"
                return Finding("reproducible", BROKEN, detail, {"seed": seed, "decision": at})
    detail = f"{rounds} seeds, each played three times: same observations, masks and rewards"
    return Finding("reproducible", HOLDS, detail, {"seeds": rounds})


def _run(batch: Batch, seed: int, steps: int, freeze: bool = False) -> list[tuple[bytes, ...]]:
    """Plays a batch at random; with `freeze`, environment 0 alone plays as in other runs."""
    guarded("reset", lambda: batch.reset(seed))
    chance, others = np.random.default_rng(seed), np.random.default_rng(seed + 1)
    seen: list[tuple[bytes, ...]] = []
    for _ in range(steps):
        legal = batch.legal()
        weights, moved = chance.random(legal.shape), others.random(legal.shape)
        if freeze:
            weights[1:] = moved[1:]
        rows = [batch.sight(), legal, batch.rewards()]
        seen.append(tuple(np.ascontiguousarray(r[:1] if freeze else r).tobytes() for r in rows))
        actions = np.where(legal, weights, -1).argmax(axis=1)
        guarded("a batch of legal actions was refused", partial(batch.step, actions))
    return seen


def _reproducible_batch(subject: Subject, settings: Settings) -> Finding:
    steps = 200
    batch = need_batch(subject, 8)
    first = _run(batch, settings.seed, steps)
    again = _run(batch, settings.seed, steps)
    fresh = _run(need_batch(subject, 8), settings.seed, steps)
    for other, how in [(again, "again"), (fresh, "in a new batch")]:
        if other != first:
            at = next(i for i, (a, b) in enumerate(zip(first, other, strict=True)) if a != b)
            detail = f"seed {settings.seed} {how} differs from step {at} on"
            return Finding("reproducible", BROKEN, detail, {"step": at})
    detail = f"{steps} steps of 8 environments, three times: same arrays"
    return Finding("reproducible", HOLDS, detail, {"steps": steps})


# Independent deals.


def _compare(
    law: str, rows: list[npt.NDArray[np.float64]], settings: Settings, what: str
) -> Finding:
    """Compares first observations: no more of them equal, no neighbours more alike, than chance."""
    matrix = np.stack(rows)
    n, pairs = len(rows), len(rows) * (len(rows) - 1) // 2
    duplicates = stats.duplicate_pairs([row.tobytes() for row in rows])
    chance = stats.collision_chance(matrix) if not settings.deals else 1 / settings.deals
    z, p = stats.serial_dependence(matrix, settings.seed)
    numbers: dict[str, Any] = {
        "compared": n,
        "equal_pairs": duplicates,
        "expected_equal_pairs": pairs * chance,
        "z": z,
        "p": p,
    }
    if duplicates == pairs:
        return Finding(law, UNCHECKED, f"all {n} first observations are equal ({what})", numbers)
    if _too_many(duplicates, pairs * chance, settings):
        distinct = len({row.tobytes() for row in rows})
        detail = (
            f"{duplicates:,} of {pairs:,} pairs are equal, {pairs * chance:.2g} expected by the "
            f"spread of the features ({distinct} different of {n}, {what})"
        )
        if not settings.deals:
            detail += "; if the game has so few, say how many with --deals"
        return Finding(law, BROKEN, detail, numbers)
    if p < settings.level:
        detail = f"neighbours are alike: z = {z:.1f}, p = {p:.1e} ({n} compared, {what})"
        return Finding(law, BROKEN, detail, numbers)
    detail = f"{n} compared, {what}: z = {z:.2f}, p = {p:.2f}; {duplicates} equal pairs"
    return Finding(law, HOLDS, detail, numbers)


def _too_many(equal: int, expected: float, settings: Settings) -> bool:
    """Returns whether there are equal deals where none are expected. Where some are, as in games of
    a few cards, the estimate is too coarse to judge by."""
    return expected < 1 and equal >= 3 and stats.poisson_tail(equal, expected) < settings.level


def seeds(subject: Subject, settings: Settings) -> Finding:
    """The deals of neighbouring seeds are independent."""
    if subject.caller_draws:
        raise UnsupportedError("chance is explicit: the caller draws, no seed is taken")
    if subject.table is None:
        return _compare(
            "seeds", _batch_starts(subject, settings, settings.starts), settings, "seed by seed"
        )
    table, rows = need_table(subject), []
    for seed in range(settings.seed, settings.seed + settings.starts):
        table.reset(seed)
        rows.append(sights(table))
    return _compare("seeds", rows, settings, "seed by seed")


def _batch_starts(subject: Subject, settings: Settings, n: int) -> list[npt.NDArray[np.float64]]:
    """Returns the first observation of a batch's first environment for n seeds."""
    batch, rows = need_batch(subject, 2), []
    for seed in range(settings.seed, settings.seed + n):
        batch.reset(seed)
        rows.append(batch.sight()[0].copy())
    return rows


def hands(subject: Subject, settings: Settings) -> Finding:
    """Games that follow each other without a new seed are independent deals."""
    if subject.caller_draws:
        raise UnsupportedError("chance is explicit: the caller draws")
    if subject.batch is not None:
        return _hands_of_batch(subject, settings)
    if not subject.reseeds:
        raise UnsupportedError("every game is begun with a seed of its own")
    table, rows = need_table(subject), []
    table.reset(settings.seed)
    for _ in range(settings.starts):
        rows.append(sights(table))
        table.reset(None)
    return _constant_after_all(
        subject, settings, _compare("hands", rows, settings, "game after game")
    )


def _constant_after_all(subject: Subject, settings: Settings, found: Finding) -> Finding:
    """Games that are all alike are a fault where seeds give different ones."""
    if found.verdict == UNCHECKED and seeds(subject, settings).verdict != UNCHECKED:
        found.verdict = BROKEN
        found.detail += ", while other seeds give others"
    return found


def _hands_of_batch(subject: Subject, settings: Settings) -> Finding:
    """Compares the first observations of one environment's games, for several environments."""
    several = 4
    batch = need_batch(subject, several)
    batch.reset(settings.seed)
    chance = np.random.default_rng(settings.seed)
    rows: list[list[npt.NDArray[np.float64]]] = [[] for _ in range(several)]
    each = settings.starts // several
    for env, row in enumerate(batch.sight()):
        rows[env].append(row.copy())
    for _ in range(settings.steps):
        legal = batch.legal()
        batch.step(np.where(legal, chance.random(legal.shape), -1).argmax(axis=1))
        sight = batch.sight()
        for env in np.flatnonzero(batch.begun()).tolist():
            rows[env].append(sight[env].copy())
        if min(map(len, rows)) >= each:
            break
    shortest = min(map(len, rows))
    if shortest < 10:
        detail = f"an environment played {shortest - 1} games in {settings.steps:,} steps"
        return Finding("hands", UNCHECKED, detail)
    all_rows = [row for own in rows for row in own[:shortest]]
    found = _compare("hands", all_rows, settings, f"game after game in {several} environments")
    return _constant_after_all(subject, settings, found)


def batch(subject: Subject, settings: Settings) -> Finding:
    """The environments of a batch have independent deals, which the batches of other seeds do not
    share, and are not moved by each other's actions."""
    whole = need_batch(subject, settings.starts)
    whole.reset(settings.seed)
    rows = [row.copy() for row in whole.sight()]
    found = _compare("batch", rows, settings, "environment by environment")
    if found.verdict != HOLDS:
        return _constant_after_all(subject, settings, found)
    few = need_batch(subject, 8)
    shared: list[bytes] = []
    seeds_compared = max(2, settings.starts // 8)
    grid = []
    for seed in range(settings.seed, settings.seed + seeds_compared):
        few.reset(seed)
        grid += [row.copy() for row in few.sight()]
        shared += [row.tobytes() for row in grid[-8:]]
    pairs = len(grid) * (len(grid) - 1) // 2
    agree = 1 / settings.deals if settings.deals else stats.collision_chance(np.stack(grid))
    expected = pairs * agree
    equal = stats.duplicate_pairs(shared)
    found.numbers |= {"shared_pairs": equal, "expected_shared_pairs": expected}
    if _too_many(equal, expected, settings):
        found.verdict = BROKEN
        found.detail = (
            f"batches of neighbouring seeds share deals: {equal} equal pairs among "
            f"{seeds_compared} seeds x 8 environments, {expected:.2g} expected"
        )
        return found
    if _run(few, settings.seed, 100, True) != [
        tuple(part[: len(part) // 8] for part in row) for row in _run(few, settings.seed, 100)
    ]:
        found.verdict = BROKEN
        found.detail = "environment 0 depends on the actions in other environments"
        return found
    found.detail += f"; {seeds_compared} seeds x 8 environments share {equal} deals"
    return found
