//! Markup: what `view!` builds, and how it follows signals.
//!
//! Signals, memos, effects and owners are Leptos'; its view layer is not used. That layer makes a
//! type of every piece of markup, and compiles building, rebuilding and mounting for each: on this
//! page 200 kB of 600 before compression, and most of what the page's own code grew to besides.
//! Here all markup is one [`AnyView`]: a value of any other type becomes one at once, and a
//! closure is boxed, so that everything below exists once. The price is that a closure that runs
//! again makes its nodes anew instead of changing them; what a reader would miss then (focus,
//! scroll, what was unfolded) is carried over.

use crate::widgets::dom::{document, window};
use leptos::reactive::effect::{Effect, RenderEffect};
use leptos::reactive::graph::untrack;
use leptos::reactive::owner::{LocalStorage, Owner, StoredValue};
use leptos::reactive::prelude::{Get, GetUntracked, IsDisposed, Set};
use leptos::reactive::signal::RwSignal;
use std::borrow::Cow;
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt, closure::Closure};
use web_sys::{Event, EventTarget, HtmlElement, Node};

/// Any piece of markup, before it stands anywhere.
pub enum AnyView {
    /// Nothing.
    Nothing,
    /// Text.
    Text(Cow<'static, str>),
    /// An element.
    Element(Element),
    /// Several, one after the other.
    Many(Vec<AnyView>),
    /// What the closure says, again whenever a signal it read has changed.
    Live(Box<dyn FnMut() -> AnyView>),
    /// What puts itself into its parent; see [`keyed`].
    List(Box<dyn FnOnce(&Node) -> Kept>),
}

/// What becomes markup.
pub trait IntoAny {
    /// As markup.
    fn into_any(self) -> AnyView;
}

impl IntoAny for AnyView {
    fn into_any(self) -> AnyView {
        self
    }
}

impl IntoAny for Element {
    fn into_any(self) -> AnyView {
        AnyView::Element(self)
    }
}

impl IntoAny for () {
    fn into_any(self) -> AnyView {
        AnyView::Nothing
    }
}

impl IntoAny for &'static str {
    fn into_any(self) -> AnyView {
        AnyView::Text(Cow::Borrowed(self))
    }
}

impl IntoAny for String {
    fn into_any(self) -> AnyView {
        AnyView::Text(Cow::Owned(self))
    }
}

impl<C: IntoAny> IntoAny for Option<C> {
    fn into_any(self) -> AnyView {
        self.map_or(AnyView::Nothing, C::into_any)
    }
}

impl IntoAny for Vec<AnyView> {
    fn into_any(self) -> AnyView {
        AnyView::Many(self)
    }
}

impl<F: FnMut() -> C + 'static, C: IntoAny> IntoAny for F {
    fn into_any(mut self) -> AnyView {
        AnyView::Live(Box::new(move || self().into_any()))
    }
}

