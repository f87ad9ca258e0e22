//! What the scenario consists of.

use std::rc::Rc;

use yew::prelude::*;

use super::entity_table::EntityTableView;
use super::scenario::{Notes, PresetPicker, RunFields};
use super::setting_form::SettingForm;
use crate::app::session::{Handle, Origin, Refusal};
use crate::simulator::{EntityLayout, Field, TableRef};

/// Props of [`ClusterPanel`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ClusterPanelProps {
    /// The scenario as it is edited.
    pub document: Handle,
    /// The variant that is edited, from 0.
    pub variant: usize,
    /// Where this changes, what was typed is forgotten.
    pub epoch: usize,
    /// The edit that was refused last.
    pub refusal: Option<Rc<Refusal>>,
    /// Where the document came from.
    pub origin: Origin,
    /// Whether it has been edited since.
    pub is_edited: bool,
}

/// The scenario: which one it is, its tables, and the numbers of its world.
#[component]
pub(crate) fn ClusterPanel(props: &ClusterPanelProps) -> Html {
    let ClusterPanelProps {
        document,
        variant,
        epoch,
        refusal,
        origin,
        is_edited,
    } = props.clone();
    let variant = variant.min(document.variants() - 1);
    let tables = use_memo(document.clone(), |document| {
        let tables = document
            .entities()
            .into_iter()
            .filter(|table| table.layout == EntityLayout::Grid);
        tables.map(|table| table.table).collect::<Vec<TableRef>>()
    });
    let fields = use_memo((document.clone(), variant), |(document, variant)| {
        let fields = document.fields(*variant, None);
        fields
            .into_iter()
            .filter(|field| !field.is_of_variant)
            .collect::<Vec<Field>>()
    });
    // Which rows are shown belongs to the scenario that was opened.
    let opened = format!("{}/{}", origin.system, origin.preset.unwrap_or_default());
    html! {
        <div class="cluster-panel">
            <PresetPicker title={document.title().to_owned()} {origin} {is_edited} />
            <Notes document={document.clone()} {is_edited} />
            <div class="entities" key={opened}>
                { for tables.iter().map(|table| html! {
                    <EntityTableView
                        key={table.id}
                        document={document.clone()}
                        table={*table}
                        {epoch}
                        refusal={refusal.clone()}
                    />
                }) }
            </div>
            <SettingForm fields={(*fields).clone()} {variant} {epoch} refusal={refusal.clone()} />
            <RunFields {document} {epoch} {refusal} />
        </div>
    }
}
