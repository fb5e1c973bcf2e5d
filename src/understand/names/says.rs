//! What the name of a column tells about its contents.

use super::words::{
    ANSWER, FAULTS, GOLD, JUDGES, MANNER, MEASURE, MODELS, OTHER, PREDICTION, RIGHT, VERDICT,
    VERSIONS, WAYS, Words, has_word, is_size, without_manner, words,
};
use super::{KEY, LIST};
use std::cmp::Ordering;

/// How strongly a name suggests a side, in points: as gold answers, as predictions. Points below zero count
/// against it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a statement of its own about one name")]
pub(crate) struct Says {
    pub(crate) gold: f64,
    pub(crate) prediction: f64,
    /// Whether it names a verdict or a score.
    pub(crate) verdict: bool,
    /// Whether it names a verdict and nothing else that a column could hold.
    pub(crate) verdict_alone: bool,
    /// Whether it names something that is neither: a question, a context, an id.
    pub(crate) other: bool,
    /// Whether it suggests gold answers only if another column suggests predictions more clearly.
    pub(crate) relative: bool,
}

/// Whether a name says that its column holds texts, such as sentences, and not whose or what for.
pub(crate) fn is_input(name: &str) -> bool {
    let texts = [
        "text", "texts", "sentence", "sentences", "paragraph", "abstract", "review", "tweet",
        "post", "utterance", "transcript", "body", "content", "statement", "headline", "snippet",
    ];
    let words = words(name);
    !words.is_empty() && words.iter().all(|word| texts.contains(&word.as_str()))
}

