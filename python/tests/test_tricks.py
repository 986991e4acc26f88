"""Deals that views of trick-taking games allow, and the games themselves from Python."""

import copy
import itertools
import pickle
from collections import Counter
from random import Random
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from facedown import _native

GAMES = [
    ("hearts", 4), ("hearts", 3), ("hearts", 6), ("spades", 4), ("oh-hell", 3), ("oh-hell", 7),
    ("el-dorado", 2), ("el-dorado", 5), ("el-dorado", 10),
]  # fmt: skip
SUITS = {suit: 0x1FFF << 13 * place for place, suit in enumerate("cdhs")}


def make(name: str, seats: int, **rules: Any) -> fd.Game:
    return fd.make(name, seats=seats, **rules)


def play(state: fd.State, chance: Random, actions: int = 10_000) -> fd.State:
    """Plays so many random actions, or to the end."""
    for _ in range(actions):
        if state.is_over:
            break
        state.apply(chance.choice(state.legal_actions()))
    return state


def cards(text: str) -> list[str]:
    return text.split()


def counts(view: fd.View, n: int = 50) -> npt.NDArray[Any]:
    return fd.tricks.sample_deals(view, n, seed=1, form="counts")


def physical(view: fd.View) -> npt.NDArray[Any]:
    """How many copies of each card can be with somebody, or with nobody: all but the seen ones."""
    record, game = view.to_dict(), view.game
    left = np.full(52, game.rules["pack"]["packs"])
    removed = fd.cards.parse(game.rules["pack"]["removed"].replace(" ", ""))
    gone = [card for trick in record["tricks"] for card in trick["cards"]]
    gone += [record["upcard"]] if record["upcard"] else []
    for card in gone:
        left[fd.cards.parse(card).bit_length() - 1] -= 1
    return np.array([0 if removed >> card & 1 else left[card] for card in range(52)])


# The spec's own test, and its like


def void_in_hearts() -> fd.View:
    """Seat 2 did not follow when hearts were led."""
    record = {
        "seat": 0, "dealer": 3, "hand": cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c"), "upcard": "2s",
        "calls": [{"seat": seat, "call": "1"} for seat in range(4)],
        "tricks": [{"leader": 0, "cards": ["Ah", "3h", "2d", "4h"]}],
    }  # fmt: skip
    return make("oh-hell", 4, auction={"tricks": {"hook": False}}).view_from_dict(record)


def test_a_seat_that_is_void_in_hearts_gets_none_in_a_hundred_deals() -> None:
    view = void_in_hearts()
    constraints = fd.tricks.derive_constraints(view)
    assert constraints["void"] == ["", "", "h", ""]
    assert constraints["cards"] == [9, 9, 9, 9]
    assert constraints["stock"] == 11
    assert constraints["lacks"][2].split() == [f"{rank}h" for rank in "A23456789TJQK"]
    deals = fd.tricks.sample_deals(view, 100, seed=1)
    assert deals.shape == (100, 5)
    assert not (deals[:, 2] & np.uint64(SUITS["h"])).any()
    others = deals[:, [1, 3, 4]] & np.uint64(SUITS["h"])
    assert (np.bitwise_count(others).sum(axis=1) == 10).all()
    for seed in range(100):
        world = fd.tricks.determinize(view, seed)
        hand = world.view(2).to_dict()["hand"]
        assert not any(card.endswith("h") for card in hand)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_deals_agree_with_the_view_all_through_random_hands(name: str, seats: int) -> None:
    chance = Random(f"{name} {seats}")
    for seed in range(6):
        state = make(name, seats).deal(seed)
        while not state.is_over:
            play(state, chance, chance.randrange(1, 12))
            view = state.view(chance.randrange(seats))
            found = fd.tricks.derive_constraints(view)
            deals, record = counts(view), view.to_dict()
            assert (deals.sum(axis=1) == physical(view)).all()
            own = Counter(record["hand"] or [])
            given = record.get("passing") or {"given": []}
            if record["now"]["phase"] == "pass":
                own.update(given["given"])
            if record["hand"] is not None:
                for card in range(52):
                    assert (deals[:, view.seat, card] == own[fd.cards.format(1 << card)]).all()
            for seat in range(seats):
                bits = [fd.cards.parse(c).bit_length() - 1 for c in found["lacks"][seat].split()]
                assert not deals[:, seat, bits].any()
                for card, copies in Counter(found["holds"][seat].split()).items():
                    assert (deals[:, seat, fd.cards.parse(card).bit_length() - 1] >= copies).all()
                if record["now"]["phase"] != "pass":
                    assert (deals[:, seat].sum(axis=1) == found["cards"][seat]).all()
            truth = [state.view(seat).to_dict()["hand"] for seat in range(seats)]
            assert found["deals"] is None or found["deals"] >= 1, truth


