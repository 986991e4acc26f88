//! The solver's choices compared with positions of known values (`testdata/ofc`), which are computed
//! again without the solver. This is the quick part; `make strength` has the rest.

use crate::position_file::{PositionFile, Valued, code};
use facedown_cards::{PackCard, PackSet};
use facedown_game::{Control, Rng};
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Board, Row, Rows, Scorer, Stakes};
use facedown_ofc_solver::placements::{
    Method, PlacementsAnswer, PlacementsConfig, solve_placements,
};
use facedown_ofc_solver::{After, OpponentModel, Position, StreetScratch, Streets, each_choice};
use facedown_search::Budget;
use std::path::Path;

fn read(name: &str) -> PositionFile {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ofc");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn stakes(file: &PositionFile, valued: &Valued) -> Stakes {
    file.stakes[&valued.preset].into()
}

fn solve(
    file: &PositionFile,
    valued: &Valued,
    iterations: u64,
    threads: usize,
) -> PlacementsAnswer {
    let stakes = Some(stakes(file, valued));
    let config = PlacementsConfig { stakes, threads, ..PlacementsConfig::default() };
    let position = valued.position().unwrap();
    let budget = Budget::iterations(iterations);
    solve_placements(&position, &config, budget, Control::default()).unwrap()
}

/// Returns the gap of the answer's first placement to the best one of the file.
fn loss(valued: &Valued, answer: &PlacementsAnswer) -> f64 {
    let position = valued.position().unwrap();
    let chosen = code(position.deal(), &answer.placements[0].board);
    valued.placements[&chosen].behind
}

/// Values of boards by enumeration with the scorer alone.
struct Enumeration {
    scorer: Scorer,
    stakes: Stakes,
    /// The complete boards of opponents.
    opponents: Vec<Option<Rows>>,
}

impl Enumeration {
    fn new(position: &Position, stakes: Stakes) -> Self {
        let scorer = Scorer::new(position.rules()).unwrap();
        let rows = |board: &Partial| scorer.rows(&Board::new(board.rows()).unwrap());
        let opponents = position.opponents().iter().map(rows).collect();
        Self { scorer, stakes, opponents }
    }

    /// Returns the value of a complete board.
    fn complete(&self, board: &Partial) -> f64 {
        let rows = self.scorer.rows(&Board::new(board.rows()).unwrap());
        let points: f64 = match (self.opponents.as_slice(), rows) {
            ([], None) => -self.stakes.foul,
            ([], Some(rows)) => f64::from(self.scorer.royalties(rows)),
            (theirs, mine) => {
                theirs.iter().map(|theirs| f64::from(self.scorer.points(mine, *theirs))).sum()
            }
        };
        let entry = rows.and_then(|rows| self.scorer.entry(rows));
        points + entry.map_or(0.0, |cards| self.stakes.fantasyland(cards))
    }

    /// Returns the mean over all draws of the best completion of a board with two places left.
    fn two_left(&self, board: &Partial, unseen: PackSet) -> f64 {
        let open: Vec<Row> =
            Row::ALL.into_iter().flat_map(|row| vec![row; board.room(row)]).collect();
        let cards: Vec<PackCard> = unseen.iter().collect();
        let n = cards.len();
        // The better order of every pair of cards.
        let mut pairs = vec![0.0; n * n];
        for a in 0..n {
            for b in 0..a {
                let fill = |first: PackCard, second: PackCard| {
                    let mut rows = board.rows();
                    rows[open[0] as usize].insert(first);
                    rows[open[1] as usize].insert(second);
                    self.complete(&Partial::new(rows).unwrap())
                };
                let best = fill(cards[a], cards[b]).max(fill(cards[b], cards[a]));
                (pairs[a * n + b], pairs[b * n + a]) = (best, best);
            }
        }
        let (mut sum, mut draws) = (0.0, 0.0);
        for a in 0..n {
            for b in 0..a {
                for c in 0..b {
                    let best = pairs[a * n + b].max(pairs[a * n + c]).max(pairs[b * n + c]);
                    sum += best;
                    draws += 1.0;
                }
            }
        }
        sum / draws
    }

