//! In a narrow window the panels are one sheet under the stage; these buttons choose which panel it shows.

use yew::prelude::*;

use crate::app::hooks::use_dispatch;
use crate::app::session::{Action, Sheet};

/// Props of [`SheetTabs`].
#[derive(Clone, PartialEq, Properties)]
pub struct SheetTabsProps {
    /// The panel that is shown.
    pub sheet: Sheet,
}

/// The buttons of the sheet.
#[component]
pub fn SheetTabs(props: &SheetTabsProps) -> Html {
    let dispatch = use_dispatch();
    let tab = |(sheet, label): (Sheet, &'static str)| {
        let is_shown = sheet == props.sheet;
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Sheet(sheet));
        html! {
            <button key={label} type="button" class="tab" aria-pressed={is_shown.to_string()} {onclick}>{label}</button>
        }
    };
    html! {
        <div class="sheet-tabs" role="group" aria-label="Panels">
            {for [(Sheet::Why, "Why"), (Sheet::Results, "Results"), (Sheet::Setup, "Setup")].map(tab)}
        </div>
    }
}