/// What lives as long as the markup it belongs to.
pub enum Kept {
    /// Ends when dropped.
    Effect(#[allow(dead_code, reason = "kept only")] RenderEffect<()>),
    /// Ends when dropped.
    Listener(#[allow(dead_code, reason = "kept only")] Listener),
}

/// A listener, until it is dropped.
pub struct Listener {
    target: EventTarget,
    event: &'static str,
    callback: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn new(target: EventTarget, event: &'static str, handler: Box<dyn Fn(Event)>) -> Self {
        let callback = Closure::wrap(handler);
        let function = callback.as_ref().unchecked_ref();
        drop(target.add_event_listener_with_callback(event, function));
        Self { target, event, callback }
    }
}

impl Drop for Listener {
    // An element on its way out may still be sent events, and a dropped closure must not be called.
    fn drop(&mut self) {
        let function = self.callback.as_ref().unchecked_ref();
        drop(self.target.remove_event_listener_with_callback(self.event, function));
    }
}

/// Listens on the window for as long as the present part of the page. `E` is the type that browsers
/// give to events of this name.
pub fn on_window<E: JsCast>(event: &'static str, handler: impl Fn(E) + 'static) {
    listen(window().into(), event, Box::new(move |event| handler(event.unchecked_into())));
}

/// Listens on anything for as long as the present part of the page.
#[inline(never)]
pub fn listen(target: EventTarget, event: &'static str, handler: Box<dyn Fn(Event)>) {
    StoredValue::new_local(Listener::new(target, event, handler));
}

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
    node: web_sys::Element,
    kept: Vec<Kept>,
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

fn follow(mut run: Box<dyn FnMut()>) -> Kept {
    let part = StoredValue::new(());
    Kept::Effect(RenderEffect::new(move |_| while_there(part, &mut run)))
}

/// Does something now and whenever a signal it read has changed, after the page stands.
pub fn effect(run: impl FnMut() + 'static) {
    later(Box::new(run));
}

#[inline(never)]
fn later(mut run: Box<dyn FnMut()>) {
    let part = StoredValue::new(());
    Effect::new(move |_| while_there(part, &mut run));
}

/// Effects may be run once more when their part of the page is gone already: for the first time, or
/// because what holds them goes only in its own turn. What they would read is gone, too.
fn while_there(part: StoredValue<()>, run: &mut dyn FnMut()) {
    if !part.is_disposed() {
        run();
    }
}

fn append(parent: &Node, child: &Node) {
    drop(parent.append_child(child));
}

/// Appends the root of the page to its body, for as long as the page is open.
pub fn mount_to_body(root: fn() -> AnyView) {
    // Fails only where it was done before.
    drop(any_spawner::Executor::init_wasm_bindgen());
    let Some(body) = document().body() else { return };
    let owner = Owner::new();
    let mut kept = Vec::new();
    owner.with(|| mount(root(), &body, &mut kept));
    std::mem::forget((owner, kept));
}

/// Appends markup. What keeps it alive goes to `kept`.
#[inline(never)]
fn mount(view: AnyView, parent: &Node, kept: &mut Vec<Kept>) {
    match view {
        AnyView::Nothing => {}
        AnyView::Text(text) => append(parent, &document().create_text_node(&text)),
        AnyView::Element(element) => {
            append(parent, &element.node);
            kept.extend(element.kept);
        }
        AnyView::Many(views) => views.into_iter().for_each(|view| mount(view, parent, kept)),
        AnyView::Live(run) => kept.push(live(run, parent)),
        AnyView::List(list) => kept.push(list(parent)),
    }
}

/// A comment to find a place again; nothing of it shows.
fn marker(parent: &Node) -> Node {
    let marker: Node = document().create_comment("").into();
    append(parent, &marker);
    marker
}

fn live(mut run: Box<dyn FnMut() -> AnyView>, parent: &Node) -> Kept {
    let start = marker(parent);
    let end = marker(parent);
    let mut kept = Vec::new();
    let mut text: Option<web_sys::Text> = None;
    follow(Box::new(move || {
        // What stood here must not follow signals any more: its own ones are gone already.
        kept.clear();
        let view = run();
        if let (Some(node), AnyView::Text(words)) = (&text, &view) {
            if node.data() != **words {
                node.set_data(words);
            }
            return;
        }
        let fresh = document().create_document_fragment();
        let is_text = matches!(view, AnyView::Text(_));
        mount(view, &fresh, &mut kept);
        text = fresh.first_child().filter(|_| is_text).map(JsCast::unchecked_into);
        replace(&start, &end, &fresh);
    }))
}

/// Replaces what stands between two markers.
fn replace(start: &Node, end: &Node, fresh: &Node) {
    let Some(parent) = end.parent_node() else { return };
    let mut carried = Carried::default();
    let active = document().active_element();
    let mut is_lost = false;
    let mut new = fresh.first_child();
    while let Some(old) = start.next_sibling().filter(|old| old != end) {
        if let Some(old) = old.dyn_ref::<web_sys::Element>() {
            while new.as_ref().is_some_and(|new| new.node_type() != Node::ELEMENT_NODE) {
                new = new.and_then(|new| new.next_sibling());
            }
            let after = new.as_ref().and_then(Node::next_sibling);
            let new = std::mem::replace(&mut new, after);
            // Only then is there anything to carry, and looking for it makes browsers lay out.
            let has_focus = active.as_ref().is_some_and(|active| old.contains(Some(active)));
            is_lost |= has_focus;
            let is_used = has_focus
                || old.has_attribute("open")
                || matches!(old.query_selector("[open]"), Ok(Some(_)));
            if let Some(new) = new.and_then(|new| new.dyn_into().ok())
                && is_used
            {
                carried.take(old, &new, active.as_ref());
            }
        }
        drop(parent.remove_child(&old));
    }
    drop(parent.insert_before(fresh, Some(end)));
    carried.give();
    if is_lost && document().active_element().is_none_or(|active| active.tag_name() == "BODY") {
        focus_region(&parent);
    }
}

/// Gives the focus to the region around a place, so that Tab goes on from there.
fn focus_region(place: &Node) {
    let Some(place) = place.dyn_ref::<web_sys::Element>() else { return };
    let Ok(Some(region)) = place.closest("section, main") else { return };
    drop(region.set_attribute("tabindex", "-1"));
    focus_in_place(region);
}

/// Gives an element the focus and leaves the page where it is scrolled to.
fn focus_in_place(element: web_sys::Element) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    drop(element.unchecked_into::<HtmlElement>().focus_with_options(&options));
}

/// What elements have beside what is written in them, on its way to those that replace them.
#[derive(Default)]
struct Carried {
    focus: Option<web_sys::Element>,
    /// The id of what had the focus.
    id: String,
    scrolled: Vec<(web_sys::Element, i32, i32)>,
}

impl Carried {
    /// Elements correspond by their place, as far as they are of the same kind.
    fn take(
        &mut self,
        old: &web_sys::Element,
        new: &web_sys::Element,
        active: Option<&web_sys::Element>,
    ) {
        if old.tag_name() != new.tag_name() {
            // An id may still say where the focus goes.
            if let Some(active) = active.filter(|active| old.contains(Some(active))) {
                self.id = active.id();
            }
            return;
        }
        if old.tag_name() == "DETAILS" && old.has_attribute("open") {
            drop(new.set_attribute("open", ""));
        }
        let (left, top) = (old.scroll_left(), old.scroll_top());
        if left != 0 || top != 0 {
            self.scrolled.push((new.clone(), left, top));
        }
        if active == Some(old) {
            self.focus = Some(new.clone());
            self.id = old.id();
        }
        let mut olds = old.first_element_child();
        let mut news = new.first_element_child();
        while let (Some(old), Some(new)) = (olds, news) {
            self.take(&old, &new, active);
            olds = old.next_element_sibling();
            news = new.next_element_sibling();
        }
    }

