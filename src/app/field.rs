//! Labelled fields. What is typed stays as typed until it is good; the reason stands beside it.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::Element;

use super::Dispatch;
use super::dom::LiveTag;
use super::session::Session;
use super::target::{Target, read_number};
use super::view::{Html, On, Tag, Text, classed, says, tag};

/// A field for a number or a name.
pub struct FieldProps {
    /// Reads a text, and sends what it means when that is asked of it.
    pub read: Reader,
    /// Whether it is a name: those are taken when they are finished, not letter by letter.
    pub is_name: bool,
    /// What a person reads, and the field's accessible name.
    pub label: Text,
    /// The value in force, as text.
    pub value: Text,
    /// The unit behind the field.
    pub unit: &'static str,
    /// One line of help.
    pub help: Text,
    /// The system's own key.
    pub code: &'static str,
    /// Ends and step of a slider below the field.
    pub slider: Option<[&'static str; 3]>,
    /// Whether the label is only for those who hear it.
    pub is_bare: bool,
    /// When this changes, what was typed is forgotten.
    pub epoch: usize,
}

/// Reads a typed text: what is wrong with it, or how to send what it means.
pub type Reader = Rc<dyn Fn(&str) -> Result<Box<dyn FnOnce()>, String>>;

/// What is being typed, and what is wrong with it.
#[derive(Default)]
struct Typed {
    text: Option<String>,
    error: Option<String>,
}

/// The field itself.
pub struct Field {
    id: Text,
    state: RefCell<State>,
    live: RefCell<Option<LiveTag>>,
}

struct State {
    props: FieldProps,
    typed: Typed,
    /// The last text typed here that was good: a value that says the same comes from here.
    good: String,
}

impl Field {
    /// Makes a field.
    pub fn new(props: FieldProps) -> Rc<Self> {
        let state = RefCell::new(State { props, typed: Typed::default(), good: String::new() });
        let field = Rc::new(Self { id: super::unique_id(), state, live: RefCell::default() });
        let view = field.shown();
        *field.live.borrow_mut() = Some(LiveTag::new(view));
        field
    }

    /// Its element.
    pub fn element(&self) -> Element {
        match &*self.live.borrow() {
            Some(live) => live.element.clone(),
            None => wasm_bindgen::throw_str("field"),
        }
    }

    fn show(self: &Rc<Self>) {
        let view = self.shown();
        if let Some(live) = &mut *self.live.borrow_mut() {
            live.change(view);
        }
    }

    /// Reads a text; says what is wrong, or sends what it means.
    fn hear(self: &Rc<Self>, text: String, is_finished: bool) {
        {
            let state = &mut *self.state.borrow_mut();
            let props = &state.props;
            let error = match (props.read)(&text) {
                Err(error) => Some(error),
                Ok(send) => {
                    if is_finished || !props.is_name {
                        state.good.clone_from(&text);
                        send();
                    }
                    None
                }
            };
            // A finished text that was good is shown as the value it became.
            let text = (error.is_some() || !is_finished).then_some(text);
            state.typed = Typed { text, error };
        }
        self.show();
    }

