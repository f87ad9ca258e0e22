//! A page without the browser: performs requests and computes rounds as the hooks do.

use std::rc::Rc;

use shedscope::app::session::{Action, Origin, Request, Seek, State, Work, perform};
use shedscope::render::Theme;
use shedscope::simulator::Edit;
use shedscope::systems;
use yew::Reducible;

/// A page.
pub struct Page(pub Rc<State>);

impl Page {
    /// A page that opens on a preset; nothing of it is computed yet.
    pub fn open(system: &str, preset: &str) -> Self {
        let entry = systems::find(system).expect("a system");
        let info = (entry.presets)()
            .into_iter()
            .find(|one| one.id == preset)
            .expect("a preset");
        let session = (entry.open_preset)(info.id).expect("a preset that opens");
        let origin = Origin {
            system: entry.info.id,
            preset: Some(info.id),
        };
        Self(Rc::new(State::new(session.into(), origin, Theme::Light)))
    }

    /// A page with the first preset of a system, computed.
    pub fn first(system: &str) -> Self {
        let entry = systems::find(system).expect("a system");
        let mut page = Self::open(system, (entry.presets)()[0].id);
        page.compute();
        page
    }

    /// Something happens; what it asks for is performed.
    pub fn does(&mut self, action: Action) -> &mut Self {
        self.0 = Rc::clone(&self.0).reduce(action);
        while let Some(request) = self.0.requests.front().cloned() {
            let outcome = perform(&self.0, &request);
            self.0 = Rc::clone(&self.0).reduce(Action::Done(outcome));
        }
        self
    }

    /// Computes everything and shows it.
    pub fn compute(&mut self) -> &mut Self {
        while self.0.document.advance() {}
        self.report(true)
    }

    /// Computes this many rounds and reports them.
    pub fn compute_to(&mut self, rounds: usize) -> &mut Self {
        while self.0.document.computed() < rounds && self.0.document.advance() {}
        self.report(true)
    }

    /// Reports what has been computed.
    pub fn report(&mut self, is_ready: bool) -> &mut Self {
        let document = self.0.document.clone();
        let computed = document.computed();
        self.does(Action::Computed(Work {
            document,
            computed,
            is_ready,
        }))
    }

    /// Edits and computes.
    pub fn edit(&mut self, edit: Edit) -> &mut Self {
        self.does(Action::edit(edit)).compute()
    }

    /// Goes to a round, from 0.
    pub fn seek(&mut self, round: usize) -> &mut Self {
        self.does(Action::Seek(Seek::Round(round)))
    }

    /// Opens a document.
    pub fn document(&mut self, text: &str) -> &mut Self {
        self.does(Action::Request(Request::Document(text.to_owned())))
    }
}
