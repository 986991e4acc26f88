"""Networks from Python: arrays, labels, Fantasyland, deadwood, and files that are refused."""

import json
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest
from networks import policy_value, write

TINY = Path(__file__).parents[2] / "testdata" / "nets"
HAND = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc"


def mlp(widths: list[int], encoder: str, seed: int = 1) -> tuple[bytes, dict[str, Any]]:
    rng = np.random.default_rng(seed)
    tensors, layers = {}, []
    for i, (inputs, outputs) in enumerate(pairwise(widths)):
        name, last = f"fc.{2 * i}", i + 2 == len(widths)
        tensors[f"{name}.weight"] = rng.normal(0, 0.3, (outputs, inputs)).astype(np.float32)
        tensors[f"{name}.bias"] = rng.normal(0, 0.3, outputs).astype(np.float32)
        layers.append({"type": "linear", "name": name, "out": outputs, "relu": not last})
    config = json.dumps({"input": [widths[0]], "layers": layers})
    return write(tensors, {"config": config, "encoder": encoder}), tensors


def test_a_prediction_is_that_of_numpy() -> None:
    data, tensors = mlp([5, 7, 3], "toy-1")
    net = fd.nets.load(data, "toy-1")
    x = np.random.default_rng(2).normal(size=(4, 6, 5)).astype(np.float32)
    hidden = np.maximum(x @ tensors["fc.0.weight"].T + tensors["fc.0.bias"], 0)
    expected = hidden @ tensors["fc.2.weight"].T + tensors["fc.2.bias"]
    np.testing.assert_allclose(net.predict(x), expected, rtol=1e-5, atol=1e-5)
    assert net.predict(x[0, 0]).shape == (3,)
    assert net.predict(x[:0]).shape == (0, 6, 3)
    assert net.shape == (5,)
    assert net.heads == {"output": slice(0, 3)}
    assert net.metadata["encoder"] == "toy-1"


def test_committed_weights_have_their_outputs() -> None:
    net = fd.nets.load(TINY / "tiny.safetensors")
    cases = json.loads((TINY / "tiny.json").read_text())
    inputs = np.array([case["input"] for case in cases]).reshape(-1, 3, 7)
    expected = [case["output"] for case in cases]
    np.testing.assert_allclose(net.predict(inputs), expected, atol=1e-5)


def test_files_that_do_not_fit_are_refused() -> None:
    data, tensors = mlp([5, 3], "toy-1")
    with pytest.raises(ValueError, match="encoder 'toy-1', expected 'toy-2'"):
        fd.nets.load(data, "toy-2")
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        fd.nets.load(data[:-1])
    with pytest.raises(ValueError, match="not a whole safetensors file"):
        fd.nets.load(b"")
    with pytest.raises(ValueError, match="the metadata have no 'config'"):
        fd.nets.load(write(tensors, {}))
    with pytest.raises(FileNotFoundError):
        fd.nets.load("no such file")
    with pytest.raises(ValueError, match=r"inputs has shape \(4,\): expected \(5,\)"):
        fd.nets.load(data).predict(np.zeros(4))
    with pytest.raises(ValueError, match="dtype"):
        fd.nets.load(data).predict(["a"] * 5)


def test_labels_are_those_of_itertools() -> None:
    hand = fd.nets.sort_hand(HAND)
    assert sorted(hand) == sorted(HAND.split())
    for index, top in enumerate(combinations(hand, 3)):
        assert fd.nets.get_top_by_index(hand, index) == list(top)
        assert fd.nets.hand_to_top_label(hand, top) == index
    rest = hand[3:]
    assert fd.nets.hand_to_middle_label(rest, rest[-5:]) == 461
    assert fd.nets.get_middle_by_index(rest, 461) == rest[-5:]
    with pytest.raises(IndexError):
        fd.nets.get_top_by_index(hand, 364)
    with pytest.raises(ValueError, match="expected 3 different cards"):
        fd.nets.hand_to_top_label(hand, ["2s", "3s", "4s"])


def test_jokers_have_labels() -> None:
    hand = fd.nets.sort_hand("X " + HAND.rsplit(" ", 2)[0] + " X")
    assert hand[:3] == ["X", "X", "Ah"]
    assert fd.nets.hand_to_top_label(hand, ["X", "X", "Ah"]) == 0
    assert fd.nets.encode_hand(hand).sum() == 2 * 12 + 2


