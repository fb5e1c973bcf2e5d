//! Why a question scored as it did: the steps from raw output to verdict, and the reason in words.

use super::Finished;
use crate::base::diagnostic::cut;
use crate::base::digits::{by_number, fixed, shortest};
use crate::base::error::Error;
use crate::base::types::{State, Verdict};
use crate::join::NONE;
use crate::preset::{Missing, Settings, resolve};
use crate::score::evaluate::{Inputs, NO_MATCH, Scored, Scorer};
use crate::score::metric::compare::{Reading, Shown};
use crate::score::metric::refusal::Refusal;
use crate::score::metric::{MetricInfo, metric, token_f1};
use crate::session::protocol::{Explanation, GoldCard, Link, Mark, Piece, Row};
use crate::text::{Normalizer, Scratch, Step, records};
use std::collections::{BTreeMap, HashMap};

/// Texts of an explanation are cut at this many characters.
const LONGEST: usize = 20_000;

impl Finished<'_> {
    /// Explains why a gold row of a run scored as it did; `None` if there is no such row.
    pub fn explain(&self, run: usize, row: usize) -> Option<Explanation> {
        let Self { score, material, .. } = self;
        let short = self.row_of(run, row)?;
        let golds: Vec<String> = material.answers.of(row).map(str::to_owned).collect();
        let prediction = material.prediction(run, row);
        let settings = score.evaluation.settings_of(run);
        let mut scorer =
            Scorer::new(settings.clone(), &score.evaluation.metrics, Some(&material.gold));
        let scored = material.score(&mut scorer, run, row);
        let reading = material.reading(&mut scorer, run, row);
        let found = material.joined.runs[run].rows[row];
        let file = &material.files[material.joined.runs[run].file];
        let asked = Asked {
            settings,
            metrics: &score.evaluation.metrics,
            golds: &golds,
            prediction: prediction.as_deref(),
            column: material.column(run, row),
            scored: &scored,
            na_probability: material.na.map(|na| na.by_row[row]),
        };
        let hosted = self.choices.hosted.as_ref();
        let explained = asked.explained(short, reading);
        // The host of a benchmark may have decided the meaning of a gold answer.
        let is_open = hosted.is_none_or(|hosted| hosted.is_free("settled"));
        let candidates = if is_open { explained.candidates } else { Vec::new() };
        Some(Explanation {
            candidates,
            prediction_place: (found != NONE)
                .then(|| (file.name.to_owned(), file.table.row_number(found as usize))),
            gold_place: Some((material.gold.name.to_owned(), material.gold.table.row_number(row))),
            programs: self.workshop().map_or_else(Vec::new, |shop| shop.cards(run, row)),
            ..explained
        })
    }
}

/// Scores one answer against golds with a preset and changes of its settings, and explains it.
///
/// # Errors
/// If there is no such preset or setting.
pub fn try_answer(
    preset: &str,
    set: &BTreeMap<String, String>,
    golds: &[String],
    prediction: &str,
) -> Result<Explanation, Error> {
    let settings = Settings::compile(&*resolve(preset)?, set)?;
    let metrics = settings.preset.metrics.iter().filter_map(|id| metric(id));
    let metrics: Vec<&'static MetricInfo> = metrics.filter(|one| !one.of_facts).collect();
    let mut scorer = Scorer::new(settings.clone(), &metrics, None);
    let inputs = Inputs { prediction: Some(prediction), ..Inputs::default() };
    let scored = scorer.score(&golds.iter().map(String::as_str), &inputs);
    let values = crate::score::evaluate::values_of(&metrics, &scored);
    let lead = values.iter().find(|(id, _)| *id == settings.preset.card.lead);
    let marked = lead.or(values.first()).and_then(|(_, value)| *value);
    let marked = marked.or(values.first().and_then(|(_, value)| *value));
    let row = Row {
        row: 0,
        id: String::new(),
        question: None,
        prediction: Some(prediction.to_owned()),
        taken: None,
        other: None,
        golds: golds.to_vec(),
        state: scored.state,
        verdict: match marked {
            Some(1.0) => Verdict::Right,
            Some(value) if value > 0.0 => Verdict::Partly,
            _ => Verdict::Wrong,
        },
        class: None,
        metrics: values,
    };
    let texts: Vec<&str> = golds.iter().map(String::as_str).collect();
    let reading = scorer.reading(&texts, &inputs);
    let asked = Asked {
        settings: &settings,
        metrics: &metrics,
        golds,
        prediction: Some(prediction),
        column: None,
        scored: &scored,
        na_probability: None,
    };
    Ok(asked.explained(row, reading))
}

