//! Who came from where.

use std::collections::BTreeMap;

use crate::search::bitset::Bits;

/// Which box that was got rid of came from which square of the start: every square serves one only.
#[derive(Clone, Default)]
pub(super) struct Homes<const W: usize> {
    basins: Vec<Bits<W>>,
    /// By square, the number of the basin that it serves.
    served: BTreeMap<u16, usize>,
}

impl<const W: usize> Homes<W> {
    /// Takes one more box, if all can still have a square of their own.
    pub fn take(&mut self, starts: &Bits<W>) -> bool {
        self.basins.push(*starts);
        let mut tried = Bits::EMPTY;
        let is_served = self.serve(self.basins.len() - 1, &mut tried);
        if !is_served {
            self.basins.pop();
        }
        is_served
    }

    fn serve(&mut self, number: usize, tried: &mut Bits<W>) -> bool {
        while let Some(square) = self.basins[number].minus(tried).first() {
            tried.insert(square);
            let owner = self.served.get(&square).copied();
            if owner.is_none_or(|owner| self.serve(owner, tried)) {
                self.served.insert(square, number);
                return true;
            }
        }
        false
    }
}
