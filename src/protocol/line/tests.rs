//! Whatever is written is read back as it was, and names are those that the core prints.

use crate::aggregate::{Aggregate, Group, Interval};
use crate::diagnostic::{Diagnostic, Severity};
use crate::input::float;
use crate::json_text::json_text;
use crate::json_tree::{FromJson, Json};
use crate::preset::Example;
use crate::protocol::{
    Against, AlsoAs, By, Certainty, Check, CheckLine, CheckRow, Choices, ColumnCard, ColumnChoice,
    Effect, Explanation, ExportFormat, FileCard, Flip, FlipStripe, GoldCard, Guess, JoinBy,
    JoinCandidate, Leaderboard, Link, Mark, Move, OpenFile, Origin, Pair, Piece, PresetCard,
    PresetOption, ProgramCard, ProgramsCard, Progress, Reply, Request, Row, RunCard, Said, Scored,
    SettingCard, SettingOption, SliceCard, Sort, Standing, Stripe, Summary, ToRun, VERSION,
    Verdict, Versus, View, Waiting,
};
use crate::report::json::Parts;
use crate::report::{Reconciliation, State};
use crate::schema::{Field, Role};
use crate::small_map::SmallMap;

const FIELDS: [Field; 9] = [
    Field::Id,
    Field::Question,
    Field::Answers,
    Field::Prediction,
    Field::Run,
    Field::SupportingFacts,
    Field::NaProbability,
    Field::Detail,
    Field::Group,
];

fn same(reply: &Reply) {
    let json = reply.to_text();
    assert_eq!(Reply::from_text(&json, float).as_ref(), Some(reply), "{json}");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
}

fn text(words: &str) -> String {
    words.to_owned()
}

fn guess<T>(value: T, certainty: Certainty) -> Guess<T> {
    Guess { value, certainty, reason: text("why") }
}

fn problem(severity: Severity) -> Diagnostic {
    Diagnostic::new(severity, "code", "words").file("a").row(7).column("c").remedy("do")
}

fn row(state: State, verdict: Verdict) -> Row {
    Row {
        row: 1_000_000,
        id: text("test-1"),
        question: Some(text("who?")),
        prediction: None,
        golds: vec![text("a \"b\""), text("")],
        state,
        verdict,
        metrics: vec![(text("f1"), Some(0.8)), (text("exact_match"), None)],
    }
}

#[test]
fn short_replies() {
    let preset = PresetOption { id: text("nq"), title: text("NQ"), unfit: Some(text("no")) };
    same(&Reply::Ready { version: text(VERSION), presets: vec![preset] });
    same(&Reply::Ready { version: text("another"), presets: Vec::new() });
    let unit = text("bytes");
    same(&Reply::Progress(Progress { doing: text("reading"), done: 3, total: 1 << 40, unit }));
    let effect = Effect {
        metric: None,
        mean: Some(0.25),
        difference: Some(-0.003),
        changed: 12,
        problem: Some(text("no")),
    };
    same(&Reply::Previewed { effects: vec![effect] });
    same(&Reply::Checked {
        problems: vec![problem(Severity::Error)],
        field: text("rules.empty"),
        from: 3,
        to: 7,
        known: vec![text("\"zero\"")],
    });
    let name = text("a.json");
    same(&Reply::Preset { slot: 7, name, text: text("{\n}"), sound: true });
    let stripe =
        Stripe { from: 1, to: 4, right: 1, wrong: 2, unanswered: 3, mean: 0.5, moving: 0.25 };
    same(&Reply::Strip { run: 2, stripes: vec![stripe] });
    same(&Reply::Pair(Box::new(Pair {
        a: 1,
        b: 0,
        by: By { metric: Some(text("em")), common: true },
        metric: text("exact_match"),
        graded: false,
        both: 5,
        only_a: 4,
        only_b: 3,
        neither: 2,
        left_out: 1,
        different: 9,
        strip_a: vec![stripe],
        strip_b: vec![stripe, stripe],
        flips: vec![FlipStripe { from: 0, to: 2, only_a: 1, only_b: 0 }],
        sentence: Some(text("A 71.2")),
        tested: None,
    })));
    same(&Reply::Panic { message: text("out of bounds") });
    same(&Reply::File { name: text("a.csv"), mime: text("text/csv") });
    let severities = [Severity::Info, Severity::Warning, Severity::Error];
    same(&Reply::Failed { problems: severities.map(problem).to_vec() });
}

