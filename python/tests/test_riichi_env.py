"""The environment: the specification's own code, seeds, errors, copies, MJAI, rewards."""

import copy
import json
import pickle
import random
from pathlib import Path

import facedown as fd
import numpy as np
import pytest
from facedown.riichi import GAME_MODES, Action, ActionType, Observation, RiichiEnv
from riichi_play import choose

# The specification's code, with our import in place of the package's.
# ruff: noqa: RUF001
DECAY = """\
import facedown.riichi as renv
import struct

env = renv.RiichiEnv()
obs_dict = env.reset()
obs = obs_dict[0]

# Get exponential decay encoding
encoded_bytes = obs.encode_discard_history_decay()
# Or with custom decay rate
encoded_bytes = obs.encode_discard_history_decay(decay_rate=0.3)

# Convert to numpy array
import numpy as np
decay_history = np.frombuffer(encoded_bytes, dtype=np.float32).reshape(4, 34)
# decay_history[0] = self discard history
# decay_history[1:4] = opponent discard histories
"""

YAKU = """\
import facedown.riichi as renv
import numpy as np

env = renv.RiichiEnv()
obs_dict = env.reset()
obs = obs_dict[0]

# Get yaku possibility encoding
encoded_bytes = obs.encode_yaku_possibility()
yaku_poss = np.frombuffer(encoded_bytes, dtype=np.float32).reshape(4, 21, 2)

# Check if player 1 can win with tanyao
player1_tanyao_tsumo = yaku_poss[1, 0, 0]  # 0=tanyao, 0=tsumo
player1_tanyao_ron = yaku_poss[1, 0, 1]    # 0=tanyao, 1=ron

# Check toitoi possibility for player 2
player2_toitoi = yaku_poss[2, 8, :]  # 8=toitoi
"""

FURITEN = """\
import facedown.riichi as renv
import numpy as np

env = renv.RiichiEnv()
obs_dict = env.reset()
obs = obs_dict[0]

# Get furiten-aware ron possibility
encoded_bytes = obs.encode_furiten_ron_possibility()
furiten_ron = np.frombuffer(encoded_bytes, dtype=np.float32).reshape(4, 21)

# Check if opponent 1 can ron with tanyao
if furiten_ron[1, 0] == 0.0:
    print("Opponent 1 likely in furiten (consecutive tsumogiri)")
"""

SHANTEN = """\
import facedown.riichi as renv
import struct

env = renv.RiichiEnv()
obs_dict = env.reset()
obs = obs_dict[0]

# Get shanten and efficiency features
encoded_bytes = obs.encode_shanten_efficiency()
values = struct.unpack('16f', encoded_bytes)  # 4 players × 4 features

# Player 0 (self) features
shanten_norm = values[0]        # Normalized shanten
effective_norm = values[1]      # Normalized effective tile types
ukeire_norm = values[2]         # Normalized best ukeire
turn_norm = values[3]           # Normalized turn count

# Denormalize
actual_shanten = shanten_norm * 8.0
effective_types = effective_norm * 34.0
best_ukeire = ukeire_norm * 80.0
turn_number = turn_norm * 18.0

print(f"Shanten: {actual_shanten:.1f}")
print(f"Effective tile types: {effective_types:.0f}")
print(f"Best ukeire: {best_ukeire:.0f} tiles")
print(f"Turn: {turn_number:.0f}")
"""


