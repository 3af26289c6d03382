//! One resolution engine for three jobs.
//!
//! With every variable of the position *assigned*, it answers questions about that position (the
//! interpreted logical features). With none assigned, choosing a fact is a branch and the facts
//! chosen so far are the *residual*: running a goal to the end enumerates its ground clauses, which
//! is unfolding and pruning in one (a second value for an assigned variable is a violated
//! integrity constraint). Static goals are looked up in indexed relations in both cases.

mod conditions;

use super::RuleError;
use super::fluents::Fact;
use super::program::{Arg, Kind, Lit, PredId, Program, Value};
use super::relation::{FastMap, Matches};
use super::syntax::Comparison;

/// What the caller of a goal wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// More solutions.
    Go,
    /// Enough.
    Stop,
}

/// Limits on one question; passing them is an error that names the clause at work.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Resolution steps.
    pub steps: u64,
    /// Nested goals.
    pub depth: u32,
    /// Ground clauses in one answer.
    pub clauses: usize,
}

impl Default for Budget {
    /// 20 million steps take about two seconds; 1,500 nested goals fit the smallest thread stack.
    fn default() -> Self {
        Budget { steps: 20_000_000, depth: 1_500, clauses: 200_000 }
    }
}

/// A condition on the position that is not "variable = value".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// The derived goal with this number (see [`Engine::goals`]) fails.
    Not(usize),
    /// A sum of counts compared with a number: Σ sign · count + constant `how` 0.
    Compare(Comparison, Vec<(i64, usize)>, i64),
}

/// A derived goal that occurs under `not`; unbound arguments are existential.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// Predicate.
    pub pred: PredId,
    /// Arguments, `None` for any.
    pub args: Vec<Option<Value>>,
}

/// A count whose value depends on the position: for each binding, the clauses that make it true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CountGoal {
    /// One entry per binding of the counted variables.
    pub members: Vec<Vec<Alternative>>,
}

/// One way to make a member true: facts and further conditions.
pub type Alternative = (Vec<Fact>, Vec<Extra>);

struct Frame<'k, 'p> {
    body: &'p [Lit],
    at: usize,
    base: usize,
    clause: usize,
    next: Option<&'k Frame<'k, 'p>>,
    ancestors: Option<&'k Ancestor<'k>>,
    depth: u32,
}

struct Ancestor<'k> {
    pred: PredId,
    args: Vec<Value>,
    next: Option<&'k Ancestor<'k>>,
}

const OPEN: u8 = u8::MAX;

/// See the module's head.
pub struct Engine<'p> {
    program: &'p Program,
    cells: Vec<Value>,
    trail: Vec<usize>,
    assigned: Vec<u8>,
    complete: bool,
    residual: Vec<Fact>,
    extras: Vec<Extra>,
    /// Derived goals met under `not` while the position was unknown.
    pub goals: Vec<Goal>,
    /// Counts met while the position was unknown.
    pub counts: Vec<CountGoal>,
    count_ids: FastMap<(usize, Vec<Value>), usize>,
    budget: Budget,
    steps: u64,
    nesting: u32,
    error: Option<RuleError>,
}

type Sink<'s, 'p> = &'s mut dyn FnMut(&mut Engine<'p>, usize) -> Flow;

impl<'p> Engine<'p> {
    /// An engine that knows nothing of the position.
    pub fn new(program: &'p Program, budget: Budget) -> Self {
        Engine {
            program,
            cells: Vec::new(),
            trail: Vec::new(),
            assigned: vec![OPEN; program.fluents.n_vars()],
            complete: false,
            residual: Vec::new(),
            extras: Vec::new(),
            goals: Vec::new(),
            counts: Vec::new(),
            count_ids: FastMap::default(),
            budget,
            steps: 0,
            nesting: 0,
            error: None,
        }
    }

    /// Forgets the position.
    pub fn unknown(&mut self) {
        self.assigned.clear();
        self.assigned.resize(self.program.fluents.n_vars(), OPEN);
        self.complete = false;
    }

    /// Sets the position: one value per variable.
    pub fn assign(&mut self, values: &[u8]) {
        self.assigned.clear();
        self.assigned.extend_from_slice(values);
        self.complete = true;
    }

    /// The facts chosen on the way to the present solution.
    pub fn residual(&self) -> &[Fact] {
        &self.residual
    }

    /// Other conditions of the present solution.
    pub fn extras(&self) -> &[Extra] {
        &self.extras
    }

    /// Steps since the engine was made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The value of slot `var` of the frame at `base`, if bound.
    pub fn value(&self, base: usize, var: usize) -> Option<Value> {
        let v = self.deref(self.cells[base + var]);
        v.as_cell().is_none().then_some(v)
    }

