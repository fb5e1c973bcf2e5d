//! Markup: what `view!` builds, and how it follows signals.
//!
//! Signals, memos, effects and owners are Leptos'; its view layer is not used. That layer makes a
//! type of every piece of markup, and compiles building, rebuilding and mounting for each: on this
//! page 200 kB of 600 before compression, and most of what the page's own code grew to besides.
//! Here all markup is one [`AnyView`]: a value of any other type becomes one at once, and a
//! closure is boxed, so that everything below exists once. The price is that a closure that runs
//! again makes its nodes anew instead of changing them; what a reader would miss then (focus,
//! scroll, what was unfolded) is carried over.

mod carry;
mod element;

pub use element::{Element, NodeRef};

use crate::widgets::dom::{document, window};
use carry::replace;
use leptos::reactive::effect::{Effect, RenderEffect};
use leptos::reactive::graph::untrack;
use leptos::reactive::owner::{Owner, StoredValue};
use leptos::reactive::prelude::IsDisposed;
use std::borrow::Cow;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, EventTarget, Node};

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

thread_local! {
    /// What keeps the page alive.
    static PAGE: RefCell<Option<(Owner, Vec<Kept>)>> = const { RefCell::new(None) };
}

/// Appends the root of the page to its body.
pub fn mount_to_body(root: fn() -> AnyView) {
    // Fails only where it was done before.
    drop(any_spawner::Executor::init_wasm_bindgen());
    let Some(body) = document().body() else { return };
    let owner = Owner::new();
    let mut kept = Vec::new();
    owner.with(|| mount(root(), &body, &mut kept));
    PAGE.set(Some((owner, kept)));
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
