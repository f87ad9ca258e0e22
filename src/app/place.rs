//! The address: which system and preset, and at which round. Pure.

use std::fmt::{Display, Formatter, Result as Written};

/// A place of the site: `#/shedding/two-hot?round=7`. A document of a person's own is never part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The id of the system; empty for the first.
    pub system: String,
    /// The id of the preset; empty for the first one of the system, or for a document of a person's own.
    pub preset: String,
    /// The round, counted from 1 as people do; none for the first.
    pub round: Option<usize>,
}

impl Place {
    /// Reads the part of an address behind and with its `#`; what cannot be read is left out.
    pub(crate) fn from_hash(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut parts = path.split('/').map(str::to_owned);
        let (system, preset) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        let round = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("round=")?.parse().ok())
            .filter(|round| *round > 0);
        Self {
            system,
            preset,
            round,
        }
    }
}

impl Display for Place {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Written {
        write!(formatter, "#/{}", self.system)?;
        if !self.preset.is_empty() {
            write!(formatter, "/{}", self.preset)?;
        }
        match self.round {
            Some(round) if round > 1 => write!(formatter, "?round={round}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        for text in [
            "#/shedding",
            "#/shedding/two-hot",
            "#/rotation/first?round=7",
        ] {
            assert_eq!(Place::from_hash(text).to_string(), text);
        }
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        assert_eq!(Place::from_hash(""), Place::default());
        assert_eq!(Place::from_hash("#"), Place::default());
        let place = Place::from_hash("#/shedding/a/b?round=x&other=1");
        assert_eq!(
            (place.system.as_str(), place.preset.as_str(), place.round),
            ("shedding", "a", None)
        );
        assert_eq!(Place::from_hash("#/shedding?round=0").round, None);
        assert_eq!(
            Place {
                round: Some(1),
                ..Place::default()
            }
            .to_string(),
            "#/"
        );
    }
}
