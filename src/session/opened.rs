//! Tables that are read otherwise than they seem to be by themselves, because of what the other files hold: rows
//! that look like a header, members of objects as columns, elements of lists as rows.

use super::plan::Plan;
use super::{Session, Source};
use crate::base::types::Field;
use crate::table::json::{Turn, turn};
use crate::table::{Cell, Inspection, Kind, json};
use crate::understand::names::{VERDICT_MEMBERS, is_name_of_column, verdict};
use std::collections::HashSet;

impl Session {
    /// Takes the names of the columns of a table for its first row, where another file has the first of
    /// them among its values: the table has no header.
    pub(super) fn name_rows(&mut self) {
        let holds = |inspection: &Inspection, text: &str| {
            let sample = &inspection.sample;
            !sample.columns().iter().any(|name| name == text)
                && (0..sample.columns().len()).any(|column| {
                    (0..sample.rows()).any(|row| sample.cell(row, column).text == text)
                })
        };
        let first_values = |inspection: &Inspection| -> HashSet<String> {
            let sample = &inspection.sample;
            (0..sample.rows()).map(|row| sample.cell(row, 0).text.to_owned()).collect()
        };
        // A table that has no header either, and is about the same.
        let is_another = |inspection: &Inspection, own: &Inspection| {
            let columns = inspection.sample.columns();
            if columns.len() < 2 || columns.len() != own.sample.columns().len() {
                return false;
            }
            let name = &own.sample.columns()[0];
            let (theirs, ours) = (first_values(inspection), first_values(own));
            let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
            // A first row without digits is a name where ids have some, or where every other row has its like.
            let coded = ours.iter().all(|id| has_digit(id));
            let is_name =
                is_name_of_column(name) || (!has_digit(name) && (coded || theirs == ours));
            columns[0] == "column 1" && !is_name && theirs.intersection(&ours).nth(2).is_some()
        };
        // The second time round, tables without a header are known.
        for index in (0..self.sources.len()).chain(0..self.sources.len()) {
            let source = &self.sources[index];
            let Ok(inspection) = &source.inspection else { continue };
            let Some(first) = inspection.sample.columns().first() else { continue };
            if source.form.header.is_some() || first.trim().len() < 2 || source.is_packed() {
                continue;
            }
            let others = self.sources.iter().enumerate().filter(|(other, _)| *other != index);
            let mut others = others.filter_map(|(_, other)| other.inspection.as_ref().ok());
            if first != "column 1"
                && others.any(|other| holds(other, first) || is_another(other, inspection))
                && let Some(with) = inspection.with_header_as_row()
            {
                self.sources[index].take_inspection(with);
                self.pairing = None;
            }
        }
    }

    /// Makes members of objects and turns of chats columns, where these say more than what is there.
    pub(super) fn open_members(&mut self) {
        let lacks = self.plan.lacks_columns() || self.plan.deep || self.plan.scores_own_verdicts();
        let has_keys = self.plan.has_keys(&self.sources);
        let judged = !lacks && self.plan.verdicts.is_empty() && self.holds_verdicts();
        if !lacks && has_keys && !judged {
            return;
        }
        let mut before: Vec<(usize, Inspection)> = Vec::new();
        for (index, source) in self.sources.iter_mut().enumerate() {
            let with = source.inspection.as_ref().ok().and_then(Inspection::with_members);
            before.extend(with.and_then(|with| Some((index, source.exchange(with).ok()?))));
        }
        if before.is_empty() {
            return;
        }
        let plan = self.new_plan();
        // A question about columns says more than that there are none.
        let asks = plan.question.is_some() && self.plan.question.is_none();
        let whole = !plan.lacks_columns() && !plan.deep;
        // What a file says itself of its answers says less than gold answers beside them.
        let whole = whole && (!plan.scores_own_verdicts() || self.plan.lacks_columns());
        let same = |field: Field| {
            plan.used().eq(self.plan.used())
                && plan
                    .used()
                    .all(|file| plan.maps[file].one(field) == self.plan.maps[file].one(field))
        };
        // Where nothing else was missing, nothing else is read otherwise.
        let better = if judged && has_keys {
            !plan.verdicts.is_empty() && same(Field::Answers) && same(Field::Prediction)
        } else {
            (whole && (lacks || plan.has_keys(&self.sources))) || asks
        };
        for (index, inspection) in before {
            if let (Ok(with), true) = (self.sources[index].exchange(inspection), better) {
                self.sources[index].take_inspection(with);
            }
        }
        if better {
            self.plan = plan;
            self.pairing = None;
        }
    }

