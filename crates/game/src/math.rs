//! Transcendental functions that give the same bits on every platform.
//!
//! The standard library takes `exp`, `ln` and `powf` from the system, whose results differ in the
//! last bit between platforms: enough to change a sampled world, and with it a whole search. These
//! come from `libm`, which is portable Rust. Single-precision results are rounded from double
//! precision. The workspace's clippy configuration refuses the standard ones.

/// Returns e to the power of `x`.
#[inline]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Returns e to the power of `x`, in single precision.
#[inline]
pub fn exp_f32(x: f32) -> f32 {
    libm::exp(f64::from(x)) as f32
}

/// Returns the natural logarithm of `x`.
#[inline]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Returns the natural logarithm of `x`, in single precision.
#[inline]
pub fn ln_f32(x: f32) -> f32 {
    libm::log(f64::from(x)) as f32
}

/// Returns the natural logarithm of `1 + x`.
#[inline]
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// Returns `x` to the power of `y`.
#[inline]
pub fn powf(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Returns `x` to the power of `n`, by repeated squaring.
#[inline]
pub fn powi(x: f64, n: u32) -> f64 {
    let (mut base, mut n, mut result) = (x, n, 1.0);
    loop {
        if n & 1 == 1 {
            result *= base;
        }
        n >>= 1;
        if n == 0 {
            return result;
        }
        base *= base;
    }
}

/// Returns `x` to the power of `n`, in single precision, by repeated squaring.
#[inline]
pub fn powi_f32(x: f32, n: u32) -> f32 {
    let (mut base, mut n, mut result) = (x, n, 1.0);
    loop {
        if n & 1 == 1 {
            result *= base;
        }
        n >>= 1;
        if n == 0 {
            return result;
        }
        base *= base;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes of results over a grid: a platform that differs by one bit fails.
    #[test]
    fn results_are_the_same_bits_everywhere() {
        let grid = || (1..4_000).map(|n| f64::from(n) / 97.0);
        let fold = |of: &dyn Fn(f64) -> f64| {
            grid().fold(0u64, |hash, x| hash.rotate_left(5) ^ of(x).to_bits().wrapping_mul(0x9e37))
        };
        let found = [fold(&exp), fold(&ln), fold(&ln_1p), fold(&|x| powf(x, 0.85))];
        let expected = [
            13_965_332_804_415_962_617,
            3_421_770_308_298_951_662,
            15_578_558_289_234_313_449,
            1_879_357_408_243_221_063,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn single_precision_is_the_rounded_double() {
        for n in -400..400i16 {
            let x = f32::from(n) / 7.0;
            assert_eq!(exp_f32(x).to_bits(), (exp(f64::from(x)) as f32).to_bits());
        }
        assert_eq!((powi(1.5, 3), powi(0.3, 0)), (3.375, 1.0));
        assert_eq!(powi_f32(0.5, 3).to_bits(), 0.125f32.to_bits());
        assert_eq!(powi_f32(0.3, 0).to_bits(), 1f32.to_bits());
    }
}
