//! The meanings of single words in the names of columns and files.

use std::sync::LazyLock;
use unicode_normalization::char::decompose_canonical;

/// Words in lower case with the same meaning.
pub(super) struct Words {
    all: Vec<String>,
    weak: Vec<String>,
}

impl Words {
    /// Splits a text into words, and adds the form that long words have if people leave out their accents:
    /// `reponse`. Words with a star may also occur next to words with another meaning.
    fn new(text: &str) -> Self {
        let mut words = Self { all: Vec::new(), weak: Vec::new() };
        for word in text.split_whitespace() {
            let plain = word.trim_end_matches('*');
            let mut bare = String::new();
            plain.chars().for_each(|c| decompose_canonical(c, |part| bare.push(part)));
            bare.retain(|c| !('\u{300}'..'\u{370}').contains(&c));
            let differs = bare != plain && bare.is_ascii() && bare.len() > 3;
            for form in [Some(plain.to_owned()), differs.then_some(bare)].into_iter().flatten() {
                if plain.len() < word.len() {
                    words.weak.push(form.clone());
                }
                words.all.push(form);
            }
        }
        words
    }

    /// Whether this is one of the words, also with a number after it: `gpt4`.
    pub(super) fn has(&self, word: &str) -> bool {
        is_in(&self.all, word)
    }

    /// Whether this is one of the words, and always has their meaning.
    pub(super) fn has_clearly(&self, word: &str) -> bool {
        self.has(word) && !is_in(&self.weak, word)
    }

    /// Whether one of the words of a name is among these.
    pub(super) fn are_in(&self, name: &[String]) -> bool {
        name.iter().any(|word| self.has(word))
    }

    /// How clearly the words of a name have this meaning: not at all (0), as words with a star, or as the
    /// others.
    pub(super) fn strength(&self, name: &[String]) -> u8 {
        let known = name.iter().filter(|word| self.has(word));
        known.map(|word| if self.has_clearly(word) { 2 } else { 1 }).max().unwrap_or(0)
    }
}

fn is_in(list: &[String], word: &str) -> bool {
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    list.iter().any(|known| known == word || known == bare)
}

type List = LazyLock<Words>;

/// Words for gold answers. Those with a star also occur in names of predictions: `predicted_label`.
pub(super) static GOLD: List = List::new(|| {
    Words::new(
        "gold golds golden gt truth truths reference references ref refs target targets expected \
         label* labels* key* keys* ideal benchmark* groundtruth answerkey correct true* \
         standard* oracle highlights gts exe soll sollwert doğru poprawna prawidłowa juste đúng \
         тачно správná rätt juiste oikea human* official* example* class* classes* annotation \
         annotations referenz musterlösung musterloesung lösung loesung richtig richtige \
         manual* erwartet erwartete tatsächlich tatsächliche sebenarnya kunci benar gerçek beklenen oczekiwana \
         oczekiwany oczekiwane prawdziwa nhãn étiquette etiqueta verdadero verdadeiro rótulo \
         atteso etichetta истинный ожидаемый ожидаемая ожидаемое правильная правильно метка \
         очікувана правильна verwacht očekávaná förväntat 真实 期望 期待 실제 레이블 المتوقع المتوقعة \
         الصحيحه vérité attendu attendue correcte correcta correcto bonne esperada esperado verdad \
         referência gabarito riferimento corretta эталон эталонный правильный верный 标准 正确 参考 標準 \
         正解 模範 参考答案 标准答案 正确答案 정답 الصحيحة",
    )
});

/// Words for predictions. Those with a star also occur in names of gold answers: `expected_output`.
pub(super) static PREDICTION: List = List::new(|| {
    Words::new(
        "pred preds predicted prediction predictions predict model output* outputs* response* \
         responses* resp* filtered reply* generated generation generations gen completion* \
         completions* hypothesis hypotheses hyp hypo hypos candidate candidates system* llm ai \
         bot assistant agent* chatbot executed execution* extracted extraction parsed final* \
         chosen student* rag* got submission submitted guess majority vote voted gpt ist istwert selected \
         inferred estimated classifier* automatic* chatgpt claude llama mistral qwen gemini gemma deepseek bard vicuna \
         t5 bert sampled result* produced baseline* finetuned vorhersage modell modellantwort \
         ausgabe prädiktion prédiction modèle réponse* predicción modelo respuesta* previsão \
         prediksi tahmin predykcja voorspelling předpověď predicho predito predetto предсказание \
         предсказанный передбачення vorhergesagt dự đoán prédit التنبؤ 实际输出 predizione modello \
         modeli modelu modelo'nun mô hình النموذج モデル ответ* модель прогноз 预测 模型 回答* 予測 输出 生成 \
         模型回答 模型输出 预测答案 出力 예측 응답*",
    )
});

