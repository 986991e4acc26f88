"""Options of the test run."""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

REPORTS = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--conformance", action="store_true", help="also the long comparisons with peers"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPORTS] = []
    config.addinivalue_line("markers", "conformance: a long comparison, run with --conformance")


@pytest.fixture
def summarise(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Prints a line at the end of the run: what a comparison has covered."""
    return pytestconfig.stash[REPORTS].append


@pytest.fixture
def given_up_only() -> Iterator[None]:
    """Threads get the interpreter only from one that gives it up, never because it is their turn.

    What another thread does is then certainly done while this one waits, or works without the
    interpreter, whatever else the machine does.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Takes over what a process of pytest-xdist has covered."""
    node.config.stash[REPORTS].extend(getattr(node, "workeroutput", {}).get("reports", []))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)  # of a process of pytest-xdist
    if output is not None:
        output["reports"] = session.config.stash[REPORTS]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for line in config.stash[REPORTS]:
        terminalreporter.write_line(line)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--conformance"):
        return
    skip = pytest.mark.skip(reason="long: run with --conformance")
    for item in items:
        if item.get_closest_marker("conformance"):
            item.add_marker(skip)
