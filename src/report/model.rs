//! The report as a value. Its members that are serialized are the JSON report, schema 2, in this order;
//! the others are what the other forms show beside them. Only the records of questions are not in it:
//! they may be larger than all files together, and are made one by one as they are written.
//!
//! | member | meaning |
//! |---|---|
//! | `comparisons` | an entry for each run but the baseline, metric, and group; empty where there is one run. See [`RunComparison`] |
//! | `leaderboard` | for several runs: an entry for each metric over all questions that count, and then, where some run has no prediction for some question, for each metric over the `common` ones, for which every run has one. See [`Leaderboard`] |
//! | `slices` | the breakdowns that were asked for |
//! | `cluster` | where questions are held together: by which column, and how many clusters there are |
//! | `merged` | what the report was merged from, if it was. See [`Merged`] |

use super::host::HostCard;
use super::words::Rule;
use crate::aggregate::agreement::Agreement;
use crate::aggregate::compare::{Comparison, Reason, Shown as ShownVerdict};
use crate::aggregate::leaderboard::Leaderboard;
use crate::aggregate::members::MemberScore;
use crate::aggregate::over_groups::GroupMean;
use crate::aggregate::words::{sentence, told};
use crate::aggregate::{Aggregate, Group};
use crate::base::diagnostic::{Code, Diagnostic, without_quotes};
use crate::base::digits::grouped;
use crate::base::types::{JoinBy, Reconciliation, Stored, Verdict};
use crate::doubt::Doubt;
use crate::join::{JoinedRun, short_names};
use crate::score::metric::{IntervalMethod, MetricInfo};
use crate::understand::evidence::Why;
use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Version of the report's shape.
pub const SCHEMA: u32 = 2;

/// A report without its records.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The program that made it.
    pub app: App,
    /// By which preset.
    pub preset: PresetOf,
    /// Every setting in force, and the seed.
    pub settings: Map<String, Value>,
    /// One line that names everything the score depends on; see [`super::signature`].
    pub signature: String,
    /// The hosted scorer that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<HostCard>,
    /// Why the headline is provisional; `None` where it is not.
    pub provisional: Option<Vec<DoubtCard>>,
    /// Why it would be, had nobody said that the guesses are right.
    pub confirmed: Vec<DoubtCard>,
    /// How the files were read, and up to three other ways to read them, each with its number.
    pub readings: Vec<Reading>,
    /// What the user says that gold answers mean, by the key of the question.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub settled: BTreeMap<String, String>,
    /// Further rules for the same predictions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<String>,
    /// The files.
    pub sources: Vec<SourceOf>,
    /// Where every gold question and every prediction went, all runs together.
    pub reconciliation: Reconciliation,
    /// The programs that were run for this score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub programs: Option<Programs>,
    /// The script that gave the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<ScriptOf>,
    /// The runs, in the order given.
    pub runs: Vec<Run>,
    /// Every run but the baseline compared with it.
    pub comparisons: Vec<RunComparison>,
    /// How questions are held together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<Cluster>,
    /// The breakdowns that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<Breakdown>,
    /// Where every run stands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaderboard: Vec<Leaderboard>,
    /// The score held against another rule, if somebody asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// What the report was merged from; such a report has no records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<Merged>,
    /// Every problem, errors first.
    pub diagnostics: Vec<Diagnostic>,
    /// What people read.
    #[serde(skip)]
    pub shown: Shown,
}

/// What a report was merged from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Merged {
    /// How many parts.
    pub parts: u64,
    /// How many different rows their questions came to.
    pub rows: u64,
    /// How many files the parts were scored from; `sources` names some of them.
    pub files: u64,
    /// How many rows these had, by role.
    pub rows_read: BTreeMap<String, u64>,
    /// A sum of the hashes of all files, which no order changes.
    pub digest: String,
    /// How many diagnostics of each code the parts had; `diagnostics` has some of each.
    pub diagnostics: BTreeMap<Code, u64>,
}