pub(super) static MODELS: List = List::new(|| {
    Words::new(
        "gpt chatgpt claude llama mistral mixtral qwen gemini gemma deepseek bard vicuna phi \
         falcon palm bloom yi olmo grok bert roberta t5 flan davinci opus sonnet haiku o1 o3 \
         instruct turbo kimi glm jamba granite nemotron copilot perplexity pegasus bart \
         longformer led deepl nllb mbart whisper tesseract easyocr paddleocr trocr ernie hunyuan \
         doubao baichuan internlm chatglm exaone alpaca dolly wizardlm zephyr starcoder codellama \
         codex starling bloomz xlnet deberta distilbert gigachat minimax cohere",
    )
});

/// Words for an answer, whoever gave it.
pub(super) static ANSWER: List = List::new(|| {
    Words::new(
        "answer answers ans antwort antworten solution solutions soluzione solución solução respuesta réponse resposta \
         risposta ответ ответы відповідь odpowiedź odpověď vastaus válasz απάντηση תשובה پاسخ \
         उत्तर jawapan cevap antwoord svar jawaban trả lời đáp án 答案 回答 答え 답 답변 الإجابة إجابة \
         summary summaries decision",
    )
});

/// Words for things that are neither gold answers nor predictions.
pub(super) static OTHER: List = List::new(|| {
    Words::new(
        "article articles premise src hỏi question questions query queries prompt prompts input \
         inputs context contexts passage passages document documents doc docs retrieved \
         retrieval evidence evidences reasoning rationale explanation explanations thought \
         thoughts chain cot steps options option choices choice instruction instructions \
         messages message history conversation source sources url link title id ids idx index \
         uuid guid number no date time timestamp latency duration seconds elapsed tokens token \
         cost length len count confidence conf prob probability logprob logprobs type category \
         level difficulty split dataset task subject topic domain config configs template error \
         errors image metadata meta judge judgement judgment feedback comment comments mode seed \
         session user language lang unit file path name generator trace log logs full raw hint \
         facts chunks chunk pages page frage pregunta вопрос 问题 質問 kontext contexto note notes \
         answerable answerability énoncé enunciado weight weights edge edges probs usage stats remark remarks \
         kommentar incorrect wrong distractor distractors neg negative negatives program scale \
         units derivation equation formula sha hash md checksum used",
    )
});

/// Words for whether an answer is right, likeliest first.
pub(super) const RIGHT: &str = "correct iscorrect correctness passed pass success solved resolved \
    reward verdict right match matched hit em ex accuracy acc accurate graded grading score 正确 ok found réussi reussi réussite \
    juste richtig korrekt correcto correcta correto corretta bewertung urteil beurteilung acierto goed верно правильно 正解 정답여부 صح صحيح \
    truthful truthfulness";

/// Words for verdicts and scores.
pub(super) static VERDICT: List = List::new(|| {
    let others = "f1 exact matches equivalent rater autorater grade scores equal wrong result bleu rouge faithfulness \
         similarity relevancy relevance precision recall evaluation eval metric judge judged \
         judgement judgment rating évaluation informative informativeness helpfulness groundedness coherence \
         completeness 是否正确 خطأ ام أم";
    Words::new(&[RIGHT, " ", others].concat())
});

/// Words for properties that are bad if they are true or high.
pub(super) static FAULTS: List = List::new(|| {
    Words::new(
        "not hallucination hallucinations hallucinated hallucinating error errors wrong \
         incorrect toxicity bias harm harmful failure failed refusal refused leak fabricated \
         fabrication",
    )
});

/// Words for who gives a verdict, which do not tell what it is about.
pub(super) static JUDGES: List = List::new(|| {
    Words::new("human gpt llm model auto ai expert evaluator is was label by y n bool flag 是否")
});

/// Words for measurements of an answer: `answer_f1` and `gold_len` are not answers.
pub(super) static MEASURE: List = List::new(|| {
    Words::new(
        "f1 em match matched bleu rouge rougel meteor chrf bertscore acc accuracy accuracies sim cossim \
         precision recall similarity rr ndcg mrr rank proxy stderr stderrs std len length chars \
         tokens latency ms seconds conf confidence prob proba probability logprob rate ratio \
         distance cosine relevance relevancy faithfulness groundedness",
    )
});

/// Words for how a model was asked: next to its name, they do not tell what it answered.
pub(super) static MANNER: List =
    List::new(|| Words::new("cot tot pot reasoning thinking chain shot fewshot zeroshot"));

/// Words that name a way to ask a model, if a column is named by them alone.
pub(super) static WAYS: List = List::new(|| {
    Words::new(
        "direct zero few one shot standard vanilla plain baseline ours greedy self consistency",
    )
});

/// Words that distinguish versions of the same value.
pub(super) static VERSIONS: List = List::new(|| {
    Words::new(
        "corrected revised fixed updated original orig old new verified cleaned clean v amended \
         edited adjusted raw",
    )
});

