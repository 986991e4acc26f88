"""The public interface: every name that users type, used as it is documented."""

import json
from pathlib import Path
from typing import Any

import facedown as fd
import facedown.riichi as renv
import numpy as np
import pytest

LOG = Path(__file__).parents[2] / "testdata" / "riichi" / "tonpu.mjlog"
FOURTEEN = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"
GAMES = ["gin", "hearts", "spades", "oh-hell", "el-dorado", "riichi", "ofc"]


# Notation


def test_cards_are_rank_then_suit_with_optional_separators() -> None:
    expected = 1 << 39 | 1 << 22 | 1 << 1
    for text in ("As Td 2c", "As,Td,2c", "AsTd2c", "as td 2c"):
        assert fd.cards.parse(text) == expected
    assert [fd.cards.parse(suit).bit_length() - 1 for suit in ("Ac", "Ad", "Ah", "As")] == [
        0, 13, 26, 39,
    ]  # fmt: skip
    assert fd.ofc.solve_fantasy("X X" + FOURTEEN[5:], rules="joker-ultimate").royalties > 0


def test_tiles_are_digits_and_suits_or_names_of_mjai() -> None:
    counts = fd.riichi.parse("123m406p99s1z")
    assert np.flatnonzero(counts).tolist() == [0, 1, 2, 12, 13, 14, 26, 27]
    assert (fd.riichi.parse("5mr E P") == fd.riichi.parse("0m1z5z")).all()
    assert [fd.riichi.format_ids([tile]) for tile in (16, 52, 88, 135)] == ["0m", "0p", "0s", "7z"]


# Gin rummy


def test_gin_min_deadwood() -> None:
    hands = np.array([0b111, 0b1011], np.uint64)
    assert fd.gin.min_deadwood(hands, out=None, threads=None).tolist() == [0, 7]
    flags = np.zeros((2, 3, 52), np.bool_)
    assert fd.gin.min_deadwood(flags).shape == (2, 3)
    out = np.empty(2, np.uint8)
    assert fd.gin.min_deadwood(hands, out=out, threads=1) is out


def test_gin_deadwood_after_discards() -> None:
    after = fd.gin.deadwood_after_discards(np.array([0b1011], np.uint64))
    assert after.shape == (1, 52)
    assert after.dtype == np.uint8
    assert (after[0, :4].tolist(), after[0, 4:].min()) == ([6, 5, 255, 3], 255)


def test_gin_best_melds() -> None:
    melds = fd.gin.best_melds("5s 6s 7s, 7c 7d 7h, Kd")
    assert (melds.deadwood, melds.melds, melds.loose) == (10, ("7c 7d 7h", "5s 6s 7s"), "Kd")
    assert fd.gin.best_melds(fd.cards.parse("5s 6s 7s, 7c 7d 7h, Kd")) == melds


def test_jax_min_deadwood() -> None:
    jax = pytest.importorskip("jax")
    hands = fd.jax.words(np.array([0b111, 1 << 26 | 0b11], np.uint64))
    assert hands.tolist() == [[7, 0], [3, 1]]
    assert jax.jit(jax.vmap(fd.jax.min_deadwood))(hands).tolist() == [0, 4]
    flags = np.zeros((2, 52), np.bool_)
    assert fd.jax.min_deadwood(flags).tolist() == [0, 0]


# Open-face Chinese poker


def test_ofc_solve_fantasy() -> None:
    setting = fd.ofc.solve_fantasy(FOURTEEN, rules="standard", stay_value=None)
    assert setting[:3] == (setting.top, setting.middle, setting.bottom)
    assert (setting.top, setting.royalties, setting.stays) == ("Jc 7h 8s", 22, True)
    assert setting.value > setting.royalties
    assert fd.ofc.fantasy is fd.ofc.solve_fantasy
    assert fd.ofc.fantasy(FOURTEEN, stay_value=0).value == 22


def test_ofc_solve_fantasy_batch() -> None:
    cards = np.array([[*range(12), 52, 53]], np.uint8)
    found = fd.ofc.solve_fantasy_batch(cards, rules="joker-ultimate", stay_value=None)
    assert found.rows.shape == (1, 14)
    assert found.stays.dtype == np.bool_
    assert len(found.royalties) == len(found.values) == 1


def test_ofc_solve_and_its_alias() -> None:
    position = fd.ofc.Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")
    best = fd.ofc.solve(position, seconds=1, threads=1).placements[0]
    assert (best.discard, best.ci) == ("7s", None)
    assert (best.foul_ci, best.fantasy_ci, best.royalties_ci) == (None, None, None)
    assert 0 < best.foul < 0.01
    assert best.ev > best.royalties
    assert 0 <= best.fantasy <= 1
    assert fd.ofc.advise is fd.ofc.solve


# Riichi mahjong


