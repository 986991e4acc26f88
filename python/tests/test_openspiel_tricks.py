"""OpenSpiel's Hearts, Spades and Oh Hell and the presets `openspiel`, decision by decision.

Both sides are dealt the same cards. Whatever the players do is done on both sides, and the seat to
act, all legal actions and the returns must be the same all the way.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import facedown as fd
import pytest
from facedown.tricks import openspiel

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

HEARTS = [{"cards": "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "points": 1}]
QUEEN = [{"cards": "Qs", "points": 13}]
JACK = [{"cards": "Jd", "points": -10}]


class Variant(NamedTuple):
    """OpenSpiel's parameters and the rules that mean the same."""

    parameters: dict[str, Any]
    rules: dict[str, Any]


def linear(**sums: int) -> dict[str, int]:
    return {"base": 0, "bid": 0, "trick": 0, "off": 0, **sums}


def oh_hell(players: int, tricks: int) -> Variant:
    return Variant(
        {"players": players, "num_tricks_fixed": tricks},
        {"seats": players, "deal": {"cards": [tricks]}},
    )


def penalised(each: int) -> Variant:
    same = oh_hell(4, 8)
    hit, miss = linear(base=10, trick=each), linear(off=-each)
    return Variant(
        {**same.parameters, "off_bid_penalty": True, "points_per_trick": each},
        {**same.rules, "score": {"exact": {"hit": hit, "miss": miss}}},
    )


VARIANTS = {
    "hearts": {
        "default": Variant({}, {}),
        "jack of diamonds": Variant(
            {"jd_bonus": True}, {"pack": {"points": HEARTS + QUEEN + JACK}}
        ),
        "bonus without a trick": Variant(
            {"avoid_all_tricks_bonus": True},
            {"score": {"penalty": {"moon": "others_pay", "no_trick_bonus": 5}}},
        ),
        "queen does not break": Variant(
            {"qs_breaks_hearts": False}, {"play": {"breaking": {"by_cards": ""}}}
        ),
        "points at once": Variant(
            {"no_pts_on_first_trick": False}, {"play": {"first_trick_bars": ""}}
        ),
        "any club": Variant(
            {"can_lead_any_club": True},
            {"play": {"first_lead": {"holder": {"card": "2c", "opening": "suit"}}}},
        ),
        "hearts at once": Variant({"must_break_hearts": False}, {"play": {"breaking": None}}),
    },
    "spades": {"default": Variant({}, {})},
    "oh_hell": {
        "four, ten tricks": oh_hell(4, 10),
        "four, five tricks": oh_hell(4, 5),
        "three, seventeen tricks": oh_hell(3, 17),
        "five, ten tricks": oh_hell(5, 10),
        "seven, seven tricks": oh_hell(7, 7),
        "penalty of 1": penalised(1),
        "penalty of 3": penalised(3),
    },
}
# How many games of each variant, and what they come to at least.
GAMES = {"hearts": 120, "spades": 520, "oh_hell": 80}
LEAST = {
    "hearts": {"moons": 1, "hearts broken": 100, "passed": 60, "held": 15},
    "spades": {"nils made": 20, "nils failed": 20, "contracts made": 50, "ten bags": 1},
    "oh_hell": {"bids met": 5, "bids missed": 40},
}
CASES = [(game, name) for game, variants in VARIANTS.items() for name in variants]


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.conformance)])
@pytest.mark.parametrize(("game", "name"), CASES)
def test_games_of_openspiel_are_replayed_decision_by_decision(
    game: str, name: str, times: int, summarise: Callable[[str], None]
) -> None:
    variant, chance = VARIANTS[game][name], Random(f"{game} {name} {times}")
    counts: Counter[str] = Counter()
    for _ in range(GAMES[game] * times):
        counts.update(Replay(game, variant, chance).play())
    covered = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    summarise(f"OpenSpiel's {game} replayed, {name}: {covered}")
    least = LEAST[game]
    assert {what: counts[what] for what in least if counts[what] < least[what] * times} == {}


