"""Samples of real games: what they hold, counted once more by a plain parser of the logs."""

import gzip
import json
import os
import pickle
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from facedown.riichi import (
    ActionType,
    Observation,
    Samples,
    encoder,
    replay,
    samples,
    to_mjai,
)

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "testdata" / "riichi"
DATA = Path(os.environ.get("FACEDOWN_DATA", ROOT.parent / "shared" / "data"))
TONPU, HANCHAN, SANMA = LOGS / "tonpu.mjlog", LOGS / "hanchan.json", LOGS / "sanma.jsonl"

# The first number of each kind of action, in order.
STARTS = [0, 74, 75, 76, 110, 147, 148, 149, 150, 207, 247, 248]
KINDS = ["discard", "riichi", "tsumo", "ankan", "kakan", "nuki", "nine", "pass", "chi", "pon",
         "daiminkan", "ron"]  # fmt: skip


def kinds_of(actions: Any) -> Counter[str]:
    found = np.searchsorted(STARTS, actions, side="right") - 1
    return Counter(KINDS[place] for place in found.tolist())


def counted(data: Samples) -> Counter[str]:
    """The actions of all samples by kind; each must be in its mask."""
    total: Counter[str] = Counter()
    for observation, mask, action in data:
        assert mask.dtype == np.bool_
        assert len(observation) == len(mask) == len(action) > 0
        assert mask[np.arange(len(action)), action].all()
        total += kinds_of(action)
    return total


