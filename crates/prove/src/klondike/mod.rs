//! Klondike's claims: "unsolvable" and "solved" of the complete solver, and the shortest solver's optimum and bound.

mod cards;
mod cheapest;
mod everything;
mod games;
mod key;
mod notation;
mod smaller;
mod strata;
mod table;
mod verdicts;

#[cfg(test)]
mod tests;

use quandary_core::klondike::complete::Workspace;
use quandary_core::klondike::{Board, Layout, Move};
use quandary_core::rng::SplitMix64;

use self::cheapest::Cheapest;
use self::everything::{Everything, Truth};
use self::table::{Table, cost, replay};
use self::verdicts::{Said, WAYS, Way, ask_shortest};
use crate::dice::{below, pick};
use crate::game::{Findings, Game, Scope, Stratum, Wrong};

/// An exhaustive search may look at so many tables; a few positions get more.
const MOST_TABLES: usize = 6_000;
const MOST_TABLES_NOW_AND_THEN: usize = 120_000;
/// One position in so many gets more.
const NOW_AND_THEN: usize = 256;
/// With so few cards left, the cheapest solution is always looked for, among so many tables.
const FEW_CARDS: u8 = 8;
const MOST_TABLES_OF_FEW: usize = 8_000;
const SHORTEST: [&str; 4] = [
    "shortest: bound",
    "shortest: a solution",
    "shortest: optimum",
    "shortest: unsolvable",
];
/// So many tables on the way to a win are asked about, too.
const TABLES_ON_THE_WAY: usize = 6;
const ON_THE_WAY: &str = "proven, on the way to a win";
const OWN_SEARCH: &str = "the bench's own search";
const WALK: usize = 12;

/// The bench's memory for Klondike.
#[derive(Default)]
pub struct Klondike {
    workspace: Workspace,
    everything: Everything,
    cheapest: Cheapest,
}

impl Game for Klondike {
    type Case = Table;
    const NAME: &'static str = "klondike";
    const WEIGHT: u32 = 6;

    fn strata() -> Vec<Stratum<Table>> {
        strata::strata()
    }

    fn check(&mut self, table: &Table, scope: Scope) -> Findings {
        let mut findings = Findings::default();
        let board = Board::try_from(&table.layout()).expect("only boards are drawn");
        // All chance in the checks comes from the position, so that it is checked alike again.
        let mut rng = SplitMix64::new(key::encode(table).iter().fold(0, |sum, &word| sum ^ word));
        let is_looked_into = scope.effort > 1 || below(&mut rng, NOW_AND_THEN) == 0;
        let most = if is_looked_into {
            MOST_TABLES_NOW_AND_THEN * scope.effort
        } else {
            MOST_TABLES
        };
        if scope.holds(&["legal moves", "a move's result"]) {
            compare_moves(table, &board, &mut rng, &mut findings);
        }
        for worrying_back in [true, false] {
            self.verdicts(table, &board, worrying_back, most, scope, &mut findings);
        }
        if scope.holds(&SHORTEST) && (is_looked_into || table.cards_left() <= FEW_CARDS) {
            let few = 1 + rng.below(60);
            self.shortest(
                table,
                &board,
                most.max(MOST_TABLES_OF_FEW),
                few,
                &mut findings,
            );
        }
        findings
    }

    fn smaller(table: &Table) -> Vec<Table> {
        smaller::smaller(table)
    }

    fn write(table: &Table) -> String {
        notation::write(table)
    }

    fn read(text: &str) -> Result<Table, String> {
        notation::read(text)
    }

    fn command(text: &str) -> String {
        format!("quandary solve klondike '{text}'")
    }
}

/// Both sides' moves, and where they lead, on a random walk.
fn compare_moves(table: &Table, board: &Board, rng: &mut SplitMix64, findings: &mut Findings) {
    let (mut table, mut board) = (*table, *board);
    for _ in 0..WALK {
        let sorted = |mut moves: Vec<Move>| {
            moves.sort_unstable();
            moves
        };
        let moves = sorted(table.moves(true));
        findings.equal("legal moves", &sorted(board.moves()), &moves);
        if moves.is_empty() {
            return;
        }
        let play = *pick(rng, &moves);
        table.play(play);
        board.play(play);
        findings.equal("a move's result", &Layout::from(&board), &table.layout());
    }
}

