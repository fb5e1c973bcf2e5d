//! Doubts about answers that are right only because a comparison forgives something.

use super::{Kind, Remedy, quoted};
use crate::base::digits::{by_number, counted, grouped, percent};

/// Dates are read in both orders, and answers need both.
#[derive(Clone, Debug, PartialEq)]
pub struct OrdersOfDates {
    pub(crate) run: String,
    pub(crate) day_first: usize,
    pub(crate) month_first: usize,
    /// The best mean with one order for all, from 0 to 1.
    pub(crate) at_most: f64,
}

impl Kind for OrdersOfDates {
    fn message(&self) -> String {
        let Self { run, day_first, month_first, at_most } = self;
        format!(
            "dates are read in both orders: {} of {run} {} right only with the day first, and {} only \
             with the month first; with one order for all, the score would be at most {}",
            counted(*day_first, "answer"),
            by_number(*day_first, "is", "are"),
            grouped(*month_first),
            percent(*at_most)
        )
    }

    fn rows(&self) -> Option<usize> {
        Some(self.day_first + self.month_first)
    }

    about!(run);
}

/// What a comparison forgives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    TimeOfDay,
    Decade,
    Unit,
    PerCent,
    Hedge,
    Code,
    Signs,
    CapitalsOfAnswers,
    CapitalsOfCodes,
    CapitalsOfExpressions,
}

/// Answers are right although they differ from every gold answer in something.
#[derive(Clone, Debug, PartialEq)]
pub struct Forgiven {
    pub(crate) run: String,
    pub(crate) answers: usize,
    pub(crate) difference: Difference,
    pub(crate) said: String,
    pub(crate) gold: String,
}

impl Kind for Forgiven {
    fn own_code(&self) -> Option<&'static str> {
        Some(match self.difference {
            Difference::TimeOfDay => "other_time_of_day",
            Difference::Decade => "year_for_decade",
            Difference::Unit => "other_unit",
            Difference::PerCent => "per_cent_on_one_side",
            Difference::Hedge => "hedged_number",
            Difference::Code => "code_as_number",
            Difference::Signs => "signs_ignored",
            Difference::CapitalsOfAnswers => "capitals_ignored",
            Difference::CapitalsOfCodes => "capitals_of_codes_ignored",
            Difference::CapitalsOfExpressions => "capitals_of_expressions_ignored",
        })
    }

    fn message(&self) -> String {
        let words = match self.difference {
            Difference::TimeOfDay => "although the time of day differs",
            Difference::Decade => "although one of the two is a decade and the other a year",
            Difference::Unit => "although the unit differs",
            Difference::PerCent => {
                "although only one of the two numbers below 1 has a percent sign"
            }
            Difference::Hedge => "although they say \"more than\", \"less than\" or \"not\"",
            Difference::Code => "as numbers, although they look like codes and differ as codes",
            Difference::Signs => "only because signs are ignored",
            Difference::CapitalsOfAnswers => {
                "only because capitals are ignored, although capitals distinguish gold answers"
            }
            Difference::CapitalsOfCodes => "only because capitals are ignored in codes",
            Difference::CapitalsOfExpressions => "only because capitals are ignored in expressions",
        };
        format!(
            "{} of {} {} right {words}, for example {} for {}",
            counted(self.answers, "answer"),
            self.run,
            by_number(self.answers, "is", "are"),
            quoted(&self.said),
            quoted(&self.gold),
        )
    }

    rows!(answers);
    about!(run);

    fn remedy(&self) -> Option<Remedy> {
        match self.difference {
            Difference::CapitalsOfAnswers
            | Difference::CapitalsOfCodes
            | Difference::CapitalsOfExpressions => Some(Remedy::Count("case")),
            Difference::Signs => Some(Remedy::Count("punctuation")),
            _ => None,
        }
    }
}
