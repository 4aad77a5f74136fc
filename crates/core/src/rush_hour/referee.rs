//! A second opinion on solutions: the rules cell by cell, and nothing that the searches use.

use super::board::{Board, Slide};

/// Plays slides one after another.
///
/// # Errors
/// The first slide that is not legal, or that the red car is not out at the end.
pub fn judge(board: &Board, slides: &[Slide]) -> Result<(), String> {
    let mut taken = vec![false; board.width * board.height];
    for &wall in &board.walls {
        taken[wall] = true;
    }
    for cell in board.vehicles.iter().flat_map(|one| one.cells(board.width)) {
        taken[cell] = true;
    }
    let mut vehicles = board.vehicles.clone();
    for (number, slide) in (1..).zip(slides) {
        let refuse = |reason: &str| {
            let vehicle = char::from(slide.letter);
            Err(format!(
                "move {number}, {vehicle}{:+}, is illegal: {reason}",
                slide.cells
            ))
        };
        let red = vehicles[board.red];
        if red.offset + red.length == board.width {
            return refuse("the puzzle is solved already");
        }
        let found = vehicles.iter().position(|one| one.letter == slide.letter);
        let Some(vehicle) = found.map(|at| &mut vehicles[at]) else {
            return refuse("there is no such vehicle");
        };
        if slide.cells == 0 {
            return refuse("it goes nowhere");
        }
        let side = if vehicle.horizontal {
            board.width
        } else {
            board.height
        };
        for _ in 0..slide.cells.unsigned_abs() {
            let offset = vehicle
                .offset
                .checked_add_signed(slide.cells.signum() as isize);
            let Some(offset) = offset.filter(|offset| offset + vehicle.length <= side) else {
                return refuse("it leaves the board");
            };
            vehicle
                .cells(board.width)
                .for_each(|cell| taken[cell] = false);
            *vehicle = vehicle.at(offset);
            if vehicle.cells(board.width).any(|cell| taken[cell]) {
                return refuse("it is blocked");
            }
            vehicle
                .cells(board.width)
                .for_each(|cell| taken[cell] = true);
        }
    }
    let red = vehicles[board.red];
    if red.offset + red.length == board.width {
        Ok(())
    } else {
        Err(format!("not solved after {} moves", slides.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "......\
                         ......\
                         AA.B..\
                         ...B..\
                         ......\
                         ......";

    fn judged(slides: &[(u8, i32)]) -> Result<(), String> {
        let board = Board::parse(BOARD, 6, b'A').expect("a board");
        let slide = |&(letter, cells): &(u8, i32)| Slide { letter, cells };
        judge(&board, &slides.iter().map(slide).collect::<Vec<_>>())
    }

    #[test]
    fn a_solution_is_played_through() {
        assert_eq!(judged(&[(b'B', 2), (b'A', 4)]), Ok(()));
        assert_eq!(judged(&[(b'B', -2), (b'A', 4)]), Ok(()));
    }

    #[test]
    fn whatever_is_wrong_is_found() {
        let said = |slides: &[(u8, i32)]| judged(slides).expect_err("it is wrong");
        assert!(said(&[(b'A', 4)]).contains("A+4, is illegal: it is blocked"));
        assert!(said(&[(b'B', -1), (b'A', 4)]).contains("blocked"));
        assert!(said(&[(b'B', 3)]).contains("leaves the board"));
        assert!(said(&[(b'C', 1)]).contains("no such vehicle"));
        assert!(said(&[(b'B', 0)]).contains("nowhere"));
        assert!(said(&[(b'B', 2)]).contains("not solved after 1"));
        assert!(said(&[(b'B', 2), (b'A', 4), (b'A', -1)]).contains("solved already"));
    }
}
