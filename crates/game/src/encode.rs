//! How networks see a game: numbered actions, and views as arrays.

use crate::Game;

/// A numbering of a game's actions.
///
/// Law: for every legal action, `action(view, legal, index(view, a)) == Some(a)`.
pub trait ActionSpace<G: Game>: Send + Sync {
    /// How many numbers there are.
    fn len(&self) -> usize;

    /// Whether there is no number.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of an action that the view's seat may take.
    fn index(&self, view: &G::View, action: G::Action) -> usize;

    /// The legal action with this number, if there is one.
    fn action(&self, view: &G::View, legal: &[G::Action], index: usize) -> Option<G::Action>;
}

/// A number that observations are made of.
///
/// A feature has a raw small count and a published scale: `u8` holds the raw count, `f32` the count
/// times the scale.
pub trait Element: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The feature with this raw count and scale.
    fn from_count(count: u8, scale: f32) -> Self;
}

impl Element for u8 {
    #[inline]
    fn from_count(count: u8, _: f32) -> Self {
        count
    }
}

impl Element for f32 {
    #[inline]
    fn from_count(count: u8, scale: f32) -> Self {
        f32::from(count) * scale
    }
}

/// Turns a view into an array.
///
/// Law: `encode` overwrites every slot of `out`.
pub trait Encoder<G: Game>: Send + Sync {
    /// The encoding's name and version.
    fn id(&self) -> String;

    /// The array's shape; its first axis is the channel.
    fn shape(&self) -> &[usize];

    /// The scale of each channel.
    fn scales(&self) -> &[f32];

    /// What each channel means, in words.
    fn channels(&self) -> &[&'static str];

    /// How many numbers the array has.
    fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether the array is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the view into `out`, whose length is [`Encoder::len`].
    fn encode<T: Element>(&self, game: &G, view: &G::View, out: &mut [T]);
}
