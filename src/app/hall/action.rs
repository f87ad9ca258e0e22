//! Everything that can happen to the page of an exhibit.

use crate::app::action::Sheet;
use crate::app::controls::Play;
use crate::paint::Theme;
use crate::shell::{Edit, Who};

/// Which of the dialogs is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The scenario as a document: read, edit, open another.
    Document,
    /// The list of keys.
    Keys,
    /// What the measures mean.
    Definitions,
}

/// Something that happens.
#[derive(Clone, Debug)]
pub enum Action {
    /// A story of the system, by its id.
    Story(String),
    /// A document is opened.
    Open(String),
    /// A file or text cannot be opened.
    Refused(String),
    /// The scenario is edited.
    Edit(Edit),
    /// Another lane is the main one.
    Lane(usize),
    /// Back or forward in the history of edits, to a place.
    Past(usize),
    /// Stops computing, or goes on with it.
    Halt(bool),
    /// The lanes over many seeds: begins anew, or stops.
    Sweep(bool),
    /// A slice of that is done; whether there is more.
    Swept(bool),
    /// The cursor goes somewhere, time runs or stands.
    Play(Play),
    /// The cursor arrives at a round by playing.
    Arrive(usize),
    /// Whose story.
    Select(Option<Who>),
    /// Light or dark.
    Theme(Theme),
    /// Tables beside charts.
    Tables(bool),
    /// Which chart stands over the timeline.
    Chart(usize),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// The panel on a narrow screen.
    Sheet(Sheet),
    /// The panels catch up with the cursor.
    Tell,
    /// The page goes on with what it took a breath in.
    Resume,
    /// More rounds have been produced.
    Grown,
    /// A notice has been read.
    DismissNotice,
    /// The stage or the chart has another size.
    Resized,
    /// A long table goes to a page.
    Page(usize),
    /// More reasons are asked for.
    More,
}

impl From<Play> for Action {
    fn from(play: Play) -> Self {
        Self::Play(play)
    }
}
