import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from typing import Any

import facedown as fd
import pytest
from facedown import _native

GIN = fd.make("gin")
PRESETS = fd.games()["gin"].presets
SEARCHES = ["ismcts", "mo-ismcts", "flat", "determinized", "puct", "search"]


def discard() -> fd.View:
    """A view of a seat that is to discard."""
    state = GIN.deal(7)
    for action in ("pass", "pass", "stock"):
        state.apply(action)
    return state.view()


def without_time(answer: fd.Answer) -> dict[str, Any]:
    record = answer.to_dict()
    del record["totals"]["seconds"]
    return record


def hands(preset: str, n: int = 8) -> list[fd.State]:
    """States from the beginning, the middle and the end of hands."""
    chance = Random(preset)
    game = fd.make("gin", rules=preset)
    found = []
    for seed in range(n):
        state = game.deal(seed)
        bots = [game.bot("greedy", seed), game.bot("random", seed)]
        for _ in range(chance.randrange(60)):
            if state.current_seat is None:
                break
            state.apply(bots[state.current_seat].choose(state.view()))
        found.append(state)
    return found


DOCS = Path(__file__).parents[2]


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", blocks("docs/guide/search.md", "python"))
def test_the_examples_of_the_documentation_run(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(block, {})


# Answers


@pytest.mark.parametrize("bot", SEARCHES)
def test_an_answer_has_every_legal_action_with_what_is_known_of_it(bot: str) -> None:
    view = discard()
    answer = fd.advise(view, bot, iterations=3000, seed=1)
    assert sorted(report.action for report in answer.actions) == view.legal_actions()
    assert answer.seat == view.seat == 0
    assert answer.best == answer.actions[0].action
    assert answer.totals.iterations <= 3000
    assert answer.totals.stop in ("iterations", "settled")
    assert sum(report.share for report in answer.actions) == pytest.approx(1)
    best = answer[answer.best]
    assert best.visits > 100
    assert best.value is not None
    assert best.value == best.mean
    assert best.ci is not None
    assert best.ci[0] < best.value < best.ci[1]
    assert best.line[0] == best.text == GIN.action_text(best.action)
    assert best.about == f"discard {best.text}"
    assert answer[best.text] is best
    assert all(0 <= report.availability <= 1 for report in answer.actions)


@pytest.mark.parametrize("bot", SEARCHES)
def test_a_search_goes_out_or_waits_for_gin_and_breaks_no_meld(bot: str) -> None:
    hand, drawn = fd.cards.parse("3c 4c 5c 9c 9d 9h 2s 3s 4s Kd"), fd.cards.parse("Ah")
    own = [card for card in range(52) if hand >> card & 1]
    (top,) = [card for card in range(52) if drawn >> card & 1]
    rest = [card for card in range(52) if card not in (*own, top)]
    state = GIN.deal(pack=[*own, *rest[:11], top, *rest[11:]])
    for action in ("pass", "pass", "stock"):
        state.apply(action)
    answer = fd.advise(state.view(), bot, iterations=2000)
    best = answer.actions[0]
    assert best.text in ("knock", "Kd")
    assert best.value is not None
    assert best.value > 10
    for meld in ("4c", "9c", "3s"):
        value = answer[meld].value
        assert value is None or value < best.value


def test_an_action_that_is_none_is_named() -> None:
    answer = fd.advise(discard(), iterations=100)
    with pytest.raises(KeyError, match="no action 'As', expected one of"):
        answer["As"]


def test_an_answer_can_be_read_as_text_json_and_html() -> None:
    answer = fd.advise(discard(), iterations=500)
    lines = str(answer).splitlines()
    assert lines[0].split() == ["action", "visits", "share", "mean", "95", "%", "interval", "line"]
    assert lines[1].startswith("* " + answer.actions[0].text)
    assert "500 iterations in" in lines[-1]
    assert json.loads(answer.to_json()) == answer.to_dict()
    assert json.loads(answer.to_json(indent=2)) == answer.to_dict()
    html = answer._repr_html_()
    assert html.startswith("<table>")
    assert f"<td>{answer.actions[0].about}</td>" in html
    assert "table" not in repr(answer)
    assert pickle.loads(pickle.dumps(answer)) == answer


@pytest.mark.parametrize("bot", ["ismcts", "search"])
def test_equal_seeds_and_iterations_give_equal_answers_on_any_number_of_threads(bot: str) -> None:
    def answer(**options: Any) -> dict[str, Any]:
        return without_time(fd.advise(discard(), bot, iterations=2000, **options))

    one = answer(threads=1, seed=5)
    assert one == answer(threads=2, seed=5) == answer(seed=5)
    assert one != answer(threads=1, seed=6)
    assert answer() == answer(seed=0)


def test_a_search_ends_with_what_is_used_up_first() -> None:
    view = discard()
    # However fast or busy the machine is: a search of gin does not end by itself.
    timed = fd.advise(view, seconds=0.001, early_stop=False)
    assert timed.totals.stop == "time"
    assert timed.totals.seconds >= 0.001
    assert fd.advise(view, seconds=60, iterations=200).totals.stop == "iterations"
    by_nodes = fd.advise(view, "ismcts", nodes=500, early_stop=False)
    assert by_nodes.totals.stop == "nodes"
    assert by_nodes.totals.nodes >= 500
    assert fd.advise(view, "flat:300").totals.iterations == 300
    assert fd.advise(view, "flat:300", iterations=100).totals.iterations == 100


def test_without_a_budget_a_search_takes_a_second() -> None:
    answer = fd.advise(discard(), "flat", threads=1)
    assert answer.totals.stop == "time"
    assert answer.totals.seconds >= 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bot", ["ismcts", "search"])
def test_every_decision_can_be_searched(preset: str, bot: str) -> None:
    for state in hands(preset):
        if not state.is_over:
            answer = fd.advise(state.view(), bot, iterations=50, threads=1)
            assert answer.best in state.legal_actions()


def test_parameters_are_those_of_the_configuration() -> None:
    view = discard()
    config = fd.search_config("gin", "search")
    assert config["candidates"] == 6
    assert "algorithm" not in config
    assert set(fd.search_config("riichi", "search")) == {
        "candidates",
        "prior_visits",
        "seed",
        "threads",
    }
    assert config == fd.search_config(GIN, "search")
    # Everything that is listed is taken.
    same = fd.advise(view, "search", iterations=500, **config)
    assert without_time(same) == without_time(fd.advise(view, "search", iterations=500))
    changed = fd.advise(
        view, "ismcts", iterations=500, exploration=0.1, root_trees=2, ordering={"value": 1}
    )
    assert changed.totals.trees == 2
    assert without_time(changed) != without_time(
        fd.advise(view, "ismcts", iterations=500, root_trees=2)
    )
    assert fd.search_config(exploration=0.25)["exploration"] == 0.25
    assert fd.search_config()["ordering"] == {"visits": 0.3, "value": 0.5, "heuristic": 0.2}
    assert fd.search_config(None, "flat:root_trees=3")["root_trees"] == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bot": "god"}, "no bot 'god', expected one of random, simple, greedy"),
        ({"bot": "greedy:50"}, "'greedy' does not search and takes no budget"),
        ({"bot": "greedy", "exploration": 1}, "'greedy' does not search and has no parameter"),
        ({"bot": "flat:fast"}, "'flat:fast': expected a budget like flat:25ms"),
        ({"seconds": 0}, "seconds is 0: expected a number above 0"),
        ({"seconds": float("nan")}, "seconds is nan"),
        ({"seconds": -1.5}, r"seconds is -1\.5"),
        ({"iterations": 0}, "iterations is 0: expected at least 1"),
        ({"iterations": -3}, "iterations is -3"),
        ({"nodes": 0}, "nodes is 0: expected at least 1"),
        ({"threads": -1}, "threads is -1: expected at least 1"),
        ({"seed": -1}, "seed is -1: expected 0 to"),
        ({"every": 0}, "every is 0: expected a number above 0"),
        ({"every": 1e300}, "every is 1e\\+300: expected fewer seconds"),
        ({"interrupt": "never"}, "interrupt is 'never': expected 'raise' or 'answer'"),
        ({"speed": 1}, "no parameter 'speed', expected one of candidates, choice"),
        (
            {"ordering": {"luck": 1}},
            r"no parameter 'ordering\.luck', expected one of ordering\.heur",
        ),
        ({"exploration": "much"}, 'exploration is "much": expected from 0'),
        ({"exploration": -1}, "exploration is -1, expected a number from 0 on"),
        ({"exploration": {1, 2}}, r"exploration: \{1, 2\} \(set\) has no JSON form"),
        ({"root_trees": 0}, "root_trees is 0, expected 1 to 4096"),
        ({"algorithm": "magic"}, "no parameter 'algorithm', expected one of candidates"),
        ({"memory": 1000}, "memory is 1000, expected at least"),
    ],
)
def test_a_bad_option_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fd.advise(discard(), **{"iterations": 10, **options})