    /// Calls `on` for every solution of `body`; slots in `given` are bound beforehand.
    pub fn solve(
        &mut self,
        body: &'p [Lit],
        n_vars: usize,
        given: &[(u16, Value)],
        on: &mut dyn FnMut(&mut Engine<'p>, usize) -> Flow,
    ) -> Result<Flow, RuleError> {
        let base = self.push_frame(n_vars);
        for (var, value) in given {
            self.cells[base + *var as usize] = *value;
        }
        let frame =
            Frame { body, at: 0, base, clause: usize::MAX, next: None, ancestors: None, depth: 0 };
        let flow = self.run(&frame, &mut |e, _| on(e, base));
        self.cells.truncate(base);
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(flow),
        }
    }

    fn push_frame(&mut self, n_vars: usize) -> usize {
        let base = self.cells.len();
        self.cells.extend((base..base + n_vars).map(Value::cell));
        base
    }

    #[inline]
    fn deref(&self, mut v: Value) -> Value {
        while let Some(cell) = v.as_cell() {
            let inner = self.cells[cell];
            if inner == v {
                break;
            }
            v = inner;
        }
        v
    }

    #[inline]
    fn arg(&self, base: usize, arg: &Arg) -> Value {
        match arg {
            Arg::Var(v) => self.deref(self.cells[base + *v as usize]),
            Arg::Const(c) => *c,
        }
    }

