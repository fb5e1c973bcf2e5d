//! Verdicts as a file of lines.

use super::Workshop;
use crate::base::types::Field;
use crate::programs::Line;
use crate::programs::runnable::verdict;
use crate::score::evaluate::{prediction_cell, prediction_text};
use std::io::{self, Write};

impl Workshop<'_> {
    /// Writes the verdicts of all programs, one line each, as the command line and this page read them.
    ///
    /// # Errors
    /// Where `out` fails.
    pub fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { ran, material, settings } = self;
        let Some(plan) = settings.plan() else { return Ok(()) };
        let several = material.joined.runs.len() > 1;
        for run in &material.joined.runs {
            let side = &material.files[run.file];
            let ids: Vec<&str> = side.map.of(Field::Id).collect();
            for row in 0..run.rows.len() {
                for at in run.attempts_at(row) {
                    let Some(entry) = ran.entry(run.file, *at) else { continue };
                    let found = verdict(ran.verdicts, &entry.key);
                    let Some((verdict, python)) = found else { continue };
                    let at = *at as usize;
                    let text = |name: &str| {
                        let column = side.table.column(name)?;
                        side.table.cell(at, column).as_text()
                    };
                    let alone = ids.len() == 1;
                    let mut task: Vec<(&str, &str)> = ids
                        .iter()
                        .filter_map(|name| {
                            Some((if alone { "task_id" } else { name }, text(name)?))
                        })
                        .collect();
                    let key = material.key(row);
                    if task.is_empty() {
                        task.push(("task_id", &key));
                    }
                    if several {
                        task.push(("model_name", &run.name));
                    }
                    let (column, cell) = prediction_cell(side, at);
                    // What these hold is taken as it is, or not: see `Settings::extractor_of`.
                    let own = ["solution", "code", "output"];
                    let column = column.filter(|name| own.contains(name));
                    let answer = prediction_text(cell).unwrap_or_default();
                    let line = Line {
                        task: &task,
                        column: column.unwrap_or("completion"),
                        answer: &answer,
                        verdict,
                        python,
                        key: &entry.key,
                        limits: plan.limits,
                    };
                    writeln!(out, "{}", line.json())?;
                }
            }
        }
        Ok(())
    }
}