@pytest.mark.parametrize("code", [DECAY, YAKU, FURITEN, SHANTEN])
def test_the_code_of_the_specification_runs_as_it_stands(code: str) -> None:
    names: dict[str, object] = {}
    exec(compile(code, "specification", "exec"), names)
    obs = names["obs"]
    assert isinstance(obs, Observation)
    shapes = {"decay_history": (4, 34), "yaku_poss": (4, 21, 2), "furiten_ron": (4, 21)}
    for name, shape in shapes.items():
        if name in names:
            array = names[name]
            assert isinstance(array, np.ndarray)
            assert array.shape == shape
    if "actual_shanten" in names:
        counts = np.bincount(np.array(obs.hand) // 4, minlength=34).astype(np.uint8)
        assert names["actual_shanten"] == fd.riichi.shanten(counts)
        assert 0 <= int(str(names["best_ukeire"]).split(".")[0]) < 136


def play(env: RiichiEnv, seed: int = 1, skill: float = 0.7) -> list[dict[int, list[int]]]:
    """Plays to the end; what was on the menus."""
    rng = random.Random(seed)
    observations, menus = env.reset(), []
    while not env.done():
        menus.append({seat: obs.action_ids() for seat, obs in observations.items()})
        actions = {seat: choose(obs, rng, skill) for seat, obs in observations.items()}
        observations = env.step(actions)
    assert observations == {}
    return menus


@pytest.mark.parametrize("mode", GAME_MODES)
def test_every_mode_plays_to_its_end(mode: str) -> None:
    env = RiichiEnv(mode, seed=3)
    play(env, skill=0.9)
    seats = int(mode[0])
    assert len(env.scores()) == env.num_players == seats
    assert sum(env.scores()) == (100_000 if seats == 4 else 105_000)
    assert sorted(env.ranks()) == list(range(1, seats + 1))
    assert env.results() is not None
    reds = any("r" in json.dumps(e["tehais"]) for e in env.mjai_log if e["type"] == "start_kyoku")
    assert reds == ("red" in mode) or "single" in mode


def test_seat_0_is_asked_first() -> None:
    assert list(RiichiEnv().reset()) == [0]
    assert list(RiichiEnv("3p-red-half").reset()) == [0]


def test_a_seed_gives_the_same_matches_and_others_share_no_wall() -> None:
    def deal(env: RiichiEnv) -> str:
        return str(env.hands)

    first = RiichiEnv(seed=9)
    deals = []
    for _ in range(3):
        first.reset()
        deals.append(deal(first))
    again = RiichiEnv(seed=8)
    again.reset(seed=9)
    assert deal(again) == deals[0]
    again.reset()
    assert deal(again) == deals[1]
    seen = set(deals)
    for seed in range(10, 60):
        env = RiichiEnv(seed=seed)
        for _ in range(3):
            env.reset()
            seen.add(deal(env))
    assert len(seen) == 3 + 150


def test_seats_come_in_order_and_play_depends_on_the_seed_alone() -> None:
    one, other = RiichiEnv(seed=5), RiichiEnv(seed=5)
    menus = play(one)
    assert menus == play(other)
    assert all(list(menu) == sorted(menu) for menu in menus)
    assert any(len(menu) > 1 for menu in menus)
    assert one.mjai_log == other.mjai_log


def test_red_fives_and_drawn_tiles_are_actions_of_their_own() -> None:
    rng, seen = random.Random(2), set()
    for seed in range(30):
        env = RiichiEnv("4p-red-single", seed=seed)
        observations = env.reset()
        while not env.done():
            for obs in observations.values():
                actions = obs.legal_actions()
                numbers = [a.encode() for a in actions]
                assert len(set(numbers)) == len(numbers)
                assert numbers == obs.action_ids() == list(np.flatnonzero(list(obs.mask())))
                found = [obs.find_action(number) for number in numbers]
                assert found == actions
                seen |= {str(a) for a in actions}
            chosen = {seat: rng.choice(o.legal_actions()) for seat, o in observations.items()}
            observations = env.step(chosen)
    assert {"discard 5p", "discard 0p", "tsumogiri 0p", "tsumogiri 5p"} <= seen


def test_actions_can_be_given_as_numbers_and_as_mjai() -> None:
    plain, numbers, lines = (RiichiEnv("4p-red-single", seed=4) for _ in range(3))
    rng = random.Random(4)
    observations = plain.reset()
    numbers.reset()
    lines.reset()
    while not plain.done():
        actions = {seat: choose(obs, rng) for seat, obs in observations.items()}
        events = {seat: json.loads(action.to_mjai()) for seat, action in actions.items()}
        for seat, obs in observations.items():
            assert obs.select_action_from_mjai(events[seat]) == actions[seat]
        numbers.step({seat: action.encode() for seat, action in actions.items()})
        lines.step(events)
        observations = plain.step(actions)
    assert plain.mjai_log == numbers.mjai_log == lines.mjai_log
    assert plain.scores() == numbers.scores() == lines.scores()


def test_an_action_is_found_by_its_tile() -> None:
    env = RiichiEnv(seed=2)
    obs = env.reset()[0]
    tile = obs.hand[0]
    env.step({0: Action(ActionType.DISCARD, tile)})
    assert env.get_observation(0).discards[0][0] // 4 == tile // 4


def test_what_is_wrong_is_named_and_changes_nothing() -> None:
    env = RiichiEnv(seed=6)
    obs = env.reset()[0]
    before = env.record()
    with pytest.raises(ValueError, match="seat 0: ron is not legal now"):
        env.step({0: Action(ActionType.RON)})
    with pytest.raises(ValueError, match="no action of seat 0"):
        env.step({})
    with pytest.raises(ValueError, match="seat 2 has nothing to decide"):
        env.step({0: obs.legal_actions()[0], 2: 149})
    with pytest.raises(IndexError, match="no action 249, expected 0 to 248"):
        env.step({0: 249})
    with pytest.raises(IndexError, match="no seat 4"):
        env.step({4: 0})
    with pytest.raises(TypeError, match="expected an Action"):
        env.step({0: object()})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="not an MJAI action"):
        env.step({0: {"type": "tea"}})
    with pytest.raises(ValueError, match="wall has 3 tiles: expected 136"):
        env.reset(wall=[1, 2, 3])
    with pytest.raises(ValueError, match="tile 0 is in the wall twice"):
        env.reset(wall=[0] * 136)
    with pytest.raises(ValueError, match="scores is"):
        env.reset(scores=[1, 2])
    with pytest.raises(ValueError, match="round_wind is 7"):
        env.reset(round_wind=7)
    assert env.record() == before
    for bad in ("4p-blue-half", "", 6, -1):
        with pytest.raises(ValueError, match="game_mode is"):
            RiichiEnv(bad)
    with pytest.raises(ValueError, match="rule is 'chess'"):
        RiichiEnv(rule="chess")
    with pytest.raises(ValueError, match="no option 'kuikaye'"):
        RiichiEnv(rule={"kuikaye": "same"})
    with pytest.raises(ValueError, match=r"compat is 'riichienv-1\.0'"):
        RiichiEnv(compat="riichienv-1.0")
    with pytest.raises(ValueError, match="uma is"):
        RiichiEnv(uma=(1, 2))


