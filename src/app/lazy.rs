//! A part of the page that is shown anew only when something it depends on has changed.

use std::rc::Rc;

use yew::prelude::*;

use super::Dispatch;
use super::session::Session;

/// A view: what the page shows of the session.
pub type View = fn(&Session, &Dispatch) -> Html;

/// What a part depends on, and how it is shown.
#[derive(Properties)]
pub struct LazyProps {
    /// The part is shown anew when one of these changes.
    pub stamp: Vec<usize>,
    /// How it is shown.
    pub view: View,
    /// What it shows.
    pub session: Rc<Session>,
    /// Where actions go.
    pub dispatch: Dispatch,
}

impl PartialEq for LazyProps {
    fn eq(&self, other: &Self) -> bool {
        self.stamp == other.stamp
    }
}

#[component]
pub fn Lazy(props: &LazyProps) -> Html {
    (props.view)(&props.session, &props.dispatch)
}
