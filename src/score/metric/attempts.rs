//! Several attempts at a question, compared by what they mean: ½ and 0.5 are one answer. Our own definition; the
//! formulas over attempts are those of [`passes`](super::passes).

use super::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, Values, matched,
};
use super::lists::{Same, values as values_of};
use super::{choices, day, math, numeric_match, passes};
use crate::base::diagnostic::Code;
use crate::score::extract::{Extractor, named, thoughts};
use crate::table::{Table, float};
use crate::text::day::is_date;
use crate::text::formula::parse::is_formula;
use crate::text::number::is_measure;
use crate::understand::names::ATTEMPT_SCORES;
use crate::understand::reading::number;
use itertools::Itertools as _;
use std::collections::HashMap;

/// All attempts at a question together, each compared by the kind of the gold answers.
pub(crate) const EQUIVALENT: AnswerComparison = AnswerComparison {
    lists: true,
    votes: true,
    notes: &[
        Note {
            code: Code::TiedVotes,
            words: "several answers tie for the most frequent; a right one among them counts for \
                    its share",
            remedy: "nothing needs to be done; with more attempts, ties are rarer",
            doubt: false,
        },
        Note {
            code: Code::NoVotes,
            words: "no attempt has an answer; the majority counts as wrong",
            remedy: "check what the outputs say instead",
            doubt: false,
        },
    ],
    ..AnswerComparison::new(
        "equivalent_attempts",
        "Each attempt is compared as a number, formula, choice, date or text, whichever the gold \
         answers are. Attempts with the same meaning vote for the same answer.",
        |values| Box::new(Equivalent::new(values)),
    )
};
const TIED: u8 = 1;
const NONE: u8 = 2;

/// So many different wrong answers of a question are compared with each other by meaning; later ones by text.
const MOST: usize = 64;

/// What the gold answers of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Choice,
    Number,
    Formula,
    Date,
    Text,
}

impl Sort {
    /// What all of these gold answers are.
    fn of<'g>(golds: impl Iterator<Item = &'g str> + Clone) -> Self {
        let golds = golds.map(str::trim).filter(|gold| !gold.is_empty());
        let all = |test: &dyn Fn(&str) -> bool| golds.clone().all(test);
        let is_label =
            |gold: &str| matches!(gold.trim_matches(['(', ')', '.']).as_bytes(), [b'A'..=b'J']);
        if golds.clone().next().is_none() {
            Self::Text
        } else if all(&is_label) {
            Self::Choice
        } else if all(&|gold| number(gold).is_some() || is_measure(gold)) {
            Self::Number
        } else if all(&|gold| number(gold).is_some() || is_formula(gold))
            && golds.clone().any(|gold| gold.contains(['\\', '^', '/']))
        {
            Self::Formula
        } else if all(&is_date) {
            Self::Date
        } else {
            Self::Text
        }
    }
}

#[derive(Debug)]
struct Equivalent {
    /// What the column of gold answers is, if they are all of one kind.
    sort: Option<Sort>,
    drops_thoughts: bool,
    normal: Same,
    formulas: Box<dyn Judge>,
    numbers: Box<dyn Judge>,
    choices: Box<dyn Judge>,
    dates: Box<dyn Judge>,
    formula: Option<Extractor>,
    answer: Option<Extractor>,
}

/// An attempt.
struct Attempt {
    /// What it is compared by with other attempts; `None` if it has no answer.
    key: Option<String>,
    /// The gold answer that it is.
    right: Option<usize>,
}

/// What the attempts at a question give together.
struct Count {
    /// Attempts with each answer; the right ones, if there are any, have one answer.
    votes: Vec<(String, usize, bool)>,
    /// The greatest number of attempts with one answer, and how many answers have as many.
    most: usize,
    tied: usize,
}

impl Count {
    /// How right the majority is: 1, 0, or the share of a right answer among several.
    fn majority(&self) -> f64 {
        let is_right = self.votes.iter().any(|(_, count, right)| *right && *count == self.most);
        if is_right { 1.0 / self.tied as f64 } else { 0.0 }
    }

    /// The same on average over all draws of `k` of the attempts.
    fn majority_of(&self, attempts: usize, k: u64) -> Option<f64> {
        let votes = |is_right: bool| {
            self.votes.iter().filter(move |vote| vote.2 == is_right).map(|vote| vote.1 as u64)
        };
        let wrong: Vec<u64> = votes(false).collect();
        let right = votes(true).sum();
        let silent = (attempts as u64).saturating_sub(right + wrong.iter().sum::<u64>());
        passes::majority_of_k(right, &wrong, silent, k)
    }
}

