//! Answers that are months: the judge of [`compare`].

use super::{DateRule, DateVerdict, compare};
use crate::base::diagnostic::Code;
use crate::score::metric::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, Values,
};
use crate::text::date::{self, Failure, Now, Order};

/// Months, as python-dateutil reads them.
pub const DATE: AnswerComparison = AnswerComparison {
    notes: &[
        Note {
            code: Code::NeitherIsADate,
            words: "neither the answer nor the gold answer is a date, which the reference counts as \
                    equal",
            remedy: "correct the gold answer, or compare dates as written",
            doubt: true,
        },
        Note {
            code: Code::DependsOnNow,
            words: "a date lacks its month or year, and the verdict depends on the day that \
                    completes it",
            remedy: "set today to the day of the run that you reproduce, or compare dates as \
                     written",
            doubt: true,
        },
        Note {
            code: Code::ReferenceStops,
            words: "the number or offset is so large that the reference stops with an error; it \
                    counts as wrong",
            remedy: "check this answer yourself",
            doubt: true,
        },
        Note {
            code: Code::DependsOnOrder,
            words: "a numeric date may begin with its day or its month, and the verdict depends \
                    on which",
            remedy: "choose the order: date_order=day_first or month_first",
            doubt: false,
        },
    ],
    ..AnswerComparison::new(
        "date",
        "The months that both texts name are compared, each read as python-dateutil reads it.",
        DateJudge::boxed,
    )
};

#[derive(Debug)]
struct DateJudge {
    now: Option<Now>,
    rule: DateRule,
    order: Order,
}

impl DateJudge {
    fn boxed(values: Values<'_>) -> Box<dyn Judge> {
        Box::new(Self {
            now: values("now").parse().ok(),
            rule: values("dates").parse().unwrap_or_default(),
            order: values("date_order").parse().unwrap_or_default(),
        })
    }

    /// Settings hold a day wherever they name this comparison.
    fn now(&self) -> Now {
        self.now.unwrap_or(Now::FIRST)
    }

    /// The best verdict and its gold answer: one that is right before one that is not, and of equals
    /// one without a trap.
    fn best(&self, question: &Question<'_>) -> Option<(u16, DateVerdict)> {
        let rank = |verdict: &DateVerdict| (verdict.right, self.notes(verdict) == 0);
        let mut best: Option<(u16, DateVerdict)> = None;
        for (place, gold) in (0..).zip(question.golds) {
            let verdict = compare(question.answer, gold, self.now(), self.rule, self.order);
            if best.as_ref().is_none_or(|(_, known)| rank(&verdict) > rank(known)) {
                best = Some((place, verdict));
            }
        }
        best
    }

    fn notes(&self, verdict: &DateVerdict) -> u8 {
        let order = u8::from(verdict.depends_on_order) << 3;
        if self.rule == DateRule::AsSaid {
            return order;
        }
        u8::from(verdict.neither_is_a_date)
            | u8::from(verdict.depends_on_now) << 1
            | u8::from(verdict.stops) << 2
            | order
    }

    fn shown(&self, reading: &date::Reading) -> Shown {
        let now = self.now();
        let text = match (&reading.date, self.rule) {
            (Ok(date), DateRule::Filled) => {
                let open = reading.from_now;
                let parts = [(open.year, "year"), (open.month, "month"), (open.weekday, "week")];
                let taken: Vec<&str> =
                    parts.iter().filter(|(open, _)| *open).map(|(_, part)| *part).collect();
                let century = if open.century { "; the century nearest to today" } else { "" };
                let first = date.first_of_month();
                if taken.is_empty() {
                    format!("{first}{century}")
                } else {
                    format!("{first} ({} from today, {now}{century})", taken.join(" and "))
                }
            }
            (Err(Failure::Rejected), _) => "no date".to_owned(),
            (Err(_), _) => "not a date: the reference stops with an error".to_owned(),
            (Ok(_), DateRule::AsSaid) => match &reading.said {
                None => "no date with a year".to_owned(),
                Some(said) if said.month => said.date.to_string(),
                Some(said) => format!("{:04}, no month", said.date.year),
            },
        };
        Shown::plain(text)
    }
}

impl Judge for DateJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        match self.best(question).filter(|_| question.output.is_some()) {
            None => Judged::plain(false, 0),
            Some((place, verdict)) => {
                Judged { notes: self.notes(&verdict), ..Judged::plain(verdict.right, place) }
            }
        }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let read = |text: &str| self.shown(&date::parse(text, self.now(), self.order));
        let mut words = Vec::new();
        if let Some((_, verdict)) = self.best(question).filter(|_| question.output.is_some()) {
            if verdict.neither_is_a_date && self.rule == DateRule::Filled {
                words
                    .push("Neither side is a date: the reference counts them as equal.".to_owned());
            } else if verdict.stops {
                words.push(
                    "The reference stops with an error here, so the answer is wrong.".to_owned(),
                );
            } else if verdict.right {
                words.push("Both are the same month.".to_owned());
            } else {
                words.push("They are not the same month at the same time of day.".to_owned());
            }
            if verdict.depends_on_now {
                words.push(format!(
                    "Missing parts of a date are taken from {}. On another day, the verdict may \
                     differ.",
                    self.now()
                ));
            }
        }
        Reading::of(question, read, words)
    }
}
