//! From the entries of a broker.conf to a variant: which release, which defaults, what is read and what is not.

use super::classes::{Manager, simple};
use super::keys::SHEDDING_CLASS;
use super::line::{Guess, ReleaseLine};
use super::reader::{ConfReader, ConfValue};
use super::{ConfReading, Note, NoteKind};
use crate::engine::Overrides;
use crate::systems::shedding::placement::PLACEMENTS;
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::SHEDDERS;
use crate::systems::shedding::{Release, Variant};

impl ConfReader {
    /// Makes the variant and the notes on what was taken.
    pub(super) fn finish(mut self, guess: Guess, base: &Variant) -> ConfReading {
        let mut variant = self.start(&guess, base);
        if let Some(strategy) = &self.strategy {
            variant.strategy.clone_from(strategy);
        }
        if let Some(placement) = &self.placement {
            variant.placement.clone_from(placement);
        }
        self.settle_manager(&mut variant);
        for given in &self.settings {
            variant.settings.set(given.key, given.value);
        }
        if self.is_off {
            variant.settings.set(Key::SheddingEnabled, 0.0);
        }
        let given = std::mem::take(&mut self.settings);
        let reads = variant.reads();
        for setting in &given {
            self.note_setting(setting, &reads, guess.line, variant.release);
        }
        self.note_weights(&variant.settings_in_force());
        let settings = given
            .into_iter()
            .map(|given| (given.key, given.value))
            .collect();
        let Self {
            strategy,
            placement,
            notes,
            mut lacks,
            other_keys,
            ..
        } = self;
        lacks.extend(notes);
        let notes = lacks;
        ConfReading {
            strategy,
            placement,
            settings,
            guess,
            notes,
            other_keys,
            variant,
        }
    }

    /// The variant before what the file says: in a whole file the defaults of its line of releases, with
    /// a note where they are not those of today; otherwise the variant that was there.
    fn start(&mut self, guess: &Guess, base: &Variant) -> Variant {
        let mut variant = base.clone();
        if let Some(release) = self.release {
            variant.release = release;
        }
        if !guess.is_whole {
            return variant;
        }
        if guess.line < ReleaseLine::V4_0 {
            variant.release = Release::V4_0;
        }
        let (strategy, placement) = variant.release.default_setup();
        variant.settings = Overrides::default();
        if self.strategy.is_none() && !self.keeps_strategy {
            variant.strategy = guess.line.default_shedder().unwrap_or(strategy).to_owned();
            let text = format!(
                "not in the file, so the strategy is the default of {}, {}",
                guess.line.label(),
                variant.strategy
            );
            self.note_lack(SHEDDING_CLASS, text);
        }
        if self.placement.is_none() && !self.keeps_placement {
            variant.placement = placement.to_owned();
            let text = format!(
                "not in the file, so the placement is the default, {}",
                variant.placement
            );
            self.note_lack(super::keys::PLACEMENT_CLASS, text);
        }
        let weight = guess.line.default_direct_memory_weight();
        let is_given = self
            .settings
            .iter()
            .any(|given| given.key == Key::DirectMemoryWeight);
        if !is_given && weight != Key::DirectMemoryWeight.row().default_in(variant.release) {
            variant.settings.set(Key::DirectMemoryWeight, weight);
            let text = format!(
                "not in the file; its default was {weight} then (now it is 0), which is taken"
            );
            self.note_lack(Key::DirectMemoryWeight.name(), text);
        }
        variant
    }

