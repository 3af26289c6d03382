//! Tokens → clauses. Messages say what was expected and what stood there.

use super::RuleError;
use super::lexer::{Place, Token, tokens};
use super::syntax::{Atom, Clause, Comparison, Literal, Sum, Term};

/// Reads every clause of a preprocessed rule file.
pub(super) fn clauses(text: &str) -> Result<Vec<Clause>, RuleError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, blanks: 0 };
    let mut out = Vec::new();
    while *parser.peek() != Token::End {
        out.push(parser.clause()?);
    }
    Ok(out)
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    /// `_` is renamed `_1`, `_2`, …
    blanks: u32,
}

type Parsed<T> = Result<T, RuleError>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let yes = self.is(sign);
        if yes {
            self.next();
        }
        yes
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = self.peek().describe();
        Err(RuleError::new(self.place(), format!("expected {what}, found {found}")))
    }

    fn need(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let place = self.place();
        if self.eat(":-") {
            let body = self.body()?;
            self.stop()?;
            return Ok(Clause { head: None, fact: None, body, place });
        }
        if !matches!(self.peek(), Token::Name(_)) {
            return self.expected("a clause, which starts with a predicate in small letters");
        }
        let (head, fact) = self.head()?;
        let body = if self.eat(":-") { self.body()? } else { Vec::new() };
        self.stop()?;
        Ok(Clause { head: Some(head), fact, body, place })
    }

    fn stop(&mut self) -> Parsed<()> {
        if self.eat(".") { Ok(()) } else { self.expected("`.`, `,` or `:-`") }
    }

    /// `effect` and `init` may carry a fact as their last argument.
    fn head(&mut self) -> Parsed<(Atom, Option<(Atom, bool)>)> {
        let place = self.place();
        let Token::Name(name) = self.next() else {
            return self.expected("a predicate");
        };
        if name != "effect" && name != "init" {
            self.at -= 1;
            return Ok((self.atom()?, None));
        }
        self.need("(")?;
        let mut args = Vec::new();
        loop {
            let clear = matches!(self.peek(), Token::Name(n) if n == "not");
            if clear {
                self.next();
            }
            let opens = matches!(self.tokens.get(self.at + 1), Some((Token::Sign("("), _)));
            if clear || opens {
                let fact = self.atom()?;
                self.need(")")?;
                return Ok((Atom { name, args, place }, Some((fact, !clear))));
            }
            args.push(self.term()?);
            if !self.eat(",") {
                return self.expected(&format!(
                    "`,` and a fact as the last argument of `{name}`, such as owns(x, a1)"
                ));
            }
        }
    }

    fn atom(&mut self) -> Parsed<Atom> {
        let place = self.place();
        let Token::Name(name) = self.peek().clone() else {
            return self.expected("a predicate");
        };
        self.next();
        let mut args = Vec::new();
        if self.eat("(") {
            loop {
                args.push(self.term()?);
                if self.is("(") {
                    return Err(RuleError::new(
                        self.place(),
                        "a term with arguments is allowed only as the fact of init or effect"
                            .into(),
                    ));
                }
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat(")") {
                return self.expected("`,` or `)`");
            }
        }
        if args.len() > 8 {
            return Err(RuleError::new(place, format!("{name} has more than 8 arguments")));
        }
        Ok(Atom { name, args, place })
    }

    fn term(&mut self) -> Parsed<Term> {
        let term = match self.peek() {
            Token::Variable(v) if v == "_" => {
                self.blanks += 1;
                Term::Variable(format!("_{}", self.blanks))
            }
            Token::Variable(v) => Term::Variable(v.clone()),
            Token::Name(n) => Term::Name(n.clone()),
            Token::Number(n) => Term::Number(*n),
            _ => return self.expected("a constant or a variable"),
        };
        self.next();
        Ok(term)
    }

    fn body(&mut self) -> Parsed<Vec<Literal>> {
        let mut out = vec![self.literal()?];
        while self.eat(",") {
            out.push(self.literal()?);
        }
        Ok(out)
    }

    fn literal(&mut self) -> Parsed<Literal> {
        match self.peek().clone() {
            Token::Sign("\\+") => {
                self.next();
                Ok(Literal::Call { atom: self.atom()?, negated: true })
            }
            Token::Name(n) if n == "not" => {
                self.next();
                Ok(Literal::Call { atom: self.atom()?, negated: true })
            }
            Token::Name(n) if n == "count" => self.count(),
            Token::Name(_) => match self.tokens[self.at + 1].0 {
                Token::Sign("=" | "\\=") => self.comparison(),
                _ => Ok(Literal::Call { atom: self.atom()?, negated: false }),
            },
            Token::Variable(_) | Token::Number(_) | Token::Sign("-") => self.comparison(),
            _ => self.expected("a condition"),
        }
    }

    fn count(&mut self) -> Parsed<Literal> {
        self.next();
        self.need("(")?;
        self.need("[")?;
        let mut over = vec![self.term()?];
        while self.eat(",") {
            over.push(self.term()?);
        }
        self.need("]")?;
        self.need(",")?;
        let body = if self.eat("(") {
            let body = self.body()?;
            self.need(")")?;
            body
        } else {
            vec![self.literal()?]
        };
        self.need(",")?;
        let result = self.term()?;
        self.need(")")?;
        Ok(Literal::Count { over, body, result })
    }

    fn comparison(&mut self) -> Parsed<Literal> {
        let left = self.sum()?;
        let how = match self.peek() {
            Token::Sign(">") => Comparison::More,
            Token::Sign(">=") => Comparison::AtLeast,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("=<") => Comparison::AtMost,
            Token::Sign(s @ ("=" | "\\=")) => {
                let equal = *s == "=";
                self.next();
                let right = self.term()?;
                let [(1, left)] = left.0.as_slice() else {
                    return self.expected("one term on each side of `=`");
                };
                return Ok(Literal::Same { left: left.clone(), right, equal });
            }
            _ => return self.expected("`=`, `\\=`, `>`, `<`, `>=` or `=<`"),
        };
        self.next();
        Ok(Literal::Compare { how, left, right: self.sum()? })
    }

    fn sum(&mut self) -> Parsed<Sum> {
        let mut terms = Vec::new();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            terms.push((sign, self.term()?));
            if self.eat("+") {
                sign = 1;
            } else if self.eat("-") {
                sign = -1;
            } else {
                return Ok(Sum(terms));
            }
        }
    }
}
