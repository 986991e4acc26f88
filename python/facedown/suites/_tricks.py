"""Trick-taking games: all deals that the history allows, each solved with open cards."""

import itertools
import math
from collections.abc import Callable, Iterator

from facedown._native import Game, State
from facedown.suites._common import PACK, Found, after

__all__ = ["Solver", "trick_ending", "trick_worlds"]


def trick_ending(cards: int) -> Callable[[State], Found | None]:
    """The ending with so many cards in the seat's hand: means over all deals, cards open."""

    def values(state: State) -> Found | None:
        view = state.view()
        record = view.to_dict()
        if record["now"]["phase"] != "play" or len(record["hand"]) != cards:
            return None
        worlds = trick_worlds(state)
        solve = Solver(state.game, view.seat)
        found = dict.fromkeys(view.legal_actions(), 0.0)
        for world in worlds:
            for action in found:
                found[action] += solve.value(after(world, action))
        means = {action: total / len(worlds) for action, total in found.items()}
        return means, f"{cards} cards left, {len(worlds)} deals"

    return values


def trick_worlds(state: State) -> list[State]:
    """Returns every state that the seat to act cannot distinguish, by replaying its history.

    A deal in which an action was not legal is none of them.
    """
    game, view = state.game, state.view()
    history, seats, own = state.history, game.seats, view.seat
    record = view.to_dict()
    places = _places(game)
    played: list[list[str]] = [[] for _ in range(seats)]
    walk = game.deal(pack=_original(state))
    for action in history:
        seat = walk.current_seat
        text = game.action_text(action)
        if seat is not None and text in PACK:
            played[seat].append(text)
        walk.apply(action)
    held = record["now"]["cards"]
    fixed = {own: played[own] + record["hand"]}
    shown = {card for cards in played for card in cards} | set(record["hand"])
    if record["upcard"]:
        shown.add(record["upcard"])
    unseen = sorted(PACK - shown)
    others = [seat for seat in range(seats) if seat != own]
    found = []
    for hands in _divisions(unseen, [held[seat] for seat in others]):
        dealt = fixed | {
            seat: played[seat] + list(cards) for seat, cards in zip(others, hands, strict=True)
        }
        rest = [card for card in unseen if not any(card in cards for cards in hands)]
        pack = _pack(places, dealt, rest, record["upcard"])
        world = game.deal(pack=pack)
        try:
            for action in history:
                world.apply(action)
        except ValueError:
            continue
        found.append(world)
    return found


def _divisions(cards: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yields every way to give hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations(cards, sizes[0]):
        left = [card for card in cards if card not in hand]
        for rest in _divisions(left, sizes[1:]):
            yield (hand, *rest)


def _places(game: Game) -> tuple[list[list[int]], list[int]]:
    """Returns where in a pack each seat's cards are, and the upcard."""
    state = game.deal(pack=range(52))
    views = [state.view(seat).to_dict() for seat in range(game.seats)]
    hands = [[_number(card) for card in view["hand"]] for view in views]
    upcard = views[0]["upcard"]
    return hands, [] if upcard is None else [_number(upcard)]


def _number(card: str) -> int:
    return 13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0])


def _original(state: State) -> list[int]:
    """Returns a pack that deals the same hands as a state's deal."""
    start = state.game.deal(**state.origin)
    views = [start.view(seat).to_dict() for seat in range(state.game.seats)]
    dealt = {seat: view["hand"] for seat, view in enumerate(views)}
    used = {card for cards in dealt.values() for card in cards} | {views[0]["upcard"]}
    return _pack(_places(state.game), dealt, sorted(PACK - used), views[0]["upcard"])


def _pack(
    places: tuple[list[list[int]], list[int]],
    dealt: dict[int, list[str]],
    rest: list[str],
    upcard: str | None,
) -> list[int]:
    hands, up = places
    pack = [-1] * 52
    for seat, cards in dealt.items():
        for place, card in zip(hands[seat], cards, strict=True):
            pack[place] = _number(card)
    if upcard is not None:
        pack[up[0]] = _number(upcard)
    left = iter(rest)
    return [_number(next(left)) if card < 0 else card for card in pack]


class Solver:
    """Play with open cards: the seat's side maximises its score less that of the others.

    With two sides this is double dummy. With more, the others play together against the seat, and
    the value is what it can secure.
    """

    def __init__(self, game: Game, seat: int) -> None:
        teams = game.rules["teams"]
        self.side = {
            s for s in range(game.seats) if s == seat or (teams and s % teams == seat % teams)
        }
        self.two_sides = bool(teams) or game.seats == 2
        self.seat = seat

    def value(self, state: State, low: float = -math.inf, high: float = math.inf) -> float:
        """Returns the value of a state by alpha-beta search."""
        seat = state.current_seat
        if seat is None:
            return self.end(state.scores())
        best = -math.inf if seat in self.side else math.inf
        for action in state.legal_actions():
            value = self.value(after(state, action), low, high)
            if seat in self.side:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def end(self, scores: list[int]) -> float:
        """Returns the value of final scores."""
        if not self.two_sides:
            return scores[self.seat]
        other = next(seat for seat in range(len(scores)) if seat not in self.side)
        return scores[self.seat] - scores[other]
