"""OpenSpiel's gin rummy and the preset `openspiel`, decision by decision.

Both are dealt the same pack. Whatever OpenSpiel's players do is done on both sides, and legal
actions, seats, phases, cards in sight and returns must be the same all the way.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import facedown as fd
import numpy as np
import openspiel_bots as bots
import pytest
from deals import meld_rich_hands, random_hands
from facedown.gin import openspiel

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

CARDS = [openspiel.card_to_openspiel(card) for card in range(52)]
ACTIONS = [openspiel.action_to_openspiel(action) for action in range(241)]
BACK = [openspiel.action_from_openspiel(action) for action in range(241)]


class Variant(NamedTuple):
    """OpenSpiel's parameters and the rules that mean the same."""

    parameters: dict[str, Any]
    rules: dict[str, Any]


OKLAHOMA = Variant({"oklahoma": True}, {"knock_limit": {"upcard": {"ace_needs_gin": True}}})
BONUSES = {"gin_bonus": 20, "undercut_bonus": 10}
VARIANTS = {
    "default": Variant({}, {}),
    "oklahoma": OKLAHOMA,
    "other bonuses": Variant(BONUSES, BONUSES),
    "seven cards": Variant(
        {"hand_size": 7, "knock_card": 5}, {"hand_size": 7, "knock_limit": {"fixed": 5}}
    ),
}

SENSIBLE = bots.player()
# Who plays whom, and how many games of each variant.
PAIRS = [
    (SENSIBLE, SENSIBLE, 80),
    (SENSIBLE, bots.player(only_gin=True), 80),
    (bots.player(only_gin=True), bots.player(only_gin=True, blunders=0.02), 40),
    (bots.player(blunders=0.1), bots.player(knocks=0.5, lays_off=0.5, blunders=0.1), 60),
    (bots.player(knocks=0.1, lays_off=0.8), bots.player(knocks=0.1, lays_off=0.8), 60),
    (SENSIBLE, bots.at_random, 30),
    (bots.at_random, bots.at_random, 30),
    (bots.player(knocks=0.0, blunders=0.3), bots.player(knocks=0.0), 30),
    (bots.takes_upcards, bots.takes_upcards, 15),
    (bots.returns_upcards, bots.returns_upcards, 15),
]
# The least coverage of each variant.
LEAST = {
    "games": 400, "knocks": 200, "layoffs": 70, "gins": 20, "undercuts": 10, "walls": 20, "ties": 1,
    "knocks at the wall": 1, "ended by takes": 1, "ended by repetition": 1,
}  # fmt: skip


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.conformance)])
@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_openspiel_are_replayed_decision_by_decision(
    name: str, times: int, summarise: Callable[[str], None]
) -> None:
    parameters, rules = VARIANTS[name]
    theirs = pyspiel.load_game("gin_rummy", parameters)
    ours = fd.make("gin", rules="openspiel", **rules)
    chance = Random(f"{name} {times}")
    counts: Counter[str] = Counter()
    for *players, games in PAIRS:
        for _ in range(games * times):
            counts.update(replay(theirs, ours, players, chance))
    covered = ", ".join(f"{counts[what]:,} {what}" for what in [*LEAST, "decisions"])
    summarise(f"OpenSpiel's gin rummy replayed, {name}: {covered}")
    assert {what: counts[what] for what in LEAST if counts[what] < LEAST[what] * times} == {}


def replay(theirs: Any, ours: fd.Game, players: list[bots.Player], chance: Random) -> list[str]:
    """Plays a game on both sides; says what it came to."""
    pack = list(range(52))
    chance.shuffle(pack)
    state, mirror = theirs.new_initial_state(), ours.deal(pack=pack)
    cards = iter(pack)
    seen = ["games"]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(CARDS[next(cards)])
            continue
        check(state, mirror)
        legal = state.legal_actions()
        action = players[state.current_player()](state, legal, chance)
        if action == bots.KNOCK and phase(state) == "Wall":
            seen.append("knocks at the wall")
        if phase(state) == "Wall" and "walls" not in seen:
            seen.append("walls")
        state.apply_action(action)
        mirror.apply(BACK[action])
        seen.append("decisions")
    check(state, mirror)
    return seen + outcome(state)


def check(state: Any, mirror: fd.State) -> None:
    """Compares everything that both sides have."""
    legal = [] if state.is_terminal() else state.legal_actions()
    assert sorted(ACTIONS[action] for action in mirror.legal_actions()) == legal, state
    views = [mirror.view(seat).to_dict() for seat in range(2)]
    assert openspiel.phase_name(views[0]["phase"]) == phase(state), state
    assert mirror.current_seat == (None if state.is_terminal() else state.current_player()), state
    assert mirror.is_over == state.is_terminal()
    assert mirror.scores() == state.returns(), state
    assert views[0]["stock"] == state.stock_size(), state
    assert views[0]["knock_limit"] == state.knock_card(), state
    for view, hand in zip(views, state.hands(), strict=True):
        held = fd.cards.parse("".join(view["hand"]))
        assert sum(map(bots.bit, hand)) == held, state


def phase(state: Any) -> str:
    name: str = state.current_phase().name.title().replace("_", "")
    return name


def outcome(state: Any) -> list[str]:
    """Returns the outcome of a finished game."""
    if True not in state.knocked():
        last = state.history()[-1]
        if last == bots.PASS:
            return []
        return ["ended by takes" if last == bots.UPCARD else "ended by repetition"]
    knocker = state.knocked().index(True)
    points = state.returns()[knocker]
    found = ["knocks"]
    if state.layoffs():
        found.append("layoffs")
    if state.deadwood()[knocker] == 0:
        found.append("gins")
    elif points < 0:
        found.append("undercuts")
    elif points == 0:
        found.append("ties")
    return found


