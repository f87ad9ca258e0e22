//! The stage: components, the player, and the canvas.
