//! Positions of many kinds. What is common in play is rare among places where an argument fails, so nearly every stratum is
//! as uniform as can be over *something*: heights of foundations, suits that are home, what lies face down, how
//! much of the cards lies in order.

use quandary_core::klondike::Board;
use quandary_core::rng::SplitMix64;

use super::cards::{fits, is_king, rank};
use super::games::along_a_solution;
use super::table::Table;
use crate::dice::{below, chance, pick};
use crate::game::Stratum;

const fn stratum(
    name: &'static str,
    weight: u32,
    draw: fn(&mut SplitMix64) -> Option<Table>,
) -> Stratum<Table> {
    Stratum { name, weight, draw }
}

/// All strata of the game.
#[must_use]
pub fn strata() -> Vec<Stratum<Table>> {
    vec![
        stratum("few cards left", 14, |rng| {
            let suits = below(rng, 3);
            any_shape(rng, suits, 4..=9)
        }),
        stratum("any heights", 10, |rng| any_shape(rng, 0, 8..=18)),
        stratum("one suit home", 12, |rng| any_shape(rng, 1, 8..=18)),
        stratum("two suits home, one colour, draw 2+", 14, |rng| {
            two_home(rng, true, true)
        }),
        stratum("two suits home, mixed, draw 2+", 14, |rng| {
            two_home(rng, false, true)
        }),
        stratum("two suits home, draw 1", 6, |rng| {
            let one_colour = chance(rng, 50);
            two_home(rng, one_colour, false)
        }),
        stratum("three suits home", 6, |rng| any_shape(rng, 3, 8..=13)),
        stratum("runs and a closed talon", 10, closed_runs),
        stratum("kings and few spaces", 12, kings_and_spaces),
        stratum("full talons", 6, full_talon),
        stratum("one deep pile", 6, |rng| structured(rng, one_deep)),
        stratum("nothing face down", 6, |rng| structured(rng, |_| [0; 7])),
        stratum("as dealt", 6, |rng| structured(rng, as_dealt)),
        stratum("games with detours", 10, |rng| {
            along_a_solution(rng, 8..=16)
        }),
        stratum("large: one and two suits home", 4, |rng| {
            let suits = 1 + below(rng, 2);
            any_shape(rng, suits, 17..=24)
        }),
        stratum("large: any heights", 3, |rng| any_shape(rng, 0, 19..=30)),
        stratum("large: games with detours", 3, |rng| {
            along_a_solution(rng, 17..=32)
        }),
    ]
}

type Range = std::ops::RangeInclusive<usize>;

/// Foundations with these suits complete and the others uniform, so that the number of cards left is in the range.
fn heights(rng: &mut SplitMix64, complete: &[usize], left: &Range) -> [u8; 4] {
    loop {
        let mut home = [0_u8; 4].map(|_| u8::try_from(below(rng, 14)).expect("small"));
        for &suit in complete {
            home[suit] = 13;
        }
        let count = 52
            - home
                .iter()
                .map(|&height| usize::from(height))
                .sum::<usize>();
        if left.contains(&count) {
            return home;
        }
    }
}

fn some_suits(rng: &mut SplitMix64, count: usize) -> Vec<usize> {
    let mut suits = vec![0, 1, 2, 3];
    rng.shuffle(&mut suits);
    suits.truncate(count);
    suits
}

/// How a table is laid out.
struct Shape {
    home: [u8; 4],
    /// The most cards face down in each pile.
    down: [usize; 7],
    /// How many piles begin with a card.
    used: usize,
    /// How many cards the talon has.
    talon: usize,
    /// Whether cards that do not fit elsewhere may go to the talon, too.
    may_overflow: bool,
    /// How likely a card that fits on a pile lies on it, in percent.
    order: usize,
    /// Kings are at the bottoms, as far as there are piles.
    kings_below: bool,
}

