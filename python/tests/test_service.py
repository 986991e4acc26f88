"""The service over HTTP, from outside: a server of the release binary, and its document."""

import importlib.util
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BINARY = Path(__file__).parents[2] / "target" / "release" / "facedown"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not BINARY.exists():
        pytest.skip("target/release/facedown is not built")
    command = [str(BINARY), "serve", "--memory", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        if found is None:
            pytest.skip("target/release/facedown has no command serve")
        yield found.group().rstrip("/")
    finally:
        server.terminate()
        assert server.wait(timeout=60) == 0


def post(url: str, body: object) -> tuple[int, Any]:
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_the_service_answers_as_the_package_does(address: str) -> None:
    import facedown as fd

    hand = "As2s3s 9c9d9h Kd 2c 7h 7d"
    status, answer = post(f"{address}/v1/gin/deadwood", {"hands": [hand]})
    assert status == 200
    assert answer["hands"][0]["deadwood"] == fd.gin.best_melds(hand).deadwood
    view = fd.make("hearts").deal(3).view(0)
    document = {"game": "hearts", "view": view.to_dict(), "n": 5, "seed": 1}
    status, answer = post(f"{address}/v1/tricks/deals", document)
    assert status == 200
    masks = fd.tricks.sample_deals(view, 5, seed=1)
    for row, deal in zip(masks, answer["deals"], strict=True):
        assert [int(fd.cards.parse(cards)) for cards in deal] == [int(mask) for mask in row]


def test_an_error_names_its_field(address: str) -> None:
    status, answer = post(f"{address}/v1/gin/deadwood", {"hands": ["Ks", "Zz"]})
    assert (status, answer["field"]) == (400, "hands[1]")


@pytest.mark.conformance
def test_schemathesis_finds_no_failure(address: str, summarise: Callable[[str], None]) -> None:
    if importlib.util.find_spec("schemathesis") is None:
        pytest.skip("schemathesis is not installed")
    checks = "not_a_server_error,status_code_conformance,response_schema_conformance"
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/openapi.json"]
    options = ["--checks", checks, "--max-examples", "200", "--request-timeout", "30"]
    done = subprocess.run(command + options, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:]
    summarise("schemathesis: " + done.stdout.strip().splitlines()[-1])
