//! What is measured, as every page shows it: of one lane as a list, of several side by side, and over many seeds.

use super::Dispatch;
use super::view::{Html, Tag, button, classed, row, says, tag};
use crate::run::words::said;
use crate::run::{At, Spread, Unit};

/// So many seeds.
pub const SEEDS: u64 = 200;

/// A measure, with its value in every lane.
pub struct Measured {
    /// What a person reads.
    pub label: &'static str,
    /// What exactly is measured.
    pub definition: &'static str,
    /// The unit of the values.
    pub unit: Unit,
    /// The value in each lane, where there is one.
    pub values: Vec<Option<f64>>,
    /// Whether a lane has the best of all.
    pub best: Vec<bool>,
}

/// A sweep as far as it has come.
pub struct Swept {
    /// How much is done, and how much there is to do: seeds, or their rounds.
    pub progress: (u64, u64),
    /// Whether it goes on.
    pub is_on: bool,
    /// How each measure is spread in each lane.
    pub spreads: Vec<Vec<Option<Spread>>>,
}

/// A value in its unit; a dash for none.
pub fn in_words(value: Option<f64>, unit: Unit) -> String {
    value.filter(|value| value.is_finite()).map_or_else(|| "–".to_owned(), |value| said(value, unit))
}

/// The measures up to the cursor; `titles` tell the lanes apart.
pub fn measures(rows: &[Measured], titles: &[String]) -> Tag {
    match titles.len() {
        1 => classed("dl", "measures").add_all(rows.iter().map(|row| {
            let value = says("dd", in_words(row.values[0], row.unit));
            tag("div").set("title", row.definition).add(says("dt", row.label)).add(value)
        })),
        _ => side_by_side(rows, titles),
    }
}

fn side_by_side(rows: &[Measured], titles: &[String]) -> Tag {
    let line = |row: &Measured| {
        let cell = |(value, is_best): (&Option<f64>, &bool)| {
            let mark = is_best.then(|| classed("span", "best").text("best"));
            let words = tag(if *is_best { "strong" } else { "span" }).text(in_words(*value, row.unit));
            tag("td").add(words).add_some(mark)
        };
        let head = says("th", row.label).set("scope", "row").set("title", row.definition);
        tag("tr").add(head).add_all(row.values.iter().zip(&row.best).map(cell))
    };
    let lines = rows.iter().map(line).collect();
    framed("Measures of the lanes", "data lanes-table", "Measure", titles, lines)
}

/// A table with a column for each lane, which scrolls sideways where there is no room for it.
fn framed(label: &'static str, class: &'static str, first: &'static str, titles: &[String], lines: Vec<Tag>) -> Tag {
    let head = |(lane, title): (usize, &String)| {
        says("th", format!("Lane {}", lane + 1)).set("scope", "col").set("title", title.clone())
    };
    let heads = tag("tr").add(says("th", first).set("scope", "col")).add_all(titles.iter().enumerate().map(head));
    let table = classed("table", class).set("aria-label", label).add(tag("thead").add(heads));
    let table = table.add(tag("tbody").add_all(lines));
    classed("div", "scroll").set("tabindex", "0").set("role", "group").set("aria-label", label).add(table)
}

/// What the measures mean, one click away, and the fingerprint of the run.
pub fn meaning<A: Clone + 'static>(digest: Option<String>, definitions: A, dispatch: &Dispatch<A>) -> Tag {
    let fingerprint = |digest: String| {
        let title = "Fingerprint of the run, the same on the command line";
        classed("span", "digest").set("title", title).text("run ").add(says("code", digest))
    };
    let definitions = button(dispatch, definitions).set("class", "link").text("What these mean");
    tag("p").add(definitions).add_some(digest.map(fingerprint))
}

/// The definitions of the measures.
pub fn definitions(all: impl Iterator<Item = (&'static str, &'static str)>) -> Tag {
    let said = |(label, definition): (&'static str, &'static str)| [says("dt", label), says("dd", definition)];
    classed("dl", "definitions").add_all(all.flat_map(said))
}

/// The button that begins a sweep, its progress, and what came of it; a click opens a seed.
pub fn sweep<A: Clone + 'static>(
    swept: Option<&Swept>,
    rows: &[Measured],
    titles: &[String],
    turn: fn(bool) -> A,
    open: fn(u64) -> A,
    dispatch: &Dispatch<A>,
) -> Tag {
    let panel = classed("section", "sweep").set("aria-label", "Over many seeds");
    let panel = panel.add(says("h3", format!("Over {SEEDS} seeds")));
    let start = button(dispatch, turn(true)).text(format!("Run {SEEDS} seeds"));
    let Some(swept) = swept else {
        let help = "The same lanes with other draws: how far each measure ranges.";
        return panel.add(classed("p", "help").text(help)).add(tag("p").add(start));
    };
    let status = if swept.is_on {
        let bar = tag("progress").set("aria-label", "Seeds computed").set("max", swept.progress.1.to_string());
        let bar = bar.set("value", swept.progress.0.to_string());
        tag("p").add(bar).add(button(dispatch, turn(false)).text("Cancel"))
    } else {
        let again =
            if swept.progress.0 < swept.progress.1 { "Cancelled; what is shown is of the seeds so far. " } else { "" };
        tag("p").text(again).add(start)
    };
    let cell = |spread: &Option<Spread>, unit: Unit| {
        let Some(spread) = spread else { return says("td", "–") };
        let link = |at: At| {
            button(dispatch, open(at.seed))
                .set("class", "link")
                .set("title", format!("Open seed {}", at.seed))
                .text(said(at.value, unit))
        };
        tag("td").add(link(spread.lowest)).add(tag("strong").add(link(spread.median))).add(link(spread.highest))
    };
    let line = |(row, spreads): (&Measured, &Vec<Option<Spread>>)| {
        let cells = spreads.iter().map(|spread| cell(spread, row.unit));
        tag("tr").add(says("th", row.label).set("scope", "row").set("title", row.definition)).add_all(cells)
    };
    let lines = rows.iter().zip(&swept.spreads).map(line).collect();
    let label = "Lowest, median and highest over the seeds";
    panel.add(status).add(framed(label, "data", "Lowest, median, highest", titles, lines))
}

/// The panel, from its parts.
pub fn panel(measures: Tag, more: Option<Tag>, meaning: Tag, sweep: Tag, last: Option<Tag>) -> Html {
    row([Some(says("h2", "So far")), Some(measures), more, Some(meaning), Some(sweep), last])
}
