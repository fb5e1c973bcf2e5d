//! What is looked at of a score: rows of a view, and runs side by side. Both may go through all texts of
//! large files, and so go in slices.

use super::{QUESTIONS, Worker, fail, no_score, say};
use scoredrop::session::protocol::{By, Outcomes, Progress, Reply, View};
use scoredrop::session::{Beside, Pairs, Sift};

/// What takes no longer is not told of. The page waits a little more before it shows it.
const PATIENCE_MILLISECONDS: f64 = 100.0;

/// When some work has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since(f64);

impl Since {
    pub(super) fn now() -> Self {
        Self(js_sys::Date::now())
    }

    /// Tells whoever has asked how far it is, if it takes long.
    pub(super) fn tell(self, number: u32, doing: &str, done: u64, total: u64) {
        if js_sys::Date::now() - self.0 >= PATIENCE_MILLISECONDS {
            let (doing, unit) = (doing.to_owned(), "%".to_owned());
            say(number, &Reply::Progress(Progress { doing, done, total, unit }));
        }
    }
}

/// Rows that are asked for: the request, the place of the first in the view, and how many.
type Ask = (u32, u64, u32);

/// A view that is being found, for those who have asked for rows of it.
#[derive(Debug)]
pub(super) struct Sifting {
    sift: Box<Sift>,
    asks: Vec<Ask>,
    begun: Since,
}

/// The rows of a view.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) view: View,
    pub(super) rows: Vec<u32>,
    outcomes: Option<Outcomes>,
}

/// Views whose rows are being counted, the last first, and the request.
#[derive(Debug)]
pub(super) struct Counting {
    number: u32,
    views: Vec<View>,
    sift: Option<Box<Sift>>,
    totals: Vec<u64>,
    begun: Since,
}

/// Runs that are being looked at side by side, and the request.
#[derive(Debug)]
pub(super) struct Comparing {
    number: u32,
    beside: Beside,
    begun: Since,
}

/// Pairs of runs that are being compared, and the request.
#[derive(Debug)]
pub(super) struct Pairing {
    number: u32,
    pairs: Pairs,
    begun: Since,
}

impl Worker {
    pub(super) fn rows(&mut self, number: u32, view: &View, from: u64, count: u32) {
        let ask = (number, from, count);
        if let Some(sifting) = self.sifting.as_mut().filter(|known| known.sift.view() == view) {
            sifting.asks.push(ask);
            return;
        }
        // Nobody looks at another view any more.
        self.stop_looking();
        if self.view.as_ref().is_some_and(|found| found.view == *view) {
            return self.answer(ask);
        }
        let Some(finished) = self.session.finished() else {
            return say(number, &Reply::Rows { total: 0, from, rows: Vec::new(), outcomes: None });
        };
        let sift = Box::new(finished.sift(view));
        self.sifting = Some(Sifting { sift, asks: vec![ask], begun: Since::now() });
    }

    /// Begins to count the rows of views; others are not counted any more.
    pub(super) fn count(&mut self, number: u32, mut views: Vec<View>) {
        views.reverse();
        let (sift, totals, begun) = (None, Vec::new(), Since::now());
        self.counting = Some(Counting { number, views, sift, totals, begun });
    }

    fn count_on(&mut self, mut counting: Counting) {
        let number = counting.number;
        let Some(finished) = self.session.finished() else { return fail(number, no_score()) };
        let next = || counting.views.pop().map(|view| Box::new(finished.sift(&view)));
        let Some(mut sift) = counting.sift.take().or_else(next) else {
            return say(number, &Reply::Counted { totals: counting.totals });
        };
        if finished.sift_on(&mut sift, QUESTIONS) {
            counting.totals.push(sift.into_rows().len() as u64);
        } else {
            let (doing, done, total) = sift.progress();
            counting.begun.tell(number, doing, done, total);
            counting.sift = Some(sift);
        }
        self.counting = Some(counting);
    }

    /// Gives up what is looked for: whoever has asked has no use for it any more.
    pub(super) fn stop_looking(&mut self) {
        let asks = self.sifting.take().map_or_else(Vec::new, |sifting| sifting.asks);
        for (number, ..) in asks {
            say(number, &Reply::Failed { problems: Vec::new() });
        }
    }

