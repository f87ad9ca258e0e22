//! What a variant chooses: strategy, placement and release.

use crate::engine::Problem;
use crate::simulator::choice::unknown_option;
use crate::simulator::missing::not_there;
use crate::simulator::{Choice, ChoiceOption};
use crate::systems::shedding::placement::{PLACEMENTS, PlacementInfo};
use crate::systems::shedding::strategy::{SHEDDERS, ShedderInfo};
use crate::systems::shedding::{Release, Variant};

/// The ids of the choices.
pub(crate) const STRATEGY: &str = "strategy";
/// Where bundles go.
pub(crate) const PLACEMENT: &str = "placement";
/// Of which release the behaviour is.
pub(crate) const RELEASE: &str = "release";

/// The choices of a variant.
pub(super) fn choices(variant: &Variant) -> Vec<Choice> {
    let strategies = SHEDDERS.iter().map(|row| ChoiceOption {
        id: row.id.to_owned(),
        label: row.label.to_owned(),
        group: if row.is_proposal {
            "Proposed"
        } else {
            "Released"
        },
        fidelity: Some(row.fidelity(variant.release)),
        about: row.about.to_owned(),
    });
    let placements = PLACEMENTS.iter().map(|row| ChoiceOption {
        id: row.id.to_owned(),
        label: row.label.to_owned(),
        group: if row.is_proposal || row.is_baseline {
            "Not released"
        } else {
            "Released"
        },
        fidelity: Some(row.fidelity(variant.release)),
        about: row.about.to_owned(),
    });
    let releases = Release::ALL.iter().map(|release| ChoiceOption {
        id: release.name().to_owned(),
        label: format!("Pulsar {}", release.name()),
        group: "",
        fidelity: None,
        about: release.about().to_owned(),
    });
    let choice = |id, label, options: Vec<ChoiceOption>, selected: &str| Choice {
        id,
        label,
        options: with_unknown(options, selected),
        selected: selected.to_owned(),
    };
    vec![
        choice(
            STRATEGY,
            "Strategy",
            strategies.collect(),
            &variant.strategy,
        ),
        choice(
            PLACEMENT,
            "Placement",
            placements.collect(),
            &variant.placement,
        ),
        choice(
            RELEASE,
            "Release",
            releases.collect(),
            variant.release.name(),
        ),
    ]
}

/// The options, with the one in force among them even where no table knows it.
fn with_unknown(mut options: Vec<ChoiceOption>, selected: &str) -> Vec<ChoiceOption> {
    if !options.iter().any(|option| option.id == selected) {
        let label = format!("{selected} (unknown)");
        let about = "No release has a class of this name.".to_owned();
        options.insert(
            0,
            ChoiceOption {
                id: selected.to_owned(),
                label,
                group: "",
                fidelity: None,
                about,
            },
        );
    }
    options
}

/// Chooses an option. A strategy brings the placement that usually goes with it.
///
/// # Errors
/// Where there is no such choice or option.
pub(super) fn choose(variant: &mut Variant, choice: &str, option: &str) -> Result<(), Problem> {
    let choices = choices(variant);
    let options = &choices
        .iter()
        .find(|other| other.id == choice)
        .ok_or_else(|| not_there(choice))?
        .options;
    let unknown = || unknown_option(&choices, choice, option);
    if !options.iter().any(|other| other.id == option) {
        return Err(unknown());
    }
    match choice {
        STRATEGY if option != variant.strategy => {
            variant.placement = usual_placement(option).to_owned();
            variant.strategy = option.to_owned();
        }
        PLACEMENT => variant.placement = option.to_owned(),
        RELEASE => variant.release = Release::from_name(option).ok_or_else(unknown)?,
        _ => {}
    }
    Ok(())
}

/// The placement that usually goes with a strategy.
pub(crate) fn usual_placement(strategy: &str) -> &'static str {
    match ShedderInfo::find(strategy) {
        Some(row) if row.id == "AvgShedder" => "AvgShedder",
        Some(row) if row.names_targets => "planned",
        _ => "LeastLongTermMessageRate",
    }
}

/// What a person reads for a placement.
pub(crate) fn placement_label(id: &str) -> &str {
    PlacementInfo::find(id).map_or(id, |row| row.label)
}
