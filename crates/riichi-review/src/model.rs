//! A small network that predicts the choices of strong players: the static opinion of a review.
//!
//! Each option has features; a network of one hidden layer gives it a logit, and the softmax over the
//! options is the chance that a strong player takes it. It was fitted to the seats of two bots that
//! play above the human top, on games that no test uses: `cargo research fit_review`.

use super::collect::same_effect;
use facedown_game::Seat;
use facedown_nets::{Columns, Weights, WeightsError, relu};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Action, Phase, Riichi, View};
use facedown_riichi_analysis::danger;
use facedown_tiles::{Acceptance, Hand, Kind, KindSet, Tile, Unseen};
use std::sync::LazyLock;

/// The number of features of an option.
pub const FEATURES: usize = 64;
/// The size of the hidden layer.
pub const HIDDEN: usize = 64;
/// What the weight files of such networks call their inputs.
pub const ENCODER: &str = "riichi-options-1";

/// The features of an option.
pub type Features = [f32; FEATURES];

const CONTEXT: usize = 18;

/// The largest difference to the best static value, in points.
const MAX_GAP: f32 = 8_000.0;

/// The network.
#[derive(Clone, Debug)]
pub struct ChoiceNet {
    hidden: Columns<HIDDEN>,
    logit: Columns<1>,
}

static NET: LazyLock<ChoiceNet> = LazyLock::new(|| {
    let net = ChoiceNet::read(include_bytes!("choices.safetensors"));
    net.unwrap_or_else(|_| unreachable!("the weights that ship fit the network"))
});

impl ChoiceNet {
    /// Returns the network that ships.
    pub fn shipped() -> &'static Self {
        &NET
    }

    /// Reads a weight file.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let weights = Weights::read(file)?;
        weights.check_encoder(ENCODER)?;
        Ok(Self {
            hidden: Columns::read(&weights, "fc.0", FEATURES)?,
            logit: Columns::read(&weights, "fc.2", HIDDEN)?,
        })
    }

    /// Returns the logit of an option.
    pub fn logit(&self, features: &Features) -> f32 {
        let mut sums = *self.hidden.bias();
        self.hidden.add_scaled(&mut sums, 0, features);
        let [logit] = self.logit.outputs(&relu(sums));
        logit
    }
}

/// The options of a decision, each of equal effect once, with their features and static values.
pub struct Options {
    /// The actions.
    pub actions: Vec<Action>,
    /// The values of the bot `sharp`, in points.
    pub values: Vec<f32>,
    /// The features.
    pub features: Vec<Features>,
}

struct Situation<'a> {
    view: &'a View,
    seen: [u8; Kind::COUNT],
    unseen: Unseen,
    dora: KindSet,
    riichi: Vec<Seat>,
    /// The shanten number before the decision, and the acceptance of the hand as it is.
    shanten: i8,
    danger: Option<danger::Danger>,
}

impl<'a> Situation<'a> {
    fn new(game: &'a Riichi, view: &'a View) -> Self {
        let table = view.table();
        let mut seen = *view.hand().counts().as_array();
        table.for_each_visible(|tile| seen[tile.kind().index()] += 1);
        let three = table.seats() == 3;
        let indicators = table.dora_indicators().iter();
        let seats = Seat::all(table.seats());
        Self {
            view,
            seen,
            unseen: Unseen::new(&seen),
            dora: indicators.map(|tile| tile.kind().dora(three)).collect(),
            riichi: seats.filter(|s| *s != view.seat() && table.is_riichi(*s)).collect(),
            shanten: view.hand().shanten(game.pack()),
            danger: danger::assess(game, view).ok(),
        }
    }

