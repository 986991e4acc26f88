//! Plays records through the engine and through trackers of all seats, side by side.

use facedown_game::{Game, Rng, Seat, SeatSet, Sink, Turn};
use facedown_riichi::{Action, DrawKind, Event, Legal, Phase, Riichi, Rules, Setup, State};
use facedown_riichi_logs::mjai::{self, Event as MjaiEvent, Pai};
use facedown_riichi_logs::mjai_bot::{Reply, Tracker};
use facedown_riichi_logs::{Record, RoundEnd, Step};
use facedown_tiles::TileId;

/// Returns an event as a seat observes it, without the hidden tiles of the others.
pub(crate) fn masked(event: &MjaiEvent, seat: usize) -> MjaiEvent {
    let mut event = event.clone();
    match &mut event {
        MjaiEvent::StartGame { id, .. } => *id = Some(seat),
        MjaiEvent::StartKyoku { tehais, .. } => {
            let others = tehais.iter_mut().enumerate().filter(|(of, _)| *of != seat);
            others.for_each(|(_, hand)| hand.fill(Pai(None)));
        }
        MjaiEvent::Tsumo { actor, pai } if *actor != seat => *pai = Pai(None),
        _ => {}
    }
    event
}

/// The engine and the trackers of all seats follow a record.
struct Tracking<'a> {
    game: &'a Riichi,
    record: &'a Record,
    trackers: Vec<Tracker>,
    decisions: u64,
}

/// Counts the steps of a record that the engine has emitted.
#[derive(Default)]
struct Steps(usize);

impl Sink<Event> for Steps {
    fn emit(&mut self, _: SeatSet, event: Event) {
        self.0 += usize::from(match event {
            Event::Drew { tile, .. } => tile.is_some(),
            Event::Dealt(_)
            | Event::Asked
            | Event::Answered(_)
            | Event::Shown { .. }
            | Event::Won(_)
            | Event::Drawn { .. } => false,
            _ => true,
        });
    }
}

impl Tracking<'_> {
    fn observe(&mut self, event: &MjaiEvent) {
        for (seat, tracker) in self.trackers.iter_mut().enumerate() {
            let event = masked(event, seat);
            tracker.observe(&event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
        }
    }

    /// Plays one round of the record; `events` are its events from the start on.
    fn round(&mut self, number: usize, wall: &[TileId], events: &[MjaiEvent]) {
        let round = &self.record.rounds[number];
        let setup = Setup {
            scores: round.scores,
            wind: round.number / 4,
            dealer: round.dealer,
            honba: round.honba as u8,
            sticks: round.sticks as u8,
        };
        let mut steps = Steps::default();
        let mut state = self.game.deal_from_wall(&setup, wall, &mut steps).unwrap();
        steps.0 -= 1; // the first indicator is no step
        self.observe(&events[0]);
        let mut observed = 0;
        let mut rng = Rng::new(0);
        loop {
            while observed < steps.0 {
                self.observe(&events[1 + observed]);
                observed += 1;
            }
            match self.game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => self.game.play_chance(&mut state, &mut rng, &mut steps),
                Turn::Act(seat) => {
                    let Some(action) = self.recorded(number, &state, seat, steps.0) else { break };
                    self.compare(&state, seat, action);
                    self.game.try_apply(&mut state, action, &mut steps).unwrap();
                }
            }
        }
        for event in &events[1 + observed..] {
            self.observe(event);
        }
    }

    /// Compares the decision of the tracker with that of the engine.
    fn compare(&mut self, state: &State, seat: Seat, action: Action) {
        self.decisions += 1;
        let tracker = &mut self.trackers[seat.index()];
        let view = self.game.view(state, seat);
        assert_eq!(tracker.decision(), Some(&view), "{seat} {action}");
        let mut legal = Legal::default();
        self.game.view_actions(&view, &mut legal);
        let reply = Reply::of(&view, action);
        let legal = facedown_game::ActionBuf::as_slice(&legal);
        assert_eq!(reply.action(&view, legal), Some(action));
        tracker.decided(action);
    }

    /// Returns the recorded action of a seat after `done` steps; `None` if the record ends here.
    fn recorded(&self, number: usize, state: &State, seat: Seat, done: usize) -> Option<Action> {
        let round = &self.record.rounds[number];
        let rest = &round.steps[done..];
        let window = matches!(state.table().phase(), Phase::Window(_));
        let next = rest
            .iter()
            .find(|step| !matches!(step, Step::Dora { .. } | Step::RiichiAccepted { .. }));
        Some(match (next.copied(), round.end.as_ref()) {
            (Some(Step::Chi { seat: by, own, .. }), _) if by == seat => Action::Chi(own),
            (Some(Step::Pon { seat: by, own, .. }), _) if by == seat => Action::Pon(own),
            (Some(Step::OpenKan { seat: by, .. }), _) if by == seat => Action::OpenKan,
            (Some(_), _) if window => Action::Pass,
            (Some(Step::Discard { tile, drawn, .. }), _) => Action::Discard { tile, drawn },
            (Some(Step::Riichi { .. }), _) => Action::Riichi,
            (Some(Step::ClosedKan { kind, .. }), _) => Action::ClosedKan(kind),
            (Some(Step::AddedKan { tile, .. }), _) => Action::AddedKan(tile),
            (Some(Step::Nuki { .. }), _) => Action::Nuki,
            (Some(step), _) => panic!("{seat} cannot {step:?}"),
            (None, Some(RoundEnd::Wins(wins))) => {
                let won = wins.iter().any(|win| win.seat == seat);
                match (won, window) {
                    (true, true) => Action::Ron,
                    (true, false) => Action::Tsumo,
                    (false, _) => Action::Pass,
                }
            }
            (None, Some(RoundEnd::Drawn(draw))) => match draw.kind {
                Some(DrawKind::TripleRon) => Action::Ron,
                Some(DrawKind::NineTerminals) => Action::NineTerminals,
                _ => Action::Pass,
            },
            (None, None) => return None,
        })
    }
}

/// Compares the trackers of all seats with the engine over a whole record; returns the number of
/// decisions.
pub(crate) fn check_tracking(record: &Record, rules: Rules) -> u64 {
    let game = Riichi::new(rules).unwrap();
    let events = mjai::events(record);
    let trackers = vec![Tracker::new(game.clone()); record.seats];
    let mut tracking = Tracking { game: &game, record, trackers, decisions: 0 };
    tracking.observe(&events[0]);
    let mut walls = record.seed.as_ref().expect("a seed").walls(record.seats);
    let starts: Vec<usize> = (0..events.len())
        .filter(|place| matches!(events[*place], MjaiEvent::StartKyoku { .. }))
        .collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(events.len());
        let end = end - usize::from(matches!(events[end - 1], MjaiEvent::EndGame { .. }));
        tracking.round(number, &walls.next_wall().tiles, &events[*start..end]);
    }
    tracking.decisions
}
