//! Which container a file is, by its first bytes.

use super::logs::{self, Log};
use super::parquet;
use crate::table::json;

/// The form of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// A ZIP archive of files.
    Zip,
    /// An Excel workbook.
    Workbook,
    /// An Inspect log in a ZIP archive.
    InspectLog,
    /// An Inspect log in one JSON document.
    InspectJson,
    /// A log of another framework.
    Log(Log),
    /// A file packed with gzip.
    Gzip,
    /// A file packed with Zstandard.
    Zstd,
    /// A Parquet file.
    Parquet,
}

impl Packing {
    /// Short name for reports.
    pub fn name(self) -> &'static str {
        self.name_in_zip().trim_start_matches("zip/")
    }

    /// The same of a file that lies in an archive.
    pub(super) fn name_in_zip(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Workbook => "zip/xlsx",
            Self::InspectLog | Self::InspectJson => "zip/inspect",
            Self::Log(Log::Evals) => "zip/openai-evals",
            Self::Log(Log::Helm) => "zip/helm",
            Self::Log(Log::Labelled) => "zip/labelled",
            Self::Log(Log::Report) => "zip/markdown",
            Self::Gzip => "gzip",
            Self::Zstd => "zip/zstd",
            Self::Parquet => "zip/parquet",
        }
    }
}

/// Which container a file is, if it is one; 64 KiB of its first bytes suffice. Text of any other kind
/// is none. A ZIP archive may turn out to be another of its kin when it is opened.
pub fn packing(name: &str, head: &[u8]) -> Option<Packing> {
    if head.starts_with(b"\x1f\x8b\x08") {
        return Some(Packing::Gzip);
    }
    if head.starts_with(b"\x28\xb5\x2f\xfd") {
        return Some(Packing::Zstd);
    }
    if head.starts_with(parquet::MARK) {
        return Some(Packing::Parquet);
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        let name = name.to_ascii_lowercase();
        let ends = |extensions: &[&str]| extensions.iter().any(|one| name.ends_with(one));
        return Some(if ends(&[".xlsx", ".xlsm", ".xltx"]) {
            Packing::Workbook
        } else if ends(&[".eval"]) {
            Packing::InspectLog
        } else {
            Packing::Zip
        });
    }
    if json::is_log(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)) {
        return Some(Packing::InspectJson);
    }
    logs::log(name, head).map(Packing::Log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_no_container() {
        for text in [
            "",
            "{}",
            "id,answer\n1,PK",
            r#"{"eval": {"task": "x"}, "samples": []}"#,
            r#"{"eval": "task", "model": "m", "task": 1, "run_id": 2}"#,
            r#"[{"eval": {"task": "x", "model": "m", "run_id": "r"}}]"#,
            r#"{"data": {"eval": {"task": "x", "model": "m", "run_id": "r"}}}"#,
            r#"{"q1": {"task": "x", "model": "m", "run_id": "r"}}"#,
            r#"{"eval": ["task", "model", "run_id"]}"#,
        ] {
            assert_eq!(packing("a.json", text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn logs_are_known_whatever_the_order() {
        for text in [
            r#"{"version": 2, "status": "success", "eval": {"run_id": "r", "task": "t", "dataset": {"name": "\"}"}, "model": "m"#,
            "\u{feff}\n{ \"eval\" :\n {\"task\":\"t\",\"model\":\"m\",\"task_id\":\"i\"}}",
        ] {
            assert_eq!(packing("a", text.as_bytes()), Some(Packing::InspectJson), "{text}");
        }
    }
}
