//! Sets of call stacks, kept once each, so that equal sets have equal numbers.

use std::collections::BTreeMap;

/// A set of stacks of states to return to.
pub(super) type Stacks = u32;

/// The set of the empty stack alone. Without the surroundings of a decision it stands for any.
pub(super) const EMPTY: Stacks = 0;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    /// Whether the empty stack is among them.
    empty: bool,
    /// The states on top, in ascending order, and the stacks below each.
    tops: Vec<(u16, Stacks)>,
}

/// All sets of stacks that a parse has met.
#[derive(Debug)]
pub(super) struct Arena {
    nodes: Vec<Node>,
    numbers: BTreeMap<Node, Stacks>,
}

impl Arena {
    pub(super) fn new() -> Self {
        let mut arena = Self { nodes: Vec::new(), numbers: BTreeMap::new() };
        arena.keep(Node { empty: true, tops: Vec::new() });
        arena
    }

    fn keep(&mut self, node: Node) -> Stacks {
        if let Some(number) = self.numbers.get(&node) {
            return *number;
        }
        let number = self.nodes.len() as Stacks;
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        number
    }

    /// The stacks with one more state on top.
    pub(super) fn push(&mut self, top: u16, below: Stacks) -> Stacks {
        self.keep(Node { empty: false, tops: vec![(top, below)] })
    }

    /// Whether the empty stack is among them.
    pub(super) fn has_empty(&self, stacks: Stacks) -> bool {
        self.nodes[stacks as usize].empty
    }

    /// The states on top and what is below each.
    pub(super) fn tops(&self, stacks: Stacks) -> &[(u16, Stacks)] {
        &self.nodes[stacks as usize].tops
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The stacks of both. Where the empty stack stands for any, it swallows the others.
    pub(super) fn merge(&mut self, one: Stacks, other: Stacks, empty_is_any: bool) -> Stacks {
        if one == other {
            return one;
        }
        if empty_is_any && (one == EMPTY || other == EMPTY) {
            return EMPTY;
        }
        let (one, other) = (self.nodes[one as usize].clone(), self.nodes[other as usize].clone());
        let mut tops: Vec<(u16, Stacks)> = Vec::with_capacity(one.tops.len() + other.tops.len());
        let (mut left, mut right) = (one.tops.into_iter().peekable(), other.tops.into_iter());
        let mut pending = right.next();
        while let Some(&(top, below)) = left.peek() {
            match pending {
                Some((second, under)) if second == top => {
                    tops.push((top, self.merge(below, under, empty_is_any)));
                    left.next();
                    pending = right.next();
                }
                Some(second) if second.0 < top => {
                    tops.push(second);
                    pending = right.next();
                }
                _ => {
                    tops.push((top, below));
                    left.next();
                }
            }
        }
        tops.extend(pending);
        tops.extend(right);
        self.keep(Node { empty: one.empty || other.empty, tops })
    }
}
