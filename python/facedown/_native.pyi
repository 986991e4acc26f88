"""The compiled half of the package. Users call the modules around it, which check what they get."""

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from typing import (
    Any,
    ClassVar,
    Final,
    Protocol,
    Self,
    SupportsIndex,
    TypeAlias,
    final,
    overload,
)

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

__all__ = [
    "GIN_MAX_CARDS",
    "GIN_NOT_HELD",
    "Action",
    "ActionType",
    "Bot",
    "DeadwoodNetwork",
    "FantasyPolicy",
    "Game",
    "Match",
    "Network",
    "Observation",
    "OfcBook",
    "RiichiEnvCore",
    "RiichiSamples",
    "State",
    "VecEnv",
    "View",
    "__version__",
    "advise",
    "after_fork",
    "answer",
    "command_line",
    "duplicate_match",
    "format_cards",
    "game",
    "game_list",
    "gin_all_best_melds",
    "gin_best_defence",
    "gin_best_melds",
    "gin_deadwood_after_discards",
    "gin_hand_points",
    "gin_melds",
    "gin_min_deadwood",
    "gin_min_deadwood_flags",
    "gin_random_hands",
    "gin_valid_melds",
    "meters",
    "nets_deadwood_rows",
    "nets_encode_hands",
    "nets_fantasy_rows",
    "nets_shipped",
    "nets_sort_hand",
    "ofc_evaluate",
    "ofc_solve_fantasy_batch",
    "openspiel_action",
    "openspiel_action_back",
    "openspiel_card",
    "openspiel_card_back",
    "openspiel_deadwood_with_draw",
    "openspiel_phase",
    "openspiel_tricks_action",
    "openspiel_tricks_action_back",
    "openspiel_tricks_returns",
    "parse_cards",
    "pure_env",
    "riichi_acceptance",
    "riichi_action",
    "riichi_counts",
    "riichi_danger",
    "riichi_discards",
    "riichi_encoder",
    "riichi_env",
    "riichi_format_counts",
    "riichi_format_ids",
    "riichi_forms",
    "riichi_observation",
    "riichi_replay",
    "riichi_review",
    "riichi_rules",
    "riichi_shanten",
    "riichi_to_mjai",
    "riichi_yaku",
    "search_config",
    "tricks_constraints",
    "tricks_layout",
    "tricks_random_scores",
    "tricks_sample_deals",
    "world",
    "xla_handlers",
]

__version__: Final[str]

GIN_MAX_CARDS: Final[int]
GIN_NOT_HELD: Final[int]

_Grouping: TypeAlias = tuple[int, list[int], int]
"""Deadwood, melds and loose cards."""

class _Event(Protocol):
    def is_set(self) -> bool: ...

