//! Why a question scored as it did: the way from raw output to verdict, and the reason in words.

use super::Session;
use crate::diagnostic::cut;
use crate::digits::{fixed, shortest};
use crate::error::Error;
use crate::evaluate::{Inputs, NO_MATCH, Scored, Scorer};
use crate::join::NONE;
use crate::metric::compare::{Reading, Shown};
use crate::metric::refusal::Refusal;
use crate::metric::{MetricInfo, metric, token_f1};
use crate::normalize::{Normalizer, Scratch, Step};
use crate::preset::{Settings, resolve};
use crate::protocol::{Explanation, GoldCard, Link, Mark, Piece, Row};
use crate::types::{State, Verdict};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::HashMap;

/// Texts of an explanation are cut at this many characters.
const LONGEST: usize = 20_000;

impl Session {
    /// Why a gold row of a run scored as it did; `None` where there is no such row.
    pub fn explain(&self, run: usize, row: usize) -> Option<Explanation> {
        let (score, material) = self.score().zip(self.material())?;
        let short = self.row_of(&material, run, row)?;
        let golds: Vec<String> = material.answers.of(row).map(str::to_owned).collect();
        let prediction = material.prediction(run, row);
        let settings = score.evaluation.settings_of(run);
        let mut scorer =
            Scorer::new(settings.clone(), &score.evaluation.metrics, Some(&material.gold));
        let scored = material.score(&mut scorer, run, row);
        let reading = material.reading(&mut scorer, run, row);
        let found = material.joined.runs[run].rows[row];
        let file = &material.files[material.joined.runs[run].file];
        Some(Explanation {
            prediction_place: (found != NONE)
                .then(|| (file.name.to_owned(), file.table.row_number(found as usize))),
            gold_place: Some((material.gold.name.to_owned(), material.gold.table.row_number(row))),
            programs: self.program_cards(run, row),
            ..explanation(
                settings,
                &score.evaluation.metrics,
                short,
                &golds,
                prediction.as_deref(),
                material.column(run, row),
                &scored,
                material.na.map(|na| na.by_row[row]),
                reading,
            )
        })
    }
}

/// Scores one answer against golds with a preset and changes of its settings, and explains it.
///
/// # Errors
/// Where there is no such preset or setting.
pub fn try_answer(
    preset: &str,
    set: &BTreeMap<String, String>,
    golds: &[String],
    prediction: &str,
) -> Result<Explanation, Error> {
    let settings = Settings::compile(&*resolve(preset)?, set)?;
    let metrics: Vec<&'static MetricInfo> = settings
        .preset
        .metrics
        .iter()
        .filter_map(|id| metric(id))
        .filter(|metric| !metric.of_facts)
        .collect();
    let mut scorer = Scorer::new(settings.clone(), &metrics, None);
    let inputs = Inputs { prediction: Some(prediction), ..Inputs::default() };
    let scored = scorer.score(&golds.iter().map(String::as_str), &inputs);
    let values = crate::evaluate::values_of(&metrics, &scored);
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
    Ok(explanation(&settings, &metrics, row, golds, Some(prediction), None, &scored, None, reading))
}

