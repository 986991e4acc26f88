//! Lists of legal actions, without allocation.

use std::fmt;
use std::mem::MaybeUninit;

/// A buffer that a game fills with legal actions.
pub trait ActionBuf<A>: Default {
    /// Removes every action.
    fn clear(&mut self);

    /// Adds an action.
    ///
    /// # Panics
    /// If the buffer is full. The capacity is a bound that the rules prove.
    fn push(&mut self, action: A);

    /// Returns the actions in the order in which they were added.
    fn as_slice(&self) -> &[A];
}

/// At most `N` actions, stored inline. An empty list costs nothing.
///
/// ```
/// use facedown_game::{ActionBuf, ActionList};
///
/// let mut list = ActionList::<u8, 4>::default();
/// list.push(7);
/// list.push(9);
/// assert_eq!(list.as_slice(), [7, 9]);
/// ```
pub struct ActionList<A, const N: usize> {
    items: [MaybeUninit<A>; N],
    len: usize, // the first `len` items are initialised
}

impl<A, const N: usize> Default for ActionList<A, N> {
    fn default() -> Self {
        Self { items: [const { MaybeUninit::uninit() }; N], len: 0 }
    }
}

#[allow(unsafe_code, reason = "an uninitialised array, so that an empty list costs nothing")]
impl<A: Copy, const N: usize> ActionBuf<A> for ActionList<A, N> {
    #[inline]
    fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, action: A) {
        self.items[self.len].write(action);
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[A] {
        // SAFETY: only `push` raises `len`, after it has written the item there, and `A: Copy` has
        // nothing to drop.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr().cast::<A>(), self.len) }
    }
}

impl<A: Copy + fmt::Debug, const N: usize> fmt::Debug for ActionList<A, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_list_is_empty_and_can_be_filled_again() {
        let mut list = ActionList::<u16, 3>::default();
        for round in 0..5 {
            list.clear();
            assert!(list.as_slice().is_empty());
            for i in 0..3 {
                list.push(round * 10 + i);
            }
            assert_eq!(list.as_slice(), [round * 10, round * 10 + 1, round * 10 + 2]);
        }
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_full_list_refuses_another_action() {
        let mut list = ActionList::<u8, 1>::default();
        list.push(1);
        list.push(2);
    }
}
