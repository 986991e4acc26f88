//! What happened at a table, in words.

/// Something that a seat witnessed and that was no action told before.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Told {
    /// Who did it, if anybody.
    pub seat: Option<usize>,
    /// What, in words.
    pub text: String,
}
