//! Rush Hour through the front door: known answers, and agreement with plain rules on random boards.

mod naive;

use std::collections::HashMap;

use quandary_core::rng::SplitMix64;
use quandary_core::rush_hour::{
    Answer, Board, Cluster, Metric, Part, Slide, Unit, Verdict, Workspace, canonical, minimal,
    perft, slides, solve,
};
use quandary_core::search::{Budget, Limits, Stop};

/// Fewest moves, fewest steps, reachable positions, positions expanded for the fewest moves, board.
/// The last but one is a signature: it changes when the search does, which should never be an accident.
const KNOWN: [(u32, u32, usize, u64, &str); 4] = [
    (44, 63, 3811, 2040, "ZBBBCCZDEE.FZDAA.FGGGH.F..IHJJKKI..."),
    (35, 54, 1206, 709, "ZBCCDDZB..EFZBAAEFGGHIEF..HIJJ.KKLL."),
    (26, 45, 3150, 1161, ".xZZx...BCDDAABC..EFFCGHE.IIGHJJJ.GH"),
    (11, 15, 621, 466, "..ZBBB..Z.CCAADE....DE....DFFG..HH.G"),
];

fn board(cells: &str, red: u8) -> Board {
    Board::parse(cells, cells.len().isqrt(), red).expect("a board")
}

fn answer(board: &Board, metric: Metric) -> Answer {
    solve(
        board,
        metric,
        &mut Workspace::default(),
        &mut Budget::unlimited(),
    )
}

fn text(cells: &naive::Cells) -> &str {
    std::str::from_utf8(cells).expect("letters")
}

/// Plays slides by the plain rules and returns the last board.
fn play(cells: &str, width: usize, slides: &[Slide]) -> naive::Cells {
    slides
        .iter()
        .fold(cells.as_bytes().to_vec(), |cells, slide| {
            let legal = naive::slides(&cells, width);
            let mut same = legal
                .into_iter()
                .filter(|(letter, length, _)| (*letter, *length) == (slide.letter, slide.cells));
            same.next().expect("a legal slide").2
        })
}

fn steps(slides: &[Slide]) -> u32 {
    slides.iter().map(|slide| slide.cells.unsigned_abs()).sum()
}

#[test]
fn known_answers() {
    for (moves, fewest_steps, size, nodes, cells) in KNOWN {
        let board = board(cells, b'A');
        let by_moves = answer(&board, Metric::Moves);
        let Verdict::Solved(slides) = by_moves.verdict else {
            panic!("{cells} is solvable");
        };
        assert_eq!(
            (slides.len(), by_moves.bound),
            (moves as usize, Some(moves))
        );
        assert_eq!(by_moves.nodes, nodes, "{cells}");
        assert_eq!(answer(&board, Metric::Steps).bound, Some(fewest_steps));
        let cluster =
            Cluster::measure(board, Unit::Moves, &mut Budget::unlimited()).expect("no limit");
        assert_eq!(cluster.size(), size);
        let start = cluster.find(cells).expect("itself");
        assert_eq!(start.distance(), Some(moves));
    }
}

/// Boards of many shapes with few enough positions, from 2x2 to one that needs more than a word.
fn random_boards() -> Vec<(naive::Cells, usize)> {
    let mut rng = SplitMix64::new(2024);
    let shapes = [
        (4, 4, 12),
        (5, 5, 30),
        (6, 6, 60),
        (7, 5, 40),
        (3, 9, 40),
        (9, 8, 200),
        (16, 2, 30),
        (2, 2, 3),
    ];
    let mut boards = Vec::new();
    for (width, height, tries) in shapes.into_iter().cycle() {
        let cells = naive::random_board(&mut rng, width, height, tries);
        let board = Board::parse(text(&cells), width, naive::RED).expect("a board");
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::default()
        };
        if Cluster::measure(board, Unit::Moves, &mut Budget::new(&limits)).is_ok() {
            boards.push((cells, width));
        }
        if boards.len() == 80 {
            break;
        }
    }
    boards
}

#[test]
fn agrees_with_the_plain_rules() {
    let mut solved = 0;
    for (cells, width) in random_boards() {
        let board = Board::parse(text(&cells), width, naive::RED).expect("a board");
        for (metric, in_steps) in [
            (Metric::Moves, false),
            (Metric::Steps, true),
            (Metric::MovesThenSteps, false),
        ] {
            let reached = naive::distances(&cells, width, in_steps);
            let nearest = reached
                .iter()
                .filter(|(cells, _)| naive::is_solved(cells, width))
                .map(|(_, &far)| far)
                .min();
            let answer = answer(&board, metric);
            assert_eq!(answer.bound, nearest, "{} {metric:?}", text(&cells));
            let Verdict::Solved(slides) = answer.verdict else {
                assert_eq!((answer.verdict, nearest), (Verdict::Unsolvable, None));
                continue;
            };
            solved += 1;
            assert!(naive::is_solved(&play(text(&cells), width, &slides), width));
            let cost = if in_steps {
                steps(&slides)
            } else {
                u32::try_from(slides.len()).expect("few")
            };
            assert_eq!(Some(cost), nearest);
            if metric == Metric::MovesThenSteps {
                assert_eq!(
                    steps(&slides),
                    least_steps(&cells, width, cost),
                    "{}",
                    text(&cells)
                );
            }
        }
    }
    assert!(solved > 60, "only {solved} solved");
}

