//! The tables of the cluster that can be edited: brokers and their bundles, bundles without a broker, rules.

use crate::engine::limits::{
    CPU_CAPACITY, MAX_AMOUNT, MAX_BROKERS, MAX_BUNDLES, MAX_PERCENT, MAX_RULES,
};
use crate::engine::{Kind, ValueType};
use crate::simulator::{
    Column, EntityLayout, EntityRow, EntityTable, InputType, InputValue, TableRef,
};
use crate::systems::shedding::edits::cluster::BundleField;
use crate::systems::shedding::edits::rules::RuleId;
use crate::systems::shedding::model::cluster::{Bundle, Cluster, UNPLACED};
use crate::systems::shedding::model::load_data::Name;
use crate::systems::shedding::model::usage::Resource;

/// The table of brokers.
pub(super) const BROKERS: TableRef = TableRef::top("brokers");
/// The table of bundles that nobody owns at the start.
pub(crate) const WITHOUT_BROKER: TableRef = TableRef::top("unplaced");
/// The table of isolation rules.
pub(super) const ISOLATION: TableRef = TableRef::top("isolation");
/// The table of anti-affinity groups.
pub(crate) const ANTI_AFFINITY: TableRef = TableRef::top("anti_affinity");
/// The id of a broker's table of bundles.
pub(crate) const BUNDLES: &str = "bundles";
/// The column of a broker's load as a whole, which a bar on the stage shows. It is not among those of the table.
pub(crate) const LOAD: &str = "load";
/// The column that sets how many bundles have no broker.
pub(crate) const COUNT: &str = "count";

/// Which table is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The brokers.
    Brokers,
    /// The bundles of a broker, or of [`UNPLACED`].
    Bundles(usize),
    /// The isolation rules.
    Isolation,
    /// The anti-affinity groups.
    AntiAffinity,
}

/// The tables that are nested in no other.
pub(super) fn top(world: &Cluster) -> Vec<EntityTable> {
    let all = [
        Place::Brokers,
        Place::Bundles(UNPLACED),
        Place::Isolation,
        Place::AntiAffinity,
    ];
    all.map(|place| place.describe(world)).into()
}

impl Place {
    /// The place of a table, if the cluster has it.
    pub(super) fn find(world: &Cluster, table: TableRef) -> Option<Self> {
        match table {
            BROKERS => Some(Self::Brokers),
            WITHOUT_BROKER => Some(Self::Bundles(UNPLACED)),
            ISOLATION => Some(Self::Isolation),
            ANTI_AFFINITY => Some(Self::AntiAffinity),
            TableRef {
                id: BUNDLES,
                parent: Some(broker),
            } if broker < world.brokers.len() => Some(Self::Bundles(broker)),
            _ => None,
        }
    }

    fn table(self) -> TableRef {
        match self {
            Self::Brokers => BROKERS,
            Self::Bundles(UNPLACED) => WITHOUT_BROKER,
            Self::Bundles(broker) => TableRef::of_row(BUNDLES, broker),
            Self::Isolation => ISOLATION,
            Self::AntiAffinity => ANTI_AFFINITY,
        }
    }

    /// How many rows there are.
    pub(super) fn rows(self, world: &Cluster) -> usize {
        match self {
            Self::Brokers => world.brokers.len(),
            Self::Bundles(owner) => world.bundles_of(owner).map_or(0, <[_]>::len),
            Self::Isolation => world.isolation.len(),
            Self::AntiAffinity => world.anti_affinity.len(),
        }
    }

    /// The table without its rows.
    pub(crate) fn describe(self, world: &Cluster) -> EntityTable {
        let rules = world.isolation.len() + world.anti_affinity.len();
        let (title, noun, help, has_room) = match self {
            Self::Brokers => (
                "Brokers".to_owned(),
                ("broker", "brokers"),
                "",
                world.brokers.len() < MAX_BROKERS,
            ),
            Self::Bundles(owner) => {
                let (title, help) = match world.brokers.get(owner) {
                    Some(broker) => (format!("Bundles of {}", broker.name), ""),
                    None => ("Bundles without a broker".to_owned(), UNOWNED_HELP),
                };
                (
                    title,
                    ("bundle", "bundles"),
                    help,
                    world.bundle_count() < MAX_BUNDLES,
                )
            }
            Self::Isolation => (
                "Isolation".to_owned(),
                ("rule", "rules"),
                ISOLATION_HELP,
                rules < MAX_RULES,
            ),
            Self::AntiAffinity => (
                "Anti-affinity".to_owned(),
                ("group", "groups"),
                ANTI_AFFINITY_HELP,
                rules < MAX_RULES,
            ),
        };
        EntityTable {
            table: self.table(),
            title,
            noun,
            help,
            layout: match self {
                Self::Brokers | Self::Bundles(_) => EntityLayout::Grid,
                Self::Isolation | Self::AntiAffinity => EntityLayout::Records,
            },
            columns: self.columns(),
            rows: self.rows(world),
            can_add: has_room,
            can_remove: true,
            nested: (self == Self::Brokers).then_some(BUNDLES),
            count_column: (self == Self::Bundles(UNPLACED)).then_some(COUNT),
        }
    }

    /// What a row is called, if it is there.
    pub(super) fn name(self, world: &Cluster, row: usize) -> Option<String> {
        match self {
            Self::Brokers => world.brokers.get(row).map(|broker| broker.name.to_string()),
            Self::Bundles(owner) => world
                .bundles_of(owner)?
                .get(row)
                .map(|bundle| bundle.name.to_string()),
            Self::Isolation => world
                .isolation
                .get(row)
                .map(|_| RuleId::Isolation(row).title()),
            Self::AntiAffinity => world
                .anti_affinity
                .get(row)
                .map(|_| RuleId::Group(row).title()),
        }
    }

