"""Masked PPO by self-play, for any game: `python masked_ppo.py gin` or `hearts`.

One network plays all seats of a vectorised environment. The return of a decision is the reward of
its seat at the end of the episode, so that seats with different rewards learn together. The
observations reach PyTorch without a copy (`facedown.torch`).

Every few updates the network, playing its most probable action in one seat, meets bots; the mean
score of a hand is printed and, with `--curve FILE.svg`, drawn.
"""

import argparse
import time
from typing import Any

import facedown as fd
import numpy as np
import torch
from torch import nn

import _curve  # isort: skip


class Policy(nn.Module):
    """Two hidden layers, the logits of actions and a value."""

    def __init__(self, env: fd.VecEnv, width: int) -> None:
        super().__init__()
        shape = env.observation_shape
        scales = torch.tensor(env.observation_scales).reshape(-1, *[1] * (len(shape) - 1))
        self.register_buffer("scales", scales)
        self.body = nn.Sequential(
            nn.Flatten(),
            nn.Linear(int(np.prod(shape)), width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.actions = nn.Linear(width, env.num_actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.actions.weight)

    def forward(self, observation: Any, mask: Any) -> tuple[Any, Any]:
        hidden = self.body(observation.float() * self.scales)
        logits = self.actions(hidden).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, -1), self.value(hidden).squeeze(-1)


def collect(env: fd.VecEnv, batch: Any, now: Any, policy: Policy, steps: int) -> dict[str, Any]:
    """Plays so many steps in all environments; keeps the decisions whose episodes ended."""
    kept: dict[str, list[Any]] = {name: [] for name in ("seen", "mask", "action", "log", "value")}
    seats, rewards, ends = [], [], []
    with torch.no_grad():
        for _ in range(steps):
            log, value = policy(now.observation, now.mask)
            action = torch.multinomial(log.exp(), 1).squeeze(-1)
            kept["seen"].append(now.observation.clone())
            kept["mask"].append(now.mask.clone())
            kept["action"].append(action)
            kept["log"].append(log.gather(1, action[:, None]).squeeze(-1))
            kept["value"].append(value)
            seats.append(now.seat.long())
            env.step(action.int().numpy(), out=batch)
            rewards.append(now.reward.clone())
            ends.append(now.done.clone())
    returns, known = [], []
    ahead, ended = torch.zeros_like(rewards[0]), torch.zeros_like(ends[0])
    for seat, reward, end in zip(reversed(seats), reversed(rewards), reversed(ends), strict=True):
        ahead = torch.where(end[:, None], reward, ahead + reward)
        ended = ended | end
        returns.append(ahead.gather(1, seat[:, None]).squeeze(-1))
        known.append(ended)
    used = torch.cat(known[::-1])
    found = {name: torch.cat(parts)[used] for name, parts in kept.items()}
    return {**found, "return": torch.cat(returns[::-1])[used]}


def update(policy: Policy, optimizer: Any, data: dict[str, Any], epochs: int, size: int) -> None:
    """The clipped objective of PPO, a value loss and an entropy bonus."""
    gain = data["return"] - data["value"]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(epochs):
        for part in torch.randperm(len(gain)).split(size):
            log, value = policy(data["seen"][part], data["mask"][part])
            chosen = log.gather(1, data["action"][part, None]).squeeze(-1)
            ratio = (chosen - data["log"][part]).exp()
            clipped = ratio.clamp(0.8, 1.2)
            objective = torch.min(ratio * gain[part], clipped * gain[part]).mean()
            miss = (value - data["return"][part]).square().mean()
            entropy = -(log.exp() * log).sum(-1).mean()
            optimizer.zero_grad()
            (-objective + 0.5 * miss - 0.01 * entropy).backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def evaluate(name: str, policy: Policy, bot: str, hands: int) -> tuple[float, float]:
    """Returns the mean score of a hand in seat 0 against bots, and its standard error."""
    game = fd.make(name)
    scores = []
    for seed in range(hands):
        state = game.deal(seed=1_000_000 + seed)
        bots = [game.bot(bot, seed=seed) for _ in range(game.seats)]
        while not state.is_over:
            view = state.view()
            if state.current_seat == 0:
                with torch.no_grad():
                    seen = torch.from_numpy(view.observation())[None]
                    log, _ = policy(seen, torch.from_numpy(view.mask())[None].bool())
                state.apply(int(log.argmax()))
            else:
                state.apply(bots[state.current_seat].choose(view))
        scores.append(state.scores()[0])
    return float(np.mean(scores)), float(np.std(scores) / np.sqrt(hands))


def main(arguments: list[str] | None = None) -> list[tuple[float, float]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="gin")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--steps", type=int, default=128, help="of each environment, per update")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--every", type=int, default=5, help="updates between evaluations")
    parser.add_argument("--hands", type=int, default=200, help="of an evaluation")
    parser.add_argument("--against", default="random", help="the bot of the evaluation")
    parser.add_argument("--scale", type=float, default=0.02, help="the reward of a point")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--curve", help="an SVG file to draw")
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    env = fd.make_vec(options.game, options.envs, seed=options.seed, reward_scale=options.scale)
    batch = env.new_batch()
    now = fd.torch.tensors(batch)  # the memory that every step writes
    env.reset(out=batch)
    policy = Policy(env, options.width)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    start, decisions, updates, points = time.monotonic(), 0, 0, []
    while True:
        ends = updates > 0 and time.monotonic() - start >= 60 * options.minutes
        if updates % options.every == 0 or ends:
            mean, error = evaluate(options.game, policy, options.against, options.hands)
            points.append((float(decisions), mean))
            minutes = (time.monotonic() - start) / 60
            print(
                f"{minutes:5.1f} min  {decisions:9,} decisions  "
                f"{mean:+7.2f} ± {1.96 * error:.2f} points a hand against {options.against}",
                flush=True,
            )
        if ends:
            break
        data = collect(env, batch, now, policy, options.steps)
        update(policy, optimizer, data, epochs=2, size=2048)
        decisions += options.envs * options.steps
        updates += 1
    if options.curve:
        title = f"Masked PPO, {options.game}: points a hand against {options.against}"
        _curve.save(options.curve, title, ("decisions of self-play", "points"), points)
    return points


if __name__ == "__main__":
    main()
