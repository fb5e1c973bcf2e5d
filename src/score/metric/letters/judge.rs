//! Options that a text selects: the judge of [`compare`].

use super::{Letters, compare, gold_text};
use crate::base::diagnostic::Code;
use crate::score::metric::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown,
};
use crate::table::json;

/// Options A to D.
pub const OPTIONS: AnswerComparison = AnswerComparison {
    notes: &[Note {
        code: Code::NoGoldOption,
        words: "the gold answer names no option from A to D, and the reference counts every \
                answer that names none as equal",
        remedy: "check that this column holds the gold answers",
        doubt: true,
    }],
    ..AnswerComparison::new(
        "options",
        "The options A to D that both texts select are compared as sets.",
        |_| Box::new(OptionsJudge),
    )
};

#[derive(Debug)]
struct OptionsJudge;

impl OptionsJudge {
    /// The gold answers; where they are a label for each option, the one text that labels and options
    /// make.
    fn golds(question: &Question<'_>) -> Vec<String> {
        let labelled = || {
            let options = (question.gold)("options")?;
            let options: Option<Vec<String>> =
                json::elements(&options).map(|it| Some(it.ok()?.text().into_owned())).collect();
            let options = options?;
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            gold_text(&options, question.golds).filter(|_| !options.is_empty())
        };
        let as_written = || question.golds.iter().map(|gold| (*gold).to_owned()).collect();
        labelled().map_or_else(as_written, |text| vec![text])
    }
}

impl Judge for OptionsJudge {
    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let answer = Letters::of(question.answer.unwrap_or(""));
        let golds = Self::golds(question);
        let mut best = Judged::NOTHING;
        for (place, gold) in (0..).zip(&golds) {
            let verdict = compare(answer, Letters::of(gold));
            let rank = (verdict.exact_match, verdict.overlap.f1);
            if place == 0 || rank > (best.verdict.exact_match, best.verdict.overlap.f1) {
                best = Judged { verdict, matched: place, ..Judged::NOTHING };
            }
        }
        // A question without gold answers is said to have none.
        let named = golds.is_empty() || golds.iter().any(|gold| Letters::of(gold).len() > 0);
        Judged { notes: u8::from(!named), ..best }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let shown = |text: &str| {
            let letters: Vec<String> = Letters::of(text).iter().map(String::from).collect();
            let text = if letters.is_empty() { "no option".to_owned() } else { letters.join(", ") };
            Shown::plain(text)
        };
        let golds = Self::golds(question);
        let mut words = vec![
            "A letter from A to D counts if it begins a word and is followed by a full stop, a \
             comma, white space, & or the end."
                .to_owned(),
        ];
        if let [only] = golds.as_slice()
            && question.golds != [only.as_str()]
        {
            words.push(format!("The options and labels give this gold answer: {only}"));
        }
        let mut golds: Vec<Shown> = golds.iter().map(|gold| shown(gold)).collect();
        // One for each label.
        golds.resize(question.golds.len(), Shown::default());
        Reading { answer: question.answer.map(shown), golds, words, ..Reading::default() }
    }
}
