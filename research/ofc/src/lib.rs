//! What programs of research on open-face Chinese poker share.
//!
//! | part | contents |
//! |---|---|
//! | [`ceiling`] | an upper bound of what any play alone can reach |

pub mod ceiling;
