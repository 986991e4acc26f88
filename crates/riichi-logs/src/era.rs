//! Dates of logs, and how Tenhou computed results at the time.
//!
//! Three things have changed since 2009, two of them in the results of a match alone:
//!
//! | | before | since |
//! |---|---|---|
//! | results | whole thousands, to 2022-01-13 at least | tenths, from 2022-05-12 at the latest |
//! | uma of east-only games | 5 and 10 thousands, to 2009-07-31 | 10 and 20 thousands |
//! | a dealer who leads and is tenpai when the last round is drawn | plays on, to 2010-06-01 at 06h | ends the match, from 22h that day |
//!
//! A log with a date has the rules of that day. Where the date leaves a choice, or there is none, the
//! log decides: the newest rules that give its results, and whether such a dealer played on. So a log
//! can never agree with results that no rules of its time give.

use crate::record::{GameEnd, LogRules, MAX_POINTS, Record, Round, RoundEnd};
use facedown_game::{PerSeat, Seat};
use facedown_riichi::Rules;
use facedown_riichi::rules::Length;

/// The day of a game in Japan, as in the names of Tenhou's logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The last day of east-only games with the small uma.
const LAST_SMALL_UMA: Date = Date { year: 2009, month: 7, day: 31 };
/// The last day on which results are known to be rounded.
const LAST_ROUNDED: Date = Date { year: 2022, month: 1, day: 13 };
/// The first day on which results are known to be in tenths.
const FIRST_TENTHS: Date = Date { year: 2022, month: 5, day: 12 };
/// The day on which the match of a leading dealer who is tenpai began to end.
const TENPAI_DEALER_ENDS: Date = Date { year: 2010, month: 6, day: 1 };

impl Date {
    /// Returns a date; `None` for a month or a day that there is not.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let fits = month >= 1 && month <= 12 && day >= 1 && day <= 31;
        if fits { Some(Self { year, month, day }) } else { None }
    }

    /// Returns the date in the name of a Tenhou log: of the log itself, `2009031500gm-00e1-0000-…`, or
    /// of a list of an hour or a day, `scc2018110500…`. The last one counts if there are several.
    ///
    /// ```
    /// use facedown_riichi_logs::Date;
    ///
    /// let name = "games.zip/2009/2009031500gm-00e1-0000-4a2b.mjlog.gz";
    /// assert_eq!(Date::in_name(name), Date::new(2009, 3, 15));
    /// assert_eq!(Date::in_name("scc2018110500-17.mjlog"), Date::new(2018, 11, 5));
    /// assert_eq!(Date::in_name("game-20091231.mjlog"), None);
    /// ```
    pub fn in_name(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let mut end = bytes.len();
        loop {
            let last = bytes[..end].iter().rposition(u8::is_ascii_digit)? + 1;
            let others = bytes[..last].iter().rposition(|byte| !byte.is_ascii_digit());
            let first = others.map_or(0, |other| other + 1);
            let (before, after) = (&bytes[..first], &bytes[last..]);
            if let Some(date) = Self::in_digits(before, &bytes[first..last], after) {
                return Some(date);
            }
            end = first;
        }
    }

    /// Reads the digits of a name between these two parts of it.
    fn in_digits(before: &[u8], digits: &[u8], after: &[u8]) -> Option<Self> {
        let game = digits.len() == 10 && after.starts_with(b"gm-");
        let list = before
            .last_chunk::<3>()
            .is_some_and(|[s, c, room]| (s, c) == (&b's', &b'c') && matches!(room, b'a'..=b'f'));
        if !(game || list && matches!(digits.len(), 8 | 10)) {
            return None;
        }
        let number = |part: &[u8]| part.iter().fold(0, |n, digit| n * 10 + u16::from(digit - b'0'));
        let year = number(&digits[..4]);
        let date = Self::new(year, number(&digits[4..6]) as u8, number(&digits[6..8]) as u8);
        date.filter(|_| (2006..2100).contains(&year))
    }
}

/// How Tenhou computed results at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Era {
    rounded: bool,
    small_uma: bool,
}

