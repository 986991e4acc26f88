//! What a law says when it is broken.

use std::fmt;

/// A law that a game broke, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    law: &'static str,
    how: String,
}

/// Whether a law was kept.
pub type Kept = Result<(), Broken>;

impl Broken {
    /// Returns this law was broken in this way.
    pub fn new(law: &'static str, how: impl Into<String>) -> Self {
        Self { law, how: how.into() }
    }

    /// Returns the name of the law.
    pub const fn law(&self) -> &'static str {
        self.law
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law \"{}\" is broken: {}", self.law, self.how)
    }
}

impl std::error::Error for Broken {}

/// Returns the law holds where `kept` is true; `how` is asked only where it is not.
pub(crate) fn ensure(law: &'static str, kept: bool, how: impl FnOnce() -> String) -> Kept {
    if kept { Ok(()) } else { Err(Broken::new(law, how())) }
}

/// Returns both sides are equal; `what` says what they are.
pub(crate) fn equal<T: PartialEq + fmt::Debug>(
    law: &'static str,
    what: &str,
    left: &T,
    right: &T,
) -> Kept {
    ensure(law, left == right, || format!("{what}:\n  one   {left:?}\n  other {right:?}"))
}
