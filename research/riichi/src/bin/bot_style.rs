//! Style of bots: rates of wins, deal-ins, riichi and calls, among copies of another bot:
//! `cargo research bot_style -- tenhou 2000 efficient heuristic`.

use facedown_game::{ActionBuf, Game, Policy, Rng, Seat, SeatSet, Sink, Turn, UniformPolicy};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Event, HeuristicPolicy, Legal, Phase, Riichi, RolloutPolicy, Rules};

#[derive(Default)]
struct Style {
    wins: u32,
    tsumo: u32,
    won: i64,
    fed: u32,
    paid: i64,
    riichi: u32,
    called: u32,
    tenpai: u32,
    draws: u32,
    points: i64,
    /// By own discards: the sum of shanten at the seat's turns, the number of tenpai, the number of
    /// turns.
    turns: [[i64; 3]; TURNS],
}

/// The number of turns reported.
const TURNS: usize = 18;

impl Style {
    /// Counts a turn of the seat with this shanten.
    fn see_turn(&mut self, discards: usize, shanten: i8) {
        if let Some([sum, tenpai, all]) = self.turns.get_mut(discards) {
            *sum += i64::from(shanten);
            *tenpai += i64::from(shanten <= 0);
            *all += 1;
        }
    }
}

struct Observer {
    styles: [Style; 2],
    seats: usize,
    first: Seat,
    called: SeatSet,
    fed: bool,
}

impl Observer {
    fn style(&mut self, seat: Seat) -> &mut Style {
        &mut self.styles[usize::from(seat != self.first)]
    }
}

impl Sink<Event> for Observer {
    fn emit(&mut self, _: SeatSet, event: Event) {
        match event {
            Event::RiichiAccepted(seat) => self.style(seat).riichi += 1,
            Event::Called { seat, .. } if !self.called.contains(seat) => {
                self.called = self.called.with(seat);
                self.style(seat).called += 1;
            }
            Event::Won(victory) => {
                let gained = i64::from(victory.deltas[victory.seat.index()]);
                let lost = -i64::from(victory.deltas[victory.from.index()]);
                let style = self.style(victory.seat);
                style.wins += 1;
                style.won += gained;
                if victory.seat == victory.from {
                    style.tsumo += 1;
                } else {
                    let fresh = !std::mem::replace(&mut self.fed, true);
                    let style = self.style(victory.from);
                    style.fed += u32::from(fresh);
                    style.paid += lost;
                }
            }
            Event::Drawn { tenpai, .. } => {
                for seat in Seat::all(self.seats) {
                    let tenpai = u32::from(tenpai.contains(seat));
                    self.style(seat).draws += 1;
                    self.style(seat).tenpai += tenpai;
                }
            }
            _ => {}
        }
    }
}

fn bot(name: &str) -> Box<dyn Policy<Riichi>> {
    match name {
        "efficient" => Box::new(Efficient::default()),
        "heuristic" => Box::new(HeuristicPolicy),
        "rollout" => Box::new(RolloutPolicy),
        "random" => Box::new(UniformPolicy),
        _ => panic!("no bot '{name}': random, heuristic, rollout, efficient"),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, rounds, one, other] = args.as_slice() else {
        eprintln!("expected: RULES ROUNDS BOT OTHER");
        return;
    };
    let game = Riichi::new(Rules::preset(rules).expect("a preset")).expect("a game");
    let rounds: u64 = rounds.parse().expect("a number of rounds");
    let seats = game.seats();
    let empty = SeatSet::EMPTY;
    let mut watch = Observer {
        styles: Default::default(),
        seats,
        first: Seat::new(0),
        called: empty,
        fed: false,
    };
    let mut legal = Legal::default();
    for round in 0..rounds {
        watch.first = Seat::new((round % seats as u64) as usize);
        (watch.called, watch.fed) = (empty, false);
        let mut rng = Rng::stream(7, round / seats as u64);
        let mut bots: Vec<_> =
            Seat::all(seats).map(|s| bot(if s == watch.first { one } else { other })).collect();
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut watch),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    if state.table().phase() == Phase::Drawn {
                        let discards = state.table().river().of(seat).count();
                        let shanten = view.hand().shanten(game.pack());
                        watch.style(seat).see_turn(discards, shanten);
                    }
                    let bot = &mut bots[seat.index()];
                    let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut watch);
                }
            }
        }
        for (seat, points) in game.scores(&state).iter() {
            watch.style(seat).points += i64::from(points);
        }
    }
    for (style, (name, count)) in
        watch.styles.iter().zip([(one, rounds), (other, rounds * (seats as u64 - 1))])
    {
        let share = |n: u32| 100.0 * f64::from(n) / count as f64;
        let each = |sum: i64, n: u32| sum as f64 / f64::from(n.max(1));
        println!(
            "{name:>10}: {:+6.0} a round, wins {:.1} % ({:.1} by tsumo) of {:.0}, deals in {:.1} % of \
             {:.0}, riichi {:.1} %, calls {:.1} %, tenpai at {:.1} % of draws",
            style.points as f64 / count as f64,
            share(style.wins),
            share(style.tsumo),
            each(style.won, style.wins),
            share(style.fed),
            each(style.paid, style.fed),
            share(style.riichi),
            share(style.called),
            100.0 * f64::from(style.tenpai) / f64::from(style.draws.max(1)),
        );
        let turns = style.turns.iter().filter(|[_, _, all]| *all > 0);
        let turns_text = turns.map(|[sum, tenpai, all]| {
            let all = *all as f64;
            format!("{:.2} ({:.0} %)", *sum as f64 / all, 100.0 * *tenpai as f64 / all)
        });
        println!(
            "{:>10}  shanten (tenpai) by turn: {}",
            "",
            turns_text.collect::<Vec<_>>().join(" ")
        );
    }
}
