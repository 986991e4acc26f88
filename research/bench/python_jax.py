"""Decisions a second inside JAX against `make_vec`, 1,024 games, and the time to compile.

Both sides play the same recorded random actions from the same deals on as many threads, and fill
observations, masks and rewards; JAX in one compiled `scan`. One process measures both in turns; the
ratio is the median of the turns' ratios. Then the plain-JAX deadwood: its time on this CPU and the
operations that XLA counts.

    python research/bench/python_jax.py [--json] [--turns N] [--envs N] [--steps N] [--threads N]
                               [--processor-time] [GAME…]

With `--processor-time` other programs do not count; use it with `--threads 1`.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import facedown as fd
import jax
import jax.numpy as jnp
import numpy as np

ready: Any = jax.block_until_ready  # untyped in JAX
clock = time.perf_counter


def recorded(vec: fd.VecEnv, steps: int) -> Any:
    """Random legal actions of so many steps: int32[steps, n]."""
    vec.reset()
    actions = []
    for _ in range(steps):
        actions.append(vec.sample_actions().copy())
        vec.step(actions[-1])
    return np.stack(actions)


def seconds(call: Callable[[], Any]) -> float:
    start = clock()
    call()
    return clock() - start


def compare(name: str, envs: int, steps: int, threads: int, turns: int) -> dict[str, Any]:
    vec = fd.make_vec(name, envs, seed=7, threads=threads, hand=0)
    actions = recorded(vec, steps)
    batch = vec.new_batch()

    def play_vec() -> None:
        for row in actions:
            vec.step(row, out=batch)

    env = fd.jax.make(name, auto_reset=True, threads=threads, hand=0)
    seeds = [vec.env_seed(i) for i in range(envs)]
    keys = jnp.array([[seed >> 32, seed & 0xFFFF_FFFF] for seed in seeds], jnp.uint32)

    def rollout(states: Any, first: Any, actions: Any) -> Any:
        def step(carry: Any, action: Any) -> Any:
            return jax.vmap(env.step)(carry[0], action), None

        return jax.lax.scan(step, (states, first), actions)[0]

    start = time.perf_counter()
    reset = jax.jit(jax.vmap(env.reset)).lower(keys).compile()
    compile_reset = time.perf_counter() - start
    states, first = ready(reset(keys))
    on_device = jnp.asarray(actions)
    start = time.perf_counter()
    played = jax.jit(rollout).lower(states, first, on_device).compile()
    compile_rollout = time.perf_counter() - start

    ours, theirs = [], []
    for turn in range(turns + 1):
        vec.reset(out=batch)
        found = [
            seconds(play_vec),
            seconds(lambda: ready(played(states, first, on_device))),
        ]
        if turn:  # the first warms up
            ours.append(steps * envs / found[0])
            theirs.append(steps * envs / found[1])
    _, last = played(states, first, on_device)
    assert (np.asarray(last.observation) == batch.observation).all(), "both played the same games"
    ratios = [jax_rate / rate for jax_rate, rate in zip(theirs, ours, strict=True)]
    return {
        "game": name,
        "threads": threads,
        "state_bytes": env.state_size,
        "make_vec": statistics.median(ours),
        "jax": statistics.median(theirs),
        "ratio": statistics.median(ratios),
        "compile_reset": compile_reset,
        "compile_rollout": compile_rollout,
    }


def plain_deadwood(hands: int, turns: int) -> dict[str, Any]:
    """The time of a hand by JAX operations alone and by the kernel, and what XLA counts."""
    words = jnp.asarray(fd.jax.words(fd.gin.random_hands(hands, seed=1)))
    found: dict[str, Any] = {}
    for name, function in [("plain", fd.jax.min_deadwood_plain), ("kernel", fd.jax.min_deadwood)]:
        compiled = jax.jit(function).lower(words).compile()
        ready(compiled(words))
        times = [seconds(lambda: ready(compiled(words))) for _ in range(turns)]  # noqa: B023
        found[f"{name}_ns"] = statistics.median(times) / hands * 1e9
        if name == "plain":
            cost = compiled.cost_analysis()
            costs: dict[str, float] = (cost[0] if isinstance(cost, list) else cost) or {}
            found["operations"] = costs["flops"] / hands
            found["bytes"] = costs.get("bytes accessed", 0.0) / hands
    jaxpr = jax.make_jaxpr(fd.jax.min_deadwood_plain)(words[0])
    found["primitives"] = count(jaxpr.jaxpr)
    return found


def count(jaxpr: Any) -> int:
    """The number of primitive operations of a program, those of programs inside included."""
    total = 0
    for equation in jaxpr.eqns:
        inner = [value for value in equation.params.values() if hasattr(value, "jaxpr")]
        total += sum(count(program.jaxpr) for program in inner) if inner else 1
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=sorted(fd.games()))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--envs", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--processor-time", action="store_true")
    options = parser.parse_args()
    if options.processor_time:
        global clock
        clock = time.process_time
    rows = [
        compare(name, options.envs, options.steps, options.threads, options.turns)
        for name in options.games
    ]
    plain = plain_deadwood(100_000, options.turns)
    if options.json:
        print(json.dumps({"games": rows, "plain_deadwood": plain}, indent=2))
        return
    for row in rows:
        print(
            f"{row['game']:10} {row['threads']} threads  make_vec {row['make_vec']:12,.0f}  "
            f"jax {row['jax']:12,.0f} decisions/s  ratio {row['ratio']:.2f}  state "
            f"{row['state_bytes']:5} bytes  compile {row['compile_reset']:.2f} "
            f"+ {row['compile_rollout']:.2f} s"
        )
    print(
        f"min_deadwood_plain: {plain['plain_ns']:.0f} ns a hand, {plain['operations']:.0f} "
        f"operations, {plain['primitives']} primitives; the kernel {plain['kernel_ns']:.1f} ns"
    )


if __name__ == "__main__":
    main()
