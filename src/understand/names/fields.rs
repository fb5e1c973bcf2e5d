//! The whole names of columns, by what they hold.

use super::words::LONGEST_NAME;
use crate::base::types::Field;

/// Name of the column that holds the keys of a keyed object.
pub(crate) const KEY: &str = "(key)";
/// Name of the column for the name of the list that a row is in.
pub(crate) const LIST: &str = "(list)";
/// Name of the column that holds the values if rows have no fields.
pub(crate) const VALUE: &str = "(value)";
/// The prefix of the names of columns without a name.
pub(crate) const UNNAMED: &str = "column ";
/// The suffix of the column with the user's last message in a column of chats.
pub(crate) const USER_TURN: &str = "[user]";

/// Names by which a field is known, likeliest first.
pub(crate) fn names_of(field: Field) -> &'static [&'static str] {
    match field {
        // In a batch of requests, `id` is the id of the batch.
        Field::Id => &[
            "custom_id", "id", "_id", "question_id", "qid", "query_id", "example_id", "sample_id",
            "uid", "uuid", "guid", "task_id", "problem_id", "item_id", "idx", "index", "ids",
            "doc_id", "instance_id", "financebench_id", KEY, "filename", "file_name", "image_id",
            "image_name", "img_id",
        ],
        Field::Question => &[
            "question", "query", "question_text", "problem", "prompt", "input", "inputs",
            "instruction", "questions", "frage",
        ],
        Field::Answers => &[
            "gold_answers", "gold_answer", "answers", "golds", "gold", "references", "reference",
            "reference_outputs", "reference_answer", "ground_truth", "ground_truths",
            "correct_answer", "correct_answers", "expected_answer", "expected", "answer", "target",
            "targets", "label", "labels", "class", "solution", "cop", "exe_ans", "referenz",
            "musterlösung",
        ],
        Field::Prediction => &[
            "predicted_answer", "prediction_text", "prediction", "predictions", "predicted",
            "predicted_text", "predicted_label", "predicted_class", "pred_label", "pred_class",
            "pred", "preds", "model_answer", "model_output", "model_response", "model_prediction",
            "generated_answer", "generated_text", "filtered_resps", "generation", "completion",
            "hypothesis", "hypotheses", "response", "responses", "output", "outputs", "vorhersage",
            "modellantwort", "answer_text", "answer",
        ],
        // lm-evaluation-harness writes each answer once for every filter of its text.
        Field::Run => &[
            "model_name", "run_id", "run_name", "model", "model_id", "system", "run",
            "system_name", "provider_id", "provider", "engine", "llm", "framework", "filter",
            "arm", LIST,
        ],
        Field::SupportingFacts => &["sp", "supporting_facts"],
        Field::NaProbability => &["na_prob", "na_probability", "no_answer_probability"],
        // `metric::compare::Lookup` explains what each is for.
        Field::Detail => &[
            "choices", "options", "gold_value", "scale", "pred_scale", "predicted_scale", "a", "b",
            "c", "d", "e", "option_a", "option_b", "option_c", "option_d", "option_e", "opa",
            "opb", "opc", "opd",
        ],
        Field::Group => &[
            "type", "question_type", "answer_type", "answer_from", "type_of_question", "level",
            "difficulty", "category", "subject", "topic", "task", "subset", "domain", "language",
            "lang", "split", "platform", "source", "title", LIST,
        ],
    }
}

/// The suffixes that tables of nested values append to the name of a column, after a dot.
const LEAVES: [&str; 5] = ["text", "answer", "output", "content", "question"];

/// Names that mean gold answers in some files, and something else in others.
pub(crate) const LOOSE_ANSWERS: &[&str] =
    &["answers", "answer", "target", "targets", "label", "labels", "solution"];
/// Names that mean predictions in some files, and something else in others.
pub(crate) const LOOSE_PREDICTION: &[&str] = &[
    "generation", "completion", "response", "responses", "output", "outputs", "answer_text",
    "answer",
];

/// Members next to predictions that say whether a prediction is right.
pub(crate) const VERDICT_MEMBERS: [&str; 6] =
    ["is_correct", "correct", "verdict", "passed", "grade", "correctness"];