/// Whether the last word of a name, apart from a number after it, is a measure: `answer_f1`, `NDCG@3` and
/// `answer_score`, but not `score`.
pub(crate) fn is_measure(words: &[String]) -> bool {
    let mut named = words.iter().rev().skip_while(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let last = named.next().map_or("", String::as_str);
    let scored = matches!(last, "score" | "scores");
    let of_score = |word: &String| ANSWER.has(word) || word == "bert";
    MEASURE.has(last) || (scored && named.next().is_some_and(of_score))
}

/// Whether the last word of a name means an amount, which is never right or wrong: `input_tokens`.
pub(crate) fn is_amount(name: &str) -> bool {
    let amounts = [
        "len", "length", "chars", "tokens", "latency", "ms", "seconds", "std", "stderr", "rate",
        "ratio", "rank",
    ];
    words(name).last().is_some_and(|last| amounts.contains(&last.as_str()))
}

/// Whether a name is that of a figure about many answers: `accuracy`, `pass@1`, `total_questions`.
pub(crate) fn is_figure(name: &str) -> bool {
    let of = |word: &String| MEASURE.has(word) || VERDICT.has(word);
    let others = ["total", "count", "average", "mean", "overall", "n", "num"];
    words(name).iter().any(of) || has_word(name, &others)
}

/// Whether a name has a word for something that is measured over many answers.
pub(crate) fn is_of_measure(name: &str) -> bool {
    let measures = [
        "acc", "accuracy", "em", "exact", "f1", "pass", "score", "bleu", "rouge", "mrr", "ndcg",
        "precision", "recall", "mean", "average", "avg", "perplexity", "hit",
    ];
    has_word(name, &measures)
}

/// Whether a name is that of a count: `n_expected`, `num_correct`.
fn is_count(words: &[String]) -> bool {
    words.len() > 1 && matches!(words[0].as_str(), "n" | "num" | "nb" | "count")
}

/// Words that are said of what a model is expected to answer and of nothing else.
const EXPECTED: [&str; 2] = ["expected", "gold"];

pub(crate) fn says(name: &str) -> Says {
    // The outputs of lm-evaluation-harness before its filters.
    if name == "resps" {
        return Says { gold: -2.0, prediction: 0.5, ..Says::default() };
    }
    let is_summary = has_word(name, &["distribution", "distributions"]);
    let inner = name.rsplit(['.', '[']).next().unwrap_or(name);
    if is_summary || is_count(&words(inner)) || matches!(name, KEY | LIST) {
        return Says { gold: -4.0, prediction: -4.0, other: true, ..Says::default() };
    }
    // For a member of an object, or a turn of a chat, the last part of the name tells more than the whole.
    if let Some((_, inner)) = name.rsplit_once(['.', '[']) {
        let said = says(inner);
        let outer = &name[..name.len() - inner.len() - 1];
        let sized = words(outer).iter().any(|word| is_size(word));
        // If a member is named for a model, its solution is that model's.
        if (is_model(outer) || sized) && !said.verdict_alone && !said.other && said.gold > 0.5 {
            return Says { gold: -2.0, prediction: 2.0, ..said };
        }
        if said.gold > 0.5 || said.prediction > 0.5 || said.verdict_alone {
            return said;
        }
    }
    let words = words(name);
    let words = without_manner(words);
    let count = |list: &Words| words.iter().filter(|word| list.has(word)).count();
    let has = |word: &str| words.iter().any(|one| one == word);
    let (answer, other, verdict) = (count(&ANSWER), count(&OTHER), count(&VERDICT));
    // `real` alone next to `Predicted`, or `real_answer`; in longer names, `real` may describe a kind of thing.
    let real = match &words[..] {
        [only] => only == "real",
        [first, last] => first == "real" && ANSWER.has(last),
        _ => false,
    };
    // A key of its own names the row in most files, and the right option in some.
    let key = matches!(&words[..], [only] if only == "key" || only == "keys");
    let gold = match () {
        () if real => 2,
        () if key => 0,
        () => GOLD.strength(&words),
    };
    let size = if words.len() > 1 && words.iter().any(|word| is_size(word)) { 2 } else { 0 };
    let prediction = PREDICTION.strength(&words).max(MODELS.strength(&words)).max(size);
    // `is_correct`, `exact_match`, `answer_correctness`, and `correct` on its own.
    let of_judges = |word: &&String| JUDGES.has(word) || VERDICT.has(word);
    let verdict_alone = verdict == words.len()
        || (verdict > 0 && words.iter().filter(of_judges).count() == words.len())
        || (verdict > 0 && answer == 0 && (has("is") || has("was")))
        || (has("true") && has("false"))
        || has("correctness")
        || (words.len() > 1 && is_measure(&words));
    // `answer_index` next to choices.
    let place =
        answer == 1 && matches!(words.as_slice(), [_, last] if last == "index" || last == "idx");
    let clear = if answer > 0 { 2.5 } else { 2.0 };
    let bare = words.len() == answer;
    let (for_gold, for_prediction) = match gold.cmp(&prediction) {
        Ordering::Greater => (clear, -2.0),
        Ordering::Less => (-2.0, clear),
        Ordering::Equal if gold > 0 => (0.5, 0.5),
        // Data of classifiers: `actual` means gold in some files and the model's output in others.
        Ordering::Equal if has("actual") => (0.8, 0.8),
        // `answer` is gold in most files; with an unknown word, it is a system's answer.
        Ordering::Equal if bare || place => (1.2, 0.8),
        Ordering::Equal if answer > 0 => (0.4, 1.2),
        // `is_toxic` is what a classifier has to find in each row.
        Ordering::Equal if key || (words.len() == 2 && has("is")) => (0.4, 0.0),
        Ordering::Equal => (0.0, 0.0),
    };
    // `correct_option`, `correct_answer_idx`: one of the options, not a list of them.
    let last_words: Vec<&str> = words.iter().rev().take(2).map(String::as_str).collect();
    let names_one = match last_words[..] {
        ["option" | "choice", ..] | ["id", "option" | "choice" | "candidate"] => true,
        ["idx" | "index", ..] => answer > 0 || names_side(&words),
        _ => false,
    };
    let one_option = place || (gold.max(prediction) == 2 && names_one);
    let other = if one_option { other - 1 } else { other };
    // The last word decides: `question_answer` is an answer, `answer_id` an id.
    let last = !one_option && words.last().is_some_and(|word| OTHER.has(word));
    let unknown = gold + prediction == 0 && answer == 0;
    let mut against = 0.0;
    if other > 0 {
        against += if last || unknown { 3.0 } else { 1.0 };
    }
    let other = against > 1.0;
    // `expected_title`: what is expected is the answer, whatever it is.
    if last && gold == 2 && words.iter().any(|word| EXPECTED.contains(&word.as_str())) {
        against -= 2.0;
    }
    if verdict_alone {
        against += 2.0;
    } else if verdict > 0 && unknown {
        against += 1.0;
    }
    // Other ways to write the gold answer.
    let aliases = if has("alias") || has("aliases") { 3.0 } else { 0.0 };
    Says {
        gold: for_gold - against,
        prediction: for_prediction - against - aliases,
        verdict: verdict > 0,
        verdict_alone,
        other,
        relative: false,
    }
}

/// Whether a word of a name always means gold answers.
pub(crate) fn says_gold(name: &str) -> bool {
    GOLD.strength(&words(name)) == 2
}

/// Whether a name of two words begins with a word for whose answer it is: `predicted_index`.
fn names_side(words: &[String]) -> bool {
    let sides = ["pred", "predicted", "prediction", "correct", "gold", "target", "true", "label"];
    matches!(words, [first, _] if sides.contains(&first.as_str()))
}

/// Whether the second of two names has words for what stands next to an answer where the first has words for the
/// answer: `confidence_rag` next to `answer_rag`.
pub(crate) fn is_beside_answer(answer: &str, other: &str) -> bool {
    let [answer, other] = [answer, other].map(words);
    let mut different =
        answer.iter().zip(&other).filter(|(ours, theirs)| ours != theirs).peekable();
    answer.len() == other.len()
        && different.peek().is_some()
        && different
            .all(|(ours, theirs)| ANSWER.has(ours) && (OTHER.has(theirs) || MEASURE.has(theirs)))
}

/// How likely a column of this name says whether an answer is right, from 0 for the likeliest; `None` if the name
/// means something else.
pub(crate) fn verdict_rank(name: &str) -> Option<usize> {
    let words = words(name);
    // A column that says that an answer is wrong is not read as verdicts here, and whether an answer could be
    // parsed is another question.
    if FAULTS.are_in(&words) || is_of_form(name) {
        return None;
    }
    let place = RIGHT.split_whitespace().position(|known| words.iter().any(|word| word == known));
    place.or_else(|| is_verified(name).then_some(usize::MAX))
}

/// Whether a column of this name may tell by which system, or in which way, each row was answered.
pub(crate) fn names_settings(name: &str) -> bool {
    let settings = [
        "method", "condition", "strategy", "approach", "pipeline", "variant", "setting", "config",
        "configuration", "experiment", "retriever", "technique", "arm", "prompting", "mode",
        "sampler", "version", "agent", "model", "system", "setup", "methode", "modell", "modelo",
    ];
    let words = words(name);
    words.len() <= 2 && words.iter().any(|word| settings.contains(&word.as_str()))
}

/// Whether a column of this name says what an answer has to do, such as `expected_behavior`: no text to compare with.
pub(crate) fn is_requirement(name: &str) -> bool {
    let known = [
        "behavior", "behaviour", "behaviors", "behaviours", "criterion", "criteria", "rubric",
        "rubrics", "requirement", "requirements", "checklist", "guideline", "guidelines",
    ];
    words(name).last().is_some_and(|last| known.contains(&last.as_str()))
}

/// Whether a name is about the form of an answer, not about whether it is right: `parse_ok`.
pub(crate) fn is_of_form(name: &str) -> bool {
    let of_form =
        ["type", "format", "parse", "parsed", "schema", "json", "syntax", "valid", "cap", "limit"];
    has_word(name, &of_form)
}

/// Whether a name says that something was verified. If a tool checks programs or proofs, this is the verdict; of
/// questions, it says that somebody looked at them.
pub(crate) fn is_verified(name: &str) -> bool {
    let mut words = words(name);
    words.retain(|word| word != "is");
    words == ["verified"]
}

/// Whether a name is that of a column that only numbers attempts.
pub(crate) fn numbers_attempts(name: &str) -> bool {
    let number = ["id", "idx", "index", "no", "nr", "num", "number"];
    let mut words = words(name);
    words.retain(|word| !number.contains(&word.as_str()));
    matches!(&words[..], [only] if super::is_of_attempts(only))
}

/// What a column of verdicts is about, by its name: the words before or after the word for a verdict, such as
/// `cot` in `cot_correct`; `None` if the name means something else, or answers in general.
pub(crate) fn judged(name: &str) -> Option<Vec<String>> {
    let mut words = words(name);
    let verdicts = ["correct", "passed", "right", "match", "em", "success", "ok", "verdict"];
    let of_verdict =
        |word: &String| verdicts.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit()));
    if !(words.last().is_some_and(of_verdict) || words.first().is_some_and(of_verdict)) {
        return None;
    }
    words.retain(|word| !of_verdict(word) && !matches!(word.as_str(), "is" | "was" | "exact"));
    let plain = |word: &String| ANSWER.has(word) || matches!(word.as_str(), "label" | "option");
    (!words.is_empty() && !words.iter().all(plain)).then_some(words)
}