class Replay:
    """One game on both sides."""

    def __init__(self, game: str, variant: Variant, chance: Random) -> None:
        self.game, self.chance = game, chance
        self.back = TABLES[game]
        self.state = pyspiel.load_game(game, variant.parameters).new_initial_state()
        rules = dict(variant.rules)
        self.seats = self.state.num_players()
        self.seen = ["games"]
        # Our seat 0 acts first; theirs is the one after its dealer.
        self.shift = 0
        if game == "hearts":
            direction = chance.randrange(4)
            self.state.apply_action(direction)
            self.seen.append("passed" if direction else "held")
            places = {0: 0, 1: 1, 2: 2, 3: -1}[direction]
            rules["passing"] = {"count": 3, "cycle": [places]} if places else None
        if game == "oh_hell":
            self.tricks = rules["deal"]["cards"][0]
            self.state.apply_action(self.tricks)
            dealer = chance.randrange(self.seats)
            self.state.apply_action(dealer)
            self.shift = dealer + 1
        self.styles = [chance.choice(STYLES) for _ in range(self.seats)]
        self.mirror = made(game.replace("_", "-"), rules).deal(pack=self.deal())

    def deal(self) -> list[int]:
        """Deals on their side, and gives the pack that deals the same on ours."""
        hands: list[list[int]] = [[] for _ in range(self.seats)]
        cards = list(range(52))
        self.chance.shuffle(cards)
        if self.game == "hearts" and self.chance.random() < 0.1:
            self.stack(cards)
        dealt = self.tricks * self.seats if self.game == "oh_hell" else 52
        for place, card in enumerate(cards[:dealt]):
            hands[(place - self.shift) % self.seats].append(card)
        theirs = [openspiel.action_to_openspiel(self.game, card) for card in cards]
        while self.state.is_chance_node():
            self.state.apply_action(theirs.pop(0))
        return [card for hand in hands for card in hand] + cards[dealt:]

    def stack(self, cards: list[int]) -> None:
        """Gives one player the high cards, and to play high with: few shoot the moon else."""
        player = self.chance.randrange(4)
        high_first = sorted(cards, key=height, reverse=True)
        best, rest = high_first[:13], high_first[13:]
        self.chance.shuffle(rest)
        self.styles = [low] * 4
        self.styles[player] = high
        cards[:] = [(best if place % 4 == player else rest).pop() for place in range(52)]

    def seat(self, player: int) -> int:
        return int((player - self.shift) % self.seats)

    def play(self) -> list[str]:
        while not self.state.is_terminal():
            if self.mirror.view().to_dict()["now"]["phase"] == "pass":
                self.hand_on()
                continue
            legal = self.check()
            player = self.state.current_player()
            self.apply(self.styles[player](legal, self.chance))
        self.check()
        returns = [int(points) for points in self.state.returns()]
        scores = self.mirror.scores()
        ours = openspiel.returns(self.game, scores)
        assert [ours[self.seat(player)] for player in range(self.seats)] == returns, self.state
        return self.seen + OUTCOMES[self.game](self.mirror)

    def check(self) -> list[int]:
        """Compares what both sides have; gives our legal actions."""
        over = self.state.is_terminal()
        assert self.mirror.is_over == over
        mover = None if over else self.seat(self.state.current_player())
        assert self.mirror.current_seat == mover, self.state
        legal = self.mirror.legal_actions()
        theirs = [] if over else self.state.legal_actions()
        assert legal == sorted(self.back[action] for action in theirs), self.state
        if not over:
            # In Hearts ours count along.
            assert not any(self.state.returns())
            assert self.game == "hearts" or not any(self.mirror.scores())
        return legal

    def apply(self, action: int) -> None:
        self.state.apply_action(openspiel.action_to_openspiel(self.game, action))
        self.mirror.apply(action)
        self.seen.append("decisions")

    def hand_on(self) -> None:
        """Passes three cards. OpenSpiel takes any order, we the ascending one."""
        hand = sorted(self.back[action] for action in self.state.legal_actions())
        chosen = sorted(self.chance.sample(hand, 3))
        for place, card in enumerate(chosen):
            assert self.mirror.current_seat == self.state.current_player(), self.state
            left = sorted(self.back[action] for action in self.state.legal_actions())
            assert left == [other for other in hand if other not in chosen[:place]]
            above = [other for other in left if not place or other > chosen[place - 1]]
            assert self.mirror.legal_actions() == above[: len(above) - (2 - place)]
            self.apply(card)


def made(name: str, rules: dict[str, Any]) -> fd.Game:
    key = (name, repr(rules))
    if key not in MADE:
        MADE[key] = fd.make(name, rules="openspiel", **rules)
    return MADE[key]


