//! Elements as values: what the page should look like. [`super::dom`] makes the document look like it.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::Dispatch;
use super::field::FieldProps;

/// A text that is cheap to keep.
#[derive(Clone, Debug)]
pub enum Text {
    /// One that the program has.
    Fixed(&'static str),
    /// One that was made.
    Made(Rc<str>),
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Fixed(text) => text,
            Self::Made(text) => text,
        }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self::Fixed(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Made(text.into())
    }
}

/// Something to show.
#[derive(Default)]
pub enum Html {
    /// Nothing, in its place: what stands around it stays what it is when something comes here.
    #[default]
    Nothing,
    /// A text.
    Text(Text),
    /// An element.
    Tag(Tag),
    /// Several things in a row.
    Row(Vec<Html>),
    /// A part that is shown anew only when something it depends on has changed.
    Part(Part),
    /// A field with what is being typed into it.
    Field(Box<FieldProps>),
}

/// A part of the page.
pub struct Part {
    /// It is shown anew when one of these changes.
    pub stamp: Vec<usize>,
    /// How it is shown.
    pub view: Box<dyn FnOnce() -> Html>,
}

/// A way to an element of the document, while it is there.
#[derive(Clone, Default)]
pub struct NodeRef(pub(super) Rc<RefCell<Option<Element>>>);

impl NodeRef {
    /// The element.
    pub fn cast<T: JsCast>(&self) -> Option<T> {
        self.0.borrow().clone().and_then(|element| element.dyn_into().ok())
    }
}

/// What is to be done about an event.
pub type Handle = Rc<dyn Fn(Event)>;

/// An element. It is handed from call to call while it is made, so it is no more than a pointer.
pub struct Tag(Box<Body>);

/// What makes up an element.
pub struct Body {
    pub(super) name: &'static str,
    pub(super) key: Option<Text>,
    pub(super) attributes: Vec<(&'static str, Text)>,
    /// What stands in a field, which is no attribute: a person changes it.
    pub(super) value: Option<Text>,
    pub(super) is_ticked: Option<bool>,
    pub(super) heard: Vec<(On, Handle)>,
    pub(super) children: Vec<Html>,
    pub(super) node: Option<NodeRef>,
}

/// Begins an element.
pub fn tag(name: &'static str) -> Tag {
    Tag(Box::new(Body {
        name,
        key: None,
        attributes: Vec::new(),
        value: None,
        is_ticked: None,
        heard: Vec::new(),
        children: Vec::new(),
        node: None,
    }))
}

/// An element with a class.
pub fn classed(name: &'static str, class: impl Into<Text>) -> Tag {
    tag(name).set("class", class)
}

/// An element with a text.
pub fn says(name: &'static str, text: impl Into<Text>) -> Tag {
    tag(name).text(text)
}

/// A button that sends an action.
pub fn button<A: Clone + 'static>(dispatch: &Dispatch<A>, action: A) -> Tag {
    sends(tag("button").set("type", "button"), dispatch, action)
}

/// A field that sends an action when it is clicked.
pub fn input<A: Clone + 'static>(dispatch: &Dispatch<A>, action: A) -> Tag {
    sends(tag("input"), dispatch, action)
}

fn sends<A: Clone + 'static>(tag: Tag, dispatch: &Dispatch<A>, action: A) -> Tag {
    let dispatch = dispatch.clone();
    tag.on(On::Click, Rc::new(move |_| dispatch.dispatch(action.clone())))
}

/// Several things in a row, where one is wanted. One that is missing keeps its place: otherwise what
/// stands before it would be taken for another element, and lose focus and text when it comes and goes.
pub fn row(items: impl IntoIterator<Item = impl Into<Option<Tag>>>) -> Html {
    let mut row = Vec::new();
    items.into_iter().for_each(|item| row.push(placed(item.into())));
    Html::Row(row)
}

fn placed(item: Option<Tag>) -> Html {
    item.map_or(Html::Nothing, Html::from)
}

impl Tag {
    /// What makes it up.
    pub(super) fn body(self) -> Body {
        *self.0
    }

    /// Sets an attribute.
    pub fn set(self, key: &'static str, value: impl Into<Text>) -> Self {
        self.set_text(key, value.into())
    }

    #[inline(never)]
    fn set_text(mut self, key: &'static str, value: Text) -> Self {
        match key {
            "value" if matches!(self.0.name, "input" | "textarea") => self.0.value = Some(value),
            _ => self.0.attributes.push((key, value)),
        }
        self
    }

    /// Sets an attribute if a condition holds.
    pub fn set_if(self, holds: bool, key: &'static str, value: &'static str) -> Self {
        if holds { self.set(key, value) } else { self }
    }

    /// Ticks a box, or not.
    pub fn ticked(mut self, is_ticked: bool) -> Self {
        self.0.is_ticked = Some(is_ticked);
        self
    }

    /// Adds a text.
    pub fn text(self, text: impl Into<Text>) -> Self {
        self.html(Html::Text(text.into()))
    }

    /// Adds an element.
    pub fn add(self, child: Tag) -> Self {
        self.html(child.into())
    }

    /// Adds an element if there is one, or else keeps its place.
    pub fn add_some(self, child: Option<Tag>) -> Self {
        self.html(placed(child))
    }

    /// Adds elements.
    pub fn add_all(self, children: impl IntoIterator<Item = impl Into<Option<Tag>>>) -> Self {
        self.html(row(children))
    }

    /// Adds anything.
    #[inline(never)]
    pub fn html(mut self, child: Html) -> Self {
        self.0.children.push(child);
        self
    }

    /// Makes the element reachable from elsewhere.
    pub fn at(mut self, node: &NodeRef) -> Self {
        self.0.node = Some(node.clone());
        self
    }

    /// Tells the element from its neighbours when they change.
    pub fn key(mut self, key: impl Into<Text>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    /// Calls a function on an event.
    #[inline(never)]
    pub fn on(mut self, on: On, handle: Handle) -> Self {
        self.0.heard.push((on, handle));
        self
    }

    /// Calls a function with the text of this field whenever it changes in the way named.
    pub fn on_text(self, on: On, take: impl Fn(String) + 'static) -> Self {
        self.on_text_of(on, Box::new(take))
    }

    fn on_text_of(self, on: On, take: Box<dyn Fn(String)>) -> Self {
        self.on(on, Rc::new(move |event| take(text_of(&event))))
    }
}

impl Deref for Tag {
    type Target = Body;

    fn deref(&self) -> &Body {
        &self.0
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Self {
        Self::Tag(tag)
    }
}

/// The element that an event comes from.
pub fn target_of<T: JsCast>(event: &Event) -> Option<T> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// The text of the field that an event comes from.
fn text_of(event: &Event) -> String {
    let Some(target) = target_of::<Element>(event) else { return String::new() };
    match target.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) => input.value(),
        None => target.unchecked_ref::<web_sys::HtmlSelectElement>().value(),
    }
}

/// The events that the page hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Change,
    Click,
    Close,
    Input,
    KeyDown,
    PointerCancel,
    PointerDown,
    PointerMove,
    PointerUp,
}

impl On {
    /// The browser's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::Click => "click",
            Self::Close => "close",
            Self::Input => "input",
            Self::KeyDown => "keydown",
            Self::PointerCancel => "pointercancel",
            Self::PointerDown => "pointerdown",
            Self::PointerMove => "pointermove",
            Self::PointerUp => "pointerup",
        }
    }
}
