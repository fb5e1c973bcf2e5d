use super::*;
use crate::small_map::SmallMap;
use proptest::prelude::*;
use proptest::{collection::vec, option};

#[test]
fn what_a_link_says_is_read_back() {
    let column =
        |field, column: &str| ColumnChoice { role: Role::Gold, field, column: column.to_owned() };
    let choices = Choices {
        preset: Some("squad-v2@2".to_owned()),
        set: SmallMap::from([("extract".into(), "after(\"x|y:&=#%\", \"é\")".into())]),
        join: Some(JoinBy::SameRow),
        columns: vec![column(Field::Id, "Company's name"), column(Field::Id, "Q & A")],
        seed: 7,
        baseline: Some("gpt 4/b".to_owned()),
        slices: vec!["hard: level>=4&type=\"a=b\"".to_owned(), "length:0,10".to_owned()],
        cluster: Some("Company's name".to_owned()),
        twins: vec!["extract=last_line".to_owned(), "articles=keep".to_owned()],
        signature: Some("preset:nq@1|n:3".to_owned()),
        ..Choices::default()
    };
    let view = View {
        run: 2,
        verdicts: vec![Verdict::Wrong],
        states: vec![State::Missing],
        range: Some((10, 20)),
        sort: Sort::Metric("f1".to_owned()),
        descending: true,
        duplicates: true,
        note: Some("n".to_owned()),
        category: Some("timeout".to_owned()),
        against: Some(Against { run: 1, flip: Some(Flip::OnlyA), different: true }),
        by: By { metric: Some("pass@1".to_owned()), common: true },
        ..View::default()
    };
    let text = link(&choices, &view, &[]);
    assert!(text.contains("&metric=pass@1&board=common&run=2&"), "{text}");
    assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{text}");
    let (read, linked, unknown) = read_link(&text).unwrap();
    assert_eq!((read, unknown), (choices.clone(), Vec::new()));
    assert_eq!(linked.among(&["a", "b", "c"]), Some(view));
    assert_eq!(read_link(&format!("#{text}")).unwrap().0, choices);
}

#[test]
fn nothing_of_the_files_is_in_a_link() {
    let choices = Choices {
        preset: Some("nq@1".to_owned()),
        roles: SmallMap::from([(3, Role::Gold)]),
        forms: SmallMap::from([("3.encoding".into(), "latin-1".into())]),
        settled: SmallMap::from([("a question".into(), "12".into())]),
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
    // What narrows a view, and cannot be had, shows more rows and changes no number.
    let (_, linked, unknown) = read_link("preset=nq@1&against=x&flip=up&verdict=grey").unwrap();
    assert_eq!((linked.among(&["a"]), unknown), (Some(View::default()), Vec::new()));
    let (_, linked, unknown) = read_link("preset=nq@1&board=sideways").unwrap();
    assert_eq!((linked.among(&["a"]), unknown), (Some(View::default()), Vec::new()));
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
    let view = linked.among(&["a", "b"]).unwrap();
    assert_eq!(link(&choices, &view, &[]), text);
    assert!(choices.slices.is_empty() && choices.twins.is_empty() && choices.cluster.is_none());
}

#[test]
fn the_board_of_a_link_is_there_without_its_run() {
    let (_, linked, unknown) = read_link("preset=nq@1&metric=f1&board=common&run=gone").unwrap();
    assert!(unknown.is_empty(), "{unknown:?}");
    let by = By { metric: Some("f1".to_owned()), common: true };
    assert_eq!(linked.by(), &by);
    assert_eq!(linked.among(&["a", "b"]), None);
}

#[test]
fn runs_are_found_by_name_in_any_order() {
    let choices = Choices { preset: Some("nq@1".to_owned()), ..Choices::default() };
    let against = Against { run: 0, flip: Some(Flip::OnlyA), different: false };
    let view = View { run: 1, against: Some(against), ..View::default() };
    let text = link(&choices, &view, &["terse", "2"]);
    assert_eq!(text, "preset=nq@1&run=%32&against=terse&flip=only-a");
    let among = |runs: &[&str]| read_link(&text).unwrap().1.among(runs);
    assert_eq!(among(&["terse", "2"]), Some(view.clone()));
    let other = View { run: 0, against: Some(Against { run: 2, ..against }), ..View::default() };
    assert_eq!(among(&["2", "long", "terse"]), Some(other));
    // A name that is not there, or there twice, is no other run.
    assert_eq!(among(&["long", "2"]), Some(View { against: None, ..view }));
    assert_eq!(among(&["a", "b", "terse"]), None);
    assert_eq!(among(&["2", "2", "terse"]), None);
    // Of several runs the first is named, too.
    assert_eq!(link(&choices, &View::default(), &["a", "b"]), "preset=nq@1&run=a");
    let by_place = |text: &str| read_link(text).unwrap().1.among(&["5", "7"]).map(|view| view.run);
    assert_eq!(by_place("preset=nq@1&run=1"), Some(1));
    assert_eq!(by_place("preset=nq@1&run=7"), None);
    assert_eq!(by_place("preset=nq@1&run=99999999999"), None);
    assert_eq!(by_place("preset=nq@1"), Some(0));
}

/// Any choices of those that a link carries.
fn choices() -> impl Strategy<Value = Choices> {
    let words = || "\\PC{0,8}";
    let keys = "[a-z_.]{1,8}";
    let role = prop::sample::select(ROLES.to_vec());
    let field = prop::sample::select(Field::ALL.to_vec());
    let column = (role, field, words());
    let column = column.prop_map(|(role, field, column)| ColumnChoice { role, field, column });
    let scored = (
        (words(), any::<bool>()),
        vec((keys, words()), 0..3),
        vec(column, 0..3),
        option::of(prop::sample::select(JOINS.to_vec())),
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
            preset: Some(preset),
            preset_guessed,
            roles: SmallMap::default(),
            forms: SmallMap::default(),
            columns,
            join,
            set: set.into_iter().collect(),
            settled: SmallMap::default(),
            confirmed: false,
            seed,
            baseline,
            slices,
            cluster,
            twins,
            signature,
        }
    })
}

