//! A user's own preset: read with the place of every mistake, never taken for the catalog's, equal to
//! the settings it was made of, and described by the JSON Schema.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use scoredrop::base::diagnostic::Code;
use scoredrop::preset::schema::schema;
use scoredrop::preset::{
    Preset, SETTINGS, Settings, looks_like_preset, preset, presets, read, resolve,
};
use scoredrop::score::extract::RULES;
use scoredrop::session::protocol::{Choices, ExportFormat};
use scoredrop::session::{Session, report, try_answer};
use scoredrop_testing::{
    File, as_preset, mean, official, quick_report, report, said, score, values,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

fn nq_files() -> [File; 2] {
    [
        File::gold("gold.jsonl", include_bytes!("../../samples/nq/gold.jsonl")),
        File::predictions(
            "predictions.jsonl",
            include_bytes!("../../samples/nq/predictions.jsonl"),
        ),
    ]
}

fn with(set: &[(&str, &str)]) -> BTreeMap<String, String> {
    set.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn compiled(preset: &Preset, set: &[(&str, &str)]) -> Settings {
    Settings::compile(preset, &with(set)).unwrap()
}

/// The text of the catalog's preset with changes.
fn baked(id: &str, set: &[(&str, &str)]) -> String {
    compiled(preset(id).unwrap(), set).baked()
}

/// A preset of the catalog as JSON with another value at a pointer.
fn edited(id: &str, pointer: &str, value: Value) -> String {
    let mut tree: Value = serde_json::from_str(&preset(id).unwrap().text()).unwrap();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let place = tree.pointer_mut(parent).unwrap();
    match name.parse::<usize>() {
        Ok(index) if place.is_array() => place[index] = value,
        _ => place[name] = value,
    }
    serde_json::to_string_pretty(&tree).unwrap()
}

/// The first problem of a text: message and remedy.
fn problem(text: &str) -> (String, String) {
    let problem = resolve(text).unwrap_err().problems.remove(0);
    assert_eq!(problem.code, Code::BadPreset);
    assert!(problem.row.is_some_and(|row| row > 0), "{problem}");
    (problem.message, problem.remedy.unwrap_or_default())
}

#[test]
fn every_mistake_is_told() {
    for (pointer, value, message, remedy) in [
        ("/id", json!("My QA"), "id must consist of a-z, 0-9 and -", ""),
        ("/version", json!(0), "version must be 1 or more", ""),
        ("/title", json!(" "), "title must not be blank", ""),
        ("/scale", json!(0), "scale must be greater than 0", ""),
        ("/scale", json!(-1), "scale must be greater than 0", ""),
        ("/scale", json!("1"), "scale must be a number", ""),
        (
            "/extract",
            json!("frist_line"),
            "extract cannot be \"frist_line\"",
            "known are whole, first_line",
        ),
        ("/normalize/0", json!("lower"), "normalize[0] cannot be \"lower\"", "mean lowercase?"),
        (
            "/metrics",
            json!([]),
            "metrics must name at least one metric; the first is the headline",
            "",
        ),
        ("/metrics/1", json!("f2"), "metrics[1] cannot be \"f2\"", "known are exact_match, f1"),
        ("/metrics/1", json!("exact_match"), "metrics must not name a metric twice", ""),
        (
            "/metrics/1",
            json!("refusal"),
            "metrics contain refusal, which needs the field refusals",
            "",
        ),
        ("/switches", json!(["case"]), "switches[0] cannot be \"case\"", "known are whitespace"),
        ("/refusals", json!(["*"]), "refusals must contain words", ""),
        (
            "/na_threshold",
            json!(0.5),
            "na_threshold has no effect unless rules.unanswerable is true",
            "",
        ),
        ("/official/0/metric", json!("recall"), "official must name metrics of this preset", ""),
        (
            "/official/0/value",
            json!("avg"),
            "official[0].value cannot be \"avg\"",
            "known are mean",
        ),
        (
            "/official/0",
            json!({"key": "a", "value": "mean"}),
            "official must name metrics of this preset",
            "",
        ),
        (
            "/official_needs",
            json!(["one_part"]),
            "official_needs must not have one_part or known_parts without parts",
            "",
        ),
        (
            "/parts",
            json!({"columns": [], "known": [], "others": "warn"}),
            "parts must name a column, and at least one value for each part",
            "",
        ),
        (
            "/parts",
            json!({"columns": ["Answer Type"], "known": [{"names": ["a"]}], "others": "warn"}),
            "parts must name columns in snake_case, for example answer_type",
            "",
        ),
        (
            "/parts",
            json!({"columns": ["a"], "known": [{"names": ["a"]}, {"names": ["a"]}], "others": "warn"}),
            "parts must not name a value twice",
            "",
        ),
        (
            "/parts",
            json!({"columns": ["a"], "known": [{"names": ["a"], "normalize": ["strips"]}], "others": "warn"}),
            "parts.known[0].normalize[0] cannot be \"strips\"",
            "did you mean strip?",
        ),
    ] {
        let metrics = json!(["exact_match", "f1"]);
        let mut tree: Value = serde_json::from_str(&edited("squad-v1", pointer, value)).unwrap();
        if !pointer.starts_with("/metrics") {
            tree["metrics"] = metrics;
        }
        let found = problem(&serde_json::to_string_pretty(&tree).unwrap());
        assert_eq!(found.0, message);
        assert!(found.1.contains(remedy), "{message}: {}", found.1);
    }
    assert_eq!(resolve("mine").unwrap_err().problems[0].code, Code::UnknownPreset);
}

#[test]
fn a_mistake_has_its_line() {
    let text = edited("nq", "/scale", json!(-1));
    let line = text.lines().position(|line| line.contains("\"scale\"")).unwrap() + 1;
    assert_eq!(resolve(&text).unwrap_err().problems[0].row, Some(line as u64));
    let text = text.replacen("\"version\": 1,", "\"version\": 1", 1);
    let error = resolve(&text).unwrap_err().problems.remove(0);
    assert_eq!(error.row, Some(4), "{error}");
    assert!(error.message.contains("expected"), "{error}");
}

#[test]
fn the_catalogs_own_text_is_the_catalogs_preset() {
    for known in presets() {
        let own = resolve(&known.text()).unwrap();
        let settings = compiled(&own, &[]);
        assert!(!settings.own() && !settings.modified(), "{}", known.id);
        assert_eq!(settings.hash(), compiled(known, &[]).hash());
        // So is another order of fields, and white space.
        let mut tree: Value = serde_json::from_str(&known.text()).unwrap();
        tree.as_object_mut().unwrap().sort_keys();
        assert!(!compiled(&resolve(&tree.to_string()).unwrap(), &[]).modified());
    }
    let text = preset("squad-v1").unwrap().text();
    let by_text = score(&nq_files(), as_preset(&text)).unwrap();
    let by_id = score(&nq_files(), as_preset("squad-v1")).unwrap();
    assert_eq!(quick_report(&by_text), quick_report(&by_id));
    assert!(!by_text.score().unwrap().official[0].is_empty());
}

#[test]
fn any_other_text_is_modified_everywhere() {
    for (pointer, value) in [
        ("/title", json!("My questions")),
        ("/scale", json!(100)),
        ("/version", json!(2)),
        ("/id", json!("my-nq")),
        ("/official/0/key", json!("F1")),
        ("/card/summary", json!("Mine.")),
        ("/rules", json!({"empty": "equal"})),
    ] {
        let text = edited("nq", pointer, value);
        let mut session = score(&nq_files(), as_preset(&text)).unwrap();
        let settings = &session.score().unwrap().settings;
        assert!(settings.own() && settings.modified() && settings.departs(), "{pointer}");
        assert!(
            session.score().unwrap().official.iter().all(serde_json::Map::is_empty),
            "{pointer}"
        );
        assert!(said(&session, Code::OwnPreset).len() == 1);
        assert!(session.score().unwrap().provisional.is_empty(), "{pointer}");
        let summary = report::summary(&session, &[], &[], false);
        let card = summary.scored.unwrap().preset.value;
        assert!(card.modified && card.own);
        let json = quick_report(&session);
        assert_eq!(json["preset"]["modified"], true);
        assert_eq!(json["preset"]["id"], resolve(&text).unwrap().id.as_str());
        assert!(json["signature"].as_str().unwrap().contains("+modified:"));
        let markdown = report(&mut session, ExportFormat::Markdown);
        assert!(markdown.contains("A preset of the user's own"), "{markdown}");
        assert!(markdown.contains("not its number"), "{markdown}");
        for format in [ExportFormat::Csv, ExportFormat::Json, ExportFormat::AggregatesCsv] {
            let (name, _) = scoredrop::session::report::file_name(&session, format);
            assert!(name.contains("nq-modified-"), "{name}");
        }
        assert_eq!(report(&mut session, ExportFormat::Preset), resolve(&text).unwrap().text());
    }
}

#[test]
fn words_saved_and_dropped_again_give_the_same_score() {
    let set = [("articles", "keep"), ("missing", "exclude")];
    let choices = Choices { set: with(&set), ..as_preset("nq") };
    let mut changed = score(&nq_files(), choices).unwrap();
    let text = report(&mut changed, ExportFormat::Preset);
    let (name, _) = scoredrop::session::report::file_name(&changed, ExportFormat::Preset);
    assert_eq!(name, "nq-modified.json");
    let mut own = score(&nq_files(), as_preset(&text)).unwrap();
    report(&mut own, ExportFormat::Json);
    let (was, is) = (quick_report(&changed), quick_report(&own));
    assert_eq!(was["preset"], is["preset"], "equal rules have equal hashes");
    assert_eq!(was["signature"], is["signature"]);
    assert!(was["runs"] == is["runs"]);
    // And its settings can be changed further, or back.
    let back = Choices { set: with(&[("articles", "ignore")]), ..as_preset(&text) };
    let mut back = score(&nq_files(), back).unwrap();
    assert!(mean(&back, 0, "exact_match") > mean(&own, 0, "exact_match"));
    assert!(report(&mut back, ExportFormat::Preset).contains("delete_articles"));
}

#[test]
fn the_order_of_steps_is_the_one_written() {
    let text =
        edited("squad-v1", "/normalize", json!(["collapse_whitespace", "delete_articles(re)"]));
    let golds = ["the  end".to_owned()];
    let set = BTreeMap::new();
    let normalised = try_answer(&text, &set, &golds, "x").unwrap().golds[0].normalised.clone();
    assert_eq!(normalised, "  end", "nothing collapses what deleting leaves");
    let own = resolve(&text).unwrap();
    assert_eq!(
        read(&compiled(&own, &[("case", "ignore")]).baked()).unwrap().normalize[0],
        "lowercase"
    );
}

#[test]
fn a_preset_of_another_id_may_score_known_files() {
    let gold = File::gold("gold.json", include_bytes!("../../samples/squad/gold.json"));
    let predictions =
        File::predictions("p.json", include_bytes!("../../samples/squad/predictions.json"));
    let text = edited("squad-v1", "/id", json!("house-rules"));
    let session = score(&[gold, predictions], as_preset(&text)).unwrap();
    assert!(session.score().unwrap().provisional.is_empty());
    assert_eq!(official(&session, 0, "f1"), None);
    assert!(said(&session, Code::OwnPreset)[0].message.contains("is your own preset"));
    // What else the files would score includes the catalog's.
    let known: Vec<String> = session
        .finished()
        .unwrap()
        .alternatives()
        .iter()
        .filter_map(|one| one.choices().preset.clone().filter(|id| !id.starts_with('{')))
        .collect();
    assert!(known.contains(&"squad-v1".to_owned()), "{known:?}");
}

#[test]
fn a_broken_preset_stands_in_the_way() {
    let mut session = Session::new();
    for (slot, file) in (0..).zip(nq_files()) {
        let head = |_| Ok::<_, std::convert::Infallible>(file.bytes.clone());
        session.add(slot, &file.name, file.bytes.len() as u64, head);
    }
    session.choose(as_preset("{\"id\": 1}"));
    session.understand();
    assert!(session.plan().notes.problems.iter().any(|one| one.message == "id must be a text"));
    assert!(session.plan().waiting.is_some() && session.plan().preset.settings.is_none());
}

#[test]
fn a_preset_is_told_from_data() {
    for known in presets() {
        assert!(looks_like_preset(&known.text()));
        assert!(looks_like_preset(&known.text().replacen(',', "", 2)), "a broken one as well");
        assert!(looks_like_preset(&known.text().replace("\"metrics\"", "\"metric\"")));
    }
    for data in [
        r#"{"card": "Karte", "normalize": "normalisieren", "metrics": "Metrik"}"#,
        r#"{"card": {"id": 1}, "answer": ["yes"]}"#,
        "{\"card\": {}, \"metrics\": []}\n{\"card\": {}, \"metrics\": []}",
        r#"{"a": {"card": 1, "normalize": 2, "metrics": 3}}"#,
        r#"[{"card": 1, "normalize": 2, "metrics": 3}]"#,
        "question,answer\n1,2\n",
        "",
    ] {
        assert!(!looks_like_preset(data), "{data}");
    }
    let text = preset("nq").unwrap().text();
    for bytes in [
        text.clone().into_bytes(),
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
    ] {
        let files = [File::gold("mine.json", bytes), nq_files()[1].clone()];
        let error = score(&files, as_preset("nq")).unwrap_err();
        assert_eq!(error.problems[0].code, Code::PresetFile);
        assert!(error.problems[0].remedy.as_deref().unwrap().contains("--preset mine.json"));
    }
}

#[test]
fn every_card_has_an_example_that_works() {
    for known in presets() {
        let example = known.card.example.as_ref().unwrap();
        let set = BTreeMap::new();
        let found = try_answer(&known.id, &set, &example.golds, &example.prediction).unwrap();
        assert!(!found.why.is_empty(), "{}", known.id);
        assert!(found.row.metrics.iter().any(|(_, value)| value.is_some()), "{}", known.id);
        assert!(known.card.golden_cases > 0, "{}", known.id);
    }
    // It follows the settings in force.
    let golds = ["the end".to_owned()];
    let f1 = |set: &[(&str, &str)]| {
        let found = try_answer("squad-v1", &with(set), &golds, "an end").unwrap();
        found.row.metrics.iter().find(|(name, _)| name == "f1").unwrap().1
    };
    assert_eq!((f1(&[]), f1(&[("articles", "keep")])), (Some(1.0), Some(0.5)));
}

/// Settings that any preset has, and those that some have.
fn switches() -> impl Strategy<Value = BTreeMap<String, String>> {
    let of = |key: &'static str, values: &'static [&'static str]| {
        proptest::option::of(proptest::sample::select(values)).prop_map(move |value| (key, value))
    };
    (
        of("extract", &["whole", "first_line", "first_boxed", r#"after("is:")"#]),
        of("accents", &["keep", "decompose"]),
        of("case", &["keep", "ignore"]),
        of("punctuation", &["keep", "ignore"]),
        of("articles", &["keep", "ignore"]),
        of("whitespace", &["keep", "ignore"]),
        of("missing", &["zero", "exclude"]),
        of("na_threshold", &["0.5", "1.0", "0", "-1", "2e-3"]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h)| {
            let all = [a, b, c, d, e, f, g, h].into_iter();
            all.filter_map(|(key, value)| Some((key.to_owned(), value?.to_owned()))).collect()
        })
}

proptest! {
    #[test]
    fn a_baked_preset_is_its_settings(
        place in 0..presets().len(),
        set in switches(),
        texts in proptest::collection::vec("(the |A |GMT|Röm!|\\\\boxed\\{a\\}|is: b|\n|1,5| ){0,6}", 1..4),
        prediction in "(the |A |GMT|Röm!|\\\\boxed\\{a\\}|is: b|\n|1,5| ){0,6}",
    ) {
        let known = &presets()[place];
        let usable: BTreeMap<String, String> = set
            .iter()
            .filter(|(key, value)| Settings::compile(known, &[((*key).clone(), (*value).clone())].into_iter().collect()).is_ok())
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let settings = Settings::compile(known, &usable).unwrap();
        let text = settings.baked();
        let own = resolve(&text).unwrap();
        let again = Settings::compile(&own, &BTreeMap::new()).unwrap();
        prop_assert_eq!(&again.baked(), &text);
        prop_assert_eq!(again.modified(), settings.modified());
        prop_assert_eq!(again.hash(), settings.hash());
        prop_assert_eq!(again.values().len(), settings.values().len());
        let by_changes = try_answer(&known.id, &usable, &texts, &prediction).unwrap();
        let by_text = try_answer(&text, &BTreeMap::new(), &texts, &prediction).unwrap();
        prop_assert_eq!(by_changes, by_text);
    }

    #[test]
    fn no_text_makes_a_preset_panic(
        place in 0..presets().len(),
        from: proptest::sample::Index,
        cut in 0_usize..40,
        patch in r#"[\[\]{}:,"\\a0-]{0,4}"#,
    ) {
        let text = presets()[place].text();
        let marks: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let start = from.index(marks.len());
        let end = (start + cut).min(marks.len() - 1);
        let text = format!("{}{patch}{}", &text[..marks[start]], &text[marks[end]..]);
        if let Ok(own) = resolve(&text) {
            let golds = ["a".to_owned()];
            prop_assert!(try_answer(&text, &BTreeMap::new(), &golds, "b").is_ok());
            prop_assert_eq!(read(&own.text()).unwrap().text(), own.text());
        }
    }
}

#[test]
fn the_schema_is_that_of_the_catalog() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for known in presets() {
        let tree: Value = serde_json::from_str(&known.text()).unwrap();
        let problems: Vec<String> = validator.iter_errors(&tree).map(|e| e.to_string()).collect();
        assert!(problems.is_empty(), "{}: {problems:?}", known.id);
    }
    let own = baked("squad-v2", &[("na_threshold", "0.5"), ("extract", r#"after("is:", "none")"#)]);
    assert!(validator.is_valid(&serde_json::from_str(&own).unwrap()));
    for (pointer, value) in [
        ("/id", json!("My QA")),
        ("/version", json!(0)),
        ("/version", json!("1")),
        ("/scale", json!(0)),
        ("/normalize/0", json!("lower")),
        ("/normalize/0", json!("delete(GMT)")),
        ("/extract", json!("after()")),
        ("/metrics", json!([])),
        ("/metrics/0", json!("bleu")),
        ("/missing", json!("one")),
        ("/versoin", json!(1)),
        ("/card/more", json!("x")),
        ("/official/0", json!({"key": "a"})),
        ("/rules", json!({"yes_no": 1})),
    ] {
        let text = edited("nq", pointer, value);
        assert!(!validator.is_valid(&serde_json::from_str(&text).unwrap()), "{pointer}");
        assert!(resolve(&text).is_err(), "{pointer}");
    }
}

#[test]
fn the_schema_in_the_documentation_is_fresh() {
    let made = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    let kept = include_str!("../../docs/preset.schema.json").replace("\r\n", "\n");
    assert!(kept == made, "write it anew: cargo run -- presets --schema > docs/preset.schema.json");
}

#[test]
fn the_documentation_names_every_rule_of_extraction() {
    let page = include_str!("../../docs/presets.md");
    let row = page.lines().find(|line| line.starts_with("| `extract` |")).unwrap();
    for rule in RULES {
        assert!(row.contains(&format!("`{}`", rule.name)), "{}", rule.name);
    }
}

#[test]
fn the_documentation_has_every_setting() {
    let page = include_str!("../../docs/presets.md").replace("\r\n", "\n");
    let plain = |text: &str| text.replace('|', "\\|").replace('<', "\\<");
    let mut made = "| setting | decides | value | meaning |\n|---|---|---|---|\n".to_owned();
    for info in SETTINGS {
        let listed = info.options.iter().map(|(value, _, help)| (format!("`{value}`"), *help));
        let other = info.free.iter().map(|free| ("other values".to_owned(), free.words));
        for (place, (value, meaning)) in listed.chain(other).enumerate() {
            let (key, label) = if place == 0 {
                (format!("`{}`", info.key), info.label)
            } else {
                Default::default()
            };
            writeln!(made, "| {key} | {label} | {value} | {} |", plain(meaning)).unwrap();
        }
    }
    assert!(page.contains(&made), "this is the table of settings for docs/presets.md:\n{made}");
}

#[test]
fn the_documentation_says_what_patterns_refuse() {
    let page = include_str!("../../docs/presets.md");
    for part in ["(?=a)", r"\1", "(?(1)a|b)", "(?#a)", r"\Z", "{,3}"] {
        assert!(page.contains(&format!("`{part}`")), "{part}");
        let set = with(&[("extract", &format!("pattern:a{part}"))]);
        let error = Settings::compile(preset("nq").unwrap(), &set).unwrap_err();
        assert!(error.problems[0].message.contains("\": "), "{error}");
    }
}

#[test]
fn values_come_from_the_preset_given() {
    let own = edited("squad-v1", "/metrics", json!(["f1", "exact_match"]));
    let session = score(&nq_files(), as_preset(&own)).unwrap();
    assert_eq!(session.score().unwrap().evaluation.metrics[0].id, "f1");
    assert_eq!(values(&session, 0, "f1").len(), 24);
}
