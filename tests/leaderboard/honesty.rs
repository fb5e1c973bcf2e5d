//! Whether intervals hold what they promise, and how often equal runs are called different: counted
//! out where the outcomes can be listed, simulated with fixed seeds elsewhere. `cargo xtask honesty`
//! runs the long form and prints it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(clippy::print_stdout, reason = "xtask shows it")]

use crate::simulate::{self, Coverage, Model, Rate};

/// Numbers of questions and shares of right answers that are looked at.
const SIZES: [u64; 3] = [50, 200, 1000];
const SHARES: [f64; 3] = [0.05, 0.5, 0.95];

fn grid(model: Model) -> Vec<Coverage> {
    let cells = SIZES.into_iter().flat_map(|n| SHARES.map(|share| (n, share)));
    cells.map(|(n, share)| Coverage { model, n, share }).collect()
}

const MODELS: [Model; 10] = [
    Model::Wilson,
    Model::Tango { apart: 0.0 },
    Model::Tango { apart: 0.04 },
    Model::Bootstrap,
    Model::PairedBootstrap,
    Model::ClusterMean,
    Model::ClusterDifference,
    Model::OverGroups,
    Model::GradedOverGroups,
    Model::OfAttempted,
];

fn rates() -> Vec<Rate> {
    let mut all = Vec::new();
    for graded in [false, true] {
        for n in SIZES {
            for (runs, slices, cluster) in [(2, 1, 1), (2, 1, 5), (6, 1, 1), (2, 6, 1), (4, 4, 1)] {
                all.push(Rate { graded, n, share: 0.5, runs, slices, cluster });
            }
            for share in [0.05, 0.95] {
                all.push(Rate { graded, n, share, runs: 2, slices: 1, cluster: 1 });
            }
        }
    }
    all
}

/// What a few of them say, loosely: gross errors show.
#[test]
fn in_short() {
    for model in [Model::Wilson, Model::Tango { apart: 0.0 }] {
        for share in SHARES {
            let near = Coverage { model, n: 50, share }.near().unwrap();
            assert!((0.93..0.985).contains(&near), "{model:?} {share} {near}");
        }
    }
    for (model, draws) in [
        (Model::ClusterMean, 1000),
        (Model::ClusterDifference, 1000),
        (Model::Bootstrap, 60),
        (Model::OverGroups, 1000),
        (Model::GradedOverGroups, 1000),
        (Model::OfAttempted, 1000),
    ] {
        let held = Coverage { model, n: 200, share: 0.5 }.measured(draws);
        assert!((0.86..0.999).contains(&held), "{model:?} {held}");
    }
    for (graded, n, runs, slices, cluster, families) in [
        (false, 50, 2, 1, 1, 400),
        (false, 200, 4, 4, 1, 60),
        (false, 200, 2, 1, 5, 40),
        (true, 50, 2, 1, 1, 60),
    ] {
        let case = Rate { graded, n, share: 0.5, runs, slices, cluster };
        let found = case.measured(families);
        assert!(!found.above(0.05), "{}", case.line(found));
    }
}

/// The whole table: some minutes in release.
#[test]
#[ignore = "cargo xtask honesty"]
fn table() {
    println!("Coverage: how often a 95 % interval holds the true value, in percent.");
    println!(
        "Aim: 94 to 96. \"counted\" lists every outcome, \"simulated\" has 2 000 draws (± 1).\n"
    );
    let cases: Vec<Coverage> = MODELS.into_iter().flat_map(grid).collect();
    let lines = simulate::in_parallel(&cases, |case| case.line(2000));
    let outside = lines.iter().filter(|line| line.contains("outside")).count();
    for line in &lines {
        println!("{line}");
    }
    println!(
        "\n{} of {} within 94 to 96, as far as chance lets that be said\n",
        lines.len() - outside,
        lines.len()
    );
    println!(
        "False \"better\": how often equal runs are told apart, in percent. Aim: at most 5.\n"
    );
    let cases = rates();
    let found = simulate::in_parallel(&cases, |case| case.measured(1000));
    for (case, rate) in cases.iter().zip(&found) {
        println!("{}", case.line(*rate));
    }
    let above = found.iter().filter(|rate| rate.above(0.05)).count();
    println!("\n{above} of {} above 5 by more than chance", found.len());
    assert_eq!(above, 0);
}
