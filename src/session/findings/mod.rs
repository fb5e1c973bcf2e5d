//! What a reader must know about joined and scored files.

mod answers;
mod benchmark;
mod damage;
mod misses;
mod numbers;
mod pairing;
mod scores;

pub(super) use benchmark::benchmark;
pub(super) use damage::SHIFTED;
pub(super) use misses::{REWRITTEN, none_right, nothings, of_texts, too_long};
pub(super) use pairing::{
    WRAPPED, adjacent_texts, attempts, near_ids, openings, other_gold, own_questions, pairing,
    probabilities,
};
pub(super) use scores::{evaluation, notes};

use crate::input::{key_of, shown_key};
use crate::join::Side;
use crate::types::{Field, JoinBy};

/// How a row is named in messages: by its key, or by its number where it has none.
fn key(side: &Side<'_>, row: usize, by: JoinBy) -> String {
    let field = if by == JoinBy::Question { Field::Question } else { Field::Id };
    let columns: Vec<usize> =
        side.map.of(field).filter_map(|name| side.table.column(name)).collect();
    let key = if columns.is_empty() { None } else { key_of(side.table, row, &columns) };
    key.map_or_else(
        || format!("row {}", side.table.row_number(row)),
        |key| format!("{:?}", shown_key(&key)),
    )
}
