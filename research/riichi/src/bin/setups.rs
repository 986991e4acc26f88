//! Makes the table of setups of single rounds, from matches of the bot `sharp`:
//! `cargo research setups -- crates/riichi/src/setups.bin`.
//!
//! The format is that of `crates/riichi/src/setups.rs`.

use facedown_game::{ActionBuf, Game, Match, Policy, Rng, Turn};
use facedown_riichi::bots::Efficient;
use facedown_riichi::rules::Length;
use facedown_riichi::{Legal, Riichi, Rules, Setup, Standing, State};

/// The rules of each part, and the number of its rows.
const PARTS: [(Rules, usize); 4] = [
    (Rules::TENHOU, 640),
    (Rules::TENHOU.with_length(Length::Tonpu), 192),
    (Rules::TENHOU3, 320),
    (Rules::TENHOU3.with_length(Length::Tonpu), 128),
];

/// One round in so many is kept, so that the rows come from many matches.
const EVERY: usize = 17;

fn play_round(game: &Riichi, setup: &Setup, mut rng: Rng) -> State {
    let (mut legal, mut bot) = (Legal::default(), Efficient::sharp());
    let mut state = game.deal(setup, &mut rng, &mut ());
    loop {
        match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) => {
                game.legal_actions(&state, &mut legal);
                let view = game.view(&state, seat);
                let action = bot.choose(game, &view, legal.as_slice(), &mut rng);
                game.apply(&mut state, action, &mut ());
            }
        }
    }
}

/// Returns a setup as a row.
fn packed(setup: &Setup) -> [u8; 6] {
    let field = |value: u64, width: u32, shift: u32| {
        assert!(value >> width == 0, "{value} of {setup:?} has more than {width} bits");
        value << shift
    };
    let hundreds = |place: usize| {
        let points = setup.scores[place];
        assert!(points >= 0 && points % 100 == 0, "{points} points of seat {place}");
        points as u64 / 100
    };
    let bits = field(setup.wind.into(), 2, 0)
        | field(setup.dealer.index() as u64, 2, 2)
        | field(setup.honba.into(), 4, 4)
        | field(setup.sticks.into(), 4, 8)
        | (0..3).map(|place| field(hundreds(place), 12, 12 + 12 * place as u32)).sum::<u64>();
    let [row @ .., _, _] = bits.to_le_bytes();
    row
}

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("expected: FILE");
        std::process::exit(2);
    };
    let mut table = Vec::new();
    for (rules, rows) in PARTS {
        let game = Riichi::new(rules).expect("presets make games");
        let (mut setups, mut matches) = (Vec::new(), 0);
        while setups.len() < EVERY * rows {
            let mut standing: Standing = game.begin();
            while let Some(setup) = game.next_hand(&standing) {
                let rng = Rng::stream(matches, standing.rounds() as u64);
                game.finish_hand(&mut standing, &play_round(&game, &setup, rng));
                setups.push(setup);
            }
            matches += 1;
        }
        println!(
            "{} seats, {:?}: {rows} of {} rounds of {matches} matches",
            rules.seats,
            rules.matches.length,
            EVERY * rows,
        );
        table.extend(setups.iter().step_by(EVERY).take(rows).flat_map(packed));
    }
    std::fs::write(path, table).expect("the file can be written");
}
