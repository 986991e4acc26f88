//! Moves typed as rows: `As Kd / 7h 7c / 2s` places the cards in hand, top first.

use crate::game::placed;
use crate::{Action, Phase, Place, Row, View};
use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::InvalidMove;

/// Parses a placement of all cards in hand. Cards that no row names are discarded; an empty row is
/// blank or `-`. In Fantasyland the move is the whole setting, one action for each card.
pub(crate) fn parse(view: &View, text: &str) -> Option<Result<Vec<Action>, InvalidMove>> {
    let table = view.table();
    if !text.contains('/') || table.to_act() != view.seat() || table.phase() == Phase::Over {
        return None;
    }
    Some(places(view, text).map(|places| actions(view, &places)))
}

/// Returns a move as [`parse`] reads it.
pub(crate) fn text(view: &View, actions: &[Action]) -> String {
    let rows = match (view.table().fantasy(view.seat()), actions) {
        (0, [action, ..]) => placed(view.hand(), *action),
        (n, actions) => {
            let mut own = view.own;
            for action in actions {
                own.put(action.places()[0], n);
            }
            [0, 1, 2].map(|row| own.rows[row] - view.own.rows[row])
        }
    };
    rows_text(view.hand(), |card| {
        Row::ALL.into_iter().find(|row| rows[*row as usize].contains(card))
    })
}

/// Returns some placement of the hand as an example: the cards dealt out to the rows in turn.
pub(crate) fn example(view: &View) -> String {
    let mut room = room(view);
    let mut rows = [PackSet::EMPTY; 3];
    let mut hand = view.hand().iter();
    while Row::ALL.into_iter().any(|row| room[row as usize] > 0) && !hand.as_slice().is_empty() {
        for row in Row::ALL.into_iter().rev().filter(|row| room[*row as usize] > 0) {
            if let Some(card) = hand.next() {
                rows[row as usize].insert(*card);
            }
        }
        room = room.map(|room| room.saturating_sub(1));
    }
    rows_text(view.hand(), |card| {
        Row::ALL.into_iter().find(|row| rows[*row as usize].contains(card))
    })
}

/// Returns the number of cards of the hand that are placed, not discarded.
pub(crate) fn placed_count(view: &View) -> usize {
    view.hand().len() - room(view)[Place::Discard as usize]
}

fn rows_text(hand: &[PackCard], row_of: impl Fn(PackCard) -> Option<Row>) -> String {
    let text = |row: Row| {
        let cards = hand.iter().filter(|card| row_of(**card) == Some(row));
        let cards: Vec<String> = cards.map(ToString::to_string).collect();
        if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
    };
    Row::ALL.map(text).join(" / ")
}

/// Returns the room left in each place.
fn room(view: &View) -> [usize; 4] {
    let table = view.table();
    let n = table.fantasy(view.seat());
    if n > 0 {
        return Place::ALL.map(|place| view.own.room(place, n));
    }
    let rows = view.rows();
    Place::ALL.map(|place| match place.row() {
        Some(row) => row.size() - rows[row as usize].len(),
        None => view.hand().len() - table.street_placed(table.street()),
    })
}

/// Returns the place of each card in hand.
fn places(view: &View, text: &str) -> Result<Vec<Place>, InvalidMove> {
    let (hand, room) = (view.hand(), room(view));
    let rows: Vec<&str> = text.split('/').map(str::trim).collect();
    if rows.len() != Row::ALL.len() {
        let count = rows.len();
        return Err(InvalidMove::new(format!("{count} rows, expected top / middle / bottom")));
    }
    let mut places: Vec<Option<Place>> = vec![None; hand.len()];
    for (row, text) in Row::ALL.into_iter().zip(rows) {
        let text = if text == "-" { "" } else { text };
        let cards =
            parse_pack(text).map_err(|error| InvalidMove::new(format!("{row}: {error}")))?;
        let (count, most) = (cards.len(), room[row as usize]);
        if count > most {
            let reason = format!("{row}: {count} cards ({text}), there is room for {most}");
            return Err(InvalidMove::new(reason));
        }
        for card in cards {
            *slot(hand, &mut places, card)? = Some(row.into());
        }
    }
    let left: Vec<String> = hand
        .iter()
        .zip(&places)
        .filter(|(_, place)| place.is_none())
        .map(|(card, _)| card.to_string())
        .collect();
    let discards = room[Place::Discard as usize];
    if left.len() != discards {
        let (count, expected) = (hand.len() - left.len(), hand.len() - discards);
        let which = if left.len() > discards {
            format!(" (not {})", left.join(" "))
        } else {
            String::new()
        };
        let reason = format!("{count} cards placed{which}, expected {expected} of {}", hand.len());
        return Err(InvalidMove::new(reason));
    }
    Ok(places.into_iter().map(|place| place.unwrap_or(Place::Discard)).collect())
}

/// Returns the place to fill in for a typed card. Jokers are interchangeable; the first in hand takes
/// the first place, which is the order that legal actions list.
fn slot<'a>(
    hand: &[PackCard],
    places: &'a mut [Option<Place>],
    card: PackCard,
) -> Result<&'a mut Option<Place>, InvalidMove> {
    let same = |held: &PackCard| *held == card || (held.is_joker() && card.is_joker());
    let free = (0..hand.len()).find(|i| same(&hand[*i]) && places[*i].is_none());
    match free {
        Some(i) => Ok(&mut places[i]),
        None if hand.iter().any(same) => Err(InvalidMove::new(format!("{card} is there twice"))),
        None => Err(InvalidMove::new(format!("{card} is not in your hand"))),
    }
}

