"""Trick-taking games beside OpenSpiel: random play, search, and matches at equal time.

Without `--strength`, one process measures everything in turns; each figure is the median of the
turns, and a second is one of processor time, so that other programs count little.

- Random hands: ours through `fd.tricks.random_scores` (the engine alone), `fd.match` (bots that see
  views) and `fd.make_vec` (masks and observations too), each on one thread; OpenSpiel's through its
  C++ `evaluate_bots` with uniform bots.
- Search: iterations a second in Oh Hell with four hands of ten cards, decisions of 10 ms on one
  thread, what is built for a decision included (OpenSpiel: 500 iterations a decision); at the first
  decision, and as the mean over the decisions of whole hands, the same ones on both sides, all but
  those with one legal action. Single-observer and multi-observer search draw uniform worlds, and
  play out by the game's rollout policy or at random, as OpenSpiel does; the bot `search` weights
  its worlds by the bids, which takes longer.
- Deals: `fd.tricks.sample_deals` with 24 unknown cards and voids.

With `--strength` matches are played instead: one of our bots against three of OpenSpiel's ISMCTS
bots at the same time a move, every deal once with our bot in each seat; points a deal more than the
mean opponent's, with a 95 % interval over deals. Time is processor time, so that a busy machine
favours nobody: both sides get as many iterations as take so long on deals that are not counted, and
what they took in the match is reported. With `--clock wall` both have a deadline for each move.

- `hearts`: OpenSpiel's C++ ISMCTS as shipped, in hands without passing.
- `hearts-pass`: the same in hands with passing, where the bot `rule` passes for all four seats:
  OpenSpiel's ISMCTS crashes when it is called after another seat has passed cards.
- `hearts-python`, `spades-python`, `oh-hell`: its Python ISMCTS, which gets worlds from us through
  `set_resampler`: a fair opponent. Nobody passes in Hearts; in Spades we have both seats of a
  partnership, and points are its points.
- `oh-hell-leak`: its C++ ISMCTS as shipped, whose worlds keep the cards that were truly dealt: it
  knows the undealt ones.

    python research/bench/python_tricks.py [--json] [--seconds S]
    python research/bench/python_tricks.py --strength [--games hearts,oh-hell] [--deals N]
        [--ms T] [--clock cpu|wall] [--bot search] [--uct-c C] [--processes P] [--seed S] [--json]
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import facedown as fd
import numpy as np
from facedown.tricks import openspiel

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts as python_ismcts
    from open_spiel.python.algorithms import mcts as python_mcts
except ImportError:
    pyspiel = None

MATCHES = ["hearts", "hearts-pass", "hearts-python", "spades-python", "oh-hell", "oh-hell-leak"]
# Matches against the Python ISMCTS in our worlds.
IN_OUR_WORLDS = {"hearts-python", "spades-python", "oh-hell"}
# Hands whose decisions are searched.
HANDS = 8
OH_HELL: dict[str, Any] = {"players": 4, "num_tricks_fixed": 10}


class Task:
    """Something to time: a call works for a while and says how much it has done."""

    def __init__(self, call: Callable[[], int]) -> None:
        self.call = call
        self.rates: list[float] = []

    def turn(self, seconds: float) -> None:
        end, start, done = time.perf_counter() + seconds, time.process_time(), 0
        while done == 0 or time.perf_counter() < end:
            done += self.call()
        self.rates.append(done / (time.process_time() - start))

    def rate(self) -> float:
        return statistics.median(self.rates)


def ours(name: str) -> fd.Game:
    return fd.make(name, rules="openspiel")


# Speed


def engine(name: str) -> Task:
    game, seeds = ours(name), iter(range(10**9))

    def call() -> int:
        scores = fd.tricks.random_scores(game, 4096, next(seeds), threads=1)
        assert scores.any()
        return 4096

    return Task(call)


def bots(name: str) -> Task:
    seeds = iter(range(10**9))

    def call() -> int:
        played = fd.match(
            name, ["random"] * 4, deals=200, seed=next(seeds), threads=1, hand=0, rules="openspiel"
        )
        return int(played["report"]["games"])

    return Task(call)


def environments(name: str) -> Task:
    env = fd.make_vec(name, 1024, seed=7, threads=1, rules="openspiel", hand=0)
    env.reset()
    while env.episodes < 2 * 1024:
        env.step(env.sample_actions())

    def call() -> int:
        before = env.episodes
        for _ in range(16):
            env.step(env.sample_actions())
        return env.episodes - before

    return Task(call)


def peer_game(name: str) -> Any:
    return pyspiel.load_game("oh_hell", OH_HELL) if name == "oh-hell" else pyspiel.load_game(name)


def peer_hands(name: str) -> Task:
    game = peer_game(name)
    players = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    seeds = iter(range(10**9))

    def call() -> int:
        for _ in range(50):
            pyspiel.evaluate_bots(game.new_initial_state(), players, next(seeds) % 2**31)
        return 50

    return Task(call)


class Hands(Task):
    """A search at the decisions of hands, one hand after the other; each decision counts alike."""

    def __init__(self, search: Callable[[Any], int], hands: list[list[Any]]) -> None:
        super().__init__(lambda: 0)
        self.search, self.hands, self.met = search, hands, 0

    def turn(self, seconds: float) -> None:
        rates: list[float] = []
        end = time.perf_counter() + seconds
        while not rates or time.perf_counter() < end:
            for decision in self.hands[self.met % len(self.hands)]:
                start = time.process_time()
                rates.append(self.search(decision) / (time.process_time() - start))
            self.met += 1
        self.rates.append(statistics.mean(rates))


def oh_hell_hands(count: int) -> list[list[tuple[fd.View, Any]]]:
    """The decisions of hands that the bot `rule` plays: our views and their states."""
    hands = []
    for seed in range(count):
        table, hand = Table("oh-hell", seed), []
        bot = table.mirror.game.bot("rule", seed)
        while not table.state.is_terminal():
            view = table.mirror.view()
            if len(table.state.legal_actions()) > 1:
                hand.append((view, table.state.clone()))
            table.apply(bot.choose(view))
        hands.append(hand)
    return hands


def search(bot: str, **params: Any) -> Callable[[fd.View], int]:
    # The bot itself would play bids out without a tree.
    params |= {"root": "ucb", "early_stop": False}

    def call(view: fd.View) -> int:
        answer = fd.advise(view, bot, seconds=0.01, threads=1, **params)
        return answer.totals.iterations

    return call


def peer_search() -> Callable[[Any], int]:
    bot = cpp_bot(2.0, 500, None, 1)

    def call(state: Any) -> int:
        bot.step(state.clone())
        return 500

    return call


def our_hands(count: int) -> list[list[fd.View]]:
    """The same without OpenSpiel."""
    hands = []
    for seed in range(count):
        state, hand = ours("oh-hell").deal(seed, hand=0), []
        bot = state.game.bot("rule", seed)
        while not state.is_over:
            if len(state.legal_actions()) > 1:
                hand.append(state.view())
            state.apply(bot.choose(state.view()))
        hands.append(hand)
    return hands


def searches() -> dict[str, Task]:
    kinds = {
        "single-observer": search("ismcts"),
        "single-observer, random playouts": search("ismcts", rollout="uniform"),
        "multi-observer": search("mo-ismcts"),
        "multi-observer, random playouts": search("mo-ismcts", rollout="uniform"),
        "bot search": search("search"),
    }
    tasks: dict[str, Task] = {}
    states: list[list[Any]] = []
    if pyspiel is None:
        views = our_hands(HANDS)
    else:
        both = oh_hell_hands(HANDS)
        views = [[view for view, _ in hand] for hand in both]
        states = [[state for _, state in hand] for hand in both]
    for kind, cut in (("first bid", 1), ("whole hands", None)):
        for name, call in kinds.items():
            tasks[f"{kind}, {name}"] = Hands(call, [hand[:cut] for hand in views])
        if states:
            tasks[f"{kind}, OpenSpiel"] = Hands(peer_search(), [hand[:cut] for hand in states])
    return tasks


def deals() -> Task:
    view, seeds = view_with_voids(), iter(range(10**9))

    def call() -> int:
        fd.tricks.sample_deals(view, 100_000, next(seeds), threads=1)
        return 100_000

    return Task(call)


def view_with_voids() -> fd.View:
    """Three hidden hands of eight cards, and at least two voids shown."""
    game = fd.make("hearts", rules="openspiel", passing=None)
    for seed in range(1000):
        state, chance = game.deal(seed, hand=0), Random(seed)
        while len(state.history) < 20:
            state.apply(chance.choice(state.legal_actions()))
        view = state.view()
        void = fd.tricks.derive_constraints(view)["void"]
        if sum(len(suits) for seat, suits in enumerate(void) if seat != view.seat) >= 2:
            return view
    raise AssertionError("some hand shows voids")


def speed(options: argparse.Namespace) -> dict[str, Any]:
    tasks: dict[str, Task] = {}
    for name in ("hearts", "spades", "oh-hell"):
        tasks[f"{name}, engine"] = engine(name)
        tasks[f"{name}, bots"] = bots(name)
        tasks[f"{name}, environment"] = environments(name)
        if pyspiel is not None:
            tasks[f"{name}, OpenSpiel"] = peer_hands(name)
    tasks["deals, 24 unknown cards"] = deals()
    tasks |= searches()
    turns = 9
    for _ in range(turns):
        for task in tasks.values():
            task.turn(options.seconds / turns / len(tasks))
    rates = {name: task.rate() for name, task in tasks.items()}
    ratios = {}
    for name, rate in rates.items():
        peer = rates.get(f"{name.split(',')[0]}, OpenSpiel")
        if peer is not None and not name.endswith("OpenSpiel"):
            ratios[name] = rate / peer
    return {"rates": rates, "ratios": ratios, "missing": [] if pyspiel else ["open_spiel"]}


# Strength


def cpp_bot(uct_c: float, simulations: int, seconds: float | None, seed: int) -> Any:
    return pyspiel.ISMCTSBot(
        seed, pyspiel.RandomRolloutEvaluator(1, seed), uct_c, simulations, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        -1.0 if seconds is None else seconds,
    )  # fmt: skip


if pyspiel is not None:

    class FairBot(python_ismcts.ISMCTSBot):  # type: ignore[misc]
        """OpenSpiel's Python ISMCTS in our worlds, with a deadline if the budget has one."""

        def __init__(self, table: "Table", uct_c: float, budget: "Budget", seed: int) -> None:
            random_state = np.random.RandomState(seed % 2**32)
            seconds = budget.seconds or math.inf
            game = table.state.get_game()
            super().__init__(
                game, python_mcts.RandomRolloutEvaluator(1, random_state), uct_c,
                budget.theirs, random_state=random_state,
                # Its Spades has no information states; observations hold all tricks.
                use_observation_string=not game.get_type().provides_information_state_string,
            )  # fmt: skip
            self.table, self.seconds, self.seed = table, seconds, seed
            self.set_resampler(self.world)

        def step(self, state: Any) -> int:
            self.worlds: list[Any] = []
            self.view = self.table.mirror.view()
            self.deadline = time.perf_counter() + self.seconds
            self.simulations = 0
            try:
                return int(super().step(state))
            except TimeoutError:
                policy = self.get_final_policy(state, self._root_node)
                return int(max(policy, key=lambda pair: pair[1])[0])

        def world(self, state: Any, player: int) -> Any:
            if time.perf_counter() >= self.deadline and self.simulations > 1:
                raise TimeoutError
            self.simulations += 1
            if not self.worlds:
                self.seed += 1
                self.worlds = fd.tricks.sample_deals(self.view, 64, self.seed, threads=1).tolist()
            return self.table.rebuild(self.worlds.pop())


