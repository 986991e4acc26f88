"""The laws: each a function of a subject that returns a finding."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown._honesty import stats
from facedown._honesty.subject import Batch, Subject, Table, UnsupportedError

__all__ = ["LAWS", "Finding", "Settings"]

HOLDS, BROKEN, UNCHECKED = "holds", "broken", "not checked"


@dataclass(frozen=True)
class Settings:
    """How much is examined."""

    seed: int = 0
    """The first seed."""
    starts: int = 300
    """Deals compared with each other."""
    games: int = 20
    """Games played at random."""
    worlds: int = 2000
    """Resampled worlds."""
    steps: int = 20_000
    """Decisions after which a game that is not over does not end."""
    deals: int | None = None
    """How many different first observations there are, if they are few."""
    level: float = 1e-6
    """The p-value below which a law is broken."""


@dataclass
class Finding:
    """What was found about one law."""

    law: str
    verdict: str
    detail: str
    numbers: dict[str, Any] = field(default_factory=dict)


class _CrashError(Exception):
    """The environment raised an exception where it must not."""


def _guarded(what: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (UnsupportedError, _CrashError):
        raise
    except Exception as error:
        raise _CrashError(f"{what}: {type(error).__name__}: {str(error)[:300]}") from error


def _decisions(table: Table, chance: Random, settings: Settings) -> Iterator[int]:
    """Plays at random; yields the seat at every decision before it acts."""
    for _ in range(settings.steps):
        seat = table.seat()
        if seat is None:
            return
        legal = table.legal()
        if not legal:
            raise _CrashError(f"seat {seat} is to act and has no legal action")
        yield seat
        action = chance.choice(legal)
        _guarded(f"the legal action {action} was refused", partial(table.step, action))
    raise _CrashError(f"a game was not over after {settings.steps:,} decisions of random play")


def _need_table(subject: Subject) -> Table:
    if subject.table is None:
        raise UnsupportedError("the interface has no single table")
    return subject.table()


def _need_batch(subject: Subject, n: int) -> Batch:
    if subject.batch is None:
        raise UnsupportedError("the interface has no batches")
    return subject.batch(n)


def _sights(table: Table) -> npt.NDArray[np.float64]:
    """Returns what every seat observes, one after the other."""
    return np.concatenate([table.sight(seat) for seat in range(table.seats)])


# Reproducible resets.


def _trajectory(table: Table, seed: int, settings: Settings) -> list[tuple[Any, ...]]:
    _guarded("reset", lambda: table.reset(seed))
    seen: list[tuple[Any, ...]] = []
    for seat in _decisions(table, Random(seed), settings):
        seen.append((seat, table.legal(), _sights(table).tobytes(), table.text(seat)))
    return [*seen, (table.rewards(),)]


def reproducible(subject: Subject, settings: Settings) -> Finding:
    """A seed and the same actions give the same observations, masks and rewards: at once, after
    other games, and in a new environment."""
    if subject.table is None:
        return _reproducible_batch(subject, settings)
    table = _need_table(subject)
    rounds = max(1, settings.games // 4)
    for seed in range(settings.seed, settings.seed + rounds):
        first = _trajectory(table, seed, settings)
        _trajectory(table, seed + 1_000_003, settings)
        again = _trajectory(table, seed, settings)
        fresh = _trajectory(_need_table(subject), seed, settings)
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
    _guarded("reset", lambda: batch.reset(seed))
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
        _guarded("a batch of legal actions was refused", partial(batch.step, actions))
    return seen


def _reproducible_batch(subject: Subject, settings: Settings) -> Finding:
    steps = 200
    batch = _need_batch(subject, 8)
    first = _run(batch, settings.seed, steps)
    again = _run(batch, settings.seed, steps)
    fresh = _run(_need_batch(subject, 8), settings.seed, steps)
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
    table, rows = _need_table(subject), []
    for seed in range(settings.seed, settings.seed + settings.starts):
        table.reset(seed)
        rows.append(_sights(table))
    return _compare("seeds", rows, settings, "seed by seed")


def _batch_starts(subject: Subject, settings: Settings, n: int) -> list[npt.NDArray[np.float64]]:
    """Returns the first observation of a batch's first environment for n seeds."""
    batch, rows = _need_batch(subject, 2), []
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
    table, rows = _need_table(subject), []
    table.reset(settings.seed)
    for _ in range(settings.starts):
        rows.append(_sights(table))
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
    batch = _need_batch(subject, several)
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
    whole = _need_batch(subject, settings.starts)
    whole.reset(settings.seed)
    rows = [row.copy() for row in whole.sight()]
    found = _compare("batch", rows, settings, "environment by environment")
    if found.verdict != HOLDS:
        return _constant_after_all(subject, settings, found)
    few = _need_batch(subject, 8)
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