#[test]
fn rows_and_explanations() {
    let rows = vec![
        row(State::Answered, Verdict::Right),
        row(State::NotExtracted, Verdict::Partly),
        row(State::Blank, Verdict::Wrong),
        row(State::Missing, Verdict::Unanswered),
        row(State::Excluded, Verdict::Unanswered),
    ];
    same(&Reply::Rows { total: 5, from: 0, rows });
    let marks = [Mark::Plain, Mark::Deleted, Mark::Shared];
    let pieces = marks.map(|mark| Piece { text: text("p"), mark }).to_vec();
    same(&Reply::Explained(Box::new(Explanation {
        row: row(State::Answered, Verdict::Right),
        chain: vec![Link {
            label: text("taken"),
            pieces,
            mathml: Some(text("<math/>")),
            note: Some(text("n")),
        }],
        golds: vec![GoldCard {
            text: text("The A"),
            normalised: text("a"),
            mathml: None,
            metrics: vec![(text("f1"), 1.0)],
            matched: true,
        }],
        why: vec![text("so")],
        candidates: vec![text("12.5")],
        prediction_place: Some((text("p.jsonl"), 3)),
        gold_place: None,
        programs: vec![program(), ProgramCard::default()],
    })));
    let jobs = vec![ToRun { key: text("k"), job: text("{\"id\":\"k\"}"), again: true }];
    same(&Reply::Programs { jobs, after: 9 });
    same(&Reply::Kept { count: 7 });
}

fn program() -> ProgramCard {
    ProgramCard {
        file_row: 7,
        category: text("failed"),
        program: text("def f():\n    pass"),
        detail: text("line 1 differs"),
        test: Some(0),
        line: Some(1),
        found: Some(text("1")),
        expected: Some(text("")),
        ms: Some(1.5),
        memory: Some(70_000),
        emulated: Some(text("threads")),
        python: Some(text("3.14.2")),
        earlier: vec![text("passed")],
    }
}

#[test]
fn a_summary_with_everything() {
    let columns = FIELDS.map(|field| ColumnCard {
        name: text("c"),
        examples: vec![text("e"), text("")],
        field: Some(guess(field, Certainty::Chosen)),
    });
    let file = |role| FileCard {
        slot: 1,
        name: text("a"),
        bytes: 9,
        packed: true,
        left: true,
        lost: true,
        report: Some(Choices { signature: Some(text("preset:nq@1")), ..Choices::default() }),
        role,
        format: text("CSV"),
        form: vec![(text("encoding"), text("utf-8")), (text("header"), text("no"))],
        rows: Some(3),
        about: text("about"),
        columns: columns.to_vec(),
    };
    let roles = [Role::Gold, Role::Predictions, Role::NaProb, Role::Table];
    let mut files = roles.map(|role| file(Some(guess(role, Certainty::Guessed)))).to_vec();
    files.push(file(None));
    same(&Reply::Summary(Box::new(Summary {
        files,
        waiting: Some(Waiting { missing: Some(Role::Gold), message: text("gold?") }),
        scored: Some(scored()),
        check: Some(Check {
            report: Some(text("r.json")),
            sentence: text("1 of 2 rows equal"),
            equal: true,
            lines: vec![CheckLine {
                what: text("gold"),
                words: text("w"),
                equal: true,
                remark: true,
            }],
            rows: vec![CheckRow { run: text("r"), row: 7, id: text("q"), words: text("w") }],
            left_out: vec![text("ids")],
        }),
        joins: scored().joins,
        diagnostics: vec![problem(Severity::Warning)],
        pending: true,
    })));
    same(&Reply::Summary(Box::default()));
}

