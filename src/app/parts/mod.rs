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

pub(crate) use button::IconButton;
pub(crate) use choice::{ChoiceItem, SelectField};
pub(crate) use dialog::DialogFrame;
pub use field::Field;
pub(crate) use field::{FieldEdit, SliderRange};
pub(crate) use icon::{Icon, IconKind};
pub(crate) use pager::{Pager, page_rows};
pub(crate) use problem::{NoticeBox, NoticeKind};
pub use switch::Switch;
pub(crate) use table::ScrollRegion;
pub(crate) use typed::FieldInput;
pub use typed::Refused;

/// The markup of a component, rendered without a browser.
#[cfg(test)]
pub(crate) fn rendered<C>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String
where
    C: yew::BaseComponent,
{
    let renderer = yew::ServerRenderer::<C>::with_props(props).hydratable(false);
    futures::executor::block_on(renderer.render())
}
