//! Who looks on while a game is replayed.

use facedown_game::Seat;
use facedown_riichi::{Action, Riichi, Standing, State};

/// A decision of a game that is replayed, before it is carried out.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    /// The game by whose rules it is replayed.
    pub game: &'a Riichi,
    /// The whole table; what the seat knows of it is its view.
    pub state: &'a State,
    /// Who decides.
    pub seat: Seat,
    /// What it may do, ascending.
    pub legal: &'a [Action],
    /// What it does.
    pub action: Action,
    /// Whether the record shows that. A call that another seat's call or win overrides leaves no
    /// trace in a log: of a seat that could have made one it is not known that it let the tile go.
    pub is_known: bool,
}

/// Someone who looks on while a game is replayed.
pub trait Observer {
    /// Whether there is anybody: replays without are not slowed down.
    const ENABLED: bool = true;

    /// A seat decides.
    fn decision(&mut self, decision: &Decision<'_>);

    /// A round has ended; `None` where the record breaks off in it.
    fn round_end(&mut self, state: Option<&State>);

    /// The game has ended, after the last round and with everything agreed.
    fn game_end(&mut self, standing: &Standing);
}

/// Nobody.
impl Observer for () {
    const ENABLED: bool = false;

    fn decision(&mut self, _: &Decision<'_>) {}

    fn round_end(&mut self, _: Option<&State>) {}

    fn game_end(&mut self, _: &Standing) {}
}
