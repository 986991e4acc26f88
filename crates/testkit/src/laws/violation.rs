//! Violations of laws.

use std::fmt;

/// A violated law, with a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    law: &'static str,
    how: String,
}

/// The result of checking a law.
pub type LawResult = Result<(), Violation>;

impl Violation {
    /// Builds the violation of a law.
    pub fn new(law: &'static str, how: impl Into<String>) -> Self {
        Self { law, how: how.into() }
    }

    /// Returns the name of the law.
    pub const fn law(&self) -> &'static str {
        self.law
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law \"{}\" is violated: {}", self.law, self.how)
    }
}

impl std::error::Error for Violation {}

/// Returns a violation unless `kept`; `how` is evaluated only then.
pub(crate) fn ensure(law: &'static str, kept: bool, how: impl FnOnce() -> String) -> LawResult {
    if kept { Ok(()) } else { Err(Violation::new(law, how())) }
}

/// Returns a violation unless both sides are equal; `what` describes them.
pub(crate) fn equal<T: PartialEq + fmt::Debug>(
    law: &'static str,
    what: &str,
    left: &T,
    right: &T,
) -> LawResult {
    ensure(law, left == right, || format!("{what}:\n  one   {left:?}\n  other {right:?}"))
}