/// The answer that a rule finds in a text.
fn taken<'t>(rule: Option<&'t Extractor>, text: &'t str) -> Option<&'t str> {
    rule.and_then(|rule| rule.extract(text).answer)
}

impl Equivalent {
    fn new(values: Values<'_>) -> Self {
        Self {
            sort: None,
            drops_thoughts: values("thoughts") != "keep",
            normal: Same::new(values),
            formulas: (math::judge::COMPARISON.judge)(values),
            numbers: (numeric_match::NUMBERS.judge)(&numeric_match::plain),
            choices: (choices::STATED_CHOICE.judge)(values),
            dates: (day::WRITTEN.judge)(values),
            formula: "stated_formula".parse().ok(),
            answer: "stated_answer".parse().ok(),
        }
    }

    fn sort(&self, golds: &[&str]) -> Sort {
        let own = || match Sort::of(golds.iter().copied()) {
            // A letter among answers of other kinds is a text.
            Sort::Choice => Sort::Text,
            sort => sort,
        };
        self.sort.unwrap_or_else(own)
    }

    /// The texts of all attempts.
    fn texts(&self, question: &Question<'_>) -> Vec<String> {
        let texts = question.answer.map(values_of).unwrap_or_default();
        if !self.drops_thoughts {
            return texts;
        }
        let without = |text: String| thoughts::without(&text).unwrap_or_default().to_owned();
        texts.into_iter().map(without).collect()
    }

    /// Compares one attempt with the gold answers.
    fn attempt(&mut self, question: &Question<'_>, text: &str) -> Attempt {
        let of = |answer| Question { output: Some(text), answer, ..*question };
        let place =
            |judged: &Judged| judged.verdict.exact_match.then_some(usize::from(judged.matched));
        let shown = |judge: &mut Box<dyn Judge>, question: &Question<'_>| {
            judge.explain(question).answer.map(|shown| shown.text)
        };
        match self.sort(question.golds) {
            Sort::Text => {
                let said = named::find(text).0;
                let form = self.normal.form(said);
                let right = question.golds.iter().position(|gold| self.normal.form(gold) == form);
                Attempt { key: (!form.is_empty()).then_some(form), right }
            }
            Sort::Choice => {
                let one = of(Some(text));
                let right = place(&self.choices.judge(&one));
                Attempt { key: shown(&mut self.choices, &one), right }
            }
            Sort::Date => {
                let one = of(taken(self.answer.as_ref(), text));
                let right = place(&self.dates.judge(&one));
                let key = shown(&mut self.dates, &one).filter(|key| key != "no date");
                Attempt { key, right }
            }
            Sort::Number => {
                let one = of(taken(self.answer.as_ref(), text));
                let mut right = place(&self.numbers.judge(&one));
                let stated = taken(self.formula.as_ref(), text);
                if right.is_none() && stated.is_some_and(|stated| stated.contains(['\\', '^'])) {
                    right = place(&self.formulas.judge(&of(stated)));
                }
                Attempt { key: shown(&mut self.numbers, &one), right }
            }
            Sort::Formula => {
                let stated = taken(self.formula.as_ref(), text);
                let right = place(&self.formulas.judge(&of(stated)));
                Attempt { key: stated.map(|stated| stated.trim().to_owned()), right }
            }
        }
    }

    /// Whether two answers mean the same.
    fn are_same(&mut self, question: &Question<'_>, one: &str, other: &str) -> bool {
        let both = Question { output: Some(one), answer: Some(one), golds: &[other], ..*question };
        match self.sort(question.golds) {
            Sort::Formula => self.formulas.judge(&both).verdict.exact_match,
            Sort::Number => self.numbers.judge(&both).verdict.exact_match,
            Sort::Choice | Sort::Date | Sort::Text => one == other,
        }
    }

    fn attempts(&mut self, question: &Question<'_>) -> Vec<Attempt> {
        // Samples are often the same, letter by letter.
        let mut known: HashMap<String, (Option<String>, Option<usize>)> = HashMap::new();
        let texts = self.texts(question);
        let attempt = |text: String| {
            if let Some((key, right)) = known.get(&text) {
                return Attempt { key: key.clone(), right: *right };
            }
            let attempt = self.attempt(question, &text);
            known.insert(text, (attempt.key.clone(), attempt.right));
            attempt
        };
        texts.into_iter().map(attempt).collect()
    }

    fn count(&mut self, question: &Question<'_>, attempts: &[Attempt]) -> Count {
        let mut votes: Vec<(String, usize, bool)> = Vec::new();
        for attempt in attempts {
            let Some(key) = &attempt.key else { continue };
            let is_right = attempt.right.is_some();
            let by_text =
                |vote: &(String, usize, bool)| vote.2 == is_right && (is_right || vote.0 == *key);
            let place = votes.iter().position(by_text).or_else(|| {
                let wrong = votes.iter().take(MOST).positions(|vote| !vote.2 && !is_right);
                let wrong: Vec<usize> = wrong.collect();
                wrong.into_iter().find(|place| self.are_same(question, key, &votes[*place].0))
            });
            match place {
                Some(place) => votes[place].1 += 1,
                None => votes.push((key.clone(), 1, is_right)),
            }
        }
        let most = votes.iter().map(|vote| vote.1).max().unwrap_or_default();
        let tied = votes.iter().filter(|vote| vote.1 == most).count();
        Count { votes, most, tied }
    }
}