def test_an_encoded_hand_has_a_rank_and_a_suit_for_every_card() -> None:
    one = fd.nets.encode_hand(HAND)
    ids = [13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0]) for card in HAND.split()]
    batch = fd.nets.encode_hand(np.array([ids, ids[::-1]], dtype=np.int64))
    assert batch.shape == (2, 252)
    np.testing.assert_array_equal(batch[0], one)
    np.testing.assert_array_equal(batch[1].reshape(14, 18), one.reshape(14, 18)[::-1])
    cards = one.reshape(14, 18)
    assert (cards[:, :13].sum(1) == 1).all()
    assert (cards[:, 13:17].sum(1) == 1).all()
    with pytest.raises(ValueError, match="13 cards"):
        fd.nets.encode_hand(HAND[:-3])
    with pytest.raises(ValueError, match="comes twice"):
        fd.nets.encode_hand(HAND[:-2] + "Ah")
    with pytest.raises(ValueError, match="no card '1h'"):
        fd.nets.encode_hand(HAND[:-2] + "1h")


def test_all_candidates_are_the_exact_answer() -> None:
    top = fd.nets.TopPolicyNetwork(mlp([252, 8, 364], "fantasyland-top-1")[0])
    middle = fd.nets.MiddlePolicyNetwork(mlp([252, 8, 462], "fantasyland-middle-1")[0])
    shares = top.predict_top(fd.nets.encode_hand(HAND))
    assert shares.shape == (364,)
    assert abs(float(shares.sum()) - 1) < 1e-5
    exact = fd.ofc.solve_fantasy(HAND, stay_value=11.95).value
    all_of_them = fd.nets.solve_with_policy_network(HAND, top, k=364)
    assert all_of_them.settings == 1_009_008
    assert abs(all_of_them.value - exact) < 1e-9
    rows = (all_of_them.top, all_of_them.middle, all_of_them.bottom)
    assert abs(fd.nets.evaluate_placement(*rows, stay_value=11.95) - exact) < 1e-9
    few = fd.nets.solve_with_policy_network(HAND, top, k=200, middle_net=middle)
    assert few.settings == 200 * 200 * 6
    assert few.value <= exact
    with pytest.raises(ValueError, match="k is 0"):
        fd.nets.solve_with_policy_network(HAND, top, k=0)
    with pytest.raises(ValueError, match="expected 14"):
        fd.nets.solve_with_policy_network(HAND + " 2s", top)
    with pytest.raises(TypeError, match="expected a TopPolicyNetwork"):
        fd.nets.solve_with_policy_network(HAND, middle)  # type: ignore[arg-type]


def test_the_policy_networks_that_ship_find_the_exact_value() -> None:
    top = fd.nets.TopPolicyNetwork("fantasyland-top")
    middle = fd.nets.MiddlePolicyNetwork("fantasyland-middle")
    pack = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    rng = np.random.default_rng(14)
    hands = [" ".join(rng.choice(pack, 14, replace=False)) for _ in range(100)]
    right = 0
    for hand in hands:
        found = fd.nets.solve_with_policy_network(hand, top, k=50, middle_net=middle)
        right += abs(found.value - fd.ofc.solve_fantasy(hand, stay_value=11.95).value) < 1e-9
    assert right >= 98


