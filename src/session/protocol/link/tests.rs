use super::*;
use crate::base::diagnostic::Code;
use crate::base::types::{Field, JoinBy, Role, State, Verdict};
use crate::session::protocol::{Across, Against, By, Class, Flip};
use crate::table::Form;
use proptest::prelude::*;
use proptest::{collection::vec, option};
use std::collections::BTreeMap;

#[test]
fn nothing_of_the_files_is_in_a_link() {
    let choices = Choices {
        preset: Some("nq@1".to_owned()),
        roles: BTreeMap::from([(3, Role::Gold)]),
        forms: BTreeMap::from([(3, Form { header: Some(true), ..Form::default() })]),
        settled: BTreeMap::from([("a question".into(), "12".into())]),
        confirmed: true,
        ..Choices::default()
    };
    let view = View {
        text: "a name".to_owned(),
        group: Some(("company".to_owned(), "Acme".to_owned())),
        ..View::default()
    };
    assert_eq!(link(&choices, &view, &["a model"]), "preset=nq@1");
}

#[test]
fn what_is_not_known_is_named() {
    assert_eq!(read_link("#main"), None);
    let (_, _, unknown) = read_link("preset=nq@1&colour=red&join=up&map.gold.x=y&seed=-1").unwrap();
    assert_eq!(unknown, ["colour", "join", "map.gold.x", "seed"]);
    // An unknown filter shows more rows and changes no number, and the page reports it.
    for part in [
        "flip=up", "verdict=grey", "board=sideways", "state=lost", "rows=9", "sort=up",
        "different=maybe", "duplicates=", "descending=no",
    ] {
        let (_, linked, unknown) = read_link(&["preset=nq@1&", part].concat()).unwrap();
        let landing = linked.among(&["a"], 0);
        assert_eq!((landing.view, unknown), (Some(View::default()), Vec::new()), "{part}");
        let said = ["the link has an unknown filter of rows: ", part].concat();
        assert_eq!(words(&landing.notes), [said]);
    }
    // Two equal parts are reported once, and of two different parts none is used.
    for part in ["set.articles=", "preset=", "seed=1", "baseline=", "run=", "flip=", "join=id"] {
        let twice = |end: &str| format!("preset=nq@1&{part}{end}&{part}");
        let (_, _, unknown) = read_link(&twice("0")).unwrap();
        let name = part.split('=').next().unwrap();
        assert!(unknown.contains(&format!("two values of {name}")), "{part}: {unknown:?}");
        let (_, _, unknown) = read_link(&twice("")).unwrap();
        assert!(part == "preset=" || unknown.is_empty(), "{part}: {unknown:?}");
    }
    let (choices, _, unknown) = read_link("preset=nq@1&guess=colour").unwrap();
    assert_eq!((choices.preset_guessed, unknown), (false, vec!["guess".to_owned()]));
    assert_eq!(read_link("preset=%zz%4").unwrap().0.preset.as_deref(), Some("%zz%4"));
}

#[test]
fn a_link_of_an_earlier_version_opens() {
    let text = "preset=squad-v1@1&set.articles=keep&join=id&map.gold.id=Question%20ID&seed=7\
                &baseline=gpt&run=1&verdict=wrong&rows=3-9&sort=metric.f1&descending=yes";
    let (choices, linked, unknown) = read_link(text).unwrap();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(!choices.preset_guessed);
    let view = linked.among(&["gpt", "b"], 0).view.unwrap();
    assert_eq!(link(&choices, &view, &[]), text);
    assert_eq!(read_link(&["#", text].concat()).unwrap().0, choices);
    assert!(choices.slices.is_empty() && choices.twins.is_empty() && choices.cluster.is_none());
}

#[test]
fn the_board_of_a_link_is_there_without_its_run() {
    let (_, linked, unknown) = read_link("preset=nq@1&metric=f1&board=common&run=gone").unwrap();
    assert!(unknown.is_empty(), "{unknown:?}");
    let by = By { metric: Some("f1".to_owned()), common: true };
    assert_eq!(linked.by(), &by);
    let nq = Choices { preset: Some("nq@1".to_owned()), ..Choices::default() };
    let text = link(&nq, &View { run: 2, by, ..View::default() }, &[]);
    assert_eq!(text, "preset=nq@1&metric=f1&board=common&run=2");
    let landing = linked.among(&["a", "b"], 0);
    assert!(landing.waits && landing.view.is_none());
    assert_eq!(words(&landing.notes), ["the link shows gone, which is not here"]);
}

