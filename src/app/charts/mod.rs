//! Charts over the rounds, drawn by plotters, and the timeline.
//!
//! * [`chart`]: draws a chart on any backend; `scale`: the values and numbers at its edges; `points`: its lines.
//! * [`TimelineArea`]: the chart with the scrubber, the cursor and the pins of events on it; `time_scale`: where times
//!   are on it.

mod axis;
pub mod chart;
mod legend;
mod pins;
mod points;
mod progress;
mod scale;
mod scrubber;
mod tabs;
pub mod time_scale;
mod timeline;

pub use legend::entries;
pub use timeline::{TimelineArea, TimelineAreaProps};
