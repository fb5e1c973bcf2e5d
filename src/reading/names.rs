//! What the words in the name of a column say about what it holds.

use crate::normalize::nfd::nfd;
use std::cmp::Ordering;
use std::sync::LazyLock;

/// Words in lower case.
type List = LazyLock<Vec<String>>;

/// What a name speaks for, in points: as gold answers, as predictions. Below zero it speaks against.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a statement of its own about one name")]
pub(super) struct Says {
    /// For gold answers.
    pub(super) gold: f64,
    /// For what a model answered.
    pub(super) prediction: f64,
    /// Whether it names a verdict or a score.
    pub(super) verdict: bool,
    /// Whether it names a verdict and nothing else that a column could hold.
    pub(super) verdict_alone: bool,
    /// Whether it names something that is neither: a question, a context, an id.
    pub(super) other: bool,
    /// Whether it speaks for gold answers only beside a column that speaks for predictions more clearly.
    pub(super) relative: bool,
}

static GOLD: List = List::new(|| {
    list(
        "\
    gold golds golden gt truth truths reference references ref refs target targets expected \
    label labels key keys ideal benchmark groundtruth answerkey correct true standard oracle \
    highlights gts exe soll sollwert doğru poprawna prawidłowa juste đúng тачно správná rätt juiste oikea \
    human official example class classes annotation annotations referenz musterlösung musterloesung lösung loesung richtig richtige erwartet tatsächlich tatsächliche \
    sebenarnya kunci benar gerçek beklenen oczekiwana oczekiwany oczekiwane prawdziwa nhãn étiquette etiqueta verdadero \
    verdadeiro rótulo atteso etichetta истинный ожидаемый ожидаемая ожидаемое правильная правильно метка \
    очікувана правильна verwacht očekávaná förväntat 真实 期望 期待 실제 레이블 المتوقع المتوقعة الصحيحه \
    vérité verite attendu attendue correcte correcta correcto esperada esperado verdad \
    referencia referência gabarito riferimento corretta эталон эталонный правильный верный 标准 正确 \
    参考 標準 正解 模範 参考答案 标准答案 正确答案 정답 الصحيحة",
    )
});

static PREDICTION: List = List::new(|| {
    list(
        "\
    pred preds predicted prediction predictions predict model output outputs response responses \
    resp filtered reply generated generation generations gen completion completions hypothesis hypotheses \
    hyp hypo hypos candidate candidates system llm ai bot assistant agent chatbot executed execution \
    extracted extraction parsed final chosen student submission submitted guess majority vote voted gpt \
    ist istwert selected inferred estimated gpt3 gpt4 chatgpt claude llama llama2 llama3 mistral qwen gemini gemma deepseek bard vicuna \
    t5 bert sampled result produced baseline finetuned vorhersage modell modellantwort ausgabe \
    prädiktion prédiction modèle réponse predicción prediccion modelo respuesta previsão \
    prediksi tahmin predykcja voorspelling předpověď predicho predito predetto предсказание предсказанный передбачення vorhergesagt \
    dự đoán prédit التنبؤ 实际输出 \
    predizione modello modeli modelu modelo'nun mô hình النموذج モデル ответ модель прогноз 预测 模型 回答 予測 输出 生成 模型回答 模型输出 预测答案 出力 예측 응답",
    )
});

static MODELS: List = List::new(|| {
    list(
        "\
    gpt chatgpt claude llama mistral mixtral qwen gemini gemma deepseek bard vicuna phi falcon \
    palm bloom yi olmo grok bert roberta t5 flan davinci opus sonnet haiku o1 o3 instruct turbo \
    deepseek kimi glm jamba falcon granite nemotron copilot perplexity pegasus bart longformer led",
    )
});

/// Words of gold answers that stand beside words of predictions, too: `predicted_label`.
static WEAK_GOLD: List = List::new(|| {
    list(
        "\
    label labels class classes key keys example true human official standard benchmark",
    )
});