def apply_all(state: Any, actions: list[int]) -> None:
    for action in actions:
        state.apply_action(action)


class Table:
    """One hand on both sides; our seats are theirs."""

    def __init__(self, name: str, seed: int) -> None:
        self.theirs = {"hearts": "hearts", "spades": "spades"}.get(name.split("-")[0], "oh_hell")
        chance = Random(seed)
        pack = list(range(52))
        chance.shuffle(pack)
        self.state = pyspiel.load_game(
            self.theirs, OH_HELL if self.theirs == "oh_hell" else {}
        ).new_initial_state()
        if self.theirs == "hearts":
            direction = seed % 3 + 1 if name == "hearts-pass" else 0
            places = [0, 1, 2, -1][direction]
            passing = {"count": 3, "cycle": [places]} if places else None
            game = fd.make("hearts", rules="openspiel", passing=passing)
            self.opening, self.size = [direction], 13
        elif self.theirs == "spades":
            game = fd.make("spades", rules="openspiel")
            self.opening, self.size = [], 13
        else:
            game = fd.make("oh-hell", rules="openspiel")
            self.opening, self.size = [10, 3], 10
        self.upcard = pack[40] if self.theirs == "oh_hell" else None
        self.mirror = game.deal(pack=pack)
        self.played: list[list[int]] = [[], [], [], []]
        self.moves: list[int] = []
        hands = [pack[seat * self.size : (seat + 1) * self.size] for seat in range(4)]
        apply_all(self.state, self.chance_of(hands))

    def number(self, action: int) -> int:
        return openspiel.action_to_openspiel(self.theirs, action)

    def chance_of(self, hands: list[list[int]]) -> list[int]:
        """The chance moves that deal these hands, in their numbers."""
        dealt = [self.number(hand[place]) for place in range(self.size) for hand in hands]
        upcard = [] if self.upcard is None else [self.number(self.upcard)]
        return self.opening + dealt + upcard

    def rebuild(self, masks: list[int]) -> Any:
        """Their state in another world: what each seat holds there, and what it has played."""
        hands = [
            [card for card in range(52) if mask >> card & 1] + played
            for mask, played in zip(masks, self.played, strict=False)
        ]
        state = self.state.get_game().new_initial_state()
        apply_all(state, self.chance_of(hands) + self.moves)
        return state

    def pass_cards(self) -> None:
        """The bot `rule` passes for every seat."""
        bot = self.mirror.game.bot("rule")
        while self.mirror.view().to_dict()["now"]["phase"] == "pass":
            action = bot.choose(self.mirror.view())
            self.state.apply_action(self.number(action))
            self.mirror.apply(action)

    def apply(self, action: int) -> None:
        player, number = self.state.current_player(), self.number(action)
        self.state.apply_action(number)
        self.moves.append(number)
        if action < 52:
            self.played[player].append(action)
        self.mirror.apply(action)

    def apply_theirs(self, number: int) -> None:
        self.apply(openspiel.action_from_openspiel(self.theirs, number))