def test_riichi_env_begins_with_seat_0() -> None:
    env = renv.RiichiEnv(game_mode="4p-red-half", seed=1)
    observations = env.reset()
    assert list(observations) == [0]
    observations = env.step({seat: o.legal_actions()[0] for seat, o in observations.items()})
    assert observations
    compat = fd.riichi.RiichiEnv("4p-red-half", seed=1, compat="riichienv-0.4.11")
    assert compat.reset()[0].encode().shape == (74, 34)


def test_riichi_shanten_and_ukeire() -> None:
    hands = np.stack([fd.riichi.parse("123m456p789s1122z"), fd.riichi.parse("19m19p19s1234567z")])
    found = fd.riichi.shanten(hands)
    assert found.tolist() == [0, 0]
    assert found.dtype == np.int8
    kinds, left = fd.riichi.ukeire(hands, visible=None)
    assert (kinds.shape, left.tolist()) == ((2, 34), [4, 39])
    kinds, left = fd.riichi.ukeire(fd.riichi.parse("123m406p7789s1122z")[None])
    assert (kinds.shape, left.shape, left[0, 24]) == ((1, 34, 34), (1, 34), 4)


def test_riichi_score() -> None:
    win = fd.riichi.score("123m406p78s11z", "9s", melds=["777=z"], dora="4p")
    assert [name for name, _ in win.yaku] == ["chun", "dora", "red_five"]
    assert (win.han, win.fu, win.points, win.payments) == (3, 30, 3900, {"discarder": 3900})


def test_riichi_hand_ev() -> None:
    ev = fd.riichi.hand_ev("123m406p7789s1122z", turn=6, dora="4s")
    assert (ev.best.tile, ev.best.riichi, ev.draws, ev.turn) == ("7s", True, 12, 6)
    assert ev.best.win.shape == ev.best.points.shape == (13,)


def test_riichi_replay_samples_and_show(tmp_path: Path) -> None:
    report = fd.riichi.replay(LOG)
    assert (report.logs, report.agreed) == (1, 1)
    observation, mask, action = next(fd.riichi.samples([LOG], encoder="riichi-base-1", batch=10))
    assert (observation.shape, mask.shape, action.shape) == ((10, 74, 34), (10, 249), (10,))
    assert mask[np.arange(10), action].all()
    picture = fd.riichi.show(fd.riichi.RiichiEnv(seed=1).reset()[0])
    picture.save(tmp_path / "seat.svg")
    assert (tmp_path / "seat.svg").stat().st_size > 1000


# Trick-taking games


def test_tricks_sample_deals() -> None:
    view = fd.make("hearts").deal(seed=7).view()
    deals = fd.tricks.sample_deals(view, 100, 1)
    assert (deals == fd.tricks.sample_deals(view, n=100, seed=1)).all()
    assert (np.bitwise_or.reduce(deals, axis=1) == 2**52 - 1).all()
    assert len(np.unique(deals[:, view.seat])) == 1


# Any game


@pytest.mark.parametrize("name", GAMES)
def test_make_deals_a_state_that_is_applied_to_its_end(name: str) -> None:
    state = fd.make(name).deal(7)
    state.apply(state.legal_actions()[0])
    assert len(state.history) == 1
    while not state.is_over:
        view = state.view()
        assert view.legal_actions() == state.legal_actions()
        state.apply(state.legal_actions()[-1])
    assert len(state.scores()) == state.game.seats
    with pytest.raises(IndexError, match="no action 100000"):
        state.apply(100_000)


@pytest.mark.parametrize("name", GAMES)
def test_make_vec_steps_arrays(name: str) -> None:
    env = fd.make_vec(name, 4, seed=3, encoder=fd.make(name).encoder)
    observation, mask, seat = env.reset()
    assert (observation.shape[0], mask.shape, seat.shape) == (4, (4, env.num_actions), (4,))
    out = env.new_batch()
    assert env.step(env.sample_actions(), out=out) is out
    assert env.env_seed(2) == env.lane_seed(2)


@pytest.mark.parametrize("name", GAMES)
def test_advise_searches_every_game_by_default(name: str) -> None:
    view = fd.make(name).deal(7).view()
    answer = fd.advise(view, iterations=64, threads=1)
    assert answer.best == answer.actions[0].action
    assert answer.best in view.legal_actions()
    best = answer.actions[0]
    assert best.visits >= 0
    assert best.ci is None or best.ci[0] <= best.ci[1]
    same = fd.advise(view, bot="search", seconds=60, iterations=64, threads=1)
    assert same.actions == answer.actions
    assert fd.search is fd.advise


@pytest.mark.parametrize("name", GAMES)
def test_advise_takes_any_bot_by_name(name: str) -> None:
    view = fd.make(name).deal(7).view()
    for bot in view.game.bots:
        options: dict[str, Any] = {"iterations": 32} if searches(bot) else {}
        answer = fd.advise(view, bot, threads=1, seed=1, **options)
        assert answer.best in view.legal_actions()
    with pytest.raises(ValueError, match="no bot 'god', expected one of"):
        fd.advise(view, "god")


def searches(bot: str) -> bool:
    return bot in ("search", "ismcts", "mo-ismcts", "flat", "determinized", "puct")