/// Words of predictions that stand beside words of gold answers, too: `expected_output`.
static WEAK_PREDICTION: List = List::new(|| {
    list(
        "\
    respuesta réponse ответ 回答 응답 output outputs response responses resp reply result final completion completions system \
    agent student baseline execution",
    )
});

static ANSWER: List = List::new(|| {
    list(
        "\
    answer answers ans antwort antworten solution solutions respuesta réponse resposta risposta \
    ответ ответы відповідь odpowiedź odpověď vastaus válasz απάντηση תשובה پاسخ उत्तर jawapan cevap antwoord svar jawaban trả lời đáp án 答案 回答 答え 답 답변 الإجابة \
    إجابة summary summaries decision",
    )
});

static OTHER: List = List::new(|| {
    list(
        "\
    article articles premise src hỏi question questions query queries prompt prompts input inputs context contexts passage \
    passages document documents doc docs retrieved retrieval evidence evidences reasoning \
    rationale explanation explanations thought thoughts chain cot steps options option choices \
    choice instruction instructions messages message history conversation source sources url \
    link title id ids idx index uuid guid number no date time timestamp latency duration seconds \
    elapsed tokens token cost length len count confidence conf prob probability logprob logprobs \
    type category level difficulty split dataset task subject topic domain config configs \
    template error errors image metadata meta judge judgement judgment feedback comment comments \
    mode seed session user language lang unit file path name generator trace log logs full raw \
    hint facts chunks chunk pages page frage pregunta вопрос 问题 質問 kontext contexto note notes \
    answerable answerability weight weights edge edges probs usage stats remark remarks kommentar incorrect wrong distractor distractors neg negative negatives program scale unit units derivation equation \
    formula",
    )
});

static VERDICT: List = List::new(|| {
    list(
        "\
    correct iscorrect correctness passed pass em f1 exact match matches matched grade graded \
    score scores acc accuracy hit verdict right ok success solved equal wrong result bleu rouge \
    found faithfulness similarity relevancy relevance precision recall reward resolved evaluation eval metric judge judged \
    judgement judgment rating 正确 是否正确",
    )
});

/// Words for whether an answer is right, likeliest first.
const RIGHT: [&str; 21] = [
    "correct",
    "iscorrect",
    "correctness",
    "passed",
    "pass",
    "success",
    "solved",
    "resolved",
    "reward",
    "verdict",
    "right",
    "match",
    "matched",
    "hit",
    "em",
    "accuracy",
    "acc",
    "score",
    "正确",
    "ok",
    "found",
];

/// Words for what is bad where it is true or high.
static FAULTS: List = List::new(|| {
    list(
        "not hallucination hallucinations hallucinated hallucinating error errors wrong incorrect \
        toxicity bias harm harmful failure failed refusal refused leak fabricated fabrication",
    )
});

/// Words for whoever gives a verdict, which say nothing of what it is about.
static JUDGES: List = List::new(|| {
    list(
        "\
    human gpt gpt4 llm model auto ai expert evaluator is was label by y n 是否",
    )
});

/// Words for what is measured of an answer: `answer_f1` and `gold_len` are none.
static MEASURE: List = List::new(|| {
    list(
        "\
    f1 em match matched bleu rouge rougel meteor chrf bertscore acc accuracy accuracies precision recall similarity \
    rr ndcg mrr rank proxy stderr stderrs std len length chars tokens latency ms seconds conf confidence prob proba probability logprob \
    rate ratio distance cosine relevance faithfulness groundedness",
    )
});

/// Words for how a model was asked: beside its name they say nothing of what it answered.
static MANNER: List =
    List::new(|| list("cot tot pot reasoning thinking chain shot fewshot zeroshot"));

/// Words that tell one version of the same from another.
static VERSIONS: List = List::new(|| {
    list(
        "\
    corrected revised fixed updated original orig old new verified cleaned clean v v1 v2 v3 amended \
    edited adjusted raw",
    )
});

/// Words of files that hold a data set.
static DATA: List = List::new(|| list("dev test val validation qrels dataset data questions"));

/// Words of files that hold what came of a run.
static RUNS: List =
    List::new(|| list("run out results samples inference answered transcripts transcript asr"));

