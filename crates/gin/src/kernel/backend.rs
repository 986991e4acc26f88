//! The vector instructions that batches run on.

#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// A way to evaluate many hands at once. All give the same answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Backend {
    /// Plain code for any CPU.
    Portable,
    /// Sixteen hands at a time, on x86-64 CPUs with AVX2.
    Avx2,
    /// Thirty-two hands at a time, on x86-64 CPUs with AVX-512F and AVX-512BW.
    Avx512,
}

/// The environment variable that forces a back end: `portable`, `avx2` or `avx512`.
pub const BACKEND_VARIABLE: &str = "FACEDOWN_SIMD";

impl Backend {
    /// All back ends, the plainest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns whether this CPU has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Returns the back ends this CPU can run, the plainest first and the fastest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|backend| backend.is_available())
    }

    /// Returns the back end that [`BACKEND_VARIABLE`] forces, `None` if it is unset or empty.
    ///
    /// A name that is unknown or that this CPU cannot run is an error here, for programs and tests
    /// that want to report it; [`Backend::chosen`] runs on the fastest instead.
    pub fn forced() -> Result<Option<Self>, BackendError> {
        let Some(name) = std::env::var_os(BACKEND_VARIABLE).filter(|name| !name.is_empty()) else {
            return Ok(None);
        };
        let backend: Self = name.to_string_lossy().parse()?;
        if backend.is_available() {
            Ok(Some(backend))
        } else {
            Err(BackendError::Unavailable(backend))
        }
    }

    /// Returns the back end of [`min_deadwood_batch`](super::min_deadwood_batch): the forced one
    /// if this CPU can run it, else the fastest. Decided once for the life of the process.
    pub fn chosen() -> Self {
        static CHOSEN: OnceLock<Backend> = OnceLock::new();
        *CHOSEN.get_or_init(|| match Self::forced() {
            Ok(Some(forced)) => forced,
            Ok(None) | Err(_) => Self::available().next_back().unwrap_or(Self::Portable),
        })
    }

    /// Returns the name that [`BACKEND_VARIABLE`] understands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Writes the least deadwood of each hand. With `CHECK`, returns whether all words are hands.
    ///
    /// # Panics
    /// If the CPU lacks the instructions.
    pub(super) fn run<const CHECK: bool>(self, hands: &[u64], out: &mut [u8]) -> bool {
        match self {
            Self::Portable => super::portable::min_deadwood::<CHECK>(hands, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => detected(Avx2::detect()).min_deadwood::<CHECK>(hands, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => detected(Avx512::detect()).min_deadwood::<CHECK>(hands, out),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => panic!("this CPU has no {}", self.name()),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn detected<T>(proof: Option<T>) -> T {
    proof.expect("the CPU has the instructions of the back end")
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Backend {
    type Err = BackendError;

    fn from_str(name: &str) -> Result<Self, BackendError> {
        let found = Self::ALL.into_iter().find(|backend| backend.name() == name);
        found.ok_or_else(|| BackendError::Unknown(name.to_owned()))
    }
}

/// Why a back end cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BackendError {
    /// No back end has this name.
    Unknown(String),
    /// This CPU lacks the instructions.
    Unavailable(Backend),
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                write!(f, "no back end '{name}', expected one of portable, avx2, avx512")
            }
            Self::Unavailable(backend) => write!(f, "this CPU lacks the instructions of {backend}"),
        }
    }
}

impl std::error::Error for BackendError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_back_end_reads_back_from_its_name() {
        for backend in Backend::ALL {
            assert_eq!(backend.name().parse(), Ok(backend));
        }
        let error = "sse9".parse::<Backend>().unwrap_err();
        assert_eq!(error.to_string(), "no back end 'sse9', expected one of portable, avx2, avx512");
    }

    #[test]
    fn plain_code_runs_everywhere_and_the_chosen_can_run() {
        assert_eq!(Backend::available().next(), Some(Backend::Portable));
        assert!(Backend::chosen().is_available());
    }
}
