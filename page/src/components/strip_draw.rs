//! The strip as pixels: right answers reach from top to bottom, partly right ones from the foot as far as
//! they are right, missing ones stand as stubs at the foot, wrong ones leave the ground bare. So it reads
//! without colour, too.

use crate::prelude::window;
use crate::widgets::dom;
use scoredrop::report::model::Stripe;
use scoredrop::session::protocol::FlipStripe;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Share of the height that a stub takes.
const STUB: f64 = 0.3;

pub struct Colours {
    ground: String,
    right: String,
    unanswered: String,
    line: String,
    paper: String,
}

impl Colours {
    pub fn read() -> Self {
        Self {
            ground: dom::token("--strip-ground"),
            right: dom::token("--right"),
            unanswered: dom::token("--unanswered"),
            line: dom::token("--ink"),
            paper: dom::token("--paper"),
        }
    }
}

/// How strongly a stripe shows its right answers and its missing ones, 0 to 1.
fn strength(stripe: &Stripe) -> (f64, f64) {
    let all = f64::from(stripe.right + stripe.wrong + stripe.unanswered).max(1.0);
    (f64::from(stripe.right) / all, f64::from(stripe.unanswered) / all)
}

/// How far up a stripe is right where answers are so in part: what its mean has beyond those that are right.
fn partly(stripe: &Stripe) -> Option<f64> {
    (stripe.mean - strength(stripe).0 > LEAST_PART).then_some(stripe.mean.min(1.0))
}

/// Less is what numbers lose when they are added.
const LEAST_PART: f64 = 0.005;

/// Fewer questions have no line: it would only repeat the stripes.
const LEAST_FOR_LINE: u64 = 100;

/// Whether the share right in a moving window is drawn as a line.
pub fn has_line(stripes: &[Stripe]) -> bool {
    stripes.last().is_some_and(|stripe| stripe.to >= LEAST_FOR_LINE)
}

/// A canvas made ready at the size that it has on the screen.
struct Ground {
    context: CanvasRenderingContext2d,
    width: f64,
    height: f64,
    ratio: f64,
}

impl Ground {
    fn new(canvas: &HtmlCanvasElement, width: f64, colour: &str) -> Option<Self> {
        let height = f64::from(canvas.client_height());
        let ratio = window().device_pixel_ratio().max(1.0);
        #[allow(clippy::cast_sign_loss, reason = "sizes on the screen")]
        let pixels = |length: f64| (length * ratio).round() as u32;
        canvas.set_width(pixels(width));
        canvas.set_height(pixels(height));
        let context: CanvasRenderingContext2d =
            canvas.get_context("2d").ok().flatten()?.unchecked_into();
        let (width, height) = (f64::from(pixels(width)), f64::from(pixels(height)));
        context.set_fill_style_str(colour);
        context.fill_rect(0.0, 0.0, width, height);
        Some(Self { context, width, height, ratio })
    }

    /// Left and right of one of so many stripes, in whole pixels: none bleeds into its neighbour.
    fn place(&self, index: usize, count: usize) -> (f64, f64) {
        let step = self.width / count.max(1) as f64;
        let left = (index as f64 * step).floor();
        (left, ((index + 1) as f64 * step).floor().max(left + 1.0))
    }
}

/// Paints where two runs part, at the size the canvas has on the screen: up from the middle where the
/// first is better, down where the second is, as far as the share of the stripe's questions.
pub fn paint_flips(
    canvas: &HtmlCanvasElement,
    flips: &[FlipStripe],
    width: f64,
    colours: &Colours,
) {
    let Some(ground) = Ground::new(canvas, width, &colours.paper) else { return };
    let (context, middle) = (&ground.context, (ground.height / 2.0).round());
    context.set_fill_style_str(&colours.line);
    for (index, stripe) in flips.iter().enumerate() {
        let (left, right) = ground.place(index, flips.len());
        let all = (stripe.to - stripe.from).max(1) as f64;
        for (count, up) in [(stripe.only_a, true), (stripe.only_b, false)] {
            if count > 0 {
                let tall = (middle * f64::from(count) / all).max(2.0 * ground.ratio).min(middle);
                let top = if up { middle - tall } else { middle };
                context.fill_rect(left, top, right - left, tall);
            }
        }
    }
    context.fill_rect(0.0, middle, ground.width, 1.0);
}

/// Paints the stripes at the size the canvas has on the screen.
pub fn paint(canvas: &HtmlCanvasElement, stripes: &[Stripe], width: f64, colours: &Colours) {
    let Some(ground) = Ground::new(canvas, width, &colours.ground) else { return };
    let Ground { context, width, height, ratio } = &ground;
    let (width, height, ratio) = (*width, *height, *ratio);
    let step = width / stripes.len().max(1) as f64;
    for (index, stripe) in stripes.iter().enumerate() {
        let (left, right) = ground.place(index, stripes.len());
        let (full, stub) = strength(stripe);
        let (full, top) = partly(stripe).map_or((full, 0.0), |part| (1.0, height * (1.0 - part)));
        for (alpha, colour, top) in
            [(full, &colours.right, top), (stub, &colours.unanswered, height * (1.0 - STUB))]
        {
            if alpha > 0.0 {
                context.set_global_alpha(alpha);
                context.set_fill_style_str(colour);
                context.fill_rect(left, top, right - left, height - top);
            }
        }
    }
    context.set_global_alpha(1.0);
    if has_line(stripes) {
        // A line of ink on a rim of ground stands out from stripes of any colour.
        for (colour, thickness) in [(&colours.ground, 3.5), (&colours.line, 1.5)] {
            context.begin_path();
            for (index, stripe) in stripes.iter().enumerate() {
                // A little within the frame.
                let top = height * (0.95 - 0.9 * stripe.moving);
                context.line_to((index as f64 + 0.5) * step, top);
            }
            context.set_line_width(thickness * ratio);
            context.set_stroke_style_str(colour);
            context.stroke();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_right_in_part_is_drawn_so() {
        let stripe = |right, wrong, mean| Stripe { right, wrong, mean, ..Stripe::default() };
        assert_eq!(partly(&stripe(1, 0, 1.0)), None);
        assert_eq!(partly(&stripe(2, 1, 2.0 / 3.0)), None);
        assert_eq!(partly(&stripe(0, 1, 0.0)), None);
        assert_eq!(partly(&stripe(0, 1, 0.4)), Some(0.4));
        assert_eq!(partly(&stripe(1, 1, 0.9)), Some(0.9));
        // A question without a value has none.
        assert_eq!(partly(&stripe(0, 1, f64::NAN)), None);
    }
}
