//! Open-face Chinese poker.