fn scored() -> Scored {
    let joins = [JoinBy::Id, JoinBy::Question, JoinBy::Row, JoinBy::SameRow];
    let join = |by| JoinCandidate { by, matched: 1, gold: 2, compared: 3, agreeing: 4 };
    let interval = Interval { low: 0.1, high: 0.3, level: 0.95, method: text("wilson") };
    let aggregate = Aggregate {
        metric: text("f1"),
        group: Some(Group { column: text("type"), value: text("bridge") }),
        mean: Some(0.2),
        n: 10,
        n_scored: 9,
        scale: 100.0,
        interval: Some(interval),
    };
    let verdicts = [Verdict::Right, Verdict::Partly, Verdict::Wrong, Verdict::Unanswered];
    let option = SettingOption { value: text("v"), words: text("w"), help: text("h") };
    Scored {
        preset: guess(
            PresetCard {
                id: text("nq"),
                title: text("NQ"),
                version: 1,
                modified: true,
                reproduces: text("x"),
                summary: text("s"),
                limits: vec![text("l")],
                own: true,
                inputs: text("i"),
                citation: text("c"),
                golden_cases: 432,
                real_answers: 24_737,
                example: Some(Example { golds: vec![text("g")], prediction: text("p") }),
            },
            Certainty::Proven,
        ),
        presets: vec![PresetOption { id: text("nq"), title: text("NQ"), unfit: None }],
        join: guess(JoinBy::Row, Certainty::Guessed),
        joins: joins.map(join).to_vec(),
        questions: 3610,
        gold: vec![text("g")],
        known: Some(text("SQuAD 1.1, dev")),
        predictions: vec![text("p")],
        settings: vec![SettingCard {
            key: text("k"),
            label: text("l"),
            value: text("v"),
            default: text("d"),
            options: vec![option],
            free: true,
        }],
        provisional: vec![text("why")],
        signature: text("sig"),
        runs: vec![RunCard {
            name: text("run"),
            reconciliation: Reconciliation {
                gold: 1,
                answered: 2,
                not_extracted: 3,
                blank: 4,
                missing: 5,
                excluded: 6,
                extra: 7,
                duplicate_predictions: 8,
                duplicate_gold: 9,
                unparseable: 10,
            },
            aggregates: vec![aggregate],
            official: vec![(text("em"), text("25.0"))],
            verdicts: verdicts.into_iter().zip(1..).collect(),
            notes: SmallMap::from([(text("odd"), 2)]),
            categories: SmallMap::from([(text("passed"), 3)]),
        }],
        comparisons: vec![Said {
            metric: text("f1"),
            questions: text("common"),
            words: text("A is better"),
        }],
        baseline: 1,
        leaderboard: vec![board()],
        slices: vec![SliceCard { slice: text("a:1,2"), column: text("a"), words: text("w") }],
        cluster: Some(text("48 clusters by title")),
        groups: vec![text("type")],
        also_as: vec![AlsoAs { preset: text("a"), mean: 0.5, agrees: true }],
        moves: vec![Move {
            words: text("keep"),
            set: (text("k"), text("v")),
            difference: -0.1,
            changed: 3,
        }],
        programs: Some(ProgramsCard {
            attempts: 3,
            total: 2,
            left: 1,
            python: vec![text("3.14.2")],
            waits: None,
        }),
    }
}

fn board() -> Leaderboard {
    let interval = || Some(Interval { low: -0.1, high: 0.3, level: 0.95, method: text("tango") });
    let versus = Versus {
        difference: Some(0.026),
        interval: interval(),
        p: Some(0.01),
        p_adjusted: Some(0.03),
        verdict: text("not_shown"),
        reason: Some(text("includes_zero")),
        only_a: 26,
        only_b: 13,
        smallest_detectable: Some(0.04),
        words: text("2.6 (0.2 to 5.2)"),
        sentence: text("A 71.2"),
    };
    let standing = |run, versus| Standing {
        run,
        name: text("run"),
        rank: 1,
        leader: 0,
        mean: Some(0.25),
        interval: interval(),
        n: 9,
        versus,
    };
    Leaderboard {
        metric: text("f1"),
        questions: text("common"),
        words: text("9 of 10"),
        n: 9,
        runs: vec![standing(0, None), standing(1, Some(versus))],
    }
}

#[test]
fn another_language() {
    for text in [r#"{"unheard_of":{}}"#, r#"{"ready":{}}"#, r#"{"open": 1}"#, "{}", "", "no JSON"] {
        assert!(Reply::from_text(text, float).is_none(), "{text}");
        assert!(Request::from_text(text).is_none(), "{text}");
    }
}

