//! A row of marks; neighbouring marks can be selected, with the pointer or with the arrow keys.

use crate::prelude::*;
use scoredrop::base::digits::fixed;
use web_sys::{KeyboardEvent, PointerEvent};

#[derive(Clone, Copy)]
pub struct Brush {
    /// First and last mark that are selected; equal if the selection is only a cursor.
    pub ends: RwSignal<Option<(usize, usize)>>,
    pub is_dragging: RwSignal<bool>,
    /// The mark under the pointer.
    pub hovered: RwSignal<Option<usize>>,
    pub node: NodeRef<html::Div>,
    count: Signal<usize>,
    take: Callback<Option<(usize, usize)>>,
}

impl Brush {
    /// Makes a brush over a number of marks. Its callback gets the selection, the smaller place first, or
    /// `None` if nothing is selected.
    pub fn new(count: Signal<usize>, take: Callback<Option<(usize, usize)>>) -> Self {
        Self {
            ends: RwSignal::new(None),
            is_dragging: RwSignal::new(false),
            hovered: RwSignal::new(None),
            node: NodeRef::new(),
            count,
            take,
        }
    }

    /// Shows the marks as they are `drawn`, with a maximum width, and the selection; `told` describes the
    /// selection in words.
    pub fn view(
        self,
        class: &'static str,
        width: Signal<String>,
        label: Signal<String>,
        told: Signal<String>,
        drawn: AnyView,
    ) -> AnyView {
        let last = move || self.count.get().saturating_sub(1);
        let now = move || self.ends.get().map_or(0, |(_, to)| to);
        view! {
            <div
                class=class
                style:max-width=move || width.get()
                role="slider"
                tabindex="0"
                aria-label=move || label.get()
                aria-valuemin="0"
                aria-valuemax=move || last().to_string()
                aria-valuenow=move || now().to_string()
                aria-valuetext=move || told.get()
                node_ref=self.node
                on:pointerdown=move |event| self.start(&event)
                on:pointermove=move |event| self.drag(&event)
                on:pointerleave=move |_| self.hovered.set(None)
                on:pointerup=move |_| self.end()
                on:pointercancel=move |_| self.end()
                on:keydown=move |event| self.press(&event)
            >
                {drawn}
                {move || self.selection()}
            </div>
        }
        .into_any()
    }

    fn selection(self) -> Option<AnyView> {
        let (from, to) = self.ends.get()?;
        let count = self.count.get().max(1) as f64;
        let left = from.min(to) as f64 / count * 100.0;
        let right = 100.0 - (from.max(to) + 1) as f64 / count * 100.0;
        Some(
            view! {
                <span
                    class="brush"
                    style:left=format!("{}%", fixed(left, 2))
                    style:right=format!("{}%", fixed(right, 2))
                ></span>
            }
            .into_any(),
        )
    }

    fn mark_at(self, event: &PointerEvent) -> Option<usize> {
        let node = self.node.get_untracked()?;
        let frame = node.get_bounding_client_rect();
        let count = self.count.get_untracked();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        #[allow(clippy::cast_sign_loss, reason = "clamped to 0 and up")]
        let index = (share.clamp(0.0, 1.0) * count as f64) as usize;
        (count > 0).then(|| index.min(count - 1))
    }

    fn start(self, event: &PointerEvent) {
        let Some(mark) = self.mark_at(event) else { return };
        if let Some(node) = self.node.get_untracked() {
            drop(node.set_pointer_capture(event.pointer_id()));
        }
        self.is_dragging.set(true);
        // With Shift, a click is the other end of what is selected.
        self.ends.update(|ends| {
            let from = ends.filter(|_| event.shift_key()).map_or(mark, |(from, _)| from);
            *ends = Some((from, mark));
        });
    }

    fn drag(self, event: &PointerEvent) {
        let mark = self.mark_at(event);
        self.hovered.set(mark);
        if self.is_dragging.get_untracked()
            && let Some(mark) = mark
        {
            self.ends.update(|ends| *ends = ends.map(|(from, _)| (from, mark)));
        }
    }

    fn end(self) {
        if self.is_dragging.get_untracked() {
            self.apply();
            self.is_dragging.set(false);
        }
    }

    fn apply(self) {
        let ends = self.ends.get_untracked();
        self.take.run(ends.map(|(from, to)| (from.min(to), from.max(to))));
    }

    fn press(self, event: &KeyboardEvent) {
        let last = self.count.get_untracked().saturating_sub(1);
        let (from, to) = self.ends.get_untracked().unwrap_or((0, 0));
        let leap = (last / 20).max(1);
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => to.saturating_add(1).min(last),
            "ArrowLeft" | "ArrowDown" => to.saturating_sub(1),
            "PageUp" => to.saturating_add(leap).min(last),
            "PageDown" => to.saturating_sub(leap),
            "Home" => 0,
            "End" => last,
            "Enter" => {
                event.prevent_default();
                return self.apply();
            }
            "Escape" if self.ends.get_untracked().is_some() => {
                event.prevent_default();
                self.ends.set(None);
                return self.take.run(None);
            }
            _ => return,
        };
        event.prevent_default();
        self.ends.set(Some((if event.shift_key() { from } else { next }, next)));
        if event.shift_key() {
            self.apply();
        }
    }
}