# Hidden information.


def hidden(subject: Subject, settings: Settings) -> Finding:
    """Where what the seat to act cannot see is replaced, its observation and its mask stay the
    same."""
    return _hidden("hidden", subject, settings)


def bystanders(subject: Subject, settings: Settings) -> Finding:
    """The same for the observations of the seats that are not to act."""
    return _hidden("bystanders", subject, settings)


def _hidden(law: str, subject: Subject, settings: Settings) -> Finding:
    table = _need_table(subject)
    chance = Random(settings.seed)
    compared = differ = 0
    for game in range(settings.games):
        table.reset(settings.seed + game)
        for decision, actor in enumerate(_decisions(table, chance, settings)):
            if decision >= table.seats and chance.random() > 0.25:
                continue
            for seat in range(table.seats) if law == "bystanders" else [actor]:
                if (seat == actor) == (law == "bystanders"):
                    continue
                try:
                    other = table.resample(seat, chance)
                except LookupError:
                    continue
                compared += 1
                differ += other.world(seat) != table.world(seat)
                leak = _difference(table, other, seat, actor)
                if leak:
                    detail = (
                        f"game {settings.seed + game}, decision {decision}: {leak} of seat {seat} "
                        f"changes with what it cannot see"
                    )
                    numbers = {"seed": settings.seed + game, "decision": decision, "seat": seat}
                    return Finding(law, BROKEN, detail, numbers)
    if not compared:
        raise UnsupportedError("no state with the same information was found")
    detail = f"{compared:,} states compared, {differ:,} with other hidden cards"
    verdict = HOLDS if differ else UNCHECKED
    return Finding(law, verdict, detail, {"compared": compared, "differ": differ})


def _difference(table: Table, other: Table, seat: int, actor: int) -> str:
    if table.sight(seat).tobytes() != other.sight(seat).tobytes():
        return "the observation"
    if table.text(seat) != other.text(seat):
        return "the text"
    if actor == seat and (other.seat() != seat or table.legal() != other.legal()):
        return "the mask"
    return ""


def worlds(subject: Subject, settings: Settings) -> Finding:
    """Resampled worlds are uniform: where cards lie at the first decision of each seat, and how
    often each world comes where few are left."""
    found = []
    for part in (_placements, _few_worlds):
        try:
            found.append(part(subject, settings))
        except UnsupportedError as reason:
            found.append(Finding("worlds", UNCHECKED, str(reason)))
    done = [each for each in found if each.verdict != UNCHECKED]
    if not done:
        raise UnsupportedError("; ".join(dict.fromkeys(each.detail for each in found)))
    verdict = BROKEN if any(each.verdict == BROKEN for each in done) else HOLDS
    numbers = {key: value for each in done for key, value in each.numbers.items()}
    return Finding("worlds", verdict, "; ".join(each.detail for each in done), numbers)


def _placements(subject: Subject, settings: Settings) -> Finding:
    """Counts where the unseen cards lie at the first decision at which other seats hold any."""
    table, chance = _need_table(subject), Random(settings.seed)
    table.reset(settings.seed)
    for seat in _decisions(table, chance, settings):
        sizes = [len(cards) for cards in table.holdings()]
        if sum(sizes) > sizes[seat]:
            break
    else:
        return Finding("worlds", UNCHECKED, "nobody holds hidden cards")
    tallies: Counter[tuple[str, int]] = Counter()
    for _ in range(settings.worlds):
        for place, cards in enumerate(table.draw_world(seat, chance).holdings()):
            if place != seat:
                tallies.update((card, place) for card in cards)
    return _placement_finding(table, tallies, seat, sizes, settings)


