//! The rules of Rush Hour, as plainly as they can be said: vehicles on lines, each with an offset.

/// A vehicle's line, direction and length; where it is on the line changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vehicle {
    pub letter: u8,
    pub horizontal: bool,
    pub line: usize,
    pub length: usize,
}

/// A board: its walls, its vehicles, and their offsets at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    pub width: usize,
    pub height: usize,
    pub walls: Vec<usize>,
    pub vehicles: Vec<Vehicle>,
    pub red: usize,
    pub start: Offsets,
}

pub const MOST_VEHICLES: usize = 32;
/// How many cells lie before each vehicle on its line.
pub type Offsets = [u8; MOST_VEHICLES];

const MOST_CELLS: usize = 256;

impl Lot {
    fn cell(&self, vehicle: &Vehicle, along: usize) -> usize {
        if vehicle.horizontal {
            vehicle.line * self.width + along
        } else {
            along * self.width + vehicle.line
        }
    }

    fn line_length(&self, vehicle: &Vehicle) -> usize {
        if vehicle.horizontal {
            self.width
        } else {
            self.height
        }
    }

    fn occupied(&self, offsets: &Offsets) -> [bool; MOST_CELLS] {
        let mut occupied = [false; MOST_CELLS];
        for &wall in &self.walls {
            occupied[wall] = true;
        }
        for (vehicle, &offset) in self.vehicles.iter().zip(offsets) {
            for part in 0..vehicle.length {
                occupied[self.cell(vehicle, usize::from(offset) + part)] = true;
            }
        }
        occupied
    }

    /// Emits every slide: the vehicle's number and its new offset.
    pub fn slides(&self, offsets: &Offsets, mut emit: impl FnMut(usize, u8)) {
        let occupied = self.occupied(offsets);
        for (number, (vehicle, &offset)) in self.vehicles.iter().zip(offsets).enumerate() {
            let mut to = offset;
            while to > 0 && !occupied[self.cell(vehicle, usize::from(to) - 1)] {
                to -= 1;
                emit(number, to);
            }
            let mut to = offset;
            loop {
                let next = usize::from(to) + vehicle.length;
                if next >= self.line_length(vehicle) || occupied[self.cell(vehicle, next)] {
                    break;
                }
                to += 1;
                emit(number, to);
            }
        }
    }

    /// Whether the red car touches the right edge.
    #[must_use]
    pub fn is_solved(&self, offsets: &Offsets) -> bool {
        usize::from(offsets[self.red]) + self.vehicles[self.red].length == self.width
    }

    /// The cells that are occupied, in order.
    #[must_use]
    pub fn blocked(&self, offsets: &Offsets) -> Vec<usize> {
        let occupied = self.occupied(offsets);
        (0..self.width * self.height)
            .filter(|&cell| occupied[cell])
            .collect()
    }

    /// The cells of the board, row by row.
    #[must_use]
    pub fn cells(&self, offsets: &Offsets) -> String {
        let mut text = vec![b'.'; self.width * self.height];
        for &wall in &self.walls {
            text[wall] = b'x';
        }
        for (vehicle, &offset) in self.vehicles.iter().zip(offsets) {
            for part in 0..vehicle.length {
                text[self.cell(vehicle, usize::from(offset) + part)] = vehicle.letter;
            }
        }
        text.into_iter().map(char::from).collect()
    }

