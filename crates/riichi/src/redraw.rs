//! Draws that could have been: tiles of the wall, replacements, dora and ura indicators.

use crate::wall::first_indicator;
use crate::{Action, Ending, Riichi, State};
use facedown_game::{Redraw, Step, take_step};

/// The most tiles that one step reveals: all dora indicators of five kans, or as many of ura.
const MOST: usize = 6;

/// The indices of the wall that a step reveals.
struct Revealed {
    places: [usize; MOST],
    count: usize,
}

impl Revealed {
    /// Returns what a step from one state to another has revealed.
    fn between(before: &State, after: &State) -> Self {
        let mut revealed = Self { places: [0; MOST], count: 0 };
        let (old, new) = (&before.table, &after.table);
        let first = first_indicator(old.seats());
        for number in old.dora_count..new.dora_count {
            revealed.push(first + 2 * usize::from(number));
        }
        if new.replacements > old.replacements {
            revealed.push(usize::from(old.replacements) ^ 1);
        } else if new.live < old.live {
            revealed.push(before.next_index());
        }
        if let Ending::Won(winners) = new.ending
            && winners.iter().any(|seat| old.is_riichi(seat))
        {
            for number in 0..old.dora_count {
                revealed.push(first - 1 + 2 * usize::from(number));
            }
        }
        revealed
    }

    fn of(game: &Riichi, state: &State, step: Step<Action>) -> Self {
        let mut after = *state;
        take_step(game, &mut after, step);
        Self::between(state, &after)
    }

    fn push(&mut self, place: usize) {
        if let Some(slot) = self.places.get_mut(self.count) {
            *slot = place;
            self.count += 1;
        }
    }

    fn places(&self) -> &[usize] {
        &self.places[..self.count]
    }
}

/// A step may reveal any tiles of the wall that nobody has seen. The order of the rest of the wall
/// does not matter.
impl Redraw for Riichi {
    const DISTINCT: bool = false;

    fn draw_count(&self, state: &State, step: Step<Action>) -> u64 {
        let hidden = State::hidden_indices(&state.table).count() as u64;
        let places = Revealed::of(self, state, step).count as u64;
        (0..places).map(|place| hidden - place).product()
    }

    fn redraw(&self, state: &State, step: Step<Action>, mut index: u64) -> State {
        let mut redrawn = *state;
        let revealed = Revealed::of(self, state, step);
        // The places to be revealed come first, each in turn exchanged with one from there on.
        let mut hidden = [0; crate::state::WALL];
        let mut count = 0;
        for place in revealed.places() {
            hidden[count] = *place;
            count += 1;
        }
        for place in State::hidden_indices(&state.table) {
            if !revealed.places().contains(&place) {
                hidden[count] = place;
                count += 1;
            }
        }
        for i in 0..revealed.count {
            let choices = (count - i) as u64;
            redrawn.wall.swap(hidden[i], hidden[i + (index % choices) as usize]);
            index /= choices;
        }
        redrawn
    }
}
