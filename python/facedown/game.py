"""Games by name: states, views, bots, matches.

>>> import facedown as fd
>>> gin = fd.make("gin", rules="classic", gin_bonus=25)
>>> state = gin.deal(seed=7)
>>> [gin.action_text(action) for action in state.legal_actions()]
['upcard', 'pass']
>>> state.apply("upcard")
>>> bots = [gin.bot("greedy"), gin.bot("simple", seed=1)]
>>> while not state.is_over:
...     state.apply(bots[state.current_seat].choose(state.view()))
>>> sum(state.scores())
0

A `State` is the whole table, hidden cards included; a `View` is what one seat knows, and all that a
bot or a network gets. Actions are ids from 0 to `num_actions - 1`; `apply` takes their texts as
well. A pickled state holds its origin and its actions, which are replayed when it is loaded; a
pickled view holds its record, `View.to_dict`, which `Game.view_from_dict` reads.
"""

import copyreg
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from facedown import _native
from facedown._native import Bot, Game, Match, State, View
from facedown._output import real, shown
from facedown._players import Player

if TYPE_CHECKING:
    from facedown.nets import Network

__all__ = [
    "Bot",
    "Game",
    "GameInfo",
    "Match",
    "MatchError",
    "PresetInfo",
    "State",
    "TableInfo",
    "View",
    "duel",
    "games",
    "make",
    "match",
]


class TableInfo(NamedTuple):
    """What rules bound for a number of seats."""

    seats: int
    """The number of seats."""
    least_score: int
    """No score of a hand is less."""
    most_score: int
    """No score of a hand is more."""
    zero_sum: bool
    """Whether the scores of a hand always sum to zero."""
    most_decisions: int
    """No hand has more decisions."""


class PresetInfo(NamedTuple):
    """A preset of rules."""

    title: str
    """The name that people read."""
    variant_of: str | None
    """The earlier preset that has these rules with so many seats."""
    seats: int
    """The number of seats by default."""
    tables: tuple[TableInfo, ...]
    """All numbers of seats, ascending."""
    cards: int
    """The number of cards or tiles of the pack."""
    features: tuple[str, ...]
    """What the rules have of what not all rules of the family have: in trick-taking games `pass`,
    `upcard` and `call`, which come before play; in open-face `singles`, streets of one card."""
    encoders: tuple[str, ...]
    """The encoders of observations; the first is the default."""


class GameInfo(NamedTuple):
    """The description of a game: the one that every door gives."""

    about: str
    """A short description."""
    presets: tuple[str, ...]
    """The presets of rules; the first is the default."""
    bots: dict[str, str]
    """The bots that play it, with descriptions."""
    title: str
    """The name that people read."""
    family: str
    """The family, whose games have views of one kind."""
    seats: int
    """The number of seats by default."""
    rules: dict[str, PresetInfo]
    """The presets with all that depends on them."""
    opponent: str
    """The bot that a person plays against by default."""
    quick_opponent: str
    """A bot that decides at once, for those who play many hands."""
    levels: dict[str, dict[str, Any]]
    """The bots by strength, as a seat of a table of the service is given one."""
    lengths: dict[str, dict[str, Any]]
    """The lengths of what is played, with the options of rules that they stand for; the first is
    the default."""
    baselines: tuple[str, ...]
    """The baselines by which results of matches can be adjusted for luck."""
    environments: dict[str, str]
    """The environments in the registries of Gymnasium and PettingZoo, with their presets."""
    bad_result: int
    """About the worst result of a hand that is met in play."""
    records_remember: bool
    """Whether the record of a view has all that its seat has seen."""


def games() -> dict[str, GameInfo]:
    """Returns all games by name.

    >>> games()["gin"].presets[:2]
    ('eaai', 'openspiel')
    >>> games()["gin"].bots["random"]
    'any legal action'
    >>> [table.seats for table in games()["oh-hell"].rules["standard"].tables]
    [3, 4, 5, 6, 7]
    """
    return dict(_games())


@cache
def _games() -> dict[str, GameInfo]:
    return {game["name"]: _info(**game) for game in _native.game_list()}


def _info(
    *,
    name: str,
    presets: list[str],
    rules: list[dict[str, Any]],
    bots: list[dict[str, Any]],
    levels: list[dict[str, Any]],
    lengths: list[dict[str, Any]],
    baselines: list[str],
    environments: list[dict[str, str]],
    **fields: Any,
) -> GameInfo:
    return GameInfo(
        presets=tuple(presets),
        rules={preset.pop("name"): _preset(**preset) for preset in rules},
        bots={bot["name"]: bot["about"] for bot in bots},
        levels={level.pop("name"): level for level in levels},
        lengths={length["name"]: length["rules"] for length in lengths},
        baselines=tuple(baselines),
        environments={entry["id"]: entry["rules"] for entry in environments},
        **fields,
    )


