//! Going through the entries of a broker.conf, one after the other.

use super::classes::{self, Class, Manager};
use super::keys::{self, ForeignKey, MANAGER_CLASS, NEVER_KEYS, PLACEMENT_CLASS, SHEDDING_CLASS};
use super::nearest::nearest;
use super::properties::{ENVIRONMENT_PREFIX, Entry, Shape};
use super::value::{self, Reading};
use super::{Note, NoteKind};
use crate::engine::limits::MAX_NAME_BYTES;
use crate::systems::shedding::Release;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::settings::{Key, Setting};
use crate::systems::shedding::strategy::ShedderInfo;

/// Most unknown keys of a file for which a similar one is looked for.
const MAX_GUESSES: usize = 500;

/// A setting on its way into the variant.
pub(super) struct ConfValue {
    /// Which note is about it.
    pub(super) note: usize,
    pub(super) key: Key,
    pub(super) value: f64,
}

/// What has been taken so far.
#[derive(Default)]
pub(super) struct ConfReader {
    pub(super) strategy: Option<String>,
    pub(super) placement: Option<String>,
    pub(super) release: Option<Release>,
    pub(super) settings: Vec<ConfValue>,
    /// Remarks on entries, in their order.
    pub(super) notes: Vec<Note>,
    /// Remarks on what the file lacks.
    pub(super) lacks: Vec<Note>,
    pub(super) other_keys: usize,
    /// Whether a strategy is named that is not played, so that the one before stays; likewise the placement.
    pub(super) keeps_strategy: bool,
    pub(super) keeps_placement: bool,
    /// The load manager that is named, and which note is about it.
    pub(super) manager: Option<(Manager, usize)>,
    /// Whether load balancing is switched off as a whole.
    pub(super) is_off: bool,
    guesses: usize,
}

impl ConfReader {
    pub(super) fn note(&mut self, entry: &Entry, kind: NoteKind, text: impl Into<String>) {
        let (key, value) = (entry.key.clone(), entry.value.clone());
        self.notes.push(Note {
            line: entry.line,
            key,
            value,
            kind,
            text: text.into(),
        });
    }

    /// Goes through the entries. Of several with the same key the last one counts.
    pub(super) fn take_all(&mut self, entries: &[Entry]) {
        for (index, entry) in entries.iter().enumerate() {
            match entries[index + 1..]
                .iter()
                .rfind(|later| later.key == entry.key)
            {
                None => self.take(entry),
                Some(last) if keys::is_about_balancing(&entry.key) => {
                    let text = format!("overruled by line {}, for the last one counts", last.line);
                    self.note(entry, NoteKind::Duplicate, text);
                }
                Some(_) => {}
            }
        }
    }

    fn take(&mut self, entry: &Entry) {
        let key = entry.key.as_str();
        if entry.shape == Shape::Comment || key.starts_with("shedscope.") {
            self.take_own(entry);
        } else if key == SHEDDING_CLASS {
            self.strategy = self.take_class(entry, classes::shedder(&entry.value));
        } else if key == PLACEMENT_CLASS {
            self.placement = self.take_class(entry, classes::placement(&entry.value));
        } else if let Some(row) = Setting::from_name(key) {
            self.take_setting(entry, row);
        } else if let Some(row) = ForeignKey::find(key) {
            self.take_foreign(entry, row);
        } else {
            self.take_unknown(entry);
        }
    }

    /// What Shedscope wrote for itself.
    fn take_own(&mut self, entry: &Entry) {
        let value = entry.value.as_str();
        match entry.key.as_str() {
            "shedscope.release" if Release::from_name(value).is_some() => {
                self.release = Release::from_name(value);
                self.note(entry, NoteKind::Taken, "the release that is played");
            }
            "shedscope.strategy" if ShedderInfo::find(value).is_some() => {
                self.strategy = Some(value.to_owned());
                self.note(entry, NoteKind::Taken, "a strategy that no release has");
            }
            "shedscope.placement" if PlacementInfo::find(value).is_some() => {
                self.placement = Some(value.to_owned());
                self.note(entry, NoteKind::Taken, "a placement that no release has");
            }
            name => match Setting::from_name(name) {
                Some(row) => self.take_setting(entry, row),
                None => self.note(entry, NoteKind::Unknown, "Shedscope knows no such entry"),
            },
        }
    }

    fn take_class(&mut self, entry: &Entry, class: Class) -> Option<String> {
        if entry.value.is_empty() {
            self.note(
                entry,
                NoteKind::SameAsDefault,
                "empty, which leaves the default",
            );
            return None;
        }
        if entry.value.len() > MAX_NAME_BYTES {
            self.note(
                entry,
                NoteKind::Refused,
                "no class has so long a name; not taken",
            );
            return None;
        }
        match class {
            Class::Known(id, remark) => {
                let what = if entry.key == SHEDDING_CLASS {
                    "strategy"
                } else {
                    "placement"
                };
                match remark {
                    None => self.note(entry, NoteKind::Taken, format!("the {what} is {id}")),
                    Some(why) => self.note(
                        entry,
                        NoteKind::Assumed,
                        format!("taken as the {what} {id}, but {why}"),
                    ),
                }
                Some(id.to_owned())
            }
            Class::NotPlayed(why) => {
                self.keeps_strategy |= entry.key == SHEDDING_CLASS;
                self.keeps_placement |= entry.key == PLACEMENT_CLASS;
                self.note(
                    entry,
                    NoteKind::NotPlayed,
                    format!("{why}; what was chosen before stays"),
                );
                None
            }
            Class::Unknown(why) => {
                self.note(
                    entry,
                    NoteKind::Unknown,
                    format!("{why}; it is kept, to show what a release does with it"),
                );
                Some(entry.value.clone())
            }
        }
    }

