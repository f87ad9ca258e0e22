//! A value shared by pointer: two are equal if they are the same one, so that comparing props is free.

use std::ops::Deref;
use std::rc::Rc;

/// A shared value.
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }

    /// Where it is: another one is elsewhere.
    pub fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as *const u8 as usize
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
