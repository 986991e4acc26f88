"""`facedown.suites`: stored values equal independent computations, and bots are scored by them."""

import itertools
import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import facedown as fd
import numpy as np
import pytest
from facedown import _native, suites
from facedown.suites import _gin, _riichi, _tricks, build
from facedown.suites.__main__ import main

NAMES = [
    "gin-knocks",
    "gin-layoffs",
    "hearts-endings",
    "oh-hell-endings",
    "ofc-endings",
    "riichi-draws",
    "spades-endings",
]


def test_the_suites_are_those_that_the_package_makes() -> None:
    assert suites.names() == sorted(NAMES) == sorted(build.SUITES)
    files = Path(suites.__file__).parent / "data"
    assert sum(path.stat().st_size for path in files.iterdir()) < 300_000


@pytest.mark.parametrize("name", NAMES)
def test_every_position_has_a_value_for_every_legal_action(name: str) -> None:
    suite = suites.load(name)
    recipe = build.SUITES[name]
    assert (len(suite), suite.about, suite.unit) == (recipe.count, recipe.about, recipe.unit)
    for position in suite:
        assert sorted(position.values) == sorted(position.view().legal_actions())
        assert max(position.values.values()) > min(position.values.values())


@pytest.mark.parametrize("name", [name for name in NAMES if name != "ofc-endings"])
def test_the_first_position_is_made_again(name: str) -> None:
    made = build.make_suite(name, 1)[0]
    stored = suites.load(name)[0]
    assert (made.seed, made.actions, made.about) == (stored.seed, stored.actions, stored.about)
    assert made.values == stored.values


# Gin: the engine settles knocks in sampled worlds, and the mean over all hands has them all.


def test_a_knock_in_a_world_scores_what_its_hand_is_worth() -> None:
    for position, seed in itertools.product(suites.load("gin-knocks").positions[:12], range(3)):
        world = _native.world(position.view(), seed)
        seat = world.current_seat
        assert seat is not None
        other = fd.cards.to_mask(" ".join(world.view(1 - seat).to_dict()["hand"]))
        assert other in (_gin.opponent_hands(position.view()) or [])
        hand = fd.cards.to_mask(" ".join(world.view(seat).to_dict()["hand"]))
        for action in position.values:
            text = position.game.action_text(action)
            if "which discard" not in position.about:
                continue
            after = world.copy()
            after.apply(action)
            rest = hand & ~fd.cards.to_mask(text)
            assert after.scores()[seat] == _gin.knock_value(position.game, rest, [other])


def test_the_last_discard_without_a_knock_ends_a_hand_without_a_score() -> None:
    found = [p for p in suites.load("gin-knocks") if p.about.startswith("the last turn")]
    for position in found:
        state = position.state()
        action = next(a for a, value in position.values.items() if value == 0.0)
        state.apply(action)
        assert state.is_over
        assert state.scores() == [0, 0]


def test_the_hands_of_the_opponent_are_those_that_worlds_have() -> None:
    position = min(
        suites.load("gin-knocks"), key=lambda p: len(_gin.opponent_hands(p.view()) or [])
    )
    view = position.view()
    hands = _gin.opponent_hands(view) or []
    sampled = Counter(
        fd.cards.to_mask(" ".join(_native.world(view, seed).view(1 - view.seat).to_dict()["hand"]))
        for seed in range(20 * len(hands))
    )
    assert set(sampled) <= set(hands)
    # Each is missed with a chance of exp(-20).
    assert len(sampled) == len(hands) == len(set(hands))


def test_the_best_layoffs_leave_the_best_defence() -> None:
    """By the exact kernel, where OpenSpiel's limit of two cards at an end of a run is no matter."""
    compared = 0
    for position in suites.load("gin-layoffs"):
        record = position.view().to_dict()
        if record["phase"] != "layoff" or record["laid_off"]:
            continue
        knocker = record["melds"][1 - position.view().seat]
        melds = [meld if isinstance(meld, str) else " ".join(meld) for meld in knocker]
        defence = fd.gin.best_defence(" ".join(record["hand"]), melds)
        if (
            Counter(item.onto for item in defence.layoffs).most_common(1)[0:1]
            and max(Counter(item.onto for item in defence.layoffs).values()) > 2
        ):
            continue
        state = position.state()
        seat = state.current_seat
        assert seat is not None
        knocked = state.view(1 - seat).to_dict()["deadwood"]
        gain = defence.deadwood - knocked
        expected = -gain if gain > 0 else (0 if gain == 0 else -gain + 25)
        assert position.best == expected
        compared += 1
    assert compared > 20


