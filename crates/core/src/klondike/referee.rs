//! A second opinion on wins: the plain rules of the table, move by move. The complete search knows neither piles nor a
//! waste; what it finds is translated to moves, and these are what is played here.

use super::board::Board;
use super::notation::Move;

/// Plays moves one after another; what they cost. Turning the waste over costs nothing.
///
/// # Errors
/// The first move that is not legal, or that the game is not won at the end.
pub fn judge(board: &Board, moves: &[Move]) -> Result<u64, String> {
    let mut board = *board;
    let mut cost = 0;
    for (number, &play) in (1..).zip(moves) {
        let refuse = |reason: &str| Err(format!("move {number}, {play}, is illegal: {reason}"));
        if board.is_won() {
            return refuse("the game is won already");
        }
        if !board.is_legal(play) {
            return refuse("the rules do not allow it");
        }
        board.play(play);
        cost += u64::from(play != Move::Redeal);
    }
    if board.is_won() {
        Ok(cost)
    } else {
        Err(format!("not solved after {} moves", moves.len()))
    }
}
