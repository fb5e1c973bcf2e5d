//! Which of a few possible answers an output names: yes or no, true or false, the labels of a
//! classifier. Our own definition.

use super::compare::{AnswerComparison, Judge, Judged, Note, Question, Reading, Shown, normalizer};
use crate::base::diagnostic::Code;
use crate::table::Table;
use crate::text::{Normalizer, Scratch};
use crate::understand::schema::AnswerLists;
use itertools::Itertools as _;
use std::collections::BTreeSet;

/// One of the answers that the gold file has, or the other one of yes and no; after a word such as not in the same
/// clause it is the other one of two.
pub(crate) const IN_CLAUSE: AnswerComparison = AnswerComparison::new(
    "closed_unless_negated_in_clause",
    "The output's answer is the one possible answer that it names; after a word such as \"not\" in the \
     same clause, it is the other one of two. This answer is compared with the gold answer.",
    |values| Box::new(ClosedJudge::new(normalizer(values), Rules::InClause)),
)
.noting(NOTES);

/// The same as versions 3 and 4 of `plain-closed` had it.
pub(crate) const NEGATED: AnswerComparison = AnswerComparison::new(
    "closed_unless_negated",
    "The output's answer is the one possible answer that it names; after a word such as \"not\", \
     it is the other one of two. This answer is compared with the gold answer.",
    |values| Box::new(ClosedJudge::new(normalizer(values), Rules::Negated)),
)
.noting(NOTES);

/// The same as version 2 of `plain-closed` had it.
pub(crate) const COMPARISON: AnswerComparison = AnswerComparison::new(
    "closed_or_opposite",
    "The output's answer is the one possible answer that it names, also yes or no if the gold \
     file has only one of them. This answer is compared with the gold answer.",
    |values| Box::new(ClosedJudge::new(normalizer(values), Rules::Opposites)),
)
.noting(NOTES);

/// The same as version 1 of `plain-closed` had it.
pub(crate) const KNOWN: AnswerComparison = AnswerComparison::new(
    "closed",
    "The output's answer is the one answer of the gold file that it names. This answer is \
     compared with the gold answer.",
    |values| Box::new(ClosedJudge::new(normalizer(values), Rules::Known)),
)
.noting(NOTES);

const NOTES: &[Note] = &[
    Note {
        code: Code::NoLabel,
        words: "the output names none of the possible answers; it counts as wrong",
        remedy: "check what the output says instead",
        doubt: false,
    },
    Note {
        code: Code::SeveralLabels,
        words: "the output names several of the possible answers; it counts as wrong",
        remedy: "check which answer the output means",
        doubt: false,
    },
];

/// The most different answers that are looked for.
const MOST: usize = 64;

/// What an output names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    One(usize),
    Several,
    None,
}

/// How outputs are read. Each has what those before it have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rules {
    /// The gold answers alone are possible.
    Known,
    /// No is possible if yes is, though no gold answer says it.
    Opposites,
    /// A label after a word such as not is another one.
    Negated,
    /// Such a word reaches to the end of its clause, and two labels that are joined are several.
    InClause,
}

#[derive(Debug)]
struct ClosedJudge {
    normal: Normalizer,
    /// The possible answers, as words; those that mean the same are one.
    labels: Vec<Vec<Vec<String>>>,
    rules: Rules,
}

/// The words of an output without the marks at their ends, and whether a clause ends after each.
#[derive(Debug, Default)]
struct Output {
    words: Vec<String>,
    ends: Vec<bool>,
}

/// Yes and no in other languages, and what else says so.
const YES: [&str; 14] = [
    "true", "yeah", "yep", "correct", "oui", "sí", "si", "ja", "sim", "да", "是", "はい", "네",
    "نعم",
];
const NO: [&str; 11] =
    ["false", "nope", "incorrect", "non", "nein", "não", "нет", "否", "いいえ", "아니요", "لا"];