def test_a_seat_that_has_nothing_to_decide_is_named() -> None:
    state = GIN.deal(7)
    with pytest.raises(ValueError, match="no legal action: seat 1 is not to act"):
        fd.advise(state.view(1))
    bots = [GIN.bot("greedy"), GIN.bot("greedy")]
    while state.current_seat is not None:
        state.apply(bots[state.current_seat].choose(state.view()))
    with pytest.raises(ValueError, match="no legal action: the hand is over"):
        fd.advise(state.view(0))


def test_what_is_no_number_or_no_view_is_a_type_error() -> None:
    bad: list[dict[str, Any]]
    bad = [{"iterations": 1.5}, {"seconds": "1"}, {"threads": 1.5}, {"cancel": 3}]
    for options in bad:
        with pytest.raises((TypeError, AttributeError)):
            fd.advise(discard(), **options)
    with pytest.raises(TypeError):
        fd.advise(GIN.deal(7))  # type: ignore[arg-type]


# Watching and stopping

ENDLESS = 10**12
"""Iterations that take far longer than a test may."""


def test_progress_is_reported_and_can_end_a_search() -> None:
    interim_answers: list[fd.Answer] = []
    here = threading.get_ident()

    def watch(answer: fd.Answer) -> bool:
        assert threading.get_ident() == here
        interim_answers.append(answer)
        return len(interim_answers) < 3

    answer = fd.advise(discard(), iterations=ENDLESS, progress=watch, every=0.005)
    assert len(interim_answers) == 3
    assert [interim.totals.stop for interim in interim_answers] == ["running"] * 3
    assert answer.totals.stop == "cancelled"
    assert answer.totals.iterations >= interim_answers[-1].totals.iterations > 0


