"""Is an environment honest? A checker for PettingZoo, OpenSpiel and vector environments.

    python -m facedown.honesty NAME [--json]

The laws:

- `reproducible`: a seed and the same actions give the same observations, masks and rewards
- `seeds`, `hands`, `batch`: deals are independent between seeds, between games that follow each
  other, and between the environments of a batch
- `hidden`: where what a seat cannot see is replaced, its observation and its mask stay the same
- `worlds`: resampled worlds are uniform (chi-square)
- `ends`: games end, and legal actions are accepted
- `rewards`: rewards sum as declared

>>> report = check("facedown:gin", starts=40, games=2, worlds=200)
>>> report.broken
[]
>>> report["hidden"].verdict
'holds'

docs/guide/honesty.md: names, options, what each test can and cannot find.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from inspect import signature
from typing import Any

from facedown._honesty import ours, peers, vector, zoo
from facedown._honesty.laws import BROKEN, LAWS, Finding, Settings, examine
from facedown._honesty.subject import Subject
from facedown._output import shown

__all__ = ["Finding", "Report", "Settings", "check", "main", "open_subject"]


@dataclass
class Report:
    """What was found about an environment."""

    name: str
    interface: str
    findings: list[Finding]
    settings: Settings

    @property
    def broken(self) -> list[str]:
        """The laws that are broken."""
        return [found.law for found in self.findings if found.verdict == BROKEN]

    def __getitem__(self, law: str) -> Finding:
        for found in self.findings:
            if found.law == law:
                return found
        raise KeyError(law)

    def to_dict(self) -> dict[str, Any]:
        """Returns the report as a JSON record."""
        return {
            "version": 1,
            "name": self.name,
            "interface": self.interface,
            "settings": asdict(self.settings),
            "broken": self.broken,
            "laws": {found.law: _finding_record(found) for found in self.findings},
        }

    def __str__(self) -> str:
        width = max(len(found.law) for found in self.findings)
        lines = [f"{self.name} ({self.interface})"]
        lines += [
            f"  {found.law:<{width}}  {found.verdict:<11}  {found.detail}"
            for found in self.findings
        ]
        return "\n".join(lines)


def _finding_record(found: Finding) -> dict[str, Any]:
    return {"verdict": found.verdict, "detail": found.detail, "numbers": found.numbers}


def check(
    what: str | Subject | Any,
    *,
    laws: Sequence[str] | None = None,
    rewards: str | float | None = None,
    **settings: Any,
) -> Report:
    """Checks an environment: a name as on the command line, an environment, or a subject.

    `laws` are those to examine, by default all; `rewards` is the declared sum of rewards, `"zero"`,
    `"any"` or a number, instead of what the interface declares; the other options are those of
    `Settings`. Equal arguments give equal reports of a reproducible environment.
    """
    subject = what if isinstance(what, Subject) else open_subject(what)
    wanted = list(LAWS) if laws is None else list(laws)
    for law in wanted:
        if law not in LAWS:
            raise ValueError(f"no law {shown(law)}, expected one of {', '.join(LAWS)}")
    if rewards is not None:
        subject.reward_sum = _declared(rewards)
        subject.rewards_declared = "by the caller"
    chosen = _settings(settings)
    # An environment that cannot be made is bad input, not a finding.
    if subject.table is not None:
        subject.table()
    if subject.batch is not None:
        subject.batch(2)
    return Report(
        subject.name, subject.interface, [examine(law, subject, chosen) for law in wanted], chosen
    )


def _settings(given: dict[str, Any]) -> Settings:
    known = Settings.__dataclass_fields__
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no setting {shown(name)}, expected one of {', '.join(known)}")
        if name == "level":
            if not 0 < value < 1:
                raise ValueError(f"level is {value}: expected a number between 0 and 1")
        elif value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise ValueError(f"{name} is {shown(value)}: expected an integer")
        elif value is not None and value < (0 if name == "seed" else _LEAST.get(name, 1)):
            raise ValueError(f"{name} is {value}: expected at least {_LEAST.get(name, 1)}")
    return Settings(**given)


_LEAST = {"seed": 0, "starts": 40, "worlds": 100}


def _declared(text: str | float) -> float | None:
    if text == "any":
        return None
    if text == "zero":
        return 0.0
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"rewards is {shown(text)}: expected 'zero', 'any' or a number") from None


def open_subject(what: str | Any) -> Subject:
    """Opens an environment by name, or presents an environment that is there.

    Names are `facedown:gin` (rules as `facedown:riichi?rules=tenhou3`), `pettingzoo:MODULE` or an
    id of its registry, `openspiel:GAME`, `gymnasium:ID` (its `make_vec`), `rlcard:NAME`,
    `pgx:NAME`, `riichienv:MODE`, or `module:factory`: a function in a module, which returns an
    environment, or a batch of a given number of environments.
    """
    if not isinstance(what, str):
        return _present(type(what).__name__, lambda: what)
    kind, colon, rest = what.partition(":")
    if not colon or not rest:
        raise ValueError(
            f"name is {shown(what)}: expected facedown:GAME, openspiel:GAME or another form"
        )
    if kind in _KINDS:
        return _KINDS[kind](rest)
    try:
        factory = getattr(import_module(kind), rest)
    except ImportError as error:
        raise ValueError(f"no module {shown(kind)} for {shown(what)}: {error}") from error
    except AttributeError:
        raise ValueError(f"module {shown(kind)} has no {shown(rest)}") from None
    return _present(what, factory)


def _ours(text: str) -> Subject:
    name, _, options = text.partition("?")
    rules: dict[str, Any] = {}
    for option in filter(None, options.split("&")):
        key, _, value = option.partition("=")
        rules[key] = int(value) if value.isdigit() else value
    return ours.subject(name, rules)


def _openspiel(text: str) -> Subject:
    from facedown import openspiel  # registers our games
    from facedown._honesty import spiel

    del openspiel
    return spiel.subject(text)


def _gymnasium(text: str) -> Subject:
    import gymnasium

    return vector.subject(f"gymnasium:{text}", lambda n: gymnasium.make_vec(text, num_envs=n))


_KINDS: dict[str, Callable[[str], Subject]] = {
    "facedown": _ours,
    "openspiel": _openspiel,
    "pettingzoo": zoo.by_name,
    "gymnasium": _gymnasium,
    "rlcard": peers.rlcard_subject,
    "pgx": peers.pgx_subject,
    "riichienv": peers.riichienv_subject,
}


def _present(name: str, factory: Callable[..., Any]) -> Subject:
    """Presents what a factory makes by the interface that it has."""
    of_size = any(
        parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in signature(factory).parameters.values()
    )
    made = factory(4) if of_size else factory()
    if isinstance(made, Subject):
        return made
    if hasattr(made, "agent_selection") or hasattr(made, "possible_agents"):
        return zoo.subject(name, factory)
    if hasattr(made, "new_initial_state"):
        from facedown._honesty import spiel

        found = spiel.subject(made)
        found.name = name
        return found
    if hasattr(made, "num_envs") or (hasattr(made, "n") and hasattr(made, "step")):
        return vector.subject(name, factory if of_size else lambda _: made)
    raise ValueError(
        f"{name} is {type(made).__name__}: expected a PettingZoo, OpenSpiel or vector environment"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line: 0 if no law is broken, 1 if one is, 2 for bad input."""
    parser = argparse.ArgumentParser(
        prog="python -m facedown.honesty", description="Is an environment honest?"
    )
    parser.add_argument(
        "name", help="facedown:gin, pettingzoo:classic.hanabi_v5, openspiel:hearts, …"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--laws", help="only these, with commas between")
    parser.add_argument("--rewards", help="the declared sum of rewards: zero, any or a number")
    for name, about in [
        ("seed", "the first seed"),
        ("starts", "deals compared with each other"),
        ("games", "games played at random"),
        ("worlds", "resampled worlds"),
        ("steps", "decisions after which a game does not end"),
        ("deals", "how many different first observations there are, if few"),
    ]:
        parser.add_argument(f"--{name}", type=int, help=about)
    given = vars(parser.parse_args(arguments))
    name, as_json, laws = given.pop("name"), given.pop("json"), given.pop("laws")
    options = {key: value for key, value in given.items() if value is not None}
    try:
        report = check(name, laws=laws.split(",") if laws else None, **options)
    except Exception as error:
        print(f"honesty: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(report.to_dict(), indent=2) if as_json else report)
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