#[test]
fn requests() {
    let choices = Choices {
        preset: Some("nq".into()),
        preset_guessed: true,
        roles: SmallMap::from([(3, Role::Gold), (4, Role::NaProb), (5, Role::Table)]),
        forms: SmallMap::from([("3.separator".into(), "comma".into())]),
        columns: vec![ColumnChoice {
            role: Role::Predictions,
            field: Field::SupportingFacts,
            column: "sp".into(),
        }],
        join: Some(JoinBy::Question),
        set: SmallMap::from([("articles".into(), "keep".into())]),
        settled: SmallMap::from([("q1".into(), "12.5".into())]),
        confirmed: true,
        seed: 9_007_199_254_740_993,
        baseline: Some("b".into()),
        slices: vec!["level".into(), "length:0,10".into()],
        cluster: Some("title".into()),
        twins: vec!["extract=whole".into()],
        signature: Some("s".into()),
    };
    let view = View {
        run: 2,
        states: vec![State::Blank, State::NotExtracted],
        verdicts: vec![Verdict::Partly, Verdict::Unanswered],
        text: "\"é\u{202e}".into(),
        range: Some((1, 5)),
        group: Some(("type".into(), "bridge".into())),
        duplicates: true,
        note: Some(text("odd")),
        category: Some(text("not_run")),
        against: Some(Against { flip: Some(Flip::OnlyA), different: true }),
        by: By { metric: Some(text("f1")), common: true },
        sort: Sort::Metric("f1".into()),
        descending: true,
    };
    let origin = Origin {
        name: text("a.zip"),
        bytes: 9,
        member: text("b.csv"),
        format: text("zip"),
        file: text("b.csv"),
        by_record: true,
        notes: vec![problem(Severity::Info)],
    };
    let json = json_text(&origin);
    assert_eq!(Origin::from_json(Json::parse(&json).unwrap()), Some(origin), "{json}");
    let file = |unpacked| OpenFile { slot: 1, name: "a".into(), bytes: 7, unpacked };
    let requests = [
        Request::Open { files: vec![file(false), file(true)] },
        Request::Close { slot: 1 },
        Request::Choose { choices: choices.clone() },
        Request::Preview { run: 3, alternatives: vec![choices, Choices::default()] },
        Request::Select { run: 1 },
        Request::Pair { a: 0, b: 3, stripes: 200, by: By { metric: None, common: true } },
        Request::Rows { view: view.clone(), from: 3, count: 4 },
        Request::Rows { view: View::default(), from: 0, count: 1 },
        Request::Explain { run: 0, row: 9 },
        Request::Strip { run: 1, stripes: 800 },
        Request::Export {
            format: ExportFormat::AggregatesCsv,
            view: None,
            parts: Parts::default(),
        },
        Request::Export {
            format: ExportFormat::Official,
            view: Some(view),
            parts: Parts { no_outputs: true, no_questions: false },
        },
        Request::Export { format: ExportFormat::Preset, view: None, parts: Parts::default() },
        Request::Export { format: ExportFormat::Verdicts, view: None, parts: Parts::default() },
        Request::Programs { from: 7, count: 64 },
        Request::Verdicts {
            answers: vec![(text("k"), text("{\"verdict\":\"passed\"}"))],
            last: true,
        },
        Request::Again { run: 1, row: 3 },
        Request::Kept { keys: vec![text("a"), text("b")] },
        Request::Check { preset: "{\n".into(), cursor: 2 },
        Request::Try {
            preset: "p".into(),
            set: SmallMap::from([("articles".into(), "keep".into())]),
            golds: vec!["a".into()],
            prediction: "b".into(),
        },
    ];
    for request in requests {
        let json = request.to_text();
        assert_eq!(Request::from_text(&json).as_ref(), Some(&request), "{json}");
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
    }
}

#[test]
fn names() {
    let quoted = |name: &str| format!("\"{name}\"");
    for role in [Role::Gold, Role::Predictions, Role::NaProb, Role::Table] {
        assert_eq!(json_text(&role), quoted(role.name()));
    }
    for field in FIELDS {
        assert_eq!(json_text(&field), quoted(field.name()));
    }
    for by in [JoinBy::Id, JoinBy::Question, JoinBy::Row, JoinBy::SameRow] {
        assert_eq!(json_text(&by), quoted(by.name()));
    }
    for state in
        [State::Answered, State::NotExtracted, State::Blank, State::Missing, State::Excluded]
    {
        assert_eq!(json_text(&state), quoted(state.name()));
    }
}