def after_fork() -> None: ...
def answer(
    call: str,
    request: dict[str, Any],
    game: Game | None = None,
    bot: Any | None = None,
    *,
    names: dict[str, str] | None = None,
    progress: Callable[[dict[str, Any]], object] | None = None,
    every: float | None = None,
    cancel: _Event | None = None,
) -> tuple[Any, BaseException | None]: ...
def meters() -> list[int]: ...
def command_line(arguments: list[str]) -> int: ...
def parse_cards(text: str) -> int: ...
def format_cards(mask: int) -> str: ...
def gin_min_deadwood(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_min_deadwood_flags(
    hands: npt.NDArray[np.uint8], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_deadwood_after_discards(
    hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8], threads: int | None = None
) -> None: ...
def gin_hand_points(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8]) -> None: ...
def gin_valid_melds(hands: npt.NDArray[np.uint64], out: npt.NDArray[np.uint8]) -> None: ...
def gin_melds() -> list[tuple[int, int]]: ...
def gin_best_melds(hand: int) -> _Grouping: ...
def gin_all_best_melds(hand: int) -> list[_Grouping]: ...
def gin_best_defence(
    hand: int, knocker_melds: list[int]
) -> tuple[_Grouping, list[tuple[int, int]]]: ...
def gin_random_hands(seed: int, cards: int, out: npt.NDArray[np.uint64]) -> None: ...
def ofc_solve_fantasy_batch(
    cards: npt.NDArray[np.uint8],
    rules: str,
    stay_value: float | None,
    threads: int | None,
    rows: npt.NDArray[np.uint8],
    royalties: npt.NDArray[np.uint16],
    stays: npt.NDArray[np.bool_],
    values: npt.NDArray[np.float64],
) -> None: ...
def ofc_evaluate(
    top: npt.NDArray[np.uint8],
    middle: npt.NDArray[np.uint8],
    bottom: npt.NDArray[np.uint8],
    rules: str,
    stay_value: float | None,
    cards: int,
    threads: int | None,
    values: npt.NDArray[np.float64],
    royalties: npt.NDArray[np.uint16],
    fouls: npt.NDArray[np.bool_],
    fantasy: npt.NDArray[np.uint8],
    stays: npt.NDArray[np.bool_],
) -> None: ...
def openspiel_action(action: int) -> int | None: ...
def openspiel_action_back(action: int) -> int: ...
def openspiel_card(card: int) -> int: ...
def openspiel_card_back(card: int) -> int: ...
def openspiel_phase(phase: str) -> str: ...
def openspiel_deadwood_with_draw(hand: int) -> int: ...
def openspiel_tricks_action(game: str, action: int) -> int: ...
def openspiel_tricks_action_back(game: str, action: int) -> int: ...
def openspiel_tricks_returns(game: str, scores: list[int]) -> list[int]: ...
def tricks_layout(view: View) -> tuple[int, int]: ...
def tricks_sample_deals(
    view: View, seed: int, out: npt.NDArray[np.uint64], threads: int | None
) -> None: ...
def tricks_random_scores(
    game: Game, seed: int, out: npt.NDArray[np.int32], threads: int | None
) -> None: ...
def tricks_constraints(view: View) -> dict[str, Any]: ...
def world(view: View, seed: int) -> State: ...
def game_list() -> list[dict[str, Any]]: ...
def game(name: str, rules: dict[str, Any] | None = None) -> Game: ...
def duplicate_match(
    game: Game,
    bots: list[Any],
    deals: int,
    seed: int,
    matches: bool,
    threads: int | None,
    params: dict[str, Any] | None,
    luck: str | None,
    until: float | None,
    against: float | None,
    network: Any | None,
    progress: Callable[[dict[str, Any]], object] | None,
    hand: int | None,
) -> tuple[dict[str, Any] | None, BaseException | None]: ...
def advise(
    view: View,
    bot: Any,
    seconds: float | None,
    iterations: int | None,
    nodes: int | None,
    threads: int | None,
    seed: int | None,
    config: dict[str, Any],
    progress: Callable[[dict[str, Any], str], object] | None,
    every: float,
    cancel: _Event | None,
    network: Any | None,
) -> tuple[dict[str, Any], str, BaseException | None]: ...
def search_config(game: Game | None, bot: str, changes: dict[str, Any]) -> dict[str, Any]: ...
def riichi_counts(text: str) -> bytes: ...
def riichi_danger(view: View) -> dict[str, Any]: ...
def riichi_format_counts(counts: list[int]) -> str: ...
def riichi_format_ids(ids: list[int]) -> str: ...
def riichi_shanten(
    counts: npt.NDArray[np.uint8], out: npt.NDArray[np.int8], seats: int, threads: int | None = None
) -> None: ...
def riichi_forms(counts: list[int], seats: int) -> tuple[int, int | None, int | None]: ...
def riichi_acceptance(
    counts: npt.NDArray[np.uint8],
    visible: npt.NDArray[np.uint8] | None,
    kinds: npt.NDArray[np.uint8],
    left: npt.NDArray[np.uint8],
    seats: int,
    threads: int | None = None,
) -> None: ...
def riichi_discards(
    counts: npt.NDArray[np.uint8],
    visible: npt.NDArray[np.uint8] | None,
    kinds: npt.NDArray[np.uint8],
    left: npt.NDArray[np.uint8],
    seats: int,
    threads: int | None = None,
) -> None: ...
def riichi_action(number: int) -> Action: ...
def riichi_encoder(encoder: str, seats: int) -> tuple[str, list[int], list[float], list[str]]: ...
def riichi_env(record: str) -> RiichiEnvCore: ...
def riichi_observation(text: str) -> Observation: ...
def riichi_rules(preset: str) -> str: ...
def riichi_yaku() -> list[tuple[str, int, str, str, int, int, bool]]: ...
def riichi_replay(
    paths: list[str],
    threads: int | None = None,
    rules: str | None = None,
    luck: bool = False,
) -> dict[str, Any]: ...
def riichi_review(
    path: str,
    seat: int | None = None,
    worlds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    rules: str | None = None,
) -> tuple[dict[str, Any], str]: ...