/// Words that say of a label behind them that it is not meant.
const NEGATIONS: [&str; 20] = [
    "not", "no", "non", "never", "without", "nor", "neither", "isn't", "wasn't", "aren't",
    "doesn't", "don't", "didn't", "cannot", "can't", "won't", "nicht", "kein", "keine", "pas",
];
/// Words that may stand between such a word and the label.
const FILLERS: [&str; 22] = [
    "a", "an", "the", "any", "be", "as", "really", "clearly", "considered", "contain", "contains",
    "containing", "show", "signs", "sign", "evidence", "of", "for", "to", "at", "all", "been",
];
/// The most of them.
const MOST_FILLERS: usize = 4;
/// Further words that may stand there in one clause: "I would not say yes", "it is not that the answer is yes".
const MORE_FILLERS: [&str; 8] = ["say", "call", "it", "this", "that", "is", "answer", "just"];
/// Marks that end a clause.
const CLAUSE_ENDS: [char; 9] = ['.', ',', ';', ':', '!', '?', '—', '。', '，'];
/// Words that join two labels.
const JOINS: [&str; 3] = ["and", "or", "but"];

impl ClosedJudge {
    fn new(normal: Normalizer, rules: Rules) -> Self {
        Self { normal, labels: Vec::new(), rules }
    }

    /// What a label at a place means: itself, after a word such as not the other one of two, or none.
    fn meant(&self, output: &Output, place: usize, label: usize) -> Option<usize> {
        let in_clause = self.rules >= Rules::InClause;
        let begins = if in_clause {
            output.ends[..place].iter().rposition(|ends| *ends).map_or(0, |end| end + 1)
        } else {
            0
        };
        let filler = |word: &&String| {
            FILLERS.contains(&word.as_str()) || in_clause && MORE_FILLERS.contains(&word.as_str())
        };
        let mut before = output.words[begins..place].iter().rev();
        let fillers = before.clone().take(MOST_FILLERS).take_while(filler).count();
        let negates = |word: &String| {
            NEGATIONS.contains(&word.replace('’', "'").as_str())
                && self.label(std::slice::from_ref(word)).is_none()
        };
        if self.rules < Rules::Negated || !before.nth(fillers).is_some_and(negates) {
            return Some(label);
        }
        (self.labels.len() == 2).then(|| 1 - label)
    }

    /// That label as what an output names, and the rule that found it.
    fn found(
        &self,
        output: &Output,
        place: usize,
        label: usize,
        rule: &'static str,
    ) -> (Named, &'static str) {
        match self.meant(output, place, label) {
            Some(meant) if meant == label => (Named::One(label), rule),
            Some(other) => (
                Named::One(other),
                "the output names one of two answers after a word such as \
                                     not, so the other one counts",
            ),
            None => (Named::None, "the only answer named comes after a word such as not"),
        }
    }

    /// Adds the other one of yes and no, where the gold answers have only one.
    fn complete(&mut self) {
        let has = |one: &str| self.label(&[one.to_owned()]).is_some();
        let missing: Vec<&str> = [("yes", "no"), ("no", "yes")]
            .into_iter()
            .filter(|(one, other)| self.rules >= Rules::Opposites && has(one) && !has(other))
            .map(|(_, other)| other)
            .collect();
        for one in missing {
            self.add(one);
        }
    }

    /// The words of a text: marks at their ends do not count.
    fn words(&self, text: &str) -> Vec<String> {
        self.output(text).words
    }

