//! What the reader of a report must know besides the number: problems, doubts and facts, each with
//! its place and, where there is one, its remedy.

use serde::{Deserialize, Serialize, Serializer};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A fact worth knowing; the number is not in doubt.
    Info,
    /// The number may not mean what it seems to mean.
    Warning,
    /// Something could not be read or scored.
    Error,
}

/// What a diagnostic is about: a stable name for scripts, in `snake_case` wherever it is text.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumString, IntoStaticStr,
    VariantArray
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Code {
    /// Lists of gold answers have texts without a comma between them; they are one text, as in Python.
    AdjacentTexts,
    /// A score cannot be held against another rule.
    Against,
    /// Several predictions of a question count as attempts at it.
    Attempts,
    /// A submission bundle is damaged, or cannot take part in a leaderboard.
    BadBundle,
    /// A partial result is damaged, or of another version.
    BadPart,
    /// A preset file holds something that is not known or not possible.
    BadPreset,
    /// A probability of no answer is not a number from 0 to 1.
    BadProbability,
    /// A file is not a report that can be verified.
    BadReport,
    /// Page and scorer are of different versions and do not understand each other.
    BadRequest,
    /// A record is not valid JSON, or nested deeper than 512 levels: it counts as unparseable, and
    /// reading goes on.
    BadRow,
    /// A sample of a log cannot be read.
    BadSample,
    /// The file of a hosted scorer holds something that is not known or not possible.
    BadScorer,
    /// The script of a hosted scorer has failed, or returns something that is no score.
    BadScript,
    /// A setting cannot have this value.
    BadSetting,
    /// A text is not a signature, or this build cannot reproduce it.
    BadSignature,
    /// A prediction is a number, `true` or `false`; it is compared as written.
    BarePrediction,
    /// The run to compare with is not there, or its name is that of several runs.
    Baseline,
    /// A spreadsheet made a date of a text.
    BecameDate,
    /// A spreadsheet made a number of a text and may have dropped leading zeros.
    BecameNumber,
    /// A program passed only in one interpreter with its test.
    BesideTest,
    /// A gold answer or the id of a question is blank.
    BlankGold,
    /// Blank lines between delimited rows are skipped. In plain text they are rows.
    BlankLines,
    /// A prediction is blank.
    BlankPrediction,
    /// A log ranks choices by calibrated likelihoods, which are not read.
    CalibratedChoices,
    /// A text fills a spreadsheet's cell to its limit and is probably cut.
    CellLimit,
    /// A gold choice is a number, and the column does not show whether numbers count from 0 or from
    /// 1.
    #[serde(rename = "choices_from_0_or_1")]
    #[strum(serialize = "choices_from_0_or_1")]
    ChoicesFrom0Or1,
    /// The column to cluster by does not exist.
    Cluster,
    /// Clusters are few, blank or of one question each.
    Clusters,
    /// A spreadsheet's text holds codes such as `_x000D_`, which are read as written.
    CodedCharacters,
    /// The ids repeat; together with another column they are the key.
    CompositeKey,
    /// All predictions of a run are the same.
    ConstantPredictions,
    /// An archive or workbook was given as a table, and nothing has been taken out of it.
    Container,
    /// A verdict and the result or category next to it contradict each other; the verdict counts.
    ContradictingVerdict,
    /// A string in JSON holds a raw control character. It is kept; Python would refuse it.
    ControlCharacter,
    /// Predictions look like a copy of the gold answers.
    CopiedGold,
    /// Both files only number their rows, and no question text confirms that equal numbers mean the
    /// same question.
    CountingIds,
    /// Outputs stop while the model thinks and are scored as they are.
    CutThoughts,
    /// An archive cannot be read.
    DamagedArchive,
    /// A log of a run cannot be read.
    DamagedLog,
    /// A member of an archive cannot be unpacked.
    DamagedMember,
    /// A workbook cannot be read.
    DamagedWorkbook,
    /// Commas or points in numbers may be decimal marks or separate thousands.
    DecimalMark,
    /// Predictions write accents as separate characters, and gold answers do not.
    DecomposedLetters,
    /// A date leaves out its month or year, and the verdict depends on the day that fills it in.
    DependsOnNow,
    /// A date in numbers may begin with its day or its month, and the verdict depends on it.
    DependsOnOrder,
    /// Gold answers may be written differently than they are read.
    DoubtfulAnswers,
    /// Two columns have one name; the second becomes `name (2)`.
    DuplicateColumn,
    /// A key is in the gold file more than once; each row is scored.
    DuplicateGold,
    /// A name is in a record twice, or an id twice in one column of keyed columns; the last counts,
    /// as in Python.
    DuplicateKey,
    /// A run has several predictions for a question; one counts.
    DuplicatePrediction,
    /// Normalising leaves nothing of a gold answer.
    EmptiedGold,
    /// A file is empty.
    EmptyFile,
    /// Rows without any text at the end of a delimited file are left out.
    EmptyRows,
    /// A sheet of a workbook is empty.
    EmptySheet,
    /// No question is in a breakdown.
    EmptySlice,
    /// Predictions are written in codes of web addresses or web pages.
    EncodedText,
    /// A file is not text, or is text in an encoding that is not read.
    Encoding,
    /// Predictions end with tokens of the model, which are removed.
    EndTokens,
    /// A log has several epochs, with a row in each.
    Epochs,
    /// Outputs are messages about errors and are scored as they are.
    ErrorMessages,
    /// A question is left out of the score.
    Excluded,
    /// A spreadsheet shows a number in exponent form.
    ExponentForm,
    /// A prediction is for a question that the gold file does not have.
    ExtraPrediction,
    /// A condition of `--fail-if` cannot be decided on these files.
    FailIf,
    /// Samples of a log ended with an error and have no output.
    FailedSamples,
    /// So few questions have a prediction that the files may not belong together.
    FewJoined,
    /// Predictions are lists of texts; the first of each is scored.
    FirstOfLists,
    /// A formula ends in an error.
    FormulaError,
    /// Outputs go on with another question, and the answer before it is not taken.
    FurtherQuestions,
    /// A file with predictions has a gold column of its own, which is not used.
    GoldColumnUnused,
    /// A gold answer is not a date, so no answer can be right.
    GoldWithoutDate,
    /// A gold answer has no number, so numeric match leaves the question out.
    GoldWithoutNumber,
    /// Predictions are records of a grader; the answer within is scored.
    GradedPredictions,
    /// The first line of plain text is read as the name of the column.
    HeaderAssumed,
    /// Hidden rows of a sheet are read, too.
    HiddenRows,
    /// Members next to the records of a JSON document are ignored.
    IgnoredMembers,
    /// Files or roles are missing, so nothing can be scored yet.
    Incomplete,
    /// A program needs more than the interpreter of the sandbox has; it counts as failed.
    InterpreterLimit,
    /// An output names none of the choices; it counts as wrong.
    InvalidChoice,
    /// Text in UTF-16 holds half a character, which becomes U+FFFD.
    InvalidUtf16,
    /// A kept cell holds bytes that are not UTF-8; they become U+FFFD.
    InvalidUtf8,
    /// Answers count as wrong by the rule of a reference and say what the gold answer says.
    JudgedOtherwise,
    /// Another key would pair questions with other predictions.
    KeysDisagree,
    /// The gold file is that of a published benchmark.
    KnownGold,
    /// The gold file is a known release of a benchmark.
    KnownRelease,
    /// Columns first appear after the rows that decided what to read.
    LateColumn,
    /// No row of a file is about a question of the gold file, so the file is left out.
    LeftOut,
    /// Predictions are likelihoods of choices; the likeliest choice is scored.
    LikeliestChoices,
    /// Lines outside the table are left out.
    LinesBeside,
    /// A link asks for something that is not here.
    Link,
    /// Predictions are lists as text where others are not, or are lists that cannot be read.
    ListAsText,
    /// A prediction is a list; a list of one text is that text, others are compared as written.
    ListPrediction,
    /// Most predictions are lists of several values, and nothing says which value is the answer.
    ListPredictions,
    /// A string in JSON holds half a surrogate pair, which becomes U+FFFD.
    LoneSurrogate,
    /// A sheet has merged cells: all but the first are blank.
    MergedCells,
    /// A question has no prediction.
    MissingPrediction,
    /// A few gold answers are of another kind than the others.
    MixedGold,
    /// Texts look like UTF-8 that was read in another encoding.
    Mojibake,
    /// Programs came near the time limit or did not end in time.
    NearLimit,
    /// Ids without a partner nearly agree with ids of the other file.
    NearMatch,
    /// Neither answer is a date, which the reference counts as equal.
    NeitherIsADate,
    /// A formula has no value in the file, so the cell is blank.
    NoCachedValue,
    /// A file has no column for what is needed of it.
    NoColumn,
    /// A file is not an archive or workbook.
    NoContainer,
    /// An output names no date; it counts as wrong.
    NoDate,
    /// A file is a pipe or device, or cannot be read twice.
    NoFile,
    /// A question has no gold answer.
    NoGoldAnswer,
    /// No question has a gold answer.
    NoGoldAnswers,
    /// A gold solution has no box that the scorer can read.
    NoGoldBox,
    /// A gold answer names none of the choices, so no answer can be right.
    NoGoldChoice,
    /// A gold answer has no number where the scorer looks for it.
    NoGoldNumber,
    /// A gold answer names no option from A to D.
    NoGoldOption,
    /// A gold answer has no scale where others have one.
    NoGoldScale,
    /// The first row looks like data or is chosen to be data: columns are `column 1`, `column 2`.
    /// In plain text the first line is a value.
    NoHeader,
    /// An output names none of the answers that the gold file has; it counts as wrong.
    NoLabel,
    /// Gold answers are marks that datasets write for a missing label.
    NoLabelInGold,
    /// No prediction has the key of a gold question.
    NoMatch,
    /// An archive or workbook does not have this member, or has nothing that can be read.
    NoMember,
    /// A question has no number for a breakdown by edges.
    NoNumber,
    /// A run has no official output, for the reason given.
    NoOfficialBlock,
    /// A score cannot be merged from parts.
    NoPart,
    /// Questions have no probability of no answer; 0 is taken.
    NoProbability,
    /// A file has no rows.
    NoRows,
    /// The first record is longer than what is read to recognise a file.
    NoSample,
    /// A log holds no samples.
    NoSamples,
    /// There is no score yet.
    NoScore,
    /// The score cannot be written in this form.
    NoSuchForm,
    /// Predictions have no supporting facts and score 0 for them.
    NoSupportingFacts,
    /// A program or answer has no verdict, and counts as wrong.
    NoVerdict,
    /// No attempt at a question has an answer.
    NoVotes,
    /// No answer of a run is right.
    NoneRight,
    /// A file is something other than a table: a picture, a web page, a program.
    NotATable,
    /// No rule found an answer in a prediction.
    NotExtracted,
    /// A file is named as JSON and does not begin like JSON.
    NotJson,
    /// `NaN`, `Infinity` and `-Infinity` in JSON are numbers with that text, as in Python.
    NotJsonNumber,
    /// Gold and predictions should be joined within a row, but are in different files.
    NotOneFile,
    /// Not all questions could be scored.
    NotScored,
    /// A comma too many or too few between records; reading goes on.
    NotStrictJson,
    /// There are not exactly one gold file and one predictions file to swap.
    NothingToSwap,
    /// Predictions hold NUL characters.
    NulCharacters,
    /// A prediction is null; it counts as missing.
    NullPrediction,
    /// An output is a number that is the text of one choice and the label of another.
    NumberOrText,
    /// A number is beyond a 64-bit float; it is kept as written.
    NumberOutOfRange,
    /// Says which questions numeric match counts.
    NumericQuestions,
    /// A gold answer is an object, none of whose members is known to hold the answer; it is compared as written.
    ObjectGold,
    /// A prediction is an object; it is compared as written.
    ObjectPrediction,
    /// The reference adds values in an order that merged parts do not have.
    OrderOfSums,
    /// The gold file is that of a benchmark that is scored by other rules.
    OtherBenchmark,
    /// The rows of one question have different gold answers; the first counts.
    OtherGold,
    /// Predictions and gold answers are labels of which none meet.
    OtherLabels,
    /// A workbook has further sheets, which are not read.
    OtherSheets,
    /// A report has further tables, which are not read.
    OtherTables,
    /// This build does not have this version of a preset.
    OtherVersion,
    /// `--out` would overwrite an input file.
    OutIsInput,
    /// A program timed out in the sandbox; it counts as failed.
    OutOfTime,
    /// Lines between the records of a text are left out.
    OutsideRecords,
    /// A program passed with an answer that itself decides what it equals.
    OwnEquality,
    /// A preset is none of the catalog's, or modifies one.
    OwnPreset,
    /// The only tasks are those of the results, so tasks without results cannot be seen.
    OwnQuestions,
    /// Parallel lists differ in length, so the file is refused.
    ParallelLists,
    /// A part of the page could not be loaded.
    Part,
    /// Parts were not scored in the same way.
    PartsDiffer,
    /// A cell shows a percentage and holds the number without the sign.
    PercentNumber,
    /// A preset was given where gold or predictions belong.
    PresetFile,
    /// The gold file looks like that of another preset.
    PresetMismatch,
    /// A file of programs cannot be scored as asked.
    Programs,
    /// Lines are dictionaries as Python prints them, and are read as such.
    PythonLines,
    /// A question has to be answered first, for instance which column holds the answers.
    Question,
    /// A row has more or fewer cells than columns: extra cells are ignored, missing cells are
    /// absent.
    RaggedRow,
    /// A record is longer than 256 MiB.
    RecordTooLong,
    /// The reference decides by `SymPy` what is only estimated here.
    ReferenceMayDiffer,
    /// The reference stops with an error at a number or offset this large; it counts as wrong.
    ReferenceStops,
    /// Says how many questions a run refuses.
    Refusals,
    /// Rows that repeat the names of the columns are left out.
    RepeatedHeader,
    /// Parts that are merged have the same questions.
    RepeatedPart,
    /// A report was given where data belong.
    ReportFile,
    /// Predictions fit the questions in reverse order better than their own.
    Reversed,
    /// Gold and predictions look swapped.
    RolesLookSwapped,
    /// A spreadsheet rounded a number to 15 digits.
    RoundedNumber,
    /// Files without a key have different numbers of rows.
    RowCounts,
    /// Gold and predictions are joined by row order.
    RowOrder,
    /// One file was given twice.
    SameFile,
    /// A script that gives the values has not run.
    ScriptNotRun,
    /// A script has printed something.
    ScriptPrinted,
    /// What a script says of a whole run is not the mean of what it says of the rows.
    ScriptTotals,
    /// A second gold file is not used.
    SecondGold,
    /// An output names several choices; it counts as wrong.
    SeveralChoices,
    /// A gold answer has several numbers; each of them counts as right.
    SeveralGoldNumbers,
    /// An output names several answers that the gold file has; it counts as wrong.
    SeveralLabels,
    /// A log has several verdicts about one sample; the last counts.
    SeveralVerdicts,
    /// Predictions fit the questions some rows away better than their own.
    Shifted,
    /// Predictions are gold answers to other questions, and hardly ever to their own.
    Shuffled,
    /// Samples of a log got no answer from the model and have no output.
    SilentSamples,
    /// An answer repeats the call that it was asked about, and is left out as in the reference.
    SkippedProgram,
    /// A breakdown cannot be made.
    Slice,
    /// Predictions look sorted without their ids.
    Sorted,
    /// Whoever asked for the work has stopped it.
    Stopped,
    /// A row has none of the columns that the others have, and is left out.
    StrayRow,
    /// A gold row without an answer follows all that have one; it is taken for a sum and left out.
    SumRow,
    /// The last lines hold figures that sum up the others, and are left out.
    SummaryLines,
    /// Programs replaced something that their test uses; they count as failed.
    Tampering,
    /// Text after the first document or the packed data is not read.
    TextAfterEnd,
    /// Several answers of a question were given most often.
    TiedVotes,
    /// Rows above the names of the columns are titles, and left out.
    TitleRows,
    /// A file, member or sheet is larger than what can be read.
    TooLarge,
    /// A file has more columns than are read; the rest is ignored.
    TooManyColumns,
    /// A column has too many values for a breakdown.
    TooManyGroups,
    /// There are more files or runs than are scored at a time.
    TooManyRuns,
    /// Predictions are in other parts than their questions.
    TornPart,
    /// A file ends in the middle; complete records are kept.
    Truncated,
    /// A second rule for the same predictions cannot be applied.
    Twin,
    /// Programs are not run and count as failed, because their task is unclear.
    UnclearTask,
    /// A quote is never closed: the row that it opens in is unparseable.
    UnclosedQuote,
    /// A log says that its run did not succeed.
    UnfinishedLog,
    /// A chosen column does not exist.
    UnknownColumn,
    /// A question is of a part that the preset does not know.
    UnknownPart,
    /// There is no such preset.
    UnknownPreset,
    /// The preset has no such setting.
    UnknownSetting,
    /// Cells of a sheet have no name above them; they are named after their place.
    UnnamedColumn,
    /// Predictions look wrapped like the others, but no text is found within.
    UnopenedPredictions,
    /// Files of an archive are not read.
    UnreadMembers,
    /// Predictions hold probabilities that a question has no answer, which are not read.
    UnreadProbabilities,
    /// A file cannot be read, for instance because it was moved or changed.
    Unreadable,
    /// Equal ids are of other questions, and no answer is right.
    UnrelatedFiles,
    /// A program needs what the sandbox does not have; it counts as failed.
    Unsupported,
    /// An archive or workbook is of a kind that is not read.
    UnsupportedContainer,
    /// A member is encrypted or packed by a method that is not read.
    UnsupportedMember,
    /// A JSON document holds no records.
    Unusable,
    /// A file is neither gold nor predictions, and is not used.
    UnusedFile,
    /// The output cannot be written.
    Unwritable,
    /// The gold column holds yes or no, and the answers are texts.
    VerdictsForGold,
    /// Several files are in an archive, and none is named.
    WhichMember,
    /// A file is read as Windows-1252, because it makes sense as that only or is chosen to be.
    #[serde(rename = "windows_1252")]
    #[strum(serialize = "windows_1252")]
    Windows1252,
    /// Answers are words that may stand for no answer.
    WordForNothing,
    /// Every prediction wraps a text, a list of one or an object; the text within is scored.
    WrappedPredictions,
}