    /// Returns every placement of a position on street 4 or 5 with its value, by code.
    fn placements(&self, position: &Position) -> Vec<(String, f64)> {
        let (mut all, unseen) = (Vec::new(), position.unseen());
        each_choice(position.board(), position.deal(), |board, _| {
            let value = match board.cards().len() {
                13 => self.complete(&board),
                _ => self.two_left(&board, unseen),
            };
            all.push((code(position.deal(), &board), value));
        });
        all
    }
}

/// Returns the gap of a choice to the best of these values.
fn gap(values: &[(String, f64)], chosen: &str) -> f64 {
    let best = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    let own = values.iter().find(|(code, _)| code == chosen).expect("every placement has a value");
    best - own.1
}

/// Checks the file and the solver's choice against enumerated values, and that the same check rejects
/// every placement of less value.
fn check_enumerated(file: &PositionFile, valued: &Valued) {
    // The solver counts in 1/16384 of a point.
    const EPSILON: f64 = 1e-3;
    let position = valued.position().unwrap();
    let values = Enumeration::new(&position, stakes(file, valued)).placements(&position);
    assert_eq!(values.len(), valued.placements.len());
    for (code, value) in &values {
        let known = valued.placements[code].value;
        assert!((value - known).abs() < EPSILON, "{code}: {value} {known}");
    }
    let answer = solve(file, valued, 1, 1);
    assert!(answer.exact);
    let chosen = code(position.deal(), &answer.placements[0].board);
    assert!(gap(&values, &chosen) < EPSILON, "{} loses {}", chosen, gap(&values, &chosen));
    // The last one is the worst: in its place the check must fail.
    let worst = answer.placements.last().unwrap();
    let spread = answer.placements[0].expectation.value - worst.expectation.value;
    let planted = gap(&values, &code(position.deal(), &worst.board));
    assert!((planted - spread).abs() < EPSILON, "{planted} {spread}");
    assert!(planted > EPSILON || spread < EPSILON);
}

#[test]
fn street_5_equals_enumeration_and_loses_nothing() {
    let file = read("positions-street-5.json");
    assert!(file.positions.len() >= 80);
    file.positions.iter().for_each(|valued| check_enumerated(&file, valued));
    // A worse placement is one that the check can see.
    let seen = file
        .positions
        .iter()
        .filter(|valued| valued.placements.values().any(|placement| placement.behind > 1.0));
    assert!(seen.count() >= 40);
}

#[test]
fn street_4_equals_enumeration_and_loses_nothing() {
    let file = read("positions-street-4.json");
    assert!(file.positions.len() >= 80);
    file.positions.iter().for_each(|valued| check_enumerated(&file, valued));
}

#[test]
fn streets_4_and_5_have_the_values_of_the_files() {
    let mut checked = 0;
    let files = [read("positions-street-4.json"), read("positions-street-5.json")];
    for (file, valued) in files.iter().flat_map(|f| f.positions.iter().map(move |v| (f, v))) {
        let answer = solve(file, valued, 1, 1);
        assert!(answer.exact);
        assert_eq!(answer.placements.len(), valued.placements.len());
        let deal = valued.position().unwrap();
        for placement in &answer.placements {
            let expected = valued.placements[&code(deal.deal(), &placement.board)].value;
            let value = placement.expectation.value;
            assert!((value - expected).abs() < 1e-9, "{value} {expected} {}", placement.board);
        }
        assert!(loss(valued, &answer) < 1e-9);
        checked += 1;
    }
    assert!(checked >= 160, "{checked}");
}

#[test]
fn a_short_search_of_street_3_loses_little() {
    let file = read("positions-street-3.json");
    assert!(file.positions.len() >= 40);
    let some: Vec<&Valued> = file.positions.iter().step_by(4).collect();
    let mut sum = 0.0;
    for valued in &some {
        let answer = solve(&file, valued, 2_000, 2);
        assert_eq!(answer.method, Method::Searched);
        sum += loss(valued, &answer);
    }
    let mean = sum / some.len() as f64;
    assert!(mean <= 0.15, "a mean loss of {mean} points");
}