/// What questions ask for; columns of answers can have these names. In other files, they describe a question.
pub(crate) const SUBJECTS: [&str; 12] = [
    "date", "time", "number", "category", "topic", "subject", "type", "language", "domain", "unit",
    "title", "level",
];
/// Names of columns that name measures: their rows are figures.
pub(crate) const MEASURES: [&str; 3] = ["metric", "metrics", "measure"];
/// Names of the lists in which APIs return answers.
pub(crate) const API_ANSWERS: [&str; 2] = ["choices", "candidates"];
/// Names of columns that say which model made a row.
pub(crate) const MAKERS: [&str; 4] = ["model_id", "model_name", "model", "generator"];
/// Names of lists that hold several answers of a model.
pub(crate) const SEVERAL_OUTPUTS: [&str; 4] = ["samples", "attempts", "rollouts", "trials"];

/// Columns next to answers and predictions that are neither.
const ASIDE: [&str; 21] = [
    "context", "contexts", "passage", "passages", "document", "documents", "choices", "options",
    "supporting_facts", "metadata", "note", "notes", "comment", "comments", "reasoning",
    "rationale", "explanation", "evidence", "prompt", "steps", "thought",
];

/// Brings a name into one form: `Question ID`, `question-id` and `questionId` are the same name,
/// `outputs.answer` is `outputs`, and the user's message in a chat is a question. If a name has more than 256
/// characters, the rest is replaced by its length.
pub(crate) fn canonical(name: &str) -> String {
    let (name, rest) = match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => (&name[..end], name.len() - end),
        None => (name, 0),
    };
    let name = match name.rsplit_once('.') {
        Some((head, leaf)) if LEAVES.contains(&leaf) => head,
        _ if name.ends_with(USER_TURN) => names_of(Field::Question)[0],
        _ => name,
    };
    let mut plain = String::new();
    let mut lower_before = false;
    for character in name.trim().chars() {
        if character.is_ascii_uppercase() && lower_before {
            plain.push('_');
        }
        lower_before = character.is_ascii_lowercase();
        match character {
            ' ' | '-' | '.' => plain.push('_'),
            _ => plain.push(character.to_ascii_lowercase()),
        }
    }
    if rest > 0 {
        plain += &["…", &rest.to_string()].concat();
    }
    plain
}

/// Whether the name of a column means something next to answers and predictions, or a group of questions.
pub(crate) fn is_aside(column: &str) -> bool {
    ASIDE.contains(&canonical(column).as_str()) || is_name_of(column, Field::Group)
}

/// Whether the name of a column of gold answers suggests several answers.
pub(crate) fn is_plural(column: &str) -> bool {
    let name = canonical(column);
    let plural = ["answers", "aliases", "references", "golds", "targets", "truths", "solutions"];
    plural.iter().any(|word| name.contains(word))
}

/// Whether a column is named like this field.
pub(crate) fn is_name_of(column: &str, field: Field) -> bool {
    let name = canonical(column);
    names_of(field).contains(&name.as_str())
        || (field == Field::Detail && is_numbered_choice(&name))
}

/// The prefixes of columns that hold one choice each, before the number.
pub(crate) const NUMBERED_CHOICES: [&str; 8] =
    ["option", "option_", "choice", "choice_", "ending", "ans", "sol", "answer_option_"];

/// Whether this is the name of such a column: `option1`, `ans0`.
fn is_numbered_choice(name: &str) -> bool {
    let stem = name.strip_suffix(|c: char| c.is_ascii_digit());
    stem.is_some_and(|stem| NUMBERED_CHOICES.contains(&stem))
}

/// Columns with the score of each attempt at a question, the surest first.
pub(crate) const ATTEMPT_SCORES: [&str; 22] = [
    "reward", "rewards", "reward_score", "reward_scores", "rm_score", "rm_scores",
    "verifier_score", "verifier_scores", "cumulative_logprob", "cumulative_logprobs", "logprob",
    "logprobs", "log_prob", "log_probs", "likelihood", "confidence", "confidences", "probability",
    "score", "scores", "weight", "weights",
];
