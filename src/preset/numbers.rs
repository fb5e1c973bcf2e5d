//! Settings of presets that compare numbers.

use super::setting_table::{Free, SETTING, SettingInfo};
use crate::score::metric::numeric_match::tolerance;

const TOLERANCE: Free = Free { plain: tolerance, words: "a number from 0 on, such as 0.01" };

const fn choice(
    key: &'static str,
    label: &'static str,
    options: &'static [(&'static str, &'static str, &'static str)],
) -> SettingInfo {
    SettingInfo { key, label, options, ..SETTING }
}

/// A tolerance, and the same in per cent.
macro_rules! within {
    ($share:literal, $percent:literal) => {
        (
            $share,
            concat!("numbers within ", $percent, "\u{202f}%"),
            concat!("A number may miss the gold number by ", $percent, "\u{202f}% of it."),
        )
    };
}

pub(super) const RELATIVE_TOLERANCE: SettingInfo = SettingInfo {
    free: Some(TOLERANCE),
    ..choice(
        "relative_tolerance",
        "relative tolerance",
        &[
            ("0", "numbers exact", "A number must be the gold number."),
            within!("0.001", "0.1"),
            within!("0.005", "0.5"),
            within!("0.01", "1"),
            within!("0.02", "2"),
            within!("0.05", "5"),
            within!("0.1", "10"),
        ],
    )
};

pub(super) const ABSOLUTE_TOLERANCE: SettingInfo = SettingInfo {
    free: Some(TOLERANCE),
    ..choice(
        "absolute_tolerance",
        "absolute tolerance",
        &[(
            "0",
            "no absolute tolerance",
            "No number is near enough for its size alone; with 0.5, 2 is near enough to 2.5.",
        )],
    )
};

pub(super) const HALF_UNIT: SettingInfo = choice(
    "half_unit",
    "rounded numbers",
    &[
        ("off", "rounding not forgiven", "Only the tolerances count."),
        (
            "decimals",
            "numbers rounded to the gold number's decimals",
            "Where the gold number has decimals, a number within 1\u{202f}% of it may also miss by half a unit of \
             its last digit: 692.2513 is 692.25, and 0.46 is not 0.5.",
        ),
        (
            "on",
            "rounding forgiven",
            "A number may also miss by half a unit of the gold number's last digit: 8.74 is 8.7.",
        ),
    ],
);

pub(super) const IMPLIED_SCALE: SettingInfo = choice(
    "implied_scale",
    "unstated scales",
    &[
        ("off", "scales as written", "1,577 and 1.577 billion differ."),
        (
            "one_side",
            "an unstated scale on one side is forgiven",
            "Where only one side names its scale or unit, the other may mean thousands, millions or \
             billions: 1,577 is 1.577 billion.",
        ),
        (
            "on",
            "unstated scales are forgiven",
            "The same, and where neither side names one: 1,577 is 1,577,000,000.",
        ),
    ],
);

pub(super) const PERCENT: SettingInfo = choice(
    "percent",
    "percentages",
    &[
        (
            "lenient",
            "a missing % forgiven",
            "Where only one side has a per cent sign, 24.5\u{202f}% is 24.5 and 0.245.",
        ),
        ("strict", "% required", "A percentage is only compared with a percentage."),
    ],
);

pub(super) const UNITS: SettingInfo = choice(
    "units",
    "units",
    &[
        (
            "convert",
            "units converted",
            "Where both sides have a unit of mass, energy or power they are converted: 1 TWh is \
             1,000 GWh. A number without a unit is compared as it is written.",
        ),
        ("ignore", "units ignored", "1 TWh is 1 GWh."),
    ],
);

pub(super) const DECIMAL_MARK: SettingInfo = choice(
    "decimal_mark",
    "decimal mark",
    &[
        (
            "auto",
            "decimal mark by the digits",
            "1,234 is a thousand and more, 1.234 and 1,23 are one and a fraction; 1.234,5 and 1,234.5 are \
             the same.",
        ),
        ("point", "decimal points", "Commas part thousands, or one number from the next."),
        ("comma", "decimal commas", "1,234 is one and a fraction, 1.234 a thousand and more."),
    ],
);

pub(super) const NUMBERS: SettingInfo = choice(
    "numbers",
    "which number is the answer",
    &[
        (
            "last_sentence",
            "numbers of the last sentence",
            "Those of the last sentence that has any; the best counts.",
        ),
        ("last", "the last number", "The last one of the answer."),
        ("first", "the first number", "The first one of the answer."),
        ("any", "any number", "All of the answer; the best counts, which rewards long answers."),
        (
            "after_cue",
            "the number announced as the answer",
            "The first after the last words such as \"the answer is\"; without them as the last \
             sentence.",
        ),
        (
            "after_task",
            "the number announced as the answer, behind its task",
            "The first after the last words such as \"the answer is\" or \"the answer to 36 ÷ 6 is\"; \
             without them as the last sentence.",
        ),
    ],
);

pub(super) const GOLD_NUMBERS: SettingInfo = choice(
    "gold_numbers",
    "gold answers with several numbers",
    &[
        (
            "any",
            "any gold number",
            "Each number of a gold answer is right; of those behind \"thus\" and the like, if any.",
        ),
        ("first", "the first gold number", "Only the first number of a gold answer is right."),
        ("last", "the last gold number", "Only the last number of a gold answer is right."),
    ],
);
