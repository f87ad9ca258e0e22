//! The facts of each case, from `tests/files/pulsar-cases.json`: where it comes from, and the numbers and
//! names that must come out.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// The facts of one case. A fact that its test never looks at would prove nothing, so each look is noted.
pub struct Facts {
    pub id: String,
    pub source: String,
    values: Map<String, Value>,
    seen: RefCell<BTreeSet<String>>,
}

impl Facts {
    /// Every case, in the order of the file.
    pub fn of_all() -> Vec<Self> {
        let all: Vec<Value> =
            serde_json::from_str(include_str!("../files/pulsar-cases.json")).unwrap();
        let text = |case: &Value, key: &str| case[key].as_str().unwrap().to_owned();
        let facts = |case: &Value| Self {
            id: text(case, "id"),
            source: text(case, "source"),
            values: case["facts"].as_object().unwrap().clone(),
            seen: RefCell::default(),
        };
        all.iter().map(facts).collect()
    }

    /// The facts that nobody has looked at.
    pub fn unseen(&self) -> Vec<&String> {
        let seen = self.seen.borrow();
        self.values
            .keys()
            .filter(|key| !seen.contains(*key))
            .collect()
    }

    fn value(&self, key: &str) -> &Value {
        self.seen.borrow_mut().insert(key.to_owned());
        self.values
            .get(key)
            .unwrap_or_else(|| panic!("{} has no fact “{key}”", self.id))
    }

    fn list(&self, key: &str) -> &[Value] {
        self.value(key).as_array().unwrap()
    }

    pub fn number(&self, key: &str) -> f64 {
        self.value(key).as_f64().unwrap()
    }

    pub fn count(&self, key: &str) -> usize {
        usize::try_from(self.value(key).as_u64().unwrap()).unwrap()
    }

    pub fn is_so(&self, key: &str) -> bool {
        self.value(key).as_bool().unwrap()
    }

    pub fn name(&self, key: &str) -> &str {
        self.value(key).as_str().unwrap()
    }

    pub fn numbers(&self, key: &str) -> Vec<f64> {
        self.list(key)
            .iter()
            .map(|value| value.as_f64().unwrap())
            .collect()
    }

    pub fn counts(&self, key: &str) -> Vec<usize> {
        self.numbers(key)
            .into_iter()
            .map(|number| number as usize)
            .collect()
    }

    pub fn rows(&self, key: &str) -> Vec<Vec<f64>> {
        let row = |row: &Value| {
            row.as_array()
                .unwrap()
                .iter()
                .map(|value| value.as_f64().unwrap())
                .collect()
        };
        self.list(key).iter().map(row).collect()
    }

    pub fn names(&self, key: &str) -> Vec<String> {
        self.list(key)
            .iter()
            .map(|value| value.as_str().unwrap().to_owned())
            .collect()
    }

    pub fn name_pairs(&self, key: &str) -> Vec<(String, String)> {
        let name = |value: &Value| value.as_str().unwrap().to_owned();
        self.list(key)
            .iter()
            .map(|pair| (name(&pair[0]), name(&pair[1])))
            .collect()
    }

    pub fn outcomes(&self, key: &str) -> Vec<bool> {
        self.list(key)
            .iter()
            .map(|value| value.as_bool().unwrap())
            .collect()
    }

    pub fn table(&self, key: &str) -> Vec<(&str, &str)> {
        self.value(key)
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str().unwrap()))
            .collect()
    }

    /// Panics unless a value is the fact.
    pub fn near(&self, key: &str, value: f64) {
        near(value, self.number(key), &format!("{}, {key}", self.id));
    }
}

/// Panics unless two numbers are the same within what the cases round to, and what 32-bit percentages lose.
pub fn near(value: f64, expected: f64, what: &str) {
    let tolerance = 1e-6 * expected.abs().max(1.0);
    assert!(
        (value - expected).abs() <= tolerance,
        "{what}: {value} instead of {expected}"
    );
}