#[allow(clippy::too_many_arguments, reason = "each is another side of one question")]
fn explanation(
    settings: &Settings,
    metrics: &[&'static MetricInfo],
    row: Row,
    golds: &[String],
    prediction: Option<&str>,
    column: Option<&str>,
    scored: &Scored,
    na_probability: Option<f64>,
    reading: Option<Reading>,
) -> Explanation {
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
            note: (raw.len() != shown.len()).then(|| "cut here; scored whole".to_owned()),
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
            cards = gold_cards(settings, golds, &normalised, scored);
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
                let na = na_probability;
                let about = [&*normalised, against];
                why.extend(answer_words(settings, metrics, golds, about, scored, na));
            }
        }
    }
    let mut candidates = Vec::new();
    if let Some(reading) = reading.filter(|_| scored.state != State::Excluded) {
        if let Some(Shown { text, mathml }) = reading.answer {
            chain.push(Link { pieces: plain(&cut(&text, LONGEST)), mathml, ..link("read as") });
        }
        if !words {
            cards = read_cards(golds, reading.golds, scored);
        } else if let Some(gold) = reading.golds.iter().find(|shown| !shown.text.is_empty()) {
            chain.push(Link {
                pieces: plain(&cut(&gold.text, LONGEST)),
                mathml: gold.mathml.clone(),
                ..link("the gold read as")
            });
        }
        why.extend(reading.words);
        candidates = reading.candidates;
    }
    why.extend(state_words(settings, scored, prediction, column));
    if scored.state != State::Excluded {
        why.extend(metric_words(metrics, scored));
        why.extend(refusal_words(metrics, scored, golds));
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

fn normalise(normalizer: &Normalizer, text: &str) -> String {
    normalizer.apply(text, &mut Scratch::default()).to_owned()
}

fn gold_cards(
    settings: &Settings,
    golds: &[String],
    prediction: &str,
    scored: &Scored,
) -> Vec<GoldCard> {
    golds
        .iter()
        .enumerate()
        .map(|(index, gold)| {
            let normalised = normalise(settings.normalizer_of(scored.part), gold);
            let overlap =
                token_f1::token_f1(prediction, &normalised, settings.empty, settings.yes_no);
            let exact = f64::from(u8::from(prediction == normalised));
            let metrics = if is_accuracy(settings) {
                vec![("accuracy".to_owned(), exact)]
            } else {
                vec![("exact_match".to_owned(), exact), ("f1".to_owned(), overlap.f1)]
            };
            GoldCard { metrics, ..gold_card(gold, &normalised, index, scored) }
        })
        .collect()
}

/// The gold answers as a judge reads them.
fn read_cards(golds: &[String], read: Vec<Shown>, scored: &Scored) -> Vec<GoldCard> {
    golds
        .iter()
        .zip(read)
        .enumerate()
        .map(|(index, (gold, shown))| GoldCard {
            mathml: shown.mathml,
            ..gold_card(gold, &shown.text, index, scored)
        })
        .collect()
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

/// A text with what normalisation deletes marked: words of which nothing is left, and punctuation
/// where it is deleted.
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

/// The tokens of a normalised text with those marked that the other has too, as often as it has
/// them.
fn shared(text: &str, other: &str) -> Vec<Piece> {
    let mut left: HashMap<Cow<'_, str>, u32> = HashMap::new();
    for token in other.split(' ').filter(|token| !token.is_empty()) {
        *left.entry(Cow::Borrowed(token)).or_insert(0) += 1;
    }
    let mut pieces = Vec::new();
    for (index, token) in text.split(' ').filter(|token| !token.is_empty()).enumerate() {
        if index > 0 {
            push(&mut pieces, " ", Mark::Plain);
        }
        let mark = match left.get_mut(&Cow::Borrowed(token)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                Mark::Shared
            }
            _ => Mark::Plain,
        };
        pieces.push(Piece { text: token.to_owned(), mark });
    }
    pieces
}

fn state_words(
    settings: &Settings,
    scored: &Scored,
    prediction: Option<&str>,
    column: Option<&str>,
) -> Vec<String> {
    let missing = match settings.missing {
        crate::preset::Missing::Zero => "it scores 0",
        crate::preset::Missing::Exclude => "the question is left out",
    };
    match scored.state {
        State::Excluded if settings.leaves_out(scored.part) => {
            let column = settings.preset.parts().map_or("", |parts| &parts.columns[0]);
            vec![format!("This preset does not score its {column}: the question is left out.")]
        }
        State::Missing | State::Excluded => {
            vec![format!("There is no prediction for this question: {missing}.")]
        }
        State::NotExtracted => {
            let found = settings.extractor_of(column).extract(prediction.unwrap_or(""));
            let rule = found.rule;
            let verdicts = settings.comparison_of(scored.part).is_some_and(|one| one.verdicts);
            // The comparison says what it did not find in the answer.
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
            vec!["The prediction is blank; it is compared as the empty text.".to_owned()]
        }
        State::Answered => Vec::new(),
    }
}

fn answer_words(
    settings: &Settings,
    metrics: &[&'static MetricInfo],
    golds: &[String],
    [normalised, against]: [&str; 2],
    scored: &Scored,
    na_probability: Option<f64>,
) -> Vec<String> {
    if let Some(probability) = na_probability
        && probability > settings.na_threshold
    {
        let outcome = if golds.is_empty() { "right" } else { "wrong" };
        return vec![format!(
            "Its probability of no answer, {}, is above {}: it counts as no answer, \
             which is {outcome} here.",
            shortest(probability),
            shortest(settings.na_threshold)
        )];
    }
    if settings.rules.unanswerable && golds.is_empty() {
        return vec![if normalised.is_empty() {
            "The question has no answer and none is given: right.".to_owned()
        } else {
            "The question has no answer, but the prediction gives one: wrong.".to_owned()
        }];
    }
    if golds.is_empty() {
        return vec!["The question has no gold answer: it scores 0.".to_owned()];
    }
    if is_accuracy(settings) {
        return vec![if scored.answer.exact_match {
            "It equals a gold answer: accuracy 1.".to_owned()
        } else {
            "It equals no gold answer: accuracy 0.".to_owned()
        }];
    }
    let has = |id: &str| metrics.iter().any(|metric| metric.id == id);
    if !has("f1") {
        let words = match (has("exact_match"), scored.answer.exact_match) {
            (false, _) => return Vec::new(),
            (true, true) => "It equals a gold answer: exact match 1.",
            (true, false) => "It equals no gold answer: exact match 0.",
        };
        return vec![words.to_owned()];
    }
    let overlap = scored.answer.overlap;
    let count = |text: &str| text.split(' ').filter(|token| !token.is_empty()).count();
    let common =
        shared(normalised, against).iter().filter(|piece| piece.mark == Mark::Shared).count();
    if scored.answer.exact_match {
        let mut words =
            vec!["After normalisation it equals a gold answer: exact match 1.".to_owned()];
        if overlap.f1 == 0.0 {
            words.push("Nothing is left of either, so they share no words: F1 0.".to_owned());
        }
        return words;
    }
    let special = |text: &str| matches!(text, "yes" | "no" | "noanswer");
    if settings.yes_no == token_f1::YesNoRule::On && (special(normalised) || special(against)) {
        return vec!["Yes, no and noanswer match only themselves: exact match 0, F1 0.".to_owned()];
    }
    if common == 0 {
        return vec!["It shares no word with any gold answer: exact match 0, F1 0.".to_owned()];
    }
    vec![format!(
        "{common} of its {} words {} among the {} of the closest gold: precision {}, recall {}, \
         F1 {}. Not equal: exact match 0.",
        count(normalised),
        if common == 1 { "is" } else { "are" },
        count(against),
        two(overlap.precision),
        two(overlap.recall),
        two(overlap.f1)
    )]
}

/// Whether it was right to refuse, in words.
fn refusal_words(
    metrics: &[&'static MetricInfo],
    scored: &Scored,
    golds: &[String],
) -> Option<String> {
    if golds.is_empty() || !metrics.iter().any(|metric| metric.id == "refusal") {
        return None;
    }
    let words = match scored.refusal? {
        Refusal::Right => "It refuses, as the gold does: a right refusal.",
        Refusal::False => "It refuses, but there is an answer: a false refusal.",
        Refusal::Answered => "It answers, although the gold says that there is no answer.",
        Refusal::NotRefused => "It does not refuse, and there is an answer.",
    };
    Some(words.to_owned())
}

/// A share with two decimals.
fn two(share: f64) -> String {
    fixed(share, 2)
}

fn metric_words(metrics: &[&'static MetricInfo], scored: &Scored) -> Vec<String> {
    let has = |id: &str| metrics.iter().any(|metric| metric.id == id);
    let mut words = Vec::new();
    if has("contains_answer") && scored.state != State::Missing {
        words.push(if scored.contains {
            "A gold answer stands in the prediction word for word: contains answer 1.".to_owned()
        } else {
            "No gold answer stands in the prediction word for word: contains answer 0.".to_owned()
        });
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
            "There are no supporting facts in the prediction: they score 0.".to_owned()
        });
    }
    words
}