def test_a_finished_match_cannot_be_stepped() -> None:
    env = RiichiEnv("4p-red-single", seed=1)
    play(env)
    with pytest.raises(ValueError, match="the match is over"):
        env.step({0: 0})


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_environments_can_be_copied_and_pickled(way: object) -> None:
    env = RiichiEnv("4p-red-east", seed=8, shaping=0.5)
    rng = random.Random(8)
    observations = env.reset()
    for _ in range(150):
        observations = env.step({s: choose(o, rng) for s, o in observations.items()})
    assert callable(way)
    twin = way(env)
    assert type(twin) is RiichiEnv
    assert (twin.record(), twin.shaping, twin.mjai_log) == (env.record(), 0.5, env.mjai_log)
    assert twin.get_observations() == env.get_observations()
    play_on(env, twin, random.Random(1))


def play_on(one: RiichiEnv, other: RiichiEnv, rng: random.Random) -> None:
    while not one.done():
        actions = {s: choose(o, rng).encode() for s, o in one.get_observations().items()}
        one.step(actions)
        other.step(actions)
    assert one.scores() == other.scores()
    assert one.mjai_log == other.mjai_log


def test_observations_and_actions_can_be_pickled() -> None:
    env = RiichiEnv("3p-red-single", seed=8, compat="riichienv-0.4.11")
    rng = random.Random(8)
    observations = env.reset()
    while not env.done():
        for obs in observations.values():
            twin = pickle.loads(pickle.dumps(obs))
            assert twin == obs
            assert twin.compat == obs.compat
            assert twin.events == obs.events
            assert twin.new_events() == obs.new_events()
            assert len(obs.new_events()) > 0
            assert twin.legal_actions() == obs.legal_actions()
            assert (twin.encode() == obs.encode()).all()
        actions = {s: choose(o, rng) for s, o in observations.items()}
        assert pickle.loads(pickle.dumps(actions)) == actions
        observations = env.step(actions)