#[test]
fn runs_are_found_by_name_in_any_order() {
    let named = Choices { preset: Some("nq@1".to_owned()), ..Choices::default() };
    let choices = Choices { baseline: Some("terse".to_owned()), ..named.clone() };
    let against = Against { flip: Some(Flip::OnlyA), different: false };
    let view = View { run: 1, against: Some(against), ..View::default() };
    let text = link(&choices, &view, &["terse", "2"]);
    assert_eq!(text, "preset=nq@1&baseline=terse&run=%32&against=terse&flip=only-a");
    let among = |runs: &[&str], baseline| read_link(&text).unwrap().1.among(runs, baseline);
    let found = Landing { view: Some(view.clone()), ..Landing::default() };
    assert_eq!(among(&["terse", "2"], 0), found);
    let other = View { run: 0, ..view.clone() };
    let found = Landing { view: Some(other), ..Landing::default() };
    assert_eq!(among(&["2", "long", "terse"], 2), found);
    // A name that no run has, or that two runs have, does not mean another run.
    let landing = among(&["long", "2"], 0);
    assert_eq!(landing.view, Some(View { against: None, ..view }));
    let said =
        "the link compares with terse, which is not here; runs are compared with long instead";
    assert!(landing.waits);
    assert_eq!(words(&landing.notes), [said]);
    assert_eq!(among(&["a", "b", "terse"], 2).view, None);
    assert_eq!(among(&["2", "2", "terse"], 2).view, None);
    let choices = named;
    // If there are several runs, the first one is named, too.
    assert_eq!(link(&choices, &View::default(), &["a", "b"]), "preset=nq@1&run=a");
    let by_place =
        |text: &str| read_link(text).unwrap().1.among(&["5", "7"], 0).view.map(|view| view.run);
    assert_eq!(by_place("preset=nq@1&run=1"), Some(1));
    assert_eq!(by_place("preset=nq@1&run=7"), None);
    assert_eq!(by_place("preset=nq@1&run=99999999999"), None);
    assert_eq!(by_place("preset=nq@1"), Some(0));
}

#[test]
fn rows_against_another_run_than_the_baseline_are_not_shown() {
    let landing = |text: &str, runs: &[&str], baseline: u32| {
        let text = ["preset=nq@1&", text].concat();
        read_link(&text).unwrap().1.among(runs, baseline)
    };
    let runs = ["a", "b", "c"];
    let meant = landing("baseline=b&run=c&against=b&flip=only-a", &runs, 1);
    assert!(meant.view.unwrap().against.is_some() && meant.notes.is_empty());
    // A link of an earlier version, with the indices of runs.
    assert!(landing("run=2&against=1&flip=only-a", &runs, 1).view.unwrap().against.is_some());
    for (text, baseline, said) in [
        (
            "baseline=b&run=c&against=a&flip=only-a",
            1,
            "the link filters rows against a, but runs are compared with b; that filter is not \
             applied",
        ),
        (
            "run=2&against=7&flip=only-a",
            0,
            "the link filters rows against run 8, but runs are compared with a; that filter is \
             not applied",
        ),
        (
            "baseline=b&run=c&against=b&flip=only-a",
            0,
            "the link compares with b; runs are compared with a instead",
        ),
        (
            "baseline=b&run=b&against=b&flip=only-a",
            1,
            "the link filters rows of b against itself; that filter is not applied",
        ),
    ] {
        let found = landing(text, &runs, baseline);
        assert_eq!(found.view.unwrap().against, None, "{text}");
        assert_eq!(words(&found.notes), [said], "{text}");
    }
}

#[test]
fn another_baseline_in_the_signature_is_told() {
    let said = |signature: &str| {
        let text =
            ["preset=nq@1&baseline=a%40b&run=c&signature=preset:nq@1|n:3", signature].concat();
        words(&read_link(&text).unwrap().1.among(&["a@b", "c"], 0).notes)
    };
    for same in ["", "|baseline:a%2540b@0123456789abcdef", "|baseline:a%2540b"] {
        assert!(said(same).is_empty(), "{same}");
    }
    let other = ["the link compares with a@b, but its signature with c"];
    assert_eq!(said("|baseline:c@0123456789abcdef|seed:1"), other);
}

#[test]
fn numbered_names_are_told() {
    let said = |text: &str, runs: &[&str]| {
        words(&read_link(&["preset=nq@1&", text].concat()).unwrap().1.among(runs, 0).notes)
    };
    let twice = "several runs are called b; the link means one of them by the order in which \
                 they were added";
    assert_eq!(said("run=b%20(2)", &["b", "b (2)"]), [twice]);
    assert_eq!(said("run=b", &["b", "b (2)"]), [twice]);
    assert_eq!(said("baseline=b&run=c", &["b", "c", "b (2)"]), [twice]);
    assert!(said("run=c", &["b", "c", "b (2)"]).is_empty());
    assert!(said("run=b%20(2)", &["b (2)", "c"]).is_empty());
    assert!(said("run=b%20(x)", &["b", "b (x)"]).is_empty());
}

#[test]
fn a_view_outlasts_its_score() {
    let against = Some(Against { flip: Some(Flip::OnlyB), different: false });
    let view = View { run: 1, against, text: "sea".to_owned(), ..View::default() };
    let kept = LinkedView::of(&view, &["a", "b"]);
    for baseline in [0, 2] {
        assert_eq!(kept.among(&["c", "b", "a"], baseline).view, Some(view.clone()));
    }
    // The baseline shows all its rows; without the run there is nothing.
    assert_eq!(kept.among(&["c", "b"], 1).view, Some(View { against: None, ..view }));
    assert_eq!(kept.among(&["a", "c"], 0).view, None);
}

