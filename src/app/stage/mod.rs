//! The stage: what a round looks like, and the controls of time.
//!
//! * [`StageArea`]: a column for each variant, with its canvases; `handles`: what can be dragged; `legend`: what the
//!   signs mean; [`Controls`]: play, step, jump.
//! * [`Player`]: paints the canvases and moves the cursor, outside of the page's tree; `playhead`: where it is, pure;
//!   `layouts`: the stages as they are laid out.
//! * [`canvas`]: what plotters draws on.

pub mod canvas;
mod column;
mod controls;
mod handles;
mod layouts;
mod legend;
mod perf;
pub mod player;
pub mod playhead;
mod stage_area;

pub use controls::{Controls, ControlsProps};
pub use player::Player;
pub use stage_area::{StageArea, StageAreaProps};