impl Code {
    /// The name that scripts read.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

// As it would be derived, without a call for each code.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Code", *self as u32, self.name())
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// One finding about the input or the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// What it is about.
    pub code: Code,
    /// What is the case, in one sentence.
    pub message: String,
    /// Name of the file, without its folder.
    pub file: Option<String>,
    /// Row as an editor or spreadsheet counts it: from 1; a line number where the format has lines.
    pub row: Option<u64>,
    /// Name of the column.
    pub column: Option<String>,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a place or remedy; add them with [`Self::file`], [`Self::row`],
    /// [`Self::column`] and [`Self::remedy`].
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: shortened(message.into()),
            file: None,
            row: None,
            column: None,
            remedy: None,
        }
    }

    /// An [`Severity::Info`].
    pub fn info(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, message)
    }

    /// A [`Severity::Warning`].
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// An [`Severity::Error`].
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Names the file.
    #[must_use]
    pub fn file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(cut_middle(&name.into(), QUOTED));
        self
    }

    /// Names the row, counted from 1.
    #[must_use]
    pub fn row(mut self, row: u64) -> Self {
        self.row = Some(row);
        self
    }

    /// Names the column.
    #[must_use]
    pub fn column(mut self, name: impl Into<String>) -> Self {
        self.column = Some(cut_middle(&name.into(), QUOTED));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn remedy(mut self, text: impl Into<String>) -> Self {
        self.remedy = Some(shortened(text.into()));
        self
    }
}

