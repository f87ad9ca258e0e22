//! Values shared by pointer: two are equal if they are the same one, so that comparing props is free.

use std::fmt::{Debug, Formatter, Result as Written};
use std::ops::Deref;
use std::rc::Rc;

use implicit_clone::ImplicitClone;

use crate::simulator::{Session, SharedSession};

/// A shared value that compares by pointer.
pub struct Shared<T: ?Sized>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T: ?Sized> ImplicitClone for Shared<T> {}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized> Debug for Shared<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Written {
        write!(formatter, "Shared({:p})", Rc::as_ptr(&self.0))
    }
}

/// An open scenario. Its rounds grow behind it: what shows them takes the number of computed rounds as a prop beside it.
pub type Handle = Shared<dyn Session>;

impl From<SharedSession> for Handle {
    fn from(session: SharedSession) -> Self {
        Self(session)
    }
}