    fn context(&self) -> [f32; CONTEXT] {
        let (table, view) = (self.view.table(), self.view);
        let seat = view.seat();
        let flag = |is: bool| f32::from(u8::from(is));
        let hand = view.hand();
        let melds = table.melds(seat);
        let held: u8 = (hand.kinds() & self.dora).iter().map(|kind| hand.count(kind)).sum();
        let melded = melds.iter().map(|m| u32::from(m.reds)).sum::<u32>();
        let bonus = u32::from(held + hand.red_fives()) + melded + table.nuki(seat) as u32;
        let others = || Seat::all(table.seats()).filter(|other| *other != seat);
        let open: usize = others().map(|other| table.melds(other).len()).sum();
        let score = table.score(seat);
        let place = others().filter(|other| table.score(*other) > score).count();
        let safe = self.riichi.iter().fold(hand.kinds(), |all, s| all & self.safe(*s));
        let dealer = table.setup().dealer;
        [
            f32::from(self.shanten) / 4.0,
            flag(self.shanten <= 0),
            flag(self.shanten == 1),
            flag(self.shanten == 2),
            flag(self.shanten == 3),
            table.live() as f32 / 70.0,
            self.riichi.len() as f32 / 2.0,
            flag(self.riichi.contains(&dealer)),
            melds.len() as f32 / 3.0,
            flag(table.is_closed(seat)),
            flag(seat == dealer),
            bonus as f32 / 3.0,
            place as f32 / 3.0,
            flag(table.setup().wind >= 1),
            open as f32 / 4.0,
            flag(matches!(table.phase(), Phase::Window(_))),
            if self.riichi.is_empty() { 0.0 } else { (safe.len() as f32 / 3.0).min(1.5) },
            flag(table.setup().wind >= 1 && dealer.index() + 1 == table.seats()),
        ]
    }

    /// The held kinds that a seat cannot win on (*genbutsu*).
    fn safe(&self, seat: Seat) -> KindSet {
        let kinds = self.view.hand().kinds().iter();
        kinds.filter(|kind| self.view.table().is_furiten(seat, KindSet::only(*kind))).collect()
    }

    fn is_yakuhai(&self, kind: Kind) -> bool {
        let table = self.view.table();
        kind >= Kind::WHITE
            || kind == table.round_wind()
            || kind == table.seat_wind(self.view.seat())
    }

    /// Writes the features of a discard.
    fn discard(&self, tile: Tile, after: &Acceptance, best: &Acceptance, f: &mut Features) {
        let f = &mut f[CONTEXT..];
        let kind = tile.kind();
        let flag = |is: bool| f32::from(u8::from(is));
        write_speed(after, best, f);
        if let Some(danger) = &self.danger {
            let least = danger.discards().map(|d| d.loss).fold(f32::INFINITY, f32::min);
            if let Some(found) = danger.discards().find(|discard| discard.tile == tile) {
                f[17] = (found.loss / 1000.0).min(3.0);
                f[18] = (10.0 * found.deal_in).min(3.0);
                f[19] = flag(found.loss <= least + 1.0);
                f[20] = ((found.loss - least) / 300.0).min(3.0);
            }
        }
        let hand = self.view.hand();
        let count = hand.count(kind);
        f[21] = flag(self.dora.contains(kind));
        f[22] = flag(tile.is_red());
        if kind.is_honor() {
            let live = 4 - self.seen[kind.index()].min(4);
            f[23] = flag(self.is_yakuhai(kind) && count == 1);
            f[24] = flag(self.is_yakuhai(kind) && count == 2);
            f[25] = flag(!self.is_yakuhai(kind) && count == 1);
            f[26] = f32::from(live) / 3.0;
        } else {
            let number = usize::from(kind.number());
            let middle = 4 - number.abs_diff(5); // 0 for terminals
            f[27 + middle.min(3)] = 1.0;
            let held = |step: i32| {
                let other = number as i32 + step;
                (1..=9).contains(&other)
                    && hand.count(Kind::new((kind.index() as i32 + step) as u8)) > 0
            };
            f[31] = f32::from(u8::from(held(-1)) + u8::from(held(1))) / 2.0;
            f[32] = f32::from(u8::from(held(-2)) + u8::from(held(2))) / 2.0;
            let near_dora = self.dora.iter().any(|dora| {
                !dora.is_honor()
                    && dora.suit() == kind.suit()
                    && dora.index().abs_diff(kind.index()) <= 2
            });
            f[36] = flag(near_dora && !self.dora.contains(kind));
        }
        f[30] = flag(count == 2);
        f[37] = flag(count >= 3);
        f[33] = f32::from(self.seen[kind.index()] - count) / 3.0;
        f[34] = flag(
            !self.riichi.is_empty() && self.riichi.iter().all(|s| self.safe(*s).contains(kind)),
        );
        let table = self.view.table();
        let others = Seat::all(table.seats()).filter(|other| *other != self.view.seat());
        f[35] = others.filter(|o| table.discarded(*o).contains(kind)).count() as f32 / 3.0;
    }
}

