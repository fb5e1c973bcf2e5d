//! Which way a parse goes on, decided as ANTLR's adaptive LL(*) does it.
//!
//! All ways are followed side by side, token by token, until one is left. First without regard to
//! where the rule was called from (the empty stack stands for any surroundings); if that does not
//! settle it, again with the true call stack. Where all ways die at once, a way that had left the
//! rule by then is taken: that is how the parser stops silently at what it cannot read.
//!
//! Terence Parr, Sam Harwell, Kathleen Fisher: Adaptive LL(*) Parsing, OOPSLA 2014, and the Python
//! runtime 4.11.0 that `SymPy` uses.

use super::super::Failure;
use super::automaton::{Automaton, Step};
use super::grammar::NETWORK;
use super::lexer::{Token, TokenKind};
use super::stacks::{Arena, EMPTY};
use super::ways::{Decision, Walk};
use std::cell::RefCell;

thread_local! {
    static AUTOMATON: RefCell<Automaton> = RefCell::new(Automaton::new());
}

/// Predicts over the tokens of one text.
pub(super) struct Predictor<'t> {
    pub(super) tokens: &'t [Token<'t>],
    /// How many more states it may come to where the call stack decides.
    fuel: u32,
    looks: u32,
}

impl<'t> Predictor<'t> {
    pub(super) fn new(tokens: &'t [Token<'t>], fuel: u32, looks: u32) -> Self {
        Self { tokens, fuel, looks }
    }

    /// The kind of the token at a place; an error if it is none.
    pub(super) fn kind(&self, at: usize) -> Result<TokenKind, Failure> {
        match self.tokens.get(at).or(self.tokens.last()).map(|token| token.kind) {
            None | Some(TokenKind::Error) => Err(Failure::Error),
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
        if NETWORK.states[usize::from(state)].precedence_loop && precedence > 2 {
            return Ok(2);
        }
        let without_calls = AUTOMATON.with_borrow_mut(|automaton| {
            automaton.limit();
            self.without_calls(automaton, state, at)
        })?;
        match without_calls {
            Some(alternative) => Ok(alternative),
            None => self.with_calls(state, at, calls),
        }
    }

    fn look(&mut self, place: &mut usize, kind: &mut TokenKind) -> Result<(), Failure> {
        self.looks = self.looks.checked_sub(1).ok_or(Failure::Unknown)?;
        if *kind != TokenKind::End {
            *place += 1;
            *kind = self.kind(*place)?;
        }
        Ok(())
    }

    /// The alternative that is taken wherever the rule was called from; `None` if that matters.
    fn without_calls(
        &mut self,
        automaton: &mut Automaton,
        state: u16,
        at: usize,
    ) -> Result<Option<u8>, Failure> {
        let mut set = automaton.start(state)?;
        let (mut place, mut kind) = (at, self.kind(at)?);
        loop {
            match automaton.step(set, kind) {
                Step::Settled(alternative) => return Ok(Some(alternative)),
                Step::Failed(failure) => return Err(failure),
                Step::Stuck => return Ok(None),
                Step::To(next) => set = next,
            }
            self.look(&mut place, &mut kind)?;
        }
    }

    /// The alternative that is taken, given the call stack.
    fn with_calls(&mut self, state: u16, at: usize, calls: &[u16]) -> Result<u8, Failure> {
        let here = &NETWORK.states[usize::from(state)];
        let operators_of = here.precedence_loop.then_some(here.rule);
        let decision = Decision { full: true, operators_of };
        let mut arena = Arena::new();
        let mut stacks = EMPTY;
        for call in calls {
            stacks = arena.push(*call, stacks);
        }
        let mut walk = Walk { arena: &mut arena, fuel: &mut self.fuel };
        let mut ways = walk.start(state, stacks, decision)?;
        let (mut place, mut kind) = (at, self.kind(at)?);
        loop {
            let mut walk = Walk { arena: &mut arena, fuel: &mut self.fuel };
            let next = walk.step(&ways, kind, decision)?;
            if next.is_empty() {
                return ways.finished(&arena).ok_or(Failure::Error);
            }
            if let Some(alternative) = next.only_alternative().or_else(|| next.resolved()) {
                return Ok(alternative);
            }
            ways = next;
            self.look(&mut place, &mut kind)?;
        }
    }
}
