//! `impl Render`: views and actions as a terminal shows them.

use crate::rules::{ContractScore, Score};
use crate::{Action, Cards, Move, Phase, State, Tricks, View};
use facedown_cards::{Card, Suit};
use facedown_game::{Render, Seat, Selection};
use std::fmt::Write;

impl Render for Tricks {
    fn view_text(&self, view: &View) -> String {
        let mut out = String::new();
        for (label, text) in lines(self, view) {
            let _ = writeln!(out, "{label:>10}  {text}");
        }
        out
    }

    fn describe(&self, view: &View, action: Action) -> String {
        match (action.get(), view.table.phase) {
            (Move::Card(card), Phase::Pass) => format!("pass {card}"),
            (Move::Card(card), Phase::Discard) => format!("discard {card}"),
            (Move::Card(card), _) => format!("play {card}"),
            (Move::Bid(1), _) => "bid 1 trick".to_owned(),
            (Move::Bid(tricks), _) => format!("bid {tricks} tricks"),
            (Move::Trump { suit, alone: false }, _) => format!("make {} trump", suit.symbol()),
            (Move::Trump { suit, alone: true }, _) => {
                format!("make {} trump and play alone", suit.symbol())
            }
            (Move::Decline, _) => "decline".to_owned(),
            (Move::Look, _) => "look at the cards".to_owned(),
            (Move::BlindNil, _) => "bid nil without looking".to_owned(),
        }
    }

    fn selection(&self, view: &View) -> Option<Selection> {
        let options = self.pass_options(view).filter(|options| options.count > 1)?;
        let cards: Vec<String> = options.cards.iter().map(|card| card.to_string()).collect();
        let last = &cards[cards.len() - options.count..];
        let example = format!("pass {}", last.join(" "));
        Some(Selection { verb: "pass", count: options.count, cards, example })
    }

    /// Returns whether a typed text means this action: `4d` or `pass 4d`, ignoring case. Earlier
    /// releases wrote `hand on 4d` for passes and `put away 4d` for discards.
    fn reads(&self, view: &View, action: Action, text: &str) -> bool {
        let text = text.trim();
        let is = |spelling: &str| spelling.eq_ignore_ascii_case(text);
        is(&action.to_string())
            || is(&self.describe(view, action))
            || match (action.as_card(), view.table.phase) {
                (Some(card), Phase::Pass) => is(&format!("hand on {card}")),
                (Some(card), Phase::Discard) => is(&format!("put away {card}")),
                _ => false,
            }
    }

    fn is_public(&self, state: &State, _: Action) -> bool {
        !matches!(state.table.phase, Phase::Pass | Phase::Discard)
    }
}

/// Returns the lines of a view, each with its label.
fn lines(game: &Tricks, view: &View) -> Vec<(String, String)> {
    let table = &view.table;
    let name = |seat: Seat| seat_name(game, view, seat);
    let trump = table.trump().map_or("no trump".to_owned(), |suit| {
        let turned = table.upcard.map_or(String::new(), |card| format!(" ({card} turned up)"));
        format!("{} is trump{turned}", suit.symbol())
    });
    let hand = format!("{}, {trump}, dealt by {}", table.setup.hand + 1, name(table.dealer()));
    let mut lines = vec![("hand".to_owned(), hand)];
    let seats = Seat::all(game.c.seats).filter(|seat| !table.setup.out.contains(*seat));
    lines.extend(seats.map(|seat| (name(seat), seat_line(game, view, seat))));
    if let Some((leader, cards)) = table.history().last() {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        let label = if table.trick().is_empty() { "last trick" } else { "trick" };
        lines.push((label.to_owned(), format!("{} ({} led)", cards.join(" "), name(leader))));
    }
    if !view.received.is_empty() {
        lines.push(("received".to_owned(), hand_text(view.received.cards())));
    }
    if !view.passed.is_empty() && table.phase == Phase::Pass {
        lines.push(("passing".to_owned(), hand_text(view.passed.cards())));
    }
    lines.push(("your hand".to_owned(), hand_text(view.hand)));
    lines
}

/// Returns the name of a seat from the view's own seat: `you`, `partner 2`, `seat 1`.
fn seat_name(game: &Tricks, view: &View, seat: Seat) -> String {
    match (seat == view.seat, game.same_side(seat, view.seat)) {
        (true, _) => "you".to_owned(),
        (false, true) => format!("partner {}", seat.index()),
        (false, false) => format!("seat {}", seat.index()),
    }
}

