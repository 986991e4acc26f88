//! Episodes and rewards of vectorised environments, from their [`VecSpec`].

use crate::CatalogError;
use crate::entry::CatalogGame;
use crate::environments::VecSpec;
use facedown_arena::{
    Episodes, HandEpisodes, HandId, HandReward, HandStart, MatchEpisodes, MatchReward,
    reward_by_place, scaled_scores,
};
use facedown_game::{MAX_SEATS, excerpt, setup_stream};

const LENGTHS: [&str; 2] = ["hand", "match"];
const REWARDS: [&str; 3] = ["result", "points", "rank"];

/// Returns the episodes that a specification asks for.
pub(crate) fn episodes<G: CatalogGame>(
    game: &G,
    spec: &VecSpec<'_>,
) -> Result<Box<dyn Episodes<G, G::Standing>>, CatalogError> {
    check_name("length", spec.length, &LENGTHS)?;
    check_name("reward", spec.reward, &REWARDS)?;
    let whole_matches = spec.length == "match";
    check_rewards(game.seats(), spec, whole_matches)?;
    let scale = spec.reward_scale;
    Ok(if whole_matches {
        if let Some(hand) = spec.hand {
            return Err(CatalogError::hand_of_matches(hand));
        }
        Box::new(MatchEpisodes { reward: match_reward(game, spec), shaping: spec.shaping * scale })
    } else {
        let reward =
            if spec.reward == "rank" { hand_ranks(game, scale) } else { scaled_scores(scale) };
        Box::new(HandEpisodes::new(hand_start(game, spec.hand)?, reward))
    })
}

/// Returns how single hands begin: in the given place of the match, or drawn as the hand that
/// [`AnyGame::deal`](crate::AnyGame::deal) deals from the seed of the environment.
fn hand_start<G: CatalogGame>(
    game: &G,
    hand: Option<u32>,
) -> Result<HandStart<G, G::Standing>, CatalogError> {
    let Some(hand) = hand else {
        return Ok(Box::new(|game, HandId { seed, hand, .. }| {
            let setup = game.draw_setup(&mut setup_stream(seed, hand));
            (game.standing_before(&setup), setup)
        }));
    };
    let setup = game.try_hand_setup(hand).map_err(CatalogError::no_hand)?;
    let standing = game.standing_before(&setup);
    Ok(Box::new(move |_, _| (standing, setup)))
}

fn check_name(option: &str, given: &str, known: &[&str]) -> Result<(), CatalogError> {
    if known.contains(&given) {
        return Ok(());
    }
    let known = known.join(", ");
    Err(CatalogError::BadOption(format!(
        "{option} is '{given}': expected one of {known}",
        given = excerpt(given)
    )))
}

/// Checks that the reward options are compatible.
fn check_rewards(
    seats: usize,
    spec: &VecSpec<'_>,
    whole_matches: bool,
) -> Result<(), CatalogError> {
    let bad = |why: String| Err(CatalogError::BadOption(why));
    if !spec.shaping.is_finite() {
        return bad(format!("shaping is {}: expected a number", spec.shaping));
    }
    if spec.shaping != 0.0 && !whole_matches {
        return bad(format!(
            "shaping is {}: expected 0 if every hand is an episode, since its score is the reward",
            spec.shaping
        ));
    }
    if spec.uma.is_empty() {
        return Ok(());
    }
    if !whole_matches || spec.reward == "rank" {
        return bad(format!(
            "uma is {:?}: expected none except for the reward 'result' or 'points' of whole matches",
            spec.uma
        ));
    }
    if spec.uma.len() != seats || spec.uma.iter().any(|bonus| !bonus.is_finite()) {
        return bad(format!("uma is {:?}: expected {seats} numbers", spec.uma));
    }
    Ok(())
}

/// Returns the rewards of the places: from 1 for the first to -1 for the last in equal steps.
fn places(seats: usize, scale: f32) -> [f32; MAX_SEATS] {
    let last = seats.saturating_sub(1).max(1) as f32;
    std::array::from_fn(|place| scale * (1.0 - 2.0 * place as f32 / last))
}

fn hand_ranks<G: CatalogGame>(game: &G, scale: f32) -> HandReward<G> {
    let places = places(game.seats(), scale);
    Box::new(move |game, state, reward| {
        let scores = game.scores(state);
        reward_by_place(&places, scores.as_slice(), |seat, value| reward[seat.index()] += value);
    })
}

fn match_reward<G: CatalogGame>(game: &G, spec: &VecSpec<'_>) -> MatchReward<G> {
    let scale = spec.reward_scale;
    if spec.reward == "rank" {
        let places = places(game.seats(), scale);
        return Box::new(move |game, standing, reward| {
            let order = game.match_order(standing);
            reward_by_place(&places, order.as_slice(), |seat, value| reward[seat.index()] += value);
        });
    }
    if spec.reward == "result" && spec.uma.is_empty() {
        return Box::new(move |game, standing, reward| {
            for (seat, result) in game.match_scores(standing).iter() {
                reward[seat.index()] += result as f32 * scale;
            }
        });
    }
    let mut uma = [0.0; MAX_SEATS];
    uma.iter_mut().zip(spec.uma).for_each(|(to, bonus)| *to = bonus * scale);
    Box::new(move |game, standing, reward| {
        for (seat, points) in game.match_gains(standing).iter() {
            reward[seat.index()] += points as f32 * scale;
        }
        let order = game.match_order(standing);
        reward_by_place(&uma, order.as_slice(), |seat, bonus| reward[seat.index()] += bonus);
    })
}