def parsed(path: Path) -> Counter[str]:
    """The moves of an mjlog or of MJAI, by a parser that knows nothing but the names of events."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode()
    return parsed_mjlog(text) if text.lstrip().startswith("<") else parsed_mjai(text)


def parsed_mjai(text: str) -> Counter[str]:
    names = {"dahai": "discard", "reach": "riichi", "nukidora": "nuki", "kita": "nuki"}
    found: Counter[str] = Counter()
    for line in text.splitlines():
        event = json.loads(line)
        name = names.get(event["type"], event["type"])
        if name == "hora":
            name = "tsumo" if event["actor"] == event["target"] else "ron"
        elif name == "tsumo":
            continue
        elif name == "ryukyoku":
            name = "nine" if event.get("reason") in ("kyushukyuhai", "yao9", "nine") else ""
        if name in KINDS:
            found[name] += 1
    return found


def parsed_mjlog(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for tag in re.findall(r"<([^>]+)>", text):
        name = tag.split()[0].rstrip("/")
        facts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if re.fullmatch(r"[DEFG]\d+", name):
            found["discard"] += 1
        elif name == "REACH" and facts["step"] == "1":
            found["riichi"] += 1
        elif name == "AGARI":
            found["tsumo" if facts["who"] == facts["fromWho"] else "ron"] += 1
        elif name == "RYUUKYOKU" and facts.get("type") == "yao9":
            found["nine"] += 1
        elif name == "N":
            code = int(facts["m"])
            if code & 4:
                found["chi"] += 1
            elif code & 8:
                found["pon"] += 1
            elif code & 16:
                found["kakan"] += 1
            elif code & 32:
                found["nuki"] += 1
            else:
                found["daiminkan" if code & 3 else "ankan"] += 1
    return found


def without_passes(found: Counter[str]) -> Counter[str]:
    return +Counter({name: count for name, count in found.items() if name != "pass"})


@pytest.mark.parametrize(("path", "seats"), [(TONPU, 4), (SANMA, 3)])
def test_every_move_of_a_log_is_a_sample(path: Path, seats: int) -> None:
    found = counted(samples(path, seats=seats, batch=50))
    assert without_passes(found) == parsed(path)
    assert found["pass"] > 0


def test_all_formats_of_a_game_give_the_same_samples(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(to_mjai(TONPU).encode()))
    first = [list(batch) for batch in samples(TONPU)]
    other = [list(batch) for batch in samples(tmp_path / "a.jsonl.gz")]
    for mine, their in zip(first, other, strict=True):
        assert all((a == b).all() for a, b in zip(mine, their, strict=True))
    assert without_passes(counted(samples(HANCHAN))) == parsed_mjai(to_mjai(HANCHAN))


def real_logs(folder: str, most: int | None = None) -> list[Path]:
    found = sorted((DATA / folder).glob("*.gz")) if (DATA / folder).is_dir() else []
    if not found:
        pytest.skip(f"no real games in {DATA / folder} (set FACEDOWN_DATA)")
    return found[:most]


@pytest.mark.parametrize("seats", [4, 3])
def test_every_move_of_real_games_is_a_sample(seats: int, summarise: Callable[[str], None]) -> None:
    """All logs there are; fragments end before the decision that their last tag is an answer to."""
    whole = [path for path in real_logs("tenhou-edge") if "kan-opened" not in path.name]
    paths = [path for path in real_logs("tenhou") + whole if seats_of(path) == seats]
    data = samples(paths, "furiten", seats=seats, dtype=np.uint8, batch=4096)
    found = counted(data)
    expected: Counter[str] = Counter()
    for path in paths:
        expected += parsed(path)
    assert without_passes(found) == expected
    assert data.passed_over == 0
    summarise(f"samples of {len(paths)} real games with {seats} seats: {dict(found)}")


def seats_of(path: Path) -> int:
    mode = re.search(r'<GO type="(\d+)"', gzip.decompress(path.read_bytes()).decode())
    return 3 if mode and int(mode[1]) & 16 else 4


def weight(action: Any) -> int:
    """Returns the priority of a claim of a discard: a win overrides a pon, a pon a chi."""
    weights = {ActionType.CHI: 1, ActionType.PON: 2, ActionType.DAIMINKAN: 2, ActionType.RON: 3}
    return weights.get(action.action_type, 0)


def offers(text: str) -> list[dict[int, tuple[int, int]]]:
    """For each round what became of its discards, by their number: the weight of the claim that
    came to pass, 3 also where the round was aborted; and who made it."""
    rounds: list[dict[int, tuple[int, int]]] = []
    waiting, number, left = False, 0, 0
    for line in text.splitlines():
        event = json.loads(line)
        name = event["type"]
        if name == "start_kyoku":
            rounds.append({})
            waiting, number = False, 0
            left = 70 if len(event["scores"]) == 4 else 55
        elif name == "dahai":
            waiting, number = True, number + 1
        elif name in ("reach_accepted", "dora"):
            continue
        elif waiting:
            heavy = {"chi": 1, "pon": 2, "daiminkan": 2, "hora": 3}.get(name, 0)
            if name == "ryukyoku" and left > 0:
                heavy = 3
            rounds[-1][number] = heavy, event.get("actor", -1)
            waiting = False
        left -= name == "tsumo"
    return rounds


@pytest.mark.parametrize("path", [TONPU, HANCHAN, None])
def test_passes_are_those_that_were_not_overridden(path: Path | None) -> None:
    logs = [path] if path is not None else real_logs("tenhou", 40)
    logs = [log for log in logs if log.suffix != ".gz" or seats_of(log) == 4]
    known = 0
    data = samples(logs, "furiten", dtype=np.uint8, batch=512)
    became = [offers(to_mjai(log)) for log in logs]
    for batch in data:
        for row in np.flatnonzero(batch.action == 149).tolist():
            obs = data.observation(row)
            discards = sum(map(len, obs.discards))
            heavy, actor = became[batch.info.log[row]][batch.info.round[row]].get(discards, (0, -1))
            if obs.record()["now"]["offered"] is None or actor == obs.player_id:
                continue
            claims = [weight(a) for a in obs.legal_actions()]
            assert all(claim == 0 or claim >= heavy for claim in claims)
            known += 1
    assert known > (5 if path is not None else 300)


def test_left_out_are_only_passes() -> None:
    counts = replay(TONPU).counts
    found = counted(samples(TONPU))
    assert 0 < found["pass"] <= counts["passes"]
    assert sum(found.values()) - found["pass"] == counts["decisions"] - counts["passes"]


def test_what_comes_does_not_depend_on_threads_or_batches() -> None:
    paths = [TONPU, HANCHAN, TONPU, HANCHAN, TONPU]

    def whole(threads: int, batch: int, shuffle: int = 0, seed: int = 0) -> list[Any]:
        data = samples(paths, threads=threads, batch=batch, shuffle=shuffle, seed=seed)
        batches = [(*b, *b.info) for b in data]
        return [np.concatenate(column) for column in zip(*batches, strict=True)]

    def same(one: list[Any], other: list[Any]) -> bool:
        return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))

    first = whole(1, 64)
    assert same(first, whole(2, 64))
    assert same(first, whole(3, 1000))
    mixed = whole(1, 64, shuffle=300, seed=7)
    assert same(mixed, whole(3, 64, shuffle=300, seed=7))
    assert not same(mixed, whole(1, 64, shuffle=300, seed=8))
    assert not same(mixed, first)
    keys = [sorted(map(bytes, columns[0])) for columns in (first, mixed)]
    assert keys[0] == keys[1]


def test_what_is_known_of_samples() -> None:
    [batch] = samples(TONPU, batch=10_000)
    info = batch.info
    end = json.loads(to_mjai(TONPU).splitlines()[-1])
    order = sorted(range(4), key=lambda seat: (-end["scores"][seat], seat))
    for seat in range(4):
        own = info.seat == seat
        assert own.any()
        assert (info.points[own] == end["scores"][seat]).all()
        assert (info.rank[own] == order.index(seat) + 1).all()
    assert (info.log == 0).all()
    assert (np.diff(info.round.astype(int)) >= 0).all()
    deltas: list[list[int]] = []
    for line in to_mjai(TONPU).splitlines():
        event = json.loads(line)
        if event["type"] == "start_kyoku":
            deltas.append(list(event["scores"]))
    deltas.append(end["scores"])
    rounds = int(info.round.max()) + 1
    assert rounds == len(deltas) - 1
    firsts = {(int(r), int(s)): g for r, s, g in zip(info.round[::-1], info.seat[::-1],
                                                      info.gain[::-1], strict=True)}  # fmt: skip
    for (number, seat), gain in firsts.items():
        if number + 1 < rounds:  # the last one may have sticks that were left
            assert gain == deltas[number + 1][seat] - deltas[number][seat]
    assert pickle.loads(pickle.dumps(batch)).info.seat.tolist() == info.seat.tolist()


def test_a_game_that_breaks_off_has_no_result() -> None:
    path = real_logs("tenhou-edge")[0].with_name("encdec-kan-opened-01.mjlog.gz")
    [batch] = samples(path, batch=100_000)
    last = batch.info.round == batch.info.round.max()
    assert (batch.info.rank == 0).all()
    assert np.isnan(batch.info.points).all()
    assert np.isnan(batch.info.gain[last]).all()
    assert not np.isnan(batch.info.gain[~last]).any()


def test_players_and_forced_decisions_can_be_chosen() -> None:
    names = json.loads(to_mjai(TONPU).splitlines()[0])["names"]
    [whole] = samples(TONPU, batch=10_000)
    [one] = samples(TONPU, batch=10_000, players=names[2])
    assert (one.info.seat == 2).all()
    assert len(one.action) == (whole.info.seat == 2).sum()
    assert list(samples(TONPU, players=["nobody"])) == []
    [free] = samples(TONPU, batch=10_000, forced=False)
    assert (free.mask.sum(1) > 1).all()
    assert len(free.action) == (whole.mask.sum(1) > 1).sum() < len(whole.action)


@pytest.mark.parametrize("name", ["base", "decay", "yaku", "furiten", "shanten", "extended"])
@pytest.mark.parametrize("compat", [None, "riichienv-0.4.11"])
def test_rows_are_what_the_observation_encodes(name: str, compat: str | None) -> None:
    if name == "extended" and compat is not None:
        with pytest.raises(ValueError, match=r"no encoder 'riichienv-0.4.11"):
            samples(TONPU, name, compat=compat)
        return
    data = [samples(TONPU, name, compat=compat, batch=100, dtype=d)
            for d in (np.float32, np.float16, np.uint8)]  # fmt: skip
    exact, half, raw = (next(one) for one in data)
    form = data[0].encoder
    assert exact.observation.shape == (100, *form.shape)
    assert (half.observation == exact.observation.astype(np.float16)).all()
    scales = np.array(form.scales, np.float32).reshape(-1, *[1] * (exact.observation.ndim - 2))
    near = np.abs(raw.observation * scales - exact.observation) <= 0.501 * scales
    assert (near | (exact.observation < 0)).all()
    for row in range(0, 100, 9):
        obs = data[0].observation(row)
        assert isinstance(obs, Observation)
        assert (obs.encode_as(form.id) == exact.observation[row]).all()
        assert np.flatnonzero(exact.mask[row]).tolist() == obs.action_ids()
        assert exact.mask.shape[1] == obs.action_space_size == data[0].num_actions
    assert data[0].encoder == encoder(form.id)


def test_arrays_that_somebody_holds_are_left_alone() -> None:
    held = [batch.observation[:3] for batch in samples(TONPU, batch=40)]
    again = [batch.observation[:3].copy() for batch in samples(TONPU, batch=40)]
    assert all((a == b).all() for a, b in zip(held, again, strict=True))
    addresses = {batch.observation.ctypes.data for batch in samples(TONPU, batch=40)}
    assert len(addresses) <= 3


def test_a_bad_log_is_named_or_passed_over(tmp_path: Path) -> None:
    text = TONPU.read_text()
    cut, forged = tmp_path / "cut.mjlog", tmp_path / "forged.mjlog"
    cut.write_text(text[: len(text) // 2])
    start = text.index('sc="', text.index("<AGARI")) + len('sc="')
    end = text.index('"', start)
    numbers = text[start:end].split(",")
    numbers[1] = str(int(numbers[1]) + 10)
    forged.write_text(text[:start] + ",".join(numbers) + text[end:])
    whole = sum(len(batch.action) for batch in samples(TONPU))
    data = samples([TONPU, cut, TONPU], batch=whole // 2)
    assert [len(next(data).action), len(next(data).action)] == [whole // 2] * 2
    with pytest.raises(ValueError, match=r"cut\.mjlog"):
        list(data)
    assert list(data) == []
    with pytest.raises(ValueError, match=r"forged\.mjlog.*round"):
        list(samples(forged))
    data = samples([cut, TONPU, forged, TONPU], errors="skip")
    assert sum(len(batch.action) for batch in data) == 2 * whole
    assert [Path(bad.log).name for bad in data.skipped] == ["cut.mjlog", "forged.mjlog"]
    assert all(bad.error for bad in data.skipped)


def test_an_archive_gives_the_same_bytes_as_its_files_for_any_number_of_threads(
    tmp_path: Path,
) -> None:
    files = sorted((LOGS / "logs" / "tenhou").iterdir())
    archive = tmp_path / "games.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in reversed(files):
            packed.write(path, path.name)

    def content(paths: Any, threads: int) -> list[bytes]:
        batches = samples(paths, batch=300, threads=threads, dtype=np.uint8)
        return [array.tobytes() for batch in batches for array in (*batch, *batch.info)]

    whole = content(files, 1)
    assert len(whole) > 20
    for threads in (1, 2, 5):
        assert content(archive, threads) == whole
    data = samples(archive)
    assert data.logs == [f"{archive}/{path.name}" for path in files]


def test_logs_with_another_number_of_seats_are_passed_over() -> None:
    data = samples([HANCHAN, SANMA, TONPU])
    assert counted(data)
    assert (data.passed_over, len(data.logs)) == (1, 3)
    assert counted(samples(LOGS / "logs" / "tenhou", seats=3)).keys() >= {"nuki"}


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"encoder": "pixels"}, "no encoder 'pixels'"),
        ({"compat": "mortal"}, "mortal"),
        ({"batch": 0}, "batch is 0"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": 5000}, "threads is 5000: expected at most 1024"),
        ({"dtype": np.int64}, "dtype is int64"),
        ({"seats": 5}, "seats is 5"),
        ({"shuffle": -1}, "shuffle is -1"),
        ({"errors": "ignore"}, "errors is 'ignore'"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        samples(TONPU, **options)


def test_paths_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        samples(tmp_path / "nothing.mjlog")
    with pytest.raises(ValueError, match="no logs in it"):
        samples(tmp_path)
    with pytest.raises(ValueError, match="No such file"):
        to_mjai(tmp_path / "nothing.mjlog")
    data = samples(TONPU)
    with pytest.raises(IndexError, match="no row 0: the last batch has 0"):
        data.observation(0)