/// `error[code]: message (file, row 3, column "answer"): remedy`
impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Info => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}[{}]: {}", self.code, self.message)?;
        let place: Vec<String> = [
            self.file.clone(),
            self.row.map(|row| format!("row {row}")),
            self.column.as_ref().map(|column| format!("column {column:?}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !place.is_empty() {
            write!(f, " ({})", place.join(", "))?;
        }
        if let Some(remedy) = &self.remedy {
            write!(f, " -> {remedy}")?;
        }
        Ok(())
    }
}

/// Collects diagnostics while work goes on. Of each code and file the first
/// [`Diagnostics::LISTED`] are kept and the rest counted, so a million bad rows stay readable.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    listed: Vec<Diagnostic>,
    /// How many of each code and file, in the order in which they first came.
    seen: Vec<(Code, Option<String>, u64)>,
}

impl Diagnostics {
    /// How many of one code and file are listed one by one.
    pub const LISTED: u64 = 20;

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let seen = self.seen(diagnostic.code, diagnostic.file.as_deref());
        *seen += 1;
        if *seen <= Self::LISTED {
            self.listed.push(diagnostic);
        }
    }

    fn seen(&mut self, code: Code, file: Option<&str>) -> &mut u64 {
        let known = self.seen.iter().position(|(c, f, _)| *c == code && f.as_deref() == file);
        let place = known.unwrap_or_else(|| {
            self.seen.push((code, file.map(str::to_owned), 0));
            self.seen.len() - 1
        });
        &mut self.seen[place].2
    }

    /// Adds all of another collection.
    pub fn append(&mut self, other: Self) {
        for diagnostic in &other.listed {
            self.push(diagnostic.clone());
        }
        for (code, file, count) in other.seen {
            let unlisted = count.saturating_sub(Self::LISTED);
            if unlisted > 0 {
                *self.seen(code, file.as_deref()) += unlisted;
            }
        }
    }

    /// How many were added with this code.
    pub fn count(&self, code: Code) -> u64 {
        self.seen.iter().filter(|(c, _, _)| *c == code).map(|(_, _, n)| n).sum()
    }

    /// The list, errors first, in the order added otherwise; where rows were only counted, a last
    /// entry of that code says how many more there are.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let mut list = self.listed.clone();
        for (code, file, count) in &self.seen {
            let more = count.saturating_sub(Self::LISTED);
            if more > 0
                && let Some(first) = self.listed.iter().find(|d| d.code == *code && d.file == *file)
            {
                // The first one's message names a row or key, which here would seem to stand for all.
                list.push(Diagnostic {
                    message: match more {
                        1 => format!("1{MORE}is not listed"),
                        more => format!("{more}{MORE}are not listed"),
                    },
                    row: None,
                    ..first.clone()
                });
            }
        }
        [Severity::Error, Severity::Warning, Severity::Info]
            .into_iter()
            .flat_map(|severity| list.iter().filter(move |d| d.severity == severity).cloned())
            .collect()
    }
}

