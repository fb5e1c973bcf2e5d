//! The records of a reply and their fields: one list for the worker, which writes them, and for the
//! page, which reads them.

/// Calls a macro with every record that a [`Reply`](crate::protocol::Reply) is made of, in the form
/// `Name { field, field }`. Fields stand in the order in which they are written. A field that is
/// missing here does not compile on either side.
#[macro_export]
macro_rules! for_every_record {
    ($call:ident) => {
        $call! {
            Diagnostic { severity, code, message, file, row, column, remedy }
            Progress { doing, done, total, unit }
            Summary { files, waiting, scored, joins, diagnostics, pending }
            FileCard { slot, name, bytes, role, format, rows, about, columns }
            ColumnCard { name, example, field }
            Waiting { missing, message }
            Scored {
                preset, presets, join, joins, questions, gold, predictions, settings, provisional,
                signature, runs, groups, also_as, moves,
            }
            PresetCard {
                id, title, version, modified, own, reproduces, summary, limits, inputs, citation,
                golden_cases, real_answers, example,
            }
            Example { golds, prediction }
            PresetOption { id, title, unfit }
            JoinCandidate { by, matched, gold, compared, agreeing }
            SettingCard { key, label, value, default, options }
            SettingOption { value, words, help }
            RunCard { name, reconciliation, aggregates, official, verdicts }
            Reconciliation {
                gold, answered, not_extracted, blank, missing, excluded, extra, duplicate_predictions,
                duplicate_gold, unparseable,
            }
            Aggregate { metric, group, mean, n, n_scored, scale, interval }
            Group { column, value }
            Interval { low, high, level, method }
            AlsoAs { preset, mean, agrees }
            Move { words, set, difference, changed }
            Effect { mean, difference, changed, problem }
            Row { row, id, question, prediction, golds, state, verdict, metrics }
            Explanation { row, chain, golds, why, prediction_place, gold_place }
            Link { label, pieces, note }
            Piece { text, mark }
            GoldCard { text, normalised, metrics, matched }
            Stripe { from, to, right, wrong, unanswered, mean, moving }
        }
    };
}
