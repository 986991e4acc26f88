"""Riichi mahjong: shanten, acceptance, scores, an environment, and logs of real games.

Tiles are written `123m406p99s1z`: digits and a suit, m characters, p circles, s bamboo, z honours
(1-7z are East South West North White Green Red), 0 a red five; the names of MJAI (`5mr`, `E`) are
read too. Tile ids are 0-135 (id // 4 is the kind, the reds are 16, 52, 88), kinds 0-33.

A hand in an array is its counts by kind: `uint8[..., 34]`. It has 13 tiles before a
draw and 14 after it, and 3 fewer for each meld.

>>> shanten("123m406p778s1122z")
1
>>> import numpy as np
>>> hands = np.stack([parse("123m456p789s1122z"), parse("19m19p19s1234567z")])
>>> shanten(hands)
array([0, 0], dtype=int8)
>>> print(score("234m345567p5567s", "8s", tsumo=True))
Fully concealed hand (menzen tsumo)                        1 han
All runs (pinfu)                                           1 han
All simples (tanyao)                                       1 han
  base                                                     20 fu
3 han 20 fu: 2700 points, 1300 from the dealer, 700 from each other seat
"""

from facedown._riichi_danger import (
    Against,
    Danger,
    DiscardDanger,
    OpponentThreat,
    Reason,
    danger,
)
from facedown._riichi_env import (
    GAME_MODES,
    Action,
    ActionType,
    Encoder,
    Observation,
    RiichiEnv,
    encoder,
)
from facedown._riichi_ev import DiscardEv, HandEv, hand_ev
from facedown._riichi_hands import Discard, Forms, discards, forms, shanten, ukeire
from facedown._riichi_replay import (
    Disagreement,
    GameLuck,
    Replay,
    RoundLuck,
    Unreadable,
    replay,
)
from facedown._riichi_review import Decision, Review, SeatTotal, review
from facedown._riichi_samples import (
    SampleBatch,
    SampleInfo,
    Samples,
    SkippedLog,
    samples,
    to_mjai,
)
from facedown._riichi_score import YAKU, FuPart, NoWinError, Win, Yaku, YakuInfo, score
from facedown._riichi_show import Picture, show
from facedown._riichi_tiles import format, format_ids, parse

__all__ = [
    "GAME_MODES",
    "YAKU",
    "Action",
    "ActionType",
    "Against",
    "Danger",
    "Decision",
    "Disagreement",
    "Discard",
    "DiscardDanger",
    "DiscardEv",
    "Encoder",
    "Forms",
    "FuPart",
    "GameLuck",
    "HandEv",
    "NoWinError",
    "Observation",
    "OpponentThreat",
    "Picture",
    "Reason",
    "Replay",
    "Review",
    "RiichiEnv",
    "RoundLuck",
    "SampleBatch",
    "SampleInfo",
    "Samples",
    "SeatTotal",
    "SkippedLog",
    "Unreadable",
    "Win",
    "Yaku",
    "YakuInfo",
    "danger",
    "discards",
    "encoder",
    "format",
    "format_ids",
    "forms",
    "hand_ev",
    "parse",
    "replay",
    "review",
    "samples",
    "score",
    "shanten",
    "show",
    "to_mjai",
    "ukeire",
]