class Budget(NamedTuple):
    """The budget of a move: iterations of either side, or seconds."""

    ours: int
    theirs: int
    seconds: float | None

    def bot(self, name: str) -> str:
        return f"{name}:{self.ours}" if self.seconds is None else f"{name}:{self.seconds * 1000}ms"


class Played(NamedTuple):
    """A hand: the scores, and by side what moves took in processor time and how many there were."""

    scores: list[int]
    spent: list[float]
    moves: list[int]


def play(
    name: str, seed: int, our_seat: int, budget: Budget, options: argparse.Namespace
) -> Played:
    """A hand with our bot in this seat, in Spades also in its partner's."""
    table = Table(name, seed)
    our_seed = seed * 4 + our_seat
    our_seats = {our_seat, (our_seat + 2) % 4} if table.theirs == "spades" else {our_seat}
    bot = table.mirror.game.bot(budget.bot(options.bot), our_seed, threads=1)
    peers = [
        FairBot(table, options.uct_c, budget, our_seed * 4 + seat + 1)
        if name in IN_OUR_WORLDS
        else cpp_bot(
            options.uct_c, budget.theirs, budget.seconds, (our_seed * 4 + seat) % 2**31 + 1
        )
        for seat in range(4)
    ]
    table.pass_cards()
    spent, moves = [0.0, 0.0], [0, 0]
    while not table.state.is_terminal():
        seat = table.state.current_player()
        legal = table.state.legal_actions()
        if len(legal) == 1:
            table.apply_theirs(legal[0])
            continue
        start = time.process_time()
        if seat in our_seats:
            table.apply(bot.choose(table.mirror.view()))
        else:
            table.apply_theirs(peers[seat].step(table.state.clone()))
        spent[seat not in our_seats] += time.process_time() - start
        moves[seat not in our_seats] += 1
    scores = table.mirror.scores()
    returns = [int(points) for points in table.state.returns()]
    assert openspiel.returns(table.theirs, scores) == returns
    return Played(scores, spent, moves)