/// The words of a name without those for an output at its end.
pub(crate) fn without_answer(name: &str) -> Vec<String> {
    let mut words = words(name);
    let known = ["pred", "prediction", "predicted", "output", "response", "extracted", "parsed"];
    let of_answers = |word: &String| ANSWER.has(word) || known.contains(&word.as_str());
    while words.len() > 1 && words.last().is_some_and(of_answers) {
        words.pop();
    }
    words
}

/// The words of a name other than those for one side, and whether that side is gold: `gold_date` has `date`.
/// `None` if no word, or words for both sides, tell which side it is.
pub(crate) fn rest_of_side(name: &str) -> Option<(bool, Vec<String>)> {
    let words = words(name);
    let gold = |word: &String| GOLD.has_clearly(word) || word == "true";
    let prediction = |word: &String| PREDICTION.has_clearly(word);
    let is_gold = words.iter().any(gold);
    if is_count(&words) || is_gold == words.iter().any(prediction) {
        return None;
    }
    let rest: Vec<String> =
        words.into_iter().filter(|word| !(gold(word) || prediction(word))).collect();
    let measured = rest.last().is_some_and(|word| MEASURE.has(word));
    (!rest.is_empty() && !measured).then_some((is_gold, rest))
}

/// Whether a name is that of a measure of the evidence for an answer, not of whether the answer is right:
/// `context_recall`, `faithfulness`.
pub(crate) fn is_of_support(name: &str) -> bool {
    let of_support = [
        "context", "contexts", "retrieval", "retrieved", "faithfulness", "groundedness",
        "relevance", "relevancy", "recall", "precision", "citation", "citations",
    ];
    has_word(name, &of_support)
}

