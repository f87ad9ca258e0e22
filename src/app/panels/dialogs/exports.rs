//! The round at the cursor as texts for other programs.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::hooks::files::{copy_text, save_text};
use crate::app::hooks::use_dispatch;
use crate::app::parts::{ChoiceItem, DialogFrame, NoticeBox, NoticeKind, SelectField};
use crate::app::session::{Action, RoundExports, Shared};
use crate::simulator::Export;
use crate::simulator::edit::letter;

/// Props of [`ExportsDialog`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ExportsDialogProps {
    /// What a round is called.
    pub noun: AttrValue,
    /// How many variants there are.
    pub variants: usize,
    /// The variant, from 0.
    pub variant: usize,
    /// The round, from 0.
    pub round: usize,
    /// The texts, once they are there.
    pub exports: Option<RoundExports>,
}

/// The texts of the round, as each part of the real system would report them.
#[component]
pub(crate) fn ExportsDialog(props: &ExportsDialogProps) -> Html {
    let dispatch = use_dispatch();
    let on_close = use_callback(dispatch, |(), dispatch| dispatch.emit(Action::Dialog(None)));
    let at_cursor =
        |exports: &&RoundExports| (exports.variant, exports.round) == (props.variant, props.round);
    let texts = props
        .exports
        .as_ref()
        .filter(at_cursor)
        .map(|exports| exports.texts.clone());
    let variant = if props.variants > 1 {
        format!(" of variant {}", letter(props.variant))
    } else {
        String::new()
    };
    html! {
        <DialogFrame title="Export for other programs" class="exports-dialog" {on_close}>
            <p>{format!("What the real system would report in {} {}{variant}.", props.noun, props.round + 1)}</p>
            {
                match texts {
                    None => html! { <p key="wait" role="status">{"Working it out…"}</p> },
                    Some(Err(problem)) => html! {
                        <NoticeBox
                            key="problem"
                            kind={NoticeKind::Refusal}
                            is_alert=true
                            title="This cannot be exported."
                            text={problem}
                        />
                    },
                    Some(Ok(texts)) => html! { <ExportTexts key="texts" {texts} /> },
                }
            }
        </DialogFrame>
    }
}

/// Props of [`ExportTexts`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct ExportTextsProps {
    /// The texts.
    pub texts: Shared<Vec<Export>>,
}

/// One of the texts, to copy or to save.
#[component]
pub(crate) fn ExportTexts(props: &ExportTextsProps) -> Html {
    let place = use_state_eq(|| 0_usize);
    let outcome = use_state_eq(|| None::<Result<AttrValue, AttrValue>>);
    let on_select = use_callback((), {
        let (place, outcome) = (place.setter(), outcome.setter());
        move |id: AttrValue, ()| {
            // The ids are the places of the texts, written below.
            if let Ok(chosen) = id.parse() {
                place.set(chosen);
                outcome.set(None);
            }
        }
    });
    let Some(export) = props.texts.get(*place).or(props.texts.first()).cloned() else {
        return html! { <p role="status">{"There is nothing to export in this round."}</p> };
    };
    let items: Vec<ChoiceItem> = props
        .texts
        .iter()
        .enumerate()
        .map(|(index, one)| ChoiceItem::new(index.to_string(), one.label.clone()))
        .collect();
    let on_copy = {
        let (text, outcome) = (export.text.clone(), outcome.setter());
        move |_: MouseEvent| {
            let (text, outcome) = (text.clone(), outcome.clone());
            spawn_local(async move {
                let copied = copy_text(&text).await;
                outcome.set(Some(
                    copied.map(|()| "Copied.".into()).map_err(AttrValue::from),
                ));
            });
        }
    };
    let on_save = {
        let (export, outcome) = (export.clone(), outcome.setter());
        move |_: MouseEvent| {
            let saved = save_text(&export.file, &export.text);
            outcome.set(saved.err().map(|problem| Err(problem.into())));
        }
    };
    html! {
        <div class="export-texts">
            <SelectField label="Who" {items} selected={place.to_string()} {on_select} />
            <textarea
                class="code"
                rows="16"
                readonly=true
                aria-label={format!("Text of {}", export.label)}
                value={export.text.clone()}
            />
            <div class="button-row">
                <button type="button" onclick={on_copy}>{"Copy"}</button>
                <button type="button" onclick={on_save}>{"Download"}</button>
                <span role="status">{(*outcome).clone().and_then(Result::ok).unwrap_or_default()}</span>
            </div>
            if let Some(Err(problem)) = &*outcome {
                <NoticeBox kind={NoticeKind::Refusal} is_alert=true text={problem.clone()} />
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;

    fn dialog(round: usize, exports: fn() -> Option<RoundExports>) -> String {
        rendered::<ExportsDialog>(move || ExportsDialogProps {
            noun: "round".into(),
            variants: 2,
            variant: 1,
            round,
            exports: exports(),
        })
    }

    fn texts() -> Option<RoundExports> {
        let export = |label: &str| Export {
            label: label.into(),
            file: "a.prom".into(),
            text: format!("{label} up 1"),
        };
        let texts = Ok(Shared::new(vec![export("broker-1"), export("leader")]));
        Some(RoundExports {
            variant: 1,
            round: 6,
            texts,
        })
    }

    #[test]
    fn the_texts_are_those_of_the_round_at_the_cursor() {
        assert!(dialog(6, || None).contains("Working it out…"));
        let html = dialog(6, texts);
        assert!(html.contains("in round 7 of variant B."), "{html}");
        assert!(
            html.contains("broker-1 up 1") && html.contains(">leader</option>"),
            "{html}"
        );
        assert!(
            dialog(7, texts).contains("Working it out…"),
            "texts of another round are not shown"
        );
    }

    #[test]
    fn why_there_are_none_is_said() {
        let html = dialog(6, || {
            Some(RoundExports {
                variant: 1,
                round: 6,
                texts: Err("No memory.".into()),
            })
        });
        assert!(
            html.contains(r#"role="alert""#) && html.contains("No memory."),
            "{html}"
        );
    }
}
