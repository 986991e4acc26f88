//! Records games that the engine plays.

use super::from_engine::{hand_value, step_from_event};
use super::{DrawRecord, GameEnd, LogRules, Record, Round, RoundEnd, WinRecord};
use crate::wall::Seed;
use facedown_game::{Game, Match, Seat, SeatSet, Sink};
use facedown_riichi::rules::Length;
use facedown_riichi::{Event, Riichi, Rules, Setup, Standing, Victory};
use facedown_tiles::Tile;

/// Makes a [`Record`] of the events of a game.
///
/// ```
/// use facedown_game::{Searchable, ActionBuf, Game, Match, Rng, Turn};
/// use facedown_riichi_logs::{Recorder, mjai, replay};
/// use facedown_riichi::{Legal, Riichi, Rules};
///
/// let game = Riichi::new(Rules::TENHOU)?;
/// let mut recorder = Recorder::new(&game, Vec::new(), None);
/// let (mut rng, mut standing) = (Rng::new(1), game.begin());
/// while let Some(setup) = game.next_hand(&standing) {
///     recorder.begin_round(&setup);
///     let mut state = game.deal(&setup, &mut rng, &mut recorder);
///     let mut legal = Legal::default();
///     while game.turn(&state) != Turn::Over {
///         if game.turn(&state) == Turn::Chance {
///             game.play_chance(&mut state, &mut rng, &mut recorder);
///             continue;
///         }
///         game.legal_actions(&state, &mut legal);
///         let action = game.rollout(&state, legal.as_slice(), &mut rng);
///         game.apply(&mut state, action, &mut recorder);
///     }
///     game.finish_hand(&mut standing, &state);
/// }
/// let record = recorder.finish(&standing);
/// assert_eq!(mjai::read(&mjai::write(&record)).as_ref(), Ok(&record));
/// assert!(replay(&record).is_ok_and(|replayed| replayed.complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<'a> {
    game: &'a Riichi,
    record: Record,
    /// The hands shown at the end of the current round.
    shown: Vec<Option<Vec<Tile>>>,
}

impl LogRules {
    /// Returns these rules as a log states them; `None` if they differ from Tenhou's, of today or of
    /// an earlier time, in anything that a log cannot state.
    pub fn of(rules: &Rules) -> Option<Self> {
        let own = Self {
            three_seats: rules.is_three(),
            east_only: rules.matches.length == Length::Tonpu,
            red_fives: rules.score.red_fives,
            open_tanyao: rules.score.open_tanyao,
            rounded_mangan: rules.score.kiriage,
        };
        own.are_tenhous(rules).then_some(own)
    }
}

impl<'a> Recorder<'a> {
    /// Starts the record of a game with these players. `seed` is the shuffle seed if the walls are
    /// Tenhou's.
    pub fn new(game: &'a Riichi, names: Vec<String>, seed: Option<Seed>) -> Self {
        let seats = game.seats();
        let rules = LogRules::of(game.rules());
        let (date, rounds) = (None, Vec::new());
        let record = Record { seats, rules, date, names, seed, rounds, end: None };
        Self { game, record, shown: Vec::new() }
    }

    /// Starts a round: the events that follow belong to it.
    pub fn begin_round(&mut self, setup: &Setup) {
        let seats = self.record.seats;
        self.shown = vec![None; seats];
        self.record.rounds.push(Round {
            number: setup.wind * 4 + setup.dealer.index() as u8,
            honba: setup.honba.into(),
            sticks: setup.sticks.into(),
            dealer: setup.dealer,
            scores: setup.scores,
            indicator: Tile::new(0),
            hands: vec![[Tile::new(0); 13]; seats],
            steps: Vec::new(),
            end: None,
        });
    }

    /// Returns the record, with the end of the game if the match is over.
    pub fn finish(mut self, standing: &Standing) -> Record {
        if self.game.next_hand(standing).is_none() {
            let (mut scores, mut tenths) = ([0; 4], [0; 4]);
            let results = self.game.match_scores(standing);
            for seat in Seat::all(self.record.seats) {
                scores[seat.index()] = standing.points(seat);
                tenths[seat.index()] = results[seat] / 100;
            }
            self.record.end = Some(GameEnd { scores: Some(scores), tenths: Some(tenths) });
        }
        self.record
    }

    fn win(&self, victory: &Victory) -> WinRecord {
        let rules = &self.game.rules().score;
        WinRecord {
            seat: victory.seat,
            from: victory.from,
            tile: Some(victory.tile),
            hand: Some(victory.hand.as_slice().to_vec()),
            ura: victory.ura.iter().flatten().copied().collect(),
            value: Some(hand_value(victory, rules, self.record.seats)),
            liable: victory.liable,
            deltas: Some(victory.deltas),
        }
    }
}

impl Sink<Event> for Recorder<'_> {
    fn emit(&mut self, to: SeatSet, event: Event) {
        let seats = self.record.seats;
        let win = if let Event::Won(victory) = &event { Some(self.win(victory)) } else { None };
        let Some(round) = self.record.rounds.last_mut() else { return };
        match event {
            Event::Dealt(hand) => {
                to.iter().for_each(|seat| round.hands[seat.index()] = hand);
            }
            Event::Dora(tile) if round.steps.is_empty() => round.indicator = tile,
            Event::Shown { seat, hand } => {
                self.shown[seat.index()] = Some(hand.as_slice().to_vec());
            }
            Event::Drawn { kind, deltas, .. } => {
                let (kind, shown) = (Some(kind), std::mem::take(&mut self.shown));
                let draw = DrawRecord { kind, shown, deltas: Some(deltas) };
                round.end = Some(RoundEnd::Drawn(draw));
            }
            Event::Won(_) => match (&mut round.end, win) {
                (Some(RoundEnd::Wins(wins)), Some(win)) => wins.push(win),
                (end, win) => *end = win.map(|win| RoundEnd::Wins(vec![win])),
            },
            // A draw is emitted twice: with the tile to its seat, without it to the others.
            other => round.steps.extend(step_from_event(other, seats)),
        }
    }
}
