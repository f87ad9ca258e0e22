//! The document: made like what a view says, with as few changes as that takes.
//!
//! What is shown now is kept as [`Live`] beside the browser's own nodes. A new view is laid against it
//! from the last child to the first: what is the same element stays, with the focus and whatever a person
//! has done to it; what differs is changed; what has no counterpart is made or taken away. A page of this
//! size needs no more, and a library that does more is a fifth of what a first visit may weigh.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::utils::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement, Node};

use super::field::Field;
use super::view::{Handle, Html, On, Tag, Text};

/// Something that is shown.
pub enum Live {
    /// Nothing.
    Nothing,
    /// A text.
    Text(web_sys::Text, Text),
    /// An element.
    Tag(Box<LiveTag>),
    /// Several things in a row.
    Row(Vec<Live>),
    /// A part, and what it depended on.
    Part(Vec<usize>, Box<Live>),
    /// A field.
    Field(Rc<Field>),
}

/// An element that is shown.
pub struct LiveTag {
    name: &'static str,
    key: Option<Text>,
    /// The browser's element.
    pub element: Element,
    attributes: Vec<(&'static str, Text)>,
    ears: Vec<Ear>,
    children: Vec<Live>,
}

/// A listener whose handle can be changed. With it goes what the browser knows of it: events that are on
/// their way when an element is taken away find nobody.
struct Ear {
    on: On,
    element: Element,
    handle: Rc<RefCell<Handle>>,
    closure: Closure<dyn FnMut(Event)>,
}

impl Live {
    /// The first of the browser's nodes, if there is one.
    fn first(&self) -> Option<Node> {
        match self {
            Self::Nothing => None,
            Self::Text(node, _) => Some(node.clone().into()),
            Self::Tag(tag) => Some(tag.element.clone().into()),
            Self::Row(row) => row.iter().find_map(Self::first),
            Self::Part(_, live) => live.first(),
            Self::Field(field) => Some(field.element().into()),
        }
    }

    fn key(&self) -> Option<&Text> {
        match self {
            Self::Tag(tag) => tag.key.as_ref(),
            _ => None,
        }
    }

    fn remove(self) {
        match self {
            Self::Nothing => {}
            Self::Text(node, _) => take_away(&node),
            Self::Tag(tag) => take_away(&tag.element),
            Self::Row(row) => row.into_iter().for_each(Self::remove),
            Self::Part(_, live) => live.remove(),
            Self::Field(field) => take_away(&field.element()),
        }
    }
}

fn take_away(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let _ = parent.remove_child(node);
    }
}

/// Makes what is shown within `parent` like a view. New nodes come before `before`, or last.
pub fn show(parent: &Node, old: Option<Live>, new: Html, before: Option<&Node>) -> Live {
    match (old, new) {
        (Some(Live::Tag(mut old)), Html::Tag(new)) if old.name == new.name && old.key == new.key => {
            old.change(new);
            Live::Tag(old)
        }
        (Some(Live::Text(node, was)), Html::Text(is)) => {
            if was != is {
                node.set_data(&is);
            }
            Live::Text(node, is)
        }
        (Some(Live::Row(old)), Html::Row(new)) => Live::Row(show_all(parent, old, new, before)),
        (Some(Live::Part(was, live)), Html::Part(new)) if was == new.stamp => Live::Part(was, live),
        (Some(Live::Part(_, live)), Html::Part(new)) => {
            Live::Part(new.stamp, Box::new(show(parent, Some(*live), (new.view)(), before)))
        }
        (Some(Live::Field(field)), Html::Field(props)) => {
            field.take(*props);
            Live::Field(field)
        }
        (old, new) => {
            if let Some(old) = old {
                old.remove();
            }
            make(parent, new, before)
        }
    }
}

fn make(parent: &Node, new: Html, before: Option<&Node>) -> Live {
    let insert = |node: &Node| {
        let _ = parent.insert_before(node, before);
    };
    match new {
        Html::Nothing => Live::Nothing,
        Html::Text(text) => {
            let node = document().create_text_node(&text);
            insert(&node);
            Live::Text(node, text)
        }
        Html::Tag(tag) => {
            let live = LiveTag::new(tag);
            insert(&live.element);
            Live::Tag(Box::new(live))
        }
        Html::Row(row) => Live::Row(show_all(parent, Vec::new(), row, before)),
        Html::Part(part) => Live::Part(part.stamp, Box::new(make(parent, (part.view)(), before))),
        Html::Field(props) => {
            let field = Field::new(*props);
            insert(&field.element());
            Live::Field(field)
        }
    }
}