/// The name of a run, and which of the second rules it is scored by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLabel {
    /// The name.
    pub name: String,
    /// The number of the second rule; `None` for the rule in force.
    pub twin: Option<u32>,
}

impl RunLabel {
    /// Takes the name of a joined run.
    pub fn new(run: &JoinedRun) -> Self {
        Self { name: run.name.clone(), twin: run.twin }
    }

    /// The names as sentences have them.
    pub fn short_names(all: &[Self]) -> Vec<String> {
        short_names(&all.iter().map(|one| one.name.clone()).collect::<Vec<_>>())
    }
}

/// A score held against another rule on the same answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Against {
    /// The other rule: a preset, or `stored` for the verdicts that the predictions have of their own.
    pub rule: String,
    /// The signature of its score; `None` for stored verdicts.
    pub signature: Option<String>,
    /// The runs that both judge.
    pub runs: Vec<AgainstRun>,
}

/// How far two rules agree on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgainstRun {
    /// Name of the run.
    pub run: String,
    /// Counts of their verdicts. Stored verdicts are right or wrong; beside them, half a point is wrong.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// The mean by the preset of the score (A) and by the other rule (B), question by question; `None` for stored
    /// verdicts and for metrics with different units.
    pub difference: Option<Comparison>,
    /// The questions on which they differ, in the order of the gold answers.
    pub apart: Vec<Apart>,
}

impl AgainstRun {
    /// Says in words how far the rules agree; `rule` is the other one.
    pub fn words(&self, rule: &str) -> String {
        let Agreement { n, agree, .. } = self.agreement;
        if n == 0 {
            return format!("no verdict to compare with {rule}");
        }
        let of = format!("agrees with {rule} on {}", self.agreement.words());
        let Some(difference) = self.difference.as_ref().filter(|_| agree < n) else { return of };
        format!("{of}; {}", sentence(difference, "this score", rule))
    }
}

/// A question on which two rules differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Apart {
    /// Its key.
    pub id: String,
    /// By the preset of the score.
    pub ours: Judged,
    /// By the other rule.
    pub theirs: Judged,
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The answer that was taken from the output, if that is not all of it.
    pub taken: Option<String>,
    /// The reasons in words.
    pub why: Vec<String>,
}

/// Why a score is provisional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DoubtCard {
    /// Stable name of the kind of doubt: programs go by it, and not by the words.
    pub code: String,
    /// What people read, without a full stop.
    pub message: String,
    /// How many rows it concerns; `None` where it does not concern single rows.
    pub rows: Option<u64>,
    /// What would settle it.
    pub remedy: Option<Settles>,
}

/// What would settle a doubt, and the score then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settles {
    /// Options of the command line.
    pub options: String,
    /// The headline with them, 0 to 1, of the run that they move most; `None` where that is not known.
    pub mean: Option<f64>,
}

impl DoubtCard {
    /// Returns a doubt in words, with what would settle it.
    pub(crate) fn new(doubt: &Doubt, remedy: Option<Settles>) -> Self {
        Self {
            code: doubt.code().to_owned(),
            message: doubt.message(),
            rows: doubt.rows().map(|rows| rows as u64),
            remedy,
        }
    }

    /// Whether diagnostics of this code are about the same.
    pub fn tells(&self, code: Code) -> bool {
        self.code.parse() == Ok(code)
    }
}

/// A way to read the files: what is compared with what by which rule, and the number that comes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Where the gold answers are; `None` where nothing is compared with any.
    pub gold: Option<ColumnOf>,
    /// Where the predictions of each run are, or its verdicts where these are the score.
    pub runs: Vec<RunOf>,
    /// What rows are joined on.
    pub pairing: JoinBy,
    /// How answers are compared.
    pub rule: RuleOf,
    /// The questions that count for the first run.
    pub n: u64,
    /// The headline of the first run, 0 to 1 unless the metric has another unit.
    pub mean: Option<f64>,
    /// Why it may be meant; empty for the chosen one.
    pub why: Vec<Why>,
    /// The same for people, without a full stop.
    pub words: String,
    /// Whether the score is by this one.
    pub chosen: bool,
    /// The options of the command line that choose it; empty for the chosen one.
    pub options: String,
}

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnOf {
    /// Name of the file.
    pub file: String,
    /// The column; several of further right answers are joined with a plus sign.
    pub column: String,
    /// How the file's rows were taken: `as_is`, `members`, `elements` or `header_as_row`.
    pub view: String,
}