    /// Gives up what is looked for, and downloads.
    pub(super) fn stop(&mut self) {
        self.stop_looking();
        let compared = self.comparing.take().map(|comparing| comparing.number);
        let paired = self.pairing.take().map(|pairing| pairing.number);
        let counted = self.counting.take().map(|counting| counting.number);
        let numbers = compared.into_iter().chain(paired).chain(counted);
        for number in numbers.chain(self.stop_writing()) {
            say(number, &Reply::Failed { problems: Vec::new() });
        }
    }

    /// Goes on with what is looked at, if there is anything.
    #[inline(never)]
    pub(super) fn look(&mut self) -> bool {
        if let Some(sifting) = self.sifting.take() {
            self.sift(sifting);
            return true;
        }
        if let Some(comparing) = self.comparing.take() {
            self.compare(comparing);
            return true;
        }
        if let Some(pairing) = self.pairing.take() {
            self.pair_off(pairing);
            return true;
        }
        if let Some(counting) = self.counting.take() {
            self.count_on(counting);
            return true;
        }
        false
    }

    fn sift(&mut self, mut sifting: Sifting) {
        let finished = self.session.finished();
        if finished.is_none_or(|finished| finished.sift_on(&mut sifting.sift, QUESTIONS)) {
            let view = sifting.sift.view().clone();
            let outcomes = sifting.sift.outcomes().cloned();
            self.view = Some(Found { view, outcomes, rows: sifting.sift.into_rows() });
            sifting.asks.into_iter().for_each(|ask| self.answer(ask));
        } else {
            let (doing, done, total) = sifting.sift.progress();
            if let Some((number, ..)) = sifting.asks.last() {
                sifting.begun.tell(*number, doing, done, total);
            }
            self.sifting = Some(sifting);
        }
    }

    /// Gives rows of the view that is at hand.
    fn answer(&self, (number, from, count): Ask) {
        let Some(Found { view, rows: all, outcomes }) = &self.view else { return };
        let part: Vec<u32> = all.iter().skip(from as usize).take(count as usize).copied().collect();
        let finished = self.session.finished();
        let rows = finished.map_or_else(Vec::new, |finished| finished.rows_of(view, &part));
        let outcomes = outcomes.clone().map(Box::new);
        say(number, &Reply::Rows { total: all.len() as u64, from, rows, outcomes });
    }

    /// Begins with two runs; others are not looked at any more.
    pub(super) fn pair(&mut self, number: u32, [a, b]: [u32; 2], stripes: u32, by: &By) {
        let finished = self.session.finished();
        let beside = finished
            .and_then(|finished| finished.beside(a as usize, b as usize, stripes as usize, by));
        self.comparing = beside.map(|beside| Comparing { number, beside, begun: Since::now() });
        if self.comparing.is_none() {
            fail(number, no_score());
        }
    }

    /// Begins with all pairs of runs.
    pub(super) fn matrix(&mut self, number: u32, by: &By) {
        let pairs = self.session.finished().and_then(|finished| finished.pairs(by));
        self.pairing = pairs.map(|pairs| Pairing { number, pairs, begun: Since::now() });
        if self.pairing.is_none() {
            fail(number, no_score());
        }
    }

    fn pair_off(&mut self, mut pairing: Pairing) {
        let Some(finished) = self.session.finished() else {
            return fail(pairing.number, no_score());
        };
        if finished.pair_off(&mut pairing.pairs) {
            let matrix = finished.matrix(pairing.pairs);
            say(pairing.number, &Reply::Matrix(Box::new(matrix)));
        } else {
            let (done, total) = pairing.pairs.progress();
            pairing.begun.tell(pairing.number, "comparing runs", done, total);
            self.pairing = Some(pairing);
        }
    }

    fn compare(&mut self, mut comparing: Comparing) {
        let Some(finished) = self.session.finished() else {
            return fail(comparing.number, no_score());
        };
        if finished.look_beside(&mut comparing.beside, QUESTIONS) {
            let pair = finished.pair_of(comparing.beside);
            say(comparing.number, &Reply::Pair(Box::new(pair)));
        } else {
            let (done, total) = comparing.beside.progress();
            comparing.begun.tell(comparing.number, "comparing answers", done, total);
            self.comparing = Some(comparing);
        }
    }
}
