//! Long tables, a page of rows at a time.

use super::Dispatch;
use super::view::{Tag, button, classed, says};

/// Buttons to page through a long table.
pub fn pager<A: Clone + 'static>(
    what: &str,
    count: usize,
    size: usize,
    page: usize,
    dispatch: &Dispatch<A>,
    turn: impl Fn(usize) -> A,
) -> Option<Tag> {
    if count <= size {
        return None;
    }
    let last = count.div_ceil(size) - 1;
    let page = page.min(last);
    let go = |to: usize, is_off: bool, word: &str, sign: &'static str| {
        let label = format!("{word} {what}");
        button(dispatch, turn(to))
            .set("class", "small")
            .set("aria-label", label)
            .set_if(is_off, "disabled", "")
            .text(sign)
    };
    let range = format!("{}–{} of {count} {what}", page * size + 1, ((page + 1) * size).min(count));
    let previous = go(page.saturating_sub(1), page == 0, "Previous", "‹");
    Some(classed("div", "pager").add(previous).add(says("span", range)).add(go(page + 1, page >= last, "Next", "›")))
}

/// The rows of a page.
pub fn page_of(count: usize, size: usize, page: usize) -> std::ops::Range<usize> {
    let page = page.min(count.div_ceil(size).saturating_sub(1));
    page * size..count.min((page + 1) * size)
}
