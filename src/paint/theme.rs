//! The two themes: which colour says what an ink means.
//!
//! Warm gives, cool takes, grey rests, amber flies. Warm and cool differ in lightness as well as in
//! hue, so they stay apart for people who see hues differently, and nothing is told by colour alone.

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
            Ink::Grid => (0xe2dfd8, 0x2c3238),
            Ink::Dim => (0x5f646c, 0x9aa1a9),
            Ink::Text => (0x1d2024, 0xe9e7e2),
            Ink::Rest => (0x8c97a3, 0x66717c),
            Ink::Base => (0xd5d3cc, 0x363d44),
            Ink::Giving => (0xb3541e, 0xf08a4b),
            Ink::GivingSoft => (0xf0cdb4, 0x7a4525),
            Ink::Taking => (0x1f6a9c, 0x6db6e8),
            Ink::TakingSoft => (0xbcd7e8, 0x24506c),
            Ink::Good => (0x2a7d4f, 0x6cc28d),
            Ink::Flight => (0xffd166, 0xffd166),
            Ink::FlightEdge => (0x8a6a00, 0xb08a1c),
            Ink::FlightText => (0x2b2300, 0x2b2300),
            Ink::Selected => (0x7a3fb0, 0xc79bf2),
        };
        let value = if self == Self::Light { light } else { dark };
        RGBAColor((value >> 16) as u8, (value >> 8) as u8, value as u8, 1.0)
    }
}