impl Era {
    /// All eras, the newest first.
    const ALL: [Self; 3] = [
        Self { rounded: false, small_uma: false },
        Self { rounded: true, small_uma: false },
        Self { rounded: true, small_uma: true },
    ];

    /// Returns whether a game of this day may be of this era.
    fn includes(self, date: Date, rules: &Rules) -> bool {
        let east = rules.matches.length == Length::Tonpu;
        let old_east = east && date <= LAST_SMALL_UMA;
        // No game with three seats shows what its uma was then.
        let fits = self.small_uma == old_east || old_east && rules.is_three();
        fits && if self.rounded { date < FIRST_TENTHS } else { date > LAST_ROUNDED }
    }

    /// Returns Tenhou's rules of today as they were in this era.
    fn rules(self, today: Rules) -> Rules {
        let mut rules = today;
        rules.matches.round_results = self.rounded;
        if self.small_uma {
            rules.matches.uma = if today.is_three() {
                [10_000, 0, -10_000, 0]
            } else {
                [10_000, 5_000, -5_000, -10_000]
            };
        }
        rules
    }

    /// Returns the eras that games of this length may belong to, the newest first.
    fn all(rules: &Rules) -> impl Iterator<Item = Self> + use<> {
        let east = rules.matches.length == Length::Tonpu;
        Self::ALL.into_iter().filter(move |era| east || !era.small_uma)
    }
}

impl LogRules {
    /// Returns whether these are Tenhou's rules, of today or of an earlier era.
    pub(crate) fn are_tenhous(self, rules: &Rules) -> bool {
        let mut today = self.to_rules();
        [true, false].into_iter().any(|ends| {
            today.matches.tenpai_yame = ends;
            Era::all(&today).any(|era| era.rules(today) == *rules)
        })
    }
}

impl Record {
    /// Returns Tenhou's rules for this game, those of the options that the log states and of the day on
    /// which it was played; by its results where the date leaves a choice.
    pub fn engine_rules(&self) -> Rules {
        let today = match self.rules {
            Some(rules) => rules.to_rules(),
            None => self.preset(Rules::TENHOU, Rules::TENHOU3),
        };
        self.in_its_era(today)
    }

    /// Returns the preset `tenhou` or `tenhou3` with the length that the log states, as of the day on
    /// which it was played.
    pub fn tenhou_rules(&self) -> Rules {
        self.in_its_era(self.preset(Rules::TENHOU, Rules::TENHOU3))
    }

    /// Returns the preset `mjsoul` or `mjsoul3` with the length that the log states.
    pub fn mjsoul_rules(&self) -> Rules {
        self.preset(Rules::MJSOUL, Rules::MJSOUL3)
    }

    fn preset(&self, four: Rules, three: Rules) -> Rules {
        let east = self.rules.is_some_and(|rules| rules.east_only);
        let rules = if self.seats == 3 { three } else { four };
        rules.with_length(if east { Length::Tonpu } else { Length::Hanchan })
    }

    fn in_its_era(&self, today: Rules) -> Rules {
        let eras =
            || Era::all(&today).filter(|era| self.date.is_none_or(|d| era.includes(d, &today)));
        let fits = |era: &Era| self.end.as_ref().is_some_and(|end| gives(&era.rules(today), end));
        let era = eras().find(fits).or_else(|| eras().next());
        let mut rules = era.map_or(today, |era| era.rules(today));
        rules.matches.tenpai_yame = match self.date {
            Some(date) if date < TENPAI_DEALER_ENDS => false,
            Some(date) if date > TENPAI_DEALER_ENDS => true,
            _ => !self.rounds.windows(2).any(|pair| plays_on(&rules, &pair[0], &pair[1])),
        };
        rules
    }
}

