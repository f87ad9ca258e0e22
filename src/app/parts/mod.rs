//! Parts that panels are made of.

pub mod button;
pub mod choice;
pub mod dialog;
pub mod field;
pub mod icon;
pub mod pager;
pub mod problem;
pub mod switch;
pub mod table;
pub mod typed;

pub use button::IconButton;
pub use choice::{ChoiceItem, SelectField};
pub use dialog::DialogFrame;
pub use field::{Field, FieldEdit, SliderRange};
pub use icon::{Icon, IconKind};
pub use pager::{Pager, page_rows};
pub use problem::{NoticeBox, NoticeKind};
pub use switch::Switch;
pub use table::{DataCell, DataTable, ScrollRegion};
pub use typed::{FieldInput, Refused};

/// The markup of a component, rendered without a browser.
#[cfg(test)]
pub(crate) fn rendered<C>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String
where
    C: yew::BaseComponent,
{
    let renderer = yew::ServerRenderer::<C>::with_props(props).hydratable(false);
    futures::executor::block_on(renderer.render())
}
