//! Which way a parse goes on, decided as ANTLR's adaptive LL(*) does it.
//!
//! All ways are followed side by side, token by token, until one is left. First without regard to
//! where the rule was called from (the empty stack stands for any surroundings); if that does not
//! settle it, again with the true call stack. Where all ways die at once, a way that had left the
//! rule by then is taken: that is how the parser stops silently at what it cannot read.
//!
//! Terence Parr, Sam Harwell, Kathleen Fisher: Adaptive LL(*) Parsing, OOPSLA 2014, and the Python
//! runtime 4.11.0 that SymPy uses.

use super::grammar::{Edge, NETWORK, Rule};
use super::lexer::{Kind, Token};
use super::stacks::{Arena, EMPTY, Stacks};
use std::collections::{BTreeMap, BTreeSet};

/// One of the ways: a state, the alternative it belongs to, and where its rules return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    state: u16,
    alternative: u8,
    stacks: Stacks,
    /// It has left the rule of the decision.
    outside: bool,
    /// It has left a rule that calls itself on its left at the outermost level.
    outermost: bool,
}

/// Ways, of each state and alternative one.
#[derive(Clone, Debug, Default)]
struct Ways {
    list: Vec<Way>,
    index: BTreeMap<(u16, u8), usize>,
}

impl Ways {
    fn add(&mut self, way: Way, arena: &mut Arena, full: bool) {
        if let Some(at) = self.index.get(&(way.state, way.alternative)) {
            let known = &mut self.list[*at];
            known.outside |= way.outside;
            known.outermost |= way.outermost;
            known.stacks = arena.merge(known.stacks, way.stacks, !full);
        } else {
            self.index.insert((way.state, way.alternative), self.list.len());
            self.list.push(way);
        }
    }

    /// The alternative that all ways belong to.
    fn only_alternative(&self) -> Option<u8> {
        let first = self.list.first()?.alternative;
        self.list.iter().all(|way| way.alternative == first).then_some(first)
    }

    /// For each state with the same stacks, its alternatives as bits.
    fn conflicts(&self) -> BTreeMap<(u16, Stacks), u32> {
        let mut sets = BTreeMap::new();
        for way in &self.list {
            *sets.entry((way.state, way.stacks)).or_insert(0) |= 1 << way.alternative;
        }
        sets
    }

    /// Whether more tokens can settle nothing without knowing the call stack.
    fn is_stuck(&self) -> bool {
        if self.list.iter().all(|way| NETWORK.states[usize::from(way.state)].stop) {
            return true;
        }
        let mut by_state: BTreeMap<u16, u32> = BTreeMap::new();
        for way in &self.list {
            *by_state.entry(way.state).or_insert(0) |= 1 << way.alternative;
        }
        by_state.values().all(|set| set.count_ones() > 1)
            && self.conflicts().values().any(|set| set.count_ones() > 1)
    }

    /// The one alternative that every conflict would be settled for.
    fn resolved(&self) -> Option<u8> {
        let mut least = self.conflicts().into_values().map(|set| set.trailing_zeros() as u8);
        let first = least.next()?;
        least.all(|other| other == first).then_some(first)
    }

    /// The first alternative that had left the rule of the decision.
    fn finished(&self, arena: &Arena) -> Option<u8> {
        let has_left = |way: &&Way| {
            let stopped = NETWORK.states[usize::from(way.state)].stop;
            way.outside || (stopped && arena.has_empty(way.stacks))
        };
        self.list.iter().filter(has_left).map(|way| way.alternative).min()
    }
}

/// Why no prediction was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The reference raises an error here.
    Syntax,
    /// It would take too long to find out.
    TooMuch,
}

/// Predicts over the tokens of one text.
pub(super) struct Predictor<'t> {
    pub(super) tokens: &'t [Token<'t>],
    arena: Arena,
    /// How many more steps it may take.
    fuel: u32,
}

struct Decision {
    full: bool,
    /// The rule, if the decision is about its operators.
    operators_of: Option<Rule>,
}

