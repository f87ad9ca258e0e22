//! The releases whose behaviour differs, and the proof that a behaviour carries.

use serde::{Deserialize, Serialize};

/// A released behaviour. Within one, every strategy does what that release does, quirks included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Release {
    /// The 4.0 line (code of October 2024).
    #[serde(rename = "4.0")]
    V4_0,
    /// 2026 before the change of defaults: AvgShedder orders exactly, UniformLoadShedder adds nothing.
    #[default]
    #[serde(rename = "2026")]
    Y2026,
    /// 5.0, from the descriptions of pull requests 26246 and 26609.
    #[serde(rename = "5.0")]
    V5_0,
}

impl Release {
    /// All of them, oldest first.
    pub const ALL: [Self; 3] = [Self::V4_0, Self::Y2026, Self::V5_0];

    /// The name that scenarios and controls use.
    pub fn name(self) -> &'static str {
        match self {
            Self::V4_0 => "4.0",
            Self::Y2026 => "2026",
            Self::V5_0 => "5.0",
        }
    }

    /// The release of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }

    /// One line on what is different about it.
    pub fn about(self) -> &'static str {
        match self {
            Self::V4_0 => {
                "AvgShedder orders brokers by whole points; UniformLoadShedder stretches its budget by 1000."
            }
            Self::Y2026 => {
                "AvgShedder orders brokers exactly; its plan is looked up by a bundle's statistics."
            }
            Self::V5_0 => {
                "AvgShedder is the default for both settings; its plan is kept by bundle name and lives for one round."
            }
        }
    }

    /// The shedder and placement that an empty configuration means.
    pub fn default_setup(self) -> (&'static str, &'static str) {
        match self {
            Self::V4_0 | Self::Y2026 => ("ThresholdShedder", "LeastLongTermMessageRate"),
            Self::V5_0 => ("AvgShedder", "AvgShedder"),
        }
    }
}
