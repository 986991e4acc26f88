//! A seat at a live table: what it folds from MJAI is what the engine says it knows, and what it
//! answers is what its policy chooses.

mod common;

use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Seat, SeatSet, Sink, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, DrawKind, Event, Legal, Phase, Riichi, Rules, Setup, State, View};
use facedown_riichi_logs::fs::read_file;
use facedown_riichi_logs::mjai::{Event as MjaiEvent, Pai};
use facedown_riichi_logs::mjai_bot::{Bot, Reply, Tracker};
use facedown_riichi_logs::{Record, Recorder, RoundEnd, Step, mjai};
use facedown_tiles::TileId;

/// The event as a seat is told it: nothing of others' hands.
fn masked(event: &MjaiEvent, seat: usize) -> MjaiEvent {
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

fn line(event: &MjaiEvent) -> String {
    serde_json::to_string(event).expect("an event has a JSON form")
}

/// Writes down what happens and tells how many steps there were.
struct Observer<'a> {
    recorder: Recorder<'a>,
    steps: usize,
}

impl Sink<Event> for Observer<'_> {
    fn emit(&mut self, to: SeatSet, event: Event) {
        self.recorder.emit(to, event);
    }
}

/// The events of a record's last round so far, its start included.
fn events_so_far(recorder: &Recorder, game: &Riichi) -> Vec<MjaiEvent> {
    let record = recorder.clone().finish(&game.begin());
    let mut events = mjai::events(&record);
    let start = events.iter().rposition(|event| matches!(event, MjaiEvent::StartKyoku { .. }));
    events.split_off(start.unwrap_or(0))
}

/// As `efficient`, and calls and lays down whatever it can, so that every kind of reply is given.
#[derive(Clone, Copy)]
struct Player {
    eager: bool,
}

impl Policy<Riichi> for Player {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let wins = legal.iter().any(|action| matches!(action, Action::Tsumo | Action::Ron));
        let keen = |action: &&Action| {
            !matches!(action, Action::Discard { .. } | Action::Riichi | Action::Pass)
        };
        match legal.iter().rev().find(keen) {
            Some(action) if self.eager && !wins => *action,
            _ => Efficient::default().choose(game, view, legal, rng),
        }
    }
}

/// Plays a match in which one seat is a bot that hears and speaks MJAI alone.
fn play_live(
    rules: Rules,
    seed: u64,
    live: Seat,
    player: Player,
    batched: bool,
) -> (u64, Vec<Reply>) {
    let game = Riichi::new(rules).unwrap();
    let mut bot = Bot::new(game.clone(), player, Rng::new(seed));
    let names = ["a", "b", "c", "d"][..game.seats()].iter().map(|n| (*n).to_owned()).collect();
    let start = MjaiEvent::StartGame { id: Some(live.index()), names, rules: None, shuffle: None };
    assert_eq!(bot.react(&line(&start)).unwrap().unwrap(), r#"{"type":"none"}"#);
    let mut replies = Vec::new();
    let (mut standing, mut rounds) = (game.begin(), 0);
    while let Some(setup) = game.next_hand(&standing) {
        let state = play_round(
            &game,
            &setup,
            (seed, rounds),
            (live, player),
            batched,
            &mut bot,
            &mut replies,
        );
        game.finish_hand(&mut standing, &state);
        rounds += 1;
    }
    (rounds, replies)
}

fn play_round(
    game: &Riichi,
    setup: &Setup,
    (seed, number): (u64, u64),
    (live, mut player): (Seat, Player),
    batched: bool,
    bot: &mut Bot<Player>,
    replies: &mut Vec<Reply>,
) -> State {
    let recorder = Recorder::new(game, Vec::new(), None);
    let mut watch = Observer { recorder, steps: 0 };
    watch.recorder.begin_round(setup);
    let mut rng = Rng::stream(seed, number);
    let mut state = game.deal(setup, &mut rng, &mut watch);
    let mut legal = Legal::default();
    // What the bot said last, as long as nothing has happened since.
    let mut said: Option<Reply> = None;
    loop {
        let events = events_so_far(&watch.recorder, game);
        let fresh: Vec<MjaiEvent> =
            events[watch.steps..].iter().map(|event| masked(event, live.index())).collect();
        watch.steps = events.len();
        if !fresh.is_empty() {
            said = Some(tell(bot, &fresh, batched));
        }
        match game.turn(&state) {
            Turn::Over => {
                if bot.tracker().view().is_some() {
                    bot.react(r#"{"type":"end_kyoku"}"#).unwrap();
                }
                return state;
            }
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut watch),
            Turn::Act(seat) => {
                game.legal_actions(&state, &mut legal);
                let view = game.view(&state, seat);
                let direct = player.choose(game, &view, legal.as_slice(), &mut rng.clone());
                let mut action = direct;
                if seat == live {
                    let reply = said.take().unwrap_or(Reply::None);
                    let read: Reply = serde_json::from_str(&reply.line()).unwrap();
                    assert_eq!(read, reply);
                    action = reply
                        .action(&view, legal.as_slice())
                        .unwrap_or_else(|| panic!("{reply:?} is none of {:?}", legal.as_slice()));
                    assert_eq!(action, direct, "round {number}");
                    replies.push(reply);
                }
                game.try_apply(&mut state, action, &mut watch).unwrap();
            }
        }
    }
}

/// Tells a bot what happened; its last reply counts.
fn tell(bot: &mut Bot<Player>, events: &[MjaiEvent], batched: bool) -> Reply {
    let mut last = String::new();
    if batched {
        let list: Vec<String> = events.iter().map(line).collect();
        last = bot.react(&format!("[{}]", list.join(","))).unwrap().unwrap();
    } else {
        for event in events {
            last = bot.react(&line(event)).unwrap().unwrap();
        }
    }
    serde_json::from_str(&last).unwrap()
}

#[test]
fn a_bot_that_hears_mjai_plays_what_its_policy_chooses() {
    let mut seen = [0; 12];
    for (rules, matches) in
        [(Rules::TENHOU, 4), (Rules::TENHOU3, 4), (Rules::MJSOUL, 2), (Rules::MJSOUL3, 2)]
    {
        for seed in 0..2 * matches {
            let live = Seat::new(seed as usize % usize::from(rules.seats));
            let player = Player { eager: seed >= matches };
            let (rounds, replies) = play_live(rules, 100 + seed, live, player, seed % 2 == 0);
            assert!(rounds > 0);
            for reply in replies {
                let kind = match reply {
                    Reply::None => 0,
                    Reply::Join { .. } => 1,
                    Reply::Dahai { tsumogiri: false, .. } => 2,
                    Reply::Dahai { tsumogiri: true, .. } => 3,
                    Reply::Reach { .. } => 4,
                    Reply::Chi { .. } => 5,
                    Reply::Pon { .. } => 6,
                    Reply::Daiminkan { .. } => 7,
                    Reply::Ankan { .. } => 8,
                    Reply::Kakan { .. } => 9,
                    Reply::Hora { .. } => 10,
                    Reply::Nukidora { .. } => 11,
                    Reply::Ryukyoku { .. } => continue,
                };
                seen[kind] += 1;
            }
        }
    }
    for kind in (0..12).filter(|kind| *kind != 1) {
        assert!(seen[kind] > 0, "reply {kind}: {seen:?}");
    }
}

/// The engine follows a record; trackers of all seats are told it, each as its seat would be.
struct Follow<'a> {
    game: &'a Riichi,
    record: &'a Record,
    trackers: Vec<Tracker>,
    told: usize,
    decisions: u64,
}