def test_the_events_of_a_seat_make_the_same_observations_at_another_table() -> None:
    """Every seat's events, applied at an external table, give the same observations."""
    env = RiichiEnv("4p-red-east", seed=21)
    there = RiichiEnv("4p-red-east", seed=0)
    rng = random.Random(21)
    observations, asked = env.reset(), 0
    while not env.done():
        for seat, obs in observations.items():
            followed = None
            for line in obs.new_events():
                event = json.loads(line)
                if event["type"] == "tsumo" and event["actor"] != seat:
                    assert event["pai"] == "?"
                followed = there.observe_event(line, seat)
            if followed is not None:
                assert followed.legal_actions() == obs.legal_actions()
                assert (followed.encode() == obs.encode()).all()
                asked += 1
        observations = env.step({s: choose(o, rng, 0.9) for s, o in observations.items()})
    assert asked > 300


def test_a_ron_that_was_let_go_is_furiten_at_a_table_that_follows_mjai() -> None:
    """A ron that was passed bars the seat until its next discard."""
    hidden = ["?"] * 13
    hand = ["1m", "2m", "3m", "4m", "5m", "6m", "2p", "3p", "4p", "5s", "6s", "8s", "8s"]
    env = RiichiEnv("4p-red-single", seed=0)
    lines: list[dict[str, object]] = [
        {"type": "start_game", "id": 1},
        {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 1,
         "dora_marker": "9p", "scores": [25000] * 4, "tehais": [hidden, hand, hidden, hidden]},
        {"type": "tsumo", "actor": 1, "pai": "N"},
        {"type": "dahai", "actor": 1, "pai": "N", "tsumogiri": True},
        {"type": "tsumo", "actor": 2, "pai": "?"},
    ]  # fmt: skip
    for line in lines:
        env.observe_event(line, 1)
    first = env.observe_event({"type": "dahai", "actor": 2, "pai": "7s", "tsumogiri": True}, 1)
    assert first is not None
    assert ActionType.RON in {a.action_type for a in first.legal_actions()}
    env.observe_event({"type": "tsumo", "actor": 3, "pai": "?"}, 1)
    second = env.observe_event({"type": "dahai", "actor": 3, "pai": "4s", "tsumogiri": True}, 1)
    offered = {a.action_type for a in second.legal_actions()} if second else set()
    assert ActionType.RON not in offered
    assert env.get_observation(1).is_furiten


def test_the_mjai_log_is_one_that_replay_verifies(tmp_path: Path) -> None:
    env = RiichiEnv("4p-red-half", seed=31)
    play(env, skill=0.95)
    path = tmp_path / "game.mjson"
    path.write_text("".join(json.dumps(event) + "\n" for event in env.mjai_log))
    report = fd.riichi.replay(path)
    assert (report.logs, report.agreed) == (1, 1), str(report)


def test_rewards_are_results_and_what_shaping_adds() -> None:
    env = RiichiEnv("4p-red-half", seed=12, uma=(15_000, 5_000, -5_000, -15_000), shaping=0.1)
    rng = random.Random(12)
    observations, total = env.reset(), np.zeros(4)
    while not env.done():
        observations = env.step({s: choose(o, rng, 0.95) for s, o in observations.items()})
        total += env.rewards()
    bonus = [(15, 5, -5, -15)[rank - 1] for rank in env.ranks()]
    gained = (np.array(env.scores()) - 25_000) / 1000
    assert total == pytest.approx(1.1 * gained + bonus)
    plain = RiichiEnv("4p-red-half", seed=12)
    play(plain)
    results = plain.results()
    assert results is not None
    assert plain.rewards() == tuple(result / 1000 for result in results)
    assert sum(results) == 0


def test_numbers_of_the_package_serve_its_models() -> None:
    obs = RiichiEnv(seed=1, compat="riichienv-0.4.11").reset()[0]
    assert (obs.action_space_size, len(obs.mask())) == (82, 82)
    three = RiichiEnv("3p-red-half", seed=1, compat="riichienv-0.4.11").reset()[0]
    assert (three.action_space_size, len(three.mask())) == (60, 60)
    action = obs.find_action(obs.action_ids()[0])
    assert action is not None
    with pytest.raises(IndexError, match="no action 82"):
        obs.find_action(82)