/// Returns the actions of a placement: one for a street, one for each card in Fantasyland, where the
/// last cards need none once a single place is left.
fn actions(view: &View, places: &[Place]) -> Vec<Action> {
    let n = view.table().fantasy(view.seat());
    if n == 0 {
        return vec![Action::new(places).expect("a street has one to five cards")];
    }
    let (mut own, mut actions) = (view.own, Vec::new());
    while usize::from(own.set) < n {
        let place = places[usize::from(own.set - view.own.set)];
        own.put(place, n);
        actions.push(Action::new(&[place]).expect("one place"));
    }
    actions
}

#[cfg(test)]
mod tests {
    use crate::{Action, Ofc, Rules, Setup, State};
    use facedown_cards::{PackCard, parse_pack};
    use facedown_game::{ActionBuf, Game, Notation, Seat};

    /// A hand whose first seat is dealt these cards.
    fn deal(rules: Rules, cards: &str, fantasy: u8) -> (Ofc, State) {
        let game = Ofc::new(rules).expect("a preset");
        let mut pack = parse_pack(cards).expect("cards");
        let rest: Vec<PackCard> = game.pack().filter(|card| !pack.contains(card)).collect();
        pack.extend(rest);
        let first = game.first_setup();
        let setup = Setup { fantasy: [fantasy, 0, 0, 0], ..first };
        let state = game.try_deal_pack(&setup, &pack, &mut ()).expect("a pack");
        (game, state)
    }

    fn parse(game: &Ofc, state: &State, text: &str) -> Option<Result<Vec<Action>, String>> {
        let view = game.view(state, Seat::new(0));
        let moves = game.parse_move(&view, text)?;
        Some(moves.map_err(|error| error.to_string()))
    }

    #[test]
    fn a_street_is_typed_as_rows_in_any_order() {
        let (game, mut state) = deal(Rules::STANDARD, "As Kd 7h 7c 2s 9h 9c 4d", 0);
        let moves = parse(&game, &state, "2s / 7c 7h / kd AS").expect("rows").expect("a move");
        let view = game.view(&state, Seat::new(0));
        assert_eq!(game.move_text(&view, &moves), "2s / 7c 7h / As Kd");
        assert_eq!(moves.len(), 1);
        assert!(parse(&game, &state, "ttmbb").is_none());
        game.apply(&mut state, moves[0], &mut ());
        let mut legal = crate::Legal::default();
        // The other seat, then three cards with one discarded.
        game.legal_actions(&state, &mut legal);
        game.apply(&mut state, legal.as_slice()[0], &mut ());
        let moves = parse(&game, &state, "- / 9h / 9c").expect("rows").expect("a move");
        assert_eq!(moves[0].to_string().matches('x').count(), 1);
        let view = game.view(&state, Seat::new(0));
        assert_eq!(game.move_text(&view, &moves), "- / 9h / 9c");
    }

    #[test]
    fn errors_of_a_street_are_named() {
        let (game, state) = deal(Rules::STANDARD, "As Kd 7h 7c 2s", 0);
        let why = |text| parse(&game, &state, text).expect("rows").expect_err("a wrong move");
        assert_eq!(why("As / Kd 7h"), "2 rows, expected top / middle / bottom");
        assert_eq!(why("As / Kd 7h 7c / Qs"), "Qs is not in your hand");
        assert_eq!(why("As / Kd 7h 7c / Kd"), "Kd is there twice");
        assert_eq!(why("As Kd 7h 7c / 2s /"), "top: 4 cards (As Kd 7h 7c), there is room for 3");
        assert_eq!(why("As / Kd 7h 7c /"), "4 cards placed (not 2s), expected 5 of 5");
        assert!(why("As / K / 7h").starts_with("middle: 'K'"), "{}", why("As / K / 7h"));
    }

    #[test]
    fn a_fantasyland_setting_is_typed_at_once() {
        let cards = "Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc";
        let (game, mut state) = deal(Rules::STANDARD, cards, 14);
        let text = "Jc 8s 7h / Ah Ad Ac Kh Kd / 9s 9h 9d 9c 3d";
        // The other seat's streets come first.
        let mut legal = crate::Legal::default();
        while state.table().to_act() != Seat::new(0) {
            game.legal_actions(&state, &mut legal);
            game.apply(&mut state, legal.as_slice()[0], &mut ());
        }
        let moves = parse(&game, &state, text).expect("rows").expect("a move");
        let view = game.view(&state, Seat::new(0));
        let written = game.move_text(&view, &moves);
        assert_eq!(parse(&game, &state, &written).expect("rows").expect("a move"), moves);
        for action in &moves {
            game.legal_actions(&state, &mut legal);
            assert!(legal.as_slice().contains(action), "{action}");
            game.apply(&mut state, *action, &mut ());
        }
        let rows = state.rows(Seat::new(0)).map(|row| row.to_string());
        assert_eq!(rows[0], "Jc 7h 8s");
        assert_eq!(state.discards(Seat::new(0)).to_string(), "2c");
        assert!(parse(&game, &state, text).is_none(), "the seat has set its board");
    }

    #[test]
    fn jokers_are_interchangeable() {
        let (game, state) = deal(Rules::JOKER_ULTIMATE, "As Kd X X 2s", 0);
        let moves = parse(&game, &state, "X / As Kd / X 2s").expect("rows").expect("a move");
        let mut legal = crate::Legal::default();
        game.legal_actions(&state, &mut legal);
        assert!(legal.as_slice().contains(&moves[0]), "{}", moves[0]);
    }
}
