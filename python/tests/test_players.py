"""Policies of one's own wherever a bot's name stands: callables, batched policies, networks."""

import json
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import numpy.typing as npt
import pytest
from networks import policy_value

NAMES = sorted(fd.games())


def first(view: fd.View) -> int:
    """Plays the legal action with the lowest id."""
    return view.legal_actions()[0]


def first_of_all(observations: npt.NDArray[Any], masks: npt.NDArray[np.uint8]) -> Any:
    """The same for many decisions."""
    assert len(observations) == len(masks)
    return masks.argmax(axis=1)


def scores(result: dict[str, Any]) -> list[float]:
    return [bot["score"]["mean"] for bot in result["report"]["bots"]]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_policy_gives_the_same_match_in_every_form(name: str) -> None:
    game = fd.make(name)
    others = ["random"] * (game.seats - 1)
    network = fd.nets.load(policy_value(name, game.num_actions - 1))
    options: dict[str, Any] = {"deals": 3, "seed": 5}
    by_view = fd.match(name, [first, *others], **options)
    by_arrays = fd.match(name, [first_of_all, *others], **options)
    assert scores(by_view) == scores(by_arrays)
    assert by_view["report"]["bots"][0]["name"] in ("first", "first+random")

    def likes_the_last(view: fd.View) -> int:
        legal = view.legal_actions()
        return legal[-1] if legal[-1] == game.num_actions - 1 else legal[0]

    by_network = fd.match(name, [network, *others], **options)
    assert scores(by_network) == scores(fd.match(name, [likes_the_last, *others], **options))


def test_a_callable_that_asks_a_bot_plays_as_the_bot_does() -> None:
    greedy = fd.make("gin").bot("greedy")
    asked = fd.match("gin", [greedy.choose, "simple"], deals=30, seed=2)
    named = fd.match("gin", ["greedy", "simple"], deals=30, seed=2)
    assert scores(asked) == scores(named)
    adjusted = fd.match("gin", [greedy.choose, "simple"], deals=30, seed=2, luck="cheap")
    assert adjusted["report"]["luck"]["pairs"][0]["adjusted"]["interval"] is not None


def test_texts_are_actions_and_equal_objects_one_entry() -> None:
    game = fd.make("hearts")

    def by_text(view: fd.View) -> str:
        return game.action_text(view.legal_actions()[0])

    result = fd.match("hearts", [by_text, by_text, first, "rule"], deals=2, seed=1)
    rows = [(bot["name"], bot["seats"]) for bot in result["report"]["bots"]]
    assert rows == [("by_text", 2), ("first", 1), ("rule", 1)]

    def named(_view: fd.View) -> int:
        raise AssertionError

    named.__name__ = "first"
    with pytest.raises(fd.MatchError, match="bot 'first 2'"):
        fd.match("gin", [first, named], deals=1)


def test_batched_policies_get_batches_of_their_encoder_and_dtype() -> None:
    sizes: list[int] = []

    def note(observations: npt.NDArray[Any], masks: npt.NDArray[np.uint8]) -> Any:
        sizes.append(len(masks))
        assert observations.dtype == np.float32
        assert observations.shape[1:] == shape
        return masks.argmax(axis=1)

    shape = fd.make_vec("riichi", 1, encoder="riichi-base-1").observation_shape
    policy = fd.batched(note, encoder="riichi-base-1", dtype="float32", name="mine")
    result = fd.match("riichi", [policy, "random", "random", "random"], deals=40, threads=1)
    assert result["report"]["bots"][0]["name"] == "mine"
    assert max(sizes) > 30


def test_a_policy_that_fails_is_named_with_seat_and_deal_and_keeps_the_results() -> None:
    count = 0

    def fails_late(view: fd.View) -> int:
        nonlocal count
        count += 1
        if count > 20_000:
            raise RuntimeError("it is Monday")
        return view.legal_actions()[0]

    with pytest.raises(
        fd.MatchError, match=r"deal \d+, bot 'fails_late': hand \d+, seat"
    ) as caught:
        fd.match("gin", [fails_late, "simple"], deals=10_000, threads=1)
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert isinstance(caught.value, ValueError)
    so_far = caught.value.so_far
    assert so_far is not None
    assert 0 < so_far["report"]["clusters"] < 10_000
    for policy, said in [
        (
            lambda view: 241 if 241 not in view.legal_actions() else 0,
            "is not legal, expected one of",
        ),
        (lambda view: 999, r"no action 999, expected 0 to 241"),
        (lambda view: "fly", r"'fly' is not legal"),
        (lambda view: None, "expected the id or the text of an action"),
        (lambda observations, masks: [0], r"1 actions? for \d+ decisions: expected one for each"),
        (lambda observations, masks: masks, r"expected \d+ integers"),
        (lambda observations, masks: [0.5] * len(masks), r"it returned float64"),
    ]:
        with pytest.raises(fd.MatchError, match=said):
            fd.match("gin", [policy, "simple"], deals=20, threads=1)