fn rules_of(rng: &mut SplitMix64) -> (u8, Option<u8>) {
    let draw = *pick(rng, &[1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5, 24]);
    let redeals = *pick(rng, &[None, None, None, Some(0), Some(1), Some(2)]);
    (draw, redeals)
}

fn cards_left(home: [u8; 4]) -> Vec<u8> {
    let is_left = |card: &u8| rank(*card) >= home[usize::from(card % 4)];
    (0..52).filter(is_left).collect()
}

/// Lays the cards that are left at random into a shape; none if they do not go in.
fn lay(rng: &mut SplitMix64, shape: &Shape) -> Option<Table> {
    let mut cards = cards_left(shape.home);
    rng.shuffle(&mut cards);
    if shape.kings_below {
        // The talon is taken from the end, the bottoms from the beginning.
        cards.sort_by_key(|&card| !is_king(card));
    }
    let mut talon = cards.split_off(cards.len() - shape.talon.min(cards.len()));
    let mut down: [Vec<u8>; 7] = Default::default();
    let mut up: [Vec<u8>; 7] = Default::default();
    let mut piles: Vec<usize> = (0..7).collect();
    rng.shuffle(&mut piles);
    let used = shape.used.min(cards.len());
    let rest = cards.split_off(used);
    for (&pile, card) in piles.iter().zip(cards) {
        up[pile].push(card);
    }
    for card in rest {
        let fitting = (0..7).find(|&pile| up[pile].last().is_some_and(|&top| fits(card, top)));
        let hidden: Vec<usize> = (0..7)
            .filter(|&pile| !up[pile].is_empty() && down[pile].len() < shape.down[pile])
            .collect();
        match fitting {
            Some(pile) if hidden.is_empty() || chance(rng, shape.order) => up[pile].push(card),
            _ if !hidden.is_empty() => {
                let pile = *pick(rng, &hidden);
                // A king at the bottom stays there, and what is hidden lies on it.
                let at = if shape.kings_below {
                    down[pile].len()
                } else {
                    0
                };
                down[pile].insert(at, card);
            }
            _ if shape.may_overflow => talon.push(card),
            _ => return None,
        }
    }
    if shape.kings_below {
        bury_kings(&mut down, &mut up);
    }
    let (draw, redeals) = rules_of(rng);
    let mut table = Table::new(shape.home, draw, redeals);
    for (pile, (down, up)) in table.piles.iter_mut().zip(down.iter().zip(&up)) {
        for &card in down.iter().chain(up) {
            pile.push(card);
        }
        pile.down = u8::try_from(down.len()).ok()?;
    }
    let waste = below(rng, talon.len() + 1);
    let is_set = table.set_talon(&talon, waste);
    (is_set && Board::try_from(&table.layout()).is_ok()).then_some(table)
}

/// Puts a king that is the first card face up below those that lie face down: it changes places with the lowest.
fn bury_kings(down: &mut [Vec<u8>; 7], up: &mut [Vec<u8>; 7]) {
    for (down, up) in down.iter_mut().zip(up) {
        if let (Some(lowest), [head]) = (down.first_mut(), &mut up[..]) {
            if is_king(*head) {
                std::mem::swap(lowest, head);
            }
        }
    }
}

/// Any structure at all.
fn some_shape(rng: &mut SplitMix64, home: [u8; 4]) -> Shape {
    let left = cards_left(home).len();
    let (few, any) = (below(rng, 4), below(rng, left + 1));
    let talon = *pick(rng, &[0, 0, few, any]);
    let down = match below(rng, 4) {
        0 => as_dealt(rng),
        1 => one_deep(rng),
        2 => [0; 7].map(|_| below(rng, 3)),
        _ => [0; 7].map(|_| below(rng, 7)),
    };
    Shape {
        home,
        down,
        used: 2 + below(rng, 6),
        talon: talon.min(24),
        may_overflow: talon > 0,
        order: *pick(rng, &[0, 50, 90]),
        kings_below: false,
    }
}

