import runpy
import sys
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make test-all installs it")

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("dtype", ["uint8", "float16", "float32"])
def test_tensors_share_the_memory_that_steps_write(dtype: str) -> None:
    env = fd.make_vec("hearts", 8, seed=3, dtype=dtype)
    batch = env.new_batch()
    now = fd.torch.tensors(batch)
    arrays: list[Any] = list(batch)
    for array, tensor in zip(arrays, now, strict=True):
        assert tensor is not None
        assert tensor.data_ptr() == array.ctypes.data
        assert tuple(tensor.shape) == array.shape
    env.reset(out=batch)
    for _ in range(70):
        env.step(env.sample_actions(), out=batch)
        assert (now.observation.numpy() == batch.observation).all()
        assert (now.mask.numpy() == batch.mask.view(np.bool_)).all()
        assert now.done is not None
        assert (now.done.numpy() == batch.done).all()
    assert now.done is not None
    assert now.mask.dtype == now.done.dtype == torch.bool


def test_decisions_have_no_rewards() -> None:
    env = fd.make_vec("gin", 2)
    now = fd.torch.tensors(env.reset())
    assert now.reward is None
    assert now.done is None


@pytest.mark.parametrize("bad", [None, 3, "batch", (1, 2), [np.zeros(3)]])
def test_anything_else_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="expected a Batch"):
        fd.torch.tensors(bad)


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr(sys, "argv", [name])
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"]


@pytest.mark.parametrize("game", ["gin", "hearts"])
def test_the_example_of_ppo_runs(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    main, curve = example("masked_ppo", monkeypatch), tmp_path / "curve.svg"
    small = "--minutes 0.02 --envs 16 --steps 80 --width 16 --every 1 --hands 4"
    points = main([game, *small.split(), "--curve", str(curve)])
    assert len(points) >= 2
    assert curve.read_text().startswith("<svg")


def test_the_example_of_behaviour_cloning_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    main = example("behaviour_cloning", monkeypatch)
    small = "--minutes 60 --batches 60 --width 64 --batch 64 --every 60"
    points = main([*small.split()])
    assert points[-1][1] > points[0][1] + 10


def test_the_example_of_sb3_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    main = example("maskable_ppo_sb3", monkeypatch)
    assert len(main(["--minutes", "0.01", "--steps", "256", "--hands", "2"])) >= 2


def test_the_module_of_the_documentation_reads_the_weights() -> None:
    safetensors = pytest.importorskip("safetensors.torch", reason="safetensors is not installed")
    nn = torch.nn
    weights = Path(fd.__file__).parent / "weights"
    for name, outputs in [("fantasyland-top", 364), ("fantasyland-middle", 462)]:
        layers = [nn.Linear(252, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU()]
        net = nn.ModuleDict({"fc": nn.Sequential(*layers, nn.Linear(512, outputs))})
        net.load_state_dict(safetensors.load_file(weights / f"{name}.safetensors"))
        inputs = np.random.default_rng(5).random((16, 252), dtype=np.float32)
        theirs = net["fc"](torch.from_numpy(inputs)).detach().numpy()
        np.testing.assert_allclose(fd.nets.load(name).predict(inputs), theirs, atol=1e-4, rtol=1e-4)