    /// A row, if it is there.
    pub(super) fn row(self, world: &Cluster, row: usize) -> Option<EntityRow> {
        let name = self.name(world, row)?;
        let text = |text: &str| InputValue::Text(text.to_owned());
        let names = |names: &[Name]| InputValue::Text(names.join(", "));
        let cells = match self {
            Self::Brokers => {
                let broker = &world.brokers[row];
                let usage = |resource| InputValue::Number(broker.usage_percent(resource));
                vec![
                    text(&name),
                    usage(Resource::Cpu),
                    usage(Resource::BandwidthIn),
                    usage(Resource::BandwidthOut),
                    InputValue::Number(broker.bundles.len() as f64),
                    InputValue::Number(broker.cpu_capacity),
                    usage(Resource::DirectMemory),
                    usage(Resource::StrategyMemory),
                    InputValue::Number(broker.base.cpu),
                    InputValue::Number(broker.skew),
                ]
            }
            Self::Bundles(owner) => {
                let bundle: &Bundle = world.bundles_of(owner)?.get(row)?;
                let amounts = BundleField::ALL.map(|field| InputValue::Number(field.of(bundle)));
                std::iter::once(text(&name)).chain(amounts).collect()
            }
            Self::Isolation => {
                let rule = &world.isolation[row];
                let least = InputValue::Number(f64::from(rule.min_available));
                vec![
                    names(&rule.namespaces),
                    names(&rule.primary),
                    names(&rule.secondary),
                    least,
                ]
            }
            Self::AntiAffinity => vec![names(&world.anti_affinity[row].namespaces)],
        };
        Some(EntityRow {
            index: row,
            name,
            cells,
        })
    }

    /// The columns that are shown.
    pub(super) fn columns(self) -> Vec<Column> {
        match self {
            Self::Brokers => broker_columns(),
            Self::Bundles(_) => bundle_columns(),
            Self::Isolation => vec![
                names(
                    "namespaces",
                    "Namespaces",
                    "The first rule that names a namespace counts for it.",
                ),
                names(
                    "primary",
                    "Primary brokers",
                    "The brokers of these namespaces; others may not use them.",
                ),
                names(
                    "secondary",
                    "Secondary brokers",
                    "Used while fewer than the minimum of primary brokers are up.",
                ),
                Column {
                    help: "How many primary brokers have to be up for the secondary ones to stay out of it.",
                    ..number(
                        MIN_AVAILABLE,
                        "Minimum available primaries",
                        "",
                        Kind::Whole,
                        0.0,
                        MAX_BROKERS as f64,
                    )
                },
            ],
            Self::AntiAffinity => {
                vec![names(
                    "namespaces",
                    "Namespaces",
                    "They are on different brokers, as far as there are any.",
                )]
            }
        }
    }
}

/// The column of how many primary brokers an isolation rule wants to be up.
pub(crate) const MIN_AVAILABLE: &str = "min_available";
const UNOWNED_HELP: &str =
    "No broker owns them at the start: the placement finds a broker for each.";
const ISOLATION_HELP: &str = "Isolation rules for namespaces, in every variant and from the start of the run. Separate names with commas; a trailing * matches any suffix.";
const ANTI_AFFINITY_HELP: &str = "Namespaces that should be on different brokers, in every variant and from the start of the run. Separate names with commas; a trailing * matches any suffix.";

/// What a number between bounds is put into.
pub(super) fn value_type(kind: Kind, min: f64, max: f64) -> InputType {
    InputType::Number(ValueType { kind, min, max })
}

fn number(
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    kind: Kind,
    min: f64,
    max: f64,
) -> Column {
    Column::new(id, label, unit, value_type(kind, min, max))
}

fn names(id: &'static str, label: &'static str, help: &'static str) -> Column {
    Column {
        help,
        ..Column::new(id, label, "", InputType::Text)
    }
}

fn percent(id: &'static str, label: &'static str) -> Column {
    number(id, label, "%", Kind::Real, 0.0, MAX_PERCENT)
}

fn broker_columns() -> Vec<Column> {
    let (least, most) = CPU_CAPACITY;
    vec![
        Column::new("name", "Name", "", InputType::Text),
        percent("cpu", "CPU"),
        percent("bandwidth_in", "In").called("Network in"),
        percent("bandwidth_out", "Out").called("Network out"),
        number("bundles", "Bundles", "", Kind::Whole, 0.0, MAX_BUNDLES as f64),
        number("capacity", "CPU capacity", "×", Kind::Real, least, most)
            .detail("1 is the reference broker; 2 has twice as much."),
        percent("direct_memory", "Direct memory").detail("All that its bundles and everything else use of it."),
        percent("memory", "Heap memory").detail("All that its bundles and everything else use of it."),
        percent("base_cpu", "CPU used by others").detail("What else runs on the machine."),
        number("skew", "Skew of bundles", "", Kind::Real, 0.0, 5.0)
            .detail("0: all alike. 1: the second has half of the first’s load, the third a third, and so on."),
    ]
}

fn bundle_columns() -> Vec<Column> {
    let amount = |id, label, unit| number(id, label, unit, Kind::Real, 0.0, MAX_AMOUNT);
    vec![
        Column::new("name", "Name", "", InputType::Text),
        amount("cpu", "CPU", "points"),
        amount("msg_rate_in", "Messages in", "msg/s"),
        amount("msg_rate_out", "Messages out", "msg/s"),
        amount("msg_throughput_in", "Bytes in", "B/s"),
        amount("msg_throughput_out", "Bytes out", "B/s"),
    ]
}
