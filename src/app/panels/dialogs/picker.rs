//! The dialog that is open.

use std::rc::Rc;

use yew::prelude::*;

use super::definitions::DefinitionsDialog;
use super::document::DocumentDialog;
use super::exports::ExportsDialog;
use super::keys::KeysDialog;
use super::open::OpenDialog;
use crate::app::session::{Dialog, Handle, ImportResult, RoundExports};
use crate::simulator::Source;

/// Props of [`Dialogs`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DialogsProps {
    /// Which dialog is open.
    pub dialog: Option<Dialog>,
    /// The scenario as it is edited.
    pub document: Handle,
    /// The scenario whose rounds are shown.
    pub run: Handle,
    /// The variant that is shown, from 0.
    pub variant: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Whether files are being read.
    pub is_reading: bool,
    /// What came of reading files.
    pub import: Option<ImportResult>,
    /// The texts for other programs, once they are there.
    pub exports: Option<RoundExports>,
    /// Something a person should know: why a document cannot be opened.
    pub notice: Option<Rc<str>>,
    /// Called with files and pasted texts to be read.
    pub(crate) on_sources: Callback<Vec<Source>>,
}

/// The dialog that is open, if one is.
#[component]
pub(crate) fn Dialogs(props: &DialogsProps) -> Html {
    let DialogsProps {
        document,
        run,
        variant,
        round,
        is_reading,
        import,
        exports,
        on_sources,
        ..
    } = props.clone();
    let dialog = match props.dialog {
        None => return html! { <div class="dialogs" /> },
        Some(Dialog::Open) => {
            html! { <OpenDialog imports={document.imports()} {is_reading} {import} {on_sources} /> }
        }
        Some(Dialog::Document) => {
            let notice = props
                .notice
                .as_ref()
                .map(|notice| AttrValue::from(Rc::clone(notice)));
            html! { <DocumentDialog {document} {notice} /> }
        }
        Some(Dialog::Keys) => html! { <KeysDialog info={document.info()} legend={run.legend()} /> },
        Some(Dialog::Definitions) => html! { <DefinitionsDialog metrics={run.metrics()} /> },
        Some(Dialog::Exports) => {
            html! { <ExportsDialog noun={run.info().round} variants={run.variants()} {variant} {round} {exports} /> }
        }
    };
    html! { <div class="dialogs">{dialog}</div> }
}
