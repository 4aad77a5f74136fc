//! The border: a board's text becomes vehicles, walls and a red car, or an error that says why not.
//! What passes here never fails later.

use std::fmt;

/// The greatest width and height.
pub const MAX_SIDE: usize = 16;
const EMPTY: u8 = b'.';
const WALL: u8 = b'x';

/// A vehicle where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vehicle {
    pub letter: u8,
    pub horizontal: bool,
    /// Its row if horizontal, else its column.
    pub line: usize,
    /// How many cells lie before it on its line.
    pub offset: usize,
    pub length: usize,
}

impl Vehicle {
    /// The same vehicle elsewhere on its line.
    #[must_use]
    pub const fn at(self, offset: usize) -> Self {
        Self { offset, ..self }
    }

    /// The cells that it covers on a board of that width, from the top or from the left.
    pub fn cells(self, width: usize) -> impl Iterator<Item = usize> {
        (self.offset..self.offset + self.length).map(move |along| self.cell(along, width))
    }

    /// The cell of its line with `along` cells before it.
    const fn cell(self, along: usize, width: usize) -> usize {
        if self.horizontal {
            self.line * width + along
        } else {
            along * width + self.line
        }
    }
}

/// A vehicle's move, by cells to the right or down, or to the left or up where negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slide {
    pub letter: u8,
    pub cells: i32,
}

/// A board, its vehicles in the order of their letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub width: usize,
    pub height: usize,
    pub vehicles: Vec<Vehicle>,
    /// The cells with walls, in order.
    pub walls: Vec<usize>,
    /// Where the red car stands in `vehicles`.
    pub red: usize,
}

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    Size { cells: usize, width: usize },
    Cell { cell: usize },
    Shape { letter: u8 },
    Red { letter: u8 },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { cells, width } => write!(
                f,
                "{cells} cells are no board of width {width} (at most {MAX_SIDE}x{MAX_SIDE})"
            ),
            Self::Cell { cell } => {
                write!(f, "cell {cell} is neither '.', 'x' nor a vehicle's letter")
            }
            Self::Shape { letter } => write!(
                f,
                "vehicle {} is not one straight piece of at least two cells",
                char::from(letter)
            ),
            Self::Red { letter } => write!(
                f,
                "the red car {:?} is not there or does not lie horizontally",
                char::from(letter)
            ),
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// Reads rows of cells: `.` empty, `x` wall, other letters vehicles.
    ///
    /// # Errors
    /// When the text is no board, or `red` is no horizontal vehicle on it.
    pub fn parse(cells: &str, width: usize, red: u8) -> Result<Self, BoardError> {
        let mut board = Self::parse_without_goal(cells, width)?;
        board.red = board
            .vehicles
            .iter()
            .position(|vehicle| vehicle.letter == red && vehicle.horizontal)
            .ok_or(BoardError::Red { letter: red })?;
        Ok(board)
    }

    /// Reads a board of which only the moves are wanted; its red car has no meaning.
    ///
    /// # Errors
    /// When the text is no board.
    pub fn parse_without_goal(cells: &str, width: usize) -> Result<Self, BoardError> {
        let cells = cells.as_bytes();
        let height = cells.len().checked_div(width).unwrap_or(0);
        if height * width != cells.len() || !(1..=MAX_SIDE).contains(&height) || width > MAX_SIDE {
            return Err(BoardError::Size {
                cells: cells.len(),
                width,
            });
        }
        let mut covered: [Vec<usize>; 128] = [const { Vec::new() }; 128];
        let mut walls = Vec::new();
        for (cell, &letter) in cells.iter().enumerate() {
            match letter {
                EMPTY => {}
                WALL => walls.push(cell),
                b'o' => return Err(BoardError::Cell { cell }),
                _ if letter.is_ascii_alphabetic() => covered[usize::from(letter)].push(cell),
                _ => return Err(BoardError::Cell { cell }),
            }
        }
        let vehicles = (0..)
            .zip(&covered)
            .filter(|(_, cells)| !cells.is_empty())
            .map(|(letter, cells)| straight_piece(letter, cells, width))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            width,
            height,
            vehicles,
            walls,
            red: 0,
        })
    }

    /// The text of the board with its vehicles at other offsets.
    #[must_use]
    pub fn text_at(&self, offsets: impl IntoIterator<Item = usize>) -> String {
        let mut text = vec![EMPTY; self.width * self.height];
        for &cell in &self.walls {
            text[cell] = WALL;
        }
        for (&vehicle, offset) in self.vehicles.iter().zip(offsets) {
            for cell in vehicle.at(offset).cells(self.width) {
                text[cell] = vehicle.letter;
            }
        }
        text.into_iter().map(char::from).collect()
    }

    /// The offsets of the vehicles in another text of the same board; none if it is another board.
    #[must_use]
    pub fn offsets_in(&self, cells: &str) -> Option<Vec<usize>> {
        let other = Self::parse_without_goal(cells, self.width).ok()?;
        let same = other.walls == self.walls
            && other.height == self.height
            && other.vehicles.len() == self.vehicles.len()
            && (self.vehicles.iter().zip(&other.vehicles))
                .all(|(ours, theirs)| *ours == theirs.at(ours.offset));
        same.then(|| {
            other
                .vehicles
                .iter()
                .map(|vehicle| vehicle.offset)
                .collect()
        })
    }

    /// How many cells the line has on which that vehicle moves.
    #[must_use]
    pub const fn side_along(&self, vehicle: Vehicle) -> usize {
        if vehicle.horizontal {
            self.width
        } else {
            self.height
        }
    }

    /// Whether the red car touches the right edge.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let red = self.red_car();
        red.offset + red.length == self.width
    }

    #[must_use]
    pub fn red_car(&self) -> Vehicle {
        self.vehicles[self.red]
    }
}

