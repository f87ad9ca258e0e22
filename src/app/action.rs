//! Everything that can happen to the page, and the choices it is about.

use super::controls::Play;
use super::importer::Sources;
use super::metrics::Texts;
use super::shared::Shared;
use crate::exchange::wire::Found;
use crate::paint::Theme;
use crate::run::Problem;
use crate::scene::stage::Order;
use crate::shedding::cluster_edit::ClusterEdit;
use crate::shedding::event::Event;
use crate::shedding::settings::Key;
use crate::shedding::{Lane, Release, Scenario, Subject};

/// Which of the dialogs is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Open a file, drop or paste.
    Open,
    /// The list of keys.
    Keys,
    /// What the measures mean.
    Definitions,
    /// What would be exposed to Prometheus.
    Metrics,
}

/// What is shown page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// The table of brokers.
    Brokers,
    /// The table of a broker's bundles.
    Bundles,
    /// The cards of reasons: how often more were asked for.
    Why,
    /// The stage as a table.
    Stage,
    /// The history as a table.
    History,
}

/// What came of reading files.
#[derive(Clone, Default, PartialEq)]
pub enum Reading {
    /// Nothing has been read.
    #[default]
    Nothing,
    /// They are being read.
    Waiting(Shared<Sources>),
    /// They were understood, and wait to be applied.
    Read(Shared<Found>),
    /// They cannot be read.
    Refused(Problem),
}

/// The panel shown under the stage on a narrow screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// Scenario, strategy, settings, brokers.
    Setup,
    /// The reasons.
    Why,
    /// The measures.
    SoFar,
}

/// Something that happens.
#[derive(Clone)]
pub enum Action {
    /// A situation is picked; it has to come first.
    Fetch(&'static str),
    /// A situation has come.
    Pick(&'static str, Shared<Scenario>),
    /// A scenario from elsewhere is applied.
    Apply(Shared<Scenario>),
    /// Another shedder, with the placement that usually goes with it.
    Strategy(String),
    /// Another placement.
    Placement(String),
    /// Another release.
    Release(Release),
    /// A setting.
    Set(Key, f64),
    /// Every setting back to its default.
    ResetSettings,
    /// How many rounds.
    Rounds(usize),
    /// The seed.
    Seed(u64),
    /// An edit of the cluster: at the first round, or for the whole run, of its start; later as an event.
    Edit(ClusterEdit),
    /// An event is put in the place of the one with its id, or added.
    Event(Event),
    /// An event less.
    RemoveEvent(u32),
    /// Another lane is the main one.
    Lane(usize),
    /// Other lanes.
    Lanes(Vec<Lane>),
    /// A lane less.
    RemoveLane(usize),
    /// The run that the last edit left, as a lane of its own.
    CompareWithBefore,
    /// Back or forward in the history of edits, to a place.
    Past(usize),
    /// Stops computing, or goes on with it.
    Halt(bool),
    /// The lanes over many seeds: begins anew, or stops.
    Sweep(bool),
    /// A slice of that is done; whether there is more.
    Swept(bool),
    /// What would be exposed has been worked out, of a lane in a round.
    Metrics(usize, usize, Shared<Texts>),
    /// Whose text of it is shown.
    Exposed(usize),
    /// Go to the start and make the edit that was offered.
    AcceptOffer,
    /// Forget the edit that was offered.
    DiscardOffer,
    /// The cursor arrives at a round by playing.
    Arrive(usize),
    /// The panels catch up with the cursor.
    Tell,
    /// The cursor goes somewhere, time runs or stands.
    Play(Play),
    /// Whose story.
    Select(Option<Subject>),
    /// In which order.
    Order(Order),
    /// Light or dark.
    Theme(Theme),
    /// Tables beside charts.
    Tables(bool),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// The panel on a narrow screen.
    Sheet(Sheet),
    /// The page has taken a breath, and goes on showing what there is.
    Show,
    /// More rounds have been produced.
    Grown,
    /// Something is the matter.
    Notice(String),
    /// A notice has been read.
    DismissNotice,
    /// The stage or the history has another size.
    Resized,
    /// A long table goes to a page.
    Page(Pages, usize),
    /// A broker's row is opened or closed.
    Opened(Option<usize>),
    /// The table of brokers shows some of them.
    Filter(String),
    /// Files or texts are opened.
    Open(Shared<Sources>),
    /// Files were read, or cannot be.
    Read(Reading),
}

impl From<Play> for Action {
    fn from(play: Play) -> Self {
        Self::Play(play)
    }
}