/// Whether words that usually mean something next to the answers may be what is asked for, if one side is named
/// with them: `language` next to `predicted_language`.
pub(crate) fn may_be_asked_for(words: &[String]) -> bool {
    const MAY_BE: [&str; 16] = [
        "language", "lang", "date", "time", "type", "category", "title", "topic", "formula",
        "program", "equation", "level", "domain", "subject", "difficulty", "unit",
    ];
    words.last().is_some_and(|last| MAY_BE.contains(&last.as_str()))
}

/// How a column marks rows that do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeavesOut {
    /// By yes or by no.
    Said(bool),
    /// By a word for how the row ended.
    Failed,
    /// By naming another row.
    Filled,
}

/// Whether a column of this name marks rows that do not count, and how.
pub(crate) fn leaves_out(name: &str) -> Option<LeavesOut> {
    let mut words = words(name);
    words.retain(|word| !matches!(word.as_str(), "is" | "row" | "item" | "question"));
    if let [what, of] = words.as_slice()
        && of == "of"
        && matches!(what.as_str(), "retry" | "duplicate" | "rerun" | "copy")
    {
        return Some(LeavesOut::Filled);
    }
    let [word] = words.as_slice() else { return None };
    match word.as_str() {
        "valid" | "scored" | "include" | "included" | "counted" | "used" => {
            Some(LeavesOut::Said(false))
        }
        "skip" | "skipped" | "exclude" | "excluded" | "ignore" | "ignored" | "invalid"
        | "superseded" | "deprecated" | "retry" | "retried" | "outdated" => {
            Some(LeavesOut::Said(true))
        }
        "status" => Some(LeavesOut::Failed),
        _ => None,
    }
}

