//! What moved in a round, compared between variants.

use std::cmp::Ordering;

use yew::prelude::*;

use super::title_row::capitalised;
use crate::app::session::Handle;
use crate::simulator::SubjectRef;
use crate::simulator::edit::letter;

/// Props of [`Moved`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct MovedProps {
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// The variant that the others are compared with.
    pub variant: usize,
    /// The round, from 0; it is computed.
    pub round: usize,
}

/// What moved in a round: only in one of two variants, or in both. Nothing where there is nothing to compare.
#[component]
pub(crate) fn Moved(props: &MovedProps) -> Html {
    let at = (props.run.clone(), props.variant, props.round);
    let lines = use_memo(at, |(run, variant, round)| compare(run, *variant, *round));
    let info = props.run.info();
    html! {
        <div class="moved">
            if let Some(what) = info.moved.filter(|_| !lines.is_empty()) {
                <h3>{format!("{} moved in this {}", capitalised(what), info.round)}</h3>
                <ul>{for lines.iter().map(|line| html! { <li key={line.as_str()}>{line}</li> })}</ul>
            }
        </div>
    }
}

fn compare(run: &Handle, variant: usize, round: usize) -> Vec<String> {
    if run.info().moved.is_none() {
        return Vec::new();
    }
    let own = run.moved(variant, round);
    let others = (0..run.variants()).filter(|other| *other != variant);
    others
        .map(|other| sentence(variant, other, shared(&own, &run.moved(other, round))))
        .collect()
}

fn sentence(one: usize, other: usize, counts: (usize, usize, usize)) -> String {
    let (only_one, only_other, both) = counts;
    format!(
        "only in {}: {only_one} · only in {}: {only_other} · in both: {both}",
        letter(one),
        letter(other)
    )
}

/// How many members only the first of two sorted lists has, only the second, and both.
fn shared(one: &[SubjectRef], other: &[SubjectRef]) -> (usize, usize, usize) {
    let (mut a, mut b, mut both) = (0, 0, 0);
    while a < one.len() && b < other.len() {
        match one[a].cmp(&other[b]) {
            Ordering::Less => a += 1,
            Ordering::Greater => b += 1,
            Ordering::Equal => (a, b, both) = (a + 1, b + 1, both + 1),
        }
    }
    (one.len() - both, other.len() - both, both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_two_sorted_lists_are_counted() {
        let list = |places: &[usize]| {
            places
                .iter()
                .map(|place| SubjectRef::one(1, *place))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            shared(&list(&[1, 2, 5, 7]), &list(&[2, 3, 7, 8, 9])),
            (2, 3, 2)
        );
        assert_eq!(shared(&[], &list(&[4])), (0, 1, 0));
        assert_eq!(
            sentence(0, 1, (2, 1, 3)),
            "only in A: 2 · only in B: 1 · in both: 3"
        );
    }
}