/// Children in their order. One with a key is found wherever it was, the others in their place.
fn show_all(parent: &Node, old: Vec<Live>, new: Vec<Html>, before: Option<&Node>) -> Vec<Live> {
    if old.is_empty() {
        // In the order in which they are read: a list chooses the first entry that it is given.
        return new.into_iter().map(|html| make(parent, html, before)).collect();
    }
    let mut old: Vec<Option<Live>> = old.into_iter().map(Some).collect();
    let mut pairs: Vec<(Option<Live>, Html)> = Vec::with_capacity(new.len());
    for (index, html) in new.into_iter().enumerate() {
        let key = match &html {
            Html::Tag(tag) => tag.key.as_ref(),
            _ => None,
        };
        let is_it = |live: &Option<Live>| live.as_ref().is_some_and(|live| live.key() == key);
        let found = match key {
            Some(_) => old.iter_mut().find(|live| is_it(live)),
            None => old.get_mut(index).filter(|live| is_it(live)),
        };
        pairs.push((found.and_then(Option::take), html));
    }
    old.into_iter().flatten().for_each(Live::remove);
    let mut next = before.cloned();
    let mut shown = Vec::with_capacity(pairs.len());
    for (old, html) in pairs.into_iter().rev() {
        let live = show(parent, old, html, next.as_ref());
        if live.key().is_some()
            && let Some(node) = live.first()
            && node.next_sibling() != next
        {
            // What is moved loses the focus.
            let focused = document().active_element();
            let _ = parent.insert_before(&node, next.as_ref());
            if let Some(element) = focused.filter(|element| document().active_element().as_ref() != Some(element))
                && let Some(element) = element.dyn_ref::<HtmlElement>()
            {
                let _ = element.focus();
            }
        }
        next = live.first().or(next);
        shown.push(live);
    }
    shown.reverse();
    shown
}

impl LiveTag {
    /// Makes an element.
    pub fn new(tag: Tag) -> Self {
        let is_drawing = matches!(tag.name, "svg" | "path" | "rect");
        let space = if is_drawing { "http://www.w3.org/2000/svg" } else { "http://www.w3.org/1999/xhtml" };
        let element = match document().create_element_ns(Some(space), tag.name) {
            Ok(element) => element,
            // No name here is one that a browser refuses.
            Err(_) => wasm_bindgen::throw_str(tag.name),
        };
        let (name, key) = (tag.name, tag.key.clone());
        let mut live = Self { name, key, element, attributes: Vec::new(), ears: Vec::new(), children: Vec::new() };
        live.change(tag);
        live
    }

    /// Makes the element like another view of it.
    pub fn change(&mut self, tag: Tag) {
        let tag = tag.body();
        if let Some(node) = &tag.node {
            *node.0.borrow_mut() = Some(self.element.clone());
        }
        for (key, value) in &tag.attributes {
            if !self.attributes.iter().any(|(other, was)| (other, was) == (key, value)) {
                let _ = self.element.set_attribute(key, value);
            }
        }
        for (key, _) in &self.attributes {
            if !tag.attributes.iter().any(|(other, _)| other == key) {
                let _ = self.element.remove_attribute(key);
            }
        }
        self.attributes = tag.attributes;
        self.listen(tag.heard);
        let children = std::mem::take(&mut self.children);
        self.children = show_all(&self.element, children, tag.children, None);
        if let Some(value) = tag.value {
            self.set_value(&value);
        }
        if let (Some(is_ticked), Some(input)) = (tag.is_ticked, self.element.dyn_ref::<HtmlInputElement>()) {
            input.set_checked(is_ticked);
        }
    }

    /// What stands in a field. One that says so already keeps its cursor.
    fn set_value(&self, value: &str) {
        if let Some(input) = self.element.dyn_ref::<HtmlInputElement>() {
            if input.value() != value {
                input.set_value(value);
            }
        } else if let Some(area) = self.element.dyn_ref::<HtmlTextAreaElement>()
            && area.value() != value
        {
            area.set_value(value);
        }
    }

    fn listen(&mut self, heard: Vec<(On, Handle)>) {
        let (element, mut old) = (&self.element, std::mem::take(&mut self.ears));
        for (on, handle) in heard {
            let ear = match old.iter().position(|ear| ear.on == on) {
                Some(place) => {
                    let ear = old.swap_remove(place);
                    *ear.handle.borrow_mut() = handle;
                    ear
                }
                None => Ear::new(element, on, handle),
            };
            self.ears.push(ear);
        }
    }
}

impl Ear {
    fn new(element: &Element, on: On, handle: Handle) -> Self {
        let handle = Rc::new(RefCell::new(handle));
        let closure = {
            let handle = Rc::clone(&handle);
            Closure::<dyn FnMut(Event)>::new(move |event| {
                // Taken out first: what it does may change it.
                let now = Rc::clone(&handle.borrow());
                now(event);
            })
        };
        let _ = element.add_event_listener_with_callback(on.name(), closure.as_ref().unchecked_ref());
        Self { on, element: element.clone(), handle, closure }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let callback = self.closure.as_ref().unchecked_ref();
        let _ = self.element.remove_event_listener_with_callback(self.on.name(), callback);
    }
}