/// Whether two names are the same, also as members of objects: `is_poetry` and `analysis.is_poetry`.
pub(crate) fn are_same(a: &str, b: &str) -> bool {
    fn inner(name: &str) -> impl Iterator<Item = char> {
        let name = name.trim_end_matches(']');
        let inner = name.rsplit(['.', '[']).next().unwrap_or(name);
        inner.chars().flat_map(char::to_lowercase)
    }
    inner(a).eq(inner(b))
}

/// Whether a name consists only of the name of a model: `gpt-4o`, `llama-3-8b`.
pub(crate) fn is_model(name: &str) -> bool {
    let words = without_manner(words(name));
    let sized = words.len() > 1 && words.iter().any(|word| is_size(word));
    (MODELS.are_in(&words) || sized)
        && ![&GOLD, &OTHER, &VERDICT].iter().any(|list| list.are_in(&words))
}

/// Whether a name consists only of a way to ask a model: `cot`, `zero_shot`.
pub(crate) fn is_way(name: &str) -> bool {
    words(name).iter().all(|word| MANNER.has(word) || WAYS.has(word))
}

/// Whether a name suggests predictions only by a word that can also mean inputs and gold answers, such as `output`
/// and `response`.
pub(crate) fn is_weak_prediction(name: &str) -> bool {
    let words = words(name);
    PREDICTION.strength(&words) == 1 && says(name).prediction >= 1.5
}

/// Whether a word of a name distinguishes versions of the same value: `raw_pred`, `extracted_answer`.
pub(crate) fn is_version(name: &str) -> bool {
    let others = ["parsed", "extracted", "processed", "normalized", "text"];
    words(name).iter().any(|word| VERSIONS.has(word)) || has_word(name, &others)
}

/// Whether a word of a name says at which stage an output was recorded: `pred_before` and `pred_after`.
pub(crate) fn is_stage(name: &str) -> bool {
    has_word(name, &["before", "after", "initial", "cleaned", "cleansed", "list"])
}

/// Whether two names mean the same kind of output, of different systems or prompts: `full_pred` and
/// `answer_only_pred`, but not `raw_pred`.
pub(crate) fn are_of_systems(a: &str, b: &str) -> bool {
    if is_version(a) || is_version(b) {
        return false;
    }
    let (a, b) = (words(a), words(b));
    let plain = |words: &[String]| words.len() > 1;
    let is_kind = |word: &&String| PREDICTION.has(word) || ANSWER.has(word);
    let kind = |words: &[String]| words.last().filter(is_kind).cloned();
    plain(&a) && plain(&b) && a != b && kind(&a).is_some() && kind(&a) == kind(&b)
}

/// The words of a name up to the word for an output, if other words follow: the common part of `t5_pred_base` and
/// `t5_pred_tuned`.
pub(crate) fn output_stem(name: &str) -> Option<Vec<String>> {
    let mut words = words(name);
    let place = words.iter().position(|word| PREDICTION.has(word))?;
    let is_stem = words.len() > place + 1 && !is_version(name);
    words.truncate(place + 1);
    is_stem.then_some(words)
}

