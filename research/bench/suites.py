"""Points lost on the suites by our bots, and by peers: the tables of docs/guide/suites.md.

    python research/bench/suites.py [SUITE…]

Peers: OpenSpiel's ISMCTS on our trick games and gin; the package `mahjong` as a player that takes
the lowest shanten, then the most tiles that improve it.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import facedown as fd
import numpy as np
from facedown import suites

OURS = {
    "gin": ["random", "simple", "greedy", "flat:2000", "ismcts:2000", "search:2000"],
    "ofc": ["random", "greedy", "steady", "flat:2000", "ismcts:2000", "search:2000"],
    "riichi": ["random", "efficient", "flat:500", "ismcts:500", "tempo", "clone", "search:500"],
    "spades": ["random", "rule", "flat:2000", "ismcts:2000", "search:2000"],
    "hearts": ["random", "rule", "flat:2000", "ismcts:2000", "search:2000"],
    "oh-hell": ["random", "rule", "flat:2000", "ismcts:2000", "search:2000"],
}


def openspiel_ismcts(simulations: int) -> Callable[[suites.Position], int]:
    """OpenSpiel's ISMCTS in Python, on our game in OpenSpiel; it resamples what is hidden."""
    from open_spiel.python.algorithms import ismcts, mcts

    def choose(position: suites.Position) -> int:
        game = fd.openspiel.load(
            position.game.name,
            deals=1,
            seed=position.seed,
            options=json.dumps(position.game.rules),
        )
        state = game.new_initial_state()
        for action in (0, *position.actions):
            state.apply_action(action)
        rng = np.random.RandomState(1)
        bot = ismcts.ISMCTSBot(
            game=game,
            uct_c=2.0 * max(map(abs, position.values.values())),
            evaluator=mcts.RandomRolloutEvaluator(1, rng),
            max_simulations=simulations,
            random_state=rng,
        )
        return int(bot.step(state))

    return choose


def mahjong_player(position: suites.Position) -> int:
    """The lowest shanten by the package `mahjong`, then the most unseen tiles that lower it."""
    from mahjong.shanten import Shanten

    shanten = Shanten()
    record = position.view().to_dict()
    hand = fd.riichi.parse(record["hand"]).tolist()

    def rank(action: int) -> tuple[int, int]:
        kind = int(fd.riichi.parse(position.game.action_text(action).rstrip("*")).argmax())
        hand[kind] -= 1
        away = shanten.calculate_shanten(hand)
        better = 0
        for draw in range(34):
            if hand[draw] < 4:
                hand[draw] += 1
                better += (5 - hand[draw]) * (shanten.calculate_shanten(hand) < away)
                hand[draw] -= 1
        hand[kind] += 1
        return away, -better

    return min(position.values, key=rank)


def rows(suite: suites.Suite) -> Iterator[tuple[str, suites.Summary]]:
    """Yields the losses of every bot."""
    game = suite[0].game.name
    for name in OURS[game]:
        score = suites.score(name, suite, seed=1)
        yield name, suites.summary([item.loss for item in score.answers])
    peers: dict[str, Callable[[suites.Position], Any]] = {}
    if game == "riichi":
        peers["mahjong 2.1: shanten, acceptance"] = mahjong_player
    elif game != "ofc":
        peers["OpenSpiel ISMCTS, 1000 simulations"] = openspiel_ismcts(1000)
    for name, choose in peers.items():
        losses = [position.loss(choose(position)) for position in suite]
        yield name, suites.summary([0.0 if loss <= suites.EXACT else loss for loss in losses])


def main() -> None:
    """Prints a table for each suite."""
    for name in sys.argv[1:] or suites.names():
        suite = suites.load(name)
        print(f"\n{name} ({len(suite)} positions, {suite.unit})\n")
        print("| bot | lost per decision | best answers | worst |\n|---|---|---|---|", flush=True)
        for bot, found in rows(suite):
            print(
                f"| {bot} | {found.loss:.2f} ± {found.standard_error:.2f} | "
                f"{found.best_share:.0%} | {found.worst:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
