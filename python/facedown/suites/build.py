"""Computes the suites: positions from play between bots, values by enumeration.

Every value is exact for the question that the suite asks; `SUITES` says which. Deals come from
seeds 1, 2, … in order, one position at most from each, those in which it matters what one does.
"""

import itertools
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from facedown import gin, ofc, riichi
from facedown._native import Game, State, View
from facedown.cards import to_mask
from facedown.game import make
from facedown.suites import Position, Suite, to_record

__all__ = ["SUITES", "make_suite", "write"]

Values = dict[int, float]


@dataclass(frozen=True)
class Recipe:
    """How a suite is made."""

    about: str
    unit: str
    count: int
    games: tuple[tuple[str, dict[str, Any]], ...]
    bot: str
    values: Callable[[State], tuple[Values, str] | None]
    """Returns the values of a decision and what it is about; `None` if it is not of the kind."""


def make_suite(name: str, count: int | None = None) -> Suite:
    """Computes a suite, or its first positions."""
    recipe = SUITES[name]
    wanted = recipe.count if count is None else count
    found: list[Position] = []
    for number in itertools.count(1):
        if len(found) == wanted:
            break
        kind, rules = recipe.games[len(found) % len(recipe.games)]
        position = _first(make(kind, **rules), number, recipe)
        if position is not None:
            found.append(position)
    return Suite(name, recipe.about, recipe.unit, tuple(found))