def test_bad_players_are_named(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="a bot is 3: expected a name, a callable"):
        fd.match("gin", [3, "simple"])
    with pytest.raises(ValueError, match="no bot 'greddy'"):
        fd.match("gin", ["greddy", "simple"])
    with pytest.raises(FileNotFoundError):
        fd.match("gin", [str(tmp_path / "no.safetensors"), "simple"])
    other = fd.nets.load(policy_value("hearts", 0))
    with pytest.raises(ValueError, match=r"no encoder 'tricks-planes-\d+', expected one of"):
        fd.match("gin", [other, "simple"])
    with pytest.raises(ValueError, match="'math' has no 'nothing'"):
        fd.match("gin", ["math:nothing", "simple"])
    with pytest.raises(ValueError, match="no bot 'nowhere:policy'"):
        fd.match("gin", ["nowhere:policy", "simple"])
    with pytest.raises(ValueError, match="until is 0"):
        fd.match("gin", ["greedy", "simple"], until=0)
    with pytest.raises(ValueError, match="against is -1"):
        fd.match("gin", ["greedy", "simple"], against=-1)
    with pytest.raises(ValueError, match="until and against"):
        fd.match("gin", ["greedy", "simple"], until=1, against=True)


def test_a_network_plays_from_its_file_and_guides_a_bot(tmp_path: Path) -> None:
    game = fd.make("gin")
    path = tmp_path / "mine.safetensors"
    path.write_bytes(policy_value("gin", 0))
    view = game.deal(seed=3).view()
    for given in (path, str(path), fd.nets.load(path)):
        bot = game.bot(given)
        assert bot.choose(view) in view.legal_actions()
        assert fd.advise(view, given).best == bot.choose(view)
    guided = game.bot("puct:50", network=fd.nets.load(path))
    assert guided.choose(view) == fd.advise(view, "puct:50", network=fd.nets.load(path)).best
    with pytest.raises(
        ValueError, match="network: 'greedy' takes none, expected the search 'puct'"
    ):
        game.bot("greedy", network=fd.nets.load(path))
    with pytest.raises(TypeError, match=r"network is 7: expected a facedown\.nets\.Network"):
        game.bot("puct:50", network=7)
    result = fd.match("gin", ["puct:8", "simple"], deals=2, network=fd.nets.load(path))
    assert result["report"]["games"] == 4


def test_bots_of_ones_own_choose_and_review() -> None:
    game = fd.make("gin")
    view = game.deal(seed=3).view()
    assert game.bot(first).choose(view) == first(view)
    assert game.bot(fd.batched(first_of_all)).choose(view) == first(view)
    assert game.bot(first).name == "first"

    def broken(_view: fd.View) -> int:
        raise RuntimeError("it is Monday")

    with pytest.raises(ValueError, match=r"'broken', seat \d: .*it is Monday") as caught:
        game.bot(broken).choose(view)
    assert isinstance(caught.value.__cause__, RuntimeError)
    match = game.match(seed=1)
    hand = match.next_hand()
    assert hand is not None
    while not hand.is_over:
        hand.apply(hand.legal_actions()[-1])
    match.finish(hand)
    found = fd.review(match, 0, bot=first, worlds=4)
    assert found.bot == "first"
    assert found.decisions
    with pytest.raises(ValueError, match="it is Monday"):
        fd.review(match, 0, bot=broken, worlds=4)


def test_a_match_ends_when_it_is_decided_and_reports_on_the_way() -> None:
    seen: list[dict[str, Any]] = []
    result = fd.match("gin", ["greedy", "random"], against=True, seed=4, progress=seen.append)
    (pair,) = result["report"]["sequential"]["pairs"]
    assert pair["verdict"] == "better"
    assert result["report"]["clusters"] < 1_000
    assert seen
    assert seen[-1]["deals"] <= result["report"]["clusters"]
    narrow = fd.match("gin", ["greedy", "simple"], until=3.0, seed=4)
    low, high = (narrow["report"]["pairs"][0]["score"]["interval"][end] for end in ("low", "high"))
    assert high - low <= 3.0
    stopped = fd.match("gin", ["greedy", "simple"], deals=10**6, progress=lambda _: False)
    assert stopped["report"]["clusters"] < 10**6


@pytest.mark.parametrize("name", NAMES)
def test_opponents_leave_the_caller_every_decision(name: str) -> None:
    env = fd.make_vec(name, 6, seed=3, opponents="random", seat=1)
    _, mask, seat = env.reset()
    for _ in range(60):
        assert (seat == 1).all()
        assert mask.any(axis=1).all()
        _, mask, seat, _, _ = env.step(env.sample_actions())
    drawn = fd.make_vec(name, 40, seed=3, opponents=first)
    seats = {int(s) for s in drawn.reset().seat}
    assert seats == set(range(env.seats))


