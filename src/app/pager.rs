//! Pages of a long table.

use yew::prelude::*;

/// What there is to page through.
#[derive(Properties, PartialEq)]
pub struct PagerProps {
    /// Of what, in the plural.
    pub what: AttrValue,
    /// How many in all.
    pub count: usize,
    /// How many on a page.
    pub page_size: usize,
    /// The page shown, from 0.
    pub page: usize,
    /// Hears where to go.
    pub on_page: Callback<usize>,
}

#[component]
pub fn Pager(props: &PagerProps) -> Html {
    if props.count <= props.page_size {
        return html! {};
    }
    let last = props.count.div_ceil(props.page_size) - 1;
    let go = |to: usize| props.on_page.reform(move |_: MouseEvent| to);
    let (first_row, last_row) =
        (props.page * props.page_size + 1, ((props.page + 1) * props.page_size).min(props.count));
    html! {
        <div class="pager">
            <button type="button" class="small" disabled={props.page == 0} onclick={go(props.page.saturating_sub(1))} aria-label={format!("Previous {}", props.what)}>{ "‹" }</button>
            <span>{ format!("{first_row}–{last_row} of {} {}", props.count, props.what) }</span>
            <button type="button" class="small" disabled={props.page >= last} onclick={go(props.page + 1)} aria-label={format!("Next {}", props.what)}>{ "›" }</button>
        </div>
    }
}
