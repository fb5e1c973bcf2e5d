//! What is known of a gold file, beside the preset that scores it.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::known::Found;
use crate::preset::resolve;

/// Says which well-known gold file this is, and returns what is left of the doubt that nobody has
/// named the benchmark: nothing where the file is proof.
#[inline(never)]
pub(crate) fn benchmark(
    found: Option<Found>,
    guess: Option<&str>,
    preset: &str,
    log: &mut Diagnostics,
) -> Option<String> {
    let guess = guess.map(str::to_owned);
    let Some(found) = found else { return guess };
    let words = found.words();
    if found.proves(preset) {
        log.push(Diagnostic::info("known_gold", words));
        return None;
    }
    let presets = found.known.presets;
    if presets.contains(&preset) {
        log.push(Diagnostic::info("known_gold", words.clone()));
        let title =
            |id: &str| resolve(id).map_or_else(|_| id.to_owned(), |preset| preset.title.clone());
        let others = presets.iter().copied().filter(|other| *other != preset);
        let others = others.map(title).collect::<Vec<_>>().join(" or ");
        return guess.map(|_| {
            format!("{words}; it is scored as {}, and may be scored as {others}", title(preset))
        });
    }
    let message = match presets {
        [] => format!("{words}; no preset here scores it as its benchmark does"),
        _ => format!("{words}; its own preset is {}", presets.join(" or ")),
    };
    let remedy = "choose the preset of the benchmark, if that is what is to be reported";
    log.push(Diagnostic::warning("other_benchmark", message.clone()).remedy(remedy));
    guess.map(|_| message)
}
