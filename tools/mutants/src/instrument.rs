//! From a source to the same source with its mutants, each behind a switch.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprUnary, ReturnType, Signature, Type, UnOp,
};

use crate::Result;
use crate::build::CompileError;

/// A change of the source that a test should notice.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number, which throws the switch. It depends on the source alone.
    pub id: u32,
    /// The file, relative to the crate.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is changed into what.
    pub what: String,
}

/// A piece of the source that is rewritten, with the mutants in it.
struct Rewrite {
    range: Range<usize>,
    form: Form,
    /// A number for each of the alternatives.
    ids: Vec<u32>,
}

/// How a piece of source is rewritten.
enum Form {
    /// A comparison: its operands, its operator and the operators that take its place.
    Comparison(Range<usize>, &'static str, Vec<&'static str>, Range<usize>),
    /// Arithmetic of two operands.
    Arithmetic(Range<usize>, &'static str, &'static str, Range<usize>),
    /// Arithmetic that changes its left operand.
    Assignment(Range<usize>, &'static str, &'static str, Range<usize>),
    /// `&&` (true) or `||` (false).
    Junction(Range<usize>, bool, Range<usize>),
    /// A negation that is left out.
    Negation(Range<usize>),
    /// The body of a function, from behind its brace, that returns something else at once.
    Body(Vec<&'static str>),
}

/// Instruments the files of a copy and gives the mutants that are in it, without those that are refused.
pub fn all(
    root: &Path,
    tree: &Path,
    files: &[String],
    refused: &BTreeSet<u32>,
) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    let mut next_id = 1;
    for file in files {
        let text = fs::read_to_string(root.join(file))?;
        let mut finder = Finder {
            text: &text,
            rewrites: Vec::new(),
            next_id,
        };
        finder.visit_file(&syn::parse_file(&text)?);
        next_id = finder.next_id;
        let mut rewrites = finder.rewrites;
        // From the outside in, in the order of the source.
        rewrites.sort_by_key(|one| (one.range.start, std::cmp::Reverse(one.range.end)));
        for one in &rewrites {
            let line = text[..one.range.start].matches('\n').count() + 1;
            for (id, what) in one.ids.iter().zip(one.form.describe(&text, &one.range)) {
                if !refused.contains(id) {
                    mutants.push(Mutant {
                        id: *id,
                        file: file.clone(),
                        line,
                        what,
                    });
                }
            }
        }
        rewrites.retain(|one| one.ids.iter().any(|id| !refused.contains(id)));
        fs::write(tree.join(file), render(&text, 0..text.len(), &rewrites))?;
    }
    let switch = "//! The switch of mutants.\nuse std::sync::OnceLock;\nstatic ACTIVE: OnceLock<u32> = OnceLock::new();\n/// The active mutant.\npub fn active() -> u32 { *ACTIVE.get_or_init(|| std::env::var(\"SHEDSCOPE_MUTANT\").ok().and_then(|id| id.parse().ok()).unwrap_or(0)) }\n/// Whether a mutant is active.\npub fn is(id: u32) -> bool { active() == id }\n";
    fs::write(tree.join("src/mutants.rs"), switch)?;
    let library = fs::read_to_string(root.join("src/lib.rs"))?;
    fs::write(
        tree.join("src/lib.rs"),
        format!("#![allow(warnings, clippy::all)]\n{library}\npub mod mutants;\n"),
    )?;
    Ok(mutants)
}

/// The mutants around the errors of a compiler: the innermost ones.
pub fn blamed(tree: &Path, errors: &[CompileError]) -> Result<BTreeSet<u32>> {
    let mut blamed = BTreeSet::new();
    for error in errors {
        let text = fs::read_to_string(tree.join(&error.file))?;
        let mut open = Vec::new();
        let mut found = false;
        for (place, _) in text.match_indices("/*M") {
            let rest = &text[place + 3..];
            let Some(end) = rest.find("*/") else { continue };
            let (is_end, ids) = match rest[..end].strip_prefix('E') {
                Some(ids) => (true, ids),
                None => (false, &rest[..end]),
            };
            let ids: Vec<u32> = ids.split(',').filter_map(|id| id.parse().ok()).collect();
            if is_end {
                if place >= error.end && !found {
                    if let Some((_, ids)) = open.last() {
                        blamed.extend::<&Vec<u32>>(ids);
                        found = true;
                    }
                    break;
                }
                open.pop();
            } else if place > error.start {
                // Behind the error: the innermost one that is open is to blame, if there is one.
                break;
            } else {
                open.push((place, ids));
            }
        }
        if !found && let Some((_, ids)) = open.last() {
            blamed.extend(ids);
            found = true;
        }
        if !found {
            // The types of a line are settled elsewhere in it.
            let from = text[..error.start].rfind('\n').unwrap_or(0);
            let to = error.end + text[error.end..].find('\n').unwrap_or(0);
            for (place, _) in text[from..to].match_indices("/*M") {
                let rest = &text[from + place + 3..];
                if let Some(end) = rest.find("*/") {
                    blamed.extend(
                        rest[..end]
                            .trim_start_matches('E')
                            .split(',')
                            .filter_map(|id| id.parse::<u32>().ok()),
                    );
                }
            }
        }
    }
    Ok(blamed)
}

