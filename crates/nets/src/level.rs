//! The vector instructions that networks run on.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A set of vector instructions. Outputs of two levels differ by rounding; those of one level do not
/// depend on anything but weights and inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Level {
    /// Plain code for any CPU.
    Portable,
    /// WebAssembly with 128-bit vectors.
    Simd128,
    /// x86-64 CPUs with AVX2 and FMA.
    Avx2,
    /// x86-64 CPUs with AVX-512F.
    Avx512,
}

/// The environment variable that forces a level: `portable`, `avx2` or `avx512`.
pub const LEVEL_VARIABLE: &str = "FACEDOWN_SIMD";

impl Level {
    /// All levels, the plainest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Simd128, Self::Avx2, Self::Avx512];

    /// Returns whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Simd128 => cfg!(target_arch = "wasm32"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Returns the levels that this machine can run, the plainest first and the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Returns the level that [`LEVEL_VARIABLE`] forces, `None` if it is unset or empty.
    ///
    /// A name that is unknown or that this CPU cannot run is an error here; [`Level::chosen`] takes
    /// the fastest instead.
    pub fn forced() -> Result<Option<Self>, LevelError> {
        let Some(name) = std::env::var_os(LEVEL_VARIABLE).filter(|name| !name.is_empty()) else {
            return Ok(None);
        };
        let level: Self = name.to_string_lossy().parse()?;
        if level.is_available() { Ok(Some(level)) } else { Err(LevelError::Unavailable(level)) }
    }

    /// Returns the forced level if this machine can run it, else the fastest. Decided once for the
    /// life of the process.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Level> = OnceLock::new();
        *CHOSEN.get_or_init(|| match Self::forced() {
            Ok(Some(forced)) => forced,
            Ok(None) | Err(_) => Self::available().next_back().unwrap_or(Self::Portable),
        })
    }

    /// Returns the name that [`LEVEL_VARIABLE`] understands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Simd128 => "simd128",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| LevelError::Unknown(name.to_owned()))
    }
}

/// Why a level cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LevelError {
    /// No level has this name.
    Unknown(String),
    /// This machine lacks the instructions.
    Unavailable(Level),
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "no level '{name}', expected one of portable, simd128, avx2, avx512")
            }
            Self::Unavailable(level) => write!(f, "this machine lacks the instructions of {level}"),
        }
    }
}

impl std::error::Error for LevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_back_from_its_name() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        let error = "sse9".parse::<Level>().unwrap_err();
        assert!(error.to_string().starts_with("no level 'sse9'"), "{error}");
    }

    #[test]
    fn plain_code_runs_everywhere_and_the_chosen_can_run() {
        assert_eq!(Level::available().next(), Some(Level::Portable));
        assert!(Level::chosen().is_available());
    }
}
