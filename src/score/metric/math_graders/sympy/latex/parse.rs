//! Tokens become a tree of rules.

use super::super::Failure;
use super::grammar::{Edge, NETWORK, Rule};
use super::lexer::{Token, TokenKind};
use super::predict::Predictor;

/// Deeper calls of rules than this are not followed. `SymPy` gives up at some depth, too.
const MAX_DEPTH: usize = 700;

/// A rule and what it consists of.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub(super) rule: Rule,
    pub(super) parts: Vec<LatexPart<'t>>,
}

/// A piece of a rule.
#[derive(Debug)]
pub(super) enum LatexPart<'t> {
    Token(Token<'t>),
    Rule(Tree<'t>),
}

impl<'t> Tree<'t> {
    /// The rules among the parts, of this kind.
    pub(super) fn rules(&self, rule: Rule) -> impl Iterator<Item = &Tree<'t>> {
        self.parts.iter().filter_map(move |part| match part {
            LatexPart::Rule(tree) if tree.rule == rule => Some(tree),
            _ => None,
        })
    }

    /// The first rule of this kind among the parts.
    pub(super) fn rule(&self, rule: Rule) -> Option<&Tree<'t>> {
        self.rules(rule).next()
    }

    /// The first token of this kind among the parts.
    pub(super) fn token(&self, kind: TokenKind) -> Option<Token<'t>> {
        self.parts.iter().find_map(|part| match part {
            LatexPart::Token(token) if token.kind == kind => Some(*token),
            _ => None,
        })
    }
}

/// The tree of the longest start of the text that the parser reads.
pub(super) fn parse<'t>(
    tokens: &'t [Token<'t>],
    fuel: u32,
    looks: u32,
) -> Result<Tree<'t>, Failure> {
    let mut parser =
        Parser { predictor: Predictor::new(tokens, fuel, looks), at: 0, calls: Vec::new() };
    parser.predictor.kind(0)?;
    let math = NETWORK.starts[Rule::Math as usize];
    match NETWORK.states[usize::from(math)].edges[..] {
        [Edge::Call(rule, precedence, follow)] => parser.call(rule, precedence, follow),
        _ => Err(Failure::Error),
    }
}

struct Parser<'t> {
    predictor: Predictor<'t>,
    at: usize,
    /// Where the rules under way return to.
    calls: Vec<u16>,
}

impl<'t> Parser<'t> {
    fn call(&mut self, rule: Rule, precedence: u8, follow: u16) -> Result<Tree<'t>, Failure> {
        if self.calls.len() > MAX_DEPTH {
            return Err(Failure::Unknown);
        }
        self.calls.push(follow);
        let tree = self.rule(rule, precedence);
        self.calls.pop();
        tree
    }

    fn rule(&mut self, rule: Rule, precedence: u8) -> Result<Tree<'t>, Failure> {
        let mut tree = Tree { rule, parts: Vec::new() };
        let mut state = NETWORK.starts[rule as usize];
        loop {
            let here = &NETWORK.states[usize::from(state)];
            if here.stop {
                return Ok(tree);
            }
            let edge = if here.edges.len() > 1 {
                let way = self.predictor.predict(state, self.at, precedence, &self.calls)?;
                here.edges.get(usize::from(way) - 1)
            } else {
                here.edges.first()
            };
            state = match edge.copied().ok_or(Failure::Error)? {
                Edge::Empty(to) | Edge::Precedence(to) => to,
                Edge::Call(rule, precedence, follow) => {
                    let inner = self.call(rule, precedence, follow)?;
                    tree.parts.push(LatexPart::Rule(inner));
                    follow
                }
                Edge::Token(kinds, to) => {
                    let kind = self.predictor.kind(self.at)?;
                    if kinds & kind.bit() == 0 {
                        return Err(Failure::Error);
                    }
                    let tokens: &'t [Token<'t>] = self.predictor.tokens;
                    tree.parts.extend(tokens.get(self.at).copied().map(LatexPart::Token));
                    self.at += 1;
                    // A token is only used up once the next one has been read.
                    self.predictor.kind(self.at)?;
                    to
                }
            };
        }
    }
}