fn words(notes: &[crate::base::diagnostic::Diagnostic]) -> Vec<String> {
    notes.iter().map(|note| note.message.clone()).collect()
}

/// Any choices that a link can contain.
fn choices() -> impl Strategy<Value = Choices> {
    let words = || "\\PC{0,8}";
    let keys = "[a-z_.]{1,8}";
    let role = prop::sample::select(Role::VARIANTS);
    let field = prop::sample::select(Field::VARIANTS);
    let column = (role, field, words());
    let column = column.prop_map(|(role, field, column)| ColumnChoice { role, field, column });
    let scored = (
        (words(), any::<bool>()),
        vec((keys, words()), 0..3),
        vec(column, 0..3),
        option::of(prop::sample::select(JoinBy::VARIANTS)),
    );
    let compared = (
        any::<u64>(),
        option::of(words()),
        vec(words(), 0..3),
        option::of(words()),
        vec(words(), 0..3),
        option::of(words()),
    );
    (scored, compared).prop_map(|(scored, compared)| {
        let ((preset, preset_guessed), set, columns, join) = scored;
        let (seed, baseline, slices, cluster, twins, signature) = compared;
        Choices {
            script: None,
            preset: Some(preset),
            preset_guessed,
            roles: BTreeMap::default(),
            forms: BTreeMap::default(),
            columns,
            join,
            set: set.into_iter().collect(),
            settled: BTreeMap::default(),
            confirmed: false,
            seed,
            baseline,
            slices,
            cluster,
            twins,
            signature,
            hosted: None,
            part: false,
        }
    })
}

/// How many runs there are.
const RUNS: u32 = 4;

/// Any view that a link can contain.
fn view() -> impl Strategy<Value = View> {
    let words = || "\\PC{0,8}";
    let sort = prop_oneof![
        Just(Sort::File),
        Just(Sort::Id),
        Just(Sort::Question),
        Just(Sort::Prediction),
        Just(Sort::Gold),
        Just(Sort::Verdict),
        Just(Sort::Apart),
        words().prop_map(Sort::Metric),
    ];
    let flip = option::of(prop::sample::select(Flip::VARIANTS));
    // With neither of the two, there is no filter.
    let against = (flip, any::<bool>())
        .prop_filter("a filter", |(flip, different)| flip.is_some() || *different);
    let against = against.prop_map(|(flip, different)| Against { flip, different });
    let verdicts = prop::sample::subsequence(Verdict::VARIANTS, 0..=4);
    let states = prop::sample::subsequence(State::VARIANTS, 0..=5);
    let rows = (0..RUNS, verdicts, states, option::of(any::<(u64, u64)>()), any::<bool>());
    let by = (option::of(words()), any::<bool>());
    let by = by.prop_map(|(metric, common)| By { metric, common });
    let column = prop_oneof![
        prop::sample::select(vec![Sort::Question, Sort::Prediction, Sort::Gold]),
        words().prop_map(Sort::Metric),
    ];
    let within = (column, any::<u32>(), any::<u32>());
    let within = within.prop_map(|(column, from, to)| Within { column, from, to });
    let class = option::of(prop::sample::select(Class::VARIANTS));
    let across = option::of(prop::sample::select(Across::VARIANTS));
    let more = (
        (option::of(prop::sample::select(Code::VARIANTS)), option::of(words()), class, across),
        option::of(against),
        (by, prop::collection::vec(within, 0..3)),
        sort,
        any::<bool>(),
    );
    (rows, more).prop_map(|(rows, more)| {
        let (run, verdicts, states, range, duplicates) = rows;
        let ((note, category, class, across), against, (by, within), sort, descending) = more;
        View {
            run,
            states,
            verdicts,
            text: String::new(),
            range,
            group: None,
            duplicates,
            note,
            category,
            class,
            across,
            within,
            against,
            by,
            sort,
            descending,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    // Both are written with every member by name: a new one does not compile until it is decided
    // whether a link carries it.
    #[test]
    fn every_setting_is_read_back(
        choices in choices(),
        view in view(),
        baseline in 0..RUNS,
        names in prop::collection::btree_set("[0-9]{0,3}|\\PC{0,8}", RUNS as usize),
    ) {
        let runs: Vec<&str> = names.iter().map(String::as_str).collect();
        let baseline_name = runs[baseline as usize].to_owned();
        let choices = Choices { baseline: Some(baseline_name), ..choices };
        // A run cannot be compared with itself.
        let against = view.against.filter(|_| view.run != baseline);
        let view = View { against, ..view };
        let text = link(&choices, &view, &runs);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{}", text);
        let (read, linked, unknown) = read_link(&text).unwrap();
        prop_assert_eq!((read, unknown), (choices, Vec::new()));
        let mut found = view.clone();
        found.run = RUNS - 1 - view.run;
        prop_assert_eq!(linked.among(&runs, baseline).view, Some(view));
        let turned: Vec<&str> = runs.into_iter().rev().collect();
        prop_assert_eq!(linked.among(&turned, RUNS - 1 - baseline).view, Some(found));
    }
}
