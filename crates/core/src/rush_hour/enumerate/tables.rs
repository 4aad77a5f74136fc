//! Everything about one line that can be known beforehand.
//!
//! A line is filled with vehicles of certain lengths in a certain order, and they have few ways to
//! stand: at most six on a line of six cells. So what can happen on a line, given which of its cells
//! others cover, is found by looking it up.

/// The longest line: its placements must fit the bits of a byte.
pub const LONGEST: usize = 6;
const LENGTHS: [usize; 2] = [2, 3];
/// What the placements of a line are less than.
pub const PLACEMENTS: usize = 8;

/// Rows and columns. A row sees the vertical vehicles' cells row by row, a column the horizontal
/// ones' column by column, so that each finds its own cells side by side.
pub const ROWS: usize = 0;
pub const COLUMNS: usize = 1;

/// The vehicles of a line, by their lengths.
pub struct Filling {
    pub lengths: Vec<usize>,
    /// The vehicles' offsets, by placement.
    pub offsets: Vec<Vec<usize>>,
    /// The same vehicles in opposite order.
    pub reversed: usize,
    /// The filling and the placement that are left without a vehicle, by placement and vehicle.
    pub without: Vec<Vec<(usize, usize)>>,
    /// Where its placements begin among all slides, among all shapes, and among all sweeps.
    pub slides: usize,
    pub shapes: usize,
    pub sweeps: usize,
}

/// All lines of one direction.
pub struct Axis {
    /// Cells of a line.
    pub side: usize,
    /// Bits that hold the number of a placement.
    pub bits: u32,
    /// Every way to fill a line and leave it room to move; the first is with nothing.
    pub fillings: Vec<Filling>,
}

pub struct Tables {
    pub axes: [Axis; 2],
    /// The placements one slide away, as bits, by filling, placement and covered cells.
    slides: Vec<u8>,
    /// The cells of a placement as the crossing lines see them, if its line is the first, by filling and
    /// placement.
    shapes: Vec<u64>,
    /// The lines that a slide crosses, as bits, by filling and the placements before and after it; those
    /// that a placement covers, if both are the same.
    sweeps: Vec<u8>,
}

impl Tables {
    pub fn new(width: usize, height: usize) -> Self {
        let mut slides = Vec::new();
        let mut shapes = Vec::new();
        let mut sweeps = Vec::new();
        let axes = [(width, height), (height, width)].map(|(side, lines)| {
            let kinds = fillings(side);
            let fillings = kinds.iter().map(|lengths| {
                let mut filling = Filling::new(side, &kinds, lengths);
                (filling.slides, filling.shapes) = (slides.len(), shapes.len());
                filling.sweeps = sweeps.len();
                filling.append_slides(side, &mut slides);
                filling.append_shapes(lines, &mut shapes);
                filling.append_sweeps(&mut sweeps);
                filling
            });
            let fillings: Vec<Filling> = fillings.collect();
            let most = fillings.iter().map(|filling| filling.offsets.len()).max();
            Axis {
                side,
                bits: most.unwrap_or(1).next_power_of_two().trailing_zeros(),
                fillings,
            }
        });
        Self {
            axes,
            slides,
            shapes,
            sweeps,
        }
    }

    #[inline]
    pub fn slides(&self, entry: usize) -> u8 {
        self.slides[entry]
    }

    #[inline]
    pub fn shape(&self, entry: usize) -> u64 {
        self.shapes[entry]
    }

    #[inline]
    pub fn sweeps(&self) -> &[u8] {
        &self.sweeps
    }
}

impl Filling {
    /// It does not know yet where it stands in the tables.
    fn new(side: usize, kinds: &[Vec<usize>], lengths: &[usize]) -> Self {
        let number = |lengths: &[usize]| kinds.iter().position(|kind| kind == lengths).unwrap_or(0);
        let offsets = placements(side, lengths);
        let left = |vehicle: usize, offsets: &[usize]| {
            let [lengths, offsets] = [lengths, offsets].map(|list| {
                let mut list = list.to_vec();
                list.remove(vehicle);
                list
            });
            let mut places = placements(side, &lengths).into_iter();
            let place = places.position(|place| place == offsets).unwrap_or(0);
            (number(&lengths), place)
        };
        let vehicles = 0..lengths.len();
        let without = offsets.iter().map(|offsets| {
            let vehicles = vehicles.clone();
            vehicles.map(|vehicle| left(vehicle, offsets)).collect()
        });
        Self {
            without: without.collect(),
            offsets,
            reversed: number(&lengths.iter().rev().copied().collect::<Vec<_>>()),
            lengths: lengths.to_vec(),
            slides: 0,
            shapes: 0,
            sweeps: 0,
        }
    }

    /// The vehicle that differs between two placements, if only one does.
    pub fn mover(&self, from: usize, to: usize) -> Option<usize> {
        let pairs = self.offsets[from].iter().zip(&self.offsets[to]);
        let mut movers = pairs.enumerate().filter(|(_, (from, to))| from != to);
        let (mover, _) = movers.next()?;
        movers.next().is_none().then_some(mover)
    }

    /// The cells of a placement, as bits along the line.
    pub fn cells(&self, placement: usize) -> u64 {
        let vehicles = self.offsets[placement].iter().zip(&self.lengths);
        vehicles.fold(0, |all, (&offset, &length)| {
            all | run(offset, offset + length)
        })
    }