/// A part of the source with the rewrites in it, which are sorted from the outside in.
fn render(text: &str, range: Range<usize>, rewrites: &[Rewrite]) -> String {
    let mut result = String::new();
    let mut at = range.start;
    let mut place = rewrites.partition_point(|one| one.range.start < range.start);
    while let Some(one) = rewrites
        .get(place)
        .filter(|one| one.range.start < range.end)
    {
        if one.range.end > range.end || one.range.start < at {
            place += 1;
            continue;
        }
        result.push_str(&text[at..one.range.start]);
        // What lies within it comes behind it in the list.
        result.push_str(&one.render(text, &rewrites[place + 1..]));
        at = one.range.end;
        place += 1;
    }
    result.push_str(&text[at..range.end]);
    result
}

impl Rewrite {
    fn render(&self, text: &str, inner: &[Rewrite]) -> String {
        let part = |range: &Range<usize>| render(text, range.clone(), inner);
        let ids: Vec<String> = self.ids.iter().map(u32::to_string).collect();
        let ids = ids.join(",");
        let is = |place: usize| format!("crate::mutants::is({})", self.ids[place]);
        let body = match &self.form {
            Form::Comparison(left, op, others, right) => {
                let mut arms = String::new();
                for (id, other) in self.ids.iter().zip(others) {
                    let _ = write!(arms, "{id} => left {other} right, ");
                }
                format!(
                    "match (&({}), &({})) {{ (left, right) => match crate::mutants::active() {{ {arms}_ => left {op} right }} }}",
                    part(left),
                    part(right)
                )
            }
            Form::Arithmetic(left, op, other, right) => format!(
                "match ({}, {}) {{ (left, right) => if {} {{ left {other} right }} else {{ left {op} right }} }}",
                part(left),
                part(right),
                is(0)
            ),
            Form::Assignment(left, op, other, right) => format!(
                "match {} {{ right => if {} {{ {left} {other} right }} else {{ {left} {op} right }} }}",
                part(right),
                is(0),
                left = part(left)
            ),
            Form::Junction(left, true, right) => format!(
                "match {} {{ left => if left == {is} {{ {is} }} else {{ {} }} }}",
                part(left),
                part(right),
                is = is(0)
            ),
            Form::Junction(left, false, right) => format!(
                "match {} {{ left => if left != {is} {{ !{is} }} else {{ {} }} }}",
                part(left),
                part(right),
                is = is(0)
            ),
            Form::Negation(operand) => format!("(!({})) ^ {}", part(operand), is(0)),
            Form::Body(values) => {
                let mut early = String::new();
                for (place, value) in values.iter().enumerate() {
                    let _ = write!(early, "if {} {{ return {value}; }} ", is(place));
                }
                return format!("/*M{ids}*/{early}/*ME{ids}*/");
            }
        };
        format!("/*M{ids}*/({body})/*ME{ids}*/")
    }
}

impl Form {
    /// What each of the mutants changes.
    fn describe(&self, text: &str, range: &Range<usize>) -> Vec<String> {
        let source: String = text[range.clone()]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let source: String = source.chars().take(90).collect();
        match self {
            Self::Comparison(_, op, others, _) => others
                .iter()
                .map(|other| format!("`{op}` to `{other}` in `{source}`"))
                .collect(),
            Self::Arithmetic(_, op, other, _) | Self::Assignment(_, op, other, _) => {
                vec![format!("`{op}` to `{other}` in `{source}`")]
            }
            Self::Junction(_, is_and, _) => vec![format!(
                "{} in `{source}`",
                if *is_and {
                    "`&&` to `||`"
                } else {
                    "`||` to `&&`"
                }
            )],
            Self::Negation(_) => vec![format!("no `!` in `{source}`")],
            Self::Body(values) => values
                .iter()
                .map(|value| {
                    format!(
                        "a function that returns {value}: {}",
                        line_before(text, range.start)
                    )
                })
                .collect(),
        }
    }
}

