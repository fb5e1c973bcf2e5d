//! Words of dates in several languages, in lower case.

/// The months, January first, each in full and as it is commonly cut. English names are read elsewhere.
/// Source: the names of months of the Unicode CLDR, version 46, for the languages named.
const MONTHS: [&[&str]; 12] = [
    // German, French, Spanish, Italian, Portuguese, Dutch, Russian, Polish, Swedish, Turkish, Arabic, Hindi
    &[
        "januar", "jänner", "jan", "janvier", "janv", "enero", "ene", "gennaio", "gen", "janeiro",
        "januari", "января", "январь", "янв", "stycznia", "styczeń", "ocak", "يناير", "जनवरी",
    ],
    &[
        "februar", "feb", "février", "fevrier", "févr", "febrero", "febbraio", "fevereiro", "fev",
        "februari", "февраля", "февраль", "фев", "lutego", "luty", "şubat", "فبراير", "फ़रवरी",
        "फरवरी",
    ],
    &[
        "märz", "maerz", "mär", "mrz", "mars", "marzo", "março", "maart", "mrt", "марта", "март",
        "marca", "marzec", "mart", "مارس", "मार्च",
    ],
    &[
        "april", "avril", "avr", "abril", "abr", "aprile", "апреля", "апрель", "апр", "kwietnia",
        "kwiecień", "nisan", "أبريل", "ابريل", "अप्रैल",
    ],
    &[
        "mai", "mayo", "maggio", "mag", "maio", "mei", "мая", "май", "maja", "maj", "mayıs",
        "مايو", "मई",
    ],
    &[
        "juni", "juin", "junio", "giugno", "giu", "junho", "июня", "июнь", "июн", "czerwca",
        "czerwiec", "haziran", "يونيو", "जून",
    ],
    &[
        "juli", "juillet", "juil", "julio", "luglio", "lug", "julho", "июля", "июль", "июл",
        "lipca", "lipiec", "temmuz", "يوليو", "जुलाई",
    ],
    &[
        "august", "août", "aout", "agosto", "ago", "augustus", "augusti", "августа", "август",
        "авг", "sierpnia", "sierpień", "ağustos", "أغسطس", "अगस्त",
    ],
    &[
        "september", "septembre", "septiembre", "settembre", "setembro", "sept", "set", "сентября",
        "сентябрь", "сен", "сент", "września", "wrzesień", "eylül", "سبتمبر", "सितंबर", "सितम्बर",
    ],
    &[
        "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out", "октября",
        "октябрь", "окт", "października", "październik", "ekim", "أكتوبر", "अक्टूबर", "अक्तूबर",
    ],
    &[
        "november", "novembre", "noviembre", "novembro", "ноября", "ноябрь", "ноя", "listopada",
        "listopad", "kasım", "نوفمبر", "नवंबर", "नवम्बर",
    ],
    &[
        "dezember", "dez", "décembre", "decembre", "déc", "diciembre", "dic", "dicembre",
        "dezembro", "december", "декабря", "декабрь", "дек", "grudnia", "grudzień", "aralık",
        "ديسمبر", "दिसंबर", "दिसम्बर",
    ],
];

/// Returns the month that a word of a language other than English names, 1 to 12.
pub(super) fn month(word: &str) -> Option<u8> {
    let place = MONTHS.iter().position(|names| names.contains(&word))?;
    u8::try_from(place + 1).ok()
}

/// Whether a word means nothing between the parts of a date.
pub(super) fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 29] = [
        "of", "the", "de", "del", "do", "da", "di", "du", "den", "der", "des", "le", "la", "el",
        "il", "in", "im", "en", "year", "jahr", "année", "año", "ano", "anno", "в", "г", "года",
        "году", "vom",
    ];
    FILLERS.contains(&word)
}

/// Whether letters right after digits make them an ordinal.
pub(super) fn is_ordinal(word: &str) -> bool {
    [
        "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "eme", "º", "ª", "го", "й", "ter",
        "te", "ten",
    ]
    .contains(&word)
}

