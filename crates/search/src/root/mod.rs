//! The root: the question asked, priors of its actions, and the answer.

pub(crate) mod answer;
pub(crate) mod priors;
pub(crate) mod question;
pub(crate) mod report;
mod text;
