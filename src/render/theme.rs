//! The two themes: which colour says what an ink means.
//!
//! Orange sheds, blue receives, grey rests, yellow is unloading: the tokens of `static/css/tokens.css`. Every one of them
//! has a shape too, so that nothing depends on seeing hues.

use plotters::style::RGBAColor;

use crate::scene::Ink;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Paper.
    #[default]
    Light,
    /// Slate.
    Dark,
}

impl Theme {
    /// The colour of an ink.
    pub fn color(self, ink: Ink) -> RGBAColor {
        let (light, dark): (u32, u32) = match ink {
            Ink::Ground => (0xf6f5f2, 0x14171a),
            Ink::Grid => (0xdcd8cf, 0x333a41),
            Ink::Dim => (0x565b63, 0xa5acb4),
            Ink::Text => (0x1d2024, 0xe9e7e2),
            Ink::Idle => (0x7c8793, 0x77828e),
            Ink::Base => (0xd3d6d9, 0x3a4148),
            Ink::Source => (0xa34a18, 0xf08a4b),
            Ink::SourceSoft => (0xfbe3d4, 0x43291a),
            Ink::Target => (0x1f6a9c, 0x6db6e8),
            Ink::TargetSoft => (0xdcebf6, 0x173349),
            Ink::Good => (0x256b4a, 0x6cc79c),
            Ink::Flight => (0xffd166, 0xffd166),
            Ink::FlightEdge => (0x8a6a00, 0xffd166),
            Ink::FlightText => (0x2b2300, 0x2b2300),
            Ink::Selected => (0x1d2024, 0xe9e7e2),
        };
        let value = if self == Self::Light { light } else { dark };
        RGBAColor((value >> 16) as u8, (value >> 8) as u8, value as u8, 1.0)
    }
}
