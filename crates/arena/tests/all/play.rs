//! Bots play hands and matches at one table.

use crate::common::{Event, First, Hand, Move, StandFrom, Twelve, View};
use facedown_arena::{Bot, Lineup, PlayError, Recorder};
use facedown_game::{Game, Log, Match, Policy, Rng, Seat, SeatSet, Sink, UniformPolicy};
use facedown_testkit::Laws;

fn table(game: &Twelve, policies: Vec<Box<dyn Policy<Twelve>>>) -> Lineup<'_, Twelve> {
    let bots = policies.into_iter().enumerate().map(|(i, policy)| Bot::new(i as u64, policy));
    Lineup::new(game, bots.collect())
}

#[test]
fn the_game_of_these_tests_obeys_the_laws() {
    for seats in 2..=4 {
        Laws::without_worlds(Twelve { seats }).hands(300).seed(1).matches(20).run();
    }
}

#[test]
fn the_deal_does_not_depend_on_the_bots() {
    let game = Twelve { seats: 2 };
    let mut dealt = Vec::new();
    for level in [0, 7, 12] {
        let mut table = table(&game, vec![Box::new(StandFrom(level)), Box::new(UniformPolicy)]);
        let hands = (0..50).map(|hand| {
            let mut log = Log::default();
            table.play_hand(&First(0), 3, hand, &mut log).unwrap();
            log.entries.retain(|(_, event)| matches!(event, Event::Dealt(..) | Event::Dud));
            log
        });
        dealt.push(hands.collect::<Vec<_>>());
    }
    assert_eq!(dealt[0], dealt[1]);
    assert_eq!(dealt[0], dealt[2]);
}

#[test]
fn a_hand_is_determined_by_its_seed_number_and_bots() {
    let game = Twelve { seats: 3 };
    let play = |seed, hand| {
        let policies: Vec<Box<dyn Policy<Twelve>>> =
            (0..3).map(|_| Box::new(UniformPolicy) as Box<dyn Policy<Twelve>>).collect();
        let mut log = Log::default();
        table(&game, policies).play_hand(&First(1), seed, hand, &mut log).unwrap();
        log
    };
    let logs: Vec<_> = (0..40).map(|hand| play(5, hand)).collect();
    assert!((0..40).all(|hand| logs[hand] == play(5, hand as u64)));
    assert!((0..40).any(|hand| logs[hand] != play(6, hand as u64)));
}

/// Sends the first word of its random stream in each decision.
struct RandomWords(std::sync::mpsc::Sender<u64>);

impl Policy<Twelve> for RandomWords {
    fn choose(&mut self, _: &Twelve, _: &View, _: &[Move], rng: &mut Rng) -> Move {
        self.0.send(rng.next_u64()).unwrap();
        Move::Stand
    }
}

#[test]
fn a_bot_has_the_same_random_stream_in_every_seat_and_another_than_its_opponents() {
    let game = Twelve { seats: 2 };
    let (sender, words) = std::sync::mpsc::channel();
    let bot = |id| Bot::new(id, Box::new(RandomWords(sender.clone())) as Box<dyn Policy<Twelve>>);
    // Hand 0 of this seed is one in which both seats act.
    Lineup::new(&game, vec![bot(0), bot(1)]).play_hand(&First(0), 1, 0, &mut ()).unwrap();
    Lineup::new(&game, vec![bot(1), bot(0)]).play_hand(&First(0), 1, 0, &mut ()).unwrap();
    let words: Vec<u64> = words.try_iter().collect();
    assert_eq!(words.len(), 4);
    assert_eq!((words[0], words[1]), (words[3], words[2]));
    assert_ne!(words[0], words[1]);
}

/// Always doubles, which is illegal after a throw.
struct Doubler;

impl Policy<Twelve> for Doubler {
    fn choose(&mut self, _: &Twelve, _: &View, _: &[Move], _: &mut Rng) -> Move {
        Move::Double
    }
}

#[test]
fn an_illegal_choice_is_an_error_that_names_bot_seat_and_action() {
    let game = Twelve { seats: 2 };
    let mut table = table(&game, vec![Box::new(StandFrom(0)), Box::new(Doubler)]);
    let error = table.play_hand(&First(0), 1, 0, &mut ()).unwrap_err();
    assert!(matches!(error, PlayError::Illegal { bot: 1, hand: 0, .. }), "{error}");
    assert_eq!(error.to_string(), "bot 1, hand 0: Double is not legal for seat 1 now");
}

#[test]
fn a_hand_beyond_its_limit_is_an_error() {
    let game = Twelve { seats: 2 };
    let policies: Vec<Box<dyn Policy<Twelve>>> =
        vec![Box::new(StandFrom(12)), Box::new(StandFrom(12))];
    let error = table(&game, policies).with_max_steps(2).play_hand(&First(0), 1, 0, &mut ());
    assert_eq!(error, Err(PlayError::EndlessHand { hand: 0, max_steps: 2 }));
}

#[test]
#[should_panic(expected = "one bot for each seat")]
fn a_table_with_an_empty_seat_is_rejected() {
    let _ = table(&Twelve { seats: 3 }, vec![Box::new(UniformPolicy), Box::new(UniformPolicy)]);
}

/// Records setup, actions and final state of each hand.
#[derive(Default)]
struct Record {
    hands: Vec<(First, Vec<Move>, Option<Hand>)>,
}

impl Sink<Event> for Record {
    fn emit(&mut self, _: SeatSet, _: Event) {}
}

impl Recorder<Twelve> for Record {
    fn begin_hand(&mut self, hand: u64, setup: &First) {
        assert_eq!(hand, self.hands.len() as u64);
        self.hands.push((*setup, Vec::new(), None));
    }

    fn act(&mut self, _: Seat, action: Move) {
        self.hands.last_mut().unwrap().1.push(action);
    }

    fn end_hand(&mut self, state: &Hand) {
        self.hands.last_mut().unwrap().2 = Some(*state);
    }
}

#[test]
fn a_recorded_match_can_be_replayed_from_its_seed_and_actions() {
    let game = Twelve { seats: 2 };
    let mut record = Record::default();
    let mut table = table(&game, vec![Box::new(StandFrom(8)), Box::new(UniformPolicy)]);
    let played = table.play_match(77, &mut record).unwrap();
    assert_eq!(played.hands, record.hands.len() as u64);
    let decisions: usize = record.hands.iter().map(|(_, actions, _)| actions.len()).sum();
    assert_eq!(table.bots().iter().map(Bot::decisions).sum::<u64>(), decisions as u64);

    let mut standing = game.begin();
    for (number, (setup, actions, end)) in record.hands.iter().enumerate() {
        assert_eq!(game.next_hand(&standing), Some(*setup));
        let mut rng = Rng::stream(77, number as u64);
        let mut state = game.deal(setup, &mut rng, &mut ());
        for action in actions {
            game.try_apply(&mut state, *action, &mut ()).unwrap();
            while game.turn(&state) == facedown_game::Turn::Chance {
                game.play_chance(&mut state, &mut rng, &mut ());
            }
        }
        assert_eq!(Some(state), *end);
        game.finish_hand(&mut standing, &state);
    }
    assert_eq!(game.next_hand(&standing), None);
    assert_eq!(standing, played.standing);
    assert_eq!(played.points, played.scores.map(i64::from));
}
