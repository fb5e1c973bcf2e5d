//! The rules of `LaTeX.g4` and the network of states that a recogniser walks.

use super::lexer::TokenKind;
use std::sync::LazyLock;

macro_rules! rules {
    ($($rule:ident)+) => {
        /// The rules that a parse goes through.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Rule {
            $($rule,)+
        }

        const ALL: [Rule; RULES] = [$(Rule::$rule),+];
    };
}

rules! {
    Math Relation Equality Expr Additive Mp MpNofunc Unary UnaryNofunc Postfix PostfixNofunc
    PostfixOp EvalAt EvalAtSub EvalAtSup Exp ExpNofunc Comp CompNofunc Group AbsGroup Number
    Atom Bra Ket Mathit MathitText Frac Binom Floor Ceil Func Args LimitSub FuncArg
    FuncArgNoparens Subexpr Supexpr Subeq
}

const RULES: usize = Rule::Subeq as usize + 1;

/// A state of the network.
#[derive(Debug)]
pub(super) struct ParserState {
    pub(super) rule: Rule,
    pub(super) edges: Vec<Edge>,
    /// The first state of the loop over the operators of a rule that calls itself on its left.
    pub(super) precedence_loop: bool,
    /// The last state of its rule.
    pub(super) stop: bool,
}

/// A way from one state to the next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Edge {
    Empty(u16),
    /// One token of a set.
    Token(u64, u16),
    /// Through a rule that is called with a precedence, then on to a state.
    Call(Rule, u8, u16),
    /// Only if the rule was called with a precedence of at most 2.
    Precedence(u16),
}

/// All rules as one network.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) states: Vec<ParserState>,
    pub(super) starts: [u16; RULES],
    /// Where each rule may go on after its end; with the rule itself if that call was one with
    /// precedence 0.
    pub(super) follows: Vec<Vec<(u16, bool)>>,
}

pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(Network::new);

/// A piece of a rule.
enum GrammarPart {
    Token(u64),
    Call(Rule, u8),
    Sequence(Vec<GrammarPart>),
    Choice(Vec<GrammarPart>),
    Optional(Box<GrammarPart>),
    Star(Box<GrammarPart>),
    Plus(Box<GrammarPart>),
}

fn one(kind: TokenKind) -> GrammarPart {
    GrammarPart::Token(kind.bit())
}

fn of(kinds: &[TokenKind]) -> GrammarPart {
    GrammarPart::Token(kinds.iter().fold(0, |bits, kind| bits | kind.bit()))
}

fn call(rule: Rule) -> GrammarPart {
    GrammarPart::Call(rule, 0)
}

fn sequence<const N: usize>(parts: [GrammarPart; N]) -> GrammarPart {
    GrammarPart::Sequence(parts.into())
}

fn choice<const N: usize>(parts: [GrammarPart; N]) -> GrammarPart {
    GrammarPart::Choice(parts.into())
}

fn any_of<const N: usize>(rules: [Rule; N]) -> GrammarPart {
    choice(rules.map(call))
}

/// Both of two rules, whichever comes first.
fn both(one: Rule, other: Rule) -> GrammarPart {
    choice([[one, other], [other, one]].map(|rules| sequence(rules.map(call))))
}

fn optional(part: GrammarPart) -> GrammarPart {
    GrammarPart::Optional(Box::new(part))
}

fn star(part: GrammarPart) -> GrammarPart {
    GrammarPart::Star(Box::new(part))
}

fn plus(part: GrammarPart) -> GrammarPart {
    GrammarPart::Plus(Box::new(part))
}

fn between(open: TokenKind, rule: Rule, close: TokenKind) -> GrammarPart {
    sequence([one(open), call(rule), one(close)])
}

/// `(first? second? | second? first?)`.
fn either_order(first: impl Fn() -> GrammarPart, second: impl Fn() -> GrammarPart) -> GrammarPart {
    choice([
        sequence([optional(first()), optional(second())]),
        sequence([optional(second()), optional(first())]),
    ])
}

