//! Opening books of open-face Chinese poker: the best placement of every five cards up to suits.
//!
//! [`Opener`] finds one opening, [`BookMaker`] all of them into a file, [`Book`] looks them up.
//! `docs/reference/ofc-book.md` has the layout of the file.

mod checksum;
mod classes;
mod error;
mod layout;
mod make;
mod opening;
mod read;
mod settings;
mod sieve;
mod trial;

pub use classes::{CLASSES, Class};
pub use error::{BookError, LookUpError, OpenerError};
pub use make::{BookMaker, BookWatch, iterations_in};
pub use opening::{Code, Compared, Opener, Opening};
pub use read::{Book, BookInfo, BookMove};
pub use settings::{BookSettings, Depth};
