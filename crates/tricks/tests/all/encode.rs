//! Observations compared with the table's own account of the plays.

use crate::common::all_games;
use facedown_cards::CardSet;
use facedown_game::{ActionBuf, Encoder, Game, Rng, Seat, Turn};
use facedown_tricks::{Legal, PlaneEncoder, Tricks, View};

const SEATS: usize = 10;
/// The first of ten planes each, one for each seat.
const PLAYED: usize = 8;
const TRICK: usize = 18;
const LACKS: usize = 28;
const HOLDS: usize = 38;
const WHEN: usize = 48;

/// The planes from the view's public accessors, one fact after the other.
fn expected(game: &Tricks, view: &View) -> Vec<[u8; 52]> {
    let (table, seats) = (view.table(), game.seats());
    let place = |seat: Seat| (seat.index() + seats - view.seat().index()) % seats;
    let mut planes = vec![[0; 52]; WHEN + 1];
    let constraints = game.constraints(view);
    for seat in Seat::all(seats) {
        let known = [
            (LACKS, constraints.lacks[seat.index()]),
            (HOLDS, constraints.holds[seat.index()].kinds()),
        ];
        for (from, cards) in known {
            cards.iter().for_each(|card| planes[from + place(seat)][card.index()] = 1);
        }
    }
    let active = Seat::all(seats).filter(|seat| !table.sitting_out().contains(*seat));
    let active: Vec<Seat> = active.collect();
    let clockwise = game.rules().direction == facedown_tricks::rules::Direction::Clockwise;
    for (number, (leader, cards)) in table.history().enumerate() {
        let first = active.iter().position(|seat| *seat == leader).unwrap();
        for (turn, card) in cards.iter().enumerate() {
            let turn = if clockwise { turn } else { active.len() - turn % active.len() };
            let seat = active[(first + turn) % active.len()];
            let from = if number < table.tricks() { PLAYED } else { TRICK };
            planes[from + place(seat)][card.index()] = 1;
            planes[WHEN][card.index()] = number as u8 + 1;
        }
    }
    let mut legal = Legal::default();
    game.view_actions(view, &mut legal);
    let cards: CardSet = legal.as_slice().iter().filter_map(|action| action.as_card()).collect();
    cards.iter().for_each(|card| planes[6][card.index()] = 1);
    planes
}

#[test]
fn planes_of_plays_and_of_what_they_prove_are_those_of_the_table() {
    for (name, game) in all_games() {
        let mut legal = Legal::default();
        let mut raw = vec![9u8; PlaneEncoder.len()];
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
            while game.turn(&state) != Turn::Over {
                for seat in Seat::all(game.seats()) {
                    let view = game.view(&state, seat);
                    PlaneEncoder.encode(&game, &view, &mut raw);
                    let expected = expected(&game, &view);
                    let of_seats = PLAYED..PLAYED + 4 * SEATS;
                    for plane in of_seats.chain([6, WHEN]) {
                        let got = &raw[52 * plane..][..52];
                        assert_eq!(got, expected[plane], "{name}, seed {seed}, plane {plane}");
                    }
                }
                game.legal_actions(&state, &mut legal);
                let action = *rng.choose(legal.as_slice()).unwrap();
                game.apply(&mut state, action, &mut ());
            }
        }
    }
}
