//! Settings of presets that compare numbers.

use super::setting_table::{Free, SETTING, SettingInfo};
use crate::score::metric::numeric_match::tolerance;

const TOLERANCE: Free = Free { plain: tolerance, words: "a number of 0 or more, such as 0.01" };

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
            concat!("A number may differ from the gold number by ", $percent, "\u{202f}% of it."),
        )
    };
}

pub(super) const RELATIVE_TOLERANCE: SettingInfo = SettingInfo {
    free: Some(TOLERANCE),
    ..choice(
        "relative_tolerance",
        "relative tolerance",
        &[
            ("0", "numbers exact", "A number must equal the gold number."),
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
            "Only the relative tolerance counts. With 0.5, the number 2 would match 2.5.",
        )],
    )
};

pub(super) const HALF_UNIT: SettingInfo = choice(
    "half_unit",
    "rounded numbers",
    &[
        ("off", "rounding not accepted", "Only the tolerances count."),
        (
            "decimals",
            "numbers rounded to the gold number's decimals",
            "If the gold number has decimals, a number within 1\u{202f}% of it may also differ by \
             half a unit of its last digit: 692.2513 matches 692.25, but 0.46 does not match 0.5.",
        ),
        (
            "on",
            "rounding forgiven",
            "A number may also differ by half a unit of the gold number's last digit: 8.74 \
             matches 8.7.",
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
            "a missing scale on one side accepted",
            "If only one side names its scale or unit, the other may mean thousands, millions or \
             billions: 1,577 matches 1.577 billion.",
        ),
        (
            "on",
            "missing scales accepted",
            "A missing scale is accepted even if neither side names one: 1,577 matches \
             1,577,000,000.",
        ),
    ],
);

pub(super) const PERCENT: SettingInfo = choice(
    "percent",
    "percentages",
    &[
        (
            "lenient",
            "a missing % accepted",
            "If only one side has a percent sign, 24.5\u{202f}% matches both 24.5 and 0.245.",
        ),
        ("strict", "% required", "A percentage matches only a percentage."),
    ],
);

pub(super) const UNITS: SettingInfo = choice(
    "units",
    "units",
    &[
        (
            "convert",
            "units converted",
            "If both sides have a unit of mass, energy or power, they are converted: 1 TWh is \
             1,000 GWh. A number without a unit is compared as written.",
        ),
        (
            "measures",
            "all units of measure converted",
            "Lengths, areas, volumes, times, speeds, temperatures, data and others are also converted: 18 \
             km is 18,000 m, not 18 m. Scales of other languages (Mrd., crore, 万) and \
             numbers in words are read.",
        ),
        ("ignore", "units ignored", "1 TWh is 1 GWh."),
    ],
);

pub(super) const FALLS: SettingInfo = choice(
    "falls",
    "numbers after words for a fall",
    &[
        (
            "minus",
            "falls negative",
            "If the gold number is negative, \"fell by 2.6\u{202f}%\" is -2.6\u{202f}%.",
        ),
        ("plus", "falls as written", "\"Fell by 2.6\u{202f}%\" is 2.6\u{202f}%."),
    ],
);

pub(super) const BRACKETS: SettingInfo = choice(
    "brackets",
    "numbers in brackets",
    &[
        ("minus", "brackets negative", "(5) is -5, as in accounting."),
        (
            "gold",
            "brackets negative if the gold answers use them in this way",
            "(5) is -5 if a gold answer is a number in brackets, and 5 otherwise.",
        ),
    ],
);

pub(super) const TOLERANCE_OF_FORMULAS: SettingInfo = choice(
    "tolerance",
    "rounded results",
    &[
        ("exact", "results exact", "66.7 does not equal 200/3."),
        (
            "gold_precision",
            "rounded results accepted",
            "A result may differ from a decimal gold answer by half a unit of its last decimal; if only \
             the result is a decimal, its last decimal counts: 66.7 equals 200/3, 4.3589 equals √19.",
        ),
    ],
);

pub(super) const DECIMAL_MARK: SettingInfo = choice(
    "decimal_mark",
    "decimal mark",
    &[
        (
            "auto",
            "decimal mark by the digits",
            "1,234 is above a thousand; 1.234 and 1,23 are between one and two; 1.234,5 equals \
             1,234.5.",
        ),
        ("point", "decimal points", "Commas separate thousands, or one number from the next."),
        ("comma", "decimal commas", "1,234 is between one and two; 1.234 is above a thousand."),
    ],
);

pub(super) const NUMBERS: SettingInfo = choice(
    "numbers",
    "which number is the answer",
    &[
        (
            "last_sentence",
            "numbers of the last sentence",
            "The numbers of the last sentence that has any; the best one counts.",
        ),
        ("last", "the last number", "The last number of the answer."),
        ("first", "the first number", "The first number of the answer."),
        (
            "any",
            "any number",
            "All numbers of the answer; the best one counts, which rewards long \
                               answers.",
        ),
        (
            "after_cue",
            "the number announced as the answer",
            "The first number after the last phrase such as \"the answer is\". Without such a \
             phrase, the numbers of the last sentence.",
        ),
        (
            "after_task",
            "the number announced as the answer, after its task",
            "The first number after the last phrase such as \"the answer is\" or \"the answer to \
             36 ÷ 6 is\". Without such a phrase, the numbers of the last sentence.",
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
            "Every number of a gold answer counts as right. After a word such as \"thus\", only \
             the numbers after it count.",
        ),
        ("first", "the first gold number", "Only the first number of a gold answer is right."),
        ("last", "the last gold number", "Only the last number of a gold answer is right."),
    ],
);
