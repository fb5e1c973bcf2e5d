//! Which rows of a very long list are in view: the arithmetic, without a browser.
//!
//! All rows have the same height, except for one open row with a panel below it. Browsers cannot
//! lay out more than some ten million pixels, so a longer list is scaled: the scroll bar covers
//! [`TALLEST`] pixels, and a position on it stands for the proportional position in the list.

/// Height of the tallest scroll area, in pixels.
pub const TALLEST: f64 = 8_000_000.0;

/// A list and where it is scrolled to; all lengths in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Windowing {
    pub rows: u64,
    pub row: f64,
    /// Height of what is seen at once.
    pub port: f64,
    pub scroll: f64,
    /// The open row and the height of its panel.
    pub open: Option<(u64, f64)>,
}

/// What to put on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    pub from: u64,
    /// One past the last row.
    pub to: u64,
    /// Where the first row begins within the scroll area.
    pub top: f64,
}

impl Windowing {
    fn whole(&self) -> f64 {
        self.rows as f64 * self.row + self.open.map_or(0.0, |(_, panel)| panel)
    }

    /// Height of the scroll area.
    pub fn height(&self) -> f64 {
        self.whole().min(TALLEST)
    }

    /// Pixels of the list per pixel of scrolling.
    fn scale(&self) -> f64 {
        let travel = self.height() - self.port;
        if travel > 0.0 { (self.whole() - self.port) / travel } else { 1.0 }
    }

    /// Where a row begins in the unscaled list.
    fn start_of(&self, row: u64) -> f64 {
        let panel = self.open.filter(|(open, _)| row > *open).map_or(0.0, |(_, panel)| panel);
        row as f64 * self.row + panel
    }

    /// The row at a place in the unscaled list.
    #[allow(clippy::cast_sign_loss, reason = "places are clamped to 0 and up")]
    fn row_at(&self, place: f64) -> u64 {
        let plain = |place: f64| (place.max(0.0) / self.row) as u64;
        match self.open {
            Some((open, panel)) if place >= self.start_of(open) + self.row => {
                plain(place - panel).max(open)
            }
            _ => plain(place),
        }
    }

    /// The rows in view and some more on either side.
    pub fn slice(&self, spare: u64) -> Slice {
        let place = self.scroll.max(0.0) * self.scale();
        let from = self.row_at(place).saturating_sub(spare).min(self.rows);
        let to = (self.row_at(place + self.port) + 1 + spare).min(self.rows);
        Slice { from, to, top: self.scroll.max(0.0) - (place - self.start_of(from)) }
    }

    /// The first of the rows that are at least half in view, and one past the last.
    pub fn seen(&self) -> (u64, u64) {
        let place = self.scroll.max(0.0) * self.scale();
        let half = self.row / 2.0;
        let from = self.row_at(place + half).min(self.rows);
        let to = (self.row_at(place + self.port - half) + 1).min(self.rows);
        (from, to.max(from))
    }

    /// The scroll position that shows a row, moving as little as possible; `None` if the row is in
    /// view already.
    pub fn scroll_to(&self, row: u64) -> Option<f64> {
        let place = self.scroll * self.scale();
        let start = self.start_of(row);
        let target = if start < place {
            start
        } else if start + self.row > place + self.port {
            start + self.row - self.port
        } else {
            return None;
        };
        Some(target / self.scale())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Windowing =
        Windowing { rows: 100, row: 48.0, port: 480.0, scroll: 0.0, open: None };

    #[test]
    fn small_lists_are_not_scaled() {
        let slice = Windowing { scroll: 96.0, ..SMALL }.slice(0);
        assert_eq!(slice, Slice { from: 2, to: 13, top: 96.0 });
    }

    #[test]
    fn rows_are_seen_by_halves() {
        let seen = |scroll, port| Windowing { port, scroll, ..SMALL }.seen();
        assert_eq!(seen(0.0, 480.0), (0, 10));
        assert_eq!(seen(30.0, 480.0), (1, 11));
        assert_eq!(seen(10.0, 480.0), (0, 10));
        assert_eq!(seen(96.0, 470.0), (2, 12));
        assert_eq!(seen(0.0, 9000.0), (0, 100));
        assert_eq!(Windowing { rows: 0, ..SMALL }.seen(), (0, 0));
    }

    #[test]
    fn an_open_panel_pushes_rows_down() {
        let list = Windowing { open: Some((3, 300.0)), ..SMALL };
        assert_eq!(list.height(), 5100.0);
        assert_eq!(list.slice(0).to, 4);
        let below = Windowing { scroll: 600.0, ..list };
        assert_eq!(below.slice(0).from, 6);
        assert_eq!(below.slice(0).top, 588.0);
    }

    #[test]
    fn a_million_rows_reach_their_last() {
        let list = Windowing { rows: 1_000_000, ..SMALL };
        assert_eq!(list.height(), TALLEST);
        let end = Windowing { scroll: TALLEST - 480.0, ..list }.slice(2);
        assert_eq!(end.to, 1_000_000);
        let bottom = end.top + (end.to - end.from) as f64 * 48.0;
        assert!((bottom - TALLEST).abs() < 0.01, "{bottom}");
    }

    #[test]
    fn scrolling_to_a_row_puts_it_in_view() {
        let list = Windowing { rows: 1_000_000, ..SMALL };
        let there = list.scroll_to(777_777).unwrap();
        let slice = Windowing { scroll: there, ..list }.slice(0);
        assert!(slice.from <= 777_777 && 777_777 < slice.to, "{slice:?}");
        assert_eq!(SMALL.scroll_to(4), None);
    }
}
