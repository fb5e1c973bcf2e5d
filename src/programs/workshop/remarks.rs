//! What is said of programs and their verdicts beside the score.

use super::Workshop;
use crate::base::diagnostic::{Code, Diagnostic};
use crate::base::digits::{PERCENT, by_number, counted, grouped};
use crate::base::types::Field;
use crate::doubt::{BrokenPrograms, Doubt, ReadVerdicts};
use crate::join::Side;
use crate::preset::Settings;
use crate::programs::runnable::{Entry, NOT_RUN, verdict};
use crate::programs::{Category, ProgramVerdict, Reason};
use crate::score::evaluate::Material;
use crate::understand::names::{VERDICTS, canonical, verdict as verdict_of};

/// Of fewer programs nothing is said that holds for most of them.
const FEWEST: u64 = 5;
/// So many programs are looked at for fences.
const LOOKED_AT: usize = 50;

impl Workshop<'_> {
    /// Programs that nobody can run, because their tasks do not say how.
    pub(crate) fn unclear(&self) -> Vec<Diagnostic> {
        let gold = self.material.gold.name;
        let say = |(reason, row, count): &(Reason, u32, u64)| {
            let words = match count {
                1 => format!("a program is not run and counts as failed: {reason}"),
                n => format!(
                    "{} programs are not run and count as failed: {reason}",
                    grouped(*n as usize)
                ),
            };
            Diagnostic::warning(Code::UnclearTask, words)
                .file(gold)
                .row(u64::from(*row) + 1)
                .remedy("give the benchmark's own file of tasks")
        };
        self.ran.programs.unclear().iter().map(say).collect()
    }

    /// What the verdicts of programs have in common that a reader has to know.
    pub(crate) fn noticed(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let Some(plan) = self.settings.plan() else { return found };
        let had = || self.ran.verdicts().map(|(verdict, _)| verdict);
        let count = |is: &dyn Fn(&ProgramVerdict) -> bool| had().filter(|one| is(one)).count();
        let of = |count: usize| counted(count, "program");
        let rebinds =
            |one: &ProgramVerdict| one.tampers.is_some() && one.category != Category::Passed;
        let lies = |one: &ProgramVerdict| one.tampers.is_some() && one.category == Category::Passed;
        let (rebinding, lying) = (count(&rebinds), count(&lies));
        if rebinding > 0 {
            let [own, counts] = by_number(rebinding, ["its", "counts"], ["their", "count"]);
            let words = format!(
                "{} replaced a name that the test uses with {own} own, and {counts} as failed; \
                 the reference counts some of these as passed",
                of(rebinding)
            );
            let remedy = "look at their details, which name what was replaced";
            found.push(Diagnostic::warning(Code::Tampering, words).remedy(remedy));
        }
        if lying > 0 {
            let words = format!(
                "{} passed with an answer that defines its own equality or is an expression, as in \
                 the reference",
                of(lying)
            );
            let remedy = "look at these programs before you use the score";
            found.push(Diagnostic::warning(Code::OwnEquality, words).remedy(remedy));
        }
        let beside = count(&|one| one.passed_beside());
        if beside > 0 {
            let all = count(&|one| one.category == Category::Passed);
            let words = format!(
                "{} of {} passed only in the same interpreter as {}, as in the reference",
                grouped(beside),
                of(all),
                by_number(beside, "its test", "their tests")
            );
            let remedy =
                "look at these programs before you use the score; a program can ask for this";
            found.push(Diagnostic::warning(Code::BesideTest, words).remedy(remedy));
        }
        let near = count(&|one| one.is_near(plan.limits.wall));
        if near > 0 {
            let slower = had().filter_map(|one| one.slower).fold(0.0, f64::max);
            let pace = if slower > 0.0 {
                format!("; Python takes about {slower:.1} times as long here as natively")
            } else {
                String::new()
            };
            let words = format!(
                "{} came within 20{PERCENT} of the limit of {} s or did not end in time{pace}",
                of(near),
                f64::from(plan.limits.wall) / 1000.0
            );
            let remedy = "run them again with a longer limit to see which would pass";
            found.push(Diagnostic::info(Code::NearLimit, words).remedy(remedy));
        }
        found
    }

    /// That most programs that were run have another form than their tasks ask for.
    pub(crate) fn broken(&self) -> Option<BrokenPrograms> {
        let (mut all, mut broken) = (0, 0);
        let runs = &self.material.joined.runs;
        for (category, count) in runs.iter().flat_map(|run| self.ran.categories(run)) {
            all += if category == NOT_RUN { 0 } else { count };
            broken += if category == Category::SyntaxError.name() { count } else { 0 };
        }
        (all >= FEWEST && broken * 2 > all).then_some(BrokenPrograms { broken, all })
    }

    /// Whether programs that are no Python have fences around their code.
    pub(crate) fn are_fenced(&self) -> bool {
        let Self { ran, material, settings } = self;
        let is_broken = |entry: &&Entry| {
            let known = verdict(ran.verdicts, &entry.key);
            known.is_some_and(|(verdict, _)| verdict.category == Category::SyntaxError)
        };
        let mut broken = ran.programs.entries().iter().filter(is_broken).take(LOOKED_AT);
        broken.any(|entry| entry.text(material, settings).is_some_and(|text| text.contains("```")))
    }
}

/// Doubts about verdicts that are read from files and were not made here.
pub fn read_verdicts(material: &Material<'_>, settings: &Settings) -> Vec<Doubt> {
    if !settings.preset.takes_programs() {
        return Vec::new();
    }
    let was_run = |file: usize| material.ran.is_some_and(|ran| ran.programs.of_file(file));
    let is_one = |name: &&str| VERDICTS.contains(&canonical(name).as_str());
    let doubt = |(_, side): (usize, &Side<'_>)| {
        let column = side.map.of(Field::Detail).find(is_one)?.to_owned();
        if is_explained(side, &column) {
            return None;
        }
        Some(ReadVerdicts { file: side.name.to_owned(), column }.into())
    };
    let sides = material.files.iter().enumerate().filter(|(file, _)| !was_run(*file));
    let mut doubts: Vec<Doubt> = sides.filter_map(doubt).collect();
    doubts.dedup();
    doubts
}

/// Whether a file says next to each verdict how the program ended, as evaluators of the benchmarks do, and both agree
/// wherever it does: in nineteen rows of twenty, or more.
fn is_explained(side: &Side<'_>, verdicts: &str) -> bool {
    let table = side.table;
    let place = |name: &str| table.columns().iter().position(|column| canonical(column) == name);
    let (Some(ends), Some(verdicts)) = (place("result"), table.column(verdicts)) else {
        return false;
    };
    let end_of = |row: usize| table.cell(row, ends).text.trim();
    let agrees = |row: usize| {
        let passed = ["passed", "pass"].contains(&end_of(row).to_ascii_lowercase().as_str());
        end_of(row).is_empty() || verdict_of(table.cell(row, verdicts).text) == Some(passed)
    };
    let told = (0..table.rows()).filter(|row| !end_of(*row).is_empty()).count();
    told * 20 >= table.rows().max(1) * 19 && (0..table.rows()).all(agrees)
}