@pytest.mark.parametrize("bot", ["search", "ismcts"])
@pytest.mark.parametrize("name", GAMES)
def test_advice_is_what_the_bot_of_the_same_seed_plays(name: str, bot: str) -> None:
    for seed in range(3):
        view = fd.make(name).deal(seed).view()
        played = view.game.bot(f"{bot}:100", seed=seed, threads=1).choose(view)
        assert fd.advise(view, bot, iterations=100, threads=1, seed=seed).best == played


def test_advise_of_a_bot_that_does_not_search_is_what_it_plays() -> None:
    game = fd.make("gin")
    for seed in range(5):
        view = game.deal(seed).view()
        assert fd.advise(view, "greedy").best == game.bot("greedy").choose(view)


def test_match_and_its_aliases() -> None:
    record = fd.match("gin", ["greedy", "simple"], deals=5, seed=2)
    assert record["game"] == "gin"
    assert record["report"]["games"] == 10
    assert fd.duel is fd.match
    bots = ["flat:20", "greedy"]
    params = {"root_trees": 2}
    one = fd.match("gin", bots, deals=1, seed=1, params=params)
    two = fd.duel("gin", bots, deals=1, seed=1, knobs=params)
    assert one["report"] == two["report"]
    with pytest.raises(ValueError, match="both params and its alias knobs"):
        fd.match("gin", bots, deals=1, params=params, knobs=params)


# A move of several actions: the pass of Hearts


def passing() -> fd.State:
    """A state in which seat 0 passes three of its cards."""
    state = fd.make("hearts").deal(seed=7)
    assert state.current_seat is not None
    return state


def held(state: fd.State, n: int) -> list[str]:
    return [state.game.action_text(action) for action in state.legal_actions()][:n]


def cards_of(texts: list[str]) -> str:
    return " ".join(text.removeprefix("pass ") for text in texts)


def test_a_whole_pass_is_one_text() -> None:
    one_by_one, at_once, reversed_order = passing(), passing(), passing()
    seat = one_by_one.current_seat
    cards = []
    for _ in range(3):
        (text,) = held(one_by_one, 1)
        cards.append(text)
        one_by_one.apply(text)
    assert one_by_one.current_seat != seat
    at_once.apply("pass " + cards_of(cards))
    reversed_order.apply("pass " + cards_of(cards[::-1]))
    assert one_by_one == at_once == reversed_order
    assert one_by_one.history == at_once.history == reversed_order.history
    assert len(at_once.history) == 3


def test_a_bad_pass_is_named_and_changes_nothing() -> None:
    state = passing()
    before = state.copy()
    first, second, third, fourth = held(state, 4)
    absent = next(card for card in ("As", "Ac", "Ad", "Ah", "Ks") if card not in str(state.view()))
    for bad in (
        "pass " + cards_of([first, first, second]),
        "pass " + cards_of([first, second, third, fourth]),
        "pass " + cards_of([first, second]) + " " + absent,
        "pass " + cards_of([first, second]) + " 1x",
        "pass",
    ):
        with pytest.raises(ValueError, match=r"\S") as error:
            state.apply(bad)
        assert "panicked" not in str(error.value)
        assert state == before
        assert state.history == []
    with pytest.raises(ValueError, match=absent):
        state.apply("pass " + cards_of([first, second]) + " " + absent)


def test_advice_on_a_pass_has_the_ids_of_the_whole_move() -> None:
    state = passing()
    answer = fd.advise(state.view(), iterations=200, threads=1, seed=1)
    best = answer.actions[0]
    assert len(best.moves) == 3
    assert best.moves[0] == best.action == answer.best
    assert best.text.startswith("pass ")
    record = json.loads(answer.to_json())
    assert record["actions"][0]["moves"] == best.moves
    by_id = state.copy()
    for action in best.moves:
        by_id.apply(action)
    state.apply(best.text)
    assert state == by_id
    single = fd.advise(fd.make("gin").deal(7).view(), iterations=100)
    assert all(report.moves == [] for report in single.actions)
    assert all("moves" not in report for report in single.to_dict()["actions"])


def test_bad_input_is_a_value_error_or_an_index_error_that_names_it() -> None:
    bad: list[tuple[Any, type[Exception], str]] = [
        (lambda: fd.gin.min_deadwood("As Zz"), ValueError, "Z"),
        (lambda: fd.make("chess"), ValueError, "chess"),
        (lambda: fd.make("gin", gin_bonus="much"), ValueError, "much"),
        (lambda: fd.make("gin", speed=1), ValueError, "speed"),
        (lambda: fd.make_vec("gin", 0), ValueError, "n is 0"),
        (lambda: fd.make("gin").deal(7).view(5), IndexError, "no seat 5"),
        (lambda: fd.riichi.shanten("99999m"), ValueError, "9m"),
        (lambda: fd.ofc.solve_fantasy("As As"), ValueError, "As"),
    ]
    for call, error, name in bad:
        with pytest.raises(error, match=name):
            call()
