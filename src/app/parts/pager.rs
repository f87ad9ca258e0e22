//! Pages of a long list.

use std::ops::Range;

use yew::prelude::*;

/// The rows of a page, from 0; of the last page where there is no such page.
pub(crate) fn page_rows(count: usize, size: usize, page: usize) -> Range<usize> {
    let page = page.min(last_page(count, size));
    page * size..count.min((page + 1) * size)
}

/// The last page of a list, from 0.
pub(crate) fn last_page(count: usize, size: usize) -> usize {
    count.div_ceil(size).saturating_sub(1)
}

/// Props of [`Pager`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PagerProps {
    /// What is listed, in the plural: "brokers".
    pub noun: AttrValue,
    /// How many there are.
    pub count: usize,
    /// How many a page has.
    pub size: usize,
    /// The page, from 0.
    pub page: usize,
    /// Called with a page.
    pub(crate) on_page: Callback<usize>,
}

/// Buttons to turn pages, and which rows are shown; where all rows fit one page, an empty part.
#[component]
pub(crate) fn Pager(props: &PagerProps) -> Html {
    let last = last_page(props.count, props.size);
    let page = props.page.min(last);
    let rows = page_rows(props.count, props.size, page);
    // A button that is disabled loses the focus, so it only says that it does nothing.
    let button = |label: &str, is_off: bool, to: usize| {
        let on_page = props.on_page.clone();
        let onclick = move |_: MouseEvent| {
            if !is_off {
                on_page.emit(to);
            }
        };
        html! {
            <button
                type="button"
                class="small"
                aria-label={format!("{label} {}", props.noun)}
                aria-disabled={is_off.then_some("true")}
                {onclick}
            >
                {label}
            </button>
        }
    };
    html! {
        <div class="pager">
            if last > 0 {
                {button("Previous", page == 0, page.saturating_sub(1))}
                <span role="status">
                    {format!("{}–{} of {} {}", rows.start + 1, rows.end, props.count, props.noun)}
                </span>
                {button("Next", page == last, page + 1)}
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn a_page_has_its_rows() {
        assert_eq!(page_rows(143, 20, 0), 0..20);
        assert_eq!(page_rows(143, 20, 7), 140..143);
        assert_eq!(
            page_rows(143, 20, 8),
            140..143,
            "the last page where there is no such page"
        );
        assert_eq!(page_rows(0, 20, 3), 0..0);
        assert_eq!([0, 20, 21].map(|count| last_page(count, 20)), [0, 0, 1]);
    }

    fn pager(count: usize, page: usize) -> String {
        rendered::<Pager>(move || PagerProps {
            noun: "brokers".into(),
            count,
            size: 20,
            page,
            on_page: Callback::noop(),
        })
    }

    #[test]
    fn the_pager_says_which_rows_are_shown() {
        assert_eq!(pager(20, 0), r#"<div class="pager"></div>"#);
        let html = pager(143, 0);
        assert!(html.contains("1–20 of 143 brokers"), "{html}");
        let off = r#"aria-label="Previous brokers" aria-disabled="true""#;
        assert!(
            html.contains(off) && html.matches("aria-disabled").count() == 1,
            "{html}"
        );
        assert!(pager(143, 9).contains(r#"aria-label="Next brokers" aria-disabled="true""#));
    }
}
