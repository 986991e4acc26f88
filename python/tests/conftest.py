"""Options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--conformance", action="store_true", help="also the long comparisons with peers"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "conformance: a long comparison, run with --conformance")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--conformance"):
        return
    skip = pytest.mark.skip(reason="long: run with --conformance")
    for item in items:
        if item.get_closest_marker("conformance"):
            item.add_marker(skip)