    /// Whether objects beside the predictions say of each whether it is right.
    fn holds_verdicts(&self) -> bool {
        let says = |text: &str| {
            let member = VERDICT_MEMBERS.iter().find_map(|name| json::member(text, name));
            member.is_some_and(|value| verdict(&value.text()).is_some())
        };
        self.plan.predictions.iter().any(|file| {
            let Some(sample) = self.sources[*file].sample() else { return false };
            (0..sample.columns().len()).any(|column| {
                let judged = |row: &usize| {
                    let cell = sample.cell(*row, column);
                    cell.kind == Kind::Object && says(cell.text)
                };
                (0..sample.rows()).filter(judged).count() * 2 > sample.rows()
            })
        })
    }

    /// Lists of gold answers and predictions that stand side by side, one element for each question, become
    /// rows: their lengths are the same in every record, and values come again in them, which those of a set
    /// do not.
    pub(super) fn open_lists(&mut self) {
        let Some(gold) = self.plan.gold else { return };
        let [run] = self.plan.predictions[..] else { return };
        let column = |file: usize, field: Field| self.plan.maps[file].one(field).map(str::to_owned);
        let columns = column(gold, Field::Answers).zip(column(run, Field::Prediction));
        let Some((answers, said)) = columns else { return };
        let lists = |file: usize, name: &str| -> Option<Vec<Vec<String>>> {
            let sample = self.sources[file].sample()?;
            let column = sample.column(name)?;
            (0..sample.rows()).map(|row| plain_list(sample.cell(row, column))).collect()
        };
        let both = lists(gold, &answers).zip(lists(run, &said));
        let Some((golds, predictions)) = both else { return };
        let repeats = |list: &&Vec<String>| {
            list.iter().enumerate().any(|(place, one)| list[..place].contains(one))
        };
        let long: Vec<&Vec<String>> = golds.iter().filter(|list| list.len() > 2).collect();
        let again = long.iter().copied().filter(repeats).count();
        let Some(rows) = self.rows_together(gold, run) else { return };
        let alike = |(gold, run): &(usize, usize)| golds[*gold].len() == predictions[*run].len();
        if long.is_empty() || again * 3 < long.len() * 2 || !rows.iter().all(alike) {
            return;
        }
        let with = |file: usize, own: &[Vec<String>]| {
            let inspection = self.sources[file].inspection.as_ref().ok()?;
            let alike = inspection.sample.columns().iter().filter(|name| {
                let is_long = |(list, own): (&Vec<String>, &Vec<String>)| list.len() == own.len();
                lists(file, name).is_some_and(|lists| lists.iter().zip(own).all(is_long))
            });
            let alike: Vec<String> = alike.cloned().collect();
            inspection.with_elements(&alike)
        };
        let of_run = if run == gold { None } else { Some(with(run, &predictions)) };
        let (Some(of_gold), None | Some(Some(_))) = (with(gold, &golds), &of_run) else { return };
        self.sources[gold].take_inspection(of_gold);
        if let Some(of_run) = of_run.flatten() {
            self.sources[run].take_inspection(of_run);
        }
        self.pairing = None;
        self.plan = self.new_plan();
    }

    /// The first rows of gold and run with the same id, or `None` where hardly any have.
    fn rows_together(&self, gold: usize, run: usize) -> Option<Vec<(usize, usize)>> {
        let (ours, theirs) = (self.sources[gold].sample()?, self.sources[run].sample()?);
        if gold == run {
            return Some((0..ours.rows()).map(|row| (row, row)).collect());
        }
        let a = self.plan.maps[gold].index(ours, Field::Id)?;
        let b = self.plan.maps[run].index(theirs, Field::Id)?;
        let place = |text: &str| (0..theirs.rows()).find(|row| theirs.cell(*row, b).text == text);
        let rows = 0..ours.rows();
        let found: Vec<(usize, usize)> =
            rows.filter_map(|row| Some((row, place(ours.cell(row, a).text)?))).collect();
        (found.len() > 1 && found.len() * 2 >= ours.rows()).then_some(found)
    }
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
    /// Whether gold and predictions have columns by which rows may belong together, or are one file. A chat
    /// as a whole is none: it stands for one question in many ways.
    fn has_keys(&self, sources: &[Source]) -> bool {
        let is_chat = |cell: Cell<'_>| turn(cell.text, Turn::User).is_some();
        let key = |file: usize| {
            let map = &self.maps[file];
            let asks = || {
                let cells = self.cells(sources, file, Field::Question);
                map.one(Field::Question).is_some() && !cells.is_some_and(|mut all| all.any(is_chat))
            };
            map.one(Field::Id).is_some() || asks()
        };
        let one = |file: &usize| self.gold == Some(*file);
        self.predictions.iter().all(one)
            || self.gold.iter().chain(&self.predictions).all(|file| key(*file))
    }
}