impl<'t> Predictor<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>], fuel: u32) -> Self {
        Self { tokens, arena: Arena::new(), fuel }
    }

    /// The kind of the token at a place; an error if it is none.
    pub(super) fn kind(&self, at: usize) -> Result<Kind, Failure> {
        match self.tokens.get(at).or(self.tokens.last()).map(|token| token.kind) {
            None | Some(Kind::Error) => Err(Failure::Syntax),
            Some(kind) => Ok(kind),
        }
    }

    /// Which edge of a state to follow, from the token at a place; `calls` are the states to return
    /// to, the outermost first.
    pub(super) fn predict(
        &mut self,
        state: u16,
        at: usize,
        precedence: u8,
        calls: &[u16],
    ) -> Result<u8, Failure> {
        let here = &NETWORK.states[usize::from(state)];
        if here.precedence_loop && precedence > 2 {
            return Ok(2);
        }
        let mut decision =
            Decision { full: false, operators_of: here.precedence_loop.then_some(here.rule) };
        let mut ways = self.start(state, EMPTY, &decision)?;
        if here.precedence_loop {
            ways = without_repeats(&ways);
        }
        let mut place = at;
        let mut kind = self.kind(place)?;
        loop {
            let next = self.step(&ways, kind, &decision)?;
            if next.list.is_empty() {
                return ways.finished(&self.arena).ok_or(Failure::Syntax);
            }
            if let Some(alternative) = next.only_alternative() {
                return Ok(alternative);
            }
            if next.is_stuck() {
                break;
            }
            ways = next;
            if kind != Kind::End {
                place += 1;
                kind = self.kind(place)?;
            }
        }
        decision.full = true;
        let mut stacks = EMPTY;
        for call in calls {
            stacks = self.arena.push(*call, stacks);
        }
        let mut ways = self.start(state, stacks, &decision)?;
        let mut place = at;
        let mut kind = self.kind(place)?;
        loop {
            let next = self.step(&ways, kind, &decision)?;
            if next.list.is_empty() {
                return ways.finished(&self.arena).ok_or(Failure::Syntax);
            }
            if let Some(alternative) = next.only_alternative().or_else(|| next.resolved()) {
                return Ok(alternative);
            }
            ways = next;
            if kind != Kind::End {
                place += 1;
                kind = self.kind(place)?;
            }
        }
    }

    fn start(&mut self, state: u16, stacks: Stacks, decision: &Decision) -> Result<Ways, Failure> {
        let mut ways = Ways::default();
        for (alternative, edge) in (1..).zip(&NETWORK.states[usize::from(state)].edges) {
            let Edge::Empty(to) = *edge else { continue };
            let way = Way { state: to, alternative, stacks, outside: false, outermost: false };
            self.close(way, &mut ways, &mut BTreeSet::new(), decision)?;
        }
        Ok(ways)
    }

    /// All ways after one more token.
    fn step(&mut self, ways: &Ways, kind: Kind, decision: &Decision) -> Result<Ways, Failure> {
        let mut moved = Ways::default();
        let mut stopped = Vec::new();
        for way in &ways.list {
            let state = &NETWORK.states[usize::from(way.state)];
            if state.stop {
                if decision.full || kind == Kind::End {
                    stopped.push(*way);
                }
                continue;
            }
            if let [Edge::Token(kinds, to)] = state.edges[..]
                && kinds & kind.bit() != 0
            {
                moved.add(Way { state: to, ..*way }, &mut self.arena, decision.full);
            }
        }
        let settled = moved.list.len() == 1 || moved.only_alternative().is_some();
        let mut reached = Ways::default();
        if stopped.is_empty() && kind != Kind::End && settled {
            reached = moved;
        } else {
            let mut seen = BTreeSet::new();
            for way in &moved.list {
                self.close(*way, &mut reached, &mut seen, decision)?;
            }
        }
        if kind == Kind::End {
            let mut ended = Ways::default();
            for way in &reached.list {
                if NETWORK.states[usize::from(way.state)].stop {
                    ended.add(*way, &mut self.arena, decision.full);
                }
            }
            reached = ended;
        }
        let has_stop = |ways: &Ways| {
            ways.list.iter().any(|way| NETWORK.states[usize::from(way.state)].stop)
        };
        if !decision.full || !has_stop(&reached) {
            for way in stopped {
                reached.add(way, &mut self.arena, decision.full);
            }
        }
        Ok(reached)
    }

    /// Adds all states that a way comes to without a token.
    fn close(
        &mut self,
        way: Way,
        ways: &mut Ways,
        seen: &mut BTreeSet<Way>,
        decision: &Decision,
    ) -> Result<(), Failure> {
        let mut open = vec![way];
        while let Some(way) = open.pop() {
            if !seen.insert(way) {
                continue;
            }
            self.fuel = self.fuel.checked_sub(1).ok_or(Failure::TooMuch)?;
            if self.arena.len() > 200_000 {
                return Err(Failure::TooMuch);
            }
            let state = &NETWORK.states[usize::from(way.state)];
            if state.stop {
                self.leave(way, ways, &mut open, decision);
                continue;
            }
            if matches!(state.edges[..], [Edge::Token(..)]) {
                ways.add(way, &mut self.arena, decision.full);
                continue;
            }
            // A loop that is only on the way back to the same loop further out adds nothing.
            let inner_loop = state.precedence_loop
                && way.stacks != EMPTY
                && !self.arena.has_empty(way.stacks)
                && self.arena.tops(way.stacks).iter().all(|(top, _)| {
                    NETWORK.states[usize::from(*top)].rule == state.rule
                });
            for edge in state.edges.iter().skip(usize::from(inner_loop)) {
                open.push(match *edge {
                    Edge::Empty(to) | Edge::Precedence(to) => Way { state: to, ..way },
                    Edge::Call(rule, _, follow) => Way {
                        state: NETWORK.starts[rule as usize],
                        stacks: self.arena.push(follow, way.stacks),
                        ..way
                    },
                    Edge::Token(..) => continue,
                });
            }
        }
        Ok(())
    }

    /// A way at the end of a rule goes on where the rule was called.
    fn leave(&mut self, way: Way, ways: &mut Ways, open: &mut Vec<Way>, decision: &Decision) {
        let rule = NETWORK.states[usize::from(way.state)].rule;
        for &(top, below) in self.arena.tops(way.stacks) {
            open.push(Way { state: top, stacks: below, outermost: false, ..way });
        }
        if !self.arena.has_empty(way.stacks) {
            return;
        }
        if decision.full {
            ways.add(Way { stacks: EMPTY, ..way }, &mut self.arena, true);
            return;
        }
        let follows = &NETWORK.follows[rule as usize];
        if follows.is_empty() {
            ways.add(way, &mut self.arena, false);
        }
        for &(state, outermost) in follows {
            let outermost = way.outermost || (outermost && decision.operators_of == Some(rule));
            open.push(Way { state, stacks: EMPTY, outside: true, outermost, ..way });
        }
    }
}

/// Without what leaves the operators of a rule only to come back to them.
fn without_repeats(ways: &Ways) -> Ways {
    let mut kept = Ways::default();
    for way in &ways.list {
        let repeated = way.alternative != 1
            && !way.outermost
            && ways
                .index
                .get(&(way.state, 1))
                .is_some_and(|at| ways.list[*at].stacks == way.stacks);
        if !repeated {
            kept.index.insert((way.state, way.alternative), kept.list.len());
            kept.list.push(*way);
        }
    }
    kept
}