def calibrated(name: str, options: argparse.Namespace) -> Budget:
    """As many iterations as take the time of a move, found on deals that are not counted."""
    if options.clock == "wall":
        return Budget(0, 10**9, options.ms / 1000)
    budget = Budget(2000, 50 if name in IN_OUR_WORLDS else 500, None)
    for turn in range(CALIBRATIONS):
        seat = turn % 4
        _, spent, moves = play(name, options.seed + 10**6 + turn, seat, budget, options)
        factors = [options.ms / 1000 * m / s for s, m in zip(spent, moves, strict=True)]
        # A step at a time: later deals have a say too.
        ours, theirs = (factor if turn < 2 else factor**0.5 for factor in factors)
        budget = Budget(
            max(round(budget.ours * ours), 10), max(round(budget.theirs * theirs), 2), None
        )
    return budget


CALIBRATIONS = 6


def deal(job: tuple[str, int, Budget, argparse.Namespace]) -> tuple[float, list[float], list[int]]:
    """How many points more than the mean opponent's our bot makes of one deal, over all seats, and
    what moves took."""
    name, seed, budget, options = job
    ahead, spent, moves = 0.0, [0.0, 0.0], [0, 0]
    # Partners share a score, so that two seatings of Spades are all there are.
    seats = range(2 if name.startswith("spades") else 4)
    for seat in seats:
        played = play(name, seed, seat, budget, options)
        scores = played.scores
        partners = {seat, (seat + 2) % 4} if name.startswith("spades") else {seat}
        others = [score for other, score in enumerate(scores) if other not in partners]
        ahead += scores[seat] - statistics.mean(others)
        spent = [a + b for a, b in zip(spent, played.spent, strict=True)]
        moves = [a + b for a, b in zip(moves, played.moves, strict=True)]
    return ahead / len(seats), spent, moves


