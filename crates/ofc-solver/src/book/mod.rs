//! Opening books: the best placement of every first street up to suits.
//!
//! [`OpeningSolver`] finds one opening, [`BookMaker`] all of them, [`Book`] looks them up in bytes.
//! With the feature `fs`, `BookFile` makes a book in a file and resumes it. `docs/reference/ofc-book.md` has the
//! layout.

mod checksum;
mod classes;
mod comparison;
mod error;
#[cfg(feature = "fs")]
mod file;
mod layout;
mod make;
mod opening;
mod read;
mod screening;
mod settings;

pub use classes::{CLASSES, Class};
pub use error::{BookError, LookUpError, OpeningError};
#[cfg(feature = "fs")]
pub use file::BookFile;
pub use make::{BookMaker, iterations_in};
pub use opening::{Code, Comparison, Opening, OpeningSolver};
pub use read::{Book, BookInfo, BookMove};
pub use settings::{BookSettings, Depth};
