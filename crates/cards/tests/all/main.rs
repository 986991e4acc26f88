//! The integration tests of the crate as one program: linking one for each file takes longer.

mod plain;

mod poker;
