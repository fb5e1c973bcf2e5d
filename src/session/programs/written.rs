//! Verdicts as a file of lines.

use crate::base::types::Field;
use crate::preset::Settings;
use crate::programs::Line;
use crate::score::evaluate::{prediction_cell, prediction_text};
use crate::session::Session;
use std::io::{self, Write};

impl Session {
    /// Writes the verdicts of all programs, one line each, as the command line and this page read them.
    ///
    /// # Errors
    /// Where `out` fails.
    pub fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        let plan = self.plan.preset.settings.as_ref().and_then(Settings::plan);
        let (Some(ran), Some(material), Some(plan)) = (self.ran(), self.material(), plan) else {
            return Ok(());
        };
        let several = material.joined.runs.len() > 1;
        for run in &material.joined.runs {
            let side = &material.files[run.file];
            let ids: Vec<&str> = side.map.of(Field::Id).collect();
            for row in 0..run.rows.len() {
                for at in run.attempts_at(row) {
                    let Some(entry) = ran.entry(run.file, *at) else { continue };
                    let known = ran.verdicts.get(&entry.key);
                    let verdict = known.and_then(|known| known.verdict.as_ref());
                    let Some((verdict, python)) = verdict else { continue };
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