/// Returns whether a dealer who leads with the goal and was tenpai when the last round was drawn
/// plays on.
fn plays_on(rules: &Rules, drawn: &Round, next: &Round) -> bool {
    let Some(RoundEnd::Drawn(draw)) = &drawn.end else { return false };
    let seats = usize::from(rules.seats);
    let last = match rules.matches.length {
        Length::Hanchan => 4 + seats - 1,
        Length::Tonpu | Length::Single => seats - 1,
    };
    let leads = Seat::all(seats).all(|seat| {
        let [own, other] = [drawn.dealer, seat].map(|seat| next.scores[seat.index()]);
        // Of equal scores the seat that dealt first leads.
        own > other || own == other && drawn.dealer <= seat
    });
    usize::from(drawn.number) >= last
        && draw.kind.is_some_and(|kind| !kind.is_abort())
        && (next.number, next.honba) == (drawn.number, drawn.honba + 1)
        && leads
        && next.scores[drawn.dealer.index()] >= rules.matches.goal_points
}

/// Returns whether rules give the results of a log for its final scores.
fn gives(rules: &Rules, end: &GameEnd) -> bool {
    let (Some(scores), Some(tenths)) = (end.scores, end.tenths) else { return false };
    if scores.iter().any(|score| score.unsigned_abs() > MAX_POINTS) {
        return false;
    }
    let points = PerSeat::from_fn(usize::from(rules.seats), |seat| scores[seat.index()]);
    rules.matches.results(&points).iter().all(|(seat, result)| result / 100 == tenths[seat.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn east(three_seats: bool) -> LogRules {
        LogRules {
            three_seats,
            east_only: true,
            red_fives: true,
            open_tanyao: true,
            rounded_mangan: false,
        }
    }

    fn record(rules: LogRules, date: Option<Date>, end: Option<[[i32; 4]; 2]>) -> Record {
        let end =
            end.map(|[scores, tenths]| GameEnd { scores: Some(scores), tenths: Some(tenths) });
        let (seats, rules) = (rules.seats(), Some(rules));
        Record { seats, rules, date, names: Vec::new(), seed: None, rounds: Vec::new(), end }
    }

    /// Returns the first uma and whether results are rounded.
    fn era(rules: LogRules, date: Option<Date>, end: Option<[[i32; 4]; 2]>) -> (i32, bool) {
        let matches = record(rules, date, end).engine_rules().matches;
        (matches.uma[0], matches.round_results)
    }

    #[test]
    fn the_rules_are_those_of_the_day() {
        let hanchan = LogRules { east_only: false, ..east(false) };
        for (year, month, day, of_east, of_hanchan) in [
            (2009, 3, 15, (10_000, true), (20_000, true)),
            (2009, 7, 31, (10_000, true), (20_000, true)),
            (2009, 8, 1, (20_000, true), (20_000, true)),
            (2022, 1, 13, (20_000, true), (20_000, true)),
            (2022, 5, 12, (20_000, false), (20_000, false)),
            (2026, 1, 1, (20_000, false), (20_000, false)),
        ] {
            let date = Date::new(year, month, day);
            assert_eq!(era(east(false), date, None), of_east, "{date:?}");
            assert_eq!(era(hanchan, date, None), of_hanchan, "{date:?}");
        }
    }

    #[test]
    fn the_results_decide_without_a_date_and_between_the_known_days_only() {
        let scores = [39_000, 15_000, 20_400, 25_600];
        let small = [scores, [390, -250, -150, 10]];
        let rounded = [scores, [490, -350, -200, 60]];
        let tenths = [scores, [490, -350, -196, 56]];
        let between = Date::new(2022, 3, 1);
        assert_eq!(era(east(false), None, Some(small)), (10_000, true));
        assert_eq!(era(east(false), None, Some(rounded)), (20_000, true));
        assert_eq!(era(east(false), None, Some(tenths)), (20_000, false));
        assert_eq!(era(east(false), between, Some(rounded)), (20_000, true));
        assert_eq!(era(east(false), between, Some(tenths)), (20_000, false));
        // No era of the day, or none at all, gives these: the replay will say so.
        assert_eq!(era(east(false), between, Some(small)), (20_000, false));
        assert_eq!(era(east(false), Date::new(2009, 3, 1), Some(tenths)), (10_000, true));
        assert_eq!(era(east(false), Date::new(2024, 3, 1), Some(rounded)), (20_000, false));
        assert_eq!(era(east(false), None, Some([scores, [0; 4]])), (20_000, false));
        assert_eq!(era(east(false), None, Some([[i32::MIN; 4], [0; 4]])), (20_000, false));
        assert_eq!(era(east(false), None, None), (20_000, false));
    }

    #[test]
    fn old_east_games_with_three_seats_have_the_uma_of_their_results() {
        let date = Date::new(2009, 3, 15);
        let scores = [50_000, 35_000, 20_000, 0];
        let large = [scores, [450, -50, -400, 0]];
        let small = [scores, [350, -50, -300, 0]];
        assert_eq!(era(east(true), date, Some(large)), (20_000, true));
        assert_eq!(era(east(true), date, Some(small)), (10_000, true));
        assert_eq!(era(east(true), Date::new(2010, 1, 1), Some(small)), (20_000, true));
    }

    #[test]
    fn a_leading_dealer_who_is_tenpai_ends_the_match_since_june_2010() {
        let ends =
            |date: Option<Date>| record(east(false), date, None).engine_rules().matches.tenpai_yame;
        assert!(!ends(Date::new(2009, 3, 8)) && !ends(Date::new(2010, 5, 31)));
        // On the day of the change, and without a date, the log decides; this one has no such round.
        assert!(ends(Date::new(2010, 6, 1)) && ends(Date::new(2010, 6, 2)) && ends(None));
    }

    #[test]
    fn a_dealer_who_leads_and_plays_on_is_seen_in_the_rounds() {
        let drawn = |number: u8, honba, scores| Round {
            number,
            honba,
            sticks: 0,
            dealer: Seat::new(3),
            scores,
            indicator: facedown_tiles::Tile::new(0),
            hands: Vec::new(),
            steps: Vec::new(),
            end: Some(RoundEnd::Drawn(crate::record::DrawRecord {
                kind: Some(facedown_riichi::DrawKind::Exhausted),
                shown: Vec::new(),
                deltas: None,
            })),
        };
        let ends = |rounds: [Round; 2]| {
            let rules = LogRules { east_only: false, ..east(false) };
            let record = Record { rounds: rounds.into(), ..record(rules, None, None) };
            record.engine_rules().matches.tenpai_yame
        };
        let leads = [20_000, 20_000, 20_000, 40_000];
        assert!(!ends([drawn(7, 0, leads), drawn(7, 1, leads)]));
        assert!(ends([drawn(6, 0, leads), drawn(6, 1, leads)]), "not the last round");
        assert!(ends([drawn(7, 0, leads), drawn(8, 1, leads)]), "the dealer did not stay");
        let level = [30_000, 20_000, 20_000, 30_000];
        assert!(ends([drawn(7, 0, level), drawn(7, 1, level)]), "the first dealer leads");
    }

    #[test]
    fn dates_are_found_in_names_of_logs_and_lists_alone() {
        let found = |name| Date::in_name(name).map(|d| (d.year, d.month, d.day));
        assert_eq!(found("2022010102gm-00b9-0000-85130579.mjlog.gz"), Some((2022, 1, 1)));
        assert_eq!(found("x/2010123123gm-0001-0000-1&tw=2"), Some((2010, 12, 31)));
        assert_eq!(found("a/scb20091005.zip/7.xml"), Some((2009, 10, 5)));
        assert_eq!(found("2011010100gm-1/2012020200gm-2.mjlog"), Some((2012, 2, 2)));
        for none in [
            "",
            "2022010102",
            "12022010102gm-0",
            "2022130102gm-0",
            "2022010002gm-0",
            "0000010102gm-0",
            "scz2018110500",
            "scc201811050",
            "tonpu-2009-03-uma",
            "雀2022010102ｇｍ",
        ] {
            assert_eq!(found(none), None, "{none}");
        }
    }

    #[test]
    fn rules_of_every_era_are_tenhous() {
        let today = east(false).to_rules();
        assert!(Era::all(&today).all(|era| LogRules::of(&era.rules(today)) == Some(east(false))));
        let mut other = today;
        other.matches.uma[0] = 15_000;
        assert_eq!(LogRules::of(&other), None);
    }
}