/// The words of a name, in lower case: parted where it has marks, digits or a new capital letter.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut lower_before = false;
    for c in name.chars() {
        let new = c.is_uppercase() && lower_before;
        if (!c.is_alphanumeric() || new) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        lower_before = c.is_lowercase();
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    // Chinese and Japanese write several words without a space.
    for whole in words.clone() {
        if !whole.contains(|c: char| ('\u{3040}'..='\u{9fff}').contains(&c)) {
            continue;
        }
        let known = [&GOLD, &PREDICTION, &ANSWER, &OTHER].into_iter().flat_map(|list| list.iter());
        let part = |word: &&String| {
            word.chars().count() > 1
                && word.len() < whole.len()
                && !word.is_ascii()
                && whole.contains(word.as_str())
        };
        words.extend(known.filter(part).cloned());
    }
    // `lSolutions` and `sQuestion`: the letter tells a list from a text.
    let lettered = name.starts_with(['l', 's', 'i', 'f', 'b'])
        && name[1..].starts_with(|c: char| c.is_ascii_uppercase());
    if lettered && words.len() > 1 && words[0].len() == 1 {
        words.remove(0);
    }
    words
}

/// Whether a word is the size of a model: `7b`, `560m`.
fn is_size(word: &str) -> bool {
    word.strip_suffix(['b', 'm']).is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The words of a list, and what is left of long ones where people leave out their accents: `reponse`.
fn list(words: &str) -> Vec<String> {
    let bare = |word: &str| {
        let mut parts = String::new();
        nfd(word, &mut parts);
        parts.retain(|c| !('\u{300}'..'\u{370}').contains(&c));
        parts
    };
    let both = |word: &str| {
        let bare = bare(word);
        let differs = bare != word && bare.is_ascii() && bare.len() > 3;
        [Some(word.to_owned()), differs.then_some(bare)]
    };
    words.split_whitespace().flat_map(both).flatten().collect()
}

/// Whether a list of words has this one, be it with a number behind it: `gpt4`.
fn is_in(list: &[String], word: &str) -> bool {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    list.iter().any(|known| known == word || known == bare)
}

/// Whether a word stands for gold answers or answers.
pub(super) fn is_of_answers(word: &str) -> bool {
    is_in(&GOLD, word) || is_in(&ANSWER, word)
}

/// Whether a word stands for an answer, whoever gave it.
pub(super) fn is_answer(word: &str) -> bool {
    is_in(&ANSWER, word)
}

/// How clearly words speak as those of a list: not at all, as its weak ones do, or as the others.
fn strength(words: &[String], list: &[String], weak: &[String]) -> u8 {
    let known = words.iter().filter(|word| is_in(list, word));
    known.map(|word| if is_in(weak, word) { 1 } else { 2 }).max().unwrap_or(0)
}

/// The words of a name without those for how a model was asked, where it has others of predictions.
fn without_manner(words: Vec<String>) -> Vec<String> {
    let system =
        |word: &String| is_in(&MODELS, word) || (is_in(&PREDICTION, word) && word != "model");
    let is_system = words.iter().any(system);
    words.into_iter().filter(|word| !(is_system && is_in(&MANNER, word))).collect()
}

/// Whether the last word of a name, a number behind it aside, is that of a measure: `answer_f1`, `NDCG@3`, and
/// `answer_score`, but not `score`.
pub(super) fn is_measure(words: &[String]) -> bool {
    let mut named = words.iter().rev().skip_while(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let last = named.next().map_or("", String::as_str);
    let scored = matches!(last, "score" | "scores");
    is_in(&MEASURE, last) || (scored && named.next().is_some_and(|word| is_in(&ANSWER, word)))
}

/// Whether a name is that of a figure that sums up many answers: `accuracy`, `pass@1`, `total_questions`.
pub(super) fn is_figure(name: &str) -> bool {
    let of = |word: &String| {
        is_in(&MEASURE, word)
            || is_in(&VERDICT, word)
            || matches!(&**word, "total" | "count" | "average" | "mean" | "overall" | "n" | "num")
    };
    words(name).iter().any(of)
}

/// Whether a name is that of how many there are of something: `n_expected`, `num_correct`.
fn is_count(words: &[String]) -> bool {
    words.len() > 1 && matches!(words[0].as_str(), "n" | "num" | "nb" | "count")
}

/// Reads a name.
pub(super) fn says(name: &str) -> Says {
    // What lm-evaluation-harness keeps before its filters.
    if name == "resps" {
        return Says { gold: -2.0, prediction: 0.5, ..Says::default() };
    }
    let is_summary =
        words(name).iter().any(|word| matches!(word.as_str(), "distribution" | "distributions"));
    let inner = name.rsplit(['.', '[']).next().unwrap_or(name);
    if is_summary || is_count(&words(inner)) || matches!(name, "(key)" | "(list)") {
        return Says { gold: -4.0, prediction: -4.0, other: true, ..Says::default() };
    }
    // Of a member of an object, or a turn of a chat, its own name says more than that of the whole.
    if let Some((_, inner)) = name.rsplit_once(['.', '[']) {
        let said = says(inner);
        let outer = &name[..name.len() - inner.len() - 1];
        let sized = words(outer).iter().any(|word| is_size(word));
        // What a member named for a model calls its solution is that model's.
        if (is_model(outer) || sized) && !said.verdict_alone && !said.other && said.gold > 0.5 {
            return Says { gold: -2.0, prediction: 2.0, ..said };
        }
        if said.gold > 0.5 || said.prediction > 0.5 || said.verdict_alone {
            return said;
        }
    }
    let words = words(name);
    let words = without_manner(words);
    let count = |list: &[String]| words.iter().filter(|word| is_in(list, word)).count();
    let has = |word: &str| words.iter().any(|one| one == word);
    let (answer, other, verdict) = (count(&ANSWER), count(&OTHER), count(&VERDICT));
    let gold = strength(&words, &GOLD, &WEAK_GOLD);
    let size = if words.len() > 1 && words.iter().any(|word| is_size(word)) { 2 } else { 0 };
    let prediction = strength(&words, &PREDICTION, &WEAK_PREDICTION)
        .max(strength(&words, &MODELS, &[]))
        .max(size);
    // `is_correct`, `exact_match`, `answer_correctness`, and `correct` on its own.
    let of_judges = |word: &&String| is_in(&JUDGES, word) || is_in(&VERDICT, word);
    let verdict_alone = verdict == words.len()
        || (verdict > 0 && words.iter().filter(of_judges).count() == words.len())
        || (verdict > 0 && answer == 0 && (has("is") || has("was")))
        || (has("true") && has("false"))
        || has("correctness")
        || (words.len() > 1 && is_measure(&words));
    let clear = if answer > 0 { 2.5 } else { 2.0 };
    let bare = words.len() == answer;
    let (for_gold, for_prediction) = match gold.cmp(&prediction) {
        Ordering::Greater => (clear, -2.0),
        Ordering::Less => (-2.0, clear),
        Ordering::Equal if gold > 0 => (0.5, 0.5),
        // The values of a classifier's data in some files, and what a model did in others.
        Ordering::Equal if has("actual") => (0.8, 0.8),
        // `answer` is gold in most files; with a word that nobody knows it is a system's.
        Ordering::Equal if bare => (1.2, 0.8),
        Ordering::Equal if answer > 0 => (0.4, 1.2),
        Ordering::Equal => (0.0, 0.0),
    };
    // `correct_option`, `correct_answer_idx`: one of the options, and no list of them.
    let one_option = gold.max(prediction) == 2
        && words.last().is_some_and(|word| {
            matches!(word.as_str(), "option" | "choice")
                || (answer > 0 && matches!(word.as_str(), "idx" | "index"))
        });
    let other = if one_option { other - 1 } else { other };
    // The last word says what it is: `question_answer` is an answer, `answer_id` an id.
    let last = !one_option && words.last().is_some_and(|word| is_in(&OTHER, word));
    let unknown = gold + prediction == 0 && answer == 0;
    let mut against = 0.0;
    if other > 0 {
        against += if last || unknown { 3.0 } else { 1.0 };
    }
    let other = against > 1.0;
    if verdict_alone {
        against += 2.0;
    } else if verdict > 0 && unknown {
        against += 1.0;
    }
    Says {
        gold: for_gold - against,
        prediction: for_prediction - against,
        verdict: verdict > 0,
        verdict_alone,
        other,
        relative: false,
    }
}

/// How likely a name is that of a column which says whether an answer is right, from 0 for the likeliest;
/// `None` where it is of something else.
pub(super) fn verdict_rank(name: &str) -> Option<usize> {
    let words = words(name);
    // What says of each answer that it is wrong is no verdict as they are read here.
    if words.iter().any(|word| is_in(&FAULTS, word)) {
        return None;
    }
    RIGHT.iter().position(|known| words.iter().any(|word| word == known))
}

/// What a column of verdicts is about, by its name: the words before or behind the one for a verdict, as `cot`
/// of `cot_correct`; `None` where it is of something else, or of answers as such.
pub(super) fn judged(name: &str) -> Option<Vec<String>> {
    let mut words = words(name);
    let of_verdict = |word: &String| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        matches!(word, "correct" | "passed" | "right" | "match" | "em" | "success" | "ok")
    };
    if !(words.last().is_some_and(of_verdict) || words.first().is_some_and(of_verdict)) {
        return None;
    }
    words.retain(|word| !of_verdict(word) && !matches!(word.as_str(), "is" | "was" | "exact"));
    let plain = |word: &String| is_in(&ANSWER, word) || matches!(word.as_str(), "label" | "option");
    (!words.is_empty() && !words.iter().all(plain)).then_some(words)
}

/// The words of a name without those at its end for what a model said.
pub(super) fn without_answer(name: &str) -> Vec<String> {
    let mut words = words(name);
    let of_answers = |word: &String| {
        is_in(&ANSWER, word)
            || matches!(
                word.as_str(),
                "pred"
                    | "prediction"
                    | "predicted"
                    | "output"
                    | "response"
                    | "extracted"
                    | "parsed"
            )
    };
    while words.len() > 1 && words.last().is_some_and(of_answers) {
        words.pop();
    }
    words
}

/// The words of a name beside those that speak for one side, and whether that side is gold: `gold_date`
/// has `date`. `None` where no word, or words of both sides, say which it is.
pub(super) fn rest_of_side(name: &str) -> Option<(bool, Vec<String>)> {
    let words = words(name);
    let clear =
        |word: &String, list: &[String], weak: &[String]| is_in(list, word) && !is_in(weak, word);
    let gold = |word: &String| clear(word, &GOLD, &WEAK_GOLD) || word == "true";
    let prediction = |word: &String| clear(word, &PREDICTION, &WEAK_PREDICTION);
    let is_gold = words.iter().any(gold);
    if is_count(&words) || is_gold == words.iter().any(prediction) {
        return None;
    }
    let rest: Vec<String> =
        words.into_iter().filter(|word| !(gold(word) || prediction(word))).collect();
    let measured = rest.last().is_some_and(|word| is_in(&MEASURE, word));
    (!rest.is_empty() && !measured).then_some((is_gold, rest))
}

/// Whether a name is that of a model and nothing else: `gpt-4o`, `llama-3-8b`.
pub(super) fn is_model(name: &str) -> bool {
    let words = without_manner(words(name));
    let has = |list: &[String]| words.iter().any(|word| is_in(list, word));
    let sized = words.len() > 1 && words.iter().any(|word| is_size(word));
    (has(&MODELS) || sized) && !has(&GOLD) && !has(&OTHER) && !has(&VERDICT)
}

/// Whether a name speaks for predictions by a word that stands for inputs and gold answers as well, such
/// as `output` and `response`.
pub(super) fn is_weak_prediction(name: &str) -> bool {
    let words = words(name);
    strength(&words, &PREDICTION, &WEAK_PREDICTION) == 1 && says(name).prediction >= 1.5
}

/// Whether a word of a name tells one version of the same from another: `raw_pred`, `extracted_answer`.
pub(super) fn is_version(name: &str) -> bool {
    words(name).iter().any(|word| {
        is_in(&VERSIONS, word)
            || matches!(&**word, "parsed" | "extracted" | "processed" | "normalized" | "text")
    })
}

/// Whether two names say that they are of the same kind of output, of different systems or ways to ask one:
/// `full_pred` and `answer_only_pred`, but not `raw_pred`.
pub(super) fn are_of_systems(a: &str, b: &str) -> bool {
    if is_version(a) || is_version(b) {
        return false;
    }
    let (a, b) = (words(a), words(b));
    let plain = |words: &[String]| words.len() > 1;
    let is_kind = |word: &&String| is_in(&PREDICTION, word) || is_in(&ANSWER, word);
    let kind = |words: &[String]| words.last().filter(is_kind).cloned();
    plain(&a) && plain(&b) && a != b && kind(&a).is_some() && kind(&a) == kind(&b)
}

/// The words of a name without those that tell one version of the same from another: `answer_corrected`
/// has `answer`.
pub(super) fn without_version(name: &str) -> Vec<String> {
    let mut words = words(name);
    let version = |word: &String| is_in(&VERSIONS, word) && word.parse::<u64>().is_err();
    if words.iter().any(|word| !version(word)) {
        words.retain(|word| !version(word));
    }
    words
}

/// Whether two names are the same but for a number or a letter at the end: `rater_1` and `rater_2`.
pub(super) fn are_alike(a: &str, b: &str) -> bool {
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

/// Whether a text is a name that columns have, and no value: of an id, a question, an answer or a verdict.
pub fn is_name_of_column(text: &str) -> bool {
    let says = says(text);
    let of_id = |word: &String| matches!(word.as_str(), "item" | "key" | "name" | "qid" | "nr");
    says.other
        || says.verdict
        || says.gold.abs().max(says.prediction.abs()) > 0.0
        || words(text).iter().any(of_id)
}

/// What the words in the name of a file speak for: above zero for gold, below for predictions.
pub fn file_says(name: &str) -> f64 {
    let (stem, rest) = name.split_once('.').unwrap_or((name, ""));
    let mut words = words(stem);
    // `test_0.gold`, `dev.target`: the extension of a file of lines.
    let last = rest.rsplit('.').next().unwrap_or_default().to_lowercase();
    if matches!(last.as_str(), "gold" | "ref" | "target" | "truth" | "pred" | "hyp" | "output") {
        words.push(last);
    }
    let has = |list: &[String]| words.iter().any(|word| is_in(list, word));
    let points = |clearly: bool, loosely: bool| match (clearly, loosely) {
        (true, _) => 3.0,
        (false, true) => 1.0,
        (false, false) => 0.0,
    };
    points(has(&GOLD), has(&ANSWER) || has(&DATA))
        - points(has(&PREDICTION) || has(&MODELS), has(&RUNS))
}

/// Whether the name of a file says that it holds what models were asked, and nothing else.
pub(super) fn file_asks(name: &str) -> bool {
    let words = words(name.split('.').next().unwrap_or(name));
    let asks =
        ["inputs", "questions", "prompts", "queries", "source", "sources", "src", "contexts"];
    let has = |list: &[String]| words.iter().any(|word| is_in(list, word));
    words.iter().any(|word| asks.contains(&word.as_str()))
        && !(has(&GOLD) || has(&PREDICTION) || has(&ANSWER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_words() {
        assert_eq!(words("modelAnswer_2 (final)"), ["model", "answer", "2", "final"]);
        for name in [
            "gt",
            "ground_truth",
            "Gold Answer",
            "correct_answer",
            "correct_option",
            "answerKey",
            "benchmark_answer",
        ] {
            let said = says(name);
            assert!(said.gold >= 1.5 && said.prediction < 0.0, "{name} {said:?}");
        }
        for name in [
            "gpt4-x_pred",
            "model_output",
            "Vorhersage",
            "final_answer",
            "executed",
            "mafin_answer",
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