#[test]
fn a_short_search_of_an_opening_loses_little() {
    let file = read("deep-street-1.json");
    let some: Vec<&Valued> = file.positions.iter().step_by(3).collect();
    let position = |valued: &Valued| valued.position().unwrap();
    // Without the networks' estimates a tenth of a second loses half a point.
    let lost = |valued: &&Valued| {
        let answer = solve(&file, valued, 1_500, 2);
        let chosen = code(position(valued).deal(), &answer.placements[0].board);
        // What is not in the file was left out by its screening.
        valued.placements.get(&chosen).map_or(1.5, |known| known.behind)
    };
    let mean = some.iter().map(lost).sum::<f64>() / some.len() as f64;
    assert!(mean <= 0.25, "a mean loss of {mean} points");
}

#[test]
fn one_to_eight_threads_give_one_answer() {
    let file = read("positions-street-2.json");
    let valued = &file.positions[0];
    let one = solve(&file, valued, 800, 1);
    for threads in 2..=8 {
        let more = solve(&file, valued, 800, threads);
        assert_eq!(more.placements, one.placements, "{threads} threads");
    }
}

/// Samples the gap between two placements with common random numbers, without the search: streets 2
/// and 3 are played by the networks of `steady`, street 4 is exact. Returns the mean and its standard error.
fn sampled_gap(position: &Position, stakes: Stakes, codes: [&str; 2], samples: u64) -> (f64, f64) {
    let streets = Streets::steady(OpponentModel::new(position, stakes, 0).unwrap(), stakes);
    let afters = Streets::afters(position);
    let find = |wanted: &str| {
        *afters.iter().find(|after| code(position.deal(), &after.board) == wanted).unwrap()
    };
    let [best, other] = codes.map(find);
    let mut scratch = StreetScratch::default();
    let mut value = |mut after: After, rng: &mut Rng| loop {
        let deal = Streets::deal(&after, rng);
        if let Some(leaf) = streets.leaf(&mut scratch, &after, deal) {
            return leaf.value;
        }
        let mut choices = Vec::new();
        Streets::choices(&after, deal, &mut choices);
        let best =
            choices.iter().max_by(|a, b| streets.estimate(a).total_cmp(&streets.estimate(b)));
        after = *best.unwrap();
    };
    let gaps: Vec<f64> = (0..samples)
        .map(|i| value(best, &mut Rng::stream(99, i)) - value(other, &mut Rng::stream(99, i)))
        .collect();
    let n = samples as f64;
    let mean = gaps.iter().sum::<f64>() / n;
    let squares: f64 = gaps.iter().map(|gap| (gap - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

#[test]
fn sampled_values_of_streets_1_and_2_can_be_reproduced() {
    for (name, street) in [("positions-street-1.json", 1), ("positions-street-2.json", 2)] {
        let file = read(name);
        assert!(file.positions.len() >= 30);
        let (mut off, mut sum, mut known) = (0, 0.0, 0.0);
        let some: Vec<&Valued> = file.positions.iter().step_by(3).collect();
        for valued in &some {
            let position = valued.position().unwrap();
            assert_eq!(position.street(), street);
            let mut ranked: Vec<_> = valued.placements.iter().collect();
            ranked.sort_by(|a, b| a.1.behind.total_cmp(&b.1.behind));
            assert!(ranked.len() >= 3);
            assert!(ranked[1].1.error <= 0.03, "{} {}", valued.board, valued.deal);
            let (best, last) = (ranked[0].0, ranked[ranked.len() - 1]);
            let codes = [best.as_str(), last.0.as_str()];
            let (gap, error) = sampled_gap(&position, stakes(&file, valued), codes, 200);
            let sigma = (error.powi(2) + last.1.error.powi(2)).sqrt();
            off += usize::from((gap - last.1.behind).abs() > 3.0 * sigma);
            sum += gap;
            known += last.1.behind;
        }
        // One of ten beyond three standard errors is chance, two are not.
        assert!(off <= 1, "{name}: {off} of {}", some.len());
        assert!(sum > 0.5 * known, "{name}: gaps of {sum} in all, {known} in the file");
    }
}
