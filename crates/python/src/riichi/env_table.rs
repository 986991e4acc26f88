//! A match in progress in which all seats that can answer a tile decide at once.

use super::env_log::{Entry, Log};
use facedown_arena::child_seed;
use facedown_game::{Game, Match, Rng, Seat, Turn};
use facedown_riichi::{Action, BadDeal, Event, Phase, Riichi, Setup, Standing, State, View};
use facedown_tiles::{Tile, TileId};
use std::sync::{Arc, Mutex, MutexGuard};

/// Hands that are still to be dealt.
const NO_HANDS: [[Tile; 13]; 4] = [[Tile::new(0); 13]; 4];

/// The origin of a match.
#[derive(Clone, PartialEq)]
pub(super) struct Start {
    pub(super) seed: u64,
    /// The number of earlier matches of this seed.
    pub(super) number: u64,
    pub(super) setup: Setup,
    /// The first round's wall in Tenhou's order, if given.
    pub(super) wall: Option<Vec<TileId>>,
}

/// A match in progress.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) game: Arc<Riichi>,
    pub(super) start: Start,
    pub(super) standing: Standing,
    pub(super) state: State,
    pub(super) over: bool,
    pub(super) log: Arc<Mutex<Log>>,
    /// The ids of all actions so far, each with its seat.
    pub(super) history: Vec<(u8, u8)>,
}

/// Locks the log, poisoned or not: it is append-only.
pub(super) fn opened(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Table {
    pub(super) fn new(game: Arc<Riichi>, start: Start, silent: bool) -> Result<Self, BadDeal> {
        let mut log = Log { entries: Vec::new(), silent };
        log.push(Entry::StartGame);
        log.push(Entry::StartRound(start.setup, NO_HANDS, None));
        let standing = Standing::from_setup(&game, &start.setup);
        let seed = child_seed(start.seed, start.number);
        let state = match &start.wall {
            Some(wall) => game.deal_from_wall(&start.setup, wall, &mut log)?,
            None => game.deal(&start.setup, &mut Rng::stream(seed, 0), &mut log),
        };
        let log = Arc::new(Mutex::new(log));
        Ok(Self { game, start, standing, state, over: false, log, history: Vec::new() })
    }

    /// Returns the seats with a decision, ascending.
    pub(super) fn active(&self) -> impl Iterator<Item = Seat> + '_ {
        let active = match self.game.turn(&self.state) {
            Turn::Act(_) if matches!(self.state.table().phase(), Phase::Window(_)) => {
                self.state.callers()
            }
            Turn::Act(seat) => facedown_game::SeatSet::only(seat),
            _ => facedown_game::SeatSet::EMPTY,
        };
        active.iter().filter(|_| !self.over)
    }

    /// Returns the view of a seat, with its decision if it is active.
    pub(super) fn view(&self, seat: Seat) -> View {
        let mut view = self.game.view(&self.state, seat);
        let window = matches!(self.state.table().phase(), Phase::Window(_));
        if window && self.state.callers().contains(seat) && !self.over {
            self.game.observe(&mut view, Event::Asked);
        }
        view
    }

    /// Applies the legal actions of all active seats, and advances to the next decision.
    pub(super) fn step(&mut self, mut answers: [Option<Action>; 4]) {
        let log = Arc::clone(&self.log);
        let mut log = opened(&log);
        for (seat, answer) in answers.iter().enumerate() {
            if let Some(action) = answer {
                let number = facedown_riichi::ActionIds::id(*action) as u8;
                self.history.push((seat as u8, number));
            }
        }
        loop {
            match self.game.turn(&self.state) {
                Turn::Act(seat) => match answers[seat.index()].take() {
                    Some(action) => self.game.apply(&mut self.state, action, &mut *log),
                    None => return,
                },
                // The wall is fixed, so a chance turn has one outcome.
                Turn::Chance => {
                    self.game.play_chance(&mut self.state, &mut Rng::new(0), &mut *log);
                }
                Turn::Over => {
                    if !self.next_round(&mut log) {
                        return;
                    }
                }
            }
        }
    }

    /// Begins the next round, if there is one.
    fn next_round(&mut self, log: &mut Log) -> bool {
        self.game.finish_hand(&mut self.standing, &self.state);
        log.push(Entry::EndRound);
        let Some(setup) = self.game.next_hand(&self.standing) else {
            self.over = true;
            log.push(Entry::EndGame([0, 1, 2, 3].map(|seat| {
                let seats = self.game.seats();
                if seat < seats { self.standing.points(Seat::new(seat)) } else { 0 }
            })));
            return false;
        };
        log.push(Entry::StartRound(setup, NO_HANDS, None));
        let seed = child_seed(self.start.seed, self.start.number);
        let mut rng = Rng::stream(seed, self.standing.rounds() as u64);
        self.state = self.game.deal(&setup, &mut rng, log);
        true
    }

    /// Returns the points of all seats.
    pub(super) fn scores(&self) -> Vec<i32> {
        Seat::all(self.game.seats())
            .map(|seat| {
                if self.over { self.standing.points(seat) } else { self.state.table().score(seat) }
            })
            .collect()
    }
}