@final
class Game:
    """A game with its rules in force, made by `facedown.make`.

    Games are equal if their names and all their rules are. They can be copied, pickled and used as
    keys.
    """

    @property
    def name(self) -> str:
        """The name that `facedown.make` takes."""
    @property
    def rules(self) -> dict[str, Any]:
        """All rules in force, by name."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def table(self) -> dict[str, Any]:
        """What the rules bound: `seats`, `least_score` and `most_score` of a hand, whether its
        scores are `zero_sum`, and its `most_decisions`."""
    def deal_plan(self, hand: int = 0) -> tuple[list[int], list[int], int]:
        """How the pack of the hand in one place of a match is drawn: the ids of the pack,
        ascending; the number of cards of each hand, which have no order; the number of cards after
        them, which have one. Nobody sees the others."""
    @property
    def num_actions(self) -> int:
        """The size of the action space: ids are 0 to `num_actions - 1`."""
    @property
    def encoder(self) -> str:
        """The id of the default encoder: its name and version."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation; the first axis is the channel."""
    @property
    def observation_scales(self) -> tuple[float, ...]:
        """The scale of each channel: float observations are raw counts times the scale."""
    @property
    def observation_channels(self) -> tuple[str, ...]:
        """The meaning of each channel of an observation."""
    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play the game."""
    @property
    def hand_count(self) -> int:
        """The number of places in the cycle of a match: dealer, hand size, passing and round begin
        anew after them. `deal(seed, hand)` deals the hand in one of them."""
    def deal(
        self,
        seed: int | None = None,
        hand: int | None = None,
        *,
        pack: Iterable[SupportsIndex] | None = None,
    ) -> State:
        """Deals a hand from a seed, or from a pack in a given order, by card ids.

        A seed deals the same hand on every machine. `hand` is its place in a match, 0 to
        `hand_count - 1`, from an even score; by default a seed draws dealer, hand number, round,
        sticks and scores as the hands of matches have them, and a pack is hand 0. `State.setup`
        says which hand it is. For gin a pack holds the cards of seat 0, those of seat 1, the
        upcard, then the stock from the top down.
        """
    def action_text(self, action: SupportsIndex) -> str:
        """The text of the action with this number."""
    def view_from_dict(self, record: dict[str, Any]) -> View:
        """The view that a record holds: the reverse of `View.to_dict`.

        Raises `ValueError` that names what contradicts what in a record that is none.
        """
    def bot(self, name: Any, seed: int = ..., *, network: Any | None = None, **params: Any) -> Bot:
        """Makes a bot by name, with a random seed.

        A bot that searches may have a budget in its name, like `ismcts:25ms` or `flat:5000`, and
        takes search parameters as `facedown.advise` does; `puct` can be guided by a `network`. A
        callable, a batched policy (`facedown.batched`) and a network are bots as well.
        """
    def match(self, seed: int) -> Match:
        """Begins a match; the seed deals all its hands."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A hand in progress, hidden cards included, dealt by `Game.deal`.

    Bots and networks get a `view()` of it. States are equal if the whole table is, hidden cards and
    past discards included. They can be copied and pickled.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def origin(self) -> dict[str, Any]:
        """The origin of the hand: `{"seed": …, "hand": …}` or `{"pack": […], "hand": …}`, the
        arguments of `Game.deal`; `{"match": …, "hands": […]}` with the seed of the match and the
        actions of the hands before; or `{"view": …, "seed": …}` with the record of a view and the
        seed of one of its worlds.
        """
    @property
    def setup(self) -> dict[str, Any]:
        """Which hand of a match it is, as a dictionary: `hand`, its place in the cycle of a match
        as `Game.deal` takes it; `dealer`, a seat, in open-face poker the one with the button;
        `scores` before the hand, in open-face poker `fantasy`, each seat's cards of Fantasyland; in
        riichi also `wind`, `honba` and `sticks`.
        """
    @property
    def current_seat(self) -> int | None:
        """The seat to act; `None` when the hand is over."""
    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
    @property
    def history(self) -> list[int]:
        """The ids of the actions so far."""
    def legal_actions(self) -> list[int]:
        """Returns the ids of the legal actions, ascending; none when the hand is over."""
    def apply(self, action: SupportsIndex | str) -> None:
        """Applies an action, given by its id or as text: `upcard`, `Kd`, `knock`. Several cards
        that are chosen at once are one text, in any order: `pass As Kd 4c`.

        Raises `ValueError` if it is not legal, `IndexError` if no action has the id, and then
        leaves the hand as it was.
        """
    def scores(self) -> list[int]:
        """Returns the score of each seat so far; final when the hand is over."""
    def view(self, seat: SupportsIndex | None = None) -> View:
        """Returns the view of a seat, by default of the seat to act."""
    def copy(self) -> State:
        """Returns an independent copy."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: Any) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class View:
    """All that one seat knows, and nothing else; made by `State.view`.

    Views are equal if they contain the same information. They can be pickled.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def game(self) -> Game:
        """The game that the view is of."""
    @property
    def seat(self) -> int:
        """The seat whose view it is."""
    @property
    def setup(self) -> dict[str, Any]:
        """Which hand of a match it is, as a dictionary: see `State.setup`."""
    def legal_actions(self) -> list[int]:
        """Returns the ids of the seat's legal actions, ascending; none if it is not to act."""
    def mask(self) -> npt.NDArray[np.uint8]:
        """Returns the action mask, 1 for the ids of legal actions: `uint8[num_actions]`."""
    @overload
    def observation(self, dtype: type[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Returns the view as an array of the game's `observation_shape`: raw counts for `uint8`,
        the default, scaled values for `float32` and `float16`.
        """
    @overload
    def observation(self, dtype: type[np.float32]) -> npt.NDArray[np.float32]: ...
    @overload
    def observation(self, dtype: npt.DTypeLike) -> npt.NDArray[Any]: ...
    def to_dict(self) -> dict[str, Any]:
        """Returns the view as a record of texts and numbers, which `Game.view_from_dict` reads."""
    def text(self) -> str:
        """Returns the view as text, for logs, people and language models: what the seat sees, its
        cards and the score. Equal views have equal texts.
        """
    def describe(self, action: SupportsIndex) -> str:
        """Describes what the action with this id does."""
    def __copy__(self) -> View: ...
    def __deepcopy__(self, _memo: Any) -> View: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Bot:
    """A bot, made by `Game.bot`. It sees views only."""

    @property
    def name(self) -> str:
        """The bot's name."""
    def choose(self, view: View) -> int:
        """Returns the id of the legal action that the bot plays for the view's seat.

        Raises `ValueError` if that seat is not to act, or if the view is of another game or of
        other rules. Ctrl-C ends a search within milliseconds, with `KeyboardInterrupt`.
        """
    def new_hand(self) -> None:
        """Clears everything that the bot keeps from the last hand."""

@final
class Match:
    """A match in progress, begun by `Game.match`.

    `next_hand` deals a hand, `finish` scores it once it is over; `next_hand` returns `None` when
    the match is over. Matches can be pickled.
    """

    @property
    def game(self) -> Game:
        """The game that is played."""
    @property
    def seed(self) -> int:
        """The random seed of all hands."""
    @property
    def hands(self) -> list[list[int]]:
        """The actions of each finished hand."""
    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
    def next_hand(self) -> State | None:
        """Deals the next hand, the same one until it is finished; `None` when the match is over."""
    def finish(self, hand: State) -> None:
        """Scores a hand of `next_hand` that is over.

        Raises `ValueError` for any other hand and leaves the match unchanged.
        """
    def scores(self) -> list[int]:
        """Returns the running score of each seat, with all bonuses when the match is over."""
    def winners(self) -> list[int]:
        """Returns the seats that have won: none until the match is over, several in a tie."""

@final
class VecEnv:
    def __new__(
        cls,
        game: Game,
        n: int,
        seed: int,
        dtype: npt.DTypeLike,
        threads: int | None,
        encoder: str | None,
        all_seats: bool,
        oracle: bool,
        length: str,
        reward: str,
        uma: list[float],
        shaping: float,
        reward_scale: float,
        opponents: list[Any],
        own_seat: int | None,
        hand: int | None = None,
    ) -> VecEnv: ...
    @property
    def encoder(self) -> tuple[str, list[int], list[float], list[str]]: ...
    @property
    def oracle(self) -> tuple[str, list[int], list[float], list[str]] | None: ...
    def view(self, env: int, seat: int | None = None) -> View: ...
    def setup(self, env: int) -> dict[str, Any]: ...
    def standing(self, env: int) -> list[int]: ...
    @property
    def seed(self) -> int: ...
    @property
    def episodes(self) -> int: ...
    def env_seed(self, env: int) -> int: ...
    def reset(
        self,
        seed: int | None,
        observation: npt.NDArray[Any],
        mask: npt.NDArray[Any],
        seat: npt.NDArray[Any],
        reward: npt.NDArray[Any],
        done: npt.NDArray[Any],
        oracle: npt.NDArray[Any] | None,
    ) -> None: ...
    def step(
        self,
        actions: npt.NDArray[Any],
        observation: npt.NDArray[Any],
        mask: npt.NDArray[Any],
        seat: npt.NDArray[Any],
        reward: npt.NDArray[Any],
        done: npt.NDArray[Any],
        oracle: npt.NDArray[Any] | None,
    ) -> None: ...
    def sample_actions(self, out: npt.NDArray[np.int32]) -> None: ...

def pure_env(
    spec: str,
) -> tuple[int, tuple[str, list[int], list[float], list[str]], int, int]: ...
def xla_handlers() -> dict[str, object]: ...

@final
class ActionType:
    """Kinds of actions, by the names and values of `riichienv`."""

    DISCARD: ClassVar[ActionType]
    """A discard."""
    CHI: ClassVar[ActionType]
    """A call of a run."""
    PON: ClassVar[ActionType]
    """A call of a triplet."""
    DAIMINKAN: ClassVar[ActionType]
    """An open kan."""
    RON: ClassVar[ActionType]
    """A win on a discard."""
    RIICHI: ClassVar[ActionType]
    """A declaration of riichi."""
    TSUMO: ClassVar[ActionType]
    """A win on a draw."""
    PASS: ClassVar[ActionType]
    """No call."""
    ANKAN: ClassVar[ActionType]
    """A closed kan."""
    KAKAN: ClassVar[ActionType]
    """An added kan."""
    KYUSHU_KYUHAI: ClassVar[ActionType]
    """Nine terminals and honours: the hand is dealt again."""
    KITA: ClassVar[ActionType]
    """A north set aside, with three seats."""
    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Action:
    """An action: one of `Observation.legal_actions()`, or one to be matched with them.

    `Action(ActionType.DISCARD, tile)` is a discard of that tile, from the hand if it is there,
    otherwise of the tile just drawn. Actions are equal if their effects are.
    """

    def __new__(
        cls, action_type: ActionType, tile: int | None = None, consume_tiles: list[int] = ...
    ) -> Action: ...
    @property
    def action_type(self) -> ActionType:
        """The kind of action."""
    @property
    def tile(self) -> int | None:
        """The id of the tile that is discarded, called, added or won on; `None` if there is
        none.
        """
    @property
    def consume_tiles(self) -> list[int]:
        """The ids of the tiles of the hand that a chi or a pon melds."""
    @property
    def tsumogiri(self) -> bool:
        """Whether it discards the tile just drawn (*tsumogiri*)."""
    @property
    def actor(self) -> int | None:
        """The seat that acts."""
    def encode(self) -> int:
        """Returns the action's id, 0 to 248. Red fives, and discards from the hand and of the tile
        just drawn, have ids of their own.
        """
    def to_mjai(self) -> str:
        """Returns the action as a line of MJAI."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the action as a dict."""
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class Observation:
    """What one seat knows at a decision, and its legal actions.

    The encodings are NumPy arrays of `float32`; `docs/reference/riichi-features.md` describes them.
    """

    @property
    def player_id(self) -> int:
        """The seat whose observation it is."""
    @property
    def hand(self) -> list[int]:
        """Its closed tiles as ids, ascending."""
    @property
    def hands(self) -> list[list[int]]:
        """The closed tiles of every seat; empty for the others, whose tiles are unknown."""
    @property
    def melds(self) -> list[list[tuple[str, list[int], int | None]]]:
        """The melds of every seat: shape, tiles, and the seat whose discard was called (`None` for
        a closed kan).
        """
    @property
    def discards(self) -> list[list[int]]:
        """The discards of every seat as ids, those that were called away included."""
    @property
    def tsumogiri_flags(self) -> list[list[bool]]:
        """Whether each discard was the tile just drawn (*tsumogiri*)."""
    @property
    def dora_indicators(self) -> list[int]:
        """The dora indicators as ids."""
    @property
    def scores(self) -> list[int]:
        """The points of every seat."""
    @property
    def riichi_declared(self) -> list[bool]:
        """Whether each seat's riichi is accepted."""
    @property
    def riichi_sutehais(self) -> list[int | None]:
        """The tile with which each seat declared riichi."""
    @property
    def last_tedashis(self) -> list[int | None]:
        """The last discard of each seat out of its hand."""
    @property
    def last_discard(self) -> int | None:
        """The last discard."""
    @property
    def drawn_tile(self) -> int | None:
        """The tile that the seat has just drawn."""
    @property
    def honba(self) -> int:
        """Counters on the table."""
    @property
    def riichi_sticks(self) -> int:
        """Riichi sticks on the table."""
    @property
    def round_wind(self) -> int:
        """The round's wind: 0 east, 1 south, 2 west, 3 north."""
    @property
    def oya(self) -> int:
        """The dealer."""
    @property
    def kyoku_index(self) -> int:
        """The round's number within its wind, from 0."""
    @property
    def tiles_left(self) -> int:
        """Tiles left to draw."""
    @property
    def waits(self) -> list[int]:
        """The kinds that complete the hand as of the seat's last discard, 0 to 33."""
    @property
    def is_tenpai(self) -> bool:
        """Whether `waits` has any kind: the hand is tenpai."""
    @property
    def is_furiten(self) -> bool:
        """Whether the seat is barred from ron (*furiten*)."""
    @property
    def compat(self) -> str | None:
        """The convention of encodings and action ids: `spec` or `riichienv-0.4.11`."""
    @property
    def action_space_size(self) -> int:
        """The size of the action space: 249, with `compat` that of the package, 82 or 60."""
    @property
    def events(self) -> list[str]:
        """The MJAI events that the seat has observed since the match began, as lines."""
    def legal_actions(self) -> list[Action]:
        """Returns the legal actions in the order of ids; none if the seat is not active."""
    def action_ids(self) -> list[int]:
        """Returns the ids of the legal actions."""
    def mask(self) -> bytes:
        """Returns the action mask, a byte for each id: 1 for a legal action, else 0."""
    def find_action(self, action_id: int) -> Action | None:
        """Returns the legal action with this id; `None` if it is not legal. With `compat` several
        actions share an id: then a plain five precedes a red one.
        """
    def select_action_from_mjai(self, mjai: str | dict[str, Any]) -> Action | None:
        """Returns the legal action of an MJAI event, a line or a dict; `None` if there is none."""
    def new_events(self) -> list[str]:
        """Returns the MJAI events since the seat's last observation, as lines."""
    def encode(self) -> npt.NDArray[np.float32]:
        """Encodes the 74 base planes: `(74, 34)`, with three seats `(74, 27)`."""
    def encode_discard_history_decay(
        self, decay_rate: float | None = None
    ) -> npt.NDArray[np.float32]:
        """Encodes discards weighted by age: `(4, 34)`, with three seats `(3, 27)`."""
    def encode_yaku_possibility(self) -> npt.NDArray[np.float32]:
        """Encodes which yaku are still possible: `(4, 21, 2)`, with three seats `(3, 21, 2)`."""
    def encode_furiten_ron_possibility(self) -> npt.NDArray[np.float32]:
        """Encodes for whom a ron is unlikely: `(4, 21)`, with three seats `(3, 21)`."""
    def encode_shanten_efficiency(self) -> npt.NDArray[np.float32]:
        """Encodes shanten and acceptance: `(4, 4)`, with three seats `(3, 4)`."""
    def encode_extended(self) -> npt.NDArray[np.float32]:
        """Encodes the 74 base planes and 130 more: `(204, 34)`, with three seats `(204, 27)`; it
        does not depend on `compat`.
        """
    def encode_as(self, encoder: str) -> npt.NDArray[np.float32]:
        """Encodes with the encoder of this id."""
    def with_compat(self, compat: str | None = None) -> Observation:
        """Returns the observation with another convention of encodings: `riichienv-0.4.11`, the
        same with `+flags` (its tsumogiri flags are filled), or by default the specification.
        """
    def to_dict(self) -> dict[str, Any]:
        """Returns the main properties as a dict."""
    def record(self) -> dict[str, Any]:
        """Returns the view as a record (`docs/reference/riichi-view.md`)."""
    def __copy__(self) -> Observation: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Observation: ...

@disjoint_base
class RiichiEnvCore:
    """A match in progress, stepped by the decisions of all active seats."""

    def __new__(
        cls, rules: str, seed: int, compat: str | None = None, silent: bool = False
    ) -> Self: ...
    def reset(
        self,
        oya: int | None = None,
        wall: list[int] | None = None,
        round_wind: int | None = None,
        scores: list[int] | None = None,
        honba: int | None = None,
        kyotaku: int | None = None,
        seed: int | None = None,
    ) -> dict[int, Observation]:
        """Begins a match; the first call without options keeps the match that was dealt on
        construction.
        """
    def step(
        self, actions: Mapping[int, Action | int | str | dict[str, Any]]
    ) -> dict[int, Observation]:
        """Applies the decisions of all active seats. A step that fails changes nothing."""
    def done(self) -> bool:
        """Returns whether the match is over."""
    def scores(self) -> list[int]:
        """Returns the points of each seat."""
    def gains(self) -> list[int]:
        """Returns the points that each seat gained in the last step."""
    def ranks(self) -> list[int]:
        """Returns the places, 1 for the first; ties go to the seat that dealt earlier."""
    def results(self) -> list[int] | None:
        """Returns the results by the rules in force, in points; `None` before the end."""
    def get_observation(self, seat: int) -> Observation:
        """Returns what a seat knows, whether or not it is to act."""
    def active(self) -> list[int]:
        """Returns the seats that are to act, ascending."""
    def observe_event(self, event: str | dict[str, Any], seat: int) -> Observation | None:
        """Applies an event of an external table for one seat; returns its observation if it is to
        act.
        """
    def apply_event(self, event: str | dict[str, Any]) -> None:
        """Applies an event of an external table for all seats, each with what it can see of it."""
    def assign(self, other: RiichiEnvCore) -> None:
        """Takes over the position of another environment."""
    def record(self) -> str:
        """Returns the record from which `restore` reaches the same position."""
    def restore(self, record: str) -> None:
        """Restores the position of a record."""
    @property
    def mjai_log(self) -> list[dict[str, Any]]:
        """The log of all events, with all hands open."""
    @property
    def hands(self) -> list[list[int]]:
        """The closed tiles of all seats as ids."""
    @property
    def seed(self) -> int:
        """The seed of the deals."""
    @property
    def num_players(self) -> int:
        """The number of seats."""
    @property
    def compat(self) -> str | None:
        """The package whose encodings and action ids are used; `None` for the specification's."""
    @property
    def round(self) -> tuple[int, int, int, int]:
        """Wind, dealer, counters and sticks of the round."""
    @property
    def rules(self) -> dict[str, Any]:
        """All rules in force, by name."""

@final
class OfcBook:
    def __new__(cls, path: str | PathLike[str] | None) -> OfcBook: ...
    def lookup(self, cards: str) -> dict[str, Any] | None: ...
    def info(self) -> dict[str, Any]: ...

@final
class RiichiSamples:
    def __new__(
        cls,
        paths: list[str],
        encoder: str,
        compat: str | None,
        seats: int,
        threads: int | None,
        players: list[str] | None,
        forced: bool,
        skip_bad: bool,
        shuffle: int,
        seed: int,
    ) -> RiichiSamples: ...
    @property
    def logs(self) -> list[str]: ...
    @property
    def skipped(self) -> list[tuple[str, str]]: ...
    @property
    def passed_over(self) -> int: ...
    @property
    def num_actions(self) -> int: ...
    def read(self, count: int) -> int: ...
    def write(
        self, observation: npt.NDArray[Any], mask: npt.NDArray[Any], action: npt.NDArray[Any]
    ) -> None: ...
    def facts(
        self,
    ) -> tuple[
        npt.NDArray[np.uint8],
        npt.NDArray[np.uint32],
        npt.NDArray[np.uint16],
        npt.NDArray[np.uint8],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
    ]: ...
    def observation(self, row: int) -> Observation: ...

def riichi_to_mjai(path: str) -> str: ...
def nets_shipped() -> dict[str, bytes]: ...

@final
class Network:
    def __new__(cls, data: bytes, encoder: str | None) -> Network: ...
    @property
    def inputs(self) -> int: ...
    @property
    def outputs(self) -> int: ...
    @property
    def shape(self) -> list[int]: ...
    def heads(self) -> list[tuple[str, int, int]]: ...
    def metadata(self) -> dict[str, str]: ...
    def run(self, inputs: npt.NDArray[np.float32], outputs: npt.NDArray[np.float32]) -> None: ...

@final
class FantasyPolicy:
    def __new__(cls, top: bytes, middle: bytes | None, stay_value: float) -> FantasyPolicy: ...
    def solve(
        self, cards: list[int], k: int, all_middles: bool
    ) -> tuple[list[str], float, int]: ...

@final
class DeadwoodNetwork:
    def __new__(cls, data: bytes) -> DeadwoodNetwork: ...
    def estimate(
        self,
        hands: npt.NDArray[np.uint64],
        side: str,
        rate: float,
        out: npt.NDArray[np.uint8],
    ) -> None: ...

def nets_encode_hands(cards: npt.NDArray[np.uint8], out: npt.NDArray[np.float32]) -> None: ...
def nets_sort_hand(cards: list[int]) -> list[int]: ...
def nets_fantasy_rows(
    seed: int,
    start: int,
    cards: npt.NDArray[np.uint8],
    labels: npt.NDArray[np.uint16],
    values: npt.NDArray[np.float64],
) -> None: ...
def nets_deadwood_rows(
    seed: int, start: int, hands: npt.NDArray[np.uint64], deadwood: npt.NDArray[np.uint8]
) -> None: ...
