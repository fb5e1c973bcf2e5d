//! Names of members that tell how a document is laid out, and where in a value the answer is.

/// Names that hold the records in wrapped files; they are preferred to other lists. Of the splits of a data set,
/// `test` is scored.
const WRAPPERS: [&str; 14] = [
    "data", "questions", "results", "examples", "predictions", "instances", "records", "rows",
    "items", "samples", "answers", "outputs", "test", "dev",
];
/// Names that hold a whole column keyed by id.
pub(crate) const KEYED_COLUMNS: [&str; 6] =
    ["answer", "sp", "answers", "predictions", "evidence", "scale"];
/// Members that say how likely each of the best answers is.
pub(crate) const RANKS: [&str; 3] = ["probability", "start_logit", "logit"];
/// Usual names of columns, by which parallel lists and headers are recognised.
const USUAL: [&str; 34] = [
    "prediction", "predictions", "pred", "preds", "predicted", "hypothesis", "hypotheses",
    "output", "outputs", "response", "responses", "reference", "references", "answer", "answers",
    "gold", "golds", "gold_answers", "ground_truth", "ground_truths", "target", "targets", "label",
    "labels", "id", "ids", "question", "questions", "predicted_answer", "model_output",
    "gold_answer", "reference_answer", "generation", "completion",
];

/// Whether a name is a usual one for a column.
pub(crate) fn is_column(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace([' ', '-'], "_");
    USUAL.contains(&name.as_str())
}

/// Whether a list of this name next to others is a column: by a usual name, or by a name that tells what its
/// elements are.
pub(crate) fn is_listed_column(name: &str) -> bool {
    let says = super::says(name);
    // Names that are ids of lists have digits.
    let worded = name.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '-' | ' '));
    is_column(name) || (worded && (says.gold.max(says.prediction) >= 1.5 || is_verdict_list(name)))
}

/// Whether a list of this name says for each answer whether it is right.
pub(crate) fn is_verdict_list(name: &str) -> bool {
    super::says(name).verdict_alone && super::verdict_rank(name).is_some()
}

/// Lists that `LiveCodeBench` has for each question, likeliest first, and the column that their elements
/// are put in.
pub(crate) const ATTEMPTS: [(&str, &str); 4] = [
    ("output_list", "output"),
    ("code_list", "code"),
    ("pred_list", "code"),
    ("graded_list", "passed"),
];

/// Lists of questions within a record.
pub(crate) const QUESTION_LISTS: [&str; 9] = [
    "qas", "qa", "qa_list", "qa_pairs", "questions", "conversation", "turns", "dialogue", "dialog",
];

/// Whether a name, in whatever case, has one of these in it.
fn holds(name: &str, parts: &[&str]) -> bool {
    let name = name.to_lowercase();
    parts.iter().any(|part| name.contains(part))
}

/// Whether a name is that of a split of a data set or of discarded rows, and not of a run.
pub(crate) fn is_part_of_data(name: &str) -> bool {
    let parts = [
        "train", "dev", "test", "valid", "gold", "reference", "truth", "target", "label",
        "question", "prediction", "error", "fail",
    ];
    holds(name, &parts)
}

/// Whether a list of this name holds only errors.
pub(crate) fn is_of_failures(list: &str) -> bool {
    holds(list, &["fail", "incorrect", "wrong", "mistake", "errors", "misclassified"])
}

/// Whether a list of this name holds rows that could not be scored, next to the rows of a run.
pub(crate) fn holds_errors(list: &str) -> bool {
    holds(list, &["error", "fail"])
}

/// The rank of a member among those that hold the records in wrapped files, from 0; `None` if it has another name.
pub(crate) fn wrapper_place(member: &str) -> Option<usize> {
    WRAPPERS.iter().position(|name| member.eq_ignore_ascii_case(name))
}

/// Whether a name means the right answers by the numbers of their questions.
pub(crate) fn is_answer_key(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["key", "answer_key", "answerkey", "keys", "solutions", "labels", "gold"]
        .contains(&name.as_str())
}

/// Members that lead to the text of a prediction, likeliest first.
pub(crate) const TO_PREDICTION: [&str; 19] = [
    "prediction", "answer", "output", "response", "text", "content", "message", "body", "choices",
    "generated_text", "prediction_text", "pred", "completion", "candidates", "parts",
    // The argument of the tool with which an agent ends its work.
    "tool_calls", "function", "arguments", "value",
];

/// Members of an object that hold its gold answers, likeliest first.
pub(crate) const TO_ANSWER: [&str; 5] = ["text", "value", "answer", "Value", "output"];
