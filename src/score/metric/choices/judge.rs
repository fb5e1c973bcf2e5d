//! The judge of multiple choice.

use super::read::{apart, labelled_end, labelled_start, only_marked, spaced, translated_cue};
use super::stated::stated;
use super::words::plain_words;
use super::{Choices, GoldForm, Pick, Set, parted, pick};
use crate::base::diagnostic::Code;
use crate::score::metric::compare::{
    AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, Values,
};
use crate::table::Table;

/// One of a question's choices, or several of them.
pub const STATED_CHOICE: AnswerComparison = AnswerComparison::new(
    "choices_stated",
    "The choice that the output states is compared with the gold choice.",
    |values| ChoiceJudge::boxed(values, Rules::Now),
)
.noting(NOTES);

/// The same as version 5 of `multiple-choice` had it.
pub const CHOICE: AnswerComparison = AnswerComparison::new(
    "choices_named",
    "The choice that the output names is compared with the gold choice, by the rules of version 5.",
    |values| ChoiceJudge::boxed(values, Rules::Fifth),
)
.noting(NOTES);

/// The same as version 4 of `multiple-choice` had it.
pub const NAMED_CHOICE: AnswerComparison = AnswerComparison::new(
    "named_choice",
    "The choice that the output names is compared with the gold choice, by the rules of version 4.",
    |values| ChoiceJudge::boxed(values, Rules::Fourth),
)
.noting(NOTES);

/// The same as version 3 of `multiple-choice` had it.
pub const SAID_CHOICE: AnswerComparison = AnswerComparison::new(
    "said_choice",
    "The choice that the output names is compared with the gold choice, by the rules of version 3.",
    |values| ChoiceJudge::boxed(values, Rules::Third),
)
.noting(NOTES);

/// The same as version 2 of `multiple-choice` had it.
pub const LETTERED_CHOICE: AnswerComparison = AnswerComparison::new(
    "choice",
    "The choice that the output names is compared with the gold choice, by the rules of version 2.",
    |values| ChoiceJudge::boxed(values, Rules::Second),
)
.noting(NOTES);

/// The same as version 1 of `multiple-choice` had it.
pub const MULTIPLE_CHOICE: AnswerComparison = AnswerComparison::new(
    "multiple_choice",
    "The choice that the output names is compared with the gold choice, by the rules of version 1.",
    |values| ChoiceJudge::boxed(values, Rules::First),
)
.noting(NOTES);

/// Which rules read choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rules {
    /// Those of version 1.
    First,
    /// Besides: labels within the texts of choices, as in `A)36`, are labels; a label before a bracket
    /// names its choice, as in `B) 12 (approx.)`; an output that is the gold answer is right; and words
    /// for "answer" in other languages are read as that one.
    Second,
    /// Besides: choices may stand in columns with numbers.
    Third,
    /// Besides: where the data does not give the choices, the text behind the label of a gold answer is
    /// that choice's text, as in `D. Oslo`.
    Fourth,
    /// Besides: labels may be listed without spaces, as in `A,C`; and an output may end with a label
    /// behind a word such as "say" or "probably".
    Fifth,
    /// Besides: those of [`stated`]. An output that names no choice has no answer.
    Now,
}

const NOTES: &[Note] = &[
    Note {
        code: Code::InvalidChoice,
        words: "the output names none of the choices; it counts as wrong",
        remedy: "check what the output says instead",
        doubt: false,
    },
    Note {
        code: Code::SeveralChoices,
        words: "the output names several choices; it counts as wrong",
        remedy: "check which choice the output means",
        doubt: false,
    },
    Note {
        code: Code::NoGoldChoice,
        words: "the gold answer names none of the choices, so no output can be right",
        remedy: "choose the form of the gold answers, or the column that holds the choices",
        doubt: true,
    },
    Note {
        code: Code::ChoicesFrom0Or1,
        words: "the gold answer is a number, but the column does not show whether numbers count \
                from 0 or from 1; Scoredrop assumes that 1 is the first",
        remedy: "choose whether gold answers count from 0 or from 1",
        doubt: true,
    },
    Note {
        code: Code::NumberOrText,
        words: "the output is a number that is the text of one choice but is read as the number \
                or label of another",
        remedy: "check whether outputs give texts or numbers of choices",
        doubt: true,
    },
];

/// How many rows of a column are looked at.
const SAMPLE: usize = 10_000;

#[derive(Debug)]
struct ChoiceJudge {
    rules: Rules,
    form: GoldForm,
    /// The number of the first choice.
    base: usize,
    /// Whether the column shows it.
    base_is_known: bool,
    /// Whether numbers of the column are texts of choices, and none is the number of one.
    by_text: bool,
    /// Whether the column has numbers.
    has_numbers: bool,
}