MADE: dict[tuple[str, str], fd.Game] = {}
TABLES = {
    game: [openspiel.action_from_openspiel(game, action) for action in range(actions)]
    for game, actions in [("hearts", 52), ("spades", 66), ("oh_hell", 105)]
}


# Players, of our actions: between them they reach the corners of the games.


def height(card: int) -> int:
    return (card % 13 + 12) % 13


def at_random(legal: list[int], chance: Random) -> int:
    return chance.choice(legal)


def high(legal: list[int], chance: Random) -> int:
    if legal[0] >= 52:
        return legal[min(len(legal) - 1, chance.randrange(3, 6))]
    return max(legal, key=lambda card: (height(card), chance.random()))


def low(legal: list[int], chance: Random) -> int:
    if legal[0] >= 52:
        return legal[chance.randrange(min(2, len(legal)))]
    return min(legal, key=lambda card: (height(card), chance.random()))


STYLES = [at_random, high, low]


def hearts_outcome(state: fd.State) -> list[str]:
    record = state.view(0).to_dict()
    cards = [card for trick in record["tricks"] for card in trick["cards"]]
    broken = any(trick["cards"][0].endswith("h") for trick in record["tricks"])
    found = ["hearts broken"] if broken else []
    assert len(cards) == 52
    # The jack of diamonds may be with another seat.
    moon = sum(score <= -16 for score in state.scores()) == 3
    return found + (["moons"] if moon else [])


def spades_outcome(state: fd.State) -> list[str]:
    now = state.view(0).to_dict()["now"]
    bids, won = now["bids"], now["won"]
    found = []
    for bid, took in zip(bids, won, strict=True):
        if bid == 0:
            found.append("nils failed" if took else "nils made")
    for side in (0, 1):
        over = won[side] + won[side + 2] - bids[side] - bids[side + 2]
        found += ["contracts made"] if over >= 0 else ["contracts failed"]
        found += ["ten bags"] if over >= 10 else []
    return found


def oh_hell_outcome(state: fd.State) -> list[str]:
    now = state.view(0).to_dict()["now"]
    pairs = zip(now["bids"], now["won"], strict=True)
    return ["bids met" if bid == won else "bids missed" for bid, won in pairs]


OUTCOMES = {"hearts": hearts_outcome, "spades": spades_outcome, "oh_hell": oh_hell_outcome}


# Differences of OpenSpiel; docs/reference/rules lists them.


def test_spades_are_never_broken_in_openspiel() -> None:
    broken = fd.make("spades", rules="openspiel", play={"breaking": {"by_discard": True}})
    differ = 0
    for seed in range(20):
        replay = Replay("spades", VARIANTS["spades"]["default"], Random(seed))
        pack = replay.mirror.origin["pack"]
        replay.play()
        other, same = broken.deal(pack=pack), replay.mirror.game.deal(pack=pack)
        for action in replay.mirror.history:
            differ += other.legal_actions() != same.legal_actions()
            other.apply(action)
            same.apply(action)
    assert differ > 0


@pytest.mark.parametrize("game", ["hearts", "spades", "oh_hell"])
def test_every_card_has_the_same_name_under_openspiels_number(game: str) -> None:
    state = pyspiel.load_game(game).new_initial_state()
    while len(state.legal_actions()) != 52:
        state.apply_action(state.legal_actions()[-1])
    for card in range(52):
        number = openspiel.action_to_openspiel(game, card)
        name = fd.cards.format(1 << card)
        theirs = state.action_to_string(pyspiel.PlayerId.CHANCE, number)
        assert name[0] + name[1].upper() in (theirs, theirs[::-1]), theirs
        assert openspiel.action_from_openspiel(game, number) == card


def test_a_number_that_openspiel_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match="no game 'chess', expected one of hearts, spades"):
        openspiel.action_to_openspiel("chess", 0)
    for function, game, number in [
        (openspiel.action_to_openspiel, "hearts", 52),
        (openspiel.action_to_openspiel, "oh_hell", 115),
        (openspiel.action_from_openspiel, "hearts", 52),
        (openspiel.action_from_openspiel, "spades", -1),
        (openspiel.action_from_openspiel, "oh_hell", 2**80),
    ]:
        with pytest.raises(IndexError, match=f"no action {number} on the other side"):
            function(game, number)