/// The column of a run, and its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOf {
    /// Name of the file.
    pub file: String,
    /// The column.
    pub column: String,
    /// As for [`ColumnOf`].
    pub view: String,
    /// Name of the run.
    pub name: String,
    /// Its headline.
    pub mean: Option<f64>,
}

/// The rule by which answers are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleOf {
    /// Id of the preset.
    pub preset: String,
    /// Settings that differ from the preset's.
    pub settings: BTreeMap<String, String>,
    /// Id of the metric of the headline.
    pub metric: String,
}

impl Reading {
    /// Returns what is compared with what and how: "answer ↔ output by plain-text".
    pub fn compared(&self) -> String {
        let gold = self.gold.as_ref().map(|gold| gold.column.as_str());
        let runs = self.runs.iter().map(|run| run.column.as_str()).unique().join(", ");
        let sides = gold.into_iter().chain([runs.as_str()]).join(" ↔ ");
        let settings = self.rule.settings.iter().map(|(key, value)| format!("{key}={value}"));
        format!(
            "{sides} by {}",
            std::iter::once(self.rule.preset.clone()).chain(settings).join(", ")
        )
    }

    /// Whether it compares the same columns by the same rule.
    pub fn is_same(&self, other: &Self) -> bool {
        self.has_columns_of(other) && (self.pairing, &self.rule) == (other.pairing, &other.rule)
    }

    /// Whether it compares the same columns.
    pub fn has_columns_of(&self, other: &Self) -> bool {
        let runs = |one: &Self| -> Vec<(String, String)> {
            one.runs.iter().map(|run| (run.file.clone(), run.column.clone())).collect()
        };
        self.gold == other.gold && runs(self) == runs(other)
    }

    /// Whether all its runs have the numbers of another reading, over as many questions.
    pub fn has_numbers_of(&self, other: &Self) -> bool {
        let means = |one: &Self| one.runs.iter().map(|run| run.mean).collect::<Vec<_>>();
        self.n == other.n && means(self) == means(other)
    }
}

