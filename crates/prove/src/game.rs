//! What the bench asks of a game: positions to draw, claims to check, and smaller positions to try when one is wrong.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use quandary_core::rng::SplitMix64;

/// One distribution of positions.
pub struct Stratum<C> {
    pub name: &'static str,
    /// Its part of the game's time, against those of the other strata.
    pub weight: u32,
    /// A position, or none if this attempt led to nothing.
    pub draw: fn(&mut SplitMix64) -> Option<C>,
}

/// A claim that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub claim: &'static str,
    /// What was claimed, and what is true.
    pub detail: String,
    /// The position of which it was claimed, where that is another one than was drawn.
    pub elsewhere: Option<String>,
}

/// What came of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The names of the claims that were checked, once for every check.
    pub claims: Vec<&'static str>,
    /// The names of the claims that a solver's own budget or the oracle's cap kept from being checked.
    pub unchecked: Vec<&'static str>,
    pub wrong: Vec<Wrong>,
    /// Trying everything was too much: claims were at best compared with one another.
    pub too_large: bool,
    /// The truth, by trying everything: it has no solution.
    pub is_lost: bool,
}

impl Findings {
    /// Counts a claim, and says what is wrong with it if anything is.
    pub fn check(&mut self, claim: &'static str, fault: Option<String>) {
        self.claims.push(claim);
        self.wrong.extend(fault.map(|detail| Wrong {
            claim,
            detail,
            elsewhere: None,
        }));
    }

    /// Counts a claim that must be this.
    pub fn equal<T: PartialEq + std::fmt::Debug>(
        &mut self,
        claim: &'static str,
        claimed: &T,
        truth: &T,
    ) {
        let fault = (claimed != truth).then(|| format!("{claimed:?}, but the truth is {truth:?}"));
        self.check(claim, fault);
    }
}

/// How much to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// 1 is what the bench spends on each of many positions; more of it is for one that matters.
    pub effort: usize,
    /// Only this claim matters, if there is one.
    pub claim: Option<&'static str>,
}

impl Scope {
    /// One of many positions, with all claims.
    pub const USUAL: Self = Self {
        effort: 1,
        claim: None,
    };

    /// Whether any of these claims matters.
    #[must_use]
    pub fn holds(&self, claims: &[&str]) -> bool {
        self.claim.is_none_or(|claim| claims.contains(&claim))
    }
}

/// A game on the bench. A value of it is what one thread works with: the memory of its searches.
pub trait Game: Default {
    type Case: Clone;
    const NAME: &'static str;
    /// The game's part of the time, against those of the other games.
    const WEIGHT: u32;

    fn strata() -> Vec<Stratum<Self::Case>>;

    /// Checks the claims about a position.
    fn check(&mut self, case: &Self::Case, scope: Scope) -> Findings;

    /// Positions that are simpler in some way, the simplest first.
    fn smaller(case: &Self::Case) -> Vec<Self::Case>;

    /// In the project's notation, in one line.
    fn write(case: &Self::Case) -> String;

    /// # Errors
    /// Why the text is no position.
    fn read(text: &str) -> Result<Self::Case, String>;

    /// A command that shows a position's answer to a user.
    fn command(text: &str) -> String;
}

/// A position that was drawn, in text, and what came of it.
pub struct Report {
    pub text: String,
    pub findings: Findings,
}

/// A game at work in one thread, whatever its positions are.
pub trait Worker {
    fn name(&self) -> &'static str;
    fn weight(&self) -> u32;
    /// The strata's names and weights.
    fn strata(&self) -> Vec<(&'static str, u32)>;
    /// Draws and checks a position; none if the draw led to nothing.
    fn run(&mut self, stratum: usize, seed: u64) -> Option<Report>;
    /// Checks the position of a text.
    ///
    /// # Errors
    /// Why the text is no position.
    fn check_text(&mut self, text: &str, scope: Scope) -> Result<Findings, String>;
    /// The smallest position found about which the same claim is wrong.
    fn shrink(&mut self, text: &str, claim: &'static str) -> Report;
    fn command(&self, text: &str) -> String;
}

/// How much more is spent on a position that is known to be wrong.
const EFFORT_OF_SHRINKING: usize = 2;

impl<G: Game> Worker for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn weight(&self) -> u32 {
        G::WEIGHT
    }

    fn strata(&self) -> Vec<(&'static str, u32)> {
        let strata = G::strata().into_iter();
        strata
            .map(|stratum| (stratum.name, stratum.weight))
            .collect()
    }

    fn run(&mut self, stratum: usize, seed: u64) -> Option<Report> {
        let case = (G::strata()[stratum].draw)(&mut SplitMix64::new(seed))?;
        Some(Report {
            text: G::write(&case),
            findings: guarded(self, &case, Scope::USUAL),
        })
    }

    fn check_text(&mut self, text: &str, scope: Scope) -> Result<Findings, String> {
        let case = G::read(text)?;
        Ok(guarded(self, &case, scope))
    }

    fn shrink(&mut self, text: &str, claim: &'static str) -> Report {
        let mut report = Report {
            text: text.to_owned(),
            findings: Findings::default(),
        };
        let Ok(mut case) = G::read(text) else {
            return report;
        };
        let scope = Scope {
            effort: EFFORT_OF_SHRINKING,
            claim: Some(claim),
        };
        report.findings = guarded(self, &case, scope);
        let fails = |findings: &Findings| findings.wrong.iter().any(|wrong| wrong.claim == claim);
        while let Some((smaller, findings)) = G::smaller(&case).into_iter().find_map(|smaller| {
            let findings = guarded(self, &smaller, scope);
            fails(&findings).then_some((smaller, findings))
        }) {
            case = smaller;
            report.findings = findings;
        }
        report.text = G::write(&case);
        report
    }

    fn command(&self, text: &str) -> String {
        G::command(text)
    }
}

thread_local! {
    /// Whether a check is at work, whose panics are findings.
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps panics inside checks quiet: they are told as findings. Others are faults of the bench, and loud.
pub fn hush_findings() {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !IS_CHECKING.get() {
            loud(panic);
        }
    }));
}

/// Checks a position; a panic is a wrong claim, too, and what the searches remember is made anew.
fn guarded<G: Game>(game: &mut G, case: &G::Case, scope: Scope) -> Findings {
    IS_CHECKING.set(true);
    let checked = catch_unwind(AssertUnwindSafe(|| game.check(case, scope)));
    IS_CHECKING.set(false);
    checked.unwrap_or_else(|panic| {
        *game = G::default();
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        let mut findings = Findings::default();
        findings.check("no panic", Some(message.unwrap_or("a panic").to_owned()));
        findings
    })
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