# Open-face Chinese poker: the engine's own scores, and Fantasyland by the words of the rules.


def test_the_last_placement_is_worth_the_score_and_fantasyland() -> None:
    worth = fd.ofc.solve(fd.ofc.Position("Kd 2d 7s", board=OFC_BOARD)).fantasy_worth[1]
    compared = 0
    for position in suites.load("ofc-endings"):
        if position.about != "the last placement":
            continue
        for action, value in position.values.items():
            state = position.state()
            seat = state.current_seat
            assert seat is not None
            state.apply(action)
            assert state.is_over
            assert value == pytest.approx(
                state.scores()[seat] + worth * enters(state, seat), abs=1e-3
            )
            compared += 1
    assert compared > 100


OFC_BOARD = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"


def enters(state: fd.State, seat: int) -> bool:
    """Whether a board is no foul and has queens or better on top, told by rows alone."""
    board = state.view(seat).to_dict()["boards"][seat]
    rows = [row.split() for row in board.split("/")]
    strengths = [strength(tuple(sorted(row))) for row in rows]
    return strengths[2] >= strengths[1] >= strengths[0] and strengths[0] >= (1, (12,))


@lru_cache(maxsize=1 << 16)
def strength(row: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    """The rank of a hand of three or five cards: its class, then ranks, most frequent first."""
    ranks = ["23456789TJQKA".index(card[0]) + 2 for card in row]
    counts = Counter(ranks)
    order = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    shape = sorted(counts.values(), reverse=True)
    flush = len(row) == 5 and len({card[1] for card in row}) == 1
    wheel = set(ranks) == {14, 2, 3, 4, 5}
    straight = len(row) == 5 and len(counts) == 5 and (max(ranks) - min(ranks) == 4 or wheel)
    if straight:
        return (8 if flush else 4), (5,) if wheel else (max(ranks),)
    if flush:
        return 5, order
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (3,): 3, (2, 2, 1): 2}
    return kinds.get(tuple(shape), 1 if shape[0] == 2 else 0), order


def test_the_last_placement_but_one_is_worth_the_mean_over_all_best_replies() -> None:
    """One value again, from the engine: every deal to the opponent, every reply."""
    suite = suites.load("ofc-endings")
    position = next(p for p in suite if "but one" in p.about)
    worth = fd.ofc.solve(fd.ofc.Position("Kd 2d 7s", board=OFC_BOARD)).fantasy_worth[1]
    action = max(position.values, key=lambda action: position.values[action])
    state = position.state()
    seat = state.current_seat
    assert seat is not None
    record = state.view().to_dict()
    state.apply(action)
    theirs = state.view(1 - seat).to_dict()["boards"][1 - seat]
    mine = [row.split() for row in state.view(seat).to_dict()["boards"][seat].split("/")]
    boards = " ".join(record["boards"]).replace("/", " ").split()
    seen = {*boards, *record["hand"].split(), *record["discards"].split()}
    unseen = sorted({r + s for r in "A23456789TJQK" for s in "cdhs"} - seen)
    rows = [row.split() for row in theirs.split("/")]
    free = [size - len(row) for size, row in zip((3, 5, 5), rows, strict=True)]
    ways = {
        w for w in itertools.product(range(3), repeat=2) if [w.count(k) for k in range(3)] == free
    }
    total, deals = 0.0, 0
    for dealt in itertools.combinations(unseen, 3):
        best = -1e9
        for pair, way in itertools.product(itertools.permutations(dealt, 2), ways):
            placed = [list(row) for row in rows]
            for card, row in zip(pair, way, strict=True):
                placed[row].append(card)
            value, entry = showdown(placed, mine)
            best = max(best, value + worth * entry)
        total += best
        deals += 1
    assert deals == 2024
    own = worth * showdown(mine, rows)[1]
    assert position.values[action] == pytest.approx(own - total / deals, abs=1e-3)


