//! A broker.conf as sentences.

use super::classes::simple;
use super::keys::Reader;
use super::line::ReleaseLine;
use super::{ConfReading, Note, NoteKind};
use crate::systems::shedding::import::lists::{List, Lists, counted};

impl ConfReading {
    /// What was understood, assumed and ignored, with the file's name.
    pub fn lists(&self, file: &str) -> Lists {
        let mut lists = Lists::default();
        let count = self.notes.iter().filter(|note| note.line > 0).count();
        let (strategy, placement) = (&self.variant.strategy, &self.variant.placement);
        let keys = counted(count, "key");
        let head = format!(
            "{file}: {keys} about load balancing; strategy {}, placement {}.",
            simple(strategy),
            simple(placement)
        );
        lists.say(List::Understood, head);
        self.say_release(&mut lists);
        for note in &self.notes {
            let list = match note.kind {
                NoteKind::Taken => List::Understood,
                NoteKind::Assumed | NoteKind::NotPlayed => List::Assumed,
                NoteKind::SameAsDefault | NoteKind::Foreign(_) | NoteKind::Invented => continue,
                NoteKind::Unread if is_default(note) => continue,
                _ => List::Ignored,
            };
            lists.say(list, note.sentence());
        }
        self.say_groups(&mut lists);
        self.say_setup(&mut lists);
        if self.other_keys > 0 {
            let others = counted(self.other_keys, "other key");
            lists.say(
                List::Ignored,
                format!("{others} of the file: not about load balancing."),
            );
        }
        lists
    }

    /// Keys that need no more than their names.
    fn say_groups(&self, lists: &mut Lists) {
        self.say_group(
            lists,
            List::Understood,
            "At their defaults",
            NoteKind::SameAsDefault,
        );
        self.say_group(
            lists,
            List::Ignored,
            "Read by other strategies, and at their defaults",
            NoteKind::Unread,
        );
        let invented = "Read by no broker; keys with a dot here come from generated articles";
        self.say_group(lists, List::Ignored, invented, NoteKind::Invented);
        for reader in Reader::ALL {
            self.say_group(
                lists,
                List::Ignored,
                reader.head(),
                NoteKind::Foreign(reader),
            );
        }
    }

    fn say_group(&self, lists: &mut Lists, list: List, head: &str, kind: NoteKind) {
        let mut sentence = head.to_owned();
        let mut separator = ": ";
        for note in self
            .notes
            .iter()
            .filter(|note| note.kind == kind && note.line > 0)
        {
            if kind == NoteKind::Unread && !is_default(note) {
                continue;
            }
            sentence.push_str(&format!("{separator}{} (line {})", note.key, note.line));
            separator = ", ";
        }
        if separator == ", " {
            sentence.push('.');
            lists.say(list, sentence);
        }
    }

    fn say_release(&self, lists: &mut Lists) {
        let (guess, release) = (&self.guess, self.variant.release.name());
        let label = guess.line.label();
        let cause = match &guess.cause {
            Some((key, line)) => format!("it has {key} (line {line})"),
            None => "it has no key for the strategy yet".to_owned(),
        };
        let is_old = guess.line < ReleaseLine::V4_0;
        if !guess.is_whole {
            let since = guess.line.since();
            let cause = guess.cause.as_ref();
            let cause = cause.map_or(String::new(), |(key, line)| {
                format!(" {key} (line {line}) is known from {since} on.")
            });
            lists.say(List::Assumed, format!("These are single keys rather than a whole broker.conf, so release {release} and all that they do not name stay as they are.{cause}"),
            );
            return;
        }
        let played = if is_old {
            format!(
                "; release {release} is played, the oldest that Shedscope has. {}",
                guess.line.differences()
            )
        } else {
            format!("; release {release} is played")
        };
        lists.say(
            List::Assumed,
            format!("The file seems to be of {label}, for {cause}{played}. Keys that it lacks are at their defaults."),
        );
    }

    /// What the set-up as a whole comes to.
    fn say_setup(&self, lists: &mut Lists) {
        if let Err(refusal) = self.variant.check_setup() {
            lists.say(
                List::Assumed,
                format!("With this set-up nothing is shed: {}", refusal.about()),
            );
        } else if self.variant.plan_is_unread() {
            let (strategy, placement) = (&self.variant.strategy, &self.variant.placement);
            lists.say(List::Assumed, format!("{strategy} plans where bundles go, but {placement} does not look at the plan; set {} too to have it followed.", super::keys::PLACEMENT_CLASS));
        }
    }
}

/// Whether a setting that nothing here reads is at its default.
fn is_default(note: &Note) -> bool {
    note.text.contains("; the default;")
}
