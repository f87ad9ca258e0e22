//! Tables of data.

use yew::prelude::*;

use crate::app::hooks::use_overflow;

/// Props of [`ScrollRegion`].
#[derive(Clone, PartialEq, Properties)]
pub struct ScrollRegionProps {
    /// What is inside.
    pub label: AttrValue,
    /// The content.
    pub children: Html,
}

/// Scrolls what is wider than the room for it. Where it does, it can be focused, so that keys scroll it.
#[component]
pub fn ScrollRegion(props: &ScrollRegionProps) -> Html {
    let node = use_node_ref();
    let overflows = use_overflow(&node);
    html! {
        <div
            class="scroll-region"
            ref={node}
            role={overflows.then_some("region")}
            aria-label={overflows.then(|| props.label.clone())}
            tabindex={overflows.then_some("0")}
        >
            {props.children.clone()}
        </div>
    }
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub struct DataCell {
    /// The text.
    pub text: AttrValue,
    /// Whether it is a number, and stands at the right.
    pub is_number: bool,
}

impl DataCell {
    /// A cell with a text.
    pub fn text(text: impl Into<AttrValue>) -> Self {
        Self {
            text: text.into(),
            is_number: false,
        }
    }

    /// A cell with a number.
    pub fn number(text: impl Into<AttrValue>) -> Self {
        Self {
            text: text.into(),
            is_number: true,
        }
    }
}

/// Props of [`DataTable`].
#[derive(Clone, PartialEq, Properties)]
pub struct DataTableProps {
    /// What it shows; its caption.
    pub caption: AttrValue,
    /// Whether the caption is for those only who hear it.
    #[prop_or_default]
    pub is_caption_hidden: bool,
    /// The heads of the columns.
    pub heads: Vec<AttrValue>,
    /// The rows; the first cell of a row is its head.
    pub rows: Vec<Vec<DataCell>>,
}

/// A table to be read.
#[component]
pub fn DataTable(props: &DataTableProps) -> Html {
    let is_number = |column: usize| {
        props
            .rows
            .iter()
            .any(|row| row.get(column).is_some_and(|cell| cell.is_number))
            .then_some("number")
    };
    html! {
        <ScrollRegion label={props.caption.clone()}>
            <table class="data-table">
                <caption class={props.is_caption_hidden.then_some("visually-hidden")}>{&props.caption}</caption>
                <thead>
                    <tr>
                        { for props.heads.iter().enumerate().map(|(column, head)| html! {
                            <th key={column} scope="col" class={is_number(column)}>{head}</th>
                        }) }
                    </tr>
                </thead>
                <tbody>
                    { for props.rows.iter().enumerate().map(|(index, row)| html! {
                        <tr key={index}>{ for row.iter().enumerate().map(|(column, cell)| data_cell(column, cell)) }</tr>
                    }) }
                </tbody>
            </table>
        </ScrollRegion>
    }
}

fn data_cell(column: usize, cell: &DataCell) -> Html {
    let class = cell.is_number.then_some("number");
    match column {
        0 => html! { <th key={column} scope="row" {class}>{&cell.text}</th> },
        _ => html! { <td key={column} {class}>{&cell.text}</td> },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    #[test]
    fn heads_and_rows_have_their_scopes() {
        let html = rendered::<DataTable>(|| DataTableProps {
            caption: "Brokers".into(),
            is_caption_hidden: true,
            heads: vec!["Name".into(), "CPU".into()],
            rows: vec![vec![DataCell::text("broker-1"), DataCell::number("40")]],
        });
        assert!(
            html.contains(r#"<caption class="visually-hidden">Brokers</caption>"#),
            "{html}"
        );
        assert!(
            html.contains(r#"<th scope="col">Name</th><th scope="col" class="number">CPU</th>"#),
            "{html}"
        );
        assert!(
            html.contains(r#"<th scope="row">broker-1</th><td class="number">40</td>"#),
            "{html}"
        );
        assert!(
            !html.contains("tabindex"),
            "what fits needs no focus: {html}"
        );
    }
}