/// Returns the season that a word names: spring is 1.
pub(super) fn season(word: &str) -> Option<u8> {
    Some(match word {
        "spring" | "printemps" | "frühling" | "frühjahr" | "primavera" | "весна" | "весной" => {
            1
        }
        "summer" | "été" | "sommer" | "verano" | "estate" | "verão" | "лето" | "летом" => {
            2
        }
        "autumn" | "fall" | "automne" | "herbst" | "otoño" | "autunno" | "outono" | "осень"
        | "осенью" => 3,
        "winter" | "hiver" | "invierno" | "inverno" | "зима" | "зимой" => 4,
        _ => return None,
    })
}

/// Returns the number that a word for an ordinal from first to fourth stands for.
pub(super) fn nth(word: &str) -> Option<u32> {
    Some(match word {
        "first" | "erstes" | "premier" | "primer" | "primo" | "primeiro" => 1,
        "second" | "zweites" | "deuxième" | "segundo" | "secondo" => 2,
        "third" | "drittes" | "troisième" | "tercer" | "terzo" | "terceiro" => 3,
        "fourth" | "viertes" | "quatrième" | "cuarto" | "quarto" => 4,
        _ => return None,
    })
}

/// Whether a word is *quarter*.
pub(super) fn is_quarter(word: &str) -> bool {
    ["quarter", "quartal", "trimestre", "квартал", "kwartaal"].contains(&word)
}

/// Whether a word is *week*.
pub(super) fn is_week(word: &str) -> bool {
    ["week", "woche", "kw", "semaine", "semana", "settimana", "неделя"].contains(&word)
}

/// Whether a word is *century*.
pub(super) fn is_century(word: &str) -> bool {
    ["century", "jahrhundert", "siècle", "siecle", "siglo", "secolo", "século", "век", "eeuw"]
        .contains(&word)
}

/// Returns the number of a century in Roman numerals, in lower case.
pub(super) fn roman(word: &str) -> Option<u32> {
    const NUMERALS: [&str; 21] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv",
        "xv", "xvi", "xvii", "xviii", "xix", "xx", "xxi",
    ];
    let place = NUMERALS.iter().position(|numeral| *numeral == word)?;
    u32::try_from(place + 1).ok()
}

/// Marks of years before and after the first, as they are written; the longest first.
pub(super) const ERAS: [(&str, bool); 30] = [
    ("до нашей эры", true),
    ("до н. э.", true),
    ("до н.э.", true),
    ("vor christus", true),
    ("avant jésus-christ", true),
    ("antes de cristo", true),
    ("av. j.-c.", true),
    ("av. j.-c", true),
    ("v. chr.", true),
    ("v.chr.", true),
    ("b.c.e.", true),
    ("b.c.", true),
    ("a. c.", true),
    ("a.c.", true),
    ("bce", true),
    ("bc", true),
    ("公元前", true),
    ("紀元前", true),
    ("西元前", true),
    ("기원전", true),
    ("n. chr.", false),
    ("n.chr.", false),
    ("ap. j.-c.", false),
    ("c.e.", false),
    ("a.d.", false),
    ("d.c.", false),
    ("н. э.", false),
    ("н.э.", false),
    ("ad", false),
    ("ce", false),
];

/// Names of eras of Japan and Taiwan, and the year before the first of each.
pub(super) const REIGNS: [(&str, u32); 10] = [
    ("令和", 2018),
    ("平成", 1988),
    ("昭和", 1925),
    ("大正", 1911),
    ("明治", 1867),
    ("R", 2018),
    ("H", 1988),
    ("S", 1925),
    ("民國", 1911),
    ("民国", 1911),
];

/// Returns the value of a digit or ten of Chinese and Japanese.
pub(super) fn numeral(c: char) -> Option<u32> {
    Some(match c {
        '〇' | '零' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    })
}
