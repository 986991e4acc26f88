//! Bots over MJAI: their views are those of the engine, and their replies are the choices of their
//! policy.

use crate::common::self_play::{Player, self_play};
use crate::common::tracking::{check_tracking, masked};
use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Seat, SeatSet, Sink, Turn};
use facedown_riichi::{Event, Legal, Riichi, Rules, Setup, State};
use facedown_riichi_logs::Recorder;
use facedown_riichi_logs::mjai::{self, Event as MjaiEvent};
use facedown_riichi_logs::mjai_bot::{Bot, Reply};

fn line(event: &MjaiEvent) -> String {
    serde_json::to_string(event).expect("an event serialises")
}

/// Records a round and counts the events that the bot has received.
struct Table<'a> {
    recorder: Recorder<'a>,
    sent: usize,
}

impl Sink<Event> for Table<'_> {
    fn emit(&mut self, to: SeatSet, event: Event) {
        self.recorder.emit(to, event);
    }
}

impl Table<'_> {
    /// Returns the events since the last call, as the seat observes them.
    fn new_events(&mut self, game: &Riichi, seat: Seat) -> Vec<MjaiEvent> {
        let record = self.recorder.clone().finish(&game.begin());
        let events = mjai::events(&record);
        let start = events.iter().rposition(|event| matches!(event, MjaiEvent::StartKyoku { .. }));
        let round = &events[start.unwrap_or(0)..];
        let new = round[self.sent..].iter().map(|event| masked(event, seat.index())).collect();
        self.sent = round.len();
        new
    }
}

/// A bot that plays one seat over MJAI.
struct Remote {
    bot: Bot<Player>,
    seat: Seat,
    player: Player,
    /// Whether events are sent as lists.
    batched: bool,
    replies: Vec<Reply>,
}

impl Remote {
    /// Sends events and returns the last reply.
    fn send(&mut self, events: &[MjaiEvent]) -> Reply {
        let mut last = String::new();
        if self.batched {
            let list: Vec<String> = events.iter().map(line).collect();
            last = self.bot.react(&format!("[{}]", list.join(","))).unwrap().unwrap();
        } else {
            for event in events {
                last = self.bot.react(&line(event)).unwrap().unwrap();
            }
        }
        serde_json::from_str(&last).unwrap()
    }

    fn play_match(&mut self, game: &Riichi, seed: u64) {
        let names = ["a", "b", "c", "d"][..game.seats()].iter().map(|n| (*n).to_owned()).collect();
        let id = Some(self.seat.index());
        let start = MjaiEvent::StartGame { id, names, rules: None, shuffle: None };
        assert_eq!(self.bot.react(&line(&start)).unwrap().unwrap(), r#"{"type":"none"}"#);
        let (mut standing, mut rounds) = (game.begin(), 0);
        while let Some(setup) = game.next_hand(&standing) {
            let state = self.play_round(game, &setup, Rng::stream(seed, rounds));
            game.finish_hand(&mut standing, &state);
            rounds += 1;
        }
        assert!(rounds > 0);
    }

    fn play_round(&mut self, game: &Riichi, setup: &Setup, mut rng: Rng) -> State {
        let mut table = Table { recorder: Recorder::new(game, Vec::new(), None), sent: 0 };
        table.recorder.begin_round(setup);
        let mut state = game.deal(setup, &mut rng, &mut table);
        let mut legal = Legal::default();
        // The last reply, as long as nothing has happened since.
        let mut reply: Option<Reply> = None;
        loop {
            let events = table.new_events(game, self.seat);
            if !events.is_empty() {
                reply = Some(self.send(&events));
            }
            match game.turn(&state) {
                Turn::Over => {
                    if self.bot.tracker().view().is_some() {
                        self.bot.react(r#"{"type":"end_kyoku"}"#).unwrap();
                    }
                    return state;
                }
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut table),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let (legal, view) = (legal.as_slice(), game.view(&state, seat));
                    let action = self.player.choose(game, &view, legal, &mut rng.clone());
                    if seat == self.seat {
                        let reply = reply.take().unwrap_or(Reply::None);
                        let read: Reply = serde_json::from_str(&reply.line()).unwrap();
                        assert_eq!(read, reply);
                        assert_eq!(reply.action(&view, legal), Some(action), "{reply:?}");
                        self.replies.push(reply);
                    }
                    game.try_apply(&mut state, action, &mut table).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_bot_over_mjai_plays_the_choices_of_its_policy() {
    let mut seen = [0; 12];
    for (rules, matches) in
        [(Rules::TENHOU, 4), (Rules::TENHOU3, 4), (Rules::MJSOUL, 2), (Rules::MJSOUL3, 2)]
    {
        for number in 0..2 * matches {
            let (game, seed) = (Riichi::new(rules).unwrap(), 100 + number);
            let player = Player { eager: number >= matches };
            let mut remote = Remote {
                bot: Bot::new(game.clone(), player, Rng::new(seed)),
                seat: Seat::new(number as usize % game.seats()),
                player,
                batched: number % 2 == 0,
                replies: Vec::new(),
            };
            remote.play_match(&game, seed);
            for reply in remote.replies {
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

#[test]
fn trackers_of_all_seats_have_the_views_of_the_engine() {
    for rules in [Rules::TENHOU, Rules::TENHOU3, Rules::MJSOUL, Rules::MJSOUL3] {
        for seed in 0..6 {
            assert!(check_tracking(&self_play(rules, seed), rules) > 50);
        }
    }
}
