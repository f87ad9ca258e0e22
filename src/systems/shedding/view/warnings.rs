//! What a person should know of a variant's set-up.

use super::choices::{PLACEMENT, STRATEGY, placement_label, usual_placement};
use crate::simulator::{Edit, Remedy, Severity, Warning};
use crate::systems::shedding::Variant;
use crate::systems::shedding::scenario::Refusal;

const UNREAD_PLAN: &str =
    "The strategy plans a target for every bundle, but this placement never asks for the plan.";

/// The warnings about a variant, with remedies that put them right.
pub(super) fn warnings(variant: &Variant, index: usize) -> Vec<Warning> {
    let placement = || {
        let usual = usual_placement(&variant.strategy);
        remedy(index, PLACEMENT, usual, placement_label(usual))
    };
    let warning = match variant.check_setup() {
        Err(refusal) => {
            let remedy = match refusal {
                Refusal::UnknownShedder => {
                    let (strategy, _) = variant.release.default_setup();
                    remedy(index, STRATEGY, strategy, strategy)
                }
                Refusal::UnknownPlacement | Refusal::PlacementAlsoSheds => placement(),
            };
            let text = format!("The release refuses this set-up. {}", refusal.about());
            Warning {
                severity: Severity::Refused,
                text,
                remedy: Some(remedy),
            }
        }
        Ok(()) if variant.plan_is_unread() => Warning {
            severity: Severity::Remark,
            text: UNREAD_PLAN.to_owned(),
            remedy: Some(placement()),
        },
        Ok(()) => return Vec::new(),
    };
    vec![warning]
}

fn remedy(variant: usize, choice: &'static str, option: &str, label: &str) -> Remedy {
    Remedy {
        label: format!("Use {label}"),
        edit: Edit::Choose {
            variant,
            choice,
            option: option.to_owned(),
        },
    }
}
