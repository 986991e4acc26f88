import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import facedown as fd
import pytest
from facedown.__main__ import main

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "crates" / "cli" / "tests" / "golden"
"""What the binary prints."""

LOG = ROOT / "testdata" / "riichi" / "tonpu.mjlog"

TEN = "As 2s 3s 9c 9d 9h Kd 7h 2c 7d"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "facedown", *arguments]


def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
    """Runs `python -m facedown`; returns the exit status, the output and the messages."""
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        command(*arguments), input=text, capture_output=True, text=True, encoding="utf-8",
        env=environment,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not GOLDEN.exists(), reason="the goldens of the command line are not here")
@pytest.mark.parametrize(
    ("golden", "arguments"),
    [
        ("deadwood-ten", ["gin", "deadwood", TEN]),
        ("riichi-win-ron", ["riichi", "hand", "123m456p789s1122z", "--win", "1z"]),
    ],
)
def test_the_output_is_that_of_the_binary(golden: str, arguments: list[str]) -> None:
    expected = (GOLDEN / f"{golden}.txt").read_text(encoding="utf-8")
    assert run(*arguments) == (0, expected, "")


def test_help_and_version_are_those_of_the_program() -> None:
    code, out, err = run("--version")
    assert (code, out, err) == (0, f"facedown {fd.__version__}\n", "")
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "Usage: facedown " in out
    assert run()[0] == 0


def test_bad_input_is_one_line_and_status_2() -> None:
    for arguments, token in (
        (["gin", "deadwood", "As 2x"], "x"),
        (["nonsense"], "nonsense"),
        (["match", "gin", "--deals", "many"], "many"),
        (["riichi", "replay", "no-such-file"], "no-such-file"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("facedown: ")
        assert err.count("\n") == 1
        assert token in err


@pytest.mark.skipif(not LOG.exists(), reason="the recorded games are not here")
def test_a_no_is_status_1() -> None:
    code, out, err = run("riichi", "replay", str(LOG), "--rules", "mjsoul")
    assert (code, err) == (1, "")
    assert "0 of 1 logs agree" in out


def test_it_reads_the_standard_input() -> None:
    code, out, _ = run("play", "gin", "--seed", "7", text="quit\n")
    assert code == 0
    assert "your hand" in out


def test_json_is_one_document() -> None:
    code, out, err = run("gin", "deadwood", TEN, "--json")
    assert (code, err) == (0, "")
    assert out.startswith("{")
    assert out.endswith("}\n")


@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        command("games"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def interrupted(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        encoding="utf-8",
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_a_prompt() -> None:
    with interrupted("play", "gin", "--seed", "7") as process:
        assert process.stdout is not None
        while "your hand" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == -signal.SIGINT


def ticks(pid: int) -> int:
    """Returns the processor time of a process, in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of threads")
def test_ctrl_c_ends_a_computation_with_its_answer_so_far() -> None:
    deals = ["--deals", "100000000", "--json"]
    with interrupted("match", "gin", "--bots", "greedy,simple", *deals) as process:
        threads = Path(f"/proc/{process.pid}/task")
        # The thread of the handler that the command installs.
        while "ctrl-c\n" not in {path.read_text() for path in threads.glob("*/comm")}:
            time.sleep(0.01)
        # On a busy machine no deal may have been played yet: there would be no answer.
        began = ticks(process.pid)
        while ticks(process.pid) < began + 20:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        answer, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(answer)["report"]["requested"] == 100_000_000


def test_main_is_a_function(capfd: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGINT)
    print("first")
    assert main(["gin", "deadwood", TEN]) == 0
    assert signal.getsignal(signal.SIGINT) is before
    statuses: list[int] = []
    thread = threading.Thread(target=lambda: statuses.append(main(["gin", "deadwood", "Zz"])))
    thread.start()
    thread.join()
    assert statuses == [2]
    out, err = capfd.readouterr()
    assert out.splitlines()[1].endswith("hand  2c 9c 7d 9d Kd 7h 9h As 2s 3s")
    assert "Z" in err


def test_arguments_are_texts() -> None:
    with pytest.raises(TypeError, match="argument 7 is a int: expected str"):
        main(["gin", 7])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="arguments is the text 'gin'"):
        main("gin")