/// The score that the file gives each attempt.
fn scores(question: &Question<'_>, attempts: usize) -> Option<Vec<f64>> {
    ATTEMPT_SCORES.iter().find_map(|name| {
        let cell = (question.prediction)(name)?;
        let scores: Option<Vec<f64>> = values_of(&cell).iter().map(|score| float(score)).collect();
        scores.filter(|scores| scores.len() == attempts && attempts > 0)
    })
}

impl Judge for Equivalent {
    fn prepare(&mut self, gold: &Table, answers: Option<usize>) {
        self.choices.prepare(gold, answers);
        self.numbers.prepare(gold, answers);
        let Some(answers) = answers else { return };
        let cells: Vec<String> =
            (0..gold.rows()).map(|row| gold.cell(row, answers).text.to_owned()).collect();
        let golds: Vec<String> = cells.iter().flat_map(|cell| values_of(cell)).collect();
        self.sort =
            Some(Sort::of(golds.iter().map(String::as_str))).filter(|sort| *sort != Sort::Text);
    }

    fn learned(&self) -> Option<String> {
        let sort = Some(format!("sort={:?}", self.sort));
        let all = [sort, self.choices.learned(), self.numbers.learned()];
        Some(all.into_iter().flatten().join("; "))
    }

    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let attempts = self.attempts(question);
        let right = attempts.iter().filter(|attempt| attempt.right.is_some()).count();
        let place = attempts.iter().find_map(|attempt| attempt.right);
        let all = right == attempts.len() && right > 0;
        let count = self.count(question, &attempts);
        let notes = match (count.most, count.tied) {
            (0, _) if question.output.is_some() => NONE,
            (1.., 2..) => TIED,
            _ => 0,
        };
        let tries = Some((attempts.len().max(1) as u32, right as u32));
        let matched = matched(place);
        let unread = question.output.is_some() && count.most == 0;
        let mut judged = Judged { matched, notes, unread, tries, ..Judged::plain(all, matched) };
        judged.extras.majority = count.majority();
        for (value, k) in judged.extras.votes.iter_mut().zip(super::VOTES_OF) {
            *value = count.majority_of(attempts.len(), k).unwrap_or(f64::NAN);
        }
        let rights = attempts.iter().map(|attempt| attempt.right.is_some()).collect::<Vec<_>>();
        if let Some(scores) = scores(question, rights.len()) {
            let scored: Vec<(f64, bool)> = scores.into_iter().zip(rights).collect();
            let all = std::iter::once(scored.len() as u64).chain(super::BEST_OF);
            for (best, k) in judged.extras.best.iter_mut().zip(all) {
                *best = passes::best_of_k(&scored, k).unwrap_or(f64::NAN);
            }
        }
        judged
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let attempts = self.attempts(question);
        let right = attempts.iter().filter(|attempt| attempt.right.is_some()).count();
        let count = self.count(question, &attempts);
        let keys = attempts.iter().map(|attempt| attempt.key.as_deref().unwrap_or("no answer"));
        let shown = keys.take(20).join("; ");
        let mut votes = count.votes;
        votes.sort_by_key(|vote| std::cmp::Reverse(vote.1));
        let said = |(key, count, right): &(String, usize, bool)| {
            format!("{key} ({count}{})", if *right { ", right" } else { "" })
        };
        let mut words = vec![
            format!("{right} of {} attempts are right.", attempts.len()),
            format!("Votes: {}.", votes.iter().take(10).map(said).join("; ")),
        ];
        if count.tied > 1 {
            words.push(format!("{} answers tie for the majority.", count.tied));
        }
        Reading {
            answer: question.answer.map(|_| Shown::plain(shown)),
            golds: question.golds.iter().map(|gold| Shown::plain(*gold)).collect(),
            words,
            ..Reading::default()
        }
    }
}
