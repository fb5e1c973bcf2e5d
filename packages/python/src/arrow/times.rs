//! Dates and times as Python prints them.

/// What times count from the beginning of 1970.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
}

impl Unit {
    /// The unit of a time stamp's format before its colon.
    pub(super) fn of(format: &str) -> Option<Self> {
        Some(match format {
            "tss" => Self::Seconds,
            "tsm" => Self::Milliseconds,
            "tsu" => Self::Microseconds,
            "tsn" => Self::Nanoseconds,
            _ => return None,
        })
    }

    /// Steps of a second, and the digits that they have.
    fn per_second(self) -> (i64, usize) {
        match self {
            Self::Seconds => (1, 0),
            Self::Milliseconds => (1_000, 3),
            Self::Microseconds => (1_000_000, 6),
            Self::Nanoseconds => (1_000_000_000, 9),
        }
    }

    /// Whether a time is the first of its day.
    pub(super) fn is_midnight(self, count: i64) -> bool {
        count.rem_euclid(86_400 * self.per_second().0) == 0
    }

    /// The day of a time as `str(date)` prints it.
    pub(super) fn date(self, count: i64) -> String {
        date(count.div_euclid(86_400 * self.per_second().0))
    }

    /// A time as `str(datetime)` prints it, with as many digits of a second as it needs. `zone`: it has a
    /// zone, and is printed in UTC.
    pub(super) fn time(self, count: i64, zone: bool) -> String {
        let (per_second, digits) = self.per_second();
        let (seconds, rest) = (count.div_euclid(per_second), count.rem_euclid(per_second));
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let fraction = if rest == 0 {
            String::new()
        } else {
            // Python has six digits; nanoseconds are written only if there are some.
            let padded = format!("{rest:0digits$}");
            let shown = format!("{padded:0<6}");
            let shown = if digits == 9 && shown.ends_with("000") { &shown[..6] } else { &shown };
            format!(".{shown}")
        };
        let zone = if zone { "+00:00" } else { "" };
        format!("{} {hour:02}:{minute:02}:{second:02}{fraction}{zone}", date(day))
    }
}

/// A day after 1 January 1970 in the calendar.
pub(super) fn date(days: i64) -> String {
    // Years begin in March, so that leap days are their last days.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
