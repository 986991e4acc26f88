//! Replies of a seat.

use crate::mjai::Pai;
use facedown_riichi::{Action, View};
use facedown_tiles::{Kind, MeldShape, Tile};
use serde::{Deserialize, Serialize};

/// A reply to a line of events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    /// Nothing to do, or a pass.
    None,
    /// Joins a table; the reply to the original server's `hello`.
    Join {
        /// The name of the player.
        name: String,
        /// The room.
        room: String,
    },
    /// A discard.
    Dahai {
        /// The seat.
        actor: usize,
        /// The tile.
        pai: Pai,
        /// Whether it is the tile just drawn.
        tsumogiri: bool,
    },
    /// A declaration of riichi; the discard follows.
    Reach {
        /// The seat.
        actor: usize,
    },
    /// A run with the left neighbour's discard.
    Chi {
        /// The seat.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: Vec<Pai>,
    },
    /// A triplet with a discard.
    Pon {
        /// The seat.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: Vec<Pai>,
    },
    /// An open kan with a discard.
    Daiminkan {
        /// The seat.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: Vec<Pai>,
    },
    /// A closed kan.
    Ankan {
        /// The seat.
        actor: usize,
        /// The tiles.
        consumed: Vec<Pai>,
    },
    /// An added kan.
    Kakan {
        /// The seat.
        actor: usize,
        /// The added tile.
        pai: Pai,
        /// The pon.
        consumed: Vec<Pai>,
    },
    /// A north set aside.
    #[serde(alias = "kita")]
    Nukidora {
        /// The seat.
        actor: usize,
        /// A north.
        pai: Pai,
    },
    /// A win.
    Hora {
        /// The seat.
        actor: usize,
        /// The seat that discarded the winning tile.
        target: usize,
        /// The winning tile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pai: Option<Pai>,
    },
    /// An abortive draw: nine kinds of terminals and honours.
    Ryukyoku {
        /// The seat.
        actor: usize,
        /// The kind of draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl Reply {
    /// Returns the reply for an action of the view's seat.
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

    /// Returns the legal action that this reply means, if any, for tables where other programs' bots
    /// play. The order of tiles and redundant fields do not matter.
    pub fn action(&self, view: &View, legal: &[Action]) -> Option<Action> {
        legal.iter().copied().find(|action| Self::of(view, *action).means(self))
    }

    /// Returns whether another reply means the same.
    fn means(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Hora { actor, target, pai },
                Self::Hora { actor: by, target: of, pai: tile },
            ) => (actor, target) == (by, of) && (tile.is_none() || pai == tile),
            (Self::Ryukyoku { actor, .. }, Self::Ryukyoku { actor: by, .. }) => actor == by,
            _ => self.sorted() == other.sorted(),
        }
    }

    /// Returns the reply with the tiles of a call sorted.
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

    /// Returns the reply as one line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("a reply serialises")
    }
}
