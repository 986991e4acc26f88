//! The opinion on one decision: options, loss, class of a mistake, acceptance.

use super::collect::{Moment, same_effect};
use super::compare::Comparison;
use super::report::{AcceptanceReview, AcceptedTiles, DecisionReview, MistakeClass, OptionReview};
use facedown_riichi::{Action, Phase, Riichi, View};
use facedown_riichi_analysis::danger;
use facedown_tiles::{Acceptance, Hand, Kind, KindSet, Tile, Unseen};

/// A discard is a push, or a fold, if it risks this many points more, or fewer, than the advised one.
const RISK: f32 = 60.0;

/// Returns the text of an option. Whether a tile was just drawn makes no difference.
pub(super) fn option_text(action: Action) -> String {
    match action {
        Action::Discard { tile, .. } => tile.to_string(),
        other => other.typed(),
    }
}

/// Returns the review of a decision from the comparison of its options.
pub(super) fn opinion(game: &Riichi, moment: &Moment, compared: &Comparison) -> DecisionReview {
    let view = &moment.view;
    let (best, played) = (compared.best().action, moment.played);
    let agrees = same_effect(best, played);
    let gap = compared.gap(played);
    let mistake = !agrees && gap.is_some_and(|gap| gap.interval[0] > 0.0);
    let class = mistake.then(|| classify(game, view, played, best));
    // Every option is played in every world.
    let share = if compared.playouts() > 0 { 1.0 / compared.options.len() as f64 } else { 0.0 };
    let options = compared.options.iter().map(|option| OptionReview {
        text: option_text(option.action),
        value: Some(option.value),
        ci: option.interval,
        share,
    });
    DecisionReview {
        seat: view.seat().index(),
        event: moment.event,
        turn: view.table().river().of(view.seat()).count() + 1,
        shanten: Some(view.hand().shanten(game.pack())),
        hand: closed_tiles(view),
        drawn: view.drawn().map(|tile| tile.to_string()),
        offered: offered(view),
        played: option_text(played),
        advised: option_text(best),
        loss: if agrees { 0.0 } else { gap.map_or(0.0, |gap| gap.loss.max(0.0)) },
        interval: if agrees { None } else { gap.map(|gap| gap.interval) },
        mistake,
        class,
        options: options.collect(),
        acceptance: acceptance(game, view, played, best),
    }
}

/// Returns the closed tiles without the one just drawn.
fn closed_tiles(view: &View) -> String {
    let mut hand = *view.hand();
    if let Some(tile) = view.drawn() {
        hand.remove(tile);
    }
    hand.to_string()
}

/// Returns the tile that the seat is asked about.
fn offered(view: &View) -> Option<String> {
    let asked = matches!(view.table().phase(), Phase::Window(_));
    view.table().offered().filter(|_| asked).map(|tile| tile.to_string())
}

/// Returns the kind of a mistake.
fn classify(game: &Riichi, view: &View, played: Action, advised: Action) -> MistakeClass {
    let either = |is: fn(&Action) -> bool| is(&played) || is(&advised);
    if either(|action| matches!(action, Action::Tsumo | Action::Ron | Action::Nuki)) {
        return MistakeClass::Value;
    }
    if either(|action| matches!(action, Action::Riichi)) {
        return MistakeClass::Riichi;
    }
    if either(|a| matches!(a, Action::ClosedKan(_) | Action::AddedKan(_) | Action::OpenKan)) {
        return MistakeClass::Kan;
    }
    match (played, advised) {
        (Action::Discard { tile: played, .. }, Action::Discard { tile: advised, .. }) => {
            classify_discard(game, view, played, advised)
        }
        (Action::NineTerminals, _) | (_, Action::NineTerminals) => MistakeClass::Value,
        _ => MistakeClass::Call,
    }
}

/// Returns the kind of a mistaken discard: by the risk that it takes, then by the speed that it costs.
fn classify_discard(game: &Riichi, view: &View, played: Tile, advised: Tile) -> MistakeClass {
    let risk = |tile: Tile, all: &danger::Danger| {
        all.discards().find(|discard| discard.tile == tile).map_or(0.0, |discard| discard.loss)
    };
    if let Ok(all) = danger::assess(game, view) {
        let more = risk(played, &all) - risk(advised, &all);
        if more > RISK {
            return MistakeClass::Push;
        }
        if more < -RISK {
            return MistakeClass::Fold;
        }
    }
    let unseen = unseen(view);
    let [played, advised] = [played, advised].map(|tile| accepted(game, view, tile, &unseen));
    let speed = |accepted: &Acceptance| (-accepted.shanten, accepted.left);
    if speed(&advised) > speed(&played) { MistakeClass::Efficiency } else { MistakeClass::Value }
}

/// Returns the tiles that the seat of a view does not see.
fn unseen(view: &View) -> Unseen {
    let mut seen = *view.hand().counts().as_array();
    view.table().for_each_visible(|tile| seen[tile.kind().index()] += 1);
    Unseen::new(&seen)
}

/// Returns the acceptance after a discard.
fn accepted(game: &Riichi, view: &View, tile: Tile, unseen: &Unseen) -> Acceptance {
    let mut hand: Hand = *view.hand();
    hand.remove(tile);
    hand.acceptance(game.pack(), unseen)
}

/// Compares the acceptance after two discards; `None` if either is no discard, or they are the same.
fn acceptance(
    game: &Riichi,
    view: &View,
    played: Action,
    advised: Action,
) -> Option<AcceptanceReview> {
    let (Action::Discard { tile: played, .. }, Action::Discard { tile: advised, .. }) =
        (played, advised)
    else {
        return None;
    };
    if played == advised {
        return None;
    }
    let unseen = unseen(view);
    let [played, advised] = [played, advised].map(|tile| accepted(game, view, tile, &unseen));
    let of = |found: &Acceptance| AcceptedTiles {
        shanten: found.shanten,
        left: found.left,
        kinds: found.live.len(),
    };
    // Kinds that lower a higher shanten are no gain over those that lower a lower one.
    let (mine, theirs) = match played.shanten.cmp(&advised.shanten) {
        std::cmp::Ordering::Equal => (played.live, advised.live),
        std::cmp::Ordering::Less => (played.live, KindSet::EMPTY),
        std::cmp::Ordering::Greater => (KindSet::EMPTY, advised.live),
    };
    let names = |kinds: KindSet| kinds.iter().map(|kind: Kind| Tile::plain(kind).to_string());
    Some(AcceptanceReview {
        played: of(&played),
        advised: of(&advised),
        gained: names(theirs - mine).collect(),
        lost: names(mine - theirs).collect(),
    })
}