    fn unify(&mut self, a: Value, b: Value) -> bool {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return true;
        }
        // The younger cell points at the older one, so that frames can be cut off.
        match (a.as_cell(), b.as_cell()) {
            (Some(i), Some(j)) if i > j => self.bind(i, b),
            (_, Some(j)) => self.bind(j, a),
            (Some(i), None) => self.bind(i, b),
            (None, None) => return false,
        }
        true
    }

    fn bind(&mut self, cell: usize, value: Value) {
        self.cells[cell] = value;
        self.trail.push(cell);
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(cell) = self.trail.pop()
                && cell < self.cells.len()
            {
                self.cells[cell] = Value::cell(cell);
            }
        }
    }

    fn fail(&mut self, frame: &Frame<'_, 'p>, what: &str) -> Flow {
        let clause = self.program.clauses.get(frame.clause);
        let place = clause.map(|c| c.place).unwrap_or_default();
        let error = RuleError::new(place, what.into());
        self.error.get_or_insert(match clause {
            Some(c) => error.with_clause(c.to_string()),
            None => error,
        });
        Flow::Stop
    }

    fn run(&mut self, frame: &Frame<'_, 'p>, sink: Sink<'_, 'p>) -> Flow {
        let Some(lit) = frame.body.get(frame.at) else {
            return match frame.next {
                Some(next) => self.run(next, sink),
                None => sink(self, frame.base),
            };
        };
        self.steps += 1;
        if self.steps > self.budget.steps {
            let n = self.budget.steps;
            return self.fail(frame, &format!("gave up after {n} resolution steps"));
        }
        if frame.depth + self.nesting > self.budget.depth {
            let n = self.budget.depth;
            return self.fail(frame, &format!("endless recursion: more than {n} nested goals"));
        }
        match lit {
            Lit::Call { pred, args, negated: false } => match self.program.preds[*pred].kind {
                Kind::Derived => self.call(frame, *pred, args, sink),
                _ => self.look_up(frame, *pred, args, sink),
            },
            Lit::Call { pred, args, negated: true } => match self.program.preds[*pred].kind {
                Kind::Static => self.deny_static(frame, *pred, args, sink),
                Kind::Fluent => self.deny_facts(frame, *pred, args, sink),
                Kind::Derived => self.deny_goal(frame, *pred, args, sink),
            },
            Lit::Same { left, right, equal } => {
                let (a, b) = (self.arg(frame.base, left), self.arg(frame.base, right));
                if *equal {
                    let mark = self.trail.len();
                    let flow = if self.unify(a, b) { self.step(frame, sink) } else { Flow::Go };
                    self.undo(mark);
                    flow
                } else if a != b {
                    self.step(frame, sink)
                } else {
                    Flow::Go
                }
            }
            Lit::Count { over, body, result } => self.count(frame, over, body, *result, sink),
            Lit::Compare { how, left, right } => self.compare(frame, *how, left, right, sink),
        }
    }

    fn step(&mut self, f: &Frame<'_, 'p>, sink: Sink<'_, 'p>) -> Flow {
        self.run(&Frame { at: f.at + 1, depth: f.depth + 1, ..*f }, sink)
    }

    fn bound(&self, base: usize, args: &[Arg], out: &mut [Value; 8]) -> usize {
        let mut mask = 0;
        for (i, a) in args.iter().enumerate() {
            out[i] = self.arg(base, a);
            mask |= usize::from(out[i].as_cell().is_none()) << i;
        }
        mask
    }

    /// The arguments as they are bound now, and the rows of a relation that may match them.
    fn candidates(&self, base: usize, pred: PredId, args: &[Arg]) -> ([Value; 8], Matches<'p>) {
        let mut vals = [Value(0); 8];
        let mask = self.bound(base, args, &mut vals);
        (vals, self.program.relations[pred].matching(mask, &vals[..args.len()]))
    }

    /// Static relations and facts: the indexed rows that match.
    fn look_up(
        &mut self,
        f: &Frame<'_, 'p>,
        pred: PredId,
        args: &[Arg],
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let (vals, rows) = self.candidates(f.base, pred, args);
        let program = self.program;
        let relation = &program.relations[pred];
        let facts = program.fluents.rows.get(&pred);
        let mark = self.trail.len();
        for i in 0..rows.len() {
            let row = rows.at(i);
            // In a known position most facts fail by themselves, before anything is bound.
            if let Some(fact) = facts.filter(|_| self.complete).map(|f| f[row])
                && self.assigned[fact.var as usize] != fact.value
            {
                continue;
            }
            let tuple = relation.tuple(row);
            let fits = (0..args.len()).all(|j| self.unify(vals[j], tuple[j]));
            let flow = match (fits, facts) {
                (false, _) => Flow::Go,
                (true, None) => self.step(f, sink),
                (true, Some(facts)) => self.suppose(f, facts[row], sink),
            };
            self.undo(mark);
            if flow == Flow::Stop {
                return flow;
            }
        }
        Flow::Go
    }

    /// Goes on with `fact` true: nothing to do when it is known, a branch when it is open.
    fn suppose(&mut self, f: &Frame<'_, 'p>, fact: Fact, sink: Sink<'_, 'p>) -> Flow {
        let now = self.assigned[fact.var as usize];
        if now != OPEN {
            return if now == fact.value { self.step(f, sink) } else { Flow::Go };
        }
        self.assigned[fact.var as usize] = fact.value;
        self.residual.push(fact);
        let flow = if self.is_forbidden(fact) { Flow::Go } else { self.step(f, sink) };
        self.residual.pop();
        self.assigned[fact.var as usize] = OPEN;
        flow
    }

    fn is_forbidden(&self, last: Fact) -> bool {
        let holds = |f: &Fact| self.assigned[f.var as usize] == f.value;
        let sets = &self.program.fluents.forbidden;
        sets.iter().any(|set| set.contains(&last) && set.iter().all(holds))
    }

    fn call(&mut self, f: &Frame<'_, 'p>, pred: PredId, args: &[Arg], sink: Sink<'_, 'p>) -> Flow {
        let mut vals = [Value(0); 8];
        let mask = self.bound(f.base, args, &mut vals);
        let vals = &vals[..args.len()];
        let after = Frame { at: f.at + 1, depth: f.depth + 1, ..*f };
        if !self.program.preds[pred].recursive {
            return self.expand(&after, pred, vals, f.ancestors, sink);
        }
        let ground = mask == (1 << args.len()) - 1;
        let mut above = f.ancestors;
        while let Some(a) = above {
            if a.pred == pred && self.is_variant(&a.args, vals) {
                if ground {
                    return Flow::Go; // a proof that needs itself proves nothing
                }
                let name = &self.program.preds[pred].name;
                let text = format!(
                    "endless recursion: {name}/{} calls itself with nothing new bound; \
                     put a literal that binds its arguments before the recursive call",
                    args.len()
                );
                return self.fail(f, &text);
            }
            above = a.next;
        }
        let here = Ancestor { pred, args: vals.to_vec(), next: f.ancestors };
        self.expand(&after, pred, vals, Some(&here), sink)
    }

    /// Same constants in the same places, and unbound where unbound.
    fn is_variant(&self, old: &[Value], new: &[Value]) -> bool {
        old.iter().zip(new).all(|(o, n)| {
            let o = if o.as_cell().is_some() { None } else { Some(*o) };
            let n = if n.as_cell().is_some() { None } else { Some(*n) };
            o == n
        })
    }

    fn expand(
        &mut self,
        after: &Frame<'_, 'p>,
        pred: PredId,
        args: &[Value],
        ancestors: Option<&Ancestor<'_>>,
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let program = self.program;
        for rule in &program.preds[pred].rules {
            let rule = &program.rules[*rule];
            let mark = self.trail.len();
            let base = self.push_frame(rule.n_vars);
            let fits = rule.args.iter().zip(args).all(|(a, v)| {
                let a = self.arg(base, a);
                self.unify(a, *v)
            });
            let flow = if fits {
                self.run(
                    &Frame {
                        body: &rule.body,
                        at: 0,
                        base,
                        clause: rule.clause,
                        next: Some(after),
                        ancestors,
                        depth: after.depth + 1,
                    },
                    sink,
                )
            } else {
                Flow::Go
            };
            self.undo(mark);
            self.cells.truncate(base);
            if flow == Flow::Stop {
                return flow;
            }
        }
        Flow::Go
    }
}

/// Whether `difference how 0`.
pub(crate) fn holds(how: Comparison, difference: i64) -> bool {
    match how {
        Comparison::More => difference > 0,
        Comparison::AtLeast => difference >= 0,
        Comparison::Less => difference < 0,
        Comparison::AtMost => difference <= 0,
    }
}
