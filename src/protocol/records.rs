//! What a message is made of, as JSON: every record with its fields and every name of a plain
//! choice, listed once for both directions. A field that is missing here does not compile.

use super::{
    Against, AlsoAs, By, Certainty, Check, CheckLine, CheckRow, Choices, ColumnCard, ColumnChoice,
    Effect, Explanation, ExportFormat, FileCard, Flip, FlipStripe, GoldCard, Guess, JoinBy,
    JoinCandidate, Leaderboard, Link, Mark, Move, OpenFile, Origin, Pair, Piece, PresetCard,
    PresetOption, ProgramCard, ProgramsCard, Progress, Row, RunCard, Said, Scored, SettingCard,
    SettingOption, SliceCard, Sort, Standing, Stripe, Summary, ToRun, Verdict, Versus, View,
    Waiting,
};
use crate::aggregate::{Aggregate, Group, Interval};
use crate::diagnostic::{Diagnostic, Severity};
use crate::json_text::{Members, ToJson};
use crate::json_tree::{FromJson, Json};
use crate::preset::Example;
use crate::report::json::Parts;
use crate::report::{Reconciliation, State};
use crate::schema::{Field, Role};

/// A struct whose members are named like its fields, in the order in which they are written.
macro_rules! records {
    ($($type:ident $(<$parameter:ident>)? { $($field:ident),+ $(,)? })+) => {$(
        impl $(<$parameter: ToJson>)? ToJson for $type $(<$parameter>)? {
            fn write(&self, out: &mut String) {
                let Self { $($field),+ } = self;
                Members(&[$((stringify!($field), $field)),+]).write(out);
            }
        }

        impl $(<$parameter: FromJson>)? FromJson for $type $(<$parameter>)? {
            fn from_json(mut json: Json) -> Option<Self> {
                Some(Self { $($field: json.field(stringify!($field))),+ })
            }
        }
    )+};
}