impl ChoiceJudge {
    fn boxed(values: Values<'_>, rules: Rules) -> Box<dyn Judge> {
        let form = match values("gold_form").as_str() {
            "letter" => GoldForm::Letter,
            "index0" => GoldForm::Index(0),
            "index1" => GoldForm::Index(1),
            "text" => GoldForm::Text,
            _ => GoldForm::Auto,
        };
        Box::new(Self {
            rules,
            form,
            base: 1,
            base_is_known: false,
            by_text: false,
            has_numbers: false,
        })
    }

    fn choices(&self, question: &Question<'_>) -> Choices {
        let column = |name: &str| (question.gold)(name).or_else(|| (question.prediction)(name));
        match self.rules {
            Rules::First => Choices::of_letters(&column),
            Rules::Second => Choices::of_letters(&column).with_own_labels(),
            Rules::Third | Rules::Fourth | Rules::Fifth | Rules::Now => {
                Choices::of_row(&column).with_own_labels()
            }
        }
    }

    /// The choice that an output names, and the rule that found it.
    fn pick(&self, choices: &Choices, answer: &str) -> (Pick, &'static str) {
        if self.rules == Rules::Now {
            return stated(choices, answer, &|text| self.pick_named(choices, text));
        }
        self.pick_named(choices, answer)
    }

    /// The same by the rules up to version 5.
    fn pick_named(&self, choices: &Choices, answer: &str) -> (Pick, &'static str) {
        if self.rules == Rules::First {
            return pick(choices, answer);
        }
        let answer = &spaced(answer);
        if let Some(place) = translated_cue(choices, answer) {
            return (Pick::One(place), "after a word for “answer”");
        }
        let found = pick(choices, answer);
        match labelled_start(choices, answer) {
            // What follows the label may name others.
            Some(place) if found.0 != Pick::One(place) => {
                (Pick::One(place), "the output begins with a label in brackets")
            }
            _ if found.0 == Pick::Invalid => {
                let place = only_marked(choices, answer);
                let marked =
                    place.map(|place| (Pick::One(place), "the only label before a bracket"));
                marked.or_else(|| self.pick_at_last(choices, answer)).unwrap_or(found)
            }
            _ => found,
        }
    }

    /// What version 5 finds where the earlier rules find nothing.
    fn pick_at_last(&self, choices: &Choices, answer: &str) -> Option<(Pick, &'static str)> {
        if self.rules < Rules::Fifth {
            return None;
        }
        let listed = apart(answer).map(|text| pick(choices, &text));
        if let Some(found) = listed.filter(|(found, _)| *found != Pick::Invalid) {
            return Some(found);
        }
        let place = labelled_end(choices, answer)?;
        Some((Pick::One(place), "at the end, after a word such as “say”"))
    }

    /// The gold answer that an output is, letter by letter or without its label.
    fn same(&self, question: &Question<'_>) -> Option<usize> {
        let answer = question.answer?.trim();
        if self.rules == Rules::First || self.form != GoldForm::Auto || answer.is_empty() {
            return None;
        }
        let golds = || question.golds.iter();
        let letter_by_letter = golds().position(|gold| gold.trim() == answer);
        letter_by_letter.or_else(|| {
            let is_its_text = |gold: &&str| {
                let same = |(_, text): (String, String)| plain_words(&text) == plain_words(answer);
                parted(gold).is_some_and(same)
            };
            let place =
                golds().position(|gold| self.rules >= Rules::Fourth && is_its_text(gold))?;
            (!self.choices(question).has_texts()).then_some(place)
        })
    }

    fn golds(&self, question: &Question<'_>, choices: &Choices) -> Vec<Option<Set>> {
        let read = |gold: &&str| {
            let form = if self.by_text && is_number(gold) { GoldForm::Text } else { self.form };
            let read = |gold: &str| choices.gold(gold, form, self.base);
            let listed = || apart(gold).filter(|_| self.rules >= Rules::Fifth);
            read(gold).or_else(|| read(&listed()?))
        };
        question.golds.iter().map(read).collect()
    }

    /// Whether a number was read by a base that nothing shows.
    fn is_doubtful(&self, question: &Question<'_>, choices: &Choices) -> bool {
        let either = |gold: &&str| {
            is_number(gold) && choices.gold(gold, self.form, 0) != choices.gold(gold, self.form, 1)
        };
        !self.by_text && !self.base_is_known && question.golds.iter().any(either)
    }

