//! Dates in whatever way they are written: 5 January 2020, Jan 5, 2020 and 2020-01-05 are the same day.
//! Our own definition.

use super::compare::{AnswerComparison, Judge, Judged, Note, Question, Reading, Shown};
use crate::base::diagnostic::Code;
use crate::text::day::{Day, find, find_written, said, worked_out, worked_out_written};

/// Days, months, weeks, quarters, seasons, years and decades, to the precision of the gold answer.
pub(crate) const WRITTEN: AnswerComparison = AnswerComparison::new(
    "written_day",
    "Dates are read in several languages, with short years too. The date at the start of the answer \
     counts, unless a calculation begins there; otherwise the last date counts. It is compared with the \
     gold date to the precision of the gold date.",
    |_| Box::new(DayJudge { gold: find_written, read: worked_out_written, counts: true }),
)
.noting(NOTES);

/// The same as version 4 of `plain-date` had it.
pub(crate) const WORKED_OUT: AnswerComparison = AnswerComparison::new(
    "worked_out_day",
    "The date at the start of the answer counts, unless a calculation begins there; otherwise the \
     last date counts. It is compared with the gold date to the precision of the gold date.",
    |_| Box::new(DayJudge { gold: find, read: worked_out, counts: false }),
)
.noting(NOTES);

/// The same as version 2 of `plain-date` had it.
pub(crate) const SAID: AnswerComparison = AnswerComparison::new(
    "said_day",
    "The date at the start of the answer counts; otherwise the last date counts. It is \
         compared with the gold date to the precision of the gold date.",
    |_| Box::new(DayJudge { gold: find, read: said, counts: false }),
)
.noting(NOTES);

/// The same as version 1 of `plain-date` had it.
pub(crate) const FIRST: AnswerComparison = AnswerComparison::new(
    "day",
    "The first date of the answer is compared with the gold date to the precision of the gold date.",
    |_| Box::new(DayJudge { gold: find, read: find, counts: false }),
)
.noting(NOTES);

const NOTES: &[Note] = &[
    Note {
        code: Code::NoDate,
        words: "the output names no date; it counts as wrong",
        remedy: "check what the output says instead",
        doubt: false,
    },
    Note {
        code: Code::GoldWithoutDate,
        words: "the gold answer is not a date, so no output can be right",
        remedy: "correct the gold answer, or compare texts",
        doubt: true,
    },
];

#[derive(Debug)]
struct DayJudge {
    /// Reads a gold answer.
    gold: fn(&str) -> Vec<Day>,
    /// Takes the date out of an answer.
    read: fn(&str) -> Vec<Day>,
    /// Whether an output without a date counts as one without an answer.
    counts: bool,
}

impl Judge for DayJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let golds: Vec<Vec<_>> = question.golds.iter().map(|gold| (self.gold)(gold)).collect();
        let dateless = !golds.is_empty() && golds.iter().all(Vec::is_empty);
        let gold_note = u8::from(dateless) << 1;
        let Some(answer) = question.answer else {
            return Judged { notes: gold_note, ..Judged::at(None) };
        };
        let said = (self.read)(answer);
        let right = golds.iter().position(|gold| {
            gold.iter().any(|gold| said.iter().any(|said| gold.is_said_by(*said)))
        });
        let notes = u8::from(said.is_empty()) | gold_note;
        let unread = self.counts && said.is_empty() && !dateless;
        Judged { notes, unread, ..Judged::at(right) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let shown = |days: Vec<Day>| {
            let texts: Vec<String> = days.iter().map(|day| day.text()).collect();
            Shown::plain(if texts.is_empty() { "no date".to_owned() } else { texts.join(" or ") })
        };
        Reading {
            answer: question.answer.map(|answer| shown((self.read)(answer))),
            golds: question.golds.iter().map(|gold| shown((self.gold)(gold))).collect(),
            words: vec!["Dates are compared to the precision of the gold answer.".to_owned()],
            ..Reading::default()
        }
    }
}