/// A question with an answer to it, and the outcome.
#[derive(Clone, Copy)]
struct Asked<'a> {
    settings: &'a Settings,
    metrics: &'a [&'static MetricInfo],
    golds: &'a [String],
    prediction: Option<&'a str>,
    column: Option<&'a str>,
    scored: &'a Scored,
    na_probability: Option<f64>,
}

impl Asked<'_> {
    fn explained(self, row: Row, reading: Option<Reading>) -> Explanation {
        let Self { settings, golds, prediction, column, scored, .. } = self;
        let words = settings.compares_words(scored.part);
        let normalizer = settings.normalizer_of(scored.part);
        let mut chain = Vec::new();
        let mut why = Vec::new();
        let mut cards = Vec::new();
        if let Some(raw) = prediction {
            let extraction = settings.extractor_of(column).extract(raw);
            let answer = extraction.answer.unwrap_or("");
            let shown = cut(raw, LONGEST);
            let whole = extraction.span == Some((0, raw.len()));
            let marked = |text: &str| if words { deletions(text, normalizer) } else { plain(text) };
            chain.push(Link {
                pieces: if whole { marked(&shown) } else { plain(&shown) },
                note: (raw.len() != shown.len()).then(|| "cut here, but scored in full".to_owned()),
                ..link("as written")
            });
            if !whole {
                chain.push(Link {
                    pieces: marked(&cut(answer, LONGEST)),
                    note: Some(extraction.rule.to_owned()),
                    ..link("taken")
                });
            }
            if words {
                let normalised = normalise(normalizer, answer);
                cards = self.gold_cards(&normalised);
                let closest = cards.iter().find(|card| card.matched).or(cards.first());
                let against = closest.map_or("", |card| card.normalised.as_str());
                chain.push(Link {
                    pieces: shared(&normalised, against),
                    note: normalised.is_empty().then(|| "nothing is left".to_owned()),
                    ..link("normalised")
                });
                if let Some(card) = closest {
                    chain.push(Link {
                        pieces: shared(&card.normalised, &normalised),
                        note: Some(cut(&card.text, 400)),
                        ..link("closest gold")
                    });
                }
                let compared = scored.state != State::Excluded
                    && (extraction.answer.is_some() || !settings.rules.not_extracted_is_wrong);
                if compared {
                    why.extend(self.answer_words(&normalised, against));
                    if settings.takes_records() {
                        why.extend(records::differences(&normalised, against));
                    }
                }
            }
        }
        let mut candidates = Vec::new();
        if let Some(reading) = reading.filter(|_| scored.state != State::Excluded) {
            if let Some(Shown { text, mathml }) = reading.answer {
                chain.push(Link { pieces: plain(&cut(&text, LONGEST)), mathml, ..link("read as") });
            }
            if !words {
                let both = golds.iter().zip(reading.golds).enumerate();
                let card = |(index, (gold, shown)): (usize, (&String, Shown))| GoldCard {
                    mathml: shown.mathml,
                    ..gold_card(gold, &shown.text, index, scored)
                };
                cards = both.map(card).collect();
            } else if let Some(gold) = reading.golds.iter().find(|shown| !shown.text.is_empty()) {
                chain.push(Link {
                    pieces: plain(&cut(&gold.text, LONGEST)),
                    mathml: gold.mathml.clone(),
                    ..link("gold read as")
                });
            }
            why.extend(reading.words);
            candidates = reading.candidates;
        }
        why.extend(self.state_words());
        if scored.state != State::Excluded {
            why.extend(self.metric_words());
            why.extend(self.refusal_words());
        }
        Explanation {
            row,
            chain,
            golds: cards,
            why,
            candidates,
            prediction_place: None,
            gold_place: None,
            programs: Vec::new(),
        }
    }

    fn has(self, metric: &str) -> bool {
        self.metrics.iter().any(|one| one.id == metric)
    }

    fn gold_cards(self, prediction: &str) -> Vec<GoldCard> {
        let Self { settings, golds, scored, .. } = self;
        let card = |(index, gold): (usize, &String)| {
            let normalised = normalise(settings.normalizer_of(scored.part), gold);
            let (empty, yes_no) = (settings.empty, settings.yes_no);
            let overlap = token_f1::token_f1(prediction, &normalised, empty, yes_no);
            let exact = f64::from(u8::from(prediction == normalised));
            let metrics = if is_accuracy(settings) {
                vec![("accuracy".to_owned(), exact)]
            } else {
                vec![("exact_match".to_owned(), exact), ("f1".to_owned(), overlap.f1)]
            };
            GoldCard { metrics, ..gold_card(gold, &normalised, index, scored) }
        };
        golds.iter().enumerate().map(card).collect()
    }

    fn state_words(self) -> Vec<String> {
        let Self { settings, prediction, column, scored, .. } = self;
        let missing = match settings.missing {
            Missing::Zero => "it scores 0",
            Missing::Exclude => "the question is left out",
        };
        match scored.state {
            State::Excluded if settings.leaves_out(scored.part) => {
                let column = settings.preset.parts().map_or("", |parts| &parts.columns[0]);
                vec![format!(
                    "This preset does not score its {column}, so the question is left out."
                )]
            }
            State::Missing | State::Excluded => {
                vec![format!("There is no prediction for this question: {missing}.")]
            }
            State::NotExtracted => {
                let found = settings.extractor_of(column).extract(prediction.unwrap_or(""));
                let rule = found.rule;
                let verdicts = settings.comparison_of(scored.part).is_some_and(|one| one.verdicts);
                // The comparison itself states what it did not find in the answer.
                if found.answer.is_some() && !verdicts {
                    return Vec::new();
                }
                vec![if settings.rules.not_extracted_is_wrong {
                    format!("No answer was found ({rule}): wrong.")
                } else if !settings.compares_words(scored.part) {
                    format!("No answer was found ({rule}).")
                } else {
                    format!("No answer was found ({rule}); the empty text is compared.")
                }]
            }
            State::Blank => {
                vec!["The prediction is blank, so the empty text is compared.".to_owned()]
            }
            State::Answered => Vec::new(),
        }
    }

    fn answer_words(self, normalised: &str, against: &str) -> Vec<String> {
        let Self { settings, golds, scored, .. } = self;
        if let Some(probability) = self.na_probability
            && probability > settings.na_threshold
        {
            let outcome = if golds.is_empty() { "right" } else { "wrong" };
            return vec![format!(
                "Its no-answer probability of {} is above {}, so it counts as \"no answer\", \
                 which is {outcome}.",
                shortest(probability),
                shortest(settings.na_threshold)
            )];
        }
        if settings.rules.unanswerable && golds.is_empty() {
            return vec![if normalised.is_empty() {
                "The question has no answer, and the prediction gives none: right.".to_owned()
            } else {
                "The question has no answer, but the prediction gives one: wrong.".to_owned()
            }];
        }
        if golds.is_empty() {
            return vec!["The question has no gold answer, so it scores 0.".to_owned()];
        }
        let alone = match (is_accuracy(settings), self.has("f1"), self.has("exact_match")) {
            (true, ..) => Some("accuracy"),
            (_, true, _) => None,
            (.., true) => Some("exact match"),
            _ => return Vec::new(),
        };
        if let Some(name) = alone {
            let (which, value) = if scored.answer.exact_match { ("a", 1) } else { ("no", 0) };
            return vec![format!("It equals {which} gold answer: {name} {value}.")];
        }
        let overlap = scored.answer.overlap;
        let common =
            shared(normalised, against).iter().filter(|piece| piece.mark == Mark::Shared).count();
        if scored.answer.exact_match {
            let mut words =
                vec!["After normalisation it equals a gold answer: exact match 1.".to_owned()];
            if overlap.f1 == 0.0 {
                words.push(
                    "After normalisation both are empty, so they share no words: F1 0.".to_owned(),
                );
            }
            return words;
        }
        let special = |text: &str| matches!(text, "yes" | "no" | "noanswer");
        if settings.yes_no == token_f1::YesNoRule::On && (special(normalised) || special(against)) {
            return vec![
                "Yes, no and noanswer match only themselves: exact match 0, F1 0.".to_owned(),
            ];
        }
        if common == 0 {
            return vec!["It shares no word with any gold answer: exact match 0, F1 0.".to_owned()];
        }
        vec![format!(
            "{common} of its {} words {} among the {} of the closest gold: precision {}, recall {}, \
         F1 {}. Not equal: exact match 0.",
            tokens(normalised).count(),
            by_number(common, "is", "are"),
            tokens(against).count(),
            two(overlap.precision),
            two(overlap.recall),
            two(overlap.f1)
        )]
    }

    /// Whether it was right to refuse, in words.
    fn refusal_words(self) -> Option<String> {
        if self.golds.is_empty() || !self.has("refusal") {
            return None;
        }
        let words = match self.scored.refusal? {
            Refusal::Right => {
                "It declines to answer, and the question has no answer: a right \
                               refusal."
            }
            Refusal::False => {
                "It declines to answer, but the question has an answer: a false \
                               refusal."
            }
            Refusal::Answered => "It answers, but the question has no answer.",
            Refusal::NotRefused => "It answers, and the question has an answer.",
        };
        Some(words.to_owned())
    }

    fn metric_words(self) -> Vec<String> {
        let scored = self.scored;
        let mut words = Vec::new();
        if self.has("contains_answer") && scored.state != State::Missing {
            let (which, value) = if scored.contains { ("a", 1) } else { ("no", 0) };
            words.push(format!(
            "The prediction contains {which} gold answer word for word: contains answer {value}."
        ));
        }
        if let Some(facts) = scored.facts {
            words.push(if scored.has_predicted_facts {
                format!(
                    "Supporting facts: precision {}, recall {}, F1 {}, exact match {}.",
                    two(facts.overlap.precision),
                    two(facts.overlap.recall),
                    two(facts.overlap.f1),
                    u8::from(facts.exact_match)
                )
            } else {
                "The prediction has no supporting facts, so they score 0.".to_owned()
            });
        }
        words
    }
}