def write(suite: Suite, folder: Path) -> Path:
    """Writes a suite as JSON, a position to a line; equal rules are written once."""
    record = to_record(suite)
    positions = record.pop("positions")
    rules: list[Any] = []
    for item in positions:
        if item["rules"] not in rules:
            rules.append(item["rules"])
        item["rules"] = rules.index(item["rules"])
    record["rules"] = rules
    lines = [json.dumps(item, separators=(",", ":")) for item in positions]
    head = json.dumps(record)[:-1]
    path = folder / f"{suite.name}.json"
    path.write_text(f'{head}, "positions": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    return path


def _first(game: Game, seed: int, recipe: Recipe) -> Position | None:
    """Plays a deal; returns its first decision of the kind whose values differ."""
    state = game.deal(seed)
    bots = [game.bot(recipe.bot, seed * game.seats + seat) for seat in range(game.seats)]
    while (seat := state.current_seat) is not None:
        if len(state.legal_actions()) > 1:
            found = recipe.values(state)
            if found is not None:
                values, about = found
                rounded = {action: round(value, 9) for action, value in sorted(values.items())}
                if max(rounded.values()) - min(rounded.values()) > 1e-6:
                    return Position(game, seed, tuple(state.history), rounded, about)
        state.apply(bots[seat].choose(state.view()))
    return None


# Gin: a knock is settled by the opponent's hand, and late in the hand few are possible.

_MOST_HANDS = 12_000


def gin_knock(state: State) -> tuple[Values, str] | None:
    """Which discard to knock with, or at the wall whether to knock: the mean over all hands."""
    view = state.view()
    record, game = view.to_dict(), state.game
    actions = {action: game.action_text(action) for action in view.legal_actions()}
    hand = to_mask(" ".join(record["hand"]))
    if record["phase"] == "knock_discard":
        discards, plain = list(actions), False
    elif record["phase"] == "discard" and record["stock"] == 2 and "knock" in actions.values():
        # A discard would leave two cards in the stock, which ends the hand without a score.
        plain = True
    else:
        return None
    hands = opponent_hands(view)
    if hands is None:
        return None
    if not plain:
        found = {a: knock_value(game, hand & ~to_mask(actions[a]), hands) for a in discards}
        return found, f"which discard to knock with, {len(hands)} hands of the opponent"
    limit = record["knock_limit"]
    drawn = record["taken"]
    best = max(
        knock_value(game, hand & ~card, hands)
        for card in _cards(hand)
        if gin.min_deadwood(hand & ~card) <= limit and (drawn is None or card != to_mask(drawn))
    )
    values = {action: best if text == "knock" else 0.0 for action, text in actions.items()}
    return values, f"the last turn: knock or not, {len(hands)} hands of the opponent"


def opponent_hands(view: View) -> list[int] | None:
    """Returns all hands that the opponent may hold, as numbers; `None` if they are too many."""
    record = view.to_dict()
    known = to_mask(" ".join(record["opponent_known"]))
    seen = known | to_mask(" ".join(record["hand"]))
    for turn in record["turns"]:
        seen |= to_mask(turn["discard"])
    if record["first_upcard"]:
        seen |= to_mask(record["first_upcard"])
    unseen = [1 << card for card in range(52) if not seen >> card & 1]
    unknown = record["opponent_cards"] - known.bit_count()
    if math.comb(len(unseen), unknown) > _MOST_HANDS:
        return None
    return [known | sum(rest) for rest in itertools.combinations(unseen, unknown)]


def knock_value(game: Game, hand: int, hands: list[int]) -> float:
    """Returns the mean score of knocking with ten cards against every hand of the opponent."""
    rules = game.rules
    own = gin.best_melds(hand)
    total = 0
    for other in hands:
        if own.deadwood == 0:
            total += gin.min_deadwood(other) + rules["gin_bonus"]
            continue
        left = gin.best_defence(other, own.melds).deadwood
        gain = left - own.deadwood
        total += gain if gain > 0 else gain - rules["undercut_bonus"]
    return total / len(hands)


def _cards(hand: int) -> list[int]:
    return [1 << card for card in range(52) if hand >> card & 1]


def gin_layoff(state: State) -> tuple[Values, str] | None:
    """The defender's layoffs and melds against a knock: every way to the end."""
    view = state.view()
    phase = view.to_dict()["phase"]
    if phase not in ("layoff", "defender_melds"):
        return None
    seat = view.seat
    about = "what to lay off" if phase == "layoff" else "which melds to lay"
    return {
        action: _best_end(_after(state, action), seat) for action in view.legal_actions()
    }, about


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after


def _best_end(state: State, seat: int) -> float:
    if state.is_over:
        return state.scores()[seat]
    if state.current_seat != seat:
        raise ValueError(f"seat {state.current_seat} is to act: expected the defender, {seat}")
    return max(_best_end(_after(state, action), seat) for action in state.legal_actions())


# Open-face Chinese poker: the last street. Who acts last knows all that counts; who acts before has
# one deal and one best reply to come.


def ofc_ending(state: State) -> tuple[Values, str] | None:
    """The last street with two seats: points of the hand and the value of Fantasyland."""
    view = state.view()
    record, game, seat = view.to_dict(), state.game, view.seat
    if len(record["streets"][seat]) != 4 or any(record["fantasy"]):
        return None
    mine, theirs = record["boards"][seat], record["boards"][1 - seat]
    dealt, dead = record["hand"].split(), record["discards"]
    texts = {action: game.action_text(action) for action in view.legal_actions()}
    boards = {action: _placed(mine, dealt, text) for action, text in texts.items()}
    if _size(theirs) == 13:
        position = ofc.Position(" ".join(dealt), mine, [theirs], dead)
        found = {_rows(item.board): item.ev for item in ofc.solve(position, threads=1).placements}
        values = {action: found[_rows(board)] for action, board in boards.items()}
        return values, "the last placement"
    # Two thousand deals take a while, so only some deals ask for the last placement but one.
    if _size(theirs) != 11 or state.origin["seed"] % _EARLIER:
        return None
    alone = ofc.solve(ofc.Position(" ".join(dealt), mine, dead=dead), threads=1)
    entry = {_rows(item.board): item.fantasy * alone.fantasy_worth[1] for item in alone.placements}
    unseen = sorted(_PACK - _seen(mine, theirs, dead) - set(dealt))
    replies = {
        _rows(board): _mean_reply(board, theirs, unseen) for board in sorted(set(boards.values()))
    }
    values = {
        action: entry[_rows(board)] - replies[_rows(board)] for action, board in boards.items()
    }
    deals = math.comb(len(unseen), 3)
    return values, f"the last placement but one, {deals} deals to the opponent"


_EARLIER = 6

_PACK = {rank + suit for suit in "cdhs" for rank in "A23456789TJQK"}


def _mean_reply(board: str, theirs: str, unseen: list[str]) -> float:
    """Returns the opponent's mean over all deals, each placed best against a complete board."""
    total, deals = 0.0, 0
    for dealt in itertools.combinations(unseen, 3):
        position = ofc.Position(" ".join(dealt), theirs, [board])
        total += ofc.solve(position, threads=1).placements[0].ev
        deals += 1
    return total / deals


def _placed(board: str, dealt: list[str], text: str) -> str:
    rows = dict(zip("tmb", (row.split() for row in board.split("/")), strict=True))
    for card, row in zip(dealt, text, strict=True):
        if row != "x":
            rows[row].append(card)
    return " / ".join(" ".join(sorted(cards)) for cards in rows.values())


def _rows(board: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(row.split())) for row in board.split("/"))