/// The program that made a report.
#[derive(Clone, Debug, Serialize)]
pub struct App {
    /// `scoredrop`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// The preset of a report.
#[derive(Clone, Debug, Serialize)]
pub struct PresetOf {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: u32,
    /// Whether it is none of the catalog's, or settings differ from it.
    pub modified: bool,
    /// A hash of all settings in force.
    pub settings_hash: String,
}

/// A file that takes part.
#[derive(Clone, Debug, Serialize)]
pub struct SourceOf {
    /// What it is for.
    pub role: Option<&'static str>,
    /// Its name without folder, or that of what it was taken out of.
    pub name: String,
    /// The size of that in bytes.
    pub bytes: u64,
    /// SHA-256 of that; `None` while that is worked out.
    pub sha256: Option<String>,
    /// The format of that.
    pub format: Option<String>,
    /// The encoding of the text.
    pub encoding: Option<&'static str>,
    /// Rows read.
    pub rows: Option<usize>,
    /// Its name inside of what it was taken out of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// What the user chose of its form.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub chosen: String,
    /// Its name as people see it: with that of what it was taken out of.
    #[serde(skip)]
    pub full_name: String,
}

/// The script of a hosted scorer that gave the values.
#[derive(Clone, Debug, Serialize)]
pub struct ScriptOf {
    /// Name of its file.
    pub name: String,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// The versions of the interpreters that ran it.
    pub python: Vec<String>,
}

/// The programs of a score.
#[derive(Clone, Debug, Serialize)]
pub struct Programs {
    /// The versions of the interpreters that ran them.
    pub python: Vec<String>,
    /// How many different ones there are, where they were run here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub programs: Option<u64>,
    /// How many of these have no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_run: Option<u64>,
    /// What became of them, by run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub categories: Option<Vec<BTreeMap<String, u64>>>,
}

/// A run without its records, which follow in JSON as its last member.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Model name or file name.
    pub name: String,
    /// Its numbers.
    #[serde(flatten)]
    pub figures: Figures,
    /// What the reference prints, with its keys, scale and digits; empty where it would print nothing.
    pub official: Map<String, Value>,
    /// Its name as sentences have it.
    #[serde(skip)]
    pub short_name: String,
    /// Whether it is a second rule for the predictions of another run.
    #[serde(skip)]
    pub is_twin: bool,
    /// Metric ids and names: a second rule may have another metric's values in its place.
    #[serde(skip)]
    pub titles: Vec<(&'static str, String)>,
    /// How intervals of its metrics are made.
    #[serde(skip)]
    pub methods: Vec<IntervalMethod>,
    /// Its questions in file order, several to a stripe.
    #[serde(skip)]
    pub stripes: Vec<Stripe>,
    /// The result in a sentence.
    #[serde(skip)]
    pub result: Vec<Phrase>,
}

/// The numbers of a run, as reports and the page have them. JSON leaves out `over_groups`, `members` and `stored` if
/// there are none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Where every gold question and every prediction went.
    pub reconciliation: Reconciliation,
    /// Means over all questions, then by group. The page has its headline first.
    pub aggregates: Vec<Aggregate>,
    /// Means over the groups of each column, each group weighing the same; JSON leaves them out if there are none.
    pub over_groups: Vec<GroupMean>,
    /// Of records how often each member is right; JSON leaves them out if there are none.
    pub members: Vec<MemberScore>,
    /// The verdicts in the file itself.
    pub stored: Option<Stored>,
}

impl Run {
    /// Keys and values of the official block.
    pub fn official_lines(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.official.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The means over all questions, that of `lead` first.
    pub fn whole(&self, lead: Option<&MetricInfo>) -> Vec<&Aggregate> {
        let all = self.figures.aggregates.iter().filter(|one| one.group.is_none());
        let leads = |one: &&Aggregate| lead.is_some_and(|lead| lead.id == one.metric);
        all.clone().filter(leads).chain(all.clone().filter(|one| !leads(one))).collect()
    }

    /// The mean of a metric over the groups of a column.
    pub fn over_groups(&self, metric: &str, column: &str) -> Option<&GroupMean> {
        let mut all = self.figures.over_groups.iter();
        all.find(|one| one.metric == metric && one.column == column)
    }

    /// Name of a metric, for its values of this run.
    pub fn title<'a>(&'a self, metric: &'a str) -> &'a str {
        let mut titles = self.titles.iter();
        titles.find(|(id, _)| *id == metric).map_or(metric, |(_, title)| title)
    }
}

/// A run (A) compared with the baseline (B).
#[derive(Clone, Debug, Serialize)]
pub struct RunComparison {
    /// Id of the metric.
    pub metric: &'static str,
    /// The group it is over; null for all questions.
    pub group: Option<Group>,
    /// Name of the run.
    pub a: String,
    /// Name of the baseline.
    pub b: String,
    /// What came of comparing them.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// Which run is shown to be better.
    pub verdict: ShownVerdict,
    /// Why no difference is shown.
    pub reason: Option<Reason>,
    /// All that in words.
    pub sentence: String,
    /// Name of the metric for these two runs.
    #[serde(skip)]
    pub title: String,
    /// The names of both as sentences have them.
    #[serde(skip)]
    pub short: [String; 2],
}

impl RunComparison {
    /// All of it in words, with names of runs as `safe` gives them.
    pub fn words(&self, safe: &dyn Fn(&str) -> String) -> String {
        let [a, b] = self.short.each_ref().map(|name| safe(name));
        told(&self.comparison, &a, &b)
    }
}

/// How questions are held together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    /// By which column.
    pub column: String,
    /// How many clusters there are.
    pub clusters: u64,
}