# Uniform, not only possible


def chi_square(observed: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(observed) <= set(expected)
    return sum((observed[key] - count) ** 2 / count for key, count in expected.items())


def test_every_deal_has_the_same_chance_with_voids_and_a_stock() -> None:
    view = endgame("oh-hell", 3, "2c 3c", cards("4c 5c 6c 7c 8d 9d Td Jd Qd"))
    constraints = fd.tricks.derive_constraints(view)
    all_deals = list(enumerate_deals(view, constraints))
    assert constraints["deals"] == len(all_deals) > 100
    n = 400 * len(all_deals)
    deals = fd.tricks.sample_deals(view, n, seed=5)
    rows, found = np.unique(deals, axis=0, return_counts=True)
    observed = Counter(dict(zip(map(tuple, rows.tolist()), found.tolist(), strict=True)))
    chi = chi_square(observed, dict.fromkeys(all_deals, 400.0))
    freedom = len(all_deals) - 1
    # Five standard deviations: the seed is fixed, so this holds or it does not.
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5, (chi, freedom)


def endgame(name: str, seats: int, hand: str, unknown: list[str]) -> fd.View:
    """A view with few unknown cards: all others are taken out of the pack."""
    trick = ["9c", "Ad", "Tc"]  # seat 1 is void in clubs
    kept = " ".join([hand, *unknown, *trick, "As"])
    game = make(
        name, seats, auction={"tricks": {"hook": False}}, pack={"removed": removed_but(kept)},
        deal={"cards": [3]},
    )  # fmt: skip
    record = {
        "seat": 0, "dealer": 2, "hand": hand.split(), "upcard": "As",
        "calls": [{"seat": seat, "call": "0"} for seat in range(seats)],
        "tricks": [{"leader": 0, "cards": trick}],
    }  # fmt: skip
    return game.view_from_dict(record)


def enumerate_deals(view: fd.View, constraints: dict[str, Any]) -> Any:
    """All deals, by brute force: an independent account of what the view allows."""
    record = view.to_dict()
    left = np.flatnonzero(physical(view)).tolist()
    own = [fd.cards.parse(card).bit_length() - 1 for card in record["hand"]]
    left = [card for card in left if card not in own]
    sizes = constraints["cards"]
    lacks = [fd.cards.parse(text.replace(" ", "")) for text in constraints["lacks"]]
    for one in itertools.combinations(left, sizes[1]):
        rest = [card for card in left if card not in one]
        for two in itertools.combinations(rest, sizes[2]):
            masks = [sum(1 << card for card in held) for held in (own, one, two)]
            if any(mask & lack for mask, lack in zip(masks[1:], lacks[1:], strict=True)):
                continue
            stock = sum(1 << card for card in rest if card not in two)
            yield (*masks, stock)


def test_with_two_packs_deals_are_uniform_over_physical_cards() -> None:
    # Seat 1 holds one of Ah Ah Kh: physically three cards, two of them aces.
    game = make(
        "el-dorado", 2, pack={"packs": 2, "removed": removed_but("Ah Kh 2c")}, deal={"cards": [1]},
        match={"hands": 1},
    )  # fmt: skip
    view = game.view_from_dict({"seat": 0, "dealer": 1, "hand": ["2c"], "upcard": "Kh"})
    assert fd.tricks.derive_constraints(view)["deals"] == 4
    n = 40_000
    masks = fd.tricks.sample_deals(view, n, seed=2)
    assert masks.shape == (n, 3, 2)
    flags = fd.tricks.sample_deals(view, n, seed=2, form="flags")
    tally = fd.tricks.sample_deals(view, n, seed=2, form="counts")
    assert (flags == (tally > 0)).all()
    ace, king, two = (fd.cards.parse(card).bit_length() - 1 for card in ("Ah", "Kh", "2c"))
    assert (tally[:, :, ace].sum(axis=1) == 2).all()
    both = tally[:, 2, ace] == 2
    assert (masks[both, 2, 1] == np.uint64(1 << ace)).all()
    shares = [tally[:, 1, card].mean() for card in (ace, king, two)]
    assert np.abs(np.array(shares) - [0.5, 0.25, 0.25]).max() < 5 * (0.25 / n) ** 0.5


# Seeds, threads, forms


def test_equal_seeds_give_equal_deals_on_any_number_of_threads() -> None:
    view = make("hearts", 4).deal(3).view()
    deals = fd.tricks.sample_deals(view, 20_000, seed=9, threads=1)
    assert (deals == fd.tricks.sample_deals(view, 20_000, seed=9, threads=3)).all()
    assert (deals[:5_000] == fd.tricks.sample_deals(view, 5_000, seed=9)).all()
    assert (deals != fd.tricks.sample_deals(view, 20_000, seed=10)).any()
    assert fd.tricks.sample_deals(view, 0).shape == (0, 5)
    # Written down from the first run: a change here breaks every seed that users hold.
    assert fd.cards.format(int(fd.tricks.sample_deals(view, 1, seed=9)[0, 1])) == GOLDEN


GOLDEN = "6c 7c 2d 3d 4d 9d Qd Ah As 3s 4s 8s Ts"


def test_all_forms_agree() -> None:
    view = make("oh-hell", 5).deal(3).view()
    masks = fd.tricks.sample_deals(view, 100, seed=1)
    flags = fd.tricks.sample_deals(view, 100, seed=1, form="flags")
    assert flags.dtype == np.bool_
    assert (flags == counts(view, 100)).all()
    numbers = (flags.astype(np.uint64) << np.arange(52, dtype=np.uint64)).sum(axis=2)
    assert (numbers == masks).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": -1}, "n is -1: expected at least 0"),
        ({"n": 1, "seed": -1}, "seed is -1"),
        ({"n": 1, "form": "cards"}, "form is 'cards': expected 'masks', 'counts' or 'flags'"),
        ({"n": 1, "threads": 0}, "threads is 0: expected at least 1"),
    ],
)
def test_a_bad_argument_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fd.tricks.sample_deals(make("hearts", 4).deal(1).view(), **arguments)