def test_estimates_of_deadwood_have_sides() -> None:
    estimator = fd.nets.DeadwoodEstimator(mlp([52, 8, 107], "gin-hand-1")[0])
    hands = np.array([[0b1111111111, 0b11111111111], [1, 2**51]], dtype=np.uint64)
    likely = estimator.estimate(hands)
    assert likely.shape == (2, 2)
    high = estimator.estimate(hands, side="at_least", rate=0.01)
    low = estimator.estimate(hands, side="at_most", rate=0.01)
    assert (low <= high).all()
    with pytest.raises(ValueError, match="hand 0 is 0x0"):
        estimator.estimate(np.zeros(1, dtype=np.uint64))
    with pytest.raises(ValueError, match="no side 'best'"):
        estimator.estimate(hands, side="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"rate of 0\.9"):
        estimator.estimate(hands, side="at_least", rate=0.9)


def test_data_sets_are_samples_and_json_lines(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run = fd.scale.run(
        fd.scale.job("dataset", name="fantasyland", rows=60, shard=25), tmp_path / "a"
    )
    table = fd.nets.read_dataset(tmp_path / "a")
    assert (len(run.parts), table.num_rows) == (3, 60)
    inputs, labels = fd.nets.samples("fantasyland-top", table)
    assert inputs.shape == (60, 252)
    assert labels.max() < 364
    inputs, labels = fd.nets.samples("fantasyland-middle", table)
    assert labels.max() < 462
    lines = tmp_path / "hands.jsonl"
    assert fd.nets.write_jsonl(lines, table) == 60
    again = fd.nets.read_jsonl(lines)
    np.testing.assert_array_equal(again["cards"].tolist(), table["cards"].to_pylist())
    one_joker = (again["cards"] >= 52).sum(1) < 2
    for name in ("top", "middle", "bottom"):
        np.testing.assert_array_equal(again[name][one_joker], np.array(table[name])[one_joker])
    first = json.loads(lines.read_text().splitlines()[0])
    assert {*first["top"], *first["middle"], *first["bottom"]} <= {*first["hand"]}
    lines.write_text('{"hand": []}\n')
    with pytest.raises(ValueError, match="line 1: 0 cards"):
        fd.nets.read_jsonl(lines)
    with pytest.raises(ValueError, match="no column 'hand': it is of another task"):
        fd.nets.samples("deadwood", table)


def test_data_sets_of_the_command_line_are_read(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "hands"
    command = [sys.executable, "-m", "facedown", "dataset", "fantasyland", "--rows", "60"]
    subprocess.run([*command, "--seed", "3", "--out", folder], check=True)
    table = fd.nets.read_dataset(folder)
    about = json.loads(table.schema.metadata[b"facedown"])
    assert (about["game"], about["seed"], about["rows"]) == ("ofc", 3, 60)
    fd.scale.run(fd.scale.job("dataset", name="fantasyland", rows=60, seed=3), tmp_path / "same")
    assert table.to_pydict() == fd.nets.read_dataset(tmp_path / "same").to_pydict()
    inputs, _ = fd.nets.samples("fantasyland-middle", table)
    assert inputs.shape == (60, 252)
    part = folder / "part-000000.parquet"
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(ValueError, match="part-000000"):
        fd.nets.read_dataset(folder)
    with pytest.raises(FileNotFoundError, match=r"has no manifest\.json"):
        fd.nets.read_dataset(tmp_path)


def test_deadwood_samples_are_exact(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for name, shard in (("a", 100), ("b", 32)):
        fd.scale.run(
            fd.scale.job("dataset", name="deadwood", rows=100, shard=shard), tmp_path / name
        )
    table, other = fd.nets.read_dataset(tmp_path / "a"), fd.nets.read_dataset(tmp_path / "b")
    assert table.to_pydict() == other.to_pydict()
    inputs, labels = fd.nets.samples("deadwood", table)
    np.testing.assert_array_equal(fd.gin.min_deadwood(np.array(table["hand"])), labels)
    assert set(inputs.sum(1)) == {10, 11}


@pytest.mark.parametrize("name", list(fd.games()))
def test_a_network_guides_a_search_in_every_game(name: str) -> None:
    view = fd.make(name).deal(7).view()
    for favourite in view.legal_actions()[:2]:
        net = fd.nets.load(policy_value(name, favourite))
        answer = fd.advise(view, "puct", network=net, iterations=40, threads=1)
        assert answer.best == favourite
        # Nothing but the value of leaves, unless the hand ended in the tree.
        assert answer.actions[0].value is not None
        again = fd.advise(view, "puct", network=net, iterations=40, threads=2)
        assert [report.visits for report in again.actions] == [
            report.visits for report in answer.actions
        ]


def test_the_value_of_leaves_is_the_networks_in_points() -> None:
    view = fd.make("hearts").deal(7).view()
    net = fd.nets.load(policy_value("hearts"))
    answer = fd.advise(view, "puct", network=net, iterations=30, threads=1)
    assert answer.actions[0].value == pytest.approx(5.0)
    rolled = fd.nets.load(policy_value("hearts", value=False))
    answer = fd.advise(view, "puct", network=rolled, iterations=30, threads=1)
    assert answer.actions[0].value != pytest.approx(5.0)


def test_a_network_that_does_not_fit_is_named() -> None:
    view = fd.make("hearts").deal(7).view()
    net = fd.nets.load(policy_value("hearts"))
    with pytest.raises(ValueError, match=r"network: 'ismcts' takes none, expected .*'puct'"):
        fd.advise(view, "ismcts", network=net, iterations=10)
    with pytest.raises(ValueError, match=r"network: its encoder is 'gin-.*', expected 'tricks-"):
        fd.advise(view, "puct", network=fd.nets.load(policy_value("gin")), iterations=10)
    with pytest.raises(TypeError, match=r"network is 5: expected a facedown\.nets\.Network"):
        fd.advise(view, "puct", network=5, iterations=10)  # type: ignore[arg-type]
    data, _ = mlp([52, 4], fd.make("hearts").encoder)
    with pytest.raises(ValueError, match="network: the network has 52 inputs"):
        fd.advise(view, "puct", network=fd.nets.load(data), iterations=10)
