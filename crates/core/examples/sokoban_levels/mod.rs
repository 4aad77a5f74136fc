//! The levels of a file, for the examples.

/// Blocks of lines that begin with a wall.
pub fn levels(text: &str) -> Vec<Vec<String>> {
    let mut levels = vec![Vec::new()];
    for line in text.lines() {
        let is_row = line.contains('#') && line.chars().all(|c| "# .$@+*-_".contains(c));
        if is_row {
            levels
                .last_mut()
                .expect("never empty")
                .push(line.replace(['-', '_'], " "));
        } else if !levels.last().expect("never empty").is_empty() {
            levels.push(Vec::new());
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}
