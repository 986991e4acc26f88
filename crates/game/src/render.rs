//! Texts for people: positions, actions and events as a terminal shows them.

use crate::{Notation, Seat};

/// An observation of a seat, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Narration {
    /// The seat that acted, if any.
    pub seat: Option<Seat>,
    /// What happened.
    pub text: String,
}

/// A choice of several cards at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// What is done with the cards: `pass`.
    pub verb: &'static str,
    /// The number of cards to choose.
    pub count: usize,
    /// The cards to choose from.
    pub cards: Vec<String>,
    /// A move as [`Notation::parse_move`] reads it.
    pub example: String,
}

/// A game that can be shown to people.
pub trait Render: Notation {
    /// Returns a view as a terminal shows it, several lines long.
    fn view_text(&self, view: &Self::View) -> String;

    /// Describes what an action does, in a few words.
    fn describe(&self, view: &Self::View, action: Self::Action) -> String;

    /// Returns whether a typed text means this action in this view: its notation or description,
    /// ignoring case. Games override it to accept other spellings.
    fn reads(&self, view: &Self::View, action: Self::Action, text: &str) -> bool {
        let text = text.trim();
        self.action_text(action).eq_ignore_ascii_case(text)
            || self.describe(view, action).eq_ignore_ascii_case(text)
    }

    /// Returns whether every seat observes that the seat to act takes this action.
    fn is_public(&self, state: &Self::State, action: Self::Action) -> bool;

    /// Returns the cards to choose from where a decision takes several at once; `None` where a list
    /// of the legal actions serves.
    fn selection(&self, view: &Self::View) -> Option<Selection> {
        let _ = view;
        None
    }

    /// Describes an event that a seat has just observed and that no public action implies.
    fn narrate(&self, view: &Self::View, event: &Self::Event) -> Option<Narration> {
        let _ = (view, event);
        None
    }
}

/// Formats an integer with commas between groups of three digits.
///
/// ```
/// assert_eq!(facedown_game::thousands(-1_234_567), "-1,234,567");
/// assert_eq!(facedown_game::thousands(999u16), "999");
/// ```
pub fn thousands(number: impl Into<i128>) -> String {
    let number: i128 = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