/// The body of a rule; for one that calls itself on its left, what it starts with and what follows
/// the call.
fn body(rule: Rule) -> (GrammarPart, Option<GrammarPart>) {
    use Rule as R;
    use TokenKind as K;
    let braces = || between(K::BraceOpen, R::Expr, K::BraceClose);
    let script = |sign| sequence([one(sign), choice([call(R::Atom), braces()])]);
    let power = || {
        let exponent = choice([call(R::Atom), braces()]);
        Some(sequence([one(K::Caret), exponent, optional(call(R::Subexpr))]))
    };
    let product = |rule| {
        let signs = of(&[K::Mul, K::Times, K::Cdot, K::Div, K::Divide, K::Colon]);
        Some(sequence([signs, GrammarPart::Call(rule, 3)]))
    };
    let at = |sign| {
        let inner = any_of([R::Expr, R::Equality]);
        sequence([one(sign), one(K::BraceOpen), inner, one(K::BraceClose)])
    };
    let letter = || of(&[K::Letter, K::Symbol]);
    let marks = || either_order(|| call(R::Subexpr), || one(K::Quotes));
    let digit_or_braces = || choice([one(K::Digit), braces()]);
    let signs = || of(&[K::Add, K::Sub]);
    let part = match rule {
        R::Math => call(R::Relation),
        R::Relation => {
            let signs =
                of(&[K::Equal, K::Less, K::LessEqual, K::Greater, K::GreaterEqual, K::NotEqual]);
            return (call(R::Expr), Some(sequence([signs, GrammarPart::Call(R::Relation, 3)])));
        }
        R::Equality => sequence([call(R::Expr), one(K::Equal), call(R::Expr)]),
        R::Expr => call(R::Additive),
        R::Additive => {
            return (call(R::Mp), Some(sequence([signs(), GrammarPart::Call(R::Additive, 3)])));
        }
        R::Mp => return (call(R::Unary), product(R::Mp)),
        R::MpNofunc => return (call(R::UnaryNofunc), product(R::MpNofunc)),
        R::Unary => choice([sequence([signs(), call(R::Unary)]), plus(call(R::Postfix))]),
        R::UnaryNofunc => choice([
            sequence([signs(), call(R::UnaryNofunc)]),
            sequence([call(R::Postfix), star(call(R::PostfixNofunc))]),
        ]),
        R::Postfix => sequence([call(R::Exp), star(call(R::PostfixOp))]),
        R::PostfixNofunc => sequence([call(R::ExpNofunc), star(call(R::PostfixOp))]),
        R::PostfixOp => choice([one(K::Bang), call(R::EvalAt)]),
        R::EvalAt => sequence([
            one(K::Bar),
            choice([
                call(R::EvalAtSup),
                call(R::EvalAtSub),
                sequence([call(R::EvalAtSup), call(R::EvalAtSub)]),
            ]),
        ]),
        R::EvalAtSub => at(K::Underscore),
        R::EvalAtSup => at(K::Caret),
        R::Exp => return (call(R::Comp), power()),
        R::ExpNofunc => return (call(R::CompNofunc), power()),
        R::Comp => any_of([R::Group, R::AbsGroup, R::Func, R::Atom, R::Floor, R::Ceil]),
        R::CompNofunc => any_of([R::Group, R::AbsGroup, R::Atom, R::Floor, R::Ceil]),
        R::Group => choice([
            between(K::ParenOpen, R::Expr, K::ParenClose),
            between(K::BracketOpen, R::Expr, K::BracketClose),
            braces(),
            between(K::LiteralOpen, R::Expr, K::LiteralClose),
        ]),
        R::AbsGroup => between(K::Bar, R::Expr, K::Bar),
        R::Number => sequence([
            plus(one(K::Digit)),
            star(sequence([one(K::Comma), one(K::Digit), one(K::Digit), one(K::Digit)])),
            optional(sequence([one(K::Dot), plus(one(K::Digit))])),
        ]),
        R::Atom => choice([
            sequence([letter(), marks()]),
            call(R::Number),
            one(K::Differential),
            call(R::Mathit),
            call(R::Frac),
            call(R::Binom),
            call(R::Bra),
            call(R::Ket),
        ]),
        R::Bra => sequence([one(K::AngleOpen), call(R::Expr), of(&[K::RightBar, K::Bar])]),
        R::Ket => sequence([of(&[K::LeftBar, K::Bar]), call(R::Expr), one(K::AngleClose)]),
        R::Mathit => {
            sequence([one(K::Mathit), one(K::BraceOpen), call(R::MathitText), one(K::BraceClose)])
        }
        R::MathitText => star(one(K::Letter)),
        R::Frac => sequence([one(K::Frac), digit_or_braces(), digit_or_braces()]),
        R::Binom => sequence([one(K::Binom), braces(), braces()]),
        R::Floor => between(K::FloorOpen, R::Expr, K::FloorClose),
        R::Ceil => between(K::CeilOpen, R::Expr, K::CeilClose),
        R::Func => choice([
            sequence([
                one(K::Function),
                either_order(|| call(R::Subexpr), || call(R::Supexpr)),
                choice([
                    between(K::ParenOpen, R::FuncArg, K::ParenClose),
                    call(R::FuncArgNoparens),
                ]),
            ]),
            sequence([letter(), marks(), between(K::ParenOpen, R::Args, K::ParenClose)]),
            sequence([
                one(K::Integral),
                optional(both(R::Subexpr, R::Supexpr)),
                choice([
                    sequence([optional(call(R::Additive)), one(K::Differential)]),
                    call(R::Frac),
                    call(R::Additive),
                ]),
            ]),
            sequence([
                one(K::Sqrt),
                optional(between(K::BracketOpen, R::Expr, K::BracketClose)),
                braces(),
            ]),
            sequence([one(K::Overline), braces()]),
            sequence([of(&[K::Sum, K::Product]), both(R::Subeq, R::Supexpr), call(R::Mp)]),
            sequence([one(K::Limit), call(R::LimitSub), call(R::Mp)]),
        ]),
        R::Args => choice([sequence([call(R::Expr), one(K::Comma), call(R::Args)]), call(R::Expr)]),
        R::LimitSub => sequence([
            one(K::Underscore),
            one(K::BraceOpen),
            letter(),
            one(K::Approach),
            call(R::Expr),
            optional(sequence([
                one(K::Caret),
                choice([
                    sequence([one(K::BraceOpen), signs(), one(K::BraceClose)]),
                    one(K::Add),
                    one(K::Sub),
                ]),
            ])),
            one(K::BraceClose),
        ]),
        R::FuncArg => {
            choice([call(R::Expr), sequence([call(R::Expr), one(K::Comma), call(R::FuncArg)])])
        }
        R::FuncArgNoparens => call(R::MpNofunc),
        R::Subexpr => script(K::Underscore),
        R::Supexpr => script(K::Caret),
        R::Subeq => {
            sequence([one(K::Underscore), one(K::BraceOpen), call(R::Equality), one(K::BraceClose)])
        }
    };
    (part, None)
}