/// What ends the message of an entry that only counts.
const MORE: &str = " more of this kind ";

/// A sentence with an ellipsis in the place of each text that it quotes: ids, questions and answers.
pub fn without_quotes(sentence: &str) -> String {
    let mut bare = String::with_capacity(sentence.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in sentence.chars() {
        if c == '"' && !escaped {
            bare.push_str(if quoted { "…\"" } else { "\"" });
            quoted = !quoted;
        } else if !quoted {
            bare.push(c);
        }
        escaped = quoted && c == '\\' && !escaped;
    }
    bare
}

/// Diagnostics of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike<'a> {
    /// Those that are listed, one at least.
    pub listed: Vec<&'a Diagnostic>,
    /// How many there are, those that were only counted included.
    pub count: u64,
}

/// The diagnostics of a list by kind, in the order in which kinds first come: those about rows that
/// have the same code and file are one kind, any other is one of its own.
pub fn by_kind<'a>(list: impl Iterator<Item = &'a Diagnostic>) -> Vec<Alike<'a>> {
    let mut kinds: Vec<Alike<'_>> = Vec::new();
    for one in list {
        let counted = one.message.split_once(MORE).and_then(|(count, _)| count.parse().ok());
        let same = |kind: &&mut Alike<'_>| {
            let first = kind.listed[0];
            first.row.is_some() && (first.code, &first.file) == (one.code, &one.file)
        };
        let known = kinds.iter_mut().find(same);
        match known.filter(|_| one.row.is_some() || counted.is_some()) {
            Some(kind) => {
                kind.count += counted.unwrap_or(1);
                kind.listed.extend(counted.is_none().then_some(one));
            }
            None => kinds.push(Alike { listed: vec![one], count: 1 }),
        }
    }
    kinds
}