def _preset(
    *, tables: list[dict[str, Any]], features: list[str], encoders: list[str], **fields: Any
) -> PresetInfo:
    return PresetInfo(
        tables=tuple(TableInfo(**table) for table in tables),
        features=tuple(features),
        encoders=tuple(encoders),
        **fields,
    )


def length_of(name: str, length: str, rules: dict[str, Any]) -> str:
    """Returns whether an episode is a `hand` or a `match`; a match that the game calls by another
    name, like the `tonpu` of riichi, becomes an option of the rules."""
    info = _games().get(name) if isinstance(name, str) else None
    named = {other: options for other, options in info.lengths.items() if options} if info else {}
    if not named or length in ("hand", "match"):
        return length
    if length not in list(named):
        known = ", ".join(("hand", "match", *named))
        raise ValueError(f"length is {shown(length)}: expected one of {known}")
    for option, values in named[length].items():
        rules[option] = {**rules.get(option, {}), **values}
    return "match"


def make(name: str, /, **rules: Any) -> Game:
    """Makes a game by name. `rules` is a preset; other options replace single rules of it.

    >>> make("gin", rules="openspiel", knock_limit={"fixed": 5}).rules["knock_limit"]
    {'fixed': 5}

    Raises `ValueError` for an unknown name, option or value.
    """
    return _native.game(name, rules)


class MatchError(ValueError):
    """A match that could not be played to its end. The message names bot, seat and deal, the cause
    is what a callable raised."""

    so_far: dict[str, Any] | None = None
    """The record of the deals before; `None` if there are none."""