/// How many runs there are.
const RUNS: u32 = 4;

/// Any view of those that a link carries.
fn view() -> impl Strategy<Value = View> {
    let words = || "\\PC{0,8}";
    let sort = prop_oneof![
        Just(Sort::File),
        Just(Sort::Id),
        Just(Sort::Question),
        Just(Sort::Prediction),
        words().prop_map(Sort::Metric),
    ];
    let flip = option::of(prop::sample::select(FLIPS.map(|(_, flip)| flip).to_vec()));
    let against = (0..RUNS, flip, any::<bool>());
    let against = against.prop_map(|(run, flip, different)| Against { run, flip, different });
    let verdicts = prop::sample::subsequence(VERDICTS.map(|(_, verdict)| verdict).to_vec(), 0..=4);
    let states = prop::sample::subsequence(STATES.to_vec(), 0..=5);
    let rows = (0..RUNS, verdicts, states, option::of(any::<(u64, u64)>()), any::<bool>());
    let by = (option::of(words()), any::<bool>());
    let by = by.prop_map(|(metric, common)| By { metric, common });
    let more =
        (option::of(words()), option::of(words()), option::of(against), by, sort, any::<bool>());
    (rows, more).prop_map(|(rows, more)| {
        let (run, verdicts, states, range, duplicates) = rows;
        let (note, category, against, by, sort, descending) = more;
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
        names in prop::collection::btree_set("[0-9]{0,3}|\\PC{0,8}", RUNS as usize),
    ) {
        let runs: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = link(&choices, &view, &runs);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#'), "{}", text);
        let (read, linked, unknown) = read_link(&text).unwrap();
        prop_assert_eq!((read, unknown), (choices, Vec::new()));
        let mut found = view.clone();
        found.run = RUNS - 1 - view.run;
        if let Some(against) = found.against.as_mut() {
            against.run = RUNS - 1 - against.run;
        }
        prop_assert_eq!(linked.clone().among(&runs), Some(view));
        let turned: Vec<&str> = runs.into_iter().rev().collect();
        prop_assert_eq!(linked.among(&turned), Some(found));
    }
}
