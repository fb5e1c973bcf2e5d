//! A finished score with the joined rows behind it: what everything that only looks at a score starts from.

use super::pairing::Pairing;
use super::{Score, Session};
use crate::score::evaluate::Material;

/// A finished score, and the joined files that it is of.
#[derive(Clone, Debug)]
pub struct Finished<'s> {
    pub(super) session: &'s Session,
    /// The score.
    pub score: &'s Score,
    /// What was scored.
    pub material: Material<'s>,
    pub(super) pairing: &'s Pairing,
}

impl Session {
    /// The score with what it is of, once it is finished.
    pub fn finished(&self) -> Option<Finished<'_>> {
        let (score, material) = self.score().zip(self.material())?;
        Some(Finished { session: self, score, material, pairing: self.pairing.as_ref()? })
    }
}
