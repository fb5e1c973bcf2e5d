//! What holds for any text as a date: shared by the tests and by the fuzz targets.

use scoredrop::text::date::{Now, Order, parse};

/// What has to hold of any text.
pub fn check(text: &str) {
    let days = [(2026, 1, 15), (2024, 2, 29), (1, 1, 1), (9999, 12, 31)];
    for (year, month, day) in days {
        let now = Now::new(year, month, day).expect("a day");
        let reading = parse(text, now, Order::MonthFirst);
        assert_eq!(parse(text, now, Order::MonthFirst), reading);
        // The other order has a reading of any text, too.
        let _ = parse(text, now, Order::DayFirst);
        let Ok(date) = reading.date else { continue };
        assert!(Now::new(date.year, date.month, date.day).is_some(), "{text:?}");
        assert!(date.hour < 24 && date.minute < 60 && date.second < 60, "{text:?}");
        assert!(date.microsecond < 1_000_000, "{text:?}");
        // What the text says itself is in the date.
        if let Some(said) = reading.said {
            assert!(said.date.year == date.year || reading.from_now.weekday, "{text:?}");
        }
    }
}