    fn take_setting(&mut self, entry: &Entry, row: &'static Setting) {
        match value::read(row, &entry.value) {
            Reading::Empty => {
                let default =
                    row.format_conf_value(row.default_in(self.release.unwrap_or_default()));
                let text = format!("empty, which leaves the default of {default}");
                self.note(entry, NoteKind::SameAsDefault, text);
            }
            Reading::Refused(why) => {
                self.note(entry, NoteKind::Refused, format!("not taken: {why}"))
            }
            Reading::Value(value, remark) => {
                // The remark depends on the variant, which is known at the end.
                self.settings.push(ConfValue {
                    note: self.notes.len(),
                    key: row.key,
                    value,
                });
                self.note(entry, NoteKind::Taken, "");
                if let Some(remark) = remark {
                    self.note(
                        entry,
                        NoteKind::Assumed,
                        format!("taken as false, for {remark}"),
                    );
                }
                self.warn_of_environment(entry);
            }
        }
    }

    /// Keys that the shipped broker.conf lacks reach a container only with a prefix.
    fn warn_of_environment(&mut self, entry: &Entry) {
        const NOT_SHIPPED: &[&str] = &[
            "minUnloadMessage",
            "minUnloadMessageThroughput",
            "maxUnloadBundleNumPerShedding",
            "loadBalancerDistributeBundlesEvenlyEnabled",
        ];
        let is_environment =
            matches!(entry.shape, Shape::Yaml | Shape::Environment) && !entry.is_prefixed;
        let when = match entry.key.as_str() {
            key if NOT_SHIPPED.contains(&key) => "",
            "maxUnloadPercentage" => " before 4.0",
            _ => return,
        };
        if is_environment {
            let text = format!(
                "taken, but the shipped broker.conf{when} lacks this key, and the container image then heeds it only as {}{}",
                ENVIRONMENT_PREFIX, entry.key
            );
            self.note(entry, NoteKind::Assumed, text);
        }
    }

    fn take_foreign(&mut self, entry: &Entry, row: &ForeignKey) {
        let is_switched_off = !entry.value.is_empty() && !entry.value.eq_ignore_ascii_case("true");
        if entry.key == MANAGER_CLASS && !entry.value.is_empty() {
            match classes::manager(&entry.value) {
                Manager::Other(why) => self.note(entry, NoteKind::NotPlayed, why),
                manager => {
                    // The remark depends on the strategy, which is known at the end.
                    self.manager = Some((manager, self.notes.len()));
                    self.note(entry, NoteKind::Taken, "");
                }
            }
        } else if entry.key == "loadBalancerEnabled" && is_switched_off {
            self.is_off = true;
            self.note(
                entry,
                NoteKind::Assumed,
                "there is no load balancing at all; played as shedding switched off",
            );
        } else if !row.is_plausible(&entry.value) {
            let what = "no number, and a broker does not start with it";
            self.note(
                entry,
                NoteKind::Refused,
                format!("{what} (it is about something else: {})", row.about),
            );
        } else {
            let is_default = entry.value == row.default || numbers_agree(&entry.value, row.default);
            let default = match row.default {
                _ if is_default => "; the default".to_owned(),
                "" => String::new(),
                default => format!("; the default is {default}"),
            };
            self.note(
                entry,
                NoteKind::Foreign(row.reader),
                format!("{}{default}", row.about),
            );
        }
    }

    fn take_unknown(&mut self, entry: &Entry) {
        let key = entry.key.as_str();
        if let Some(row) = NEVER_KEYS.iter().find(|row| row.name == key) {
            let text = match row.meant {
                None => format!("no release reads it ({})", row.origin),
                Some(meant) => {
                    format!(
                        "no release reads it ({}); the key is {meant}; {}",
                        row.origin,
                        in_force(meant, self.release.unwrap_or_default())
                    )
                }
            };
            self.note(entry, NoteKind::Renamed, text);
            return;
        }
        if key.starts_with("loadBalancer.") {
            self.note(
                entry,
                NoteKind::Invented,
                "no broker reads it; keys with a dot here come from generated articles",
            );
            return;
        }
        self.guesses += 1;
        match (self.guesses <= MAX_GUESSES)
            .then(|| nearest(key))
            .flatten()
        {
            Some(meant) => {
                let capitals = if key.eq_ignore_ascii_case(meant) {
                    " (mind the capitals)"
                } else {
                    ""
                };
                let text = format!(
                    "no release reads it; {meant} is the key{capitals}; {}",
                    in_force(meant, self.release.unwrap_or_default())
                );
                self.note(entry, NoteKind::Misspelt, text);
            }
            None if keys::sounds_like_balancing(key) => {
                self.note(
                    entry,
                    NoteKind::Unknown,
                    "no release that Shedscope knows reads it",
                );
            }
            None => self.other_keys += 1,
        }
    }
}

fn numbers_agree(left: &str, right: &str) -> bool {
    matches!((left.parse::<f64>(), right.parse::<f64>()), (Ok(left), Ok(right)) if left == right)
}

/// What holds when a key is not given.
fn in_force(key: &str, release: Release) -> String {
    let default = match (Setting::from_name(key), ForeignKey::find(key)) {
        (Some(row), _) => row.format_conf_value(row.default_in(release)),
        (_, Some(row)) => row.default.to_owned(),
        _ => return "what it names is not taken".to_owned(),
    };
    format!("as long as that is not given, it is {default}")
}
