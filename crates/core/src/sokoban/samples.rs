//! Levels that several tests need.

/// A room crowded with boxes, made at random and played backwards.
pub(crate) const CROWDED: [&str; 9] = [
    "###########",
    "#  . #   ##",
    "# $.@$   ##",
    "# .**.$ # #",
    "#*.*..    #",
    "#  #*#$$$ #",
    "## $.  $  #",
    "#  #.  $ ##",
    "###########",
];