/// Returns a seat's bid, tricks, points, cards, score and bags.
fn seat_line(game: &Tricks, view: &View, seat: Seat) -> String {
    let table = &view.table;
    let contract = contract(game);
    let bid = match table.bid(seat) {
        Some(_) if table.is_blind(seat) => "bid blind nil, ".to_owned(),
        Some(0) if game.c.has_nil => "bid nil, ".to_owned(),
        Some(bid) => format!("bid {bid}, "),
        None => String::new(),
    };
    let points = match table.points(seat) {
        0 => String::new(),
        points => format!(", {points} points"),
    };
    let bags = match contract {
        Some(contract) if contract.bag_limit > 0 => {
            format!(", {}", count(usize::from(table.setup.bags[seat.index()]), "bag"))
        }
        _ => String::new(),
    };
    let (won, cards) = (table.won(seat), count(table.count(seat), "card"));
    let score = table.setup.scores[seat.index()];
    format!("{bid}won {won}{points}; {cards}; score {score}{bags}")
}

fn contract(game: &Tricks) -> Option<&ContractScore> {
    match &game.c.rules.score {
        Score::Contract(contract) => Some(contract),
        _ => None,
    }
}

/// Formats cards by suit, high ones first: `♠ A K 5   ♥ 7`.
fn hand_text(cards: Cards) -> String {
    let mut all: Vec<Card> = cards.iter().collect();
    let high = |card: &Card| (card.rank().index() + 12) % 13; // the ace above the king
    all.sort_by_key(|card| std::cmp::Reverse((card.suit(), high(card))));
    let mut out = String::new();
    for suit in Suit::ALL.into_iter().rev() {
        let mut ranks = all.iter().filter(|card| card.suit() == suit).peekable();
        if ranks.peek().is_some() {
            let gap = if out.is_empty() { "" } else { "   " };
            let _ = write!(out, "{gap}{}", suit.symbol());
            ranks.for_each(|card| {
                let _ = write!(out, " {}", card.rank().letter());
            });
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

/// Formats a count of things: `1 card`, `2 cards`.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Legal, Rules};
    use facedown_game::{ActionBuf, Game, Rng};

    fn pass_view() -> (Tricks, State, View) {
        let game = Tricks::new(Rules::hearts(4)).unwrap();
        let state = game.deal(&game.first_setup(), &mut Rng::new(3), &mut ());
        let view = game.view(&state, Seat::new(0));
        (game, state, view)
    }

    #[test]
    fn a_card_is_passed_before_play_and_played_after() {
        let (game, mut state, view) = pass_view();
        let ace = Action::card("Ac".parse().unwrap());
        assert_eq!(game.describe(&view, ace), "pass Ac");
        assert!(!game.is_public(&state, ace));
        let mut legal = Legal::default();
        while state.table.phase == Phase::Pass {
            game.legal_actions(&state, &mut legal);
            game.apply(&mut state, legal.as_slice()[0], &mut ());
        }
        assert_eq!(game.describe(&game.view(&state, Seat::new(0)), ace), "play Ac");
        assert!(game.is_public(&state, ace));
    }

    #[test]
    fn typed_passes_are_read_in_all_spellings_and_plays_are_not_passes() {
        let (game, _, view) = pass_view();
        let ace = Action::card("Ac".parse().unwrap());
        for text in ["Ac", "ac", "pass Ac", " PASS AC ", "hand on Ac"] {
            assert!(game.reads(&view, ace, text), "{text}");
        }
        for text in ["play Ac", "Ad", "pass Ad", "put away Ac", ""] {
            assert!(!game.reads(&view, ace, text), "{text}");
        }
    }

    #[test]
    fn a_view_names_partners_bids_and_bags() {
        let game = Tricks::new(Rules::spades()).unwrap();
        let mut state = game.deal(&game.first_setup(), &mut Rng::new(1), &mut ());
        game.apply(&mut state, Action::bid(0), &mut ());
        game.apply(&mut state, Action::bid(4), &mut ());
        let text = game.view_text(&game.view(&state, Seat::new(2)));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "      hand  1, \u{2660} is trump, dealt by seat 3");
        assert_eq!(lines[1], " partner 0  bid nil, won 0; 13 cards; score 0, 0 bags");
        assert_eq!(lines[2], "    seat 1  bid 4, won 0; 13 cards; score 0, 0 bags");
        assert_eq!(lines[3], "       you  won 0; 13 cards; score 0, 0 bags");
        assert!(lines[5].starts_with(" your hand  "), "{text}");
        assert_eq!(lines.len(), 6);
    }
}