impl Network {
    fn new() -> Self {
        let mut network =
            Self { states: Vec::new(), starts: [0; RULES], follows: vec![Vec::new(); RULES] };
        // The rules that call themselves on their left.
        let mut recursive = [false; RULES];
        for rule in ALL {
            let (first, operators) = body(rule);
            let start = network.state(rule);
            network.starts[rule as usize] = start;
            let mut end = network.part(&first, start, rule);
            if let Some(operators) = operators {
                recursive[rule as usize] = true;
                let entry = network.state(rule);
                network.states[usize::from(entry)].precedence_loop = true;
                network.edge(end, Edge::Empty(entry));
                let (guard, inner) = (network.state(rule), network.state(rule));
                network.edge(entry, Edge::Empty(guard));
                network.edge(guard, Edge::Precedence(inner));
                let back = network.part(&operators, inner, rule);
                network.edge(back, Edge::Empty(entry));
                end = network.state(rule);
                network.edge(entry, Edge::Empty(end));
            }
            let stop = network.state(rule);
            network.states[usize::from(stop)].stop = true;
            network.edge(end, Edge::Empty(stop));
        }
        for state in &network.states {
            for edge in &state.edges {
                if let Edge::Call(rule, precedence, follow) = *edge {
                    let outermost = precedence == 0 && recursive[rule as usize];
                    network.follows[rule as usize].push((follow, outermost));
                }
            }
        }
        network
    }

    fn state(&mut self, rule: Rule) -> u16 {
        let edges = Vec::new();
        self.states.push(ParserState { rule, edges, precedence_loop: false, stop: false });
        (self.states.len() - 1) as u16
    }

    fn edge(&mut self, from: u16, edge: Edge) {
        self.states[usize::from(from)].edges.push(edge);
    }

    /// Adds a part that starts at a state without edges; where it ends, such a state again.
    fn part(&mut self, part: &GrammarPart, from: u16, rule: Rule) -> u16 {
        match part {
            GrammarPart::Token(kinds) => {
                let to = self.state(rule);
                self.edge(from, Edge::Token(*kinds, to));
                to
            }
            GrammarPart::Call(called, precedence) => {
                let to = self.state(rule);
                self.edge(from, Edge::Call(*called, *precedence, to));
                to
            }
            GrammarPart::Sequence(parts) => {
                parts.iter().fold(from, |from, part| self.part(part, from, rule))
            }
            GrammarPart::Choice(parts) => {
                let end = self.state(rule);
                for part in parts {
                    let start = self.state(rule);
                    self.edge(from, Edge::Empty(start));
                    let last = self.part(part, start, rule);
                    self.edge(last, Edge::Empty(end));
                }
                end
            }
            GrammarPart::Optional(part) => {
                let (start, end) = (self.state(rule), self.state(rule));
                self.edge(from, Edge::Empty(start));
                let last = self.part(part, start, rule);
                self.edge(last, Edge::Empty(end));
                self.edge(from, Edge::Empty(end));
                end
            }
            GrammarPart::Star(part) => {
                let (start, end) = (self.state(rule), self.state(rule));
                self.edge(from, Edge::Empty(start));
                let last = self.part(part, start, rule);
                self.edge(last, Edge::Empty(from));
                self.edge(from, Edge::Empty(end));
                end
            }
            GrammarPart::Plus(part) => {
                let start = self.state(rule);
                self.edge(from, Edge::Empty(start));
                let back = self.part(part, start, rule);
                let end = self.state(rule);
                self.edge(back, Edge::Empty(start));
                self.edge(back, Edge::Empty(end));
                end
            }
        }
    }
}
