//! Elements: what `view!` writes into them, and what follows signals.

use super::{AnyView, IntoAny, Kept, Listener, append, follow, mount};
use crate::widgets::dom::document;
use leptos::reactive::owner::LocalStorage;
use leptos::reactive::prelude::{Get, GetUntracked, Set};
use leptos::reactive::signal::RwSignal;
use std::borrow::Cow;
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};
use web_sys::{Event, HtmlElement};

/// The value of an attribute, a class, a style or a property.
#[derive(PartialEq)]
pub enum Value {
    /// No such attribute.
    Nothing,
    /// There or not.
    Flag(bool),
    /// A text.
    Text(Cow<'static, str>),
}

/// A value, or what says it again whenever a signal has changed.
pub enum Bound {
    /// Stays as it is.
    Fixed(Value),
    /// Follows the signals it reads.
    Live(Box<dyn FnMut() -> Value>),
}

/// What becomes a [`Value`].
pub trait IntoValue {
    /// As a value.
    fn into_value(self) -> Value;
}

/// What becomes a [`Bound`].
pub trait IntoBound {
    /// As a bound.
    fn into_bound(self) -> Bound;
}

macro_rules! values {
    ($($from:ty: $name:ident => $value:expr;)*) => {$(
        impl IntoValue for $from {
            fn into_value(self) -> Value {
                let $name = self;
                $value
            }
        }

        impl IntoBound for $from {
            fn into_bound(self) -> Bound {
                Bound::Fixed(self.into_value())
            }
        }
    )*};
}

values! {
    bool: flag => Value::Flag(flag);
    &'static str: text => Value::Text(Cow::Borrowed(text));
    String: text => Value::Text(Cow::Owned(text));
    Option<String>: text => text.map_or(Value::Nothing, String::into_value);
}

impl<F: FnMut() -> V + 'static, V: IntoValue> IntoBound for F {
    fn into_bound(mut self) -> Bound {
        Bound::Live(Box::new(move || self().into_value()))
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Attribute,
    Class,
    Style,
    Property,
}

/// An element with what keeps it alive.
pub struct Element {
    pub(super) node: web_sys::Element,
    pub(super) kept: Vec<Kept>,
}

impl Element {
    /// An empty element of HTML.
    #[inline(never)]
    pub fn new(tag: &str) -> Self {
        let node = document().create_element(tag).expect_throw("view! writes tags of HTML");
        Self { node, kept: Vec::new() }
    }

    /// Sets an attribute.
    #[inline(never)]
    pub fn set(&mut self, name: &str, value: &str) {
        drop(self.node.set_attribute(name, value));
    }

    /// An attribute that may be absent or follow signals.
    pub fn attr(&mut self, name: &'static str, value: impl IntoBound) {
        self.bind(Kind::Attribute, name, value.into_bound());
    }

    /// A class that is there or not.
    pub fn class(&mut self, name: &'static str, value: impl IntoBound) {
        self.bind(Kind::Class, name, value.into_bound());
    }

    /// A property of the style.
    pub fn style(&mut self, name: &'static str, value: impl IntoBound) {
        self.bind(Kind::Style, name, value.into_bound());
    }

    /// A property of the element's object.
    pub fn prop(&mut self, name: &'static str, value: impl IntoBound) {
        self.bind(Kind::Property, name, value.into_bound());
    }

    #[inline(never)]
    fn bind(&mut self, kind: Kind, name: &'static str, bound: Bound) {
        match bound {
            Bound::Fixed(value) => put(&self.node, kind, name, &value),
            Bound::Live(mut run) => {
                let node = self.node.clone();
                let mut before = None;
                self.kept.push(follow(Box::new(move || {
                    let value = Some(run());
                    if value != before
                        && let Some(value) = &value
                    {
                        put(&node, kind, name, value);
                    }
                    before = value;
                })));
            }
        }
    }

    /// Listens. `E` is the type that browsers give to events of this name.
    pub fn on<E: JsCast>(&mut self, event: &'static str, handler: impl Fn(E) + 'static) {
        self.listen(event, Box::new(move |event| handler(event.unchecked_into())));
    }

    #[inline(never)]
    fn listen(&mut self, event: &'static str, handler: Box<dyn Fn(Event)>) {
        let listener = Listener::new(self.node.clone().into(), event, handler);
        self.kept.push(Kept::Listener(listener));
    }

    /// Puts the element into a slot.
    #[inline(never)]
    pub fn node_ref(&mut self, slot: NodeRef) {
        slot.0.set(Some(self.node.clone().unchecked_into()));
    }

    /// Appends text.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        append(&self.node, &document().create_text_node(text));
    }

    /// Appends markup.
    pub fn child(&mut self, child: impl IntoAny) {
        self.append(child.into_any());
    }

    #[inline(never)]
    fn append(&mut self, child: AnyView) {
        mount(child, &self.node, &mut self.kept);
    }
}

/// A slot for an element, for the code around it. It is filled when the element is made; by the
/// time an effect runs, the element stands in the page.
#[derive(Clone, Copy)]
pub struct NodeRef(RwSignal<Option<HtmlElement>, LocalStorage>);

impl NodeRef {
    /// An empty slot.
    pub fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// The element, once there is one.
    pub fn get(self) -> Option<HtmlElement> {
        self.0.get()
    }

    /// The element; no effect runs again for it.
    pub fn get_untracked(self) -> Option<HtmlElement> {
        self.0.get_untracked()
    }
}

fn put(node: &web_sys::Element, kind: Kind, name: &str, value: &Value) {
    let text = match value {
        Value::Text(text) => Some(&**text),
        Value::Flag(true) => Some(""),
        Value::Nothing | Value::Flag(false) => None,
    };
    match (kind, text) {
        (Kind::Attribute, Some(text)) => drop(node.set_attribute(name, text)),
        (Kind::Attribute, None) => drop(node.remove_attribute(name)),
        (Kind::Class, _) => drop(node.class_list().toggle_with_force(name, text.is_some())),
        (Kind::Style, text) => {
            let style = node.unchecked_ref::<HtmlElement>().style();
            drop(style.set_property(name, text.unwrap_or_default()));
        }
        (Kind::Property, _) => {
            let value = match value {
                Value::Text(text) => JsValue::from_str(text),
                Value::Flag(flag) => JsValue::from_bool(*flag),
                Value::Nothing => JsValue::UNDEFINED,
            };
            drop(js_sys::Reflect::set(node, &name.into(), &value));
        }
    }
}
