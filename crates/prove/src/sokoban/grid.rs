//! Levels as rows of characters: drawn, changed, made smaller, written in one line.

use quandary_core::sokoban::Level;

use super::room::Room;

pub type Rows = Vec<Vec<u8>>;

/// The level with all that nobody can get to filled up, and no more walls around than it needs; none if it is no level.
#[must_use]
pub fn trimmed(rows: &[Vec<u8>]) -> Option<Rows> {
    let room = Room::new(rows)?;
    let tops = room.places.iter().map(|place| place.0);
    let lefts = room.places.iter().map(|place| place.1);
    let (top, bottom) = (tops.clone().min()? - 1, tops.max()? + 1);
    let (left, right) = (lefts.clone().min()? - 1, lefts.max()? + 1);
    let mut trimmed = vec![vec![b'#'; right - left + 1]; bottom - top + 1];
    for &(row, column) in &room.places {
        trimmed[row - top][column - left] = rows[row][column];
    }
    is_level(&trimmed).then_some(trimmed)
}

/// Whether the core takes it for a level.
fn is_level(rows: &[Vec<u8>]) -> bool {
    Level::parse(texts(rows)).is_ok()
}

/// Rows as the core reads them.
#[must_use]
pub fn texts(rows: &[Vec<u8>]) -> Vec<String> {
    let text = |row: &Vec<u8>| row.iter().copied().map(char::from).collect();
    rows.iter().map(text).collect()
}

/// One line: `|` between rows, `-` for floor.
#[must_use]
pub fn line(rows: &[Vec<u8>]) -> String {
    texts(rows).join("|").replace(' ', "-")
}

/// The level of a line.
///
/// # Errors
/// When it is none.
pub fn from_line(line: &str) -> Result<Rows, String> {
    let rows = line.trim().split('|');
    let rows: Rows = rows
        .map(|row| row.replace(['-', '_'], " ").into_bytes())
        .collect();
    trimmed(&rows).ok_or_else(|| format!("{line:?} is no level that the bench can hold"))
}

/// What a square is without what stands on it, and what stands there.
#[must_use]
pub const fn cleared(cell: u8) -> u8 {
    match cell {
        b'$' | b'@' => b' ',
        b'*' | b'+' => b'.',
        other => other,
    }
}

/// The square with a box on it, or with the player.
#[must_use]
pub const fn with(cell: u8, thing: u8) -> u8 {
    match (cell, thing) {
        (b'.', b'$') => b'*',
        (b'.', _) => b'+',
        (_, thing) => thing,
    }
}

/// The square as a goal, or as none.
#[must_use]
pub const fn toggled_goal(cell: u8) -> u8 {
    match cell {
        b' ' => b'.',
        b'.' => b' ',
        b'$' => b'*',
        b'*' => b'$',
        b'@' => b'+',
        b'+' => b'@',
        other => other,
    }
}

/// The places of these marks.
#[must_use]
pub fn marked(rows: &[Vec<u8>], marks: &[u8]) -> Vec<(usize, usize)> {
    let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |column| (row, column)));
    all.filter(|&(row, column)| marks.contains(&rows[row][column]))
        .collect()
}

/// Simpler levels: a box and a goal fewer, a box fewer, a square filled up.
#[must_use]
pub fn smaller(rows: &[Vec<u8>]) -> Vec<Rows> {
    let mut found = Vec::new();
    for &(row, column) in &marked(rows, b"$*") {
        let mut fewer = rows.to_vec();
        fewer[row][column] = cleared(fewer[row][column]);
        for &(row, column) in &marked(rows, b".+*") {
            let mut fewer = fewer.clone();
            fewer[row][column] = toggled_goal(fewer[row][column]);
            found.push(fewer);
        }
        found.push(fewer);
    }
    for &(row, column) in &marked(rows, b" *") {
        let mut fewer = rows.to_vec();
        fewer[row][column] = b'#';
        found.push(fewer);
    }
    found.iter().filter_map(|rows| trimmed(rows)).collect()
}
