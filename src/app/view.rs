//! Elements, written as calls. The same as yew's `html!` makes, at a fraction of the code in the page:
//! what every element needs stands here once instead of wherever one is made.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use yew::html::TargetCast;
use yew::virtual_dom::{AttrValue, Key, Listener, ListenerKind, VList, VNode, VTag};
use yew::{Html, NodeRef};

use super::Dispatch;
use super::session::Action;

/// An element in the making.
pub struct Tag(VTag);

/// Begins an element.
pub fn tag(name: &'static str) -> Tag {
    Tag(VTag::new(name))
}

/// An element with a class.
pub fn classed(name: &'static str, class: impl Into<AttrValue>) -> Tag {
    tag(name).set("class", class)
}

/// An element with a text.
pub fn says(name: &'static str, text: impl Into<AttrValue>) -> Tag {
    tag(name).text(text)
}

/// A button that sends an action.
pub fn button(dispatch: &Dispatch, action: Action) -> Tag {
    tag("button").set("type", "button").listener(Rc::new(Click { dispatch: dispatch.clone(), action }))
}

/// A field that sends an action when it is clicked.
pub fn input(dispatch: &Dispatch, action: Action) -> Tag {
    tag("input").listener(Rc::new(Click { dispatch: dispatch.clone(), action }))
}

/// Several things in a row, where one is wanted. One that is missing keeps its place: otherwise what
/// stands before it would be taken for another element, and lose focus and text when it comes and goes.
pub fn row(items: impl IntoIterator<Item = impl Into<Option<Tag>>>) -> Html {
    VList::with_children(items.into_iter().map(|item| placed(item.into())).collect(), None).into()
}

fn placed(item: Option<Tag>) -> Html {
    item.map_or_else(Html::default, Html::from)
}

impl Tag {
    /// Sets an attribute.
    pub fn set(self, key: &'static str, value: impl Into<AttrValue>) -> Self {
        self.set_text(key, value.into())
    }

    #[inline(never)]
    fn set_text(mut self, key: &'static str, value: AttrValue) -> Self {
        match key {
            "value" if matches!(self.0.tag(), "input" | "textarea") => self.0.set_value(value),
            _ => self.0.add_attribute(key, value),
        }
        self
    }

    /// Sets an attribute if a condition holds.
    pub fn set_if(self, holds: bool, key: &'static str, value: &'static str) -> Self {
        if holds { self.set(key, value) } else { self }
    }

    /// Ticks a box, or not.
    pub fn ticked(mut self, is_ticked: bool) -> Self {
        self.0.set_checked(is_ticked);
        self
    }

    /// Adds a text.
    pub fn text(self, text: impl Into<AttrValue>) -> Self {
        self.html(VNode::from(text.into()))
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
        self.0.add_child(child);
        self
    }

    /// Makes the element reachable from elsewhere.
    pub fn at(mut self, node: &NodeRef) -> Self {
        self.0.node_ref = node.clone();
        self
    }

    /// Tells the element from its neighbours when they change.
    pub fn key(mut self, key: impl Into<Key>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    /// Adds a listener.
    #[inline(never)]
    fn listener(mut self, listener: Rc<dyn Listener>) -> Self {
        self.0.add_listener(listener);
        self
    }

    /// Calls a function on an event.
    pub fn on(self, on: On, handle: Rc<dyn Fn(web_sys::Event)>) -> Self {
        self.listener(Rc::new(Heard { on, handle }))
    }

    /// Calls a function with the text of this field whenever it changes in the way named.
    pub fn on_text(self, on: On, take: impl Fn(String) + 'static) -> Self {
        self.on(on, Rc::new(move |event| take(text_of(&event))))
    }
}

impl From<Tag> for Html {
    fn from(tag: Tag) -> Self {
        tag.0.into()
    }
}

/// The text of the field that an event comes from.
fn text_of(event: &web_sys::Event) -> String {
    let Some(target) = event.target_dyn_into::<web_sys::Element>() else { return String::new() };
    match target.dyn_ref::<web_sys::HtmlInputElement>() {
        Some(input) => input.value(),
        None => target.unchecked_ref::<web_sys::HtmlSelectElement>().value(),
    }
}

/// A click that means an action.
struct Click {
    dispatch: Dispatch,
    action: Action,
}

impl Listener for Click {
    fn kind(&self) -> ListenerKind {
        ListenerKind::onclick
    }

    fn handle(&self, _event: web_sys::Event) {
        self.dispatch.dispatch(self.action.clone());
    }

    fn passive(&self) -> bool {
        false
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

/// Any event, and what is to be done about it.
struct Heard {
    on: On,
    handle: Rc<dyn Fn(web_sys::Event)>,
}

impl Listener for Heard {
    fn kind(&self) -> ListenerKind {
        match self.on {
            On::Change => ListenerKind::onchange,
            On::Click => ListenerKind::onclick,
            On::Close => ListenerKind::onclose,
            On::Input => ListenerKind::oninput,
            On::KeyDown => ListenerKind::onkeydown,
            On::PointerCancel => ListenerKind::onpointercancel,
            On::PointerDown => ListenerKind::onpointerdown,
            On::PointerMove => ListenerKind::onpointermove,
            On::PointerUp => ListenerKind::onpointerup,
        }
    }

    fn handle(&self, event: web_sys::Event) {
        (self.handle)(event);
    }

    fn passive(&self) -> bool {
        false
    }
}
