//! The plan for files, and the best view of each file for it: other files may show that a header is a row, that
//! members of objects are columns, or that elements of lists are rows.

use super::Source;
use super::columns::{PlannedRun, hold_objects};
use super::plan::{Given, Plan};
use crate::base::types::Field;
use crate::preset::for_kind;
use crate::table::json::{Turn, turn};
use crate::table::{Cell, Inspection, Kind, json};
use crate::understand::names::{
    VERDICT_MEMBERS, is_name_of_column, is_of_form, names_of, says, verdict,
};
use crate::understand::reading::AnswerKind;
use crate::understand::schema::ColumnMap;
use std::borrow::Cow;
use std::collections::HashSet;
use strum::IntoStaticStr;

/// Another view of a file's first rows than the one that the file itself suggests.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum View {
    /// The first line is a row, not a header.
    HeaderAsRow,
    /// Members of objects are columns.
    Members,
    /// Elements of the lists in these columns are rows.
    Elements(Vec<String>),
}

/// Plans what to do with files, and chooses the view of each file that gives the best plan.
pub(super) fn understand(sources: &mut [Source], given: Given<'_>) -> Plan {
    let views: Vec<Vec<View>> = sources.iter_mut().map(Source::drop_views).collect();
    name_rows(sources);
    let plan = Plan::new(sources, given);
    let plan = open_members(sources, given, plan);
    let plan = open_lists(sources, given, plan);
    for (source, before) in sources.iter_mut().zip(views) {
        source.keep_rows_of(&before);
    }
    plan
}

/// Reads the column names of a table as its first row if another file has the first name among its values: the
/// table has no header.
fn name_rows(sources: &mut [Source]) {
    let holds = |inspection: &Inspection, text: &str| {
        let sample = &inspection.sample;
        !sample.columns().iter().any(|name| name == text)
            && (0..sample.columns().len())
                .any(|column| (0..sample.rows()).any(|row| sample.cell(row, column).text == text))
    };
    let first_values = |inspection: &Inspection| -> HashSet<String> {
        let sample = &inspection.sample;
        (0..sample.rows()).map(|row| sample.cell(row, 0).text.to_owned()).collect()
    };
    // The other file is a table without a header as well, with the same subject.
    let is_another = |inspection: &Inspection, own: &Inspection| {
        let columns = inspection.sample.columns();
        if columns.len() < 2 || columns.len() != own.sample.columns().len() {
            return false;
        }
        let name = &own.sample.columns()[0];
        let (theirs, ours) = (first_values(inspection), first_values(own));
        let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        // A first row without digits is a header if ids have digits, or if every other row occurs in both files.
        let coded = ours.iter().all(|id| has_digit(id));
        let is_name = is_name_of_column(name) || (!has_digit(name) && (coded || theirs == ours));
        columns[0] == "column 1" && !is_name && theirs.intersection(&ours).nth(2).is_some()
    };
    // Most first names occur nowhere as values, so pairs of files need not be compared.
    let known: HashSet<String> = sources
        .iter()
        .filter_map(|source| source.inspection.as_ref().ok())
        .flat_map(|inspection| {
            let sample = &inspection.sample;
            let columns = 0..sample.columns().len();
            columns.flat_map(move |column| {
                (0..sample.rows()).map(move |row| sample.cell(row, column).text.to_owned())
            })
        })
        .collect();
    let is_headless = |source: &Source| {
        let inspection = source.inspection.as_ref().ok();
        inspection
            .is_some_and(|one| one.sample.columns().first().is_some_and(|name| name == "column 1"))
    };
    // In the second pass, tables without a header are known.
    for index in (0..sources.len()).chain(0..sources.len()) {
        let source = &sources[index];
        let Ok(inspection) = &source.inspection else { continue };
        let Some(first) = inspection.sample.columns().first() else { continue };
        if source.form.header.is_some() || first.trim().len() < 2 || source.is_packed() {
            continue;
        }
        if !known.contains(first) && !sources.iter().any(is_headless) {
            continue;
        }
        let others = sources.iter().enumerate().filter(|(other, _)| *other != index);
        let mut others = others.filter_map(|(_, other)| other.inspection.as_ref().ok());
        if first != "column 1"
            && others.any(|other| holds(other, first) || is_another(other, inspection))
            && let Some(with) = inspection.with_header_as_row()
        {
            sources[index].take_view(View::HeaderAsRow, with);
        }
    }
}