/// An enum without data.
macro_rules! names {
    ($($type:ident { $($name:literal => $variant:ident),+ $(,)? })+) => {$(
        impl ToJson for $type {
            fn write(&self, out: &mut String) {
                match self { $(Self::$variant => $name),+ }.write(out);
            }
        }

        impl FromJson for $type {
            fn from_json(json: Json) -> Option<Self> {
                match json.as_text()? {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )+};
}

records! {
    OpenFile { slot, name, bytes, unpacked }
    Origin { name, bytes, member, format, file, by_record, notes }
    Choices {
        preset, preset_guessed, roles, forms, columns, join, set, settled, confirmed, seed, baseline,
        slices, cluster, twins, signature,
    }
    ColumnChoice { role, field, column }
    View {
        run, states, verdicts, text, range, group, duplicates, note, category, against, by,
        sort, descending,
    }
    By { metric, common }
    Against { flip, different }

    Guess<T> { value, certainty, reason }
    Diagnostic { severity, code, message, file, row, column, remedy }
    Progress { doing, done, total, unit }
    Summary { files, waiting, scored, check, joins, diagnostics, pending }
    FileCard { slot, name, bytes, packed, left, lost, report, role, format, form, rows, about, columns }
    ColumnCard { name, examples, field }
    Check { report, sentence, equal, lines, rows, left_out }
    CheckLine { what, words, equal, remark }
    CheckRow { run, row, id, words }
    Waiting { missing, message }
    Scored {
        preset, presets, join, joins, questions, gold, known, predictions, settings, provisional,
        signature, runs, comparisons, baseline, leaderboard, groups, slices, cluster, also_as,
        moves, programs,
    }
    Leaderboard { metric, questions, words, n, runs }
    Standing { run, name, rank, leader, mean, interval, n, versus }
    Versus {
        difference, interval, p, p_adjusted, verdict, reason, only_a, only_b,
        smallest_detectable, words, sentence,
    }
    Said { metric, questions, words }
    SliceCard { slice, column, words }
    PresetCard {
        id, title, version, modified, own, reproduces, summary, limits, inputs, citation,
        golden_cases, real_answers, example,
    }
    Example { golds, prediction }
    PresetOption { id, title, unfit }
    JoinCandidate { by, matched, gold, compared, agreeing }
    SettingCard { key, label, value, default, options, free }
    SettingOption { value, words, help }
    RunCard { name, reconciliation, aggregates, official, verdicts, notes, categories }
    ProgramsCard { attempts, total, left, python, waits }
    Reconciliation {
        gold, answered, not_extracted, blank, missing, excluded, extra, duplicate_predictions,
        duplicate_gold, unparseable,
    }
    Aggregate { metric, group, mean, n, n_scored, scale, interval }
    Group { column, value }
    Parts { no_outputs, no_questions }
    Interval { low, high, level, method }
    AlsoAs { preset, mean, agrees }
    Move { words, set, difference, changed }
    Effect { metric, mean, difference, changed, problem }
    Row { row, id, question, prediction, golds, state, verdict, metrics }
    Explanation { row, chain, golds, why, candidates, prediction_place, gold_place, programs }
    ProgramCard {
        file_row, category, program, detail, test, line, found, expected, ms, memory, emulated, python,
        earlier,
    }
    ToRun { key, job, again }
    Link { label, pieces, mathml, note }
    Piece { text, mark }
    GoldCard { text, normalised, mathml, metrics, matched }
    Stripe { from, to, right, wrong, unanswered, mean, moving }
    Pair {
        a, b, by, metric, graded, both, only_a, only_b, neither, left_out, different, strip_a, strip_b,
        flips, sentence, tested,
    }
    FlipStripe { from, to, only_a, only_b }
}

names! {
    Severity { "info" => Info, "warning" => Warning, "error" => Error }
    Role { "gold" => Gold, "predictions" => Predictions, "na_prob" => NaProb, "table" => Table }
    Field {
        "id" => Id, "question" => Question, "answers" => Answers, "prediction" => Prediction,
        "run" => Run, "supporting_facts" => SupportingFacts, "na_probability" => NaProbability,
        "detail" => Detail, "group" => Group,
    }
    Certainty { "chosen" => Chosen, "proven" => Proven, "guessed" => Guessed }
    JoinBy { "id" => Id, "question" => Question, "row" => Row, "same-row" => SameRow }
    State {
        "answered" => Answered, "not_extracted" => NotExtracted, "blank" => Blank,
        "missing" => Missing, "excluded" => Excluded,
    }
    Verdict {
        "right" => Right, "partly" => Partly, "wrong" => Wrong, "unanswered" => Unanswered,
    }
    Flip {
        "both" => Both, "only_a" => OnlyA, "only_b" => OnlyB, "neither" => Neither,
        "apart" => Apart,
    }
    Mark { "plain" => Plain, "deleted" => Deleted, "shared" => Shared }
    ExportFormat {
        "json" => Json, "csv" => Csv, "aggregates-csv" => AggregatesCsv, "markdown" => Markdown,
        "latex" => Latex, "official" => Official, "preset" => Preset, "verdicts" => Verdicts,
        "html" => Html, "methods" => Methods, "verify.py" => VerifyPy, "strip.svg" => StripSvg,
        "breakdown.svg" => BreakdownSvg, "comparison.svg" => ComparisonSvg,
    }
}

impl ToJson for Sort {
    fn write(&self, out: &mut String) {
        match self {
            Self::File => "file",
            Self::Id => "id",
            Self::Question => "question",
            Self::Prediction => "prediction",
            Self::Metric(metric) => return Members(&[("metric", metric)]).write(out),
        }
        .write(out);
    }
}

impl FromJson for Sort {
    fn from_json(mut json: Json) -> Option<Self> {
        Some(match json.as_text() {
            Some("file") => Self::File,
            Some("id") => Self::Id,
            Some("question") => Self::Question,
            Some("prediction") => Self::Prediction,
            Some(_) => return None,
            None => Self::Metric(json.take("metric")?),
        })
    }
}
