//! The edits that every system has, as data; what they are called, and what they do.

use super::exhibit::{Exhibit, ScenarioOf};
use super::shown::Shown;
use crate::run::Problem;
use crate::run::limits::MAX_ROUNDS;
use crate::run::words::clock;

/// What a person changes of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The seed.
    Seed(u64),
    /// How many rounds.
    Rounds(usize),
    /// A lane's variant.
    Variant(usize, String),
    /// A field of a lane, or of the world, by its name.
    Set(usize, &'static str, f64),
    /// Every field of a lane back to its default.
    Reset(usize),
    /// One more lane, like the one given.
    AddLane(usize),
    /// One lane less.
    RemoveLane(usize),
    /// The lanes of a ready-made comparison, by its place, made from the lane given.
    Compare(usize, usize),
    /// Something happens at a time, in seconds.
    Push(String, f64),
    /// An event moves to another time, in seconds.
    MoveEvent(usize, f64),
    /// An event less.
    RemoveEvent(usize),
}

impl Edit {
    /// Whether a person makes it in steps, which together are one edit: a number that is typed, a mark that is dragged.
    pub fn is_gradual(&self) -> bool {
        matches!(self, Self::Seed(_) | Self::Rounds(_) | Self::Variant(..) | Self::Set(..) | Self::MoveEvent(..))
    }

    /// The edit in a few words, in those of the scenario that is edited. Where it is [gradual](Self::is_gradual), a
    /// colon stands before its value.
    pub fn said(&self, of: &dyn Shown) -> String {
        let of_lane = |lane: usize| if of.lanes() > 1 { format!("Lane {}, ", lane + 1) } else { String::new() };
        let called = |index: usize| {
            let events = of.events();
            events.get(index).map_or_else(String::new, |event| format!(" ({})", event.said))
        };
        match self {
            Self::Seed(seed) => format!("Seed: {seed}"),
            Self::Rounds(rounds) => format!("Length: {rounds}"),
            Self::Variant(lane, id) => {
                let variants = of.variants();
                let label = variants.iter().find(|variant| variant.id == id).map_or(&**id, |variant| variant.label);
                format!("{}Variant: {label}", of_lane(*lane))
            }
            Self::Set(lane, name, value) => {
                let fields = if *lane < of.lanes() { of.fields(*lane) } else { Vec::new() };
                let Some(field) = fields.iter().find(|field| field.name == *name) else { return (*name).to_owned() };
                let lane = if field.is_of_lane { of_lane(*lane) } else { String::new() };
                format!("{lane}{}: {} {}", field.label, field.takes.format(*value), field.unit).trim_end().to_owned()
            }
            Self::Reset(lane) => format!("{}settings reset", of_lane(*lane)),
            Self::AddLane(_) => "Lane added".to_owned(),
            Self::RemoveLane(lane) => format!("Lane {} removed", lane + 1),
            Self::Compare(place, lane) => {
                let titles = if *lane < of.lanes() { of.comparisons(*lane) } else { Vec::new() };
                format!("Compare {}", titles.get(*place).copied().unwrap_or_default())
            }
            Self::Push(id, at_s) => {
                let pushes = of.pushes();
                let label = pushes.iter().find(|push| push.id == *id).map_or(&**id, |push| &*push.label);
                format!("{label} at {}", clock(*at_s))
            }
            Self::MoveEvent(index, at_s) => format!("Event {}{}: at {}", index + 1, called(*index), clock(*at_s)),
            Self::RemoveEvent(index) => format!("Event {}{} removed", index + 1, called(*index)),
        }
    }
}

/// Makes an edit; what comes of it has still to be checked.
pub(super) fn apply<E: Exhibit>(scenario: &mut ScenarioOf<E>, edit: &Edit) -> Result<(), Problem> {
    let lanes = scenario.lanes.len();
    let there = |lane: usize| {
        if lane < lanes { Ok(lane) } else { Err(Problem::at("lane", "it is not there any more.")) }
    };
    match edit {
        Edit::Seed(seed) => scenario.seed = *seed,
        Edit::Rounds(rounds) if (1..=MAX_ROUNDS).contains(rounds) => scenario.rounds = *rounds,
        Edit::Rounds(rounds) => {
            return Err(Problem::at("rounds", format!("{rounds} is out of bounds; give 1 to {MAX_ROUNDS}.")));
        }
        Edit::Variant(lane, id) => {
            let variant = E::variants().into_iter().find(|variant| variant.id == id);
            let variant = variant.ok_or_else(|| Problem::at("variant", format!("“{id}” is not known.")))?;
            E::choose(&mut scenario.lanes[there(*lane)?], variant.id);
        }
        Edit::Set(lane, name, value) => {
            let fields = E::fields(scenario, there(*lane)?);
            let field = fields.iter().find(|field| field.name == *name);
            let field = field.ok_or_else(|| Problem::at(*name, "nothing here reads it."))?;
            field.takes.check(*value).map_err(|what| Problem::at(*name, what))?;
            E::set(scenario, *lane, name, *value)?;
        }
        Edit::Reset(lane) => {
            for field in E::fields(scenario, there(*lane)?).iter().filter(|field| field.is_of_lane) {
                E::set(scenario, *lane, field.name, field.default)?;
            }
        }
        Edit::AddLane(lane) => {
            let like = scenario.lanes[there(*lane)?].clone();
            scenario.lanes.push(like);
        }
        Edit::RemoveLane(lane) => drop(scenario.lanes.remove(there(*lane)?)),
        Edit::Compare(place, lane) => {
            let mut all = E::comparisons(&scenario.lanes[there(*lane)?]);
            if *place >= all.len() {
                return Err(Problem::at("comparison", "it is not there any more."));
            }
            scenario.lanes = all.swap_remove(*place).1;
        }
        Edit::Push(id, at_s) => E::push(&mut scenario.world, id, *at_s)?,
        Edit::MoveEvent(index, at_s) if *index < E::events(&scenario.world).len() => {
            E::move_event(&mut scenario.world, *index, *at_s);
        }
        Edit::RemoveEvent(index) if *index < E::events(&scenario.world).len() => {
            E::remove_event(&mut scenario.world, *index);
        }
        Edit::MoveEvent(..) | Edit::RemoveEvent(_) => {
            return Err(Problem::at("event", "it is not there any more."));
        }
    }
    Ok(())
}
