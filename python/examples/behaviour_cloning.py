"""Behaviour cloning on riichi logs: `python behaviour_cloning.py LOG…`.

Takes Tenhou and MJAI logs, folders and zips; without any, the games that our own bots played. A
small network predicts the action from the observation. Every tenth file is held out, or those of
`--held`. Printed, and drawn with `--curve FILE.svg`, is the share of held-out decisions whose
action it predicts.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import facedown as fd
import torch
from torch import nn

import _curve  # isort: skip

OWN = Path(__file__).parents[2] / "testdata" / "riichi" / "logs" / "tenhou"


def files(given: list[str]) -> list[str]:
    """The files of folders, and other paths as they are."""
    found = [
        f
        for path in map(Path, given)
        for f in (sorted(path.rglob("*")) if path.is_dir() else [path])
    ]
    return [str(file) for file in found if file.is_file() and file.suffix not in (".md", ".txt")]


def tensors(batch: Any) -> tuple[Any, Any, Any]:
    """Observation, mask and action of a batch, sharing its memory."""
    seen, mask, action = batch
    return (
        torch.from_dlpack(seen),
        torch.from_dlpack(mask.view("uint8")).view(torch.bool),
        torch.from_dlpack(action),
    )


def accuracy(network: Any, held: list[Any]) -> float:
    right = total = 0
    with torch.no_grad():
        for batch in held:
            seen, mask, action = tensors(batch)
            logits = network(seen).masked_fill(~mask, -1e9)
            right += int((logits.argmax(-1) == action).sum())
            total += len(action)
    return right / total


def main(arguments: list[str] | None = None) -> list[tuple[float, float]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", nargs="*", help="files, folders or zips")
    parser.add_argument("--held", nargs="+", help="files, folders or zips to be tested on alone")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--encoder", default="base")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--every", type=int, default=100, help="batches between evaluations")
    parser.add_argument("--batches", type=int, help="to learn from, at most")
    parser.add_argument("--most", type=int, default=2000, help="logs at most")
    parser.add_argument("--curve", help="an SVG file to draw")
    options = parser.parse_args(arguments)
    torch.manual_seed(0)
    logs = files(options.logs or sorted(map(str, OWN.glob("*.mjlog"))))[: options.most]
    test = files(options.held) if options.held else logs[::10]
    train = [log for log in logs if log not in set(test)]
    if not train:
        parser.error(f"{len(logs)} file to learn from and to hold out: give more, or --held")

    def batches(paths: list[str], seed: int) -> Any:
        return fd.riichi.samples(
            paths,
            encoder=options.encoder,
            batch=options.batch,
            forced=False,
            shuffle=20 * options.batch,
            seed=seed,
            errors="skip",
        )

    held = [batch for batch, _ in zip(batches(test, 0), range(20), strict=False)]
    shape = held[0].observation.shape[1:]
    actions = held[0].mask.shape[1]
    network = nn.Sequential(
        nn.Flatten(),
        nn.Linear(int(torch.tensor(shape).prod()), options.width),
        nn.ReLU(),
        nn.Linear(options.width, options.width),
        nn.ReLU(),
        nn.Linear(options.width, actions),
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    start, samples, steps, epoch = time.monotonic(), 0, 0, 0
    points: list[tuple[float, float]] = []

    def report() -> None:
        points.append((float(samples), 100 * accuracy(network, held)))
        minutes = (time.monotonic() - start) / 60
        print(f"{minutes:5.1f} min  {samples:9,} samples  {points[-1][1]:5.1f} % right", flush=True)

    def is_over() -> bool:
        late = time.monotonic() - start >= 60 * options.minutes
        return late or (options.batches is not None and steps >= options.batches)

    report()
    while not is_over():
        epoch += 1
        for batch in batches(train, epoch):
            seen, mask, action = tensors(batch)
            logits = network(seen).masked_fill(~mask, -1e9)
            loss = nn.functional.cross_entropy(logits, action.long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            samples, steps = samples + len(action), steps + 1
            if steps % options.every == 0:
                report()
            if is_over():
                break
    report()
    if options.curve:
        title = "Behaviour cloning, riichi: held-out decisions predicted"
        _curve.save(options.curve, title, ("samples", "per cent"), points)
    return points


if __name__ == "__main__":
    main()
