//! What a seat answers.

use crate::mjai::Pai;
use facedown_riichi::{Action, View};
use facedown_tiles::{Kind, MeldShape, Tile};
use serde::{Deserialize, Serialize};

/// What a seat answers to a line of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Nothing: it has nothing to do, or lets the tile go.
    None,
    /// Takes a place at the table; the answer to the original server's greeting.
    Join {
        /// The player's name.
        name: String,
        /// Where it wants to play.
        room: String,
    },
    /// Discards.
    Dahai {
        /// Who.
        actor: usize,
        /// The tile.
        pai: Pai,
        /// It is the tile just drawn.
        tsumogiri: bool,
    },
    /// Declares riichi; the discard is asked for next.
    Reach {
        /// Who.
        actor: usize,
    },
    /// Takes the left neighbour's discard in a row.
    Chi {
        /// Who.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: Vec<Pai>,
    },
    /// Takes a discard with two alike.
    Pon {
        /// Who.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: Vec<Pai>,
    },
    /// Takes a discard with three alike.
    Daiminkan {
        /// Who.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: Vec<Pai>,
    },
    /// Lays down four alike.
    Ankan {
        /// Who.
        actor: usize,
        /// The tiles.
        consumed: Vec<Pai>,
    },
    /// Adds the fourth tile to a pon.
    Kakan {
        /// Who.
        actor: usize,
        /// The added tile.
        pai: Pai,
        /// The pon.
        consumed: Vec<Pai>,
    },
    /// Sets a north aside.
    #[serde(alias = "kita")]
    Nukidora {
        /// Who.
        actor: usize,
        /// A north.
        pai: Pai,
    },
    /// Wins.
    Hora {
        /// Who.
        actor: usize,
        /// On whose tile.
        target: usize,
        /// The winning tile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pai: Option<Pai>,
    },
    /// Ends the round: nine kinds of terminals and honours.
    Ryukyoku {
        /// Who.
        actor: usize,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl Reply {
    /// The reply that carries out an action of the view's seat.
    pub fn of(view: &View, action: Action) -> Self {
        let (table, actor) = (view.table(), view.seat().index());
        let (target, offered) = (table.actor().index(), Pai(table.offered()));
        let held = |kind: Kind| -> Vec<Pai> {
            view.hand().tiles().filter(|tile| tile.kind() == kind).map(Pai::from).collect()
        };
        let two = |own: [Tile; 2]| own.map(Pai::from).to_vec();
        match action {
            Action::Discard { tile, drawn } => {
                Self::Dahai { actor, pai: tile.into(), tsumogiri: drawn }
            }
            Action::Riichi => Self::Reach { actor },
            Action::Tsumo => Self::Hora { actor, target: actor, pai: view.drawn().map(Pai::from) },
            Action::Ron => Self::Hora { actor, target, pai: Some(offered) },
            Action::ClosedKan(kind) => Self::Ankan { actor, consumed: held(kind) },
            Action::AddedKan(tile) => {
                let pons = table.melds(view.seat()).iter().filter(|m| m.shape == MeldShape::Pon);
                let pon = pons.filter(|meld| meld.first == tile.kind()).flat_map(|m| m.tiles());
                Self::Kakan { actor, pai: tile.into(), consumed: pon.map(Pai::from).collect() }
            }
            Action::Nuki => Self::Nukidora { actor, pai: Tile::plain(Kind::NORTH).into() },
            Action::NineTerminals => {
                Self::Ryukyoku { actor, reason: Some("kyushukyuhai".to_owned()) }
            }
            Action::Pass => Self::None,
            Action::Chi(own) => Self::Chi { actor, target, pai: offered, consumed: two(own) },
            Action::Pon(own) => Self::Pon { actor, target, pai: offered, consumed: two(own) },
            Action::OpenKan => {
                let consumed = offered.0.map_or(Vec::new(), |tile| held(tile.kind()));
                Self::Daiminkan { actor, target, pai: offered, consumed }
            }
        }
    }

    /// The legal action that this reply carries out, if there is one: for a table at which bots of
    /// others play. The order of tiles, and what can only be one thing, do not matter.
    pub fn action(&self, view: &View, legal: &[Action]) -> Option<Action> {
        legal.iter().copied().find(|action| Self::of(view, *action).says(self))
    }

    fn says(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Hora { actor, target, pai },
                Self::Hora { actor: by, target: of, pai: tile },
            ) => (actor, target) == (by, of) && (tile.is_none() || pai == tile),
            (Self::Ryukyoku { actor, .. }, Self::Ryukyoku { actor: by, .. }) => actor == by,
            _ => self.sorted() == other.sorted(),
        }
    }

    /// The same with the tiles of a call in ascending order.
    fn sorted(&self) -> Self {
        let mut reply = self.clone();
        match &mut reply {
            Self::Chi { consumed, .. }
            | Self::Pon { consumed, .. }
            | Self::Daiminkan { consumed, .. }
            | Self::Ankan { consumed, .. }
            | Self::Kakan { consumed, .. } => consumed.sort_unstable_by_key(|pai| pai.0),
            _ => {}
        }
        reply
    }

    /// As one line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a record of texts and numbers has a JSON form")
    }
}
