//! The timeline: a chart with the scrubber on it, and how far rounds are computed.

use super::Dispatch;
use super::controls::Play;
use super::target::read_number;
use super::view::{NodeRef, On, Tag, Text, button, classed, tag};

/// What the timeline shows.
pub struct Timeline<'a> {
    /// What sort of chart it is, for the stylesheet.
    pub class: &'static str,
    /// Its frame, the chart and the cursor's line.
    pub nodes: [&'a NodeRef; 3],
    /// What the chart shows, for those who hear it.
    pub label: Text,
    /// Room to the left of the plot, and to its right, in CSS pixels.
    pub room: (f64, f64),
    /// The round at the cursor.
    pub round: usize,
    /// How many there are.
    pub horizon: usize,
    /// What a round is called.
    pub noun: &'static str,
    /// How many are computed.
    pub computed: usize,
    /// Whether a person has stopped that.
    pub is_halted: bool,
}

impl Timeline<'_> {
    /// As it is shown, with marks on it.
    pub fn shown<A: From<Play> + Clone + 'static>(
        self,
        halt: fn(bool) -> A,
        marks: Vec<Tag>,
        dispatch: &Dispatch<A>,
    ) -> Tag {
        let seek = {
            let dispatch = dispatch.clone();
            move |value: String| {
                let round = read_number(&value).map_or(0, |round| (round as usize).saturating_sub(1));
                dispatch.dispatch(Play::Seek(round).into());
            }
        };
        let [frame, chart, cursor] = self.nodes;
        let chart = tag("canvas").at(chart).set("role", "img").set("aria-label", self.label);
        let cursor = classed("div", "cursor").at(cursor).set("aria-hidden", "true").add(tag("span"));
        let (horizon, number) = (self.horizon, self.round + 1);
        let time = classed("input", "time")
            .set("type", "range")
            .set("aria-label", "Time")
            .set("min", "1")
            .set("max", horizon.to_string())
            .set("value", number.to_string())
            .set("aria-valuetext", format!("{} {number} of {horizon}", self.noun))
            .on_text(On::Input, seek);
        let growing = (self.computed < horizon).then(|| {
            let bar = classed("progress", "growing").set("aria-label", "Rounds computed");
            let bar = bar.set("max", horizon.to_string()).set("value", self.computed.to_string());
            let words = if self.is_halted { "Go on computing" } else { "Stop computing" };
            let halt = button(dispatch, halt(!self.is_halted)).set("class", "small").text(words);
            classed("div", "computing").add(bar).add(halt)
        });
        classed("div", self.class)
            .at(frame)
            .set("style", format!("--left:{}px;--right:{}px", self.room.0 as u32, self.room.1 as u32))
            .add(chart)
            .add(cursor)
            .add(time)
            .add_some(growing)
            .add_all(marks)
    }
}
