//! The root: its legal actions, their priors, and the answer.

pub(crate) mod answer;
pub(crate) mod arms;
pub(crate) mod priors;
pub(crate) mod question;
pub(crate) mod report;
mod text;
