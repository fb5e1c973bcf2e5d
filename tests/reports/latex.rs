//! The LaTeX table as pdfLaTeX reads it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use scoredrop::session::protocol::ExportFormat;
use scoredrop_testing::{File, as_preset, report, runs_of, sample, score, skip};
use std::path::Path;
use std::process::Command;

/// Compiles the table of some files in a document that refers to it.
fn compile(name: &str, preset: &str, files: &[File], folder: &Path) {
    let mut session = score(files, as_preset(preset)).unwrap();
    let table = report(&mut session, ExportFormat::Latex);
    assert_eq!(table.matches("\\begin{tabular}").count(), 1, "{table}");
    assert!(!table.contains("XeLaTeX"), "{table}");
    let document = format!(
        "\\documentclass{{article}}\\usepackage{{booktabs}}\n\\begin{{document}}\n{table}\n\
         See Table~\\ref{{tab:{preset}}}.\n\\end{{document}}\n"
    );
    std::fs::write(folder.join(format!("{name}.tex")), document).unwrap();
    // The second time it knows the label.
    for _ in 0..2 {
        let output = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", name])
            .current_dir(folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}");
    }
    let log = String::from_utf8_lossy(&std::fs::read(folder.join(format!("{name}.log"))).unwrap())
        .into_owned();
    assert!(!log.contains("undefined"), "{log}");
}

#[test]
fn tables_compile() {
    let latex = Command::new("pdflatex").arg("--version").output();
    if !latex.is_ok_and(|output| output.status.success()) {
        skip("pdflatex is not there (Debian: apt-get install texlive-latex-recommended)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    compile("nq", "nq", &sample("nq", "jsonl", "jsonl"), folder);
    let files = sample("climate-finance", "jsonl", "csv");
    compile("climate", "climate-finance", &files, folder);
    let odd = "50% of a_b & {c} #1 $x$ \\input ~^ <é>.jsonl";
    let right = |index: usize| index % 10 != 7;
    let files = runs_of(40, &[(odd, &right), ("--b``''.jsonl", &|index| index % 3 != 1)]);
    compile("odd", "squad-v1", &files, folder);
}

#[test]
fn names_that_pdflatex_does_not_know_are_announced() {
    let files = runs_of(20, &[("模型.jsonl", &|index| index % 3 != 1)]);
    let mut session = score(&files, as_preset("squad-v1")).unwrap();
    let table = report(&mut session, ExportFormat::Latex);
    assert!(table.contains("% Compile with XeLaTeX or LuaLaTeX"), "{table}");
}
