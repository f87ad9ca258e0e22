//! Icons, drawn here: fonts on people's machines lack the signs.

use yew::prelude::*;

/// The icons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconKind {
    /// To the first round.
    First,
    /// To the eventful round before.
    PreviousEventful,
    /// One round back.
    Previous,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One round on.
    Next,
    /// To the next eventful round.
    NextEventful,
    /// To the last round.
    Last,
    /// Light or dark.
    Theme,
    /// Close.
    Close,
    /// Keys and help.
    Help,
    /// Open files.
    Open,
    /// The scenario as a document.
    Document,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Add, or more.
    Add,
    /// Less.
    Less,
    /// What the scenario consists of.
    Cluster,
    /// Choices and settings.
    Algorithm,
    /// Events.
    Events,
    /// Rules.
    Rules,
    /// The history of edits.
    History,
}

impl IconKind {
    fn path(self) -> &'static str {
        match self {
            Self::First => "M3 3v10M13 3 6 8l7 5z",
            Self::Previous => "M11 3 4 8l7 5z",
            Self::Play => "M4 2.5 13 8l-9 5.5z",
            Self::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
            Self::Next => "M5 3l7 5-7 5z",
            Self::Last => "M13 3v10M3 3l7 5-7 5z",
            Self::PreviousEventful => "M9 3 4 7l5 4zM13 13.5l-2.2-3.5h4.4z",
            Self::NextEventful => "M7 3l5 4-5 4zM3 13.5.8 10h4.4z",
            Self::Theme => "M8 2a6 6 0 1 0 0 12V2a6 6 0 0 1 0 12m0-.7a5.3 5.3 0 0 0 0-10.6",
            Self::Close => "M4 4l8 8M12 4l-8 8",
            Self::Help => {
                "M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.5-.8 1.1M8 11.4v.1"
            }
            Self::Open => "M2 4h4l1.5 2H14v7H2z",
            Self::Document => "M4 2h5l3 3v9H4zM9 2v3h3M6 8.5h4M6 11h4",
            Self::Undo => "M6 3 3 6l3 3M3 6h6a4 3.5 0 0 1 0 7H6",
            Self::Redo => "M10 3l3 3-3 3M13 6H7a4 3.5 0 0 0 0 7h3",
            Self::Add => "M8 3v10M3 8h10",
            Self::Less => "M3 8h10",
            Self::Cluster => "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1",
            Self::Algorithm => "M2 4h6M12 4h2M8 2.5h4v3H8zM2 11h2M8 11h6M4 9.5h4v3H4z",
            Self::Events => "M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z",
            Self::Rules => "M3 4h10M3 8h7M3 12h4",
            Self::History => "M2.5 8a5.5 5.5 0 1 0 1.8-4M4.5 1.5v3h3M8 5v3.2l2.2 1.3",
        }
    }

    fn is_filled(self) -> bool {
        use IconKind::{First, Last, Next, NextEventful, Pause, Play, Previous, PreviousEventful};
        matches!(
            self,
            First | Previous | Play | Pause | Next | Last | PreviousEventful | NextEventful
        )
    }
}

/// Props of [`Icon`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct IconProps {
    /// Which icon.
    pub kind: IconKind,
}

/// An icon in the colour of the text around it. It says nothing by itself: its button has a name.
#[component]
pub(crate) fn Icon(props: &IconProps) -> Html {
    let class = match props.kind {
        IconKind::Theme => "icon theme",
        kind if kind.is_filled() => "icon",
        _ => "icon line",
    };
    html! {
        <svg {class} viewBox="0 0 16 16" aria-hidden="true"><path d={props.kind.path()} /></svg>
    }
}
