//! The part of a prediction that does not depend on the call stack, kept from text to text: sets of
//! ways and what each token makes of them. It only saves time, no answer depends on it.

use super::super::Failure;
use super::grammar::NETWORK;
use super::lexer::TokenKind;
use super::stacks::{Arena, EMPTY};
use super::ways::{Decision, Walk, Way, Ways, without_repeats};
use std::collections::BTreeMap;

/// More sets than this are forgotten.
const MAX_SETS: usize = 4_000;
/// More sets of stacks than this are forgotten.
const MAX_STACKS: usize = 60_000;
/// How many states one token may lead to.
const FUEL: u32 = 20_000;

/// What a token makes of a set of ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// This alternative.
    Settled(u8),
    /// More tokens change nothing, the call stack may.
    Stuck,
    /// The next set.
    To(u32),
    /// No prediction.
    Failed(Failure),
}

#[derive(Debug)]
struct Set {
    decision: u16,
    ways: Ways,
    steps: Vec<Option<Step>>,
}

/// All sets so far.
#[derive(Debug)]
pub(super) struct Automaton {
    arena: Arena,
    sets: Vec<Set>,
    numbers: BTreeMap<(u16, Vec<Way>), u32>,
    starts: BTreeMap<u16, u32>,
}

impl Automaton {
    pub(super) fn new() -> Self {
        Self {
            arena: Arena::new(),
            sets: Vec::new(),
            numbers: BTreeMap::new(),
            starts: BTreeMap::new(),
        }
    }

    /// Forgets everything if it has become too much. No set is known by its number afterwards.
    pub(super) fn limit(&mut self) {
        if self.sets.len() > MAX_SETS || self.arena.len() > MAX_STACKS {
            *self = Self::new();
        }
    }

    fn decision(state: u16) -> Decision {
        let here = &NETWORK.states[usize::from(state)];
        Decision { full: false, operators_of: here.precedence_loop.then_some(here.rule) }
    }

    fn keep(&mut self, decision: u16, ways: Ways) -> u32 {
        let key = (decision, ways.sorted());
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(Set { decision, ways, steps: vec![None; TokenKind::Error as usize] });
        self.numbers.insert(key, number);
        number
    }

    /// The set before the first token of a decision.
    pub(super) fn start(&mut self, state: u16) -> Result<u32, Failure> {
        if let Some(number) = self.starts.get(&state) {
            return Ok(*number);
        }
        let mut fuel = FUEL;
        let mut walk = Walk { arena: &mut self.arena, fuel: &mut fuel };
        let mut ways = walk.start(state, EMPTY, Self::decision(state))?;
        if NETWORK.states[usize::from(state)].precedence_loop {
            ways = without_repeats(&ways);
        }
        let number = self.keep(state, ways);
        self.starts.insert(state, number);
        Ok(number)
    }

    /// What a token makes of a set.
    pub(super) fn step(&mut self, set: u32, kind: TokenKind) -> Step {
        let known = &self.sets[set as usize];
        if let Some(step) = known.steps.get(kind as usize).copied().flatten() {
            return step;
        }
        let decision = known.decision;
        let mut fuel = FUEL;
        let mut walk = Walk { arena: &mut self.arena, fuel: &mut fuel };
        let step = match walk.step(&known.ways, kind, Self::decision(decision)) {
            Err(failure) => Step::Failed(failure),
            Ok(next) if next.is_empty() => {
                let finished = known.ways.finished(&self.arena);
                finished.map_or(Step::Failed(Failure::Error), Step::Settled)
            }
            Ok(next) => match next.only_alternative() {
                Some(alternative) => Step::Settled(alternative),
                None if next.is_stuck() => Step::Stuck,
                None => Step::To(self.keep(decision, next)),
            },
        };
        if let Some(place) = self.sets[set as usize].steps.get_mut(kind as usize) {
            *place = Some(step);
        }
        step
    }
}