def _size(board: str) -> int:
    return len(board.replace("/", " ").split())


def _seen(*texts: str) -> set[str]:
    return {card for text in texts for card in text.replace("/", " ").split()}


# Trick-taking games: all deals that the history allows, each solved with open cards.


def trick_ending(cards: int) -> Callable[[State], tuple[Values, str] | None]:
    """The ending with so many cards in the seat's hand: means over all deals, cards open."""

    def values(state: State) -> tuple[Values, str] | None:
        view = state.view()
        record = view.to_dict()
        if record["now"]["phase"] != "play" or len(record["hand"]) != cards:
            return None
        worlds = trick_worlds(state)
        solve = Solver(state.game, view.seat)
        found = dict.fromkeys(view.legal_actions(), 0.0)
        for world in worlds:
            for action in found:
                found[action] += solve.value(_after(world, action))
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
        if seat is not None and text in _PACK:
            played[seat].append(text)
        walk.apply(action)
    held = record["now"]["cards"]
    fixed = {own: played[own] + record["hand"]}
    shown = {card for cards in played for card in cards} | set(record["hand"])
    if record["upcard"]:
        shown.add(record["upcard"])
    unseen = sorted(_PACK - shown)
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
    return _pack(_places(state.game), dealt, sorted(_PACK - used), views[0]["upcard"])


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
            value = self.value(_after(state, action), low, high)
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


# Riichi: the chance to complete a closed hand by the seat's own draws.


def riichi_draws(state: State) -> tuple[Values, str] | None:
    """A closed hand with three draws to come: the chance to complete it, in percent."""
    view = state.view()
    record, game = view.to_dict(), state.game
    now = record["now"]
    if record["drawn"] is None or now["riichi"] or now["left"] // 4 != 3:
        return None
    if now["melds"][view.seat] or now["shanten"] != 1:
        return None
    kinds = {}
    for action in view.legal_actions():
        text = game.action_text(action).rstrip("*").replace("0", "5")
        if len(text) != 2:
            return None  # A kan, a riichi or a win is another question.
        kinds[action] = int(np.flatnonzero(riichi.parse(text))[0])
    hand = riichi.parse(record["hand"])
    seen = hand.copy()
    # A discard in brackets was called, and is counted with the meld.
    rivers = [tile for river in now["rivers"] for tile in river.split() if tile[0] != "("]
    for text in (*rivers, record["dora"], *itertools.chain(*now["melds"])):
        seen = seen + riichi.parse(_plain(text))
    if seen.max() > 4:
        raise ValueError(f"tiles seen more than four times: {riichi.format(seen)}")
    pool = tuple((4 - seen).tolist())
    chances = {kind: Draws(pool).chance(_without(hand, kind), 3) for kind in set(kinds.values())}
    values = {action: 100 * chances[kind] for action, kind in kinds.items()}
    return values, f"three draws from {sum(pool)} unseen tiles"


def _plain(text: str) -> str:
    """Returns tiles without the marks of calls and of tsumogiri."""
    return "".join(letter for letter in text if letter.isalnum())


def _without(hand: Any, kind: int) -> tuple[int, ...]:
    counts = hand.tolist()
    counts[kind] -= 1
    return tuple(counts)