impl Cluster {
    /// Says how questions are held together: "48 clusters by title".
    pub fn words(&self) -> String {
        match self.clusters {
            1 => format!("1 cluster by {}", self.column),
            count => format!("{} clusters by {}", grouped(count as usize), self.column),
        }
    }
}

/// Words of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phrase {
    /// The words.
    pub words: String,
    /// Whether the sentence is about them.
    pub strong: bool,
}

/// A breakdown that the user asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    /// As it was asked for.
    pub slice: String,
    /// The column that its groups are named by.
    pub column: String,
    /// What it is.
    pub words: String,
}

/// A stripe of the fingerprint: one question, or several where there are more than stripes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stripe {
    /// First gold row of the stripe, from 0.
    pub from: u64,
    /// One past its last row.
    pub to: u64,
    /// Questions right.
    pub right: u32,
    /// Questions wrong (partly right ones count here).
    pub wrong: u32,
    /// Questions without an answer that was scored.
    pub unanswered: u32,
    /// Mean of the headline metric, 0 to 1.
    pub mean: f64,
    /// The same over a window of questions around the stripe, 0 to 1; see [`Stripe::window`].
    pub moving: f64,
}

impl Stripe {
    /// Questions in the window of [`Stripe::moving`].
    pub fn window(questions: u64) -> u64 {
        (questions / 25).max(1)
    }
}

/// Titles and words that people read, and what they are made of.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Name of the preset.
    pub title: String,
    /// The paper of the preset.
    pub citation: String,
    /// The dataset on Hugging Face and its task; empty if there is none.
    pub hub: String,
    /// Whether the preset is the user's own.
    pub is_own: bool,
    /// The settings that differ from the preset's, in words; empty where none does.
    pub changes: String,
    /// That rules or settings are not those of the catalog, in a sentence.
    pub modified: Option<String>,
    /// What the number is worth: whom it reproduces, and on how many items that was checked.
    pub reproduces: String,
    /// What was scored, as what and how.
    pub sentence: String,
    /// The same in the sentences of a paper.
    pub procedure: String,
    /// By what programs were run.
    pub programs: Option<String>,
    /// The metrics, in the order of the preset.
    pub metrics: Vec<&'static MetricInfo>,
    /// The metric that leads: where numbers are compared, whether they match. None without a metric.
    pub lead: Option<&'static MetricInfo>,
    /// Name of the headline for all runs together.
    pub headline: String,
    /// Seed of what is drawn.
    pub seed: u64,
    /// What a reader of the tables has to know of them.
    pub remarks: Vec<String>,
    /// How ranks and p values of the boards come about.
    pub method: String,
    /// The settings in force, in words.
    pub rules: Vec<Rule>,
    /// Questions in the gold file.
    pub questions: usize,
}

impl Report {
    /// Comparisons over all questions.
    pub fn overall(&self) -> impl Iterator<Item = &RunComparison> {
        self.comparisons.iter().filter(|one| one.group.is_none())
    }

    /// The same without what sentences quote, for a report that leaves out questions or outputs.
    #[must_use]
    pub fn without_quotes(&self) -> Self {
        let mut bare = self.clone();
        let reasons = bare.provisional.iter_mut().flatten().chain(&mut bare.confirmed);
        let sentences = reasons.map(|reason| &mut reason.message);
        let told = bare.diagnostics.iter_mut().map(|one| &mut one.message);
        for sentence in sentences.chain(told) {
            *sentence = without_quotes(sentence);
        }
        let faults = bare.host.iter_mut().flat_map(|host| &mut host.submission.faults);
        for fault in faults {
            fault.first.clear();
        }
        bare
    }

    /// The readings that the score is not by.
    pub fn other_readings(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter().filter(|reading| !reading.chosen)
    }

    /// Why the headline is provisional.
    pub fn doubts(&self) -> &[DoubtCard] {
        self.provisional.as_deref().unwrap_or_default()
    }
}