fn straight_piece(letter: u8, cells: &[usize], width: usize) -> Result<Vehicle, BoardError> {
    let wrong = Err(BoardError::Shape { letter });
    let [first, second, ..] = *cells else {
        return wrong;
    };
    let horizontal = second == first + 1;
    let (line, offset) = if horizontal {
        (first / width, first % width)
    } else {
        (first % width, first / width)
    };
    let vehicle = Vehicle {
        letter,
        horizontal,
        line,
        offset,
        length: cells.len(),
    };
    let fits = !horizontal || offset + cells.len() <= width;
    if fits && vehicle.cells(width).eq(cells.iter().copied()) {
        Ok(vehicle)
    } else {
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &str = "BB.C...DDCXX..Cx";

    #[test]
    fn reads_vehicles_walls_and_the_red_car() {
        let board = Board::parse("B..CB..CXX..DD.x", 4, b'X').expect("a board");
        assert_eq!((board.width, board.height), (4, 4));
        assert_eq!(board.walls, [15]);
        let letters: Vec<u8> = board
            .vehicles
            .iter()
            .map(|vehicle| vehicle.letter)
            .collect();
        assert_eq!(letters, b"BCDX");
        assert_eq!(board.red_car().line, 2);
        assert!(!board.vehicles[0].horizontal);
        let offsets = board.vehicles.iter().map(|vehicle| vehicle.offset);
        assert_eq!(board.text_at(offsets), "B..CB..CXX..DD.x");
        assert_eq!(board.text_at([1, 0, 1, 2]), "...CB..CB.XX.DDx");
    }

    #[test]
    fn refuses_what_is_no_board() {
        let refused = |cells, width| Board::parse(cells, width, b'X').expect_err("no board");
        assert!(matches!(refused("XX...", 2), BoardError::Size { .. }));
        assert!(matches!(refused("", 4), BoardError::Size { .. }));
        assert!(matches!(refused("XX..", 0), BoardError::Size { .. }));
        assert!(matches!(
            refused("XX...............", 17),
            BoardError::Size { .. }
        ));
        assert_eq!(refused("XX?.", 4), BoardError::Cell { cell: 2 });
        assert_eq!(refused("XXo.", 4), BoardError::Cell { cell: 2 });
        assert_eq!(refused("XX.B", 4), BoardError::Shape { letter: b'B' });
        assert_eq!(refused("XXBB.B..", 4), BoardError::Shape { letter: b'B' });
        assert_eq!(refused("B.B.XX..", 4), BoardError::Shape { letter: b'B' });
        assert_eq!(refused("...BB...", 4), BoardError::Shape { letter: b'B' });
        assert_eq!(refused("BB..", 4), BoardError::Red { letter: b'X' });
        assert_eq!(refused("X.X.", 2), BoardError::Red { letter: b'X' });
        assert_eq!(refused(CELLS, 4), BoardError::Shape { letter: b'C' });
    }
}
