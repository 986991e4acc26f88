//! Statistics of replays.

use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// A statistic that replays count.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Count { $($(#[$doc])* $name,)* }

        impl Count {
            /// All statistics in the order of reports.
            pub const ALL: [Self; Self::LEN] = [$(Self::$name,)*];
            const LEN: usize = [$($text,)*].len();

            /// Returns its name in reports.
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
    /// Decisions whose legality was checked, passes included.
    Decisions = "decisions",
    /// Legal actions at these decisions.
    Options = "options",
    /// Tiles drawn from the wall.
    Draws = "draws",
    /// Replacement tiles drawn.
    Replacements = "replacement draws",
    /// Discards from the hand.
    Discards = "discards from hand",
    /// Discards of the tile just drawn.
    Tsumogiri = "tsumogiri",
    /// Passes on calls.
    Passes = "passes",
    /// Passes on wins.
    PassedWins = "passed wins",
    /// Winning tiles barred by furiten.
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
    /// Self-drawn wins.
    Tsumo = "tsumo",
    /// Wins on a discard.
    Ron = "ron",
    /// Discards on which two seats won.
    DoubleRon = "double ron",
    /// Wins within a turn of riichi.
    Ippatsu = "ippatsu",
    /// Wins by robbing a kan.
    Chankan = "chankan",
    /// Wins on a replacement tile.
    Rinshan = "rinshan",
    /// Wins on the last draw.
    Haitei = "haitei",
    /// Wins on the last discard.
    Houtei = "houtei",
    /// Wins with ura dora.
    UraDora = "wins with ura dora",
    /// Wins with a yakuman.
    Yakuman = "yakuman",
    /// Yakuman by thirteen han.
    Kazoe = "kazoe yakuman",
    /// Wins with a liable seat.
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
    /// Rounds after which the dealer repeated.
    Repeats = "repeated deals",
    /// Rounds beyond the regular length.
    Extension = "extension rounds",
    /// Games ended by a negative score.
    Tobi = "games ended by tobi",
    /// Games ended by the dealer's lead.
    Yame = "games ended by the dealer's lead",
    /// Games ended with the last round.
    OnTime = "games ended on time",
    /// Games that end within a round of the log.
    Fragments = "fragments",
}

/// The statistics of one or more replays.
#[derive(Clone, PartialEq, Eq)]
pub struct Counts([u64; Count::LEN]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; Count::LEN])
    }
}

impl Counts {
    /// Returns the count of a statistic.
    pub const fn get(&self, count: Count) -> u64 {
        self.0[count as usize]
    }

    /// Returns all statistics with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Count, u64)> {
        Count::ALL.iter().map(|count| (*count, self.get(*count)))
    }

    pub(super) fn add(&mut self, count: Count) {
        self.add_many(count, 1);
    }

    pub(super) fn add_many(&mut self, count: Count, times: u64) {
        self.0[count as usize] += times;
    }

    /// Adds the counts of another replay.
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

/// One line for each statistic, zero counts included.
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
