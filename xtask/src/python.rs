//! The Python interpreter that the tests of the runner run programs in: npm's `pyodide`.

use crate::{Result, tools};

/// Fetches it, for `tests/browser/runner.mjs` to find.
pub(crate) fn fetch() -> Result<()> {
    tools::npm_folder("python", "xtask/npm/python").map(drop)
}
