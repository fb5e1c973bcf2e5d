//! Workbooks: what cells become, which sheet is taken, and what spreadsheets have done to data.

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet};
use scoredrop::base::diagnostic::Code;
use scoredrop::table::container::Packing;
use scoredrop_testing::archives::{book, names, notes, open, text, try_open, unpack};

/// A workbook with one sheet.
fn workbook(fill: impl FnOnce(&mut Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet().set_name("Data").unwrap());
    workbook.save_to_buffer().unwrap()
}

fn fill(sheet: &mut Worksheet, rows: &[&[&str]]) {
    for (row, cells) in (0u32..).zip(rows) {
        for (column, cell) in (0u16..).zip(*cells) {
            if !cell.is_empty() {
                sheet.write(row, column, *cell).unwrap();
            }
        }
    }
}

#[test]
fn cells_are_given_as_stored() {
    let day = Format::new().set_num_format("d mmmm yyyy");
    let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm");
    let hours = Format::new().set_num_format("[h]:mm");
    let share = Format::new().set_num_format("0 %");
    let bytes = workbook(|sheet| {
        for (column, name) in (0u16..).zip(["kind", "value"]) {
            sheet.write(0, column, name).unwrap();
        }
        let noon = ExcelDateTime::from_ymd(2024, 2, 29).unwrap().and_hms(12, 30, 0).unwrap();
        let date = ExcelDateTime::from_ymd(2024, 2, 29).unwrap();
        let mut row = 0;
        let mut next = |kind: &str, sheet: &mut Worksheet| {
            row += 1;
            sheet.write(row, 0, kind).unwrap();
            row
        };
        let at = next("whole", sheet);
        sheet.write(at, 1, 2024.0).unwrap();
        let at = next("fraction", sheet);
        sheet.write(at, 1, 0.1 + 0.2).unwrap();
        let at = next("true", sheet);
        sheet.write(at, 1, true).unwrap();
        let at = next("day", sheet);
        sheet.write_with_format(at, 1, &date, &day).unwrap();
        let at = next("moment", sheet);
        sheet.write_with_format(at, 1, &noon, &moment).unwrap();
        let at = next("hours", sheet);
        sheet.write_with_format(at, 1, 1.25, &hours).unwrap();
        let at = next("share", sheet);
        sheet.write_with_format(at, 1, 0.25, &share).unwrap();
        let at = next("formula", sheet);
        sheet.write(at, 1, Formula::new("=1+1").set_result("2")).unwrap();
        let at = next("error", sheet);
        sheet.write(at, 1, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
        let at = next("text", sheet);
        sheet.write(at, 1, "say \"a, b\"\nand  & <c> ").unwrap();
        let bold = Format::new().set_bold();
        let plain = Format::new();
        let at = next("rich", sheet);
        sheet.write_rich_string(at, 1, &[(&plain, "net "), (&bold, "zero")]).unwrap();
    });
    let member = unpack("book.xlsx", bytes, None);
    assert_eq!(
        text(&member),
        "kind,value\nwhole,2024\nfraction,0.30000000000000004\ntrue,TRUE\nday,2024-02-29\n\
         moment,2024-02-29T12:30:00\nhours,30:00:00\nshare,0.25\nformula,2\nerror,#DIV/0!\n\
         text,\"say \"\"a, b\"\"\nand  & <c> \"\nrich,net zero\n"
    );
    assert_eq!(member.format, "xlsx");
    assert_eq!(member.shown, "book.xlsx (sheet Data)");
    assert!(member.by_record);
}

#[test]
fn records_stand_where_their_rows_stand() {
    let bytes = workbook(|sheet| {
        for (row, column, cell) in
            [(2, 3, "id"), (2, 4, "answer"), (3, 3, "a"), (3, 4, "one\ntwo"), (6, 3, "b")]
        {
            sheet.write(row, column, cell).unwrap();
        }
    });
    assert_eq!(text(&unpack("a.xlsx", bytes, None)), "\n\nid,answer\na,\"one\ntwo\"\n\n\nb,\n");
}

#[test]
fn a_blank_is_an_answer_where_there_is_one_column() {
    let bytes = workbook(|sheet| fill(sheet, &[&["answer"], &["a"], &[""], &["c, d"]]));
    assert_eq!(text(&unpack("a.xlsx", bytes, None)), "answer\na\n\"\"\n\"c, d\"\n");
}

#[test]
fn the_first_sheet_with_a_table_is_meant() {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().set_name("Empty").unwrap();
    fill(workbook.add_worksheet().set_name("Cover").unwrap(), &[&["Results of May"]]);
    let about = workbook.add_worksheet().set_name("About").unwrap();
    fill(about, &[&["What this is"], &[""], &["Answers of two models"]]);
    let hidden = workbook.add_worksheet().set_name("Secret").unwrap();
    fill(hidden, &[&["id", "answer"], &["1", "hidden"]]);
    hidden.set_hidden(true);
    fill(workbook.add_worksheet().set_name("Data").unwrap(), &[&["id", "answer"], &["1", "x"]]);
    fill(workbook.add_worksheet().set_name("Ünlü, #2").unwrap(), &[&["id"], &["z"]]);
    let container = open("dir/book.xlsm", workbook.save_to_buffer().unwrap());
    assert_eq!(container.kind(), Packing::Workbook);
    assert_eq!(
        names(&container),
        ["Empty has no table", "Cover has no table", "About", "Secret", "Data", "Ünlü, #2"]
    );
    let member = container.unpack(None).unwrap();
    assert_eq!(text(&member), "id,answer\n1,x\n");
    assert_eq!(notes(&member), [(Code::OtherSheets, None, None)]);
    assert_eq!(
        member.notes[0].message,
        "the sheet \"Data\" is read; the workbook also has \"About\", \"Secret\", \"Ünlü, #2\""
    );
    assert_eq!(member.notes[0].file.as_deref(), Some("book.xlsm (sheet Data)"));
    assert_eq!(text(&container.unpack(Some("secret")).unwrap()), "id,answer\n1,hidden\n");
    assert!(container.unpack(Some("Data")).unwrap().notes.is_empty());
    assert_eq!(text(&container.unpack(Some("Ünlü, #2")).unwrap()), "id\nz\n");
    assert_eq!(container.unpack(Some("Empty")).unwrap_err().code, Code::EmptySheet);
    let problem = container.unpack(Some("Date")).unwrap_err();
    assert_eq!((problem.code, problem.file.as_deref()), (Code::NoMember, Some("book.xlsm")));
}

#[test]
fn damage_is_pointed_out_once_for_each_column() {
    let day = Format::new().set_num_format("d-mmm");
    let share = Format::new().set_num_format("0.0%");
    let bytes = workbook(|sheet| {
        fill(sheet, &[&["id", "range", "answer", "share", "sum", "long", "code", "note"]]);
        for row in 1..=6u32 {
            sheet.write(row, 0, 1_234_567_890_123_450_000.0 + f64::from(row) * 1e6).unwrap();
            sheet.write(row, 1, format!("{row}-40")).unwrap();
            sheet.write(row, 2, "a text").unwrap();
            sheet.write_with_format(row, 3, 0.5, &share).unwrap();
            sheet.write(row, 4, row).unwrap();
            sheet.write(row, 5, "short").unwrap();
            sheet.write(row, 6, "A7").unwrap();
            sheet.write(row, 7, "fine").unwrap();
        }
        for row in [3, 5] {
            sheet.write_with_format(row, 1, 45_293.0, &day).unwrap();
        }
        sheet.write(4, 2, 42).unwrap();
        sheet.write(6, 4, Formula::new("=#REF!").set_result("#REF!")).unwrap();
        sheet.write(2, 5, "x".repeat(32_767)).unwrap();
        sheet.write(5, 6, "1.23E+15").unwrap();
    });
    let member = unpack("a.xlsx", bytes, None);
    assert_eq!(
        notes(&member),
        [
            (Code::RoundedNumber, Some(2), Some("id")),
            (Code::BecameDate, Some(4), Some("range")),
            (Code::BecameNumber, Some(5), Some("answer")),
            (Code::PercentNumber, Some(2), Some("share")),
            (Code::FormulaError, Some(7), Some("sum")),
            (Code::CellLimit, Some(3), Some("long")),
            (Code::ExponentForm, Some(6), Some("code")),
        ]
    );
    let messages: Vec<&str> = member.notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!(messages[0], "6 whole numbers have more than 15 digits; spreadsheets keep only 15");
    assert_eq!(
        messages[1],
        "2 cells in a column of texts or numbers are dates; spreadsheets turn values such as 1-2 \
         or MARCH1 into dates"
    );
    assert!(member.notes.iter().all(|note| note.remedy.is_some()));
}

#[test]
fn a_column_of_dates_or_numbers_is_no_damage() {
    let day = Format::new().set_num_format("yyyy-mm-dd");
    let bytes = workbook(|sheet| {
        fill(sheet, &[&["when", "how many"]]);
        for row in 1..=6u32 {
            sheet.write_with_format(row, 0, 45_293.0 + f64::from(row), &day).unwrap();
            sheet.write(row, 1, row).unwrap();
        }
        sheet.write(7, 0, "unknown").unwrap();
        sheet.write(7, 1, "n/a").unwrap();
    });
    assert_eq!(notes(&unpack("a.xlsx", bytes, None)), []);
}

#[test]
fn titles_gaps_and_merged_cells_are_said() {
    let bytes = workbook(|sheet| {
        sheet.write(0, 0, "Results of 2024").unwrap();
        let rows: [&[&str]; 3] =
            [&["id", "answer", "", "model"], &["1", "a", "stray", "m"], &["2", "b", "", "m"]];
        for (row, cells) in (2u32..).zip(rows) {
            for (column, cell) in (0u16..).zip(cells) {
                if !cell.is_empty() {
                    sheet.write(row, column, *cell).unwrap();
                }
            }
        }
        sheet.merge_range(5, 0, 6, 0, "3", &Format::new()).unwrap();
        sheet.set_row_hidden(4).unwrap();
    });
    let member = unpack("a.xlsx", bytes, None);
    assert_eq!(text(&member), "\n\nid,answer,column C,model\n1,a,stray,m\n2,b,,m\n3,,,\n");
    assert_eq!(
        notes(&member),
        [
            (Code::TitleRows, Some(1), None),
            (Code::UnnamedColumn, Some(3), None),
            (Code::MergedCells, Some(6), None),
            (Code::HiddenRows, Some(5), None)
        ]
    );
}

#[test]
fn days_may_be_counted_from_1904() {
    let relations = r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/styles" Target="t.xml"/></Relationships>"#;
    let bytes = scoredrop_testing::archives::zip(&[
        ("[Content_Types].xml", "<Types/>"),
        (
            "xl/workbook.xml",
            r#"<x:workbook xmlns:x="x"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="S" r:id="a"/></x:sheets></x:workbook>"#,
        ),
        ("xl/_rels/workbook.xml.rels", relations),
        (
            "xl/s.xml",
            r#"<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>day</x:t></x:is></x:c></x:row><x:row><x:c s="1"><x:v>42369</x:v></x:c></x:row></x:sheetData></x:worksheet>"#,
        ),
        ("xl/t.xml", r#"<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>"#),
    ]);
    assert_eq!(text(&unpack("a.xlsx", bytes, None)), "day\n2020-01-01\n");
}

#[test]
fn what_programs_write_is_read() {
    let rows = r#"<sheetData>
        <row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>answer</t></is></c></row>
        <row r="3"><c r="B3" t="str"><f>A1</f><v></v></c><c r="A3"><v>1234567890123456789</v></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><f>1+1</f></c></row>
        <row r="4"><c r="A4" t="d"><v>2024-05-01</v></c><c r="B4" t="s"><v>99</v></c></row>
        <row r="5"><c r="A5" t="b"><v>0</v></c><c r="B5" t="n"><v>1E-9</v></c></row>
        <row r="6"><c r="A6" s="7"/><c r="B6" t="s"><v>2</v></c></row>
        </sheetData>"#;
    let strings = "<si><r><t>i</t></r><r><t>d</t></r><rPh><t>no</t></rPh></si>\
        <si><t>caf\u{e9} &amp; <![CDATA[<b>]]>&#10;</t></si><si><t>_x000D_</t></si>";
    let member = unpack("a.xlsx", book(rows, strings, ""), None);
    assert_eq!(
        text(&member),
        "id,answer\n\"café & <b>\n\",\n1234567890123456789,\n2024-05-01,\nFALSE,1e-9\n,_x000D_\n"
    );
    assert_eq!(
        notes(&member),
        [
            (Code::BecameDate, Some(4), Some("id")),
            (Code::NoCachedValue, Some(2), Some("answer")),
            (Code::CodedCharacters, Some(6), Some("answer"))
        ]
    );
}

#[test]
fn broken_workbooks_are_refused() {
    let rows = "<sheetData><row><c><v>1</v></c></row><row><c><v>2</v></c></worksheet>";
    let problem = try_open("a.xlsx", book(rows, "", "")).map(|_| ()).err();
    let problem = problem.or_else(|| open("a.xlsx", book(rows, "", "")).unpack(None).err());
    assert_eq!(problem.unwrap().code, Code::DamagedWorkbook);
    let bytes = scoredrop_testing::archives::zip(&[
        ("[Content_Types].xml", "x"),
        ("xl/workbook.xml", "<workbook/>"),
    ]);
    assert_eq!(try_open("a.xlsx", bytes).unwrap_err().code, Code::DamagedWorkbook);
}
