//! Properties of all gold answers together that tell which benchmark they belong to.

use crate::score::metric::choices::{Choices, GoldForm};
use crate::table::{Kind, Table, json};
use crate::text::is_of_unspaced_script;
use crate::understand::names::canonical;
use crate::understand::reading::number;
use crate::understand::schema::AnswerLists;

/// A test of gold answers that signs of presets name, and what it requires of the answers in a column.
type AnswerTest = (&'static str, fn(&Table, usize) -> bool);

/// What a sign can require of gold answers.
pub const ANSWER_TESTS: [AnswerTest; 9] = [
    ("mostly_numbers", mostly_numbers),
    ("words_apart", words_apart),
    ("some_empty", |gold, column| texts(gold, column).any(|text| text == "[]")),
    ("some_without_text", |gold, column| texts(gold, column).any(is_without_text)),
    ("lists", are_lists),
    (MARKED, |gold, column| all(gold, column, ends_in_marked_number)),
    (BOXED, |gold, column| all(gold, column, |text| text.contains("\\boxed"))),
    ("name_choices", name_choices),
    ("are_choices", are_choices),
];

fn texts(gold: &Table, column: usize) -> impl Iterator<Item = &str> {
    (0..gold.rows()).map(move |row| gold.cell(row, column).text.trim())
}

fn all(gold: &Table, column: usize, test: fn(&str) -> bool) -> bool {
    gold.rows() > 0 && texts(gold, column).all(test)
}

/// Whether four in five answers are numbers.
fn mostly_numbers(gold: &Table, column: usize) -> bool {
    let count = texts(gold, column).filter(|text| number(text).is_some()).count();
    gold.rows() > 0 && count * 5 >= gold.rows() * 4
}

/// Whether most answers are in scripts with spaces between words, which the rules of English benchmarks
/// can compare.
fn words_apart(gold: &Table, column: usize) -> bool {
    let unspaced = texts(gold, column).filter(|text| text.chars().any(is_of_unspaced_script));
    unspaced.count() * 2 <= gold.rows()
}

/// Whether an answer has the form in which libraries store SQuAD's answers, without any text.
fn is_without_text(answer: &str) -> bool {
    json::member(answer, "answer_start").is_some()
        && json::member(answer, "text").is_some_and(|list| json::elements(list.raw).count() == 0)
}

fn are_lists(gold: &Table, column: usize) -> bool {
    (0..gold.rows()).all(|row| {
        let cell = gold.cell(row, column);
        cell.kind == Kind::List || cell.text.starts_with('[')
    })
}

/// Whether a solution ends with a mark and a number.
fn ends_in_marked_number(text: &str) -> bool {
    let marked = text.rsplit_once("#### ").or_else(|| text.rsplit_once("\nA: "));
    marked.is_some_and(|(_, answer)| {
        let digits = answer.bytes().any(|byte| byte.is_ascii_digit());
        digits && answer.len() <= 24 && !answer.contains('\n')
    })
}

/// A table, and its columns by their canonical names.
struct Named<'t> {
    gold: &'t Table,
    names: Vec<String>,
}

impl<'t> Named<'t> {
    fn new(gold: &'t Table) -> Self {
        Self { gold, names: gold.columns().iter().map(|name| canonical(name)).collect() }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|column| column == name)
    }

    /// The choices that belong to a gold answer; `None` if there are none.
    fn choices(&self, row: usize) -> Option<Choices> {
        let column = |name: &str| {
            let cell = self.gold.cell(row, self.column(name)?);
            (!cell.is_nothing()).then(|| cell.text.to_owned())
        };
        Some(Choices::of_row(&column)).filter(Choices::has_texts)
    }
}

/// Whether there are choices with the answers, in a list or in columns of their own.
fn has_choices(named: &Named<'_>) -> bool {
    let gold = named.gold;
    let lists = |name: &&str| {
        named
            .column(name)
            .is_some_and(|column| texts(gold, column).all(|text| text.starts_with(['[', '{'])))
    };
    let columns: [&[&str]; 3] = [&["a", "b", "c", "d"], &["option_a", "option_b"], &["opa", "opb"]];
    ["choices", "options"].iter().any(lists)
        || columns.iter().any(|names| names.iter().all(|name| named.column(name).is_some()))
}