def showdown(mine: list[list[str]], theirs: list[list[str]]) -> tuple[int, bool]:
    """The points of two boards by the preset `standard`, and whether mine enters Fantasyland."""
    (ours, foul, royal), (others, other_foul, other_royal) = map(board_value, (mine, theirs))
    entry = not foul and ours[0] >= (1, (12,))
    if foul or other_foul:
        won = 6 * (other_foul - foul)
    else:
        signs = [(a > b) - (a < b) for a, b in zip(ours, others, strict=True)]
        won = sum(signs) + (3 if signs == [1, 1, 1] else -3 if signs == [-1, -1, -1] else 0)
    return won + royal - other_royal, entry


def board_value(rows: list[list[str]]) -> tuple[list[tuple[int, tuple[int, ...]]], bool, int]:
    strengths = [strength(tuple(sorted(row))) for row in rows]
    foul = any(len(row) > 5 for row in rows) or not strengths[2] >= strengths[1] >= strengths[0]
    top, middle, bottom = strengths
    royal = 0
    if top[0] == 1:
        royal += max(0, top[1][0] - 5)
    elif top[0] == 3:
        royal += top[1][0] + 8
    high = {4: 2, 5: 4, 6: 6, 7: 10, 8: 15}
    for (kind, order), middle_row in ((middle, True), (bottom, False)):
        points = high.get(kind, 0) + (10 if kind == 8 and order == (14,) else 0)
        royal += 2 * points + 2 * (kind == 3) if middle_row else points
    return strengths, foul, 0 if foul else royal


# Trick-taking games: the number of deals, and play without pruning.


@pytest.mark.parametrize("name", ["spades-endings", "hearts-endings", "oh-hell-endings"])
def test_the_deals_are_as_many_as_the_constraints_allow(name: str) -> None:
    for position in suites.load(name).positions[:8]:
        worlds = _tricks.trick_worlds(position.state())
        view = position.view()
        assert len(worlds) == fd.tricks.derive_constraints(view)["deals"]
        assert all(world.view() == view for world in worlds[:50])


@pytest.mark.parametrize("name", ["spades-endings", "hearts-endings", "oh-hell-endings"])
def test_play_with_open_cards_equals_full_minimax(name: str) -> None:
    def minimax(state: fd.State, solver: _tricks.Solver) -> float:
        if state.current_seat is None:
            return solver.end(state.scores())
        values = []
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            values.append(minimax(after, solver))
        return max(values) if state.current_seat in solver.side else min(values)

    position = suites.load(name)[1]
    seat = position.view().seat
    solver = _tricks.Solver(position.game, seat)
    for seed in range(10):
        world = fd.tricks.determinize(position.view(), seed)
        assert solver.value(world) == minimax(world, solver)


# Riichi: the chance again without pruning, tables and memory; and by drawing.


def test_a_chance_equals_that_of_plain_recursion() -> None:
    pool = [0] * 34
    for kind in (0, 1, 4, 9, 12, 27):
        pool[kind] = 2
    hand = fd.riichi.parse("1m 23m 4p 456p 789s 55s 1z 3z")
    hand[29] -= 1

    def plain(hand: Any, pool: list[int], draws: int) -> float:
        total = 0.0
        for kind, left in enumerate(pool):
            if not left:
                continue
            full = hand.copy()
            full[kind] += 1
            if fd.riichi.shanten(full) == -1:
                total += left
            elif draws > 1:
                rest = [n - (k == kind) for k, n in enumerate(pool)]
                total += left * max(
                    plain(full - np.eye(34, dtype=np.uint8)[out], rest, draws - 1)
                    for out in np.flatnonzero(full)
                )
        return total / sum(pool)

    for draws in (1, 2):
        fast = _riichi.Draws(tuple(pool)).chance(tuple(hand.tolist()), draws)
        assert fast == pytest.approx(plain(hand, pool, draws))
    assert _riichi.Draws(tuple(pool)).chance(tuple(hand.tolist()), 2) > 0


def test_the_unseen_tiles_are_those_of_other_hands_and_of_the_wall() -> None:
    for position in suites.load("riichi-draws"):
        record = position.view().to_dict()
        melds = sum(len(meld) > 0 for seat in record["now"]["melds"] for meld in seat)
        kans = sum(
            sum(letter.isdigit() for letter in meld) == 4
            for seat in record["now"]["melds"]
            for meld in seat
        )
        # 14 tiles of the dead wall, less the indicators; 13 in every other hand, 3 fewer a meld.
        indicators = fd.riichi.parse(record["dora"]).sum()
        hidden = 14 - indicators - kans + record["now"]["left"] + kans + 3 * 13 - 3 * melds
        assert position.about == f"three draws from {hidden} unseen tiles"


