//! The ways that a parse may go on, followed side by side from token to token.

use super::super::Failure;
use super::grammar::{Edge, NETWORK, Rule};
use super::lexer::TokenKind;
use super::stacks::{Arena, EMPTY, Stacks};
use std::collections::{BTreeMap, BTreeSet};

/// One of the ways: a state, the alternative it belongs to, and where its rules return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
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
pub(super) struct Ways {
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

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The ways in an order that does not depend on how they were found.
    pub(super) fn sorted(&self) -> Vec<Way> {
        let mut list = self.list.clone();
        list.sort_unstable();
        list
    }

    /// The alternative that all ways belong to.
    pub(super) fn only_alternative(&self) -> Option<u8> {
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
    pub(super) fn is_stuck(&self) -> bool {
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
    pub(super) fn resolved(&self) -> Option<u8> {
        let mut least = self.conflicts().into_values().map(|set| set.trailing_zeros() as u8);
        let first = least.next()?;
        least.all(|other| other == first).then_some(first)
    }

    /// The first alternative that had left the rule of the decision.
    pub(super) fn finished(&self, arena: &Arena) -> Option<u8> {
        let has_left = |way: &&Way| {
            let stopped = NETWORK.states[usize::from(way.state)].stop;
            way.outside || (stopped && arena.has_empty(way.stacks))
        };
        self.list.iter().filter(has_left).map(|way| way.alternative).min()
    }
}

/// What the ways of a decision need to know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    /// The true call stack is known.
    pub(super) full: bool,
    /// The rule, if the decision is about its operators.
    pub(super) operators_of: Option<Rule>,
}

/// What it takes to follow ways.
pub(super) struct Walk<'a> {
    pub(super) arena: &'a mut Arena,
    /// How many more states it may come to.
    pub(super) fuel: &'a mut u32,
}

impl Walk<'_> {
    /// All ways out of a state, before the first token.
    pub(super) fn start(
        &mut self,
        state: u16,
        stacks: Stacks,
        decision: Decision,
    ) -> Result<Ways, Failure> {
        let mut ways = Ways::default();
        for (alternative, edge) in (1..).zip(&NETWORK.states[usize::from(state)].edges) {
            let Edge::Empty(to) = *edge else { continue };
            let way = Way { state: to, alternative, stacks, outside: false, outermost: false };
            self.close(way, &mut ways, &mut BTreeSet::new(), decision)?;
        }
        Ok(ways)
    }

    /// All ways after one more token.
    pub(super) fn step(
        &mut self,
        ways: &Ways,
        kind: TokenKind,
        decision: Decision,
    ) -> Result<Ways, Failure> {
        let mut moved = Ways::default();
        let mut stopped = Vec::new();
        for way in &ways.list {
            let state = &NETWORK.states[usize::from(way.state)];
            if state.stop {
                if decision.full || kind == TokenKind::End {
                    stopped.push(*way);
                }
                continue;
            }
            if let [Edge::Token(kinds, to)] = state.edges[..]
                && kinds & kind.bit() != 0
            {
                moved.add(Way { state: to, ..*way }, self.arena, decision.full);
            }
        }
        let settled = moved.list.len() == 1 || moved.only_alternative().is_some();
        let mut reached = Ways::default();
        if stopped.is_empty() && kind != TokenKind::End && settled {
            reached = moved;
        } else {
            let mut seen = BTreeSet::new();
            for way in &moved.list {
                self.close(*way, &mut reached, &mut seen, decision)?;
            }
        }
        if kind == TokenKind::End {
            let mut ended = Ways::default();
            for way in &reached.list {
                if NETWORK.states[usize::from(way.state)].stop {
                    ended.add(*way, self.arena, decision.full);
                }
            }
            reached = ended;
        }
        let has_stop =
            |ways: &Ways| ways.list.iter().any(|way| NETWORK.states[usize::from(way.state)].stop);
        if !decision.full || !has_stop(&reached) {
            for way in stopped {
                reached.add(way, self.arena, decision.full);
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
        decision: Decision,
    ) -> Result<(), Failure> {
        let mut open = vec![way];
        while let Some(way) = open.pop() {
            if !seen.insert(way) {
                continue;
            }
            *self.fuel = self.fuel.checked_sub(1).ok_or(Failure::Unknown)?;
            let state = &NETWORK.states[usize::from(way.state)];
            if state.stop {
                self.leave(way, ways, &mut open, decision);
                continue;
            }
            if matches!(state.edges[..], [Edge::Token(..)]) {
                ways.add(way, self.arena, decision.full);
                continue;
            }
            // A loop that is only on the way back to the same loop further out adds nothing.
            let inner_loop = state.precedence_loop
                && way.stacks != EMPTY
                && !self.arena.has_empty(way.stacks)
                && self
                    .arena
                    .tops(way.stacks)
                    .iter()
                    .all(|(top, _)| NETWORK.states[usize::from(*top)].rule == state.rule);
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
    fn leave(&mut self, way: Way, ways: &mut Ways, open: &mut Vec<Way>, decision: Decision) {
        let rule = NETWORK.states[usize::from(way.state)].rule;
        for &(top, below) in self.arena.tops(way.stacks) {
            open.push(Way { state: top, stacks: below, outermost: false, ..way });
        }
        if !self.arena.has_empty(way.stacks) {
            return;
        }
        if decision.full {
            ways.add(Way { stacks: EMPTY, ..way }, self.arena, true);
            return;
        }
        let follows = &NETWORK.follows[rule as usize];
        if follows.is_empty() {
            ways.add(way, self.arena, false);
        }
        for &(state, outermost) in follows {
            let outermost = way.outermost || (outermost && decision.operators_of == Some(rule));
            open.push(Way { state, stacks: EMPTY, outside: true, outermost, ..way });
        }
    }
}

/// Without what leaves the operators of a rule only to come back to them.
pub(super) fn without_repeats(ways: &Ways) -> Ways {
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