    fn output(&self, text: &str) -> Output {
        let mut scratch = Scratch::default();
        let normal = self.normal.apply(text, &mut scratch);
        let apart = if self.rules >= Rules::Negated {
            normal.replace("non-", "non ")
        } else {
            normal.to_string()
        };
        let mut output = Output::default();
        for word in apart.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            let marks = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            let ends = marks.trim_start_matches(bare).contains(CLAUSE_ENDS);
            if bare.is_empty() {
                // A mark by itself, such as a dash, ends the clause before it.
                output.ends.last_mut().into_iter().for_each(|end| *end = true);
            } else {
                output.words.push(bare.to_owned());
                output.ends.push(ends);
            }
        }
        if output.words.is_empty() {
            // A label may be a mark, such as + and -.
            output.words = normal.split_whitespace().map(str::to_owned).collect();
            output.ends = vec![false; output.words.len()];
        }
        output
    }

    fn label(&self, words: &[String]) -> Option<usize> {
        self.labels.iter().position(|forms| forms.iter().any(|form| form == words))
    }

    fn add(&mut self, text: &str) {
        let words = self.words(text);
        if words.is_empty() || self.labels.len() >= MOST || self.label(&words).is_some() {
            return;
        }
        let twins: &[&str] = match words.join(" ").as_str() {
            "yes" if self.rules >= Rules::InClause => &YES,
            "no" if self.rules >= Rules::InClause => &NO,
            "yes" => &["true"],
            "no" => &["false"],
            "true" => &["yes"],
            "false" => &["no"],
            "1" => &["true", "yes", "1.0"],
            "0" => &["false", "no", "0.0"],
            _ => &[],
        };
        let twins = twins.iter().map(|twin| vec![(*twin).to_owned()]);
        self.labels.push(std::iter::once(words).chain(twins).collect());
    }

    /// The answer that a text names, and the rule that found it.
    fn named(&self, text: &str) -> (Named, &'static str) {
        let output = self.output(text);
        let all = &output.words;
        if let Some(label) = self.label(all) {
            return (Named::One(label), "it is the whole output");
        }
        // The longest label that stands at a place, so that "not sure" is not "not".
        let at = |place: usize| {
            let forms = |label: usize| self.labels[label].iter().map(move |form| (label, form));
            (0..self.labels.len())
                .flat_map(forms)
                .filter(|(_, form)| all[place..].starts_with(form))
                .max_by_key(|(_, form)| form.len())
                .map(|(label, form)| (label, place + form.len()))
        };
        let cue =
            |word: &String| matches!(word.as_str(), "answer" | "label" | "prediction" | "verdict");
        let link =
            |word: &String| matches!(word.as_str(), "is" | "would" | "be" | "the" | "should");
        for place in (0..all.len()).rev().filter(|place| cue(&all[*place])) {
            let links = all[place + 1..].iter().take_while(|word| link(word)).count();
            if let Some((label, _)) = at(place + 1 + links) {
                let place = place + 1 + links;
                return self.found(&output, place, label, "it follows a word such as “answer”");
            }
        }
        if !all.is_empty()
            && let Some((label, end)) = at(0)
        {
            let is_joined = all.get(end).is_some_and(|word| JOINS.contains(&word.as_str()))
                && end + 1 < all.len()
                && at(end + 1).is_some_and(|(other, _)| other != label);
            if self.rules >= Rules::InClause && is_joined {
                return (Named::Several, "two possible answers are joined");
            }
            return (Named::One(label), "the output begins with it");
        }
        let last = (0..all.len()).find_map(|place| {
            at(place).filter(|(_, end)| *end == all.len()).map(|(label, _)| (place, label))
        });
        if let Some((place, label)) = last {
            return self.found(&output, place, label, "the output ends with it");
        }
        let mut found: Vec<usize> = Vec::new();
        let mut place = 0;
        while place < all.len() {
            match at(place) {
                Some((label, end)) => {
                    found.extend(self.meant(&output, place, label));
                    place = end;
                }
                None => place += 1,
            }
        }
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [] => (Named::None, "none of the possible answers is named"),
            [only] => (Named::One(*only), "no other possible answer is named"),
            _ => (Named::Several, "several of the possible answers are named"),
        }
    }

    /// Where there is no gold file, a question's own answers are all that is known.
    fn learn(&mut self, question: &Question<'_>) {
        if self.labels.is_empty() {
            question.golds.iter().for_each(|gold| self.add(gold));
            self.complete();
        }
    }

    fn gold(&self, gold: &str) -> Option<usize> {
        self.label(&self.words(gold))
    }
}

