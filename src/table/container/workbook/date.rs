//! Days since 1900 or 1904 as dates.

use super::styles::NumberFormat;

const DAY: f64 = 86_400_000.0;

/// A number of days in the form of ISO 8601; `None` where it is no date.
pub(super) fn text(days: f64, form: NumberFormat, from_1904: bool) -> Option<String> {
    let days = if from_1904 && form != NumberFormat::Duration { days + 1462.0 } else { days };
    // The last day of the year 9999.
    if !(0.0..2_958_466.0).contains(&days) {
        return None;
    }
    let milliseconds = (days * DAY).round();
    let (day, rest) = ((milliseconds / DAY).floor(), milliseconds % DAY);
    let clock = |hours: f64| {
        let (minutes, seconds) = (rest / 60_000.0, rest % 60_000.0 / 1000.0);
        let seconds = if seconds.fract() == 0.0 {
            format!("{seconds:02}")
        } else {
            format!("{seconds:06.3}")
        };
        format!("{:02}:{:02}:{seconds}", hours.floor(), (minutes % 60.0).floor())
    };
    let hours = rest / 3_600_000.0;
    Some(match form {
        NumberFormat::Duration => clock(day * 24.0 + hours),
        NumberFormat::Time if day == 0.0 => clock(hours),
        NumberFormat::Date if rest == 0.0 => calendar(day as i64),
        _ => format!("{}T{}", calendar(day as i64), clock(hours)),
    })
}

/// The date of a day; the spreadsheet's calendar has a 29 February 1900, as its first maker's had.
fn calendar(day: i64) -> String {
    if day == 60 {
        return "1900-02-29".to_owned();
    }
    // Days since 1 March of the year 0, by which leap days come last.
    let days = day + if day < 60 { 693_900 } else { 693_899 };
    let (cycle, rest) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
    let in_year = rest - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 {
        (cycle * 400 + year, month + 3)
    } else {
        (cycle * 400 + year + 1, month - 9)
    };
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        for (days, form, expected) in [
            (1.0, NumberFormat::Date, "1900-01-01"),
            (59.0, NumberFormat::Date, "1900-02-28"),
            (60.0, NumberFormat::Date, "1900-02-29"),
            (61.0, NumberFormat::Date, "1900-03-01"),
            (36_526.0, NumberFormat::Date, "2000-01-01"),
            (36_585.0, NumberFormat::Date, "2000-02-29"),
            (45_293.0, NumberFormat::Date, "2024-01-02"),
            (2_958_465.0, NumberFormat::Date, "9999-12-31"),
            (45_293.5, NumberFormat::DateTime, "2024-01-02T12:00:00"),
            (45_293.25, NumberFormat::Date, "2024-01-02T06:00:00"),
            (0.520_833_333_333_333_3, NumberFormat::Time, "12:30:00"),
            (1.145_833_333_333_333_3, NumberFormat::Duration, "27:30:00"),
            (0.000_005_787_037, NumberFormat::Time, "00:00:00.500"),
        ] {
            assert_eq!(text(days, form, false).as_deref(), Some(expected), "{days}");
        }
        assert_eq!(
            text(43_831.0 - 1462.0, NumberFormat::Date, true).as_deref(),
            Some("2020-01-01")
        );
        assert_eq!(text(-1.0, NumberFormat::Date, false), None);
        assert_eq!(text(f64::NAN, NumberFormat::Date, false), None);
    }
}