/// The beginning of the function whose body begins at a place.
fn line_before(text: &str, place: usize) -> String {
    let from = text[..place].rfind("fn ").unwrap_or(place);
    text[from..place]
        .split(['(', '<'])
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// Finds what can be mutated.
struct Finder<'a> {
    text: &'a str,
    rewrites: Vec<Rewrite>,
    next_id: u32,
}

impl Finder<'_> {
    fn range(&self, item: &impl Spanned) -> Range<usize> {
        item.span().byte_range()
    }

    fn add(&mut self, range: Range<usize>, form: Form, count: usize) {
        let ids = (0..count as u32)
            .map(|place| self.next_id + place)
            .collect();
        self.next_id += count as u32;
        self.rewrites.push(Rewrite { range, form, ids });
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) -> bool {
        if signature.constness.is_some() || is_test(attributes) {
            return false;
        }
        let values = match &signature.output {
            ReturnType::Default => vec![""],
            ReturnType::Type(_, of) => values_of(of),
        };
        let is_empty = block.stmts.is_empty();
        if !values.is_empty() && !is_empty {
            let start = block.brace_token.span.open().byte_range().end;
            let count = values.len();
            self.add(start..start, Form::Body(values), count);
        }
        true
    }
}

/// Other values of a type than most functions return.
fn values_of(of: &Type) -> Vec<&'static str> {
    let name = of.to_token_stream().to_string().replace(' ', "");
    match name.as_str() {
        "bool" => vec!["true", "false"],
        "f64" | "f32" => vec!["0.0", "1.0"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" => vec!["0", "1"],
        "String" => vec!["String::new()"],
        _ if name.starts_with("Option<") => vec!["None"],
        _ if name.starts_with("Vec<") => vec!["Vec::new()"],
        _ => Vec::new(),
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        let text = one.to_token_stream().to_string();
        text.contains("cfg (test)") || text.contains("[test]") || text.contains("[ test ]")
    })
}

/// Whether an expression has a `let` or an early exit in it, which cannot be moved into another expression.
fn has_let(expression: &Expr) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_expr_let(&mut self, _: &syn::ExprLet) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_expr(expression);
    search.0
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if self.function(&item.attrs, &item.sig, &item.block) {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if self.function(&item.attrs, &item.sig, &item.block) {
            visit::visit_block(self, &item.block);
        }
    }

    // Constants have no switches in them.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_expr_binary(&mut self, expression: &'ast ExprBinary) {
        visit::visit_expr_binary(self, expression);
        let whole = Expr::Binary(expression.clone());
        if has_let(&whole) {
            return;
        }
        let (left, right) = (self.range(&expression.left), self.range(&expression.right));
        let range = self.range(expression);
        debug_assert!(self.text.is_char_boundary(range.start));
        let compare = |op, others: &[&'static str]| Some((op, others.to_vec()));
        let comparison = match expression.op {
            BinOp::Lt(_) => compare("<", &["<=", ">="]),
            BinOp::Le(_) => compare("<=", &["<", ">"]),
            BinOp::Gt(_) => compare(">", &[">=", "<="]),
            BinOp::Ge(_) => compare(">=", &[">", "<"]),
            BinOp::Eq(_) => compare("==", &["!="]),
            BinOp::Ne(_) => compare("!=", &["=="]),
            _ => None,
        };
        if let Some((op, others)) = comparison {
            let count = others.len();
            self.add(range, Form::Comparison(left, op, others, right), count);
            return;
        }
        let form = match expression.op {
            BinOp::Add(_) => Form::Arithmetic(left, "+", "-", right),
            BinOp::Sub(_) => Form::Arithmetic(left, "-", "+", right),
            BinOp::Mul(_) => Form::Arithmetic(left, "*", "/", right),
            BinOp::Div(_) => Form::Arithmetic(left, "/", "*", right),
            BinOp::Rem(_) => Form::Arithmetic(left, "%", "/", right),
            BinOp::AddAssign(_) => Form::Assignment(left, "+=", "-=", right),
            BinOp::SubAssign(_) => Form::Assignment(left, "-=", "+=", right),
            BinOp::MulAssign(_) => Form::Assignment(left, "*=", "/=", right),
            BinOp::And(_) => Form::Junction(left, true, right),
            BinOp::Or(_) => Form::Junction(left, false, right),
            _ => return,
        };
        self.add(range, form, 1);
    }

    fn visit_expr_unary(&mut self, expression: &'ast ExprUnary) {
        visit::visit_expr_unary(self, expression);
        if matches!(expression.op, UnOp::Not(_)) && !has_let(&expression.expr) {
            let (range, operand) = (self.range(expression), self.range(&expression.expr));
            self.add(range, Form::Negation(operand), 1);
        }
    }
}
