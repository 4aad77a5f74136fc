//! The ways of asking the solver, by what it may leave out.

use quandary_core::sokoban::Prunings;

/// All prunings, none, and each by itself, as far as it does anything alone.
pub const WAYS: [(&str, Prunings); 10] = {
    const NONE: Prunings = Prunings::NONE;
    const FREEZES: Prunings = Prunings {
        freezes: true,
        ..NONE
    };
    [
        ("all prunings", Prunings::ALL),
        (
            "all prunings, pairs early",
            Prunings {
                pairs_early: true,
                ..Prunings::ALL
            },
        ),
        ("no prunings", NONE),
        ("freezes alone", FREEZES),
        (
            "walls, with freezes",
            Prunings {
                walls: true,
                ..FREEZES
            },
        ),
        (
            "corrals alone",
            Prunings {
                corrals: true,
                ..NONE
            },
        ),
        (
            "tunnels alone",
            Prunings {
                tunnels: true,
                ..NONE
            },
        ),
        (
            "pairs alone",
            Prunings {
                pairs: true,
                pairs_early: true,
                ..NONE
            },
        ),
        (
            "traps alone",
            Prunings {
                traps: true,
                ..NONE
            },
        ),
        (
            "symmetry alone",
            Prunings {
                symmetry: true,
                ..NONE
            },
        ),
    ]
};
