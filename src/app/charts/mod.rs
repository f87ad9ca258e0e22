//! Charts over the rounds, drawn by plotters on a canvas.
