//! The rules of Sokoban, as plainly as they can be said: floor squares with numbers, a set of boxes, a player, single steps.

/// Where the boxes stand, one bit a square.
pub type Boxes = u128;

pub const LETTERS: [u8; 4] = *b"lurd";
const MOST_SQUARES: usize = 128;

/// A level in its first position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Row and column of every square.
    pub places: Vec<(usize, usize)>,
    /// The squares to the left, above, to the right and below, where there is no wall.
    near: Vec<[Option<u8>; 4]>,
    pub goals: Boxes,
    pub boxes: Boxes,
    pub player: u8,
}

/// A step: the boxes and the player after it, and whether it was a push.
pub type Step = (Boxes, u8, bool);

impl Room {
    /// The room of these rows, of all squares that the player could get to if there were no boxes; none if there is no such
    /// room or it is too large.
    #[must_use]
    pub fn new(rows: &[Vec<u8>]) -> Option<Self> {
        let at = |row: usize, column: usize| rows.get(row)?.get(column).copied();
        let all = (0..rows.len()).flat_map(|row| (0..rows[row].len()).map(move |c| (row, c)));
        let mut players = all.filter(|&(row, column)| matches!(rows[row][column], b'@' | b'+'));
        let mut places = vec![players.next()?];
        if players.next().is_some() {
            return None;
        }
        let mut done = 0;
        while done < places.len() {
            let (row, column) = places[done];
            done += 1;
            for next in around(row, column)? {
                if at(next.0, next.1)? != b'#' && !places.contains(&next) {
                    places.push(next);
                }
            }
        }
        if places.len() > MOST_SQUARES {
            return None;
        }
        let number = |place| {
            let found = places.iter().position(|&other| other == place);
            found.and_then(|number| u8::try_from(number).ok())
        };
        let near = places
            .iter()
            .map(|&(row, column)| Some(around(row, column)?.map(number)));
        let near = near.collect::<Option<Vec<_>>>()?;
        let on = |marks: &[u8]| {
            let squares = places.iter().enumerate();
            let marked = squares.filter(|&(_, &(row, column))| marks.contains(&rows[row][column]));
            marked.fold(0, |set: Boxes, (square, _)| set | 1 << square)
        };
        Some(Self {
            near,
            goals: on(b".+*"),
            boxes: on(b"$*"),
            player: 0,
            places,
        })
    }

    #[must_use]
    pub fn squares(&self) -> u8 {
        u8::try_from(self.places.len()).unwrap_or(u8::MAX)
    }

    #[must_use]
    pub const fn is_solved(&self, boxes: Boxes) -> bool {
        self.goals & !boxes == 0
    }

    /// Where a step leads; none if the rules do not allow it.
    #[must_use]
    pub fn step(&self, boxes: Boxes, player: u8, direction: usize) -> Option<Step> {
        let to = self.near[usize::from(player)][direction]?;
        if boxes >> to & 1 == 0 {
            return Some((boxes, to, false));
        }
        let beyond = self.near[usize::from(to)][direction]?;
        let is_free = boxes >> beyond & 1 == 0;
        is_free.then(|| (boxes ^ 1 << to ^ 1 << beyond, to, true))
    }

    /// Pushes and moves of a solution.
    ///
    /// # Errors
    /// Why it is none.
    pub fn replay(&self, solution: &str) -> Result<(u32, u32), String> {
        let (mut boxes, mut player, mut pushes) = (self.boxes, self.player, 0);
        for (number, letter) in (1..).zip(solution.bytes()) {
            let direction = LETTERS
                .iter()
                .position(|&l| l == letter.to_ascii_lowercase());
            let step = direction.and_then(|direction| self.step(boxes, player, direction));
            let Some((after, to, is_push)) = step else {
                return Err(format!("step {number} of {solution} is not legal"));
            };
            if is_push != letter.is_ascii_uppercase() {
                return Err(format!("step {number} of {solution} has the wrong case"));
            }
            (boxes, player) = (after, to);
            pushes += u32::from(is_push);
        }
        let moves = u32::try_from(solution.len()).unwrap_or(u32::MAX);
        if self.is_solved(boxes) {
            Ok((pushes, moves))
        } else {
            Err(format!("{solution} does not solve"))
        }
    }
}

/// The places to the left, above, to the right and below; none at an edge, where there must be a wall.
fn around(row: usize, column: usize) -> Option<[(usize, usize); 4]> {
    let (up, left) = (row.checked_sub(1)?, column.checked_sub(1)?);
    Some([
        (row, left),
        (up, column),
        (row, column + 1),
        (row + 1, column),
    ])
}
