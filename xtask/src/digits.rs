//! `cargo xtask digits`: how often Python's math functions give another last digit in the sandbox than on this machine.

use crate::system::{command, find, output};
use crate::{Result, python, root};
use serde_json::Value;
use std::collections::BTreeMap;

/// Values by function: the bits of a number, or the name of an exception.
type Values = BTreeMap<String, Vec<Value>>;

/// Runs the same functions in both interpreters and prints a table.
pub(crate) fn run() -> Result<()> {
    let folder = root().join("xtask/digits");
    let script = folder.join("values.py");
    let package = python::fetch()?;
    let mut sandbox = command("node", &[]);
    sandbox.arg(folder.join("sandbox.mjs")).arg(package).arg(&script);
    let sandbox = read(&output(&mut sandbox).ok_or("Node.js could not run the interpreter")?)?;

    let system = ["python3", "python"].into_iter().find_map(find).ok_or("Python is needed")?;
    let print = format!("exec(open({:?}).read()); print(values)", script.display().to_string());
    let native = read(&output(&mut command(system, &["-c", &print])).ok_or("Python failed")?)?;

    println!("| function | different | by at most, units in the last place |\n|---|--:|--:|");
    let mut exact = Vec::new();
    for (name, ours) in &sandbox {
        let theirs = native.get(name).ok_or_else(|| format!("this Python has no math.{name}"))?;
        let differing: Vec<u64> =
            ours.iter().zip(theirs).filter(|(one, two)| one != two).map(distance).collect();
        match differing.iter().copied().max() {
            Some(u64::MAX) => {
                println!("| `{name}` | {} | one raises an exception |", differing.len());
            }
            Some(most) => println!("| `{name}` | {} | {most} |", differing.len()),
            None => exact.push(format!("`{name}`")),
        }
    }
    println!("\nNever: {}", exact.join(", "));
    Ok(())
}

fn read(text: &str) -> Result<Values> {
    serde_json::from_str(text).map_err(|error| format!("values.py: {error}"))
}

/// How many floating-point numbers lie between two numbers of the same sign.
fn distance((one, two): (&Value, &Value)) -> u64 {
    match (one.as_i64(), two.as_i64()) {
        (Some(one), Some(two)) => one.abs_diff(two),
        _ => u64::MAX,
    }
}