def strength(options: argparse.Namespace) -> dict[str, Any]:
    settings = ("ms", "clock", "bot", "uct_c", "seed")
    report: dict[str, Any] = {name: getattr(options, name) for name in settings}
    # Processes of their own: the interpreter's lock must not be shared between tables.
    with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
        for name in options.games.split(","):
            start = time.perf_counter()
            budget = calibrated(name, options)
            jobs = [(name, options.seed + i, budget, options) for i in range(options.deals)]
            points, spent, moves = [], [0.0, 0.0], [0, 0]
            for ahead, took, made in pool.map(deal, jobs):
                points.append(ahead)
                spent = [a + b for a, b in zip(spent, took, strict=True)]
                moves = [a + b for a, b in zip(moves, made, strict=True)]
                if sys.stderr.isatty():
                    print(f"\r{name}: {len(points)} of {len(jobs)} deals", end="", file=sys.stderr)
            mean = statistics.mean(points)
            half = 1.96 * statistics.stdev(points) / math.sqrt(len(points)) if points[1:] else None
            ours, theirs = (1000 * s / m for s, m in zip(spent, moves, strict=True))
            report[name] = {
                "deals": len(points),
                "points_a_deal": mean,
                "interval": None if half is None else [mean - half, mean + half],
                "cpu_ms_a_move": {"ours": ours, "theirs": theirs},
                "iterations": None if budget.seconds else [budget.ours, budget.theirs],
                "seconds_a_deal": (time.perf_counter() - start) / len(points),
            }
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to measure in all")
    parser.add_argument("--strength", action="store_true", help="matches instead of timings")
    parser.add_argument("--games", default=",".join(MATCHES), help="which matches")
    parser.add_argument("--deals", type=int, default=100, help="deals of each match")
    parser.add_argument("--ms", type=float, default=20, help="milliseconds a move")
    parser.add_argument("--clock", choices=["cpu", "wall"], default="cpu", help="whose time it is")
    parser.add_argument("--bot", default="search", help="our bot")
    parser.add_argument("--uct-c", type=float, default=10.0, help="exploration of OpenSpiel's bots")
    parser.add_argument("--processes", type=int, default=2, help="tables side by side")
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    options = parser.parse_args()
    if unknown := set(options.games.split(",")) - set(MATCHES):
        parser.error(
            f"no match {', '.join(sorted(unknown))}, expected some of {', '.join(MATCHES)}"
        )
    if options.strength and pyspiel is None:
        print("open_spiel is not installed: there is nobody to play against", file=sys.stderr)
        return 2
    report = strength(options) if options.strength else speed(options)
    if options.json:
        print(json.dumps(report, indent=2))
    elif options.strength:
        for name in options.games.split(","):
            row = report[name]
            low, high = row["interval"] or (math.nan, math.nan)
            print(
                f"{name:14} {row['points_a_deal']:+7.2f} points a deal ({low:+.2f} to {high:+.2f}),"
                f" {row['deals']} deals, {row['seconds_a_deal']:.1f} s a deal,"
                f" {row['cpu_ms_a_move']['ours']:.1f} ms a move against"
                f" {row['cpu_ms_a_move']['theirs']:.1f}"
            )
    else:
        for name, rate in report["rates"].items():
            ratio = report["ratios"].get(name)
            beside = "" if ratio is None else f"{ratio:8.1f} times OpenSpiel"
            print(f"{name:22} {rate:14,.0f} a second {beside}")
        for package in report["missing"]:
            print(f"{package} is not installed: its comparison was left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
