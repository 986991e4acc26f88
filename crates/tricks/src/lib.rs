//! Trick-taking games.
