//! The bookkeeping of a recorded round: turns, hands, copies of tiles and scores.

use super::{Points, Round, Step, WinRecord};
use crate::error::StepError;
use crate::wall::{pack, visible_tile};
use facedown_game::Seat;
use facedown_tiles::{Kind, Tile};

/// The outcome of a checked step.
pub(super) type Checked = Result<(), StepError>;

/// The event that a table expects next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// A draw, the first one or a replacement.
    Draw(Seat),
    /// The action of a seat that has drawn or called.
    Act { seat: Seat, drawn: Option<Tile>, declared: bool },
    /// A call of the discard, or the next draw.
    Offered { seat: Seat, tile: Tile, declared: bool },
    /// Another win on the same tile, or the end.
    Won(Option<Seat>),
    /// Nothing: the round is over.
    Over,
}

/// The bookkeeping of one round.
pub(super) struct Table {
    seats: usize,
    /// The copies of each tile that nobody has seen.
    unseen: [u8; Tile::COUNT],
    hands: [[u8; Tile::COUNT]; 4],
    /// The kinds of each seat's pons, as bit sets.
    pons: [u64; 4],
    indicators: u8,
    /// The current scores; unknown after payments that the log leaves out.
    pub(super) scores: Option<Points>,
    pub(super) phase: Phase,
}

/// The points of a riichi stick.
const STICK: i32 = 1_000;

impl Table {
    /// Deals a round.
    pub(super) fn deal(seats: usize, reds: bool, round: &Round) -> Result<Self, StepError> {
        let mut unseen = [0; Tile::COUNT];
        for id in pack(seats == 3) {
            unseen[visible_tile(id, reds).index()] += 1;
        }
        let phase = Phase::Draw(round.dealer);
        let hands = [[0; Tile::COUNT]; 4];
        let scores = Some(round.scores);
        let mut table = Self { seats, unseen, hands, pons: [0; 4], indicators: 1, scores, phase };
        for (seat, hand) in round.hands.iter().enumerate() {
            for tile in hand {
                table.see(*tile)?;
                table.hands[seat][tile.index()] += 1;
            }
        }
        table.see(round.indicator)?;
        Ok(table)
    }

    /// Takes a tile out of the unseen ones.
    fn see(&mut self, tile: Tile) -> Checked {
        let left = &mut self.unseen[tile.index()];
        *left = left.checked_sub(1).ok_or(StepError::ExtraCopy(tile))?;
        Ok(())
    }

    /// Applies payments. An overflow makes the scores unknown.
    pub(super) fn pay(&mut self, deltas: Option<Points>) {
        self.scores = self.scores.zip(deltas).and_then(|(mut scores, deltas)| {
            for (score, delta) in scores.iter_mut().zip(deltas) {
                *score = score.checked_add(delta)?;
            }
            Some(scores)
        });
    }

    /// Takes tiles out of a hand.
    fn remove(&mut self, seat: Seat, tiles: &[Tile]) -> Checked {
        for tile in tiles {
            let held = &mut self.hands[seat.index()][tile.index()];
            *held = held.checked_sub(1).ok_or(StepError::NotHeld(seat, *tile))?;
        }
        Ok(())
    }

    /// Checks that the seat is to act and returns the tile that it drew.
    fn acting(&self, by: Seat, what: &'static str) -> Result<Option<Tile>, StepError> {
        match self.phase {
            Phase::Act { seat, drawn, declared: false } if seat == by => Ok(drawn),
            Phase::Act { seat, declared: true, .. } if seat == by => {
                Err(StepError::OutOfOrder(what))
            }
            Phase::Act { .. } => Err(StepError::OutOfTurn(by, what)),
            _ => Err(StepError::OutOfOrder(what)),
        }
    }

    /// Applies a step.
    pub(super) fn step(&mut self, step: Step) -> Checked {
        match step {
            Step::Draw { seat, tile } => self.draw(seat, tile),
            Step::Discard { seat, tile, drawn } => self.discard(seat, tile, drawn),
            Step::Riichi { seat } => {
                let drawn = self.acting(seat, "riichi")?;
                self.phase = Phase::Act { seat, drawn, declared: true };
                Ok(())
            }
            Step::RiichiAccepted { seat: by } => match self.phase {
                Phase::Offered { seat, tile, declared: true } if seat == by => {
                    self.phase = Phase::Offered { seat, tile, declared: false };
                    let mut stick = [0; 4];
                    stick[seat.index()] = -STICK;
                    self.pay(Some(stick));
                    Ok(())
                }
                _ => Err(StepError::OutOfOrder("riichi accepted")),
            },
            Step::Chi { seat, from, called, own } | Step::Pon { seat, from, called, own } => {
                self.call(step, seat, from, called, &own)
            }
            Step::OpenKan { seat, from, called, own } => self.call(step, seat, from, called, &own),
            Step::ClosedKan { seat, kind } => self.closed_kan(seat, kind),
            Step::AddedKan { seat, tile } => self.added_kan(seat, tile),
            Step::Nuki { seat } => {
                self.acting(seat, "nuki")?;
                self.remove(seat, &[Tile::plain(Kind::NORTH)])?;
                self.phase = Phase::Draw(seat);
                Ok(())
            }
            Step::Dora { indicator } => {
                if matches!(self.phase, Phase::Won(_) | Phase::Over) {
                    return Err(StepError::OutOfOrder("dora"));
                }
                self.indicators += 1;
                if self.indicators > 5 {
                    return Err(StepError::Indicators);
                }
                self.see(indicator)
            }
        }
    }

