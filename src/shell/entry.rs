//! The register: what is known of a system before one of its scenarios is open.

use std::rc::Rc;

use super::exhibit::{Exhibit, Face};
use super::opened::Opened;
use super::shown::Shown;
use crate::run::Problem;

/// The system that a document says it is of; empty where it says none. It is read off the text, for a document that
/// is broken further on still says whose reader can tell what is wrong with it.
pub fn system_of(text: &str) -> &str {
    fn value(behind: &str) -> Option<&str> {
        let quoted = behind.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        quoted.split_once('"').map(|(value, _)| value)
    }
    text.split("\"system\"").skip(1).find_map(value).unwrap_or("")
}

/// A story's name, title and heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Title {
    /// Its name in addresses.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The heading under which it is listed.
    pub group: &'static str,
}

/// A registered system.
#[derive(Clone, Copy)]
pub struct Entry {
    /// How it is announced.
    pub face: Face,
    /// Its stories.
    pub stories: fn() -> Vec<Title>,
    /// Opens the story of an id.
    pub story: fn(&str) -> Option<Rc<dyn Shown>>,
    /// Opens a document.
    pub open: fn(&str) -> Result<Rc<dyn Shown>, Problem>,
}

impl Entry {
    /// Registers an exhibit.
    pub const fn of<E: Exhibit>() -> Self {
        Self {
            face: E::FACE,
            stories: || {
                let title = |story: super::Story<E>| Title { id: story.id, title: story.title, group: story.group };
                E::stories().into_iter().map(title).collect()
            },
            story: |id| {
                let story = E::stories().into_iter().find(|story| story.id == id)?;
                Some(Rc::new(Opened::<E>::new((story.make)())) as Rc<dyn Shown>)
            },
            open: |text| Ok(Rc::new(Opened::<E>::read(text)?) as Rc<dyn Shown>),
        }
    }
}
