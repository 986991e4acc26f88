//! The facedown command line.
fn main() {}
