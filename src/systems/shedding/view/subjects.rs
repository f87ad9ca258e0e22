//! Subjects as the simulator refers to them.

use crate::simulator::SubjectRef;
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::{BrokerId, BundleId, Simulation, Subject};

const BROKER: u8 = 1;
const PAIR: u8 = 2;
const BUNDLE: u8 = 3;
const CANDIDATE: u8 = 4;

/// The reference to a subject.
pub(super) fn reference(subject: Subject) -> SubjectRef {
    match subject {
        Subject::Round => SubjectRef::ROUND,
        Subject::Broker(broker) => SubjectRef::one(BROKER, broker.index()),
        Subject::Pair(high, low) => SubjectRef::pair(PAIR, high.index(), low.index()),
        Subject::Bundle(bundle) => SubjectRef::one(BUNDLE, bundle.index()),
        Subject::Candidate { bundle, broker } => {
            SubjectRef::pair(CANDIDATE, bundle.index(), broker.index())
        }
    }
}

/// The subject that a reference of the given world stands for; `None` where it has no such subject.
pub(super) fn subject(world: &World, reference: SubjectRef) -> Option<Subject> {
    of_kind(reference).filter(|subject| world.has(*subject))
}

/// The subject that a reference stands for, whether or not a world has it.
fn of_kind(SubjectRef { kind, a, b }: SubjectRef) -> Option<Subject> {
    Some(match kind {
        0 => Subject::Round,
        BROKER => Subject::Broker(BrokerId(a)),
        PAIR => Subject::Pair(BrokerId(a), BrokerId(b)),
        BUNDLE => Subject::Bundle(BundleId(a)),
        CANDIDATE => Subject::Candidate {
            bundle: BundleId(a),
            broker: BrokerId(b),
        },
        _ => return None,
    })
}

/// Whether the explanation of a subject consists of the reasons about one bundle.
pub(crate) fn is_about_bundle(reference: SubjectRef) -> bool {
    matches!(reference.kind, BUNDLE | CANDIDATE)
}

/// Whether a reason about `subject` belongs to what is said about `asked`: about a bundle, that it is and what is said
/// of the brokers that it could go to.
pub(crate) fn belongs_to(own: &Subject, asked: SubjectRef) -> bool {
    let bundle = match own {
        Subject::Bundle(bundle) | Subject::Candidate { bundle, .. } => bundle.0,
        _ => return reference(*own) == asked,
    };
    is_about_bundle(asked) && asked.a == bundle
}

/// What a subject is, in data.
pub(super) fn kind(reference: SubjectRef) -> &'static str {
    match reference.kind {
        BROKER => "broker",
        PAIR => "pair",
        BUNDLE => "bundle",
        CANDIDATE => "candidate",
        _ => "round",
    }
}

/// What a person calls a subject.
pub(super) fn name(simulation: &Simulation, reference: SubjectRef) -> String {
    let world = simulation.world();
    let broker = |id: BrokerId| &*world.brokers[id.index()].name;
    let bundle = |id: BundleId| &*world.bundles[id.index()].name;
    match subject(world, reference) {
        None => String::new(),
        Some(Subject::Round) => "The round".to_owned(),
        Some(Subject::Broker(id)) => broker(id).to_owned(),
        Some(Subject::Pair(high, low)) => format!("{} and {}", broker(high), broker(low)),
        Some(Subject::Bundle(id)) => bundle(id).to_owned(),
        Some(Subject::Candidate {
            bundle: of,
            broker: id,
        }) => {
            format!("{} as a destination of {}", broker(id), bundle(of))
        }
    }
}

/// The same subject in another simulation, by name.
pub(super) fn find(old: &Simulation, new: &Simulation, asked: SubjectRef) -> Option<SubjectRef> {
    old.world()
        .find_in(new.world(), subject(old.world(), asked)?)
        .map(reference)
}