    /// A strategy runs under its own load manager only.
    fn settle_manager(&mut self, variant: &mut Variant) {
        let Some((manager, note)) = self.manager else {
            return;
        };
        let strategy = simple(&variant.strategy);
        let (kind, text) = match (manager, variant.is_extensible()) {
            (Manager::Extensible, true) => {
                (NoteKind::Taken, "the extensible load manager".to_owned())
            }
            (Manager::Extensible, false) => {
                let text = format!(
                    "the extensible load manager; {strategy} is none of its strategies, so it takes TransferShedder instead, as a broker would"
                );
                variant.strategy = "TransferShedder".to_owned();
                (NoteKind::Assumed, text)
            }
            (_, true) => {
                let text = format!(
                    "{strategy} is not a strategy of the modular load manager: up to 3.x a broker takes OverloadShedder instead, since then it does not start; played under the extensible one"
                );
                (NoteKind::Assumed, text)
            }
            (_, false) => (
                NoteKind::SameAsDefault,
                "the modular load manager".to_owned(),
            ),
        };
        (self.notes[note].kind, self.notes[note].text) = (kind, text);
    }

    fn note_lack(&mut self, key: &str, text: String) {
        let (key, value) = (key.to_owned(), String::new());
        self.lacks.push(Note {
            line: 0,
            key,
            value,
            kind: NoteKind::Assumed,
            text,
        });
    }

    fn note_setting(
        &mut self,
        given: &ConfValue,
        reads: &[Key],
        line: ReleaseLine,
        release: Release,
    ) {
        let row = given.key.row();
        let unit = if matches!(row.unit.text, "" | "×") {
            String::new()
        } else {
            format!(" {}", row.unit.text)
        };
        let default_value = row.default_in(release);
        let is_default = given.value == default_value;
        let default = if is_default {
            "the default".to_owned()
        } else if given.key == Key::DirectMemoryWeight
            && given.value == line.default_direct_memory_weight()
        {
            format!(
                "the default of {}; today's is {}",
                line.label(),
                row.format_conf_value(default_value)
            )
        } else {
            format!(
                "the default is {}{unit}",
                row.format_conf_value(default_value)
            )
        };
        let label = lower_first(row.label);
        let note = &mut self.notes[given.note];
        if reads.contains(&given.key) {
            note.kind = if is_default {
                NoteKind::SameAsDefault
            } else {
                NoteKind::Taken
            };
            note.text = format!("{label}; {default}");
        } else {
            let readers = readers_of(given.key);
            note.kind = NoteKind::Unread;
            note.text = format!("{label}; {default}; kept, but only {readers} would read it");
        }
    }

    /// A bandwidth weight of 1 that stands in the file loses to the misspelt key.
    fn note_weights(&mut self, settings: &Settings) {
        for (key, misspelt) in [
            (Key::BandwidthInWeight, Key::BandwithInWeight),
            (Key::BandwidthOutWeight, Key::BandwithOutWeight),
        ] {
            let (weight, old) = (settings.get(key), settings.get(misspelt));
            let text = match (weight == 1.0, old == 1.0) {
                (true, false) => format!(
                    "decides, for {} is 1: the weight in force is {old}",
                    key.name()
                ),
                (false, false) => {
                    format!("loses to {}: the weight in force is {weight}", key.name())
                }
                _ => continue,
            };
            let Some(note) = self
                .notes
                .iter_mut()
                .find(|note| note.key == misspelt.name())
            else {
                continue;
            };
            note.kind = NoteKind::Assumed;
            note.text = format!("the old, misspelt key; it {text}");
        }
    }
}

/// The released strategies and placements that read a setting.
fn readers_of(key: Key) -> String {
    let mut readers = String::new();
    let shedders = SHEDDERS
        .iter()
        .filter(|row| !row.is_proposal)
        .map(|row| (row.id, row.reads));
    for (id, reads) in shedders.chain(PLACEMENTS.iter().map(|row| (row.id, row.reads))) {
        if reads.contains(&key) {
            readers.push_str(if readers.is_empty() { "" } else { " and " });
            readers.push_str(id);
        }
    }
    readers
}

/// A label inside a sentence; abbreviations keep their capitals.
fn lower_first(label: &str) -> String {
    let mut label = label.to_owned();
    if !label.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase)
        && let Some(first) = label.get_mut(..1)
    {
        first.make_ascii_lowercase();
    }
    label
}
