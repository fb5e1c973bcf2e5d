use super::*;

/// Every quantity of a text as it is shown, and years and list items in brackets.
fn shown(text: &str) -> Vec<String> {
    let show = |number: Number| {
        let text = if number.range { format!("{number} to") } else { number.to_string() };
        if number.standing == Standing::Quantity { text } else { format!("[{text}]") }
    };
    read(text, Locale::Auto).into_iter().map(show).collect()
}

#[test]
fn what_belongs_to_a_number() {
    for (text, expected) in [
        ("$(1,577) million", &["-1,577,000,000 USD (written in 10^6)"][..]),
        ("US$5bn", &["5,000,000,000 USD (written in 10^9)"]),
        ("R$ 3 mn", &["3,000,000 BRL (written in 10^6)"]),
        ("5 m", &["5"]),
        ("5 m tonnes of CO2", &["5,000,000 t (written in 10^6)"]),
        ("$5 m", &["5,000,000 USD (written in 10^6)"]),
        ("5 m³", &["5"]),
        ("1.5M and 3k", &["1,500,000 (written in 10^6)", "3,000 (written in 10^3)"]),
        ("45 million metric tons CO2e", &["45,000,000 t (written in 10^6)"]),
        ("116 TCO2 per million dollars", &["116 t per …"]),
        ("6 tonnes CO2e/ 100 million KRW", &["6 t per …"]),
        ("12,8 MtCO2/million RMB", &["12,800,000 t per … (written in 10^6)"]),
        ("93 200 tCO₂ per million de USD.", &["93,200 t per …"]),
        (
            "25 bps, 3 percentage points, 4 %",
            &["0.25 percentage points (written in hundredths)", "3 percentage points", "4 %"],
        ),
        ("a 5-million loan", &["5,000,000 (written in 10^6)"]),
        ("a 10-K, a 5-year plan", &[]),
        ("$45$ and $1.5 \\times 10^6$", &["45", "1,500,000"]),
        ("10⁶ or 10^-2 or 3e4", &["1,000,000", "0.01", "30,000"]),
        ("about 3/4 or 1½ or ½", &["0.75", "1.5", "0.5"]),
        ("$1,577 (in millions)", &["1,577,000,000 USD (written in 10^6)"]),
        ("lakh crore: 2 lakh crore", &["2,000,000,000,000 (written in 10^12)"]),
        ("EUR-5, -€5, €-5", &["-5 EUR", "-5 EUR", "-5 EUR"]),
        ("5 $ 10 $", &["5 USD", "10 USD"]),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn signs_and_brackets() {
    for (text, expected) in [
        ("a loss of (12.5) in all", &["-12.5"][..]),
        ("the ratio is 0.153 (15.3%)", &["0.153", "15.3 %"]),
        ("in 2021 (2020)", &["[2021, a year]", "[2020, a year]"]),
        ("negative 5%, minus 3", &["-5 %", "-3"]),
        ("- 5 t\n- 6 t", &["5 t", "6 t"]),
        ("net –7 or −8", &["-7", "-8"]),
        ("f(5)", &["5"]),
        ("(45 tCO2e)", &["45 t"]),
        ("it fell (by 5 %)", &["5 %"]),
        ("the current liabilities ($577)", &["577 USD"]),
        ("Net income: (5)\nit was (6)", &["-5", "-6"]),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn ranges() {
    for (text, expected) in [
        ("5–10%", &["5 % to", "10 %"][..]),
        ("5 to 10 million", &["5,000,000 (written in 10^6) to", "10,000,000 (written in 10^6)"]),
        ("between 5 and 10", &["5 to", "10"]),
        ("from 5 to 10", &["5", "10"]),
        ("10-5", &["10", "5"]),
        ("-5 to -3", &["-5 to", "-3"]),
        ("5 and 10", &["5", "10"]),
        ("5±1, 5 ± 1", &["5", "5"]),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_quantity() {
    for (text, expected) in [
        ("Scopes 1, 2 and 3: 12", &["12"][..]),
        ("Scope 1+2 emissions of 7 t", &["7 t"]),
        ("Scope 1: 10, Scope 2: 20", &["10", "20"]),
        ("Table 2.1, p. 12, Note 5%", &["5 %"]),
        ("page 12: 45%", &["45 %"]),
        ("31 December 2022", &["[2022, a year]"]),
        ("December 31, 2022: 7", &["[2022, a year]", "7"]),
        ("31/12/2022 and 2022-12-31", &["[2022, a year]", "[2022, a year]"]),
        ("FY2018, FY 18, FY'18, 2018/19", &["[2018, a year]", "[2018, a year]"]),
        ("2020-2025", &["[2020, a year]", "[2025, a year]"]),
        ("the 1990s, the 3rd, 5G, 7A", &[]),
        ("at 10:30, v1.2.3", &[]),
        ("45% [3], 6 [1, 2]【4:0†x】", &["45 %", "6"]),
        ("[45]", &["45"]),
        ("1. 45%\n2. 46%", &["[1]", "45 %", "[2]", "46 %"]),
        ("(1) cut 5 t and (2) buy 6 t", &["[1]", "5 t", "[2]", "6 t"]),
        ("45. It is so", &["45"]),
        ("3M's sales were 5", &["5"]),
        ("per 100 employees: 7", &["7"]),
        ("CO2, PM2.5, COVID-19, GPT-4, x45, #7", &[]),
        ("1950 tCO2e, 2,022 people", &["1,950 t", "2,022"]),
        ("#### 72", &["72"]),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn spans_are_those_of_the_text() {
    let text = "é was **$(1,577)** million, ٤٥\u{a0}%";
    let spans: Vec<&str> =
        read(text, Locale::Auto).iter().map(|one| &text[one.start..one.end]).collect();
    assert_eq!(spans, ["$(1,577)** million", "٤٥\u{a0}%"]);
}

#[test]
fn long_texts_take_no_long_time() {
    for part in
        ["1", "1,", "1.", "(", "[1", "1 ", "$", "-", "1e", "1 to ", "1. a\n", "\\frac", "USD ", "a"]
    {
        let text = part.repeat(200_000 / part.len());
        let _ = read(&text, Locale::Auto);
    }
}