/// Counts the steps of a record that the engine has reported.
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

impl Follow<'_> {
    fn tell(&mut self, event: &MjaiEvent) {
        for (seat, tracker) in self.trackers.iter_mut().enumerate() {
            let told = masked(event, seat);
            tracker.observe(&told).unwrap_or_else(|error| panic!("{told:?}: {error}"));
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
        self.tell(&events[0]);
        self.told = 0;
        let mut rng = Rng::new(0);
        loop {
            while self.told < steps.0 {
                self.tell(&events[1 + self.told]);
                self.told += 1;
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
        for event in &events[1 + self.told..] {
            self.tell(event);
        }
    }

    /// What the tracker asks its seat is what the engine asks it.
    fn compare(&mut self, state: &State, seat: Seat, action: Action) {
        self.decisions += 1;
        let tracker = &mut self.trackers[seat.index()];
        let view = self.game.view(state, seat);
        assert_eq!(tracker.decision(), Some(&view), "{seat} {action}");
        let mut legal = Legal::default();
        self.game.view_actions(&view, &mut legal);
        let reply = Reply::of(&view, action);
        assert_eq!(reply.action(&view, legal.as_slice()), Some(action));
        tracker.decided(action);
    }

    /// What the record says that a seat does after so many steps; `None` where it breaks off.
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

/// Follows a whole record; how many decisions were compared.
fn follow(record: &Record, rules: Rules) -> u64 {
    let game = Riichi::new(rules).unwrap();
    let events = mjai::events(record);
    let trackers = vec![Tracker::new(game.clone()); record.seats];
    let mut follow = Follow { game: &game, record, trackers, told: 0, decisions: 0 };
    follow.tell(&events[0]);
    let mut walls = record.seed.as_ref().expect("a seed").walls(record.seats);
    let starts: Vec<usize> = (0..events.len())
        .filter(|place| matches!(events[*place], MjaiEvent::StartKyoku { .. }))
        .collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(events.len());
        let end = end - usize::from(matches!(events[end - 1], MjaiEvent::EndGame { .. }));
        follow.round(number, &walls.next_wall().tiles, &events[*start..end]);
    }
    follow.decisions
}

#[test]
fn games_of_the_engine_told_to_each_seat_give_the_views_of_the_engine() {
    let presets = [Rules::TENHOU, Rules::TENHOU3, Rules::MJSOUL, Rules::MJSOUL3];
    for rules in presets {
        for number in 0..6 {
            assert!(follow(&common::self_play(rules, number), rules) > 50);
        }
    }
}

#[test]
fn real_games_told_to_each_seat_give_the_views_of_the_engine() {
    let (mut games, mut decisions) = ([0; 5], 0);
    // Every fourth game keeps the suite quick; four and three seats are both among them.
    for path in common::real_logs("tenhou").iter().step_by(4) {
        let record = read_file(path).expect("a log of the data");
        let rules = record.rules.expect("Tenhou's logs name their rules");
        decisions += follow(&record, rules.to_rules());
        games[record.seats] += 1;
    }
    println!("{games:?} games by seats, {decisions} decisions compared");
    let played = games[3] + games[4];
    assert!(played == 0 || games[3] > 0 && games[4] > 0 && decisions > 200 * played);
}