/// Makes columns of members of objects and turns of chats, if that gives a better plan.
fn open_members(sources: &mut [Source], given: Given<'_>, plan: Plan) -> Plan {
    let lacks = plan.lacks_columns()
        || hold_objects(sources, &plan.roles, &plan.columns)
        || asks_within(sources, &plan)
        || plan.preset.is_own_verdicts();
    let has_keys = plan.has_keys(sources);
    // Somebody asks for verdicts, and they are members.
    let is_asked = given.choices.preset.as_deref() == Some(for_kind(AnswerKind::Verdicts));
    let lacks = lacks || (is_asked && holds_verdicts(&plan, sources));
    let judged = !lacks && !plan.columns.have_verdicts() && holds_verdicts(&plan, sources);
    if !lacks && has_keys && !judged {
        return plan;
    }
    let mut opened = Vec::new();
    for (index, source) in sources.iter_mut().enumerate() {
        let with = source.inspection.as_ref().ok().and_then(Inspection::with_members);
        if let Some(with) = with {
            source.take_view(View::Members, with);
            opened.push(index);
        }
    }
    if opened.is_empty() {
        return plan;
    }
    let other = Plan::new(sources, given);
    // A plan that asks about columns is better than a plan that lacks them.
    let asks = other.question.is_some() && plan.question.is_none();
    let whole = !other.lacks_columns() && !hold_objects(sources, &other.roles, &other.columns);
    // A file's own verdicts are weaker evidence than gold answers next to its answers.
    let whole = whole && (!other.preset.is_own_verdicts() || plan.lacks_columns());
    let same = |field: Field| {
        let is_same =
            |file: usize| other.columns.maps[file].one(field) == plan.columns.maps[file].one(field);
        other.roles.used().eq(plan.roles.used()) && other.roles.used().all(is_same)
    };
    // If nothing else was missing, only the verdicts may be read differently.
    let better = if judged && has_keys {
        other.columns.have_verdicts() && same(Field::Answers) && same(Field::Prediction)
    } else {
        (whole && (lacks || other.has_keys(sources))) || asks
    };
    if better {
        return other;
    }
    for index in opened {
        sources[index].drop_view();
    }
    plan
}

/// Whether the gold answers are next to objects that hold the question and an answer of the same name.
fn asks_within(sources: &[Source], plan: &Plan) -> bool {
    let Some(gold) = plan.roles.gold else { return false };
    let (Some(sample), map) = (sources[gold].sample(), &plan.columns.maps[gold]) else {
        return false;
    };
    let Some(answers) = map.one(Field::Answers).filter(|_| map.one(Field::Question).is_none())
    else {
        return false;
    };
    let has = |text: &str, name: &str| json::member(text, name).is_some();
    let asks = |cell: Cell<'_>| {
        cell.kind == Kind::Object
            && has(cell.text, answers)
            && names_of(Field::Question).iter().any(|name| has(cell.text, name))
    };
    let mut columns = 0..sample.columns().len();
    columns.any(|column| (0..sample.rows()).all(|row| asks(sample.cell(row, column))))
}

/// Whether each object next to the predictions says whether its prediction is right.
fn holds_verdicts(plan: &Plan, sources: &[Source]) -> bool {
    let is_one = |(name, value): (Cow<'_, str>, json::Value<'_>)| {
        let is_named = VERDICT_MEMBERS.contains(&&*name) && verdict(&value.text()).is_some();
        is_named || (value.kind == Kind::Bool && says(&name).verdict && !is_of_form(&name))
    };
    let judges = |text: &str| json::members(text).map_while(Result::ok).any(is_one);
    plan.roles.predictions.iter().any(|file| {
        let Some(sample) = sources[*file].sample() else { return false };
        (0..sample.columns().len()).any(|column| {
            let judged = |row: &usize| {
                let cell = sample.cell(*row, column);
                cell.kind == Kind::Object && judges(cell.text)
            };
            (0..sample.rows()).filter(judged).count() * 2 > sample.rows()
        })
    })
}