def test_what_progress_raises_ends_the_search() -> None:
    def fail(answer: fd.Answer) -> None:
        raise RuntimeError(f"seen {answer.totals.stop}")

    with pytest.raises(RuntimeError, match="seen running"):
        fd.advise(discard(), iterations=ENDLESS, progress=fail, every=0.005)


@pytest.mark.usefixtures("given_up_only")
def test_another_thread_runs_while_a_search_does_and_its_event_ends_it() -> None:
    begin, cancel = threading.Event(), threading.Event()

    def end() -> None:
        begin.wait()
        cancel.set()

    other = threading.Thread(target=end)
    other.start()
    view = discard()
    begin.set()
    # The other thread has its turn only if the search gives up the interpreter.
    answer = fd.advise(view, iterations=10**6, threads=1, early_stop=False, cancel=cancel)
    other.join()
    assert answer.totals.stop == "cancelled"
    assert len(answer.actions) == 11


INTERRUPTED = """
import os, signal, sys, threading
import facedown as fd
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
sys.setswitchinterval(1000)  # the other thread runs when the search gives up the interpreter
begin = threading.Event()
def interrupt():
    begin.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
view = fd.make("gin").deal(7).view()
begin.set()
try:
    answer = fd.advise(view, iterations=10**12, early_stop=False, interrupt=sys.argv[1])
    how = "answered"
except KeyboardInterrupt as error:
    answer = error.answer
    how = "raised"
print(how, answer.totals.stop, len(answer.actions))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize(("interrupt", "how"), [("raise", "raised"), ("answer", "answered")])
def test_an_interrupt_ends_a_search_with_its_answer(interrupt: str, how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, interrupt], capture_output=True, text=True, timeout=50
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [how, "cancelled", "2"]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_from_outside_ends_a_search() -> None:
    code = """
import signal, sys, threading
import facedown as fd
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
sys.setswitchinterval(1000)  # the other thread runs when the search gives up the interpreter
begin = threading.Event()
def ready():
    begin.wait()
    print("ready", flush=True)