    /// The board of these cells; none if they are no board that the bench can hold.
    #[must_use]
    pub fn from_cells(text: &str, width: usize) -> Option<Self> {
        let text = text.as_bytes();
        if width == 0 || text.len() % width != 0 || text.len() > MOST_CELLS {
            return None;
        }
        let mut lot = Self {
            width,
            height: text.len() / width,
            walls: (0..text.len()).filter(|&cell| text[cell] == b'x').collect(),
            vehicles: Vec::new(),
            red: 0,
            start: [0; MOST_VEHICLES],
        };
        let mut letters: Vec<u8> = text.to_vec();
        letters.retain(u8::is_ascii_alphabetic);
        letters.sort_unstable();
        letters.dedup();
        for letter in letters.into_iter().filter(|&letter| letter != b'x') {
            let body: Vec<usize> = (0..text.len())
                .filter(|&cell| text[cell] == letter)
                .collect();
            let first = *body.first()?;
            let horizontal = body.get(1) == Some(&(first + 1));
            let (line, offset) = if horizontal {
                (first / width, first % width)
            } else {
                (first % width, first / width)
            };
            let vehicle = Vehicle {
                letter,
                horizontal,
                line,
                length: body.len(),
            };
            if offset + body.len() > lot.line_length(&vehicle) || body.len() < 2 {
                return None;
            }
            let parts = (0..body.len()).map(|part| lot.cell(&vehicle, offset + part));
            if !parts.eq(body.iter().copied()) {
                return None;
            }
            *lot.start.get_mut(lot.vehicles.len())? = u8::try_from(offset).ok()?;
            lot.vehicles.push(vehicle);
        }
        let red_letter = if text.contains(&b'X') { b'X' } else { b'A' };
        lot.red = lot
            .vehicles
            .iter()
            .position(|vehicle| vehicle.letter == red_letter && vehicle.horizontal)?;
        Some(lot)
    }

    /// One line: the cells, with `/` between the rows unless the project reads the board without.
    #[must_use]
    pub fn line(&self) -> String {
        let cells = self.cells(&self.start);
        if self.width == self.height && self.width >= 5 {
            return cells;
        }
        let rows = cells.as_bytes().chunks(self.width);
        let rows: Vec<&str> = rows
            .filter_map(|row| std::str::from_utf8(row).ok())
            .collect();
        let line = rows.join("/");
        // One row alone is told from a square by its end.
        if self.height == 1 { line + "/" } else { line }
    }

    /// The board of a line.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let width = line.find('/').unwrap_or_else(|| line.len().isqrt());
        let cells = line.replace('/', "");
        Self::from_cells(&cells, width).ok_or_else(|| format!("{line:?} is no board"))
    }

    /// Simpler boards: a vehicle or a wall fewer, an edge without vehicles cut off, a vehicle shorter.
    #[must_use]
    pub fn smaller(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for number in (0..self.vehicles.len()).filter(|&number| number != self.red) {
            found.push(self.without_vehicle(number));
        }
        for number in 0..self.walls.len() {
            let mut smaller = self.clone();
            smaller.walls.remove(number);
            found.push(smaller);
        }
        let cells = self.cells(&self.start);
        let rows: Vec<&[u8]> = cells.as_bytes().chunks(self.width).collect();
        let cut = [&rows[1..], &rows[..rows.len() - 1]];
        found.extend(cut.into_iter().filter_map(|rows| self.cut(rows)));
        let columns: Vec<&[u8]> = rows.iter().map(|row| &row[1..]).collect();
        found.extend(self.cut(&columns));
        for number in 0..self.vehicles.len() {
            if self.vehicles[number].length > 2 {
                let mut smaller = self.clone();
                smaller.vehicles[number].length -= 1;
                found.push(smaller);
            }
        }
        found
    }

    /// The board without one of its vehicles, which is not the red car.
    #[must_use]
    pub fn without_vehicle(&self, number: usize) -> Self {
        let mut smaller = self.clone();
        smaller.vehicles.remove(number);
        smaller.start[number..].rotate_left(1);
        smaller.start[MOST_VEHICLES - 1] = 0;
        smaller.red -= usize::from(number < self.red);
        smaller
    }

    /// The board of these rows, if no vehicle was cut.
    fn cut(&self, rows: &[&[u8]]) -> Option<Self> {
        let cells = String::from_utf8(rows.concat()).ok()?;
        let smaller = Self::from_cells(&cells, rows.first()?.len())?;
        let lengths = |lot: &Self| -> Vec<usize> {
            lot.vehicles.iter().map(|vehicle| vehicle.length).collect()
        };
        (lengths(&smaller) == lengths(self)).then_some(smaller)
    }
}