/// Turns parallel lists of gold answers and predictions, with one element for each question, into rows. Their
/// lengths are equal in every record, and values repeat in them, unlike in sets.
fn open_lists(sources: &mut [Source], given: Given<'_>, plan: Plan) -> Plan {
    let Some(gold) = plan.roles.gold else { return plan };
    let column = |map: &ColumnMap, field: Field| map.one(field).map(str::to_owned);
    let run_of = |run: &PlannedRun| {
        let map = run.own.as_ref().map_or(&plan.columns.maps[run.file], |own| &own.map);
        Some((run.file, column(map, Field::Prediction)?))
    };
    let Some(answers) = column(&plan.columns.maps[gold], Field::Answers) else { return plan };
    // The output from which a column of lists was extracted is a run next to it.
    let runs: Vec<(usize, String)> = plan.columns.runs.iter().filter_map(run_of).collect();
    let is_list = |(file, name): &&(usize, String)| {
        let sample = sources[*file].sample();
        let column = sample.and_then(|sample| Some((sample, sample.column(name)?)));
        column.is_some_and(|(sample, column)| {
            (0..sample.rows()).all(|row| sample.cell(row, column).kind == Kind::List)
        })
    };
    let of_lists: Vec<&(usize, String)> = runs.iter().filter(is_list).collect();
    let [(run, said)] = of_lists[..] else { return plan };
    let run = *run;
    if runs.iter().any(|(file, _)| *file != run) {
        return plan;
    }
    let lists = |file: usize, name: &str| -> Option<Vec<Vec<String>>> {
        let sample = sources[file].sample()?;
        let column = sample.column(name)?;
        (0..sample.rows()).map(|row| plain_list(sample.cell(row, column))).collect()
    };
    let both = lists(gold, &answers).zip(lists(run, said));
    let Some((golds, predictions)) = both else { return plan };
    let repeats = |list: &&Vec<String>| {
        list.iter().enumerate().any(|(place, one)| list[..place].contains(one))
    };
    let long: Vec<&Vec<String>> = golds.iter().filter(|list| list.len() > 2).collect();
    // Letters that name several choices are in alphabetical order, each once.
    let is_letter = |one: &String| matches!(one.trim().as_bytes(), [b'A'..=b'J']);
    let is_mixed = |list: &&Vec<String>| {
        list.iter().all(is_letter) && !list.is_sorted_by(|one, next| one < next)
    };
    let again = long.iter().copied().filter(|list| repeats(list) || is_mixed(list)).count();
    // Five or more sentences on both sides are answers to as many questions.
    let sentences = |list: &&Vec<String>| {
        let words = list.iter().map(|one| one.split_whitespace().count());
        list.len() >= 5 && words.sum::<usize>() >= list.len() * 5
    };
    let again = again.max(long.iter().copied().filter(sentences).count());
    let Some(rows) = rows_together(&plan, sources, gold, run) else { return plan };
    let alike = |(gold, run): &(usize, usize)| golds[*gold].len() == predictions[*run].len();
    if long.is_empty() || again * 3 < long.len() * 2 || !rows.iter().all(alike) {
        return plan;
    }
    let with = |file: usize, own: &[Vec<String>]| {
        let inspection = sources[file].inspection.as_ref().ok()?;
        let alike = inspection.sample.columns().iter().filter(|name| {
            let is_long = |(list, own): (&Vec<String>, &Vec<String>)| list.len() == own.len();
            lists(file, name).is_some_and(|lists| lists.iter().zip(own).all(is_long))
        });
        let alike: Vec<String> = alike.cloned().collect();
        Some((inspection.with_elements(&alike)?, View::Elements(alike)))
    };
    let of_run = if run == gold { None } else { Some(with(run, &predictions)) };
    let (Some(of_gold), None | Some(Some(_))) = (with(gold, &golds), &of_run) else { return plan };
    let of_run = of_run.flatten().map(|found| (run, found));
    for (file, (inspection, view)) in std::iter::once((gold, of_gold)).chain(of_run) {
        sources[file].take_view(view, inspection);
    }
    Plan::new(sources, given)
}

/// The first rows of gold and run with the same id, or `None` if hardly any ids match.
fn rows_together(
    plan: &Plan,
    sources: &[Source],
    gold: usize,
    run: usize,
) -> Option<Vec<(usize, usize)>> {
    let (ours, theirs) = (sources[gold].sample()?, sources[run].sample()?);
    if gold == run {
        return Some((0..ours.rows()).map(|row| (row, row)).collect());
    }
    let a = plan.columns.maps[gold].index(ours, Field::Id)?;
    let b = plan.columns.maps[run].index(theirs, Field::Id)?;
    let place = |text: &str| (0..theirs.rows()).find(|row| theirs.cell(*row, b).text == text);
    let rows = 0..ours.rows();
    let found: Vec<(usize, usize)> =
        rows.filter_map(|row| Some((row, place(ours.cell(row, a).text)?))).collect();
    (found.len() > 1 && found.len() * 2 >= ours.rows()).then_some(found)
}

/// The elements of a list of plain values.
fn plain_list(cell: Cell<'_>) -> Option<Vec<String>> {
    if cell.kind != Kind::List {
        return None;
    }
    let plain = |value: json::Value<'_>| {
        (!matches!(value.kind, Kind::List | Kind::Object)).then(|| value.text().into_owned())
    };
    json::elements(cell.text).map(|value| plain(value.ok()?)).collect()
}

impl Plan {
    /// Whether gold and predictions have columns by which rows may belong together, or are in one file. A whole
    /// chat is not such a column: the same question can occur in different chats.
    fn has_keys(&self, sources: &[Source]) -> bool {
        let is_chat = |cell: Cell<'_>| turn(cell.text, Turn::User).is_some();
        let key = |file: usize| {
            let map = &self.columns.maps[file];
            let asks = || {
                let cells = self.columns.cells(sources, file, Field::Question);
                map.one(Field::Question).is_some() && !cells.is_some_and(|mut all| all.any(is_chat))
            };
            map.one(Field::Id).is_some() || asks()
        };
        let one = |file: &usize| self.roles.gold == Some(*file);
        self.roles.predictions.iter().all(one)
            || self.roles.gold.iter().chain(&self.roles.predictions).all(|file| key(*file))
    }
}
