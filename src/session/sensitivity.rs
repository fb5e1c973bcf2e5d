//! Whether another rule for extracting the answer from an output would give another score.

use super::findings::OneRun;
use super::preview;
use crate::base::digits::percent;
use crate::doubt::{OneRuleDecides, Retried, SplitApart};
use crate::preset::{DROP, GOLD_SPLIT, Settings, THOUGHTS};
use crate::score::evaluate::{Evaluation, Material};
use crate::score::extract::thoughts;

/// At most this many questions are scored again by each rule.
const LOOKED_AT: usize = 400;
/// The setting for numbers that are nearly equal, and its value that accepts no rounding.
const TOLERANCE: &str = "relative_tolerance";
const EXACT: &str = "0.000001";
/// The setting for formulas that are equal after rounding, and its value that accepts them.
const ROUNDED: (&str, &str) = ("tolerance", "gold_precision");
/// Longer texts are not scored again: it would take as long as the score itself.
const LONGEST: u64 = 4 << 20;

/// The warning about gold answers that are split at a mark that looks like a part of them: splitting leaves a
/// bracket open or one side empty, or predictions contain the mark, too.
pub(super) fn split_apart(of: OneRun<'_>, settings: &Settings) -> Option<SplitApart> {
    let OneRun { material, evaluation, place: run } = of;
    let mark = settings.gold_mark?;
    let first = material.gold.table.rows().min(LOOKED_AT);
    let breaks = |row: &usize| material.answers.of(*row).any(|gold| is_broken(gold, mark));
    let said = |row: &usize| {
        let marked = |text: &str| text.contains(mark);
        material.answers.of(*row).any(marked)
            && material.prediction(run, *row).is_some_and(|said| marked(&said))
    };
    let row = (0..first).find(breaks).or_else(|| (0..first).find(said))?;
    let gold = material.answers.of(row).find(|gold| gold.contains(mark))?;
    let mut set = settings.changes.clone();
    set.insert(GOLD_SPLIT.to_owned(), "none".to_owned());
    let whole = Settings::compile(&settings.preset, &set).ok()?;
    let mut other = Evaluation::of_run(material, &whole, run);
    other.advance(material, first);
    let means = [&evaluation.runs[run], &other.runs[0]].map(|run| mean(&run.marks(), first));
    let [gives, would_give] = [means[0]?, means[1]?];
    // If readers see no difference, there is none.
    let retried = Retried { run: of.name(), gives, would_give, questions: first };
    let is_moved = percent(gives) != percent(would_give);
    is_moved.then(|| SplitApart { mark, gold: gold.to_owned(), retried })
}

/// Whether a split at the mark leaves a bracket open, or one side empty.
fn is_broken(gold: &str, mark: char) -> bool {
    let count = |part: &str, signs: [char; 3]| part.chars().filter(|c| signs.contains(c)).count();
    gold.contains(mark)
        && gold.split(mark).any(|part| {
            part.trim().is_empty() || count(part, ['(', '[', '{']) != count(part, [')', ']', '}'])
        })
}

/// The mean of the first values that exist, from 0 to 1.
fn mean(values: &[f64], first: usize) -> Option<f64> {
    preview::mean(&values[..first.min(values.len())])
}

/// The means of the first metric, from 0 to 1, over the first questions of the first run, by the preset in force
/// and by another one, and the number of these questions; `None` if it would take too long.
pub(super) fn rival(
    material: &Material<'_>,
    evaluation: &Evaluation,
    other: &Settings,
) -> Option<([f64; 2], usize)> {
    let first = material.gold.table.rows().min(LOOKED_AT);
    let now = evaluation.runs.first()?.values.first()?;
    let mut evaluation = Evaluation::of_run(material, other, 0);
    evaluation.advance(material, first);
    let then = evaluation.runs[0].values.first()?;
    Some(([mean(now, first)?, mean(then, first)?], first))
}

/// Scores the first questions of a run by other rules of extraction; returns the rule that changes the score
/// most, if the change is larger than the score's interval.
pub(super) fn sensitivity(of: OneRun<'_>, settings: &Settings) -> Option<OneRuleDecides> {
    let OneRun { material, evaluation, place: run } = of;
    let bytes: u64 = material.files.iter().map(|file| file.table.bytes() as u64).sum();
    let rows = material.gold.table.rows();
    let first = rows.min(LOOKED_AT);
    let longest = LONGEST.saturating_mul(rows as u64 / first.max(1) as u64);
    if first == 0 || bytes > longest {
        return None;
    }
    let now = evaluation.runs[run].marks();
    let rules = ["whole", "stated_answer", "first_line", "last_line"];
    let says = |test: fn(&str) -> bool| {
        (0..first).any(|row| material.prediction(run, row).is_some_and(|said| test(&said)))
    };
    let has_thoughts = settings.value(THOUGHTS) != DROP && says(thoughts::are_in);
    let others = settings.applicable().flat_map(|info| {
        let own = settings.value(info.key);
        let asked = move |id: &str| {
            id != own
                && ((info.key == "extract" && rules.contains(&id))
                    || (info.key == GOLD_SPLIT && id != "none")
                    || (info.key == THOUGHTS && id == DROP && has_thoughts)
                    || (info.key == TOLERANCE && id == "0.01" && own == EXACT)
                    || (info.key, id) == ROUNDED)
        };
        let options = info.options.iter().filter(move |option| asked(option.0));
        options.map(move |(id, words, _)| (info.key, *id, *words))
    });
    let moved = others.filter_map(|(key, id, words)| {
        let mut set = settings.changes.clone();
        set.insert(key.to_owned(), id.to_owned());
        let other = Settings::compile(&settings.preset, &set).ok()?;
        let mut evaluation = Evaluation::of_run(material, &other, run);
        evaluation.advance(material, first);
        let then = evaluation.runs[0].marks();
        let pairs = now.iter().zip(&*then).take(first).filter(|(a, b)| !a.is_nan() && !b.is_nan());
        let (mut sums, mut n) = ([0.0; 2], 0.0_f64);
        for (a, b) in pairs {
            sums[0] += a;
            sums[1] += b;
            n += 1.0;
        }
        let means = sums.map(|sum| sum / n.max(1.0));
        let middle = f64::midpoint(means[0], means[1]).clamp(0.0, 1.0);
        let interval = 1.96 * (middle * (1.0 - middle) / n.max(1.0)).sqrt();
        let more = means[1] - means[0];
        let gains = |(now, then): (&f64, &f64)| now.is_nan() || then.is_nan() || then >= now;
        let gains_alone = || now.iter().zip(&*then).take(first).all(gains);
        // Numbers that nearly equal the gold number need no further evidence.
        let chance = match key {
            key if key == TOLERANCE || key == ROUNDED.0 => 1.5 / n.max(1.0),
            // With few questions, an interval is not very informative: three answers that become right and
            // none wrong are better evidence.
            _ if more * n >= 2.5 && gains_alone() => interval.min(0.12),
            _ => interval,
        };
        (more.abs() > chance.max(0.02)).then_some((more, (key, id), words, means, first))
    });
    // A rule that finds fewer right answers raises no doubt: it takes complete answers apart.
    let best = moved.filter(|(more, ..)| *more > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (_, (key, value), words, [gives, would_give], questions) = best;
    let retried = vec![Retried { run: of.name(), gives, would_give, questions }];
    Some(OneRuleDecides { key, value, words, retried })
}