def test_a_view_of_another_game_is_refused() -> None:
    view = fd.make("gin").deal(1).view()
    for ask in (fd.tricks.derive_constraints, fd.tricks.determinize):
        with pytest.raises(ValueError, match="a view of no trick-taking game"):
            ask(view)
    with pytest.raises(ValueError, match="a view of no trick-taking game"):
        fd.tricks.sample_deals(view, 1)


# Views that cannot be


def spoilt(**changes: Any) -> dict[str, Any]:
    return {**void_in_hearts().to_dict(), **changes}


def tricks(*texts: str) -> list[dict[str, Any]]:
    """Tricks that seat 0 leads and wins."""
    return [{"leader": 0, "cards": cards(text)} for text in texts]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tricks": tricks("Ah 3h 2d 3h")}, "trick 1, seat 3: 3h is there twice: seat 1 played it"),
        (
            {
                "tricks": tricks("Ah 3h 2d 4h", "Ac Tc 7h Jc"),
                "hand": cards("2c 3c 4c 5c 6c 7c 8c 9c"),
            },
            "trick 2, seat 2: 7h is a revoke: 2d to trick 1 showed",
        ),
        ({"hand": ["2c", "3c"]}, "seat 0: 3 cards held and played, expected 10"),
        ({"tricks": tricks("Ah 3h 2x 4h")}, "trick 1, seat 2: '2x': no suit 'x'"),
        ({"seat": 4}, "seat is 4, expected 0 to 3"),
        ({"upcard": None}, "upcard is missing"),
    ],
)
def test_a_record_that_cannot_be_names_the_trick_and_the_seat(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        void_in_hearts().game.view_from_dict(spoilt(**changes))


def test_eleven_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="seats cannot be 11, expected 2 to 10"):
        fd.make("el-dorado", seats=11)


@pytest.mark.parametrize(
    ("pack", "trick", "message"),
    [
        # Seats 1 and 2 showed that they have no club, and all cards are dealt: who has the four?
        ("Ac 2c 3c 4c Ah 2h 3h 4h 5h As", "Ac Ah 2h", "1 card of clubs can be with no holder"),
        # Seat 1 showed that it has no club, and nothing else is left.
        ("Ac 2c 3c 4c 5c 6c 7c 8c Ah As", "Ac Ah 4c", "seat 1 needs 2 cards"),
    ],
)
def test_a_view_without_a_deal_names_the_conflict(pack: str, trick: str, message: str) -> None:
    game = make(
        "oh-hell", 3, deal={"cards": [3]}, auction={"tricks": {"hook": False}},
        pack={"removed": removed_but(pack)},
    )  # fmt: skip
    record = {
        "seat": 0, "dealer": 2, "hand": ["2c", "3c"], "upcard": "As",
        "calls": [{"seat": seat, "call": "0"} for seat in range(3)],
        "tricks": [{"leader": 0, "cards": cards(trick)}],
    }  # fmt: skip
    with pytest.raises(ValueError, match=message):
        game.view_from_dict(record)


