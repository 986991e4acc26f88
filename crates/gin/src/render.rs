//! Texts for people: a view as a terminal shows it, and actions in words.

use crate::kernel::{best_melds, hand_points};
use crate::{Action, Gin, Phase, State, View};
use facedown_cards::CardSet;
use facedown_game::{Notation, Render};
use std::fmt::Write;

impl Notation for Gin {
    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }
}

impl Render for Gin {
    fn view_text(&self, view: &View) -> String {
        view_text(view)
    }

    fn describe(&self, view: &View, action: Action) -> String {
        match (action, view.table().phase()) {
            (Action::Card(card), Phase::Layoff) => format!("lay off {card}"),
            (Action::Card(card), Phase::KnockDiscard) => format!("knock, discarding {card}"),
            (Action::Card(card), _) => format!("discard {card}"),
            (Action::TakeUpcard, _) => "take the upcard".to_owned(),
            (Action::DrawStock, _) => "draw from the stock".to_owned(),
            (Action::Pass, Phase::FirstUpcard) => "leave the upcard".to_owned(),
            (Action::Pass, Phase::Wall) => "end the hand".to_owned(),
            (Action::Pass, Phase::Layoff) => "lay off no more".to_owned(),
            (Action::Pass, _) => "lay down no more melds".to_owned(),
            (Action::Knock, _) => "knock".to_owned(),
            (Action::Lay(meld), _) => format!("lay down {}", meld.cards()),
            (Action::BigGin, _) => "declare big gin".to_owned(),
        }
    }

    fn is_public(&self, _: &State, _: Action) -> bool {
        true
    }
}

fn view_text(view: &View) -> String {
    let table = view.table();
    let mut out = String::new();
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "{name:>11}  {text}");
    };
    let laid_down = table.phase() == Phase::Over && table.knocker().is_some();
    let known = or_dash(view.known());
    if laid_down {
        line("opponent", format!("{known}   deadwood {}", hand_points(view.known())));
    } else {
        line("opponent", format!("{} cards, known: {known}", table.count(view.opponent())));
    }
    for (name, seat) in [("their melds", view.opponent()), ("your melds", view.seat())] {
        if !table.melds(seat).is_empty() {
            let melds: Vec<String> = table.melds(seat).iter().map(CardSet::to_string).collect();
            line(name, melds.join(" | "));
        }
    }
    if !table.laid_off().is_empty() {
        line("laid off", table.laid_off().to_string());
    }
    let discards: Vec<String> = table.turns().map(|(_, turn)| turn.card.to_string()).collect();
    if !discards.is_empty() {
        line("discards", discards.join(" "));
    }
    if laid_down {
        // Cards not laid down count, melds or not.
        let deadwood = hand_points(view.hand());
        line("your hand", format!("{}   deadwood {deadwood}", or_dash(view.hand())));
        return out;
    }
    let upcard = table.upcard().map_or("-".to_owned(), |card| card.to_string());
    let (stock, limit) = (table.stock_left(), table.limit());
    line("table", format!("upcard {upcard}, {stock} in the stock, knock with {limit} or less"));
    let best = best_melds(view.hand());
    let melds = best.melds().iter().map(CardSet::to_string);
    let loose = Some(best.loose()).filter(|l| !l.is_empty()).map(|l| format!("({l})"));
    let hand: Vec<String> = melds.chain(loose).collect();
    line("your hand", format!("{}   deadwood {}", hand.join(" | "), best.deadwood()));
    if let (Some(card), Phase::Discard) = (view.drawn(), table.phase()) {
        line("drawn", card.to_string());
    }
    out
}

fn or_dash(cards: CardSet) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}
