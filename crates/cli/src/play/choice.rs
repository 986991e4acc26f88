//! The legal actions of a player, and the one that a typed text means.

use crate::layout::WIDTH;
use anyhow::Result;
use facedown_catalog::{AnyGame, AnyView};

/// More actions than these are listed only on request.
const MAX_LISTED: usize = 64;

/// The legal actions of a view.
pub(super) struct Choices {
    choices: Vec<Named>,
    /// Whether a number names a place in the list. Not if the text of an action is a number, as a
    /// bid's may be: then a number is that action.
    numbered: bool,
}

struct Named {
    action: usize,
    text: String,
    about: String,
}

/// The meaning of a typed text.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// This action.
    One(usize),
    /// Any of the actions with these texts.
    Several(Vec<String>),
    /// Nothing.
    None,
}

impl Choices {
    /// Lists the legal actions of the view's seat.
    pub(super) fn of(game: &dyn AnyGame, view: &dyn AnyView) -> Result<Self> {
        let named = |action| {
            let (text, about) = (game.action_text(action)?, view.describe(action)?);
            Ok(Named { action, text, about })
        };
        Ok(Self::new(view.legal().into_iter().map(named).collect::<Result<_>>()?))
    }

    fn new(choices: Vec<Named>) -> Self {
        let numbered = choices.iter().all(|choice| choice.text.parse::<i64>().is_err());
        Self { choices, numbered }
    }

    /// Formats the actions, or their number if they would push the table off the screen.
    pub(super) fn short_list(&self) -> String {
        match self.choices.len() {
            many if many > MAX_LISTED => format!("  {many} actions; 'list' shows them\n"),
            _ => self.list(),
        }
    }

    /// Formats the actions in columns, down then across.
    pub(super) fn list(&self) -> String {
        let entries: Vec<String> =
            self.choices.iter().enumerate().map(|(i, c)| self.entry(i, c)).collect();
        let width = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
        let columns = (WIDTH / width).clamp(1, entries.len().max(1));
        let rows = entries.len().div_ceil(columns);
        let mut list = String::new();
        for row in 0..rows {
            let line: Vec<String> =
                entries.iter().skip(row).step_by(rows).map(|e| format!("{e:width$}")).collect();
            list.push_str(line.concat().trim_end());
            list.push('\n');
        }
        list
    }

    fn entry(&self, place: usize, choice: &Named) -> String {
        let Named { text, about, .. } = choice;
        let number = if self.numbered { format!("{:>3} ", place + 1) } else { "  ".to_owned() };
        // `discard 9c` contains its notation; `leave the upcard` does not.
        let shown = about.split(' ').any(|word| word == text)
            || about.strip_prefix(text).is_some_and(|rest| rest.starts_with(' '));
        if shown { format!("{number}{about}") } else { format!("{number}{text}: {about}") }
    }

    /// Finds what a typed text means: an action's text, else a number of the list, else a description,
    /// else the beginning of one action's text, else of one description.
    pub(super) fn find(&self, typed: &str) -> Choice {
        let typed = typed.trim().to_lowercase();
        if typed.is_empty() {
            return match self.choices.as_slice() {
                [only] => Choice::One(only.action),
                _ => Choice::None,
            };
        }
        if let Some(exact) = self.choices.iter().find(|c| c.text.to_lowercase() == typed) {
            return Choice::One(exact.action);
        }
        let place = typed.parse::<usize>().ok().filter(|_| self.numbered);
        if let Some(choice) = place.and_then(|n| self.choices.get(n.checked_sub(1)?)) {
            return Choice::One(choice.action);
        }
        // A description may be the beginning of another: a run of three, of a run of four.
        if let Some(exact) = self.choices.iter().find(|c| c.about.to_lowercase() == typed) {
            return Choice::One(exact.action);
        }
        match self.beginning(&typed, |choice| &choice.text) {
            Choice::None => self.beginning(&typed, |choice| &choice.about),
            found => found,
        }
    }

    fn beginning(&self, typed: &str, of: impl Fn(&Named) -> &String) -> Choice {
        let begins = |choice: &&Named| of(choice).to_lowercase().starts_with(typed);
        let found: Vec<&Named> = self.choices.iter().filter(begins).collect();
        match found.as_slice() {
            [] => Choice::None,
            [only] => Choice::One(only.action),
            several => Choice::Several(several.iter().map(|choice| choice.text.clone()).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(texts: &[(&str, &str)]) -> Choices {
        let named = texts.iter().enumerate().map(|(i, (text, about))| Named {
            action: 100 + i,
            text: (*text).to_owned(),
            about: (*about).to_owned(),
        });
        Choices::new(named.collect())
    }

    fn discards() -> Choices {
        choices(&[
            ("2c", "discard 2c"),
            ("Kd", "discard Kd"),
            ("Kh", "discard Kh"),
            ("knock", "knock"),
        ])
    }

    #[test]
    fn an_action_is_named_by_its_text_in_any_case() {
        assert_eq!(discards().find("kd"), Choice::One(101));
        assert_eq!(discards().find(" KNOCK "), Choice::One(103));
    }

    #[test]
    fn an_action_is_named_by_its_number_in_the_list() {
        assert_eq!(discards().find("2"), Choice::One(101));
        assert_eq!(discards().find("5"), Choice::None);
        assert_eq!(discards().find("0"), Choice::None);
    }

    #[test]
    fn a_number_is_the_action_where_actions_are_numbers() {
        let bids = choices(&[("0", "bid 0"), ("1", "bid 1"), ("2", "bid 2")]);
        assert_eq!(bids.find("1"), Choice::One(101));
        assert_eq!(bids.find("3"), Choice::None);
        assert_eq!(bids.list(), "  bid 0    bid 1    bid 2\n");
    }

    #[test]
    fn a_beginning_names_an_action_where_only_one_begins_so() {
        assert_eq!(discards().find("kn"), Choice::One(103));
        assert_eq!(discards().find("discard k"), Choice::Several(vec!["Kd".into(), "Kh".into()]));
        assert_eq!(discards().find("discard kh"), Choice::One(102));
        assert_eq!(
            discards().find("k"),
            Choice::Several(vec!["Kd".into(), "Kh".into(), "knock".into()])
        );
    }

    #[test]
    fn a_whole_description_is_not_taken_for_the_beginning_of_another() {
        let melds = choices(&[("4c5c6c", "lay 4c 5c 6c"), ("4c5c6c7c", "lay 4c 5c 6c 7c")]);
        assert_eq!(melds.find("lay 4c 5c 6c"), Choice::One(100));
    }

    #[test]
    fn enter_takes_the_only_choice() {
        assert_eq!(choices(&[("stock", "draw")]).find(""), Choice::One(100));
        assert_eq!(discards().find(""), Choice::None);
    }

    #[test]
    fn very_many_choices_are_counted() {
        let texts: Vec<String> = (0..65).map(|i| format!("a{i}")).collect();
        let texts: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), "")).collect();
        assert_eq!(choices(&texts).short_list(), "  65 actions; 'list' shows them\n");
        assert_eq!(choices(&texts[1..]).short_list(), choices(&texts[1..]).list());
    }

    #[test]
    fn many_choices_stand_in_columns() {
        assert_eq!(
            discards().list(),
            "  1 discard 2c    2 discard Kd    3 discard Kh    4 knock\n"
        );
    }
}