    fn give(self) {
        for (element, left, top) in self.scrolled {
            element.set_scroll_left(left);
            element.set_scroll_top(top);
        }
        let named = Some(self.id).filter(|id| !id.is_empty());
        let named = named.and_then(|id| document().get_element_by_id(&id));
        if let Some(element) = named.or(self.focus) {
            focus_in_place(element);
        }
    }
}

/// A list whose elements stay the same as long as their keys are in it. Only elements can be in it.
pub fn keyed<K: Copy + PartialEq + 'static>(
    mut keys: impl FnMut() -> Vec<K> + 'static,
    make: impl Fn(K) -> AnyView + 'static,
) -> AnyView {
    struct Item<K> {
        key: K,
        element: Element,
        // Ends what the element's signals and effects are.
        _owner: Owner,
    }
    AnyView::List(Box::new(move |parent| {
        let parent = parent.clone();
        let end = marker(&parent);
        // The effect clears its own owner with every run; items live longer.
        let owner = Owner::current().unwrap_or_default();
        let mut items: Vec<Item<K>> = Vec::new();
        follow(Box::new(move || {
            let keys = keys();
            items.retain(|item| {
                let stays = keys.contains(&item.key);
                if !stays {
                    item.element.node.remove();
                }
                stays
            });
            let mut old = std::mem::take(&mut items);
            for key in keys {
                let item = if let Some(index) = old.iter().position(|item| item.key == key) {
                    old.remove(index)
                } else {
                    let owner = owner.with(Owner::new);
                    let made = owner.with(|| untrack(|| make(key)));
                    let AnyView::Element(element) = made else { continue };
                    Item { key, element, _owner: owner }
                };
                items.push(item);
            }
            // From the end, so that whatever stands right already is not touched: moving an
            // element takes its focus.
            let mut next = end.clone();
            for item in items.iter().rev() {
                let node: &Node = &item.element.node;
                if node.next_sibling().as_ref() != Some(&next) {
                    drop(parent.insert_before(node, Some(&next)));
                }
                next = node.clone();
            }
        }))
    }))
}
