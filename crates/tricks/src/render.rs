//! `impl Render`: views and actions as a terminal shows them.

use crate::rules::{ContractScore, Score};
use crate::{Action, Cards, Move, Phase, State, Tricks, View};
use facedown_cards::{Card, Suit};
use facedown_game::{Render, Seat};
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
            (Move::Card(card), Phase::Pass) => format!("hand on {card}"),
            (Move::Card(card), Phase::Discard) => format!("put away {card}"),
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
        lines.push(("handing on".to_owned(), hand_text(view.passed.cards())));
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