/// The words of a name without those that distinguish versions of the same value: `answer_corrected` has `answer`.
pub(crate) fn without_version(name: &str) -> Vec<String> {
    let mut words = words(name);
    let version = |word: &String| VERSIONS.has(word) && word.parse::<u64>().is_err();
    if words.iter().any(|word| !version(word)) {
        words.retain(|word| !version(word));
    }
    words
}

/// Whether a name means a value that was extracted from an output: `baseline_extracted`.
pub(crate) fn is_taken_out(name: &str) -> bool {
    let taken = ["extracted", "extraction", "parsed", "normalized", "normalised", "cleaned"];
    has_word(name, &taken)
}

/// Whether two names differ only in a number or a letter at the end: `rater_1` and `rater_2`.
pub(crate) fn are_alike(a: &str, b: &str) -> bool {
    let bare = |name: &str| -> Vec<String> {
        let mut words = words(name);
        if words.len() > 1 && words.last().is_some_and(|last| last.chars().count() == 1) {
            words.pop();
        }
        let digit = |c: char| c.is_ascii_digit();
        words.iter().map(|word| word.trim_end_matches(digit).to_owned()).collect()
    };
    a != b && bare(a) == bare(b)
}

/// Whether two names are members of one object that is named as a model's output, and the first is not named for
/// gold answers: `parsed.choice` and `parsed.reason`.
pub(crate) fn are_of_one_output(a: &str, b: &str) -> bool {
    let parents = a.rsplit_once('.').zip(b.rsplit_once('.'));
    parents.is_some_and(|((ours, _), (theirs, _))| {
        ours == theirs && PREDICTION.are_in(&words(ours)) && !GOLD.are_in(&words(a))
    })
}

/// Whether a text is a column name for an id, a question, an answer or a verdict, and not a value.
pub(crate) fn is_name_of_column(text: &str) -> bool {
    let says = says(text);
    says.other
        || says.verdict
        || says.gold.abs().max(says.prediction.abs()) > 0.0
        || has_word(text, &["item", "key", "name", "qid", "nr"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_words() {
        assert_eq!(words("modelAnswer_2 (final)"), ["model", "answer", "2", "final"]);
        for name in [
            "gt", "ground_truth", "Gold Answer", "correct_answer", "correct_option", "answerKey",
            "benchmark_answer",
        ] {
            let said = says(name);
            assert!(said.gold >= 1.5 && said.prediction < 0.0, "{name} {said:?}");
        }
        for name in [
            "gpt4-x_pred", "model_output", "Vorhersage", "final_answer", "executed", "mafin_answer",
        ] {
            let said = says(name);
            assert!(said.prediction > said.gold && said.prediction > 0.0, "{name} {said:?}");
        }
        for name in ["expected_output", "reference_response", "true_label"] {
            assert!(says(name).gold >= 2.0, "{name}");
        }
        for name in ["predicted_label", "actual_output", "generated_response", "model_output_label"]
        {
            assert!(says(name).prediction >= 2.0, "{name} {:?}", says(name));
        }
        for name in ["incorrect_answers", "Incorrect Answers"] {
            assert!(says(name).prediction < 0.5 && says(name).gold < 0.5, "{name}");
        }
        for name in ["question", "answer_id", "context", "Question ID", "latency_seconds"] {
            let said = says(name);
            assert!(said.prediction < 0.0 && said.gold < 0.0 && said.other, "{name} {said:?}");
        }
        assert_eq!(rest_of_side("gold_date"), Some((true, vec!["date".to_owned()])));
        assert_eq!(rest_of_side("predictedDate"), Some((false, vec!["date".to_owned()])));
        for name in ["gold", "date", "gold_prediction_date", "label_id"] {
            assert_eq!(rest_of_side(name), None, "{name}");
        }
        assert_eq!(without_version("answer_corrected"), ["answer"]);
        assert_eq!(without_version("original"), ["original"]);
        for name in ["is_correct", "passed", "correct", "true_false", "exact_match", "f1"] {
            assert!(says(name).verdict_alone, "{name}");
        }
    }
}
