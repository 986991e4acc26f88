"""Open-face Chinese poker: boards scored, Fantasyland set exactly, the EV of every placement.

Cards are written as everywhere (`facedown.cards`), `X` is a joker. Boards are written as
`top / middle / bottom`. Rules are named: `standard`, `tonybet`, `progressive`, `ultimate`,
`joker-ultimate`, `classic`, `2-7`.

>>> setting = solve_fantasy("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc")
>>> setting.top, setting.royalties, setting.stays
('Jc 7h 8s', 22, True)
>>> position = Position("Kd 2d 7s", board="Qs Qd / Kc Kh 4d / 9s 9d 9h 2c")
>>> answer = solve(position)
>>> answer.exact, answer.placements[0].discard
(True, '7s')
>>> score("Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h").boards[0].royalties
24
"""

from facedown._ofc_book import Book, BookMove
from facedown._ofc_fantasy import (
    Evaluation,
    Evaluations,
    Setting,
    Settings,
    evaluate_placement,
    fantasy,
    solve_fantasy,
    solve_fantasy_batch,
)
from facedown._ofc_score import BoardScore, PairScore, RowScore, Score, score
from facedown._ofc_solve import Advice, Placement, Position, advise, solve

__all__ = [
    "Advice",
    "BoardScore",
    "Book",
    "BookMove",
    "Evaluation",
    "Evaluations",
    "PairScore",
    "Placement",
    "Position",
    "RowScore",
    "Score",
    "Setting",
    "Settings",
    "advise",
    "evaluate_placement",
    "fantasy",
    "score",
    "solve",
    "solve_fantasy",
    "solve_fantasy_batch",
]
