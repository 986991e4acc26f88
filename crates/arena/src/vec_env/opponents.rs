//! Opponents: bots in the seats that the caller does not play.

use super::StepError;
use super::slot::{MAX_IDLE_HANDS, Slot, SlotContext};
use crate::batch::{BatchPolicy, Decision, answers};
use crate::stream::{bot_stream, own_seat_stream};
use facedown_game::{ActionBuf, Game, Policy, Rng, Seat};
use std::fmt;
use std::sync::Arc;

/// The bots of a batch in which the caller plays one seat of each environment.
///
/// A step applies the caller's actions and plays on to the caller's next decisions. Episodes in
/// which the caller has no decision are skipped.
#[derive(Debug)]
pub struct Opponents<G: Game> {
    /// The caller's seat; `None` for one that is drawn for each episode.
    pub seat: Option<Seat>,
    /// The others, from the caller's left.
    pub bots: Vec<Opponent<G>>,
}

/// A bot in the seats that the caller does not play.
pub struct Opponent<G: Game> {
    name: String,
    maker: Maker<G>,
}

/// Makes a new policy.
type MakePolicy<G> = Box<dyn Fn() -> Box<dyn Policy<G>> + Send + Sync>;

enum Maker<G: Game> {
    Policy(MakePolicy<G>),
    Batch(Arc<dyn BatchPolicy<G>>),
}

impl<G: Game> Opponent<G> {
    /// Creates an opponent of which every environment has an instance of its own.
    pub fn new(name: impl Into<String>, make: MakePolicy<G>) -> Self {
        Self { name: name.into(), maker: Maker::Policy(make) }
    }

    /// Creates an opponent that decides for many environments at once.
    pub fn batched(name: impl Into<String>, policy: Arc<dyn BatchPolicy<G>>) -> Self {
        Self { name: name.into(), maker: Maker::Batch(policy) }
    }

    fn error(&self, env: usize, seat: Seat, why: String) -> StepError {
        StepError::Opponent { env, seat, bot: self.name.clone(), why }
    }
}

impl<G: Game> fmt::Debug for Opponent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponent").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The opponents of one environment.
pub(super) struct Table<G: Game> {
    own: Seat,
    episode: Option<u64>,   // that the caller's seat was drawn for
    hand: Option<u64>,      // that the bots know of
    bots: Vec<Player<G>>,   // from the caller's left
    legal: G::LegalActions, // of the bot to act
    asked: Option<G::View>,
    answer: Option<G::Action>,
}

struct Player<G: Game> {
    policy: Option<Box<dyn Policy<G>>>, // none if it decides in batches
    rng: Rng,
}

impl<G: Game> Opponents<G> {
    /// Returns whether some of them decide in batches.
    pub(super) fn batched(&self) -> bool {
        self.bots.iter().any(|bot| matches!(bot.maker, Maker::Batch(_)))
    }

    /// Sets up the opponents of an environment.
    pub(super) fn table(&self) -> Table<G> {
        let player = |bot: &Opponent<G>| Player {
            policy: match &bot.maker {
                Maker::Policy(make) => Some(make()),
                Maker::Batch(_) => None,
            },
            rng: Rng::new(0),
        };
        Table {
            own: self.seat.unwrap_or(Seat::new(0)),
            episode: None,
            hand: None,
            bots: self.bots.iter().map(player).collect(),
            legal: G::LegalActions::default(),
            asked: None,
            answer: None,
        }
    }