    /// Marks the discard just made as that of a riichi.
    pub(super) fn late_riichi(&mut self, by: Seat) -> Checked {
        match self.phase {
            Phase::Offered { seat, tile, declared: false } if seat == by => {
                self.phase = Phase::Offered { seat, tile, declared: true };
                Ok(())
            }
            _ => Err(StepError::OutOfOrder("riichi")),
        }
    }

    fn draw(&mut self, by: Seat, tile: Tile) -> Checked {
        let next = match self.phase {
            Phase::Draw(seat) => seat,
            Phase::Offered { seat, declared: false, .. } => seat.next(self.seats),
            _ => return Err(StepError::OutOfOrder("draw")),
        };
        if next != by {
            return Err(StepError::OutOfTurn(by, "draw"));
        }
        self.see(tile)?;
        self.hands[by.index()][tile.index()] += 1;
        self.phase = Phase::Act { seat: by, drawn: Some(tile), declared: false };
        Ok(())
    }

    fn discard(&mut self, by: Seat, tile: Tile, drawn: bool) -> Checked {
        let Phase::Act { seat, drawn: last, declared } = self.phase else {
            return Err(StepError::OutOfOrder("discard"));
        };
        if seat != by {
            return Err(StepError::OutOfTurn(by, "discard"));
        }
        if drawn && last != Some(tile) {
            return Err(StepError::NotDrawn(by, tile));
        }
        self.remove(by, &[tile])?;
        self.phase = Phase::Offered { seat: by, tile, declared };
        Ok(())
    }

    fn call(&mut self, step: Step, by: Seat, from: Seat, called: Tile, own: &[Tile]) -> Checked {
        let Phase::Offered { seat, tile, declared: false } = self.phase else {
            return Err(StepError::OutOfOrder(step.name()));
        };
        if seat != from || tile != called {
            return Err(StepError::NotDiscarded(by, called));
        }
        if by == from {
            return Err(StepError::OutOfTurn(by, step.name()));
        }
        let same = own.iter().all(|t| t.kind() == called.kind());
        let fits = match step {
            Step::Chi { .. } => is_run(own[0].kind(), own[1].kind(), called.kind()),
            _ => same,
        };
        if !fits {
            return Err(StepError::NoMeld(by, step.name()));
        }
        self.remove(by, own)?;
        if matches!(step, Step::Pon { .. }) {
            self.pons[by.index()] |= 1 << called.kind().index();
        }
        self.phase = match step {
            Step::OpenKan { .. } => Phase::Draw(by),
            _ => Phase::Act { seat: by, drawn: None, declared: false },
        };
        Ok(())
    }

    fn closed_kan(&mut self, by: Seat, kind: Kind) -> Checked {
        self.acting(by, "closed kan")?;
        let hand = &mut self.hands[by.index()];
        let red = if kind.is_five() { Tile::red_five(kind.suit()) } else { None };
        let held = |hand: &[u8], tile: Tile| hand[tile.index()];
        let total = held(hand, Tile::plain(kind)) + red.map_or(0, |red| held(hand, red));
        if total != 4 {
            return Err(StepError::NoMeld(by, "closed kan"));
        }
        hand[kind.index()] = 0;
        if let Some(red) = red {
            hand[red.index()] = 0;
        }
        self.phase = Phase::Draw(by);
        Ok(())
    }

    fn added_kan(&mut self, by: Seat, tile: Tile) -> Checked {
        self.acting(by, "added kan")?;
        let bit = 1 << tile.kind().index();
        if self.pons[by.index()] & bit == 0 {
            return Err(StepError::NoPon(by, tile));
        }
        self.remove(by, &[tile])?;
        self.pons[by.index()] &= !bit;
        self.phase = Phase::Draw(by);
        Ok(())
    }

    /// Applies a win.
    pub(super) fn win(&mut self, win: &WinRecord) -> Checked {
        let own = win.seat == win.from;
        if win.ura.len() > 5 {
            return Err(StepError::Indicators);
        }
        let fits = match self.phase {
            Phase::Act { seat, drawn, declared: false } => {
                own && seat == win.seat && drawn.is_some()
            }
            Phase::Offered { seat, .. } | Phase::Draw(seat) => !own && seat == win.from,
            Phase::Won(from) => !own && from == Some(win.from),
            Phase::Over | Phase::Act { .. } => false,
        };
        if !fits {
            return Err(StepError::OutOfOrder("a win"));
        }
        self.phase = Phase::Won((!own).then_some(win.from));
        Ok(())
    }
}

/// Returns whether three kinds are a run.
fn is_run(a: Kind, b: Kind, c: Kind) -> bool {
    let mut k = [a.index(), b.index(), c.index()];
    k.sort_unstable();
    !a.is_honor() && k[0] + 1 == k[1] && k[1] + 1 == k[2] && k[0] / 9 == k[2] / 9
}