/// A text of at most so many characters, for a sentence or a row; what is cut off is told by `…`.
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Characters of a quoted text that a sentence shows, and characters of the whole sentence.
const QUOTED: usize = 80;
const SENTENCE: usize = 1000;

/// A sentence for people: what it quotes of the files is cut in the middle, so that no cell, however
/// large, makes a message large.
pub fn shortened(sentence: String) -> String {
    if sentence.len() <= QUOTED {
        return sentence;
    }
    let (mut short, mut rest) = (String::new(), sentence.as_str());
    while let Some((before, quoted)) = rest.split_once('"') {
        let is_end = |at: &usize| !quoted[..*at].ends_with('\\');
        let Some(end) = quoted.match_indices('"').map(|(at, _)| at).find(is_end) else { break };
        short += &[before, "\"", &cut_middle(&quoted[..end], QUOTED), "\""].concat();
        rest = &quoted[end + 1..];
    }
    cut_middle(&(short + rest), SENTENCE)
}

/// Whether remedies speak to somebody at the page, who chooses there, or at the command line.
pub(crate) const ON_PAGE: bool = cfg!(not(feature = "command-line"));

/// A name of at most so many characters besides a `…` in its middle: names of files that belong
/// together begin alike, and what tells them apart often stands last.
pub fn cut_middle(name: &str, characters: usize) -> String {
    if name.char_indices().nth(characters).is_none() {
        return name.to_owned();
    }
    let first = characters.div_ceil(2);
    let end = name.char_indices().nth(first).map_or(name.len(), |(at, _)| at);
    let last =
        (characters - first).checked_sub(1).and_then(|back| name.char_indices().nth_back(back));
    let start = last.map_or(name.len(), |(at, _)| at);
    [&name[..end], "…", &name[start..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_name_and_its_place_in_the_alphabet() {
        let names: Vec<&str> = Code::VARIANTS.iter().map(|code| code.name()).collect();
        assert!(names.is_sorted(), "{names:?}");
        for (code, name) in Code::VARIANTS.iter().zip(names) {
            assert_eq!(serde_json::to_value(code).unwrap(), name);
            assert_eq!(name.parse(), Ok(*code));
        }
    }

    #[test]
    fn a_name_keeps_its_beginning_and_its_end() {
        assert_eq!(cut_middle("abcdé", 5), "abcdé");
        assert_eq!(cut_middle("abcdéf", 5), "abc…éf");
        assert_eq!(cut_middle("äöü", 0), "…");
        assert_eq!(cut_middle("", 0), "");
        let [one, other] =
            ["a", "b"].map(|end| cut_middle(&["x".repeat(60).as_str(), end].concat(), 60));
        assert_ne!(one, other);
    }

    #[test]
    fn what_a_sentence_quotes_is_cut_in_its_middle() {
        let long = format!("{}\"{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let said = shortened(format!("no question has the key {long:?}, nor \"x\""));
        let short = format!("{}…{}", "a".repeat(40), "b".repeat(40));
        assert_eq!(said, format!("no question has the key \"{short}\", nor \"x\""));
        let same = "A sentence that is longer than what is quoted in it, and quotes \"this\" and \"that\".";
        assert_eq!(shortened(same.to_owned()), same);
        assert_eq!(shortened("é".repeat(5000)).chars().count(), SENTENCE + 1);
        let huge =
            Diagnostic::error(Code::Link, long.clone()).file(&*long).column(&*long).remedy(&*long);
        assert!(serde_json::to_string(&huge).unwrap().len() < 4000);
    }

    #[test]
    fn repeats_are_counted_not_lost() {
        let mut log = Diagnostics::default();
        for row in 1..=100 {
            let message = format!("the answer to \"q{row}\" is blank");
            log.push(Diagnostic::warning(Code::BlankPrediction, message).file("a.csv").row(row));
        }
        log.push(Diagnostic::error(Code::BadRow, "not JSON").file("a.csv").row(7));
        let list = log.finish();
        assert_eq!(list.len(), 22);
        assert_eq!(list[0].code, Code::BadRow);
        assert_eq!(list[21].message, "80 more of this kind are not listed");
        assert_eq!((list[21].file.as_deref(), list[21].row), (Some("a.csv"), None));
        assert_eq!(log.count(Code::BlankPrediction), 100);
        let kinds: Vec<(Code, u64)> =
            by_kind(list.iter()).iter().map(|kind| (kind.listed[0].code, kind.count)).collect();
        assert_eq!(kinds, [(Code::BadRow, 1), (Code::BlankPrediction, 100)]);
    }

    #[test]
    fn display_names_place_and_remedy() {
        let d =
            Diagnostic::error(Code::BadRow, "not JSON").file("a.csv").row(7).remedy("export again");
        assert_eq!(d.to_string(), "error[bad_row]: not JSON (a.csv, row 7) -> export again");
    }
}