fn any_shape(rng: &mut SplitMix64, complete: usize, left: Range) -> Option<Table> {
    let suits = some_suits(rng, complete);
    let home = heights(rng, &suits, &left);
    let shape = some_shape(rng, home);
    lay(rng, &shape)
}

fn two_suits(rng: &mut SplitMix64, one_colour: bool) -> [usize; 2] {
    if one_colour {
        *pick(rng, &[[0, 3], [1, 2]])
    } else {
        *pick(rng, &[[0, 1], [0, 2], [3, 1], [3, 2]])
    }
}

fn two_home(rng: &mut SplitMix64, one_colour: bool, is_closed: bool) -> Option<Table> {
    let suits = two_suits(rng, one_colour);
    let home = heights(rng, &suits, &(8..=16));
    let shape = some_shape(rng, home);
    let mut table = lay(rng, &shape)?;
    table.draw = if is_closed { table.draw.max(2) } else { 1 };
    Some(table)
}

/// Most cards in order, a talon of a few cards or none, drawn by two or more.
fn closed_runs(rng: &mut SplitMix64) -> Option<Table> {
    let count = below(rng, 3);
    let suits = some_suits(rng, count);
    let home = heights(rng, &suits, &(10..=18));
    let talon = *pick(rng, &[0, 1, 2, 3, 4]);
    let down = [0; 7].map(|_| *pick(rng, &[0, 0, 0, 1, 1, 2]));
    let shape = Shape {
        home,
        down,
        used: 3 + below(rng, 5),
        talon,
        may_overflow: talon > 0,
        order: 95,
        kings_below: chance(rng, 50),
    };
    let mut table = lay(rng, &shape)?;
    table.draw = table.draw.max(2);
    Some(table)
}

/// Kings at the bottoms and one or two spaces, with one to three suits home: kings must come back together.
fn kings_and_spaces(rng: &mut SplitMix64) -> Option<Table> {
    let count = 1 + below(rng, 2);
    let suits = some_suits(rng, count);
    let home = heights(rng, &suits, &(9..=16));
    let shape = Shape {
        home,
        down: [0; 7].map(|_| *pick(rng, &[0, 0, 1, 1, 2, 3])),
        used: *pick(rng, &[3, 4, 5, 5, 6, 6, 7]),
        talon: *pick(rng, &[0, 0, 0, 1, 2]),
        may_overflow: false,
        order: *pick(rng, &[60, 90]),
        kings_below: true,
    };
    lay(rng, &shape)
}

/// Nearly everything that is left is in the talon.
fn full_talon(rng: &mut SplitMix64) -> Option<Table> {
    let count = below(rng, 3);
    let suits = some_suits(rng, count);
    let home = heights(rng, &suits, &(10..=26));
    let left = cards_left(home).len();
    let shape = Shape {
        home,
        down: [0; 7].map(|_| below(rng, 3)),
        used: 1 + below(rng, 5),
        talon: left.saturating_sub(2 + below(rng, 6)).min(24),
        may_overflow: true,
        order: 50,
        kings_below: false,
    };
    lay(rng, &shape)
}

fn structured(rng: &mut SplitMix64, down: fn(&mut SplitMix64) -> [usize; 7]) -> Option<Table> {
    let count = below(rng, 3);
    let suits = some_suits(rng, count);
    let home = heights(rng, &suits, &(8..=18));
    let down = down(rng);
    let shape = Shape {
        down,
        ..some_shape(rng, home)
    };
    lay(rng, &shape)
}

fn as_dealt(_: &mut SplitMix64) -> [usize; 7] {
    [0, 1, 2, 3, 4, 5, 6]
}

fn one_deep(rng: &mut SplitMix64) -> [usize; 7] {
    let mut down = [0; 7];
    down[below(rng, 7)] = 6;
    down
}
