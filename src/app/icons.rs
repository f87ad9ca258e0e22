//! Icons, drawn here: fonts on people's machines lack the signs.

use super::view::{Tag, tag};

/// The icons there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    First,
    PreviousShedding,
    StepBack,
    Play,
    Pause,
    Step,
    NextShedding,
    Last,
    Theme,
    Close,
    Keys,
    Open,
    Undo,
    Redo,
}

/// An icon in the colour of the text around it.
pub fn icon(icon: Icon) -> Tag {
    let path = match icon {
        Icon::First => "M3 3v10M13 3 6 8l7 5z",
        Icon::StepBack => "M11 3 4 8l7 5z",
        Icon::Play => "M4 2.5 13 8l-9 5.5z",
        Icon::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
        Icon::Step => "M5 3l7 5-7 5z",
        Icon::Last => "M13 3v10M3 3l7 5-7 5z",
        Icon::PreviousShedding => "M9 3 4 7l5 4zM13 13.5l-2.2-3.5h4.4z",
        Icon::NextShedding => "M7 3l5 4-5 4zM3 13.5.8 10h4.4z",
        Icon::Theme => "M8 2a6 6 0 1 0 0 12V2a6 6 0 0 1 0 12m0-.7a5.3 5.3 0 0 0 0-10.6",
        Icon::Close => "M4 4l8 8M12 4l-8 8",
        Icon::Keys => "M2 5h12v7H2zM5 10h6M4.5 7.5h1M7.5 7.5h1M10.5 7.5h1",
        Icon::Open => "M2 4h4l1.5 2H14v7H2z",
        Icon::Undo => "M6 3 3 6l3 3M3 6h6a4 3.5 0 0 1 0 7H6",
        Icon::Redo => "M10 3l3 3-3 3M13 6H7a4 3.5 0 0 0 0 7h3",
    };
    let class = match icon {
        Icon::Close | Icon::Keys | Icon::Open | Icon::Undo | Icon::Redo => "icon line",
        Icon::Theme => "icon theme",
        _ => "icon",
    };
    let drawing = tag("svg").set("class", class).set("viewBox", "0 0 16 16").set("aria-hidden", "true");
    drawing.add(tag("path").set("d", path))
}
