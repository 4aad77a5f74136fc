//! Sokoban as plainly as possible: rows of text, single steps, and Dijkstra's search. Random levels, too.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use quandary_core::rng::SplitMix64;

/// Boxes and player, as indices into the text of all rows.
type State = (Vec<usize>, usize);

/// The cheapest solution in pushes and then moves, and in moves alone; none if there is no solution.
pub fn optima(rows: &[String]) -> Option<((u32, u32), u32)> {
    let by_pushes = cheapest(rows, |(pushes, moves), is_push| {
        (pushes + u32::from(is_push), moves + 1)
    })?;
    let by_moves = cheapest(rows, |(moves, zero), _| (moves + 1, zero))?;
    Some((by_pushes, by_moves.0))
}

/// Whether there is a solution.
pub fn is_solvable(rows: &[String]) -> bool {
    // Every position is worth the same, so that the search only asks which can be reached.
    cheapest(rows, |cost, _| cost).is_some()
}

fn cheapest(rows: &[String], add: impl Fn((u32, u32), bool) -> (u32, u32)) -> Option<(u32, u32)> {
    let width = rows[0].len();
    let cells: Vec<u8> = rows.concat().into_bytes();
    let on = |marks: &[u8]| -> Vec<usize> {
        let all = cells.iter().enumerate();
        all.filter(|(_, cell)| marks.contains(cell))
            .map(|(at, _)| at)
            .collect()
    };
    let goals = on(b".+*");
    let start: State = (on(b"$*"), on(b"@+")[0]);
    let mut best = BTreeMap::from([(start.clone(), (0, 0))]);
    let mut waiting = BinaryHeap::from([Reverse(((0, 0), start))]);
    while let Some(Reverse((cost, state))) = waiting.pop() {
        if best[&state] < cost {
            continue;
        }
        let (boxes, player) = &state;
        if goals.iter().all(|goal| boxes.contains(goal)) {
            return Some(cost);
        }
        for step in [1, width, 1_usize.wrapping_neg(), width.wrapping_neg()] {
            let to = player.wrapping_add(step);
            let beyond = to.wrapping_add(step);
            let mut boxes = boxes.clone();
            let pushed = boxes.iter().position(|&square| square == to);
            if let Some(pushed) = pushed {
                if cells[beyond] == b'#' || boxes.contains(&beyond) {
                    continue;
                }
                boxes[pushed] = beyond;
                boxes.sort_unstable();
            } else if cells[to] == b'#' {
                continue;
            }
            let cost = add(cost, pushed.is_some());
            let state = (boxes, to);
            if best.get(&state).is_none_or(|&known| cost < known) {
                best.insert(state.clone(), cost);
                waiting.push(Reverse((cost, state)));
            }
        }
    }
    None
}

/// What a random level is to look like.
#[derive(Clone, Copy)]
pub struct Shape {
    pub width: usize,
    pub height: usize,
    pub walls: u64,
    pub boxes: usize,
    pub goals: usize,
}

/// A random level; many of them cannot be solved. None if the walls leave too little room.
pub fn random_level(shape: Shape, rng: &mut SplitMix64) -> Option<Vec<String>> {
    let width = shape.width + 2;
    let mut cells = vec![b'#'; width * (shape.height + 2)];
    for row in 1..=shape.height {
        for column in 1..=shape.width {
            cells[row * width + column] = b' ';
        }
    }
    let size = cells.len() as u64;
    let place = |rng: &mut SplitMix64| usize::try_from(rng.below(size)).expect("it fits");
    for _ in 0..shape.walls {
        cells[place(rng)] = b'#';
    }
    let player = (0..50).map(|_| place(rng)).find(|&at| cells[at] == b' ')?;
    let mut inside = vec![player];
    let mut done = 0;
    while let Some(&at) = inside.get(done) {
        done += 1;
        for next in [at - 1, at + 1, at - width, at + width] {
            if cells[next] == b' ' && !inside.contains(&next) {
                inside.push(next);
            }
        }
    }
    if inside.len() < shape.boxes + shape.goals + 2 {
        return None;
    }
    for (at, cell) in cells.iter_mut().enumerate() {
        if !inside.contains(&at) {
            *cell = b'#';
        }
    }
    rng.shuffle(&mut inside);
    for &at in &inside[..shape.goals] {
        cells[at] = b'.';
    }
    rng.shuffle(&mut inside);
    let mark = |cell: &mut u8, plain, on_goal| *cell = if *cell == b'.' { on_goal } else { plain };
    for &at in &inside[1..=shape.boxes] {
        mark(&mut cells[at], b'$', b'*');
    }
    mark(&mut cells[inside[0]], b'@', b'+');
    let text = String::from_utf8(cells).expect("plain characters");
    let rows = text.as_bytes().chunks(width);
    Some(
        rows.map(|row| String::from_utf8_lossy(row).into_owned())
            .collect(),
    )
}