/// Words of files that hold a data set.
pub(super) static DATA: List =
    List::new(|| Words::new("dev test val validation qrels dataset data questions"));

/// Words of files that hold the results of a run.
pub(super) static RUNS: List = List::new(|| {
    Words::new("run out results samples inference answered transcripts transcript asr")
});

/// Last words of columns of figures: how many were right.
pub(crate) const SOLVED: [&str; 3] = ["correct", "solved", "passed"];
/// Last words of columns of figures: at which attempt.
pub(crate) const ROUNDS: [&str; 5] = ["attempt", "trial", "round", "epoch", "turn"];
/// Last words of columns that say how a program ended.
pub(crate) const OUTCOMES: [&str; 5] = ["result", "results", "status", "outcome", "verdict"];

/// Characters of a name that are examined; the rest is only counted. No known name is as long, and each name is
/// examined many times.
pub(super) const LONGEST_NAME: usize = 256;

/// The words of a name, in lower case: split at marks, digits and new capital letters. If a name has more than
/// 256 characters, only the words at its beginning.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut lower_before = false;
    for c in name.chars().take(LONGEST_NAME) {
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
        let known = [&GOLD, &PREDICTION, &ANSWER, &OTHER].into_iter().flat_map(|list| &list.all);
        let part = |word: &&String| {
            word.chars().count() > 1
                && word.len() < whole.len()
                && !word.is_ascii()
                && whole.contains(word.as_str())
        };
        words.extend(known.filter(part).cloned());
    }
    // `lSolutions` and `sQuestion`: the first letter distinguishes a list from a text.
    let lettered = name.starts_with(['l', 's', 'i', 'f', 'b'])
        && name[1..].starts_with(|c: char| c.is_ascii_uppercase());
    if lettered && words.len() > 1 && words[0].len() == 1 {
        words.remove(0);
    }
    words
}

/// Whether one of the words of a name is among these.
pub(crate) fn has_word(name: &str, known: &[&str]) -> bool {
    words(name).iter().any(|word| known.contains(&word.as_str()))
}

/// Whether a word is the size of a model: `7b`, `560m`.
pub(super) fn is_size(word: &str) -> bool {
    word.strip_suffix(['b', 'm']).is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a word stands for gold answers or answers.
pub(crate) fn is_of_answers(word: &str) -> bool {
    GOLD.has(word) || ANSWER.has(word)
}

/// Whether a cell says that its row sums up other rows: by one word, or by one word before a colon.
pub(crate) fn sums_up(cell: &str) -> bool {
    const SUMMARIES: [&str; 29] = [
        "total", "totals", "subtotal", "sum", "average", "avg", "mean", "std", "stdev", "median",
        "overall", "accuracy", "score", "n", "count", "summe", "gesamt", "mittelwert",
        "durchschnitt", "moyenne", "media", "promedio", "média", "итого", "合计", "总计", "平均",
        "合計", "summary",
    ];
    let (word, figure) = cell.split_once([':', '=']).unwrap_or((cell, ""));
    let (word, figure) =
        (word.trim().to_lowercase(), figure.trim().trim_end_matches('%').trim_end());
    (SUMMARIES.contains(&word.as_str()) && (figure.is_empty() || figure.parse::<f64>().is_ok()))
        || ["subtotal ", "zwischensumme"].iter().any(|start| word.starts_with(start))
}

/// Whether a word means further right answers in addition to the first.
pub(crate) fn is_alias(word: &str) -> bool {
    let known = [
        "alias", "aliases", "alternative", "alternatives", "synonym", "synonyms", "synonyme",
        "variant", "variants", "also", "acceptable", "accept",
    ];
    known.contains(&word)
}

/// Whether a word means an answer, whoever gave it.
pub(crate) fn is_answer(word: &str) -> bool {
    ANSWER.has(word)
}

/// The words of a name without those for how a model was asked, if it also has words for predictions.
pub(super) fn without_manner(words: Vec<String>) -> Vec<String> {
    let system = |word: &String| MODELS.has(word) || (PREDICTION.has(word) && word != "model");
    let is_system = words.iter().any(system);
    words.into_iter().filter(|word| !(is_system && MANNER.has(word))).collect()
}

/// Whether a name is that of the person or system that answered: numbers in this column distinguish runs.
pub(crate) fn is_of_people(column: &str) -> bool {
    let known =
        ["student", "participant", "annotator", "worker", "respondent", "team", "candidate"];
    words(column).iter().any(|word| {
        known.contains(&word.as_str())
            || word.strip_suffix("id").is_some_and(|rest| known.contains(&rest))
    })
}

/// Whether a column of this name may number attempts.
pub(crate) fn is_of_attempts(column: &str) -> bool {
    let known = [
        "sample", "attempt", "attempts", "epoch", "trial", "try", "seed", "iteration", "repeat",
        "rollout",
    ];
    has_word(column, &known)
}