def removed_but(kept: str) -> str:
    pack = (fd.cards.format(1 << card) for card in range(52))
    return " ".join(card for card in pack if card not in kept.split())


# Worlds as states


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_world_has_the_view_that_it_came_from_and_goes_on(name: str, seats: int) -> None:
    chance = Random(f"world {name} {seats}")
    for seed in range(5):
        state = play(make(name, seats).deal(seed), chance, chance.randrange(40))
        view = state.view(chance.randrange(seats))
        world = fd.tricks.determinize(view, seed)
        assert world.view(view.seat) == view
        assert world.current_seat == state.current_seat
        assert world.history == []
        play(world, chance, 5)
        again = pickle.loads(pickle.dumps(world))
        assert again == world == copy.deepcopy(world)
        assert again.history == world.history
        assert world.origin["seed"] == seed
        assert play(world, chance).is_over


def test_worlds_of_other_games_can_be_pickled_too() -> None:
    view = fd.make("gin").deal(1).view()
    world = _native.world(view, 3)
    assert world.view(view.seat) == view
    assert pickle.loads(pickle.dumps(world)) == world


# The games


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_game_deals_plays_scores_and_pickles(name: str, seats: int) -> None:
    chance = Random(f"play {name} {seats}")
    game = make(name, seats)
    assert (game.seats, game.num_actions) == (seats, 116)
    assert len(repr(game)) < 50
    assert eval(repr(game), {"facedown": fd}) == game == pickle.loads(pickle.dumps(game))
    for seed in range(5):
        state = play(game.deal(seed), chance, chance.randrange(60))
        assert pickle.loads(pickle.dumps(state)) == state
        for seat in range(seats):
            view = state.view(seat)
            assert game.view_from_dict(view.to_dict()) == view
            assert view.observation().shape == game.observation_shape
            assert (np.flatnonzero(view.mask()) == view.legal_actions()).all()
        play(state, chance)
        assert len(state.scores()) == seats


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("bot", ["random", "rule", "ismcts:50"])
def test_bots_play_whole_hands(name: str, seats: int, bot: str) -> None:
    game = make(name, seats)
    bots = [game.bot(bot, seed) for seed in range(seats)]
    state = game.deal(2)
    while state.current_seat is not None:
        state.apply(bots[state.current_seat].choose(state.view()))
    assert state.is_over


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_match_ends_with_a_winner(name: str, seats: int) -> None:
    match = make(name, seats).match(seed=4)
    chance = Random(name)
    while (hand := match.next_hand()) is not None:
        match.finish(play(hand, chance))
    assert match.winners()
    assert len(match.scores()) == seats


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_many_games_are_played_at_once(name: str, seats: int) -> None:
    env = fd.make_vec(name, 32, seed=7, seats=seats)
    first = env.reset()
    assert first.observation.shape == (32, *env.game.observation_shape)
    done = 0
    for _ in range(200):
        batch = env.step(env.sample_actions())
        assert batch.reward.shape == (32, seats)
        assert not batch.reward[~batch.done].any()
        assert batch.mask.any(axis=1).all()
        assert (batch.seat < seats).all()
        done += int(batch.done.sum())
    assert done == env.episodes > 0


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_random_scores_are_those_of_random_play(name: str, seats: int) -> None:
    game = make(name, seats)
    scores = fd.tricks.random_scores(game, 10_000, seed=3, threads=1)
    assert (scores == fd.tricks.random_scores(game, 10_000, seed=3, threads=3)).all()
    chance = Random(f"scores {name} {seats}")
    played = np.array([play(game.deal(seed, hand=0), chance).scores() for seed in range(400)])
    error = (scores.var(axis=0) / len(scores) + played.var(axis=0) / len(played)) ** 0.5
    assert (np.abs(scores.mean(axis=0) - played.mean(axis=0)) < 5 * error).all()
    with pytest.raises(ValueError, match="a view of no trick-taking game"):
        fd.tricks.random_scores(fd.make("gin"), 1)


def test_a_search_reports_every_card() -> None:
    view = void_in_hearts()
    assert view.legal_actions() == list(range(9))
    answer = fd.advise(view, iterations=500, seed=1)
    assert {report.action for report in answer.actions} == set(range(9))
    assert all(report.ci is not None for report in answer.actions)