/// Whether every answer is a letter or a digit, and there are choices with the answers.
fn name_choices(gold: &Table, column: usize) -> bool {
    let is_name = |text: &str| matches!(text.as_bytes(), [one] if one.is_ascii_alphanumeric());
    has_choices(&Named::new(gold)) && all(gold, column, is_name)
}

/// Whether nearly every answer is the text of one of its choices.
fn are_choices(gold: &Table, answers: usize) -> bool {
    let named = Named::new(gold);
    let is_choice = |row: &usize| {
        let column =
            |name: &str| named.column(name).map(|place| gold.cell(*row, place).text.to_owned());
        let choices = Choices::of_row(&column);
        choices.gold(gold.cell(*row, answers).text, GoldForm::Text, 0).is_some()
    };
    has_choices(&named)
        && gold.rows() > 0
        && (0..gold.rows()).filter(is_choice).count() * 20 >= gold.rows() * 19
}

/// The preset whose family alone finds the answers in gold answers that are whole solutions, and the
/// reason; `None` if they are not such solutions.
pub fn by_solutions(sample: &Table, answers: usize) -> Option<(&'static str, &'static str)> {
    [MARKED, BOXED].iter().find_map(|test| by_test(test, sample, answers))
}

/// Returns the preset whose gold solutions end in a marked number, and the reason, if these do.
pub fn by_marked_solutions(sample: &Table, answers: usize) -> Option<(&'static str, &'static str)> {
    by_test(MARKED, sample, answers)
}

fn by_test(test: &str, sample: &Table, answers: usize) -> Option<(&'static str, &'static str)> {
    let (_, holds) = ANSWER_TESTS.iter().find(|(name, _)| *name == test)?;
    holds(sample, answers).then(|| super::signed(test)).flatten()
}

/// Whether the gold answers of a preset's benchmark are whole solutions.
pub fn takes_solutions(preset: &str) -> bool {
    [MARKED, BOXED].iter().any(|test| super::signed(test).is_some_and(|(id, _)| id == preset))
}

/// The test for solutions that end in a marked number.
const MARKED: &str = "marked_solutions";
/// The test for solutions with a box around the answer.
const BOXED: &str = "boxed_solutions";

/// Whether every gold answer is a list that names one choice in several ways: its text and its letter.
pub fn lists_name_choices(gold: &Table, answers: usize) -> bool {
    let named = Named::new(gold);
    if (0..gold.rows()).all(|row| named.choices(row).is_none()) {
        return false;
    }
    let lists = AnswerLists::read(gold, Some(answers), false);
    let names_one = |row: usize| {
        let Some(choices) = named.choices(row) else { return false };
        let mut own = lists.of(row).map(|one| choices.gold(one, GoldForm::Auto, 1));
        let first = own.next().flatten();
        lists.of(row).len() > 1 && first.is_some() && own.all(|other| other == first)
    };
    gold.rows() > 0 && (0..gold.rows()).all(names_one)
}

/// Whether at least one gold answer in ten, but not all, is one of the choices of its question.
pub fn some_are_choices(gold: &Table, answers: usize) -> bool {
    let named = Named::new(gold);
    let is_one = |row: &usize| {
        let choices = named.choices(*row);
        let text = gold.cell(*row, answers).text;
        choices.is_some_and(|choices| choices.gold(text, GoldForm::Text, 0).is_some())
    };
    (0..gold.rows()).filter(is_one).count() * 10 >= gold.rows().max(1)
}

/// Whether gold answers are the numbers of their choices, and the data show whether numbers start at 0 or
/// 1.
pub fn numbers_choices(gold: &Table, answers: usize) -> bool {
    let named = Named::new(gold);
    if (0..gold.rows()).all(|row| named.choices(row).is_none()) {
        return false;
    }
    let lists = AnswerLists::read(gold, Some(answers), false);
    let count = |row: usize| named.choices(row).map_or(0, |choices| choices.len());
    let place = |text: &str| text.trim().parse::<usize>().ok();
    let fits = |row: usize| {
        let count = count(row);
        let mut own = lists.of(row);
        count > 1 && own.len() == 1 && own.all(|one| place(one).is_some_and(|at| at <= count))
    };
    let tells = |row: usize| {
        let count = count(row);
        lists.of(row).all(|one| place(one).is_some_and(|at| at == 0 || at == count))
    };
    let mut rows = 0..gold.rows();
    rows.clone().all(fits) && rows.any(tells)
}
