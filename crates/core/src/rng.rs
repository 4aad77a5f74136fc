//! The one random generator: `SplitMix64`, after Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators" (2014).
//!
//! A seed is a promise: the same seed makes the same puzzle on every machine and in every later
//! version. So the stream, the bounded draw and the shuffle are fixed here down to the bit, and a
//! file of test vectors holds this module and its Python twin to one another.

const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A splittable generator: a counter that advances by an odd `gamma`, seen through a mixing function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
    gamma: u64,
}

impl SplitMix64 {
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            state: seed,
            gamma: GOLDEN_GAMMA,
        }
    }

    pub const fn next_u64(&mut self) -> u64 {
        mix(self.advance())
    }

    /// Where the stream stands: `new` goes on from here, unless this generator was split off another.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// A number below `bound`, every one equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// When `bound` is 0: there is no such number.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        let rejected = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let [high, low] = halves(product);
            if low >= rejected {
                return high;
            }
        }
    }

    /// One of the items, every one equally likely.
    ///
    /// # Panics
    /// When there is none.
    pub fn choice<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        let chosen = self.below(items.len() as u64);
        // Below the length, so it is an index whatever the size of a pointer.
        &items[usize::try_from(chosen).unwrap_or(0)]
    }

    /// Fisher and Yates, from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut left = items.len() as u64;
        for last in (1..items.len()).rev() {
            let chosen = self.below(left);
            left -= 1;
            // `chosen <= last`, so it is an index whatever the size of a pointer.
            items.swap(last, usize::try_from(chosen).unwrap_or(last));
        }
    }

    /// A second generator, statistically independent of what this one goes on to produce.
    #[must_use]
    pub const fn split(&mut self) -> Self {
        let state = self.next_u64();
        let gamma = mix_gamma(self.advance());
        Self { state, gamma }
    }

    const fn advance(&mut self) -> u64 {
        self.state = self.state.wrapping_add(self.gamma);
        self.state
    }
}

const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An odd number with enough changes between neighbouring bits to make a good increment.
const fn mix_gamma(z: u64) -> u64 {
    let z = (z ^ (z >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let z = (z ^ (z >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    let z = (z ^ (z >> 33)) | 1;
    if (z ^ (z >> 1)).count_ones() < 24 {
        z ^ 0xaaaa_aaaa_aaaa_aaaa
    } else {
        z
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "splitting a number in two is the point"
)]
const fn halves(product: u128) -> [u64; 2] {
    [(product >> 64) as u64, product as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/rng.txt");

    fn numbers(text: &str) -> Vec<u64> {
        text.split_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect()
    }

    fn check(line: &str) {
        let (case, expected) = line.split_once(':').expect("case : values");
        let (kind, arguments) = case.trim().split_once(' ').expect("kind and arguments");
        let arguments = numbers(arguments);
        let mut rng = SplitMix64::new(arguments[0]);
        match kind {
            "u64" => {
                for value in numbers(expected) {
                    assert_eq!(rng.next_u64(), value, "{line}");
                }
            }
            "below" => {
                for value in numbers(expected) {
                    assert_eq!(rng.below(arguments[1]), value, "{line}");
                }
            }
            "shuffle" => {
                let mut items: Vec<u64> = (0..arguments[1]).collect();
                rng.shuffle(&mut items);
                assert_eq!(items, numbers(expected), "{line}");
            }
            "split" => {
                let (child, parent) = expected.split_once('/').expect("child / parent");
                let mut split = rng.split();
                for value in numbers(child) {
                    assert_eq!(split.next_u64(), value, "{line}");
                }
                for value in numbers(parent) {
                    assert_eq!(rng.next_u64(), value, "{line}");
                }
            }
            _ => panic!("unknown kind of vector: {line}"),
        }
    }

    #[test]
    fn agrees_with_the_shared_vectors() {
        let text = std::fs::read_to_string(VECTORS).expect("the shared vectors");
        let mut checked = 0;
        for line in text.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') {
                check(line);
                checked += 1;
            }
        }
        assert!(checked >= 4, "only {checked} vectors");
    }

    #[test]
    fn starts_as_published() {
        // The first outputs for seed 1234567, as the reference implementation prints them.
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_every_number_below_a_bound() {
        let mut rng = SplitMix64::new(7);
        let mut seen = [0_u32; 6];
        for _ in 0..6_000 {
            seen[usize::try_from(rng.below(6)).expect("small")] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)));
    }
}
