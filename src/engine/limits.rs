//! Every bound of the program, in one place. Past a bound there is a message, never a stall.

/// Most brokers in a scenario.
pub const MAX_BROKERS: usize = 10_000;
/// Most bundles in a scenario, all brokers together.
pub const MAX_BUNDLES: usize = 200_000;
/// Most rounds of a run.
pub(crate) const MAX_ROUNDS: usize = 10_000;
/// Most brokers times rounds of a run: what is kept of a round grows with its brokers.
pub(crate) const MAX_BROKER_ROUNDS: usize = 4_000_000;
/// Largest file or pasted text that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 20 * 1024 * 1024;
/// Longest name of a broker or bundle, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 512;
/// Largest rate, cost or size that is taken for a real one.
pub(crate) const MAX_AMOUNT: f64 = 1e15;
/// Most events of a scenario.
pub(crate) const MAX_EVENTS: usize = 1000;
/// Most isolation rules and anti-affinity groups of a scenario.
pub(crate) const MAX_RULES: usize = 1000;
/// Longest that an event lasts, in seconds: a year.
pub(crate) const MAX_EVENT_S: u32 = 31_536_000;
/// Least and most CPU capacity of a broker, 1 = the reference broker.
pub(crate) const CPU_CAPACITY: (f64, f64) = (0.01, 1000.0);
/// Up to here every whole number is exactly a float.
pub(crate) const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
/// Most seeds of a sweep.
pub(crate) const MAX_SEEDS: u64 = 1000;
/// Most variants of a scenario.
pub(crate) const MAX_VARIANTS: usize = 4;
/// Most percent of its limit that a resource is believed to use.
pub(crate) const MAX_PERCENT: f64 = 10_000.0;
/// Rounds of a scenario that does not say how many.
pub(crate) const DEFAULT_ROUNDS: usize = 60;
