//! Whether two texts name the same month: Date Arithmetic of `TimeBench`
//! (aauss/timebench-eval@9e87a9f6 `timebench_eval.py`, which reads both sides by python-dateutil
//! 2.9.0.post0), and the same without its traps.

mod judge;

pub use judge::DATE;

use crate::text::date::{DateTime, Failure, FromNow, Now, Order, Reading, parse};
use strum::EnumString;

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum DateRule {
    /// The reference: the first days of the months, at the time and offset that the texts give. What
    /// a text does not say is taken from now. Two texts that are no dates are equal.
    #[default]
    Filled,
    /// Our correction: what the texts themselves say. A text without a year is no date, one without a
    /// month equals only another without, and a text that is no date equals nothing.
    AsSaid,
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each says something else")]
pub struct DateVerdict {
    /// Whether they are equal.
    pub right: bool,
    /// The answer as read; `None` where there is none.
    pub answer: Option<Reading>,
    /// The gold answer as read.
    pub gold: Reading,
    /// Whether neither side is a date, which the reference takes for equal.
    pub neither_is_a_date: bool,
    /// Whether another day as now would give another verdict.
    pub depends_on_now: bool,
    /// Whether the other order of day and month would give another verdict.
    pub depends_on_order: bool,
    /// Whether the reference stops with an error here; the answer is wrong then.
    pub stops: bool,
}

/// Compares an answer, if there is one, with a gold answer.
pub fn compare(
    answer: Option<&str>,
    gold: &str,
    now: Now,
    rule: DateRule,
    order: Order,
) -> DateVerdict {
    let read = |now: Now, order: Order| {
        (answer.map(|answer| parse(answer, now, order)), parse(gold, now, order))
    };
    let (answer_read, gold_read) = read(now, order);
    let filled = equal(answer_read.as_ref(), &gold_read);
    let open = [answer_read.as_ref(), Some(&gold_read)].into_iter().flatten();
    let open = open.fold(FromNow::default(), |open, side| FromNow {
        year: open.year || side.from_now.year,
        month: open.month || side.from_now.month,
        weekday: open.weekday || side.from_now.weekday,
        ..open
    });
    let is_right = |answer: Option<&Reading>, gold: &Reading| match rule {
        DateRule::Filled => equal(answer, gold) == Some(true),
        DateRule::AsSaid => answer.is_some_and(|answer| same_as_said(answer, gold)),
    };
    let right = is_right(answer_read.as_ref(), &gold_read);
    let other = match order {
        Order::MonthFirst => Order::DayFirst,
        Order::DayFirst => Order::MonthFirst,
    };
    let (answer_turned, gold_turned) = read(now, other);
    let depends_on_order = is_right(answer_turned.as_ref(), &gold_turned) != right;
    let depends_on_now = rule == DateRule::Filled && {
        let years = [answer_read.as_ref(), Some(&gold_read)].map(|side| year(side, now));
        other_days(now, open, years).any(|day| {
            let (answer, gold) = read(day, order);
            equal(answer.as_ref(), &gold) != filled
        })
    };
    DateVerdict {
        right,
        neither_is_a_date: is_no_date(answer_read.as_ref()) && is_no_date(Some(&gold_read)),
        depends_on_now,
        depends_on_order,
        stops: filled.is_none(),
        answer: answer_read,
        gold: gold_read,
    }
}

/// Whether the reference finds nothing, or nothing that is a date.
fn is_no_date(side: Option<&Reading>) -> bool {
    side.is_none_or(|side| side.date == Err(Failure::Rejected))
}

/// The reference's verdict; `None` where it stops with an error.
fn equal(answer: Option<&Reading>, gold: &Reading) -> Option<bool> {
    let month = |side: Option<&Reading>| match side.map(|side| &side.date) {
        None | Some(Err(Failure::Rejected)) => Some(None),
        Some(Err(_)) => None,
        Some(Ok(date)) => Some(Some(date.first_of_month())),
    };
    match (month(answer)?, month(Some(gold))?) {
        (Some(answer), Some(gold)) => answer.equals(&gold),
        (answer, gold) => Some(answer.is_none() && gold.is_none()),
    }
}

fn same_as_said(answer: &Reading, gold: &Reading) -> bool {
    match (&answer.said, &gold.said) {
        (Some(answer), Some(gold)) => {
            answer.month == gold.month && answer.date.equals(&gold.date) == Some(true)
        }
        _ => false,
    }
}

fn year(side: Option<&Reading>, now: Now) -> u16 {
    let date: Option<&DateTime> = side.and_then(|side| side.date.as_ref().ok());
    date.map_or(now.year(), |date| date.year)
}

/// Days on which what is open would be filled otherwise: of each month if that matters, of the years
/// of both sides and of one more.
fn other_days(now: Now, open: FromNow, years: [u16; 2]) -> impl Iterator<Item = Now> {
    let last = if open.year || open.month || open.weekday { 12 } else { 0 };
    let years = if open.year {
        vec![now.year(), now.year() + 1, years[0], years[1]]
    } else {
        vec![now.year()]
    };
    let days: &[u8] = if open.weekday { &[1, 28, 29, 30, 31] } else { &[1] };
    (1..=last).flat_map(move |month| {
        let years = years.clone();
        years
            .into_iter()
            .flat_map(move |year| days.iter().filter_map(move |day| Now::new(year, month, *day)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = "Aug, 1987";

    fn verdict(answer: Option<&str>, gold: &str, rule: DateRule) -> DateVerdict {
        compare(answer, gold, Now::new(2026, 1, 15).unwrap(), rule, Order::MonthFirst)
    }

    fn both(answer: Option<&str>, gold: &str) -> (bool, bool) {
        let [filled, said] =
            [DateRule::Filled, DateRule::AsSaid].map(|rule| verdict(answer, gold, rule));
        assert!(!said.depends_on_now);
        (filled.right, said.right)
    }

    #[test]
    fn traps_and_their_correction() {
        for (answer, gold, filled, said) in [
            (Some("08/1987"), GOLD, true, true),
            (Some("August 15, 1987"), GOLD, true, true),
            (Some("September 1987"), GOLD, false, false),
            (Some("1987"), GOLD, false, false),
            (Some("1987"), "Jan, 1987", true, false),
            (Some("1987"), "1987", true, true),
            (Some("2026"), "January", true, false),
            (Some("Jan"), "Jan", true, false),
            (Some("no idea"), "none", true, false),
            (None, "none", true, false),
            (None, GOLD, false, false),
            (Some("31, 1987"), "31, 1987", true, false),
            (Some("Mon, June 1987"), "June 1987", true, true),
            (Some("Aug 1987 10:30"), GOLD, false, false),
            (Some("Aug 1987 00:00Z"), GOLD, false, false),
            (Some("Aug 1 1987 12:00+0200"), "Aug 1987 10:00Z", true, true),
        ] {
            assert_eq!(both(answer, gold), (filled, said), "{answer:?} {gold}");
        }
    }

    #[test]
    fn what_depends_on_the_day() {
        for (answer, gold, depends) in [
            ("August 1987", GOLD, false),
            ("1987", GOLD, true),
            ("1986", GOLD, false),
            ("1987", "1987", false),
            ("August", GOLD, true),
            ("Mon, August 1987", GOLD, false),
            ("Mon, June 1987", "June 1987", true),
            ("Mon, 3 August 1987", GOLD, false),
            ("30", "January 2026", true),
            ("no idea", GOLD, false),
        ] {
            let verdict = verdict(Some(answer), gold, DateRule::Filled);
            assert_eq!(verdict.depends_on_now, depends, "{answer}");
        }
    }

    #[test]
    fn day_and_month_by_the_order_that_is_said() {
        let now = Now::new(2026, 1, 15).unwrap();
        for (answer, month_first, day_first) in [
            ("08/03/1987", true, false),
            ("03/08/1987", false, true),
            ("13/08/1987", true, true),
            ("3.8.87", false, true),
            ("1987-08-03", true, false),
            ("3 August 1987", true, true),
        ] {
            for (order, right) in [(Order::MonthFirst, month_first), (Order::DayFirst, day_first)] {
                let verdict = compare(Some(answer), GOLD, now, DateRule::AsSaid, order);
                assert_eq!(verdict.right, right, "{answer} {order:?}");
                assert_eq!(verdict.depends_on_order, month_first != day_first, "{answer}");
            }
        }
    }

    #[test]
    fn where_the_reference_stops() {
        for (answer, gold, stops, right) in [
            ("99999999999999999999999", GOLD, true, false),
            (GOLD, "99999999999999999999999", true, false),
            ("Aug 1987 10:00+99:00", GOLD, true, false),
            ("Aug 1987 10:00+99:00", "Aug 1987 10:00+99:00", false, true),
            ("Aug 1987 10:00+99:00", "none", false, false),
            ("1:99999999999999999999999999999", "none", true, false),
        ] {
            let verdict = verdict(Some(answer), gold, DateRule::Filled);
            assert_eq!((verdict.stops, verdict.right), (stops, right), "{answer} {gold}");
        }
    }
}