def pack_of(seat_0: str, seat_1: str, upcard: str, stock: str) -> list[int]:
    """A pack that deals these hands, this upcard, and these cards first from the stock."""
    text = "".join([seat_0, seat_1, upcard, stock]).replace(" ", "")
    masks = [fd.cards.parse(text[i : i + 2]) for i in range(0, len(text), 2)]
    first = [mask.bit_length() - 1 for mask in masks]
    return first + [card for card in range(52) if card not in first]


def play_both(variant: Variant, pack: list[int], actions: str) -> tuple[Any, fd.State]:
    """Plays these actions, given as texts, on both sides."""
    state = pyspiel.load_game("gin_rummy", variant.parameters).new_initial_state()
    mirror = fd.make("gin", rules="openspiel", **variant.rules).deal(pack=pack)
    cards = iter(pack)
    for text in [*actions.split(), None]:
        while state.is_chance_node():
            state.apply_action(CARDS[next(cards)])
        check(state, mirror)
        if text is not None:
            mirror.apply(text)
            state.apply_action(ACTIONS[mirror.history[-1]])
    return state, mirror


def legal_texts(state: fd.State) -> list[str]:
    return [state.game.action_text(action) for action in state.legal_actions()]


def test_openspiel_refuses_a_knock_whose_best_grouping_of_eleven_has_a_cheap_loose_card() -> None:
    # Without the six of hearts everything is melded, and an ace up asks for that.
    pack = pack_of("3s4s5s 3c4c5c6c 4d5d6d", "As2h4h7c7h8d9sJdQsKc", "Ah", "6h")
    state, mirror = play_both(OKLAHOMA, pack, "pass pass stock")
    assert bots.KNOCK not in state.legal_actions()
    assert "knock" not in legal_texts(mirror)
    exact = fd.make("gin", rules="openspiel", knock_test="exact", **OKLAHOMA.rules)
    other = exact.deal(pack=pack)
    for action in mirror.history:
        other.apply(action)
    assert "knock" in legal_texts(other)


def test_openspiel_lays_off_two_cards_at_an_end_of_a_run_and_no_third() -> None:
    pack = pack_of("3s4s5s 9c9d9h KcKdKh 2c", "6s7s8s Ah2d4c5d7hJcQh", "Td", "Qd")
    play = "pass pass stock knock Qd 3s4s5s 9c9d9h KcKdKh pass 6s 7s"
    _, mirror = play_both(VARIANTS["default"], pack, play)
    assert legal_texts(mirror) == ["pass"]
    grown = fd.make("gin", rules="openspiel", layoffs="grow").deal(pack=pack)
    for action in mirror.history:
        grown.apply(action)
    assert legal_texts(grown) == ["8s", "pass"]


def test_openspiel_scores_nothing_for_equal_deadwood() -> None:
    pack = pack_of("3s4s5s 9c9d9h KcKdKh 2c", "3d4d5d 8c8d8h JcJdJh 2d", "Td", "Qd")
    play = "pass pass stock knock Qd 3s4s5s 9c9d9h KcKdKh pass pass 3d4d5d 8c8d8h JcJdJh pass"
    state, mirror = play_both(VARIANTS["default"], pack, play)
    assert state.is_terminal()
    assert mirror.scores() == [0, 0]
    undercut = fd.make("gin", rules="openspiel", tie="undercut").deal(pack=pack)
    for action in mirror.history:
        undercut.apply(action)
    assert undercut.scores() == [-25, 25]


@pytest.mark.parametrize("n", [3_000, pytest.param(100_000, marks=pytest.mark.conformance)])
def test_knocks_are_judged_by_openspiels_deadwood_of_eleven_cards(n: int) -> None:
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    hands = np.concatenate([random_hands(n, cards=11), meld_rich_hands(n)])
    eleven = [hand for hand in hands.tolist() if hand.bit_count() == 11]
    differ = 0
    for hand in eleven:
        cards = [CARDS[card] for card in range(52) if hand >> card & 1]
        found = openspiel.deadwood_with_draw(hand)
        assert found == utils.min_deadwood(cards), fd.cards.format(hand)
        differ += found != fd.gin.deadwood_after_discards(hand).min()
    assert differ > 0, "the hands must show what OpenSpiel does otherwise"


def test_every_meld_has_the_same_cards_under_openspiels_number() -> None:
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    for number in range(185):
        ours = openspiel.action_from_openspiel(bots.MELDS + number) - bots.MELDS
        cards = np.flatnonzero(fd.gin.MELD_MASKS[ours]).tolist()
        assert sorted(CARDS[card] for card in cards) == sorted(utils.int_to_meld[number])


def test_every_card_has_the_same_name_under_openspiels_number() -> None:
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    for card in range(52):
        assert utils.card_string(CARDS[card]) == fd.cards.format(1 << card)
        assert openspiel.card_from_openspiel(CARDS[card]) == card


def test_a_number_that_openspiel_does_not_have_is_named() -> None:
    with pytest.raises(ValueError, match="action 241 is big gin"):
        openspiel.action_to_openspiel(241)
    for function, number in [
        (openspiel.action_to_openspiel, 242),
        (openspiel.action_from_openspiel, 241),
        (openspiel.card_to_openspiel, 52),
        (openspiel.card_from_openspiel, -1),
        (openspiel.card_to_openspiel, 2**80),
    ]:
        with pytest.raises(IndexError, match=f"no .* {number}, expected 0 to"):
            function(number)
    with pytest.raises(ValueError, match="no phase 'banana', expected one of first_upcard, draw"):
        openspiel.phase_name("banana")
