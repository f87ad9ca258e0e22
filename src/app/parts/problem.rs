//! What a person should know: what was refused, and remarks.

use yew::prelude::*;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoticeKind {
    /// Something cannot be done.
    Refusal,
    /// Something is not as one might expect.
    Remark,
}

/// Props of [`NoticeBox`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct NoticeBoxProps {
    /// How much it matters.
    pub kind: NoticeKind,
    /// A few words in front of the text; none where empty.
    #[prop_or_default]
    pub title: AttrValue,
    /// Whether it is announced as soon as it is there: what a person has just done has led to it.
    #[prop_or_default]
    pub(crate) is_alert: bool,
    /// What is the matter.
    pub text: AttrValue,
    /// What can be done about it.
    #[prop_or_default]
    pub children: Html,
}

/// A box with something that a person should know.
#[component]
pub(crate) fn NoticeBox(props: &NoticeBoxProps) -> Html {
    let class = match props.kind {
        NoticeKind::Refusal => "notice-box is-refusal",
        NoticeKind::Remark => "notice-box",
    };
    html! {
        <div {class} role={props.is_alert.then_some("alert")}>
            <p>
                if !props.title.is_empty() {
                    <strong>{&props.title}</strong>{" "}
                }
                {&props.text}
            </p>
            {props.children.clone()}
        </div>
    }
}