impl Klondike {
    /// All ways of asking whether a table can be won, against trying everything.
    fn verdicts(
        &mut self,
        table: &Table,
        board: &Board,
        worrying_back: bool,
        most: usize,
        scope: Scope,
        findings: &mut Findings,
    ) {
        let ways = || WAYS.iter().filter(|way| way.worrying_back == worrying_back);
        if !ways().any(|way| scope.holds(&[way.claim, OWN_SEARCH])) {
            return;
        }
        let mut said = Vec::new();
        let mut solution = None;
        for way in ways() {
            let answer = way.ask(board, &mut self.workspace, scope.effort);
            if let Said::Solved(moves) = &answer {
                let fault = replay(table, moves, worrying_back).err();
                let is_right = fault.is_none();
                findings.check(way.claim, fault);
                if is_right && solution.is_none() {
                    solution = Some(moves.clone());
                }
            }
            said.push((way, answer));
        }
        let truth = self.everything.search(table, worrying_back, most);
        match truth {
            Truth::Won => {
                self.ask_on_the_way(table, ways().next(), scope, findings);
                solution = solution.or_else(|| self.everything.line(table, worrying_back));
            }
            Truth::Lost => {
                findings.is_lost |= worrying_back;
                let fault = solution.as_ref().map(|moves| {
                    format!(
                        "trying everything finds no win, but this wins: {}",
                        line(moves)
                    )
                });
                findings.check(OWN_SEARCH, fault);
            }
            Truth::TooLarge => findings.too_large |= worrying_back,
        }
        for (way, answer) in said {
            match (answer, &solution) {
                (Said::Unsolvable, Some(moves)) => {
                    let win = line(moves);
                    findings.check(way.claim, Some(format!("unsolvable, but this wins: {win}")));
                }
                (Said::Unsolvable, None) if truth == Truth::Lost => {
                    findings.check(way.claim, None);
                }
                (Said::Solved(_), _) => {}
                (Said::Unsolvable | Said::Nothing, _) => findings.unchecked.push(way.claim),
            }
        }
    }

    /// A search that has won has passed many tables, and all of them can be won.
    fn ask_on_the_way(
        &mut self,
        table: &Table,
        way: Option<&Way>,
        scope: Scope,
        findings: &mut Findings,
    ) {
        let Some(way) = way.filter(|_| scope.claim.is_none()) else {
            return;
        };
        for passed in self
            .everything
            .won_on_the_way(TABLES_ON_THE_WAY, table.draw)
        {
            let board = Board::try_from(&passed.layout()).expect("a table that was reached");
            let is_lost = way.ask(&board, &mut self.workspace, scope.effort) == Said::Unsolvable;
            findings.claims.push(ON_THE_WAY);
            if is_lost {
                findings.wrong.push(Wrong {
                    claim: way.claim,
                    detail: "unsolvable, but a search passed it and won".to_owned(),
                    elsewhere: Some(notation::write(&passed)),
                });
            }
        }
    }

    /// The shortest solver's optimum, and its bound after few nodes, against the cheapest solution.
    fn shortest(
        &mut self,
        table: &Table,
        board: &Board,
        most: usize,
        nodes: u64,
        findings: &mut Findings,
    ) {
        let least = match self.everything.search(table, true, most) {
            Truth::Won => self.cheapest.search(table, most),
            Truth::Lost => {
                let answer = ask_shortest(board, 20_000);
                if answer.is_final {
                    let fault = answer.moves.map(|moves| format!("a win: {}", line(&moves)));
                    findings.check("shortest: unsolvable", fault);
                }
                return;
            }
            Truth::TooLarge => None,
        };
        let Some(least) = least else {
            findings.unchecked.push("shortest: optimum");
            return;
        };
        for nodes in [20_000, nodes] {
            let answer = ask_shortest(board, nodes);
            let is_bound = answer.bound.is_none_or(|bound| bound <= least);
            let told = format!("{:?}, but a win costs {least}", answer.bound);
            findings.check("shortest: bound", (!is_bound).then_some(told));
            if let Some(moves) = &answer.moves {
                let fault = replay(table, moves, true).err();
                findings.check("shortest: a solution", fault);
                let price = cost(moves);
                let is_proven = answer.is_final || answer.bound == u32::try_from(price).ok();
                if is_proven {
                    findings.equal("shortest: optimum", &price, &(least as usize));
                }
            } else if answer.is_final {
                findings.check(
                    "shortest: unsolvable",
                    Some(format!("unsolvable, but a win costs {least}")),
                );
            }
        }
    }
}

fn line(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ")
}