    /// Whether an output is the text of another choice than the one that it is read as.
    fn is_another_text(&self, choices: &Choices, answer: &str, pick: Pick) -> bool {
        self.rules >= Rules::Fourth
            && is_number(answer)
            && choices.has_text(answer)
            && matches!(pick, Pick::One(place) if choices.words.get(place) != Some(&plain_words(answer)))
    }
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<usize>().is_ok()
}

impl Judge for ChoiceJudge {
    /// Numbers of a column count from 0 where one of them is 0, and from 1 where one is as large as
    /// there are choices in its row.
    fn prepare(&mut self, gold: &Table, answers: Option<usize>) {
        let Some(answers) = answers else { return };
        let column = |row: usize, name: &str| {
            let mut columns = gold.columns().iter();
            let place =
                columns.position(|column| crate::understand::names::canonical(column) == name)?;
            Some(gold.cell(row, place)).filter(|cell| !cell.is_nothing())
        };
        let (mut numbers, mut texts) = (0, 0);
        for row in 0..gold.rows().min(SAMPLE) {
            let cell = gold.cell(row, answers).text.trim().trim_matches(['[', ']', '"']);
            let Ok(number) = cell.parse::<usize>() else { continue };
            let choices =
                Choices::of_row(&|name: &str| column(row, name).map(|cell| cell.text.to_owned()));
            numbers += 1;
            texts += usize::from(choices.has_text(cell));
            if number == 0 {
                self.base = 0;
            }
            self.base_is_known |= number == 0 || number == choices.len();
            if self.base == 0 && texts < numbers {
                break;
            }
        }
        self.by_text = self.rules >= Rules::Fourth
            && self.form == GoldForm::Auto
            && numbers > 0
            && texts == numbers;
        self.has_numbers = numbers > 0;
    }

    fn learned(&self) -> Option<String> {
        let Self { base, base_is_known, by_text, .. } = self;
        let form = if *by_text { "text" } else { "index" };
        let learned = format!("gold_form={form}{base}{}", if *base_is_known { "" } else { "?" });
        (self.has_numbers && self.form == GoldForm::Auto).then_some(learned)
    }

    fn judge(&mut self, question: &Question<'_>) -> Judged {
        let Some(answer) = question.answer else { return Judged::at(None) };
        if let Some(place) = self.same(question) {
            return Judged::at(Some(place));
        }
        let choices = self.choices(question);
        // A number beside numbers is another one of them, where it names no choice.
        let names_one = || {
            choices.labelled(answer.trim()).is_some()
                || (self.rules >= Rules::Fourth && choices.has_text(answer))
        };
        if self.rules >= Rules::Third
            && self.form == GoldForm::Auto
            && is_number(answer)
            && question.golds.iter().all(|gold| is_number(gold))
            && !names_one()
        {
            return Judged::at(None);
        }
        let golds = self.golds(question, &choices);
        let (pick, _) = self.pick(&choices, answer);
        let right = golds.iter().position(|gold| *gold == Some(pick.set()));
        let known = golds.iter().any(Option::is_some);
        let notes = u8::from(pick == Pick::Invalid)
            | u8::from(matches!(pick, Pick::Several(_)) && right.is_none()) << 1
            | u8::from(!known && !golds.is_empty()) << 2
            | u8::from(self.is_doubtful(question, &choices)) << 3
            | u8::from(self.is_another_text(&choices, answer, pick)) << 4;
        let unread = self.rules >= Rules::Now && pick == Pick::Invalid && right.is_none();
        Judged { notes, unread, ..Judged::at(right) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        let choices = self.choices(question);
        let picked = question.answer.map(|answer| self.pick(&choices, answer));
        let name = |set: Option<Set>| {
            let text = set.map(|set| choices.shown(set)).filter(|text| !text.is_empty());
            Shown::plain(text.unwrap_or_else(|| "no choice".to_owned()))
        };
        let golds = self.golds(question, &choices);
        let same = self.same(question);
        let words = match (same, picked) {
            (Some(_), _) => Some("The output is the gold answer.".to_owned()),
            (None, Some((Pick::One(_), rule))) => Some(format!("One choice is named: {rule}.")),
            (None, Some((Pick::Several(_), rule))) => {
                Some(format!("Several choices are named: {rule}."))
            }
            (None, Some((Pick::Invalid, _))) => Some("No choice is named.".to_owned()),
            (None, None) => None,
        };
        let named = picked.map(|(pick, _)| Some(pick.set()).filter(|set| !set.is_empty()));
        Reading {
            answer: named.map(|set| name(set.or_else(|| golds[same?]))),
            golds: golds.into_iter().map(name).collect(),
            words: words.into_iter().collect(),
            ..Reading::default()
        }
    }
}
