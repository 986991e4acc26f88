//! The outputs of the policy head.

use facedown_game::ActionSpace;
use facedown_riichi::{Action, Riichi, View};
use facedown_tiles::Kind;

/// The decisions that the network distinguishes; red fives count as plain ones.
///
/// | ids | decision |
/// |---|---|
/// | 0-33 | discard of a kind |
/// | 34-39 | riichi, tsumo, ron, nine terminals, pass, open kan |
/// | 40-42 | chi with the called tile lowest, in the middle, highest |
/// | 43 | pon |
/// | 44-77 | closed or added kan of a kind |
///
/// Several legal actions may share an id. The first of the sorted list is played: the plain five
/// before the red one, a tile from the hand before an equal one just drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CloneActions;

const RIICHI: usize = Kind::COUNT;
const CHI: usize = RIICHI + 6;
const PON: usize = CHI + 3;
const KAN: usize = PON + 1;

impl CloneActions {
    /// The number of ids.
    pub const COUNT: usize = KAN + Kind::COUNT;

    /// Returns the id of an action that is legal in a view.
    pub fn id(view: &View, action: Action) -> usize {
        match action {
            Action::Discard { tile, .. } => tile.kind().index(),
            Action::Riichi => RIICHI,
            Action::Tsumo => RIICHI + 1,
            Action::Ron => RIICHI + 2,
            Action::NineTerminals => RIICHI + 3,
            // Three seats are not trained on; setting a north aside is what there is to do.
            Action::Pass | Action::Nuki => RIICHI + 4,
            Action::OpenKan => RIICHI + 5,
            Action::Chi(own) => {
                let called = view.table().offered().map_or(0, |tile| tile.kind().index());
                CHI + own.into_iter().filter(|tile| tile.kind().index() < called).count()
            }
            Action::Pon(_) => PON,
            Action::ClosedKan(kind) => KAN + kind.index(),
            Action::AddedKan(tile) => KAN + tile.kind().index(),
        }
    }

    /// Returns whether an id is a discard.
    pub const fn is_discard(id: usize) -> bool {
        id < RIICHI
    }

    /// Returns whether an id is a call of another seat's discard: chi, pon or open kan.
    pub const fn is_call(id: usize) -> bool {
        id >= RIICHI + 5 && id <= PON
    }

    /// Returns the name of the group that an id belongs to.
    pub const fn group(id: usize) -> &'static str {
        match id {
            0..RIICHI => "discard",
            RIICHI => "riichi",
            35 => "tsumo",
            36 => "ron",
            37 => "nine terminals",
            38 => "pass",
            39 => "open kan",
            CHI..PON => "chi",
            PON => "pon",
            _ => "kan",
        }
    }
}

impl ActionSpace<Riichi> for CloneActions {
    fn len(&self) -> usize {
        Self::COUNT
    }

    fn index(&self, view: &View, action: Action) -> usize {
        Self::id(view, action)
    }

    fn action(&self, view: &View, legal: &[Action], index: usize) -> Option<Action> {
        legal.iter().copied().find(|action| Self::id(view, *action) == index)
    }
}