impl Judge for ClosedJudge {
    fn prepare(&mut self, gold: &Table, answers: Option<usize>) {
        let lists = AnswerLists::read(gold, answers, false);
        for row in 0..gold.rows() {
            if self.labels.len() >= MOST {
                break;
            }
            lists.of(row).for_each(|answer| self.add(answer));
        }
        self.complete();
    }

    fn learned(&self) -> Option<String> {
        let labels = self.labels.iter().filter_map(|forms| forms.first());
        let labels: BTreeSet<String> = labels.map(|words| words.join(" ")).collect();
        Some(format!("labels={}", labels.into_iter().join(", ")))
    }

    fn judge(&mut self, question: &Question<'_>) -> Judged {
        self.learn(question);
        let Some(answer) = question.answer else { return Judged::at(None) };
        let (named, _) = self.named(answer);
        let right = match named {
            Named::One(label) => {
                question.golds.iter().position(|gold| self.gold(gold) == Some(label))
            }
            Named::Several | Named::None => None,
        };
        let notes = u8::from(named == Named::None) | u8::from(named == Named::Several) << 1;
        let unread = self.rules >= Rules::InClause && named == Named::None;
        Judged { notes, unread, ..Judged::at(right) }
    }

    fn explain(&mut self, question: &Question<'_>) -> Reading {
        self.learn(question);
        let shown = |label: Option<usize>| {
            let forms = label.and_then(|label| self.labels.get(label));
            let text = forms.map_or_else(|| "none of them".to_owned(), |forms| forms[0].join(" "));
            Shown::plain(text)
        };
        let named = question.answer.map(|answer| self.named(answer));
        let answer = named.map(|(named, _)| match named {
            Named::One(label) => shown(Some(label)),
            Named::Several => Shown::plain("several of them"),
            Named::None => shown(None),
        });
        Reading {
            answer,
            golds: question.golds.iter().map(|gold| shown(self.gold(gold))).collect(),
            words: named
                .map(|(_, rule)| format!("How the answer was found: {rule}."))
                .into_iter()
                .collect(),
            ..Reading::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(labels: &[&str]) -> ClosedJudge {
        let steps = "lowercase\ncollapse_whitespace";
        let values = |key: &str| {
            if key == crate::score::metric::compare::NORMALIZE {
                steps.to_owned()
            } else {
                String::new()
            }
        };
        let normal = normalizer(&values);
        let mut judge = ClosedJudge::new(normal, Rules::InClause);
        for label in labels {
            judge.add(label);
        }
        judge
    }

    #[test]
    fn a_label_is_found_where_it_is_said() {
        let judge = judge(&["yes", "no", "not sure", "neutral"]);
        for (text, expected) in [
            ("Yes.", Named::One(0)),
            ("TRUE", Named::One(0)),
            ("No, it does not.", Named::One(1)),
            ("**Not sure**", Named::One(2)),
            ("There is no doubt: the answer is yes", Named::One(0)),
            ("I think neutral", Named::One(3)),
            ("One could say yes or no here", Named::Several),
            ("Perhaps", Named::None),
            ("", Named::None),
        ] {
            assert_eq!(judge.named(text).0, expected, "{text}");
        }
    }

    #[test]
    fn a_denial_reaches_to_the_end_of_its_clause() {
        let judge = judge(&["yes", "no"]);
        for (text, expected) in [
            ("Not really, no", Named::One(1)),
            ("Not at all. No.", Named::One(1)),
            ("It isn't. No.", Named::One(1)),
            ("Why not? Yes.", Named::One(0)),
            ("Certainly not — no", Named::One(1)),
            ("I would not say yes.", Named::One(1)),
            ("It is not yes", Named::One(1)),
            ("yes and no", Named::Several),
            ("Yes or no, who knows", Named::Several),
            ("yes, and not only that", Named::One(0)),
        ] {
            assert_eq!(judge.named(text).0, expected, "{text}");
        }
    }
}