def _placement_finding(
    table: Table, tallies: Counter[tuple[str, int]], seat: int, sizes: list[int], settings: Settings
) -> Finding:
    """Compares where unseen cards lay with equal chances for all of them."""
    copies: Counter[str] = Counter(table.unseen(seat))
    cards = sorted(copies)
    places = [place for place in range(table.seats) if place != seat and sizes[place]]
    counts = np.array([[tallies[card, place] for place in places] for card in cards], np.float64)
    copied = np.array([copies[card] for card in cards], np.float64)
    held = np.array([sizes[place] for place in places], np.float64)
    rest = copied.sum() - held.sum()
    if rest > 0:
        left = settings.worlds * copied - counts.sum(axis=1)
        counts = np.concatenate([counts, left[:, None]], axis=1)
        held = np.append(held, rest)
    if len(held) < 2 or len(cards) < 2:
        return Finding("worlds", UNCHECKED, "nothing is hidden at the first decision")
    strange = {card for card, _ in tallies} - set(cards)
    if strange:
        detail = f"worlds hold cards that the seat has seen: {' '.join(sorted(strange))}"
        return Finding("worlds", BROKEN, detail)
    statistic, degrees, p = stats.placement_chi_square(counts, copied, held)
    detail = (
        f"places of {int(copied.sum())} unseen cards in {settings.worlds:,} worlds: "
        f"chi-square {statistic:.1f} for {degrees}, p = {p:.2g}"
    )
    numbers = {"chi_square": statistic, "degrees": degrees, "p": p}
    return Finding("worlds", BROKEN if p < settings.level else HOLDS, detail, numbers)


def _few_worlds(subject: Subject, settings: Settings) -> Finding:
    """Looks for a decision with few worlds, and counts how often each comes."""
    table, chance = _need_table(subject), Random(settings.seed)
    none = Finding("worlds", UNCHECKED, "no decision with few worlds was met")
    for game in range(settings.games):
        table.reset(settings.seed + game)
        for seat in _decisions(table, chance, settings):
            trial = {table.draw_world(seat, chance).world(seat) for _ in range(8)}
            if len(trial) > 6:
                continue
            seen = {
                table.draw_world(seat, chance).world(seat) for _ in range(settings.worlds // 10)
            }
            number = table.worlds(seat)
            if not 4 <= len(seen) <= settings.worlds // 20:
                continue
            drawn = [table.draw_world(seat, chance).world(seat) for _ in range(settings.worlds)]
            counts = Counter(drawn)
            if number is not None and len(counts) != number:
                detail = f"{len(counts)} different worlds drawn, {number} are consistent"
                return Finding("worlds", BROKEN, detail, {"found": len(counts), "exist": number})
            statistic, degrees, p = stats.uniform_chi_square(list(counts.values()))
            of = f"all {number}" if number is not None else f"{len(counts)}"
            detail = (
                f"{of} worlds of a late decision, {settings.worlds:,} drawn: "
                f"chi-square {statistic:.1f} for {degrees}, p = {p:.2g}"
            )
            numbers = {"late_chi_square": statistic, "late_degrees": degrees, "late_p": p}
            return Finding("worlds", BROKEN if p < settings.level else HOLDS, detail, numbers)
    return none


# Ends and rewards.


def ends(subject: Subject, settings: Settings) -> Finding:
    """Games of random play end, every legal action is accepted, and somebody always has one."""
    if subject.table is None:
        return _ends_of_batch(subject, settings)
    table, chance = _need_table(subject), Random(settings.seed)
    lengths = []
    for game in range(settings.games):
        table.reset(settings.seed + game)
        lengths.append(sum(1 for _ in _decisions(table, chance, settings)))
    detail = f"{settings.games} games of {min(lengths)} to {max(lengths)} decisions"
    return Finding("ends", HOLDS, detail, {"games": settings.games, "longest": max(lengths)})


def _ends_of_batch(subject: Subject, settings: Settings) -> Finding:
    several = 8
    envs = _need_batch(subject, several)
    envs.reset(settings.seed)
    ended, chance = np.zeros(several, np.int64), np.random.default_rng(settings.seed)
    for step in range(settings.steps):
        legal = envs.legal()
        if not legal.any(axis=1).all():
            raise _CrashError(f"an environment has no legal action at step {step}")
        actions = np.where(legal, chance.random(legal.shape), -1).argmax(axis=1)
        _guarded("a batch of legal actions was refused", partial(envs.step, actions))
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
        table, chance = _need_table(subject), Random(settings.seed)
        for game in range(settings.games):
            table.reset(settings.seed + game)
            for _ in _decisions(table, chance, settings):
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
    envs = _need_batch(subject, several)
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
    except _CrashError as crash:
        return Finding(law, BROKEN, str(crash))
    except Exception as error:
        return Finding(law, UNCHECKED, f"{type(error).__name__}: {str(error)[:300]}")
