//! Numbers in files.

/// The bytes of every number of `N` bytes; `None` if the last is not whole.
pub fn numbers<const N: usize>(bytes: &[u8]) -> Option<Vec<[u8; N]>> {
    if bytes.len() % N != 0 {
        return None;
    }
    let numbers = bytes.chunks_exact(N);
    numbers.map(|number| number.try_into().ok()).collect()
}
