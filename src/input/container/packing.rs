//! Which container a file is, by its first bytes.

use super::logs::{self, Log};

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
}

impl Packing {
    /// Short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zip => "zip",
            Self::Workbook => "xlsx",
            Self::InspectLog | Self::InspectJson => "inspect",
            Self::Log(Log::Evals) => "openai-evals",
            Self::Log(Log::Helm) => "helm",
            Self::Log(Log::Labelled) => "labelled",
            Self::Gzip => "gzip",
        }
    }
}

/// Which container a file is, if it is one; 64 KiB of its first bytes suffice. Text of any other kind
/// is none. A ZIP archive may turn out to be another of its kin when it is opened.
pub fn packing(name: &str, head: &[u8]) -> Option<Packing> {
    if head.starts_with(b"\x1f\x8b\x08") {
        return Some(Packing::Gzip);
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
    if is_inspect_json(head) {
        return Some(Packing::InspectJson);
    }
    logs::log(head).map(Packing::Log)
}

/// Whether a JSON text begins as a log does: an object whose member `eval` is an object that names
/// its task, its model and its run.
fn is_inspect_json(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if head.first() != Some(&b'{') {
        return false;
    }
    let (mut names, mut inside) = (Vec::new(), false);
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = head.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    inside = false;
                }
            }
            b'"' => {
                let start = at + 1;
                let Some(end) = string_end(head, start) else { break };
                at = end;
                let rest = head[end + 1..].trim_ascii_start();
                if rest.first() == Some(&b':') {
                    let text = &head[start..end];
                    if depth == 1 {
                        inside =
                            text == b"eval" && rest[1..].trim_ascii_start().first() == Some(&b'{');
                    } else if depth == 2 && inside {
                        names.push(text);
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    let named = |name: &str| names.contains(&name.as_bytes());
    named("task") && named("model") && ["run_id", "eval_id", "task_id"].into_iter().any(named)
}

/// Where the string ends that begins at `from`: the place of its closing quote.
fn string_end(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match text.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
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