/// The fewest steps of all solutions with so many moves.
fn least_steps(cells: &naive::Cells, width: usize, moves: u32) -> u32 {
    let mut layer = HashMap::from([(cells.clone(), 0)]);
    for _ in 0..moves {
        let mut next: HashMap<naive::Cells, u32> = HashMap::new();
        for (cells, steps) in &layer {
            for (_, length, child) in naive::slides(cells, width) {
                let steps = steps + length.unsigned_abs();
                next.entry(child)
                    .and_modify(|least| *least = steps.min(*least))
                    .or_insert(steps);
            }
        }
        layer = next;
    }
    let solved = layer
        .iter()
        .filter(|(cells, _)| naive::is_solved(cells, width));
    solved.map(|(_, &steps)| steps).min().expect("a solution")
}

#[test]
fn clusters_agree_with_the_plain_rules() {
    for (cells, width) in random_boards().into_iter().step_by(3) {
        let board = Board::parse(text(&cells), width, naive::RED).expect("a board");
        let positions = naive::distances(&cells, width, false);
        let cluster = Cluster::measure(board.clone(), Unit::Moves, &mut Budget::unlimited())
            .expect("no limit");
        assert_eq!(cluster.size(), positions.len());
        let mut blocked: Vec<usize> = (0..cells.len()).collect();
        blocked.retain(|&cell| positions.keys().all(|cells| cells[cell] != b'.'));
        assert_eq!(cluster.always_blocked(), blocked);
        let mut histogram = vec![0; cluster.histogram().len()];
        for cells in positions.keys() {
            let found = cluster.find(text(cells)).expect("reachable");
            let Some(distance) = found.distance() else {
                continue;
            };
            histogram[distance as usize] += 1;
            let nearer = naive::slides(cells, width)
                .into_iter()
                .filter(|(_, _, child)| {
                    let child = cluster.find(text(child)).expect("reachable");
                    Some(distance) == child.distance().map(|far| far + 1)
                });
            let mut best: Vec<Slide> = nearer
                .map(|(letter, cells, _)| Slide { letter, cells })
                .collect();
            best.sort_unstable();
            assert_eq!(found.best_slides(), best);
            assert_eq!(distance == 0, naive::is_solved(cells, width));
        }
        assert_eq!(cluster.histogram(), histogram);
    }
}

#[test]
fn move_lists_and_counts_agree_with_the_plain_rules() {
    for (cells, width) in random_boards() {
        let board = Board::parse_without_goal(text(&cells), width).expect("a board");
        let legal = naive::slides(&cells, width);
        let mut expected: Vec<Slide> = legal
            .iter()
            .map(|&(letter, cells, _)| Slide { letter, cells })
            .collect();
        expected.sort_unstable();
        assert_eq!(slides(&board), expected);
        let two: usize = legal
            .iter()
            .map(|(_, _, child)| naive::slides(child, width).len())
            .sum();
        let counts = perft(&board, 2, &mut Budget::unlimited()).expect("no limit");
        assert_eq!(counts, [1, legal.len() as u128, two as u128]);
    }
}

#[test]
fn one_canonical_form_for_all_positions_and_letters() {
    let budget = &mut Budget::unlimited();
    let cells = "..BB.xC...DDCXX..EC....EFFF.......GG";
    let form = canonical(&board(cells, naive::RED), budget).expect("no limit");
    let renamed: String = cells
        .chars()
        .map(|c| {
            if c.is_ascii_uppercase() && c != 'X' {
                (b'M' + (c as u8 - b'B')).into()
            } else {
                c
            }
        })
        .collect();
    for reached in naive::distances(&renamed.into_bytes(), 6, false)
        .keys()
        .take(40)
    {
        assert_eq!(
            canonical(&board(text(reached), naive::RED), budget).as_ref(),
            Ok(&form)
        );
    }
    assert_eq!(
        canonical(&board(&form, naive::RED), budget),
        Ok(form.clone())
    );
    let other = cells.replace('x', ".");
    assert_ne!(canonical(&board(&other, naive::RED), budget), Ok(form));
}

#[test]
fn names_what_could_be_left_out() {
    let budget = &mut Budget::unlimited();
    let mut removable =
        |cells| minimal(&board(cells, naive::RED), &mut Workspace::default(), budget);
    assert_eq!(removable("XXB...B........."), Ok((Some(2), Vec::new())));
    assert_eq!(
        removable("XX.B...B.......x"),
        Ok((Some(2), vec![Part::Wall(15)]))
    );
    assert_eq!(
        removable("XX..CC.........."),
        Ok((Some(1), vec![Part::Vehicle(b'C')]))
    );
}

#[test]
fn some_boards_need_no_search() {
    let solved = answer(&board("..XX............", naive::RED), Metric::Steps);
    assert_eq!(
        (solved.verdict, solved.nodes),
        (Verdict::Solved(Vec::new()), 0)
    );
    // B stands between the top edge and a wall.
    for metric in [Metric::Moves, Metric::Steps, Metric::MovesThenSteps] {
        let closed = answer(&board("XX.B...B...BCCCx", naive::RED), metric);
        assert_eq!(
            (closed.verdict, closed.bound, closed.nodes),
            (Verdict::Unsolvable, None, 0)
        );
    }
}

#[test]
fn a_budget_that_ends_leaves_a_bound() {
    let (moves, _, _, _, cells) = KNOWN[0];
    let board = board(cells, b'A');
    let mut before = 0;
    for nodes in [0, 10, 100, 1000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let answer = solve(
            &board,
            Metric::Moves,
            &mut Workspace::default(),
            &mut Budget::new(&limits),
        );
        assert_eq!(
            (answer.verdict, answer.nodes),
            (Verdict::Stopped(Stop::Nodes), nodes)
        );
        let bound = answer.bound.expect("a bound");
        assert!((before..=moves).contains(&bound), "{bound}");
        before = bound;
    }
    assert!(before > 10);
}