def test_opponents_are_the_same_in_every_form_and_get_batches() -> None:
    sizes: list[int] = []

    def note(_: npt.NDArray[Any], masks: npt.NDArray[np.uint8]) -> Any:
        sizes.append(len(masks))
        return masks.argmax(axis=1)

    def played(opponents: Any) -> list[npt.NDArray[Any]]:
        env = fd.make_vec("hearts", 300, seed=8, opponents=opponents, threads=2)
        env.reset()
        steps = [env.step(env.sample_actions()) for _ in range(3)]
        for _ in range(30):
            steps.append(env.step(env.sample_actions()))
        return [steps[-1].reward.copy(), steps[-1].observation.copy()]

    by_view, by_arrays = played(first), played(note)
    mixed = played([first, fd.batched(first_of_all), first])
    for one, other, third in zip(by_view, by_arrays, mixed, strict=True):
        assert np.array_equal(one, other)
        assert np.array_equal(one, third)
    assert max(sizes) > 150


def test_an_opponent_that_fails_is_named_and_a_reset_helps() -> None:
    fails = True

    def policy(view: fd.View) -> int:
        if fails:
            raise RuntimeError("it is Monday")
        return view.legal_actions()[0]

    env = fd.make_vec("gin", 8, seed=1, opponents=policy, seat=0)

    def play() -> None:
        env.reset()
        for _ in range(5):
            env.step(env.sample_actions())

    said = r"environment \d: opponent 'policy' at seat 1: "
    with pytest.raises(ValueError, match=said) as caught:
        play()
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(ValueError, match="expected a reset first"):
        env.step(env.sample_actions())
    fails = False
    env.reset()
    env.step(env.sample_actions())


def test_bad_opponents_are_named() -> None:
    with pytest.raises(ValueError, match="2 opponents, expected 1"):
        fd.make_vec("gin", 2, opponents=["greedy", "greedy"])
    with pytest.raises(ValueError, match="no bot 'greddy'"):
        fd.make_vec("gin", 2, opponents="greddy")
    with pytest.raises(IndexError, match="no seat 2, expected 0 to 1"):
        fd.make_vec("gin", 2, opponents="greedy", seat=2)
    with pytest.raises(TypeError, match="seat is 'first'"):
        fd.make_vec("gin", 2, opponents="greedy", seat="first")
    with pytest.raises(ValueError, match="expected none without opponents"):
        fd.make_vec("gin", 2, seat=0)


def test_bots_of_ones_own_in_gymnasium_and_pettingzoo() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    single = gymnasium.make(
        "facedown/Hearts-v1", opponents=[first, "rule", fd.batched(first_of_all)]
    )
    _, info = single.reset(seed=4)
    over = False
    while not over:
        action = single.action_space.sample(info["action_mask"])
        _, _, over, _, info = single.step(action)
    vector = gymnasium.make_vec("facedown/Gin-v1", num_envs=64, opponents=first_of_all, seat=1)
    _, infos = vector.reset(seed=4)
    for _ in range(40):
        assert (infos["seat"] == 1).all()
        *_, infos = vector.step(vector.unwrapped.sample_actions())
    for make in (fd.env, fd.parallel_env):
        env = make("spades", bots={1: "rule", "seat_3": first})
        assert env.possible_agents == ["seat_0", "seat_2"]
        with pytest.raises(ValueError, match="bots: no seat 4, expected 0 to 3"):
            make("spades", bots={4: "rule"})
        with pytest.raises(ValueError, match="bots in all 4 seats"):
            make("spades", bots=dict.fromkeys(range(4), "rule"))
    env = fd.env("spades", bots={1: "rule", "seat_3": first})
    env.reset(seed=4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        over = termination or truncation
        env.step(None if over else int(observation["action_mask"].argmax()))
    assert totals["seat_0"] == totals["seat_2"] != 0, "partners score together"
    parallel = fd.parallel_env("spades", bots={1: "rule", "seat_3": first})
    observations, _ = parallel.reset(seed=4)
    while parallel.agents:
        actions = {a: int(observations[a]["action_mask"].argmax()) for a in parallel.agents}
        observations, rewards, *_ = parallel.step(actions)
    assert rewards == totals


def test_jobs_name_bots_that_workers_can_import() -> None:
    pytest.importorskip("pyarrow")
    given = fd.scale.job("match", game="gin", bots=[first, "simple"], deals=4, shard=2)
    assert given.record()["bots"] == ["test_players:first", "simple"]
    named = fd.scale.job(
        "match", game="gin", bots=["test_players:first", "simple"], deals=4, shard=2
    )
    assert named == given
    table = named.table(0, 2)
    report = json.loads(table["report"].to_pylist()[0])
    assert [bot["name"] for bot in report["bots"]] == ["test_players:first", "simple"]
    with pytest.raises(ValueError, match="cannot be imported by name"):
        fd.scale.job("match", game="gin", bots=[lambda view: 0, "simple"], deals=4)