# Scores.


def test_a_bot_that_knows_the_values_loses_nothing() -> None:
    suite = suites.load("spades-endings")
    best = {json.dumps(p.view().to_dict()): max(p.values, key=p.values.__getitem__) for p in suite}

    def oracle(view: fd.View) -> int:
        return best[json.dumps(view.to_dict())]

    score = suites.score(oracle, suite)
    assert (score.loss, score.worst, score.best_share, score.bot) == (0.0, 0.0, 1.0, "oracle")


@pytest.mark.parametrize("name", NAMES)
def test_random_play_loses_its_expected_loss(name: str) -> None:
    suite = suites.load(name)
    expected = np.mean([p.best - np.mean(list(p.values.values())) for p in suite])
    scores = [suites.score("random", suite, seed=seed) for seed in range(4)]
    errors = [score.standard_error or 0.0 for score in scores]
    mean = np.mean([score.loss for score in scores])
    assert mean == pytest.approx(expected, abs=5 * float(np.mean(errors)) / 2)


def test_a_function_may_answer_with_texts_and_equal_seeds_give_equal_scores() -> None:
    suite = suites.load("gin-layoffs")
    assert suites.score(lambda view: "pass", _with(suite, "pass")).loss > 0
    assert suites.score("random", suite, 3) == suites.score("random", suite, 3)
    assert str(suites.score("greedy", suite)).startswith("greedy on gin-layoffs: ")


def _with(suite: suites.Suite, text: str) -> suites.Suite:
    kept = [p for p in suite if any(p.game.action_text(a) == text for a in p.values)]
    return suites.Suite(suite.name, suite.about, suite.unit, tuple(kept))


# Bad input.


def test_wrong_arguments_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no suite 'chess', expected one of gin-knocks, "):
        suites.load("chess")
    with pytest.raises(TypeError, match="suite is 7"):
        suites.load(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bot is 7"):
        suites.score(7, "gin-layoffs")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nobody"):
        suites.score("nobody", "gin-layoffs")
    with pytest.raises(ValueError, match=r"action 'Zz' is not legal here, expected one of "):
        suites.score(lambda view: "Zz", "gin-layoffs")
    with pytest.raises(ValueError, match=r"action 241 is not legal here|action 9999"):
        suites.load("gin-layoffs")[0].loss(9999)
    with pytest.raises(ValueError, match="action None is not legal"):
        suites.score(lambda view: None, "gin-layoffs")  # type: ignore[arg-type, return-value]
    with pytest.raises(FileNotFoundError):
        suites.load(tmp_path / "none.json")
    with pytest.raises(ValueError, match="no losses"):
        suites.summary([])


def test_a_file_that_is_no_suite_is_refused_and_a_written_one_read(tmp_path: Path) -> None:
    suite = suites.load("gin-layoffs")
    path = build.write(suite, tmp_path)
    assert suites.load(path).positions[3].values == suite[3].values
    good = json.loads(path.read_text())
    for change, text in (
        ({"format": 2}, "format 2, expected 1"),
        ({"positions": []}, "no positions"),
        ({"positions": [{**good["positions"][0], "seed": 99}]}, "seed 99"),
        ({"positions": [{**good["positions"][0], "values": {"1": 2}}]}, "has values of"),
    ):
        path.write_text(json.dumps({**good, **change}))
        with pytest.raises(ValueError, match=f"is not a suite: .*{text}|is not a suite"):
            suites.load(path)
    for text in ("", "[]", "{}", "null"):
        path.write_text(text)
        with pytest.raises(ValueError, match="is not a suite"):
            suites.load(path)


def test_the_command_line_lists_and_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "gin-knocks: 60 positions, in points." in capsys.readouterr().out
    assert main(["score", "gin-layoffs", "simple", "greedy"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["score", "chess", "simple"]) == 2
    assert "no suite 'chess'" in capsys.readouterr().err
    assert main(["make", "chess"]) == 2