def match(
    name: str,
    bots: Sequence[Player],
    *,
    deals: int | None = None,
    seed: int = 0,
    matches: bool = False,
    threads: int | None = None,
    params: Mapping[str, Any] | None = None,
    knobs: Mapping[str, Any] | None = None,
    luck: str | None = None,
    until: float | None = None,
    against: float | bool | None = None,
    network: "Network | None" = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
    hand: int | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """Plays a duplicate match of bots: every deal in all seatings, or in a set of them that is
    balanced over places and neighbours.

    >>> result = match("gin", ["greedy", "random"], deals=20, seed=1)
    >>> [bot["name"] for bot in result["report"]["bots"]]
    ['greedy', 'random']
    >>> result["report"]["games"]
    40

    A bot is a name, a callable that takes a view and returns an action, a batched policy
    (`facedown.batched`, or a function of observations and masks), a network
    (`facedown.nets.Network`, or the path of its file), or `module:function`, which is imported.
    Bots of equal names are one entry, whose seats are pooled. `deals` is the number of deals, by
    default 1000.

    With `matches`, whole matches are played instead of hands; the rules of a match are the option
    `match` in every game: `match("ofc", bots, matches=True, match={"hands": 5})`. `report` depends
    on the seed and the bots alone, not on `threads`; means have 95 % intervals over deals with all
    their seatings. `timing` holds the times of decisions, `course` mean and interval over deals.
    The record is the one that `facedown match --json` prints. `params` are search parameters as in
    `facedown.advise`, set in all bots that search (`knobs` is an alias); a bot may have its own in
    its name: `"ismcts:1000:exploration=0.7"`. `network` guides every `puct`.

    Single hands are drawn as the hands of matches come: dealer, hand number, round, sticks and
    scores. `hand` is one place of the match instead, 0 for the first.

    `luck` names a baseline, `"cheap"` or `"deep"`: `report["luck"]` then has the plain and the
    luck-adjusted means with their intervals, and how many times fewer deals give the same interval.
    The plain results are the same with and without it.

    `until` ends the match once the interval of every difference is at most so wide. `against` ends
    it once the first bot is better or worse than each other, or equal within this margin (`True` is
    0), by intervals that hold at all deals at once with 95 %; `report["sequential"]` has the
    verdicts. `deals` is then the largest number of deals, by default a million.

    `progress` is called with deals, difference and interval so far; the match ends if it returns
    `False`.

    Raises `MatchError`, a `ValueError`, if a policy fails; its `so_far` is the record of the deals
    before. `facedown.duel` is an alias.
    """
    if isinstance(bots, str):
        raise ValueError(f"bots is the text {shown(bots)}: expected a list of names")
    given_matches: Any = matches
    if isinstance(given_matches, Mapping):
        raise ValueError(
            f"matches cannot be {shown(dict(given_matches))}, expected True or False; "
            "the rules of a match are the option match"
        )
    if params is not None and knobs is not None:
        raise ValueError("both params and its alias knobs are given")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {shown(progress)}: expected a function")
    given = dict((knobs if params is None else params) or {})
    margin = 0.0 if against is True else None if against is None or against is False else against
    if deals is None:
        deals = _DEALS if until is None and margin is None else _MOST_DEALS
    width = None if until is None else real("until", until)
    if width is not None and not 0 < width < inf:
        raise ValueError(f"until is {shown(until)}: expected more than 0")
    if margin is not None and not 0 <= real("against", margin) < inf:
        raise ValueError(f"against is {shown(against)}: expected 0 or more")
    record, failed = _native.duplicate_match(
        make(name, **rules), list(bots), deals, seed, matches, threads, given, luck, width,
        None if margin is None else real("against", margin), network, progress, hand,
    )  # fmt: skip
    if failed is None:
        assert record is not None, "a match without an error has a record"
        return record
    if not isinstance(failed, ValueError):
        raise failed
    error = MatchError(*failed.args)
    error.so_far = record
    raise error from failed.__cause__


_DEALS = 1000
_MOST_DEALS = 1_000_000


duel = match
"""The same as `match`."""


# Pickles. A record begins with its version, on which its other fields depend.

_VERSION = 1
_T = TypeVar("_T")


def _save_game(game: Game) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    return _load_game, (_VERSION, game.name, game.rules)


def _save_state(state: State) -> tuple[Callable[..., State], tuple[Any, ...]]:
    game = state.game
    record = (game.name, game.rules, state.origin, state.history)
    return _load_state, (_VERSION, *record, _digest(state, record))


def _save_match(match: Match) -> tuple[Callable[..., Match], tuple[Any, ...]]:
    game = match.game
    record = (game.name, game.rules, match.seed, match.hands)
    return _load_match, (_VERSION, *record)


def _save_view(view: View) -> tuple[Callable[..., View], tuple[Any, ...]]:
    game = view.game
    return _load_view, (_VERSION, game.name, game.rules, view.to_dict())


def _load_game(*record: Any) -> Game:
    return _loaded("game", record, _game)


def _load_state(*record: Any) -> State:
    return _loaded("state", record, _state)


def _load_view(*record: Any) -> View:
    return _loaded("view", record, _view)


def _load_match(*record: Any) -> Match:
    return _loaded("match", record, _match)


def _loaded(what: str, record: tuple[Any, ...], load: Callable[..., _T]) -> _T:
    """Loads a record; any fault in it is a `ValueError`."""
    if record[:1] != (_VERSION,):
        version = record[0] if record else "none"
        raise ValueError(
            f"a pickled {what} of version {shown(version)}: expected version {_VERSION}"
        )
    try:
        return load(*record[1:])
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a pickled {what} that cannot be read: {error}") from error


def _game(name: str, rules: dict[str, Any]) -> Game:
    return _native.game(name, rules)


def _state(
    name: str, rules: dict[str, Any], origin: dict[str, Any], actions: list[int], digest: int
) -> State:
    game = _game(name, rules)
    if "match" in origin:
        hand = _match(name, rules, origin["match"], origin["hands"]).next_hand()
        if hand is None:
            raise ValueError("the match was over before this hand")
        state = hand
    elif "view" in origin:
        state = _native.world(game.view_from_dict(origin["view"]), origin["seed"])
    else:
        # States that were saved before hands had a place are all hand 0.
        state = game.deal(**{"hand": 0, **origin})
    _replay(state, actions)
    if _digest(state, (name, rules, origin, actions)) != digest:
        raise ValueError("its actions lead to another state than the one that was saved")
    return state


def _view(name: str, rules: dict[str, Any], record: dict[str, Any]) -> View:
    return _game(name, rules).view_from_dict(record)


def _match(name: str, rules: dict[str, Any], seed: int, hands: list[list[int]]) -> Match:
    match = _game(name, rules).match(seed)
    for actions in hands:
        hand = match.next_hand()
        if hand is None:
            raise ValueError("the match was over before its last hand")
        _replay(hand, actions)
        match.finish(hand)
    return match


def _replay(state: State, actions: list[int]) -> None:
    for action in actions:
        state.apply(action)


def _digest(state: State, record: tuple[Any, ...]) -> int:
    """Returns a checksum of a state's record and of the position that it leads to."""
    position = (state.current_seat, state.legal_actions(), state.scores())
    return zlib.crc32(repr((record, position)).encode())


copyreg.pickle(Game, _save_game)
copyreg.pickle(State, _save_state)
copyreg.pickle(View, _save_view)
copyreg.pickle(Match, _save_match)