threading.Thread(target=ready).start()
view = fd.make("gin").deal(7).view()
try:
    begin.set()
    fd.advise(view, iterations=10**12, early_stop=False)
except KeyboardInterrupt as error:
    print("interrupted", error.answer.totals.stop)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=50)[0] == "interrupted cancelled\n"
        finally:
            process.kill()


# Bots


def test_bots_that_search_take_parameters() -> None:
    view = discard()

    def choice(name: str, **params: Any) -> int:
        return GIN.bot(name, 3, **params).choose(view)

    assert choice("flat:200", root_trees=2) == choice("flat:200:root_trees=2")
    assert choice("search:200") in view.legal_actions()
    with pytest.raises(ValueError, match="'greedy' does not search and has no parameter 'root"):
        GIN.bot("greedy", root_trees=2)
    with pytest.raises(ValueError, match="no parameter 'speed'"):
        GIN.bot("flat", speed=2)
    with pytest.raises(ValueError, match="no parameter 'speed'"):
        fd.match("gin", ["flat:20", "greedy"], deals=1, params={"speed": 1})
    result = fd.match("gin", ["flat:20", "greedy"], deals=1, seed=1, params={"root_trees": 1})
    named = fd.match("gin", ["flat:20:root_trees=1", "greedy"], deals=1, seed=1)
    for report in (result["report"], named["report"]):
        report["bots"][0]["name"] = "flat"
    assert result["report"] == named["report"]


# Views as records


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_is_read_back_from_its_record(preset: str) -> None:
    for state in hands(preset, 20):
        for seat in range(2):
            view = state.view(seat)
            record = json.loads(json.dumps(view.to_dict()))
            assert view.game.view_from_dict(record) == view
            assert pickle.loads(pickle.dumps(view)) == view


def test_what_follows_from_the_rest_may_be_left_out_of_a_record() -> None:
    view = discard()
    record = {
        "seat": 0, "dealer": 1, "to_act": 0, "phase": "discard",
        "first_upcard": view.to_dict()["first_upcard"], "drawn": view.to_dict()["drawn"],
        "hand": " ".join(view.to_dict()["hand"]), "opponent_refused": None,
    }  # fmt: skip
    assert GIN.view_from_dict(record) == view


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("hand", ["5c"], "hand: .*seat 0 holds 1 cards, the table says 11"),
        ("hand", ["Ac"], "drawn: 5c is not in the hand"),
        ("hand", ["Ac", "Ac"], "Ac is there twice"),
        ("hand", ["1c"], "no rank '1'"),
        ("stock", 60, "stock: 60, but the rest of the view makes it 30"),
        ("opponent_known", ["Ac"], "opponent_known: Ac, but the rest of the view makes it none"),
        ("seat", 5, "seat: no seat 5, expected 0 or 1"),
        ("phase", "lunch", "phase: no phase 'lunch', expected one of"),
        ("colour", 1, "unknown field `colour`"),
        ("hand", {1, 2}, r"hand: \{1, 2\} \(set\) has no JSON form"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(field: str, value: Any, message: str) -> None:
    record = {**discard().to_dict(), field: value}
    with pytest.raises(ValueError, match=message):
        GIN.view_from_dict(record)


def test_what_is_no_record_is_refused() -> None:
    records: list[Any] = [None, 3, [], "view", {}]
    for record in records:
        with pytest.raises(ValueError, match="view of gin"):
            GIN.view_from_dict(record)


@pytest.mark.parametrize(
    ("name", "bot", "passes"),
    [
        ("gin", "search", 0),
        ("oh-hell", "ismcts", 0),
        ("riichi", "search", 1),
        ("riichi", "clone", 1),
    ],
)
def test_a_decision_does_everything_once(name: str, bot: str, passes: int) -> None:
    state = fd.make(name).deal(seed=3)
    while len(state.legal_actions()) < 2:
        state.apply(state.legal_actions()[0])
    searches = bot != "clone"
    before = _native.meters()
    fd.advise(state.view(), bot, iterations=60 if searches else None)
    counts = [after - now for now, after in zip(before, _native.meters(), strict=True)]
    assert counts[0] <= 1  # worlds
    assert counts[1:] == [int(searches), passes]  # parameters, passes of networks
