//! What is reported before anything is applied: understood, assumed, ignored.

/// Most sentences of one list; what is left is counted.
const MAX_SENTENCES: usize = 200;
/// Most names in one sentence.
const MAX_NAMES: usize = 5;

/// The three lists, each of plain sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// What was read and taken as it stands.
    pub understood: Vec<String>,
    /// What was taken for want of something better, and what a person should know.
    pub assumed: Vec<String>,
    /// What was left out.
    pub ignored: Vec<String>,
}

/// One of the three lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// [`Lists::understood`]
    Understood,
    /// [`Lists::assumed`]
    Assumed,
    /// [`Lists::ignored`]
    Ignored,
}

impl Lists {
    /// Adds a sentence.
    pub fn say(&mut self, list: List, sentence: impl Into<String>) {
        self.of(list).push(sentence.into());
    }

    /// Adds another three lists behind these.
    pub(crate) fn append(&mut self, mut other: Self) {
        for list in [List::Understood, List::Assumed, List::Ignored] {
            self.of(list).append(other.of(list));
        }
    }

    /// Keeps lists readable: past a bound, sentences are counted.
    pub(crate) fn shorten(&mut self) {
        for list in [List::Understood, List::Assumed, List::Ignored] {
            let sentences = self.of(list);
            if sentences.len() > MAX_SENTENCES {
                let more = sentences.len() - MAX_SENTENCES;
                sentences.truncate(MAX_SENTENCES);
                sentences.push(format!("{more} more remarks of this kind."));
            }
        }
    }

    fn of(&mut self, list: List) -> &mut Vec<String> {
        match list {
            List::Understood => &mut self.understood,
            List::Assumed => &mut self.assumed,
            List::Ignored => &mut self.ignored,
        }
    }
}

/// Remarks that differ only in their subject, merged into one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    rows: Vec<(List, &'static str, Vec<String>, usize)>,
}

impl Tally {
    /// Adds a remark about somebody; `{who}` in the sentence becomes the names, `{count}` how many.
    pub(crate) fn say(&mut self, list: List, sentence: &'static str, who: impl Into<String>) {
        let at = self
            .rows
            .iter()
            .position(|row| row.0 == list && row.1 == sentence);
        let at = at.unwrap_or_else(|| {
            self.rows.push((list, sentence, Vec::new(), 0));
            self.rows.len() - 1
        });
        let (_, _, names, count) = &mut self.rows[at];
        *count += 1;
        if names.len() < MAX_NAMES {
            names.push(who.into());
        }
    }

    /// The remarks as sentences.
    pub(crate) fn into_lists(self) -> Lists {
        let mut lists = Lists::default();
        for (list, sentence, names, count) in self.rows {
            let who = names_of(&names, count);
            let sentence = sentence
                .replace("{who}", &who)
                .replace("{count}", &count.to_string());
            lists.of(list).push(sentence);
        }
        lists
    }
}

/// "a, b and c", "a, b, c, d, e and 7 more".
pub(crate) fn names_of(names: &[String], count: usize) -> String {
    let shown = &names[..names.len().min(MAX_NAMES)];
    match (shown, count.saturating_sub(shown.len())) {
        ([], _) => String::new(),
        ([one], 0) => one.clone(),
        ([head @ .., last], 0) => format!("{} and {last}", head.join(", ")),
        (all, more) => format!("{} and {more} more", all.join(", ")),
    }
}

/// "1 broker", "2 brokers".
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_remark_about_many_is_said_once() {
        let mut tally = Tally::default();
        for number in 1..=7 {
            tally.say(
                List::Assumed,
                "No limit at {who} ({count}).",
                format!("b{number}"),
            );
        }
        tally.say(List::Ignored, "Nothing at {who}.", "b1");
        let lists = tally.into_lists();
        assert_eq!(
            lists.assumed,
            ["No limit at b1, b2, b3, b4, b5 and 2 more (7)."]
        );
        assert_eq!(lists.ignored, ["Nothing at b1."]);
        assert_eq!(names_of(&["a".to_owned(), "b".to_owned()], 2), "a and b");
    }
}
