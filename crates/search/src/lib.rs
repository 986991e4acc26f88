//! Tree search.
