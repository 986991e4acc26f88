"""MaskablePPO of sb3-contrib through the Gymnasium door: `python maskable_ppo_sb3.py`.

One seat of gin rummy learns against bots, in some environments at once; masks come from
`action_masks`. Needs `pip install sb3-contrib`. Printed, and drawn with `--curve FILE.svg`, is the
mean score of a hand.
"""

import argparse
import time
from typing import Any

import facedown  # noqa: F401  registers the environments
import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import _curve  # isort: skip


def evaluate(model: Any, env: Any, hands: int) -> tuple[float, float]:
    """Returns the mean score of a hand and its standard error."""
    scores = []
    for seed in range(hands):
        seen, _ = env.reset(seed=1_000_000 + seed)
        total, ended = 0.0, False
        while not ended:
            masks = env.unwrapped.action_masks()
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, reward, ended, _, _ = env.step(int(action))
            total += reward
        scores.append(total)
    return float(np.mean(scores)), float(np.std(scores) / np.sqrt(hands))


def main(arguments: list[str] | None = None) -> list[tuple[float, float]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="facedown/Gin-v1")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--envs", type=int, default=16, help="stepped together")
    parser.add_argument("--steps", type=int, default=16_384, help="between evaluations")
    parser.add_argument("--hands", type=int, default=100, help="of an evaluation")
    parser.add_argument("--curve", help="an SVG file to draw")
    options = parser.parse_args(arguments)

    def make(scale: float) -> Any:
        return gymnasium.make(
            options.env, opponents=options.opponents, dtype=np.float32, reward_scale=scale
        )

    train = DummyVecEnv([lambda: make(0.02) for _ in range(options.envs)])
    test = make(1.0)
    steps = max(2, min(options.steps, 8192) // options.envs)
    model = MaskablePPO(
        "MlpPolicy",
        train,
        n_steps=steps,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        seed=0,
        device="cpu",
    )
    start, points = time.monotonic(), []
    while True:
        mean, error = evaluate(model, test, options.hands)
        points.append((float(model.num_timesteps), mean))
        minutes = (time.monotonic() - start) / 60
        print(
            f"{minutes:5.1f} min  {model.num_timesteps:8,} steps  "
            f"{mean:+7.2f} ± {1.96 * error:.2f} points a hand against {options.opponents}",
            flush=True,
        )
        if minutes >= options.minutes and len(points) > 1:
            break
        model.learn(options.steps, reset_num_timesteps=False)
    if options.curve:
        title = f"sb3-contrib MaskablePPO, gin: points a hand against {options.opponents}"
        _curve.save(options.curve, title, ("steps", "points"), points)
    return points


if __name__ == "__main__":
    main()
