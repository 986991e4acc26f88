//! How often each kind of thing happened.

use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A kind of thing that replays count.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Count { $($(#[$doc])* $name,)* }

        impl Count {
            /// Every kind in the order of a report.
            pub const ALL: [Self; Self::LEN] = [$(Self::$name,)*];
            const LEN: usize = [$($text,)*].len();

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

counts! {
    /// Games.
    Games = "games",
    /// Rounds with an end.
    Rounds = "rounds",
    /// Decisions that were checked against the legal actions, passes included.
    Decisions = "decisions",
    /// Legal actions offered at them.
    Options = "options",
    /// Tiles drawn from the wall.
    Draws = "draws",
    /// Replacements drawn.
    Replacements = "replacement draws",
    /// Discards out of the hand.
    Discards = "discards from hand",
    /// Discards of the tile just drawn.
    Tsumogiri = "tsumogiri",
    /// Passes where a call was offered.
    Passes = "passes",
    /// Passes where a win was offered.
    PassedWins = "passed wins",
    /// Completing tiles let go because of furiten.
    FuritenTiles = "winning tiles barred by furiten",
    /// Chi.
    Chi = "chi",
    /// Pon.
    Pon = "pon",
    /// Open kans.
    OpenKan = "open kan",
    /// Closed kans.
    ClosedKan = "closed kan",
    /// Closed kans after riichi.
    RiichiKan = "closed kan after riichi",
    /// Added kans.
    AddedKan = "added kan",
    /// Norths set aside.
    Nuki = "nuki",
    /// Indicators turned after the first.
    KanDora = "kan dora",
    /// Riichi declared.
    Riichi = "riichi",
    /// Riichi on the first turn.
    DoubleRiichi = "double riichi",
    /// Riichi whose declaring discard was won on.
    RefusedRiichi = "riichi tile won on",
    /// Wins by draw.
    Tsumo = "tsumo",
    /// Wins on another seat's tile.
    Ron = "ron",
    /// Discards that two seats won on.
    DoubleRon = "double ron",
    /// Wins within a turn of riichi.
    Ippatsu = "ippatsu",
    /// Wins by robbing a kan.
    Chankan = "chankan",
    /// Wins on a replacement.
    Rinshan = "rinshan",
    /// Wins on the last draw.
    Haitei = "haitei",
    /// Wins on the last discard.
    Houtei = "houtei",
    /// Wins with a hidden bonus tile.
    UraDora = "wins with ura dora",
    /// Wins with a yakuman.
    Yakuman = "yakuman",
    /// Wins with thirteen counted han.
    Kazoe = "kazoe yakuman",
    /// Wins for which somebody was liable.
    Pao = "pao",
    /// Exhausted walls.
    Exhausted = "exhausted wall",
    /// Nagashi mangan.
    Nagashi = "nagashi mangan",
    /// Nine terminals.
    NineTerminals = "nine terminals",
    /// Four winds.
    FourWinds = "four winds",
    /// Four riichi.
    FourRiichi = "four riichi",
    /// Four kans.
    FourKans = "four kans",
    /// Triple ron.
    TripleRon = "triple ron",
    /// Rounds that the same dealer dealt again.
    Repeats = "repeated deals",
    /// Rounds beyond the last wind of the game's length.
    Extension = "extension rounds",
    /// Games that ended because somebody had less than nothing.
    Tobi = "games ended by tobi",
    /// Games that the dealer ended by leading.
    Yame = "games ended by the dealer's lead",
    /// Games that ended with the last round.
    OnTime = "games ended on time",
    /// Games that break off in the log.
    Fragments = "fragments",
}

/// How often each kind of thing happened.
#[derive(Clone, PartialEq, Eq)]
pub struct Counts([u64; Count::LEN]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; Count::LEN])
    }
}

impl Counts {
    /// How often.
    pub const fn get(&self, count: Count) -> u64 {
        self.0[count as usize]
    }

    /// Each kind with how often it happened.
    pub fn iter(&self) -> impl Iterator<Item = (Count, u64)> {
        Count::ALL.iter().map(|count| (*count, self.get(*count)))
    }

    pub(super) fn add(&mut self, count: Count) {
        self.add_many(count, 1);
    }

    pub(super) fn add_many(&mut self, count: Count, times: u64) {
        self.0[count as usize] += times;
    }

    /// Adds another replay's counts.
    pub fn merge(&mut self, other: &Self) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more;
        }
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.iter().filter(|(_, times)| *times > 0);
        f.debug_map().entries(counts.map(|(count, times)| (count.name(), times))).finish()
    }
}

/// One line for each kind, those that never happened too.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, times) in self.iter() {
            writeln!(f, "{times:>10}  {}", count.name())?;
        }
        Ok(())
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Count::LEN))?;
        for (count, times) in self.iter() {
            map.serialize_entry(count.name(), &times)?;
        }
        map.end()
    }
}
