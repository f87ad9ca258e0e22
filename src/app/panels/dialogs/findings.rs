//! What became of each thing that was read.

use yew::prelude::*;

use crate::app::session::{Import, Shared};

/// Props of [`FindingsList`].
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct FindingsListProps {
    /// What was read.
    pub import: Shared<Import>,
}

/// What was understood, assumed and ignored.
#[component]
pub(crate) fn FindingsList(props: &FindingsListProps) -> Html {
    let findings = &props.import.findings;
    html! {
        <div class="findings" role="status" tabindex="0" aria-label="What was read">
            { list("Understood", &findings.understood) }
            { list("Assumed", &findings.assumed) }
            { list("Ignored", &findings.ignored) }
        </div>
    }
}

fn list(title: &'static str, sentences: &[String]) -> Html {
    html! {
        <div key={title}>
            if !sentences.is_empty() {
                <h3>{title}</h3>
                <ul>
                    { for sentences.iter().enumerate().map(|(index, text)| html! { <li key={index}>{text}</li> }) }
                </ul>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::parts::rendered;
    use crate::simulator::Findings;

    #[test]
    fn findings_are_listed_under_what_became_of_them() {
        let html = rendered::<FindingsList>(|| {
            let understood = vec!["3 brokers.".to_owned(), "12 bundles.".to_owned()];
            let findings = Findings {
                understood,
                assumed: Vec::new(),
                ignored: vec!["A comment.".to_owned()],
            };
            FindingsListProps {
                import: Shared::new(Import {
                    document: String::new(),
                    findings,
                }),
            }
        });
        assert!(
            html.contains("<h3>Understood</h3><ul><li>3 brokers.</li><li>12 bundles.</li></ul>"),
            "{html}"
        );
        assert!(
            html.contains("<h3>Ignored</h3>") && !html.contains("Assumed"),
            "{html}"
        );
    }
}