    /// Asks the bots that decide in batches for the environments that wait for them. Returns whether
    /// there were any.
    pub(super) fn answer<P: Clone>(
        &self,
        game: &G,
        slots: &[Slot<G, P>],
        tables: &mut [Table<G>],
    ) -> Result<bool, StepError> {
        let mut found = false;
        for (which, bot) in self.bots.iter().enumerate() {
            let Maker::Batch(policy) = &bot.maker else { continue };
            let (mut envs, mut decisions) = (Vec::new(), Vec::new());
            for (env, (table, slot)) in tables.iter_mut().zip(slots).enumerate() {
                if table.asked.is_some() && table.place(game, slot.seat()) == which {
                    let Table { asked, legal, bots, .. } = table;
                    envs.push(env);
                    decisions.push(Decision {
                        seat: slot.seat(),
                        view: asked.as_ref().expect("it was asked"),
                        legal: legal.as_slice(),
                        rng: &mut bots[which].rng,
                    });
                }
            }
            if envs.is_empty() {
                continue;
            }
            found = true;
            let mut actions = Vec::with_capacity(envs.len());
            let answered = answers(game, &**policy, &mut decisions, &mut actions);
            drop(decisions);
            if let Err(failure) = answered {
                let env = envs[failure.decision.min(envs.len() - 1)];
                return Err(bot.error(env, slots[env].seat(), failure.why));
            }
            for (env, action) in envs.into_iter().zip(actions) {
                tables[env].check(bot, env, slots[env].seat(), action)?;
                tables[env].answer = Some(action);
            }
        }
        Ok(found)
    }
}

impl<G: Game> Table<G> {
    /// Forgets everything, for the environment's first hand.
    pub(super) fn reset(&mut self) {
        (self.episode, self.hand, self.asked, self.answer) = (None, None, None, None);
    }

    /// Returns the place of a seat among the bots.
    fn place(&self, game: &G, seat: Seat) -> usize {
        let seats = game.seats();
        (seat.index() + seats - self.own.index()) % seats - 1
    }

    fn check(
        &self,
        bot: &Opponent<G>,
        env: usize,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), StepError> {
        if self.legal.as_slice().binary_search(&action).is_ok() {
            return Ok(());
        }
        Err(bot.error(env, seat, format!("{action:?} is not legal")))
    }

    /// Draws the caller's seat of a new episode, and lets the bots know of a new hand.
    fn begin<E, A, P: Clone>(
        &mut self,
        opponents: &Opponents<G>,
        context: &SlotContext<G, E, A, P>,
        slot: &Slot<G, P>,
    ) {
        let (seed, hand) = (slot.seed(), slot.number());
        if self.hand == Some(hand) {
            return;
        }
        self.hand = Some(hand);
        let episode = slot.finished();
        if self.episode != Some(episode) {
            self.episode = Some(episode);
            let draw = || own_seat_stream(seed, episode).below(context.game.seats() as u32);
            self.own = opponents.seat.unwrap_or_else(|| Seat::new(draw() as usize));
        }
        for (id, bot) in self.bots.iter_mut().enumerate() {
            bot.rng = bot_stream(seed, hand, id as u64);
            if let Some(policy) = &mut bot.policy {
                policy.new_hand();
            }
        }
    }

    /// Plays an environment on to the caller's next decision, or to one that is made in batches.
    /// Rewards are added, and an episode that ends is noted, as by the caller's own actions.
    pub(super) fn play<E, A, P: Clone>(
        &mut self,
        opponents: &Opponents<G>,
        context: &SlotContext<G, E, A, P>,
        (i, slot): (usize, &mut Slot<G, P>),
        (reward, done): (&mut [f32], &mut u8),
    ) -> Result<(), StepError> {
        self.asked = None;
        if let Some(action) = self.answer.take() {
            slot.play(context, i, action, reward, done);
        }
        let game = &context.game;
        let last = slot.number() + MAX_IDLE_HANDS;
        loop {
            self.begin(opponents, context, slot);
            let seat = slot.seat();
            if seat == self.own {
                return Ok(());
            }
            assert!(slot.number() < last, "{MAX_IDLE_HANDS} consecutive hands without the caller");
            let which = self.place(game, seat);
            game.legal_actions(slot.state(), &mut self.legal);
            let view = game.view(slot.state(), seat);
            let Player { policy, rng } = &mut self.bots[which];
            let Some(policy) = policy else {
                self.asked = Some(view);
                return Ok(());
            };
            let action = policy.choose(game, &view, self.legal.as_slice(), rng);
            self.check(&opponents.bots[which], i, seat, action)?;
            slot.play(context, i, action, reward, done);
        }
    }
}