    fn append_slides(&self, side: usize, slides: &mut Vec<u8>) {
        let places = 0..self.offsets.len();
        for from in places.clone() {
            let sweeps: Vec<(usize, u64)> = places
                .clone()
                .filter_map(|to| Some((to, self.swept(from, to)?)))
                .collect();
            slides.extend((0..1 << side).map(|covered: u64| {
                let open = sweeps.iter().filter(|(_, swept)| swept & covered == 0);
                open.fold(0, |targets, (to, _)| targets | 1_u8 << to)
            }));
        }
    }

    /// The cells that must be free for one slide between two placements; none if it takes more.
    fn swept(&self, from: usize, to: usize) -> Option<u64> {
        let mover = self.mover(from, to)?;
        let length = self.lengths[mover];
        let ends = [from, to].map(|place| self.offsets[place][mover]);
        let swept = run(ends[0].min(ends[1]), ends[0].max(ends[1]) + length);
        let others = self.cells(from) & !run(ends[0], ends[0] + length);
        (swept & others == 0).then_some(swept)
    }

    fn append_sweeps(&self, sweeps: &mut Vec<u8>) {
        let pairs =
            (0..self.offsets.len() * PLACEMENTS).map(|pair| (pair / PLACEMENTS, pair % PLACEMENTS));
        sweeps.extend(pairs.map(|(from, to)| {
            let swept = if from == to {
                Some(self.cells(from))
            } else {
                (to < self.offsets.len())
                    .then(|| self.swept(from, to))
                    .flatten()
            };
            // Between other placements there is no slide, and nobody asks.
            swept
                .and_then(|swept| u8::try_from(swept).ok())
                .unwrap_or(u8::MAX)
        }));
    }

    fn append_shapes(&self, lines: usize, shapes: &mut Vec<u64>) {
        shapes.extend((0..self.offsets.len()).map(|placement| {
            let vehicles = self.offsets[placement].iter().zip(&self.lengths);
            let cells = vehicles.flat_map(|(&offset, length)| offset..offset + length);
            cells.fold(0, |all, cell| all | 1 << (cell * lines))
        }));
    }
}

/// Cells in a row, as bits.
const fn run(from: usize, to: usize) -> u64 {
    (1 << to) - (1 << from)
}

/// Every sequence of lengths that leaves a cell of the line free.
fn fillings(side: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut next = 0;
    while let Some(lengths) = all.get(next).cloned() {
        let used: usize = lengths.iter().sum();
        let longer = LENGTHS.into_iter().filter(|length| used + length < side);
        all.extend(longer.map(|length| [&lengths[..], &[length]].concat()));
        next += 1;
    }
    all
}

/// Every way for vehicles of these lengths to stand on a line, as their offsets.
fn placements(side: usize, lengths: &[usize]) -> Vec<Vec<usize>> {
    let Some((&last, before)) = lengths.split_last() else {
        return vec![Vec::new()];
    };
    let Some(farthest) = side.checked_sub(last) else {
        return Vec::new();
    };
    let ends = (0..=farthest).flat_map(|offset| {
        let before = placements(offset, before).into_iter();
        before.map(move |offsets| [&offsets[..], &[offset]].concat())
    });
    ends.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_five_has_four_fillings() {
        let tables = Tables::new(5, 5);
        let axis = &tables.axes[ROWS];
        let of = |what: fn(&Filling) -> usize| axis.fillings.iter().map(what).collect::<Vec<_>>();
        assert_eq!(fillings(5), [vec![], vec![2], vec![3], vec![2, 2]]);
        assert_eq!(of(|filling| filling.offsets.len()), [1, 4, 3, 3]);
        assert_eq!(of(|filling| filling.reversed), [0, 1, 2, 3]);
        assert_eq!(axis.bits, 2);
    }

    #[test]
    fn the_longest_line_fits_a_byte() {
        let tables = Tables::new(LONGEST, LONGEST);
        let placements = tables.axes[ROWS].fillings.iter().map(|f| f.offsets.len());
        assert_eq!(placements.collect::<Vec<_>>(), [1, 5, 4, 6, 3, 3]);
        assert_eq!(tables.axes[ROWS].fillings[4].reversed, 5);
    }

    #[test]
    fn a_slide_needs_every_cell_it_sweeps() {
        let tables = Tables::new(5, 5);
        let pair = &tables.axes[ROWS].fillings[3];
        assert_eq!(pair.offsets, [[0, 2], [0, 3], [1, 3]]);
        let targets = |placement: usize, covered: usize| {
            tables.slides(pair.slides + (placement << 5 | covered))
        };
        assert_eq!(targets(0, 0b00000), 0b010);
        assert_eq!(targets(1, 0b00000), 0b101);
        assert_eq!(targets(1, 0b00100), 0b000);
        let single = &tables.axes[ROWS].fillings[1];
        let targets = |covered: usize| tables.slides(single.slides + covered);
        assert_eq!(targets(0b00000), 0b1110);
        assert_eq!(targets(0b01000), 0b0010);
    }

    #[test]
    fn without_a_vehicle_the_others_stay() {
        let tables = Tables::new(5, 4);
        let pair = &tables.axes[ROWS].fillings[3];
        assert_eq!(pair.without[2], [(1, 3), (1, 1)]);
        assert_eq!(tables.axes[ROWS].fillings[2].without[1], [(0, 0)]);
        let shape = tables.shape(tables.axes[COLUMNS].fillings[1].shapes + 1);
        assert_eq!(shape, 1 << 5 | 1 << 10);
    }
}