fn normalise(normalizer: &Normalizer, text: &str) -> String {
    normalizer.apply(text, &mut Scratch::default()).to_owned()
}

fn gold_card(gold: &str, compared: &str, index: usize, scored: &Scored) -> GoldCard {
    GoldCard {
        text: cut(gold, LONGEST),
        normalised: cut(compared, LONGEST),
        mathml: None,
        metrics: Vec::new(),
        matched: scored.matched != NO_MATCH && usize::from(scored.matched) == index,
    }
}

fn link(label: &str) -> Link {
    Link { label: label.to_owned(), pieces: Vec::new(), mathml: None, note: None }
}

/// Whether an answer is only right or wrong.
fn is_accuracy(settings: &Settings) -> bool {
    settings.preset.metrics.first().is_some_and(|id| id == "accuracy")
}

fn plain(text: &str) -> Vec<Piece> {
    vec![Piece { text: text.to_owned(), mark: Mark::Plain }]
}

fn push(pieces: &mut Vec<Piece>, text: &str, mark: Mark) {
    match pieces.last_mut() {
        Some(last) if last.mark == mark => last.text.push_str(text),
        _ => pieces.push(Piece { text: text.to_owned(), mark }),
    }
}

/// A text in which the parts that normalisation deletes are marked: words of which nothing is left,
/// and deleted punctuation.
fn deletions(text: &str, normalizer: &Normalizer) -> Vec<Piece> {
    let punctuation = normalizer.steps().contains(&Step::DeletePunctuation);
    let mut scratch = Scratch::default();
    let mut pieces = Vec::new();
    for word in text.split_inclusive(char::is_whitespace) {
        if !word.trim().is_empty() && normalizer.apply(word, &mut scratch).trim().is_empty() {
            push(&mut pieces, word.trim_end(), Mark::Deleted);
            push(&mut pieces, &word[word.trim_end().len()..], Mark::Plain);
            continue;
        }
        for character in word.chars() {
            let deleted = punctuation && character.is_ascii_punctuation();
            let mark = if deleted { Mark::Deleted } else { Mark::Plain };
            push(&mut pieces, character.encode_utf8(&mut [0; 4]), mark);
        }
    }
    pieces
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|token| !token.is_empty())
}

/// The tokens of a normalised text; those that the other text has too are marked, as often as it
/// has them.
fn shared(text: &str, other: &str) -> Vec<Piece> {
    let mut left: HashMap<&str, u32> = HashMap::new();
    for token in tokens(other) {
        *left.entry(token).or_insert(0) += 1;
    }
    let mut pieces = Vec::new();
    for (index, token) in tokens(text).enumerate() {
        if index > 0 {
            push(&mut pieces, " ", Mark::Plain);
        }
        let count = left.get_mut(token).filter(|count| **count > 0);
        let mark = if count.is_some() { Mark::Shared } else { Mark::Plain };
        if let Some(count) = count {
            *count -= 1;
        }
        pieces.push(Piece { text: token.to_owned(), mark });
    }
    pieces
}

/// A share with two decimals.
fn two(share: f64) -> String {
    fixed(share, 2)
}