class Draws:
    """Draws without replacement from a pool of unseen tiles, a discard after each."""

    def __init__(self, pool: tuple[int, ...]) -> None:
        self.pool = list(pool)
        self.left = sum(pool)
        self._known: dict[Any, float] = {}

    def chance(self, hand: tuple[int, ...], draws: int) -> float:
        """Returns the greatest chance to complete a hand of 13 tiles within so many draws."""
        away = _shanten(hand)
        if away >= draws:
            return 0.0
        if draws == 1:
            return sum(self.pool[kind] for kind in _waits(hand)) / self.left
        key = (hand, draws, tuple(self.pool))
        if key in self._known:
            return self._known[key]
        total = 0.0
        for kind in range(34):
            left = self.pool[kind]
            if left:
                total += left * self._drawn(hand, kind, draws)
        self._known[key] = total / self.left
        return self._known[key]

    def _drawn(self, hand: tuple[int, ...], kind: int, draws: int) -> float:
        full = list(hand)
        full[kind] += 1
        if _shanten(tuple(full)) == -1:
            return 1.0
        self.pool[kind] -= 1
        self.left -= 1
        best = 0.0
        for out in range(34):
            if full[out]:
                full[out] -= 1
                best = max(best, self.chance(tuple(full), draws - 1))
                full[out] += 1
        self.pool[kind] += 1
        self.left += 1
        return best


@lru_cache(maxsize=1 << 20)
def _shanten(hand: tuple[int, ...]) -> int:
    return int(riichi.shanten(np.array(hand, np.uint8)))


@lru_cache(maxsize=1 << 20)
def _waits(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the kinds that complete a tenpai hand."""
    kinds, _ = riichi.ukeire(np.array(hand, np.uint8))
    return tuple(np.flatnonzero(kinds).tolist())


_SPADES = {"rules": "standard"}
_OH_HELL = {"seats": 2, "deal": {"cards": [4], "draw": False, "upcard": "stock"}}

SUITES: dict[str, Recipe] = {
    "gin-knocks": Recipe(
        "Which discard to knock with, or on the last turn whether to knock. Values are the mean "
        "score over every hand that the opponent may hold, all equally likely, laid off best.",
        "points", 60, (("gin", {}),), "simple", gin_knock,
    ),
    "gin-layoffs": Recipe(
        "What the defender lays off and melds against a knock. Values are the score of the best "
        "way to end the hand; nothing that is hidden counts.",
        "points", 60, (("gin", {"rules": "openspiel"}),), "simple", gin_layoff,
    ),
    "ofc-endings": Recipe(
        "The last placement, or the last but one, of two seats. Values are points and the value of "
        "Fantasyland on both sides, over every deal to the opponent, who places best.",
        "points", 60, (("ofc", {}),), "steady", ofc_ending,
    ),
    "riichi-draws": Recipe(
        "Discards of closed hands, one from tenpai, with three draws to come and nobody in riichi. "
        "Values are the greatest chance to complete the hand by own draws, all unseen tiles "
        "equally likely; wins on discards and dangers are not counted.",
        "percent", 40, (("riichi", {}),), "efficient", riichi_draws,
    ),
    "spades-endings": Recipe(
        "Three cards left. Values are the mean over every deal that the play so far allows, each "
        "solved double dummy: the score of the seat's side less that of the other.",
        "points", 40, (("spades", _SPADES),), "rule", trick_ending(3),
    ),
    "oh-hell-endings": Recipe(
        "Oh Hell of two seats and four cards, two cards left. Values are the mean over every deal "
        "that the play so far allows, each solved double dummy: score less that of the other.",
        "points", 40, (("oh-hell", _OH_HELL),), "rule", trick_ending(2),
    ),
    "hearts-endings": Recipe(
        "Hearts without passing, three cards left. Values are the mean over every deal that the "
        "play so far allows of the score that the seat can secure with open cards, the others "
        "playing together.",
        "points", 40, (("hearts", {"passing": None}),), "rule", trick_ending(3),
    ),
}  # fmt: skip
"""How the suites are made."""