    /// A value from elsewhere replaces what was typed; one that was typed here, and comes a little later
    /// than the next key, does not.
    pub fn take(self: &Rc<Self>, props: FieldProps) {
        {
            let state = &mut *self.state.borrow_mut();
            let old = &state.props;
            if props.epoch != old.epoch || (props.value != old.value && !says_the_same(&state.good, &props.value)) {
                state.typed = Typed::default();
            }
            state.props = props;
        }
        self.show();
    }
}

impl Field {
    fn shown(self: &Rc<Self>) -> Tag {
        let state = self.state.borrow();
        let (props, id, typed) = (&state.props, &self.id, &state.typed);
        let hear = |on: On, input: Tag| {
            let field = Rc::downgrade(self);
            let is_finished = on == On::Change;
            input.on_text(on, move |text| {
                if let Some(field) = field.upgrade() {
                    field.hear(text, is_finished);
                }
            })
        };
        let is_name = props.is_name;
        let (error_id, help_id) = (format!("{}e", &**id), format!("{}h", &**id));
        let has_help = !props.help.is_empty() || !props.code.is_empty();
        let mut input = tag("input")
            .set("id", id.clone())
            .set("type", "text")
            .set("inputmode", if is_name { "text" } else { "decimal" })
            .set("autocomplete", "off")
            .set("spellcheck", "false")
            .set("value", typed.text.clone().map_or_else(|| props.value.clone(), Text::from))
            .set_if(typed.error.is_some(), "aria-invalid", "true");
        if has_help || typed.error.is_some() {
            input = input.set("aria-describedby", format!("{error_id} {help_id}"));
        }
        let input = hear(On::Change, hear(On::Input, input));
        let unit = (!props.unit.is_empty()).then(|| classed("span", "unit").text(props.unit));
        let slider = props.slider.map(|[min, max, step]| {
            let slider =
                classed("input", "slider").set("type", "range").set("aria-label", format!("{} slider", &*props.label));
            hear(On::Input, slider.set("min", min).set("max", max).set("step", step).set("value", props.value.clone()))
        });
        let error =
            typed.error.clone().map(|error| classed("p", "error").set("id", error_id).set("role", "alert").text(error));
        let help = has_help.then(|| {
            let help = classed("p", "help").set("id", help_id).text(props.help.clone()).text(" ");
            if props.code.is_empty() { help } else { help.add(says("code", props.code)) }
        });
        let mark = |is: bool, class: &'static str| if is { class } else { "" };
        let class = format!(
            "field{}{}{}",
            mark(props.is_bare, " bare"),
            mark(typed.error.is_some(), " bad"),
            mark(is_name, " name")
        );
        let label = says("label", props.label.clone()).set("for", id.clone());
        let field = classed("div", class).add(label).add(classed("span", "entry").add(input).add_some(unit));
        field.add_some(slider).add_some(error).add_some(help)
    }
}

/// Whether a typed text and a shown value mean the same; shown numbers are rounded.
fn says_the_same(typed: &str, shown: &str) -> bool {
    match (read_number(typed), read_number(shown)) {
        (Some(typed), Some(shown)) => (typed - shown).abs() < 0.006,
        _ => typed.trim() == shown,
    }
}

/// A plain field of a table or form.
pub fn field(
    target: Target,
    label: impl Into<Text>,
    value: String,
    session: &Session,
    dispatch: &Dispatch,
) -> FieldProps {
    let (scenario, to) = (session.scenario.clone(), dispatch.clone());
    let read = move |text: &str| {
        let (action, to) = (target.read(text, &scenario)?, to.clone());
        Ok(Box::new(move || to.dispatch(action)) as Box<dyn FnOnce()>)
    };
    FieldProps {
        read: Rc::new(read),
        is_name: target.is_name(),
        label: label.into(),
        value: value.into(),
        unit: "",
        help: "".into(),
        code: "",
        slider: None,
        is_bare: false,
        epoch: session.discards,
    }
}

/// A field as part of the page.
pub fn shown(props: FieldProps) -> Tag {
    tag("div").html(Html::Field(Box::new(props)))
}

/// An entry of a [`choice`].
pub struct Entry {
    value: String,
    label: String,
    /// Under which heading it stands; entries of a heading follow one another.
    group: &'static str,
}

impl Entry {
    /// An entry under a heading; none where that is empty.
    pub fn new(value: &str, label: String, group: &'static str) -> Self {
        Self { value: value.to_owned(), label, group }
    }
}

/// A combobox with a label.
pub fn choice<A: 'static>(
    label: &'static str,
    value: &str,
    entries: Vec<Entry>,
    dispatch: &Dispatch<A>,
    make: impl Fn(String) -> Option<A> + 'static,
) -> Tag {
    let dispatch = dispatch.clone();
    let choose = move |value: String| {
        if let Some(action) = make(value) {
            dispatch.dispatch(action);
        }
    };
    chosen(label, value, entries, Box::new(choose))
}

fn chosen(label: &'static str, value: &str, entries: Vec<Entry>, choose: Box<dyn Fn(String)>) -> Tag {
    let option = |entry: &Entry| {
        // One that is chosen, or no longer, is made anew: what a person chose once heeds its attribute no more.
        let is_chosen = entry.value == value;
        let option = says("option", entry.label.clone()).set("value", entry.value.clone());
        option.key(format!("{} {is_chosen}", entry.value)).set_if(is_chosen, "selected", "")
    };
    let mut select = tag("select").on_text(On::Change, choose);
    for entries in entries.chunk_by(|a, b| a.group == b.group) {
        let options = entries.iter().map(option);
        select = match entries[0].group {
            "" => select.add_all(options),
            group => select.add(tag("optgroup").set("label", group).key(group).add_all(options)),
        };
    }
    classed("label", "choice").text(label).add(select)
}