/// Writes how fast a hand is.
fn write_speed(after: &Acceptance, best: &Acceptance, f: &mut [f32]) {
    let back = after.shanten - best.shanten;
    f[11] = f32::from(back);
    if back == 0 {
        let left = f32::from(after.left);
        match after.shanten {
            ..=0 => f[12] = left / 8.0,
            1 => f[13] = left / 20.0,
            2 => f[14] = left / 40.0,
            _ => f[15] = left / 60.0,
        }
        f[16] = (f32::from(best.left) - left) / f32::from(best.left.max(1));
    }
}

/// Returns the options of a decision.
pub fn options(game: &Riichi, view: &View, legal: &[Action]) -> Options {
    let all = Efficient::sharp().evaluate(game, view, legal);
    let mut options = Options { actions: Vec::new(), values: Vec::new(), features: Vec::new() };
    for (action, value) in legal.iter().zip(all) {
        if !options.actions.iter().any(|other| same_effect(*other, *action)) {
            options.actions.push(*action);
            options.values.push(value);
        }
    }
    let situation = Situation::new(game, view);
    let context = situation.context();
    let most = options.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let discards = view.hand().discards(game.pack(), &situation.unseen);
    let best = discards.best().map(|best| best.acceptance);
    let before = view.hand().acceptance(game.pack(), &situation.unseen);
    for (action, value) in options.actions.iter().zip(&options.values) {
        let mut f: Features = [0.0; FEATURES];
        f[..CONTEXT].copy_from_slice(&context);
        let gap = (most - value).min(MAX_GAP);
        f[CONTEXT + 8] = gap / 1000.0;
        f[CONTEXT + 9] = gap.min(300.0) / 100.0;
        f[CONTEXT + 10] = if gap <= 0.0 { 1.0 } else { 0.0 };
        match *action {
            Action::Discard { tile, .. } => {
                f[CONTEXT] = 1.0;
                let after = discards.iter().find(|discard| discard.kind == tile.kind());
                if let (Some(after), Some(best)) = (after, &best) {
                    situation.discard(tile, &after.acceptance, best, &mut f);
                }
            }
            Action::Pass => {
                f[CONTEXT + 1] = 1.0;
                write_speed(&before, &before, &mut f[CONTEXT..]);
            }
            Action::Chi(own) | Action::Pon(own) => {
                let pon = matches!(action, Action::Pon(_));
                f[CONTEXT + if pon { 3 } else { 2 }] = 1.0;
                let mut hand: Hand = *view.hand();
                for tile in &own {
                    hand.remove(*tile);
                }
                let after = hand.discards(game.pack(), &situation.unseen);
                if let Some(after) = after.best() {
                    f[CONTEXT + 38] = f32::from(before.shanten - after.acceptance.shanten);
                    write_speed(&after.acceptance, &after.acceptance, &mut f[CONTEXT..]);
                }
                let called = view.table().offered().map(Tile::kind);
                f[CONTEXT + 39] = f32::from(u8::from(
                    pon && called.is_some_and(|kind| situation.is_yakuhai(kind)),
                ));
                f[CONTEXT + 40] = f32::from(u8::from(
                    own.iter().any(|tile| situation.dora.contains(tile.kind()) || tile.is_red()),
                ));
            }
            Action::OpenKan => f[CONTEXT + 4] = 1.0,
            Action::ClosedKan(_) | Action::AddedKan(_) => f[CONTEXT + 5] = 1.0,
            Action::Riichi => {
                f[CONTEXT + 6] = 1.0;
                if let Some(best) = &best {
                    f[CONTEXT + 41] = f32::from(best.left) / 8.0;
                    let furiten = !(best.kinds & view.table().discarded(view.seat())).is_empty();
                    f[CONTEXT + 42] = f32::from(u8::from(furiten));
                }
            }
            Action::Tsumo | Action::Ron | Action::Nuki | Action::NineTerminals => {
                f[CONTEXT + 7] = 1.0;
            }
        }
        options.features.push(f);
    }
    options
}
