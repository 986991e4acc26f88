"""Laws of hidden information: it does not show, and resampled worlds are uniform."""

from collections import Counter
from random import Random

import numpy as np

from facedown._honesty import stats
from facedown._honesty.finding import (
    BROKEN,
    HOLDS,
    UNCHECKED,
    Finding,
    Settings,
    decisions,
    need_table,
)
from facedown._honesty.subject import Subject, Table, UnsupportedError

__all__ = ["bystanders", "hidden", "worlds"]


def hidden(subject: Subject, settings: Settings) -> Finding:
    """Where what the seat to act cannot see is replaced, its observation and its mask stay the
    same."""
    return _hidden("hidden", subject, settings)


def bystanders(subject: Subject, settings: Settings) -> Finding:
    """The same for the observations of the seats that are not to act."""
    return _hidden("bystanders", subject, settings)


def _hidden(law: str, subject: Subject, settings: Settings) -> Finding:
    table = need_table(subject)
    chance = Random(settings.seed)
    compared = differ = 0
    for game in range(settings.games):
        table.reset(settings.seed + game)
        for decision, actor in enumerate(decisions(table, chance, settings)):
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
    table, chance = need_table(subject), Random(settings.seed)
    table.reset(settings.seed)
    for seat in decisions(table, chance, settings):
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
    table, chance = need_table(subject), Random(settings.seed)
    none = Finding("worlds", UNCHECKED, "no decision with few worlds was met")
    for game in range(settings.games):
        table.reset(settings.seed + game)
        for seat in decisions(table, chance, settings):
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
