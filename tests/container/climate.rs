//! Climate Finance Bench is published as a workbook and as JSON: both hold the same.

use scoredrop_testing::real;
use serde_json::Value;

#[test]
fn the_workbook_holds_what_the_json_holds() {
    let file =
        |kind: &str| real(&format!("climate_finance_bench/Climate Finance Bench - Dataset.{kind}"));
    let (Some(workbook), Some(json)) = (file("xlsx"), file("json")) else { return };
    let records: Vec<serde_json::Map<String, Value>> = serde_json::from_slice(&json).unwrap();
    let member = scoredrop_testing::archives::unpack("a.xlsx", workbook, None);
    assert_eq!(member.name, "Annotations");
    let rows = scoredrop_testing::archives::records(scoredrop_testing::archives::text(&member));
    assert_eq!(rows.len(), records.len() + 1);
    for (row, record) in rows[1..].iter().zip(&records) {
        for (name, cell) in rows[0].iter().zip(row) {
            let expected = match &record[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(*cell, expected, "{name}");
        }
    }
}
