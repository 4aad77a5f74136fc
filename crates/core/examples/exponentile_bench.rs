//! Plays games and prints what they scored and the CPU time they took:
//! `exponentile_bench PLAYER [GAMES [web|classic [FIRST_SEED [SAMPLES [DEPTH|BREADTH [WEIGHTS]]]]]]`.

use std::sync::Arc;
use std::{env, fs};

use quandary_core::cpu::thread_seconds;
use quandary_core::exponentile::learned::{Learned, Network, Trainer};
use quandary_core::exponentile::{
    Chooser, Eight, Extent, Game, Mobility, Rollout, Rules, Simple, Spawn, Variant, simulate,
};
use quandary_core::rng::SplitMix64;

#[expect(
    clippy::cast_precision_loss,
    reason = "scores and counts are far below 2^52"
)]
fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let name = arguments.first().map_or("first", String::as_str);
    let number = |place: usize, default: u64| {
        arguments
            .get(place)
            .map_or(default, |text| text.parse().expect("a number"))
    };
    let rules: Rules = arguments
        .get(2)
        .map_or(Rules::Web, |text| text.parse().expect("rules"));
    let (games, first_seed) = (number(1, 1000), number(3, 1));
    let variant = Variant {
        grid: Eight,
        rules,
        spawn: Spawn::usual(rules),
    };
    let small = |place: usize, default: u64| u32::try_from(number(place, default)).expect("small");
    let mut player: Box<dyn Chooser<Eight>> = match name {
        "random" => Box::new(Simple::Random),
        "first" => Box::new(Simple::First),
        "top-bottom" => Box::new(Simple::TopBottom),
        "bottom-top" => Box::new(Simple::BottomTop),
        "greedy" => Box::new(Simple::Greedy),
        "lowest" => Box::new(Simple::Lowest),
        "sure" => Box::new(Simple::Sure),
        "mobility" => Box::new(Mobility {
            samples: small(4, 16),
        }),
        "rollout" => Box::new(Rollout {
            samples: small(4, 16),
            depth: small(5, 8),
        }),
        "learned" => {
            let bytes = fs::read(&arguments[6]).expect("a file of weights or a checkpoint");
            let network = Network::from_bytes(&bytes).or_else(|| {
                let trainer = Trainer::resumed(&bytes)?;
                Some(trainer.network().clone())
            });
            Box::new(Learned {
                network: Arc::new(network.expect("weights of this version")),
                samples: small(4, 0),
                breadth: usize::try_from(number(5, 64)).expect("small"),
            })
        }
        _ => panic!("no player {name}"),
    };
    let begun = thread_seconds();
    let records: Vec<_> = (first_seed..first_seed + games)
        .map(|seed| {
            let game = Game::new(&variant, seed);
            let mut rng = SplitMix64::new(seed).split();
            simulate(
                &variant,
                game,
                &mut *player,
                &mut rng,
                Extent::default(),
                || false,
            )
        })
        .collect();
    let seconds = thread_seconds() - begun;
    let mut scores: Vec<f64> = records.iter().map(|record| record.score as f64).collect();
    scores.sort_by(f64::total_cmp);
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores
        .iter()
        .map(|score| (score - mean).powi(2))
        .sum::<f64>()
        / (count - 1.0);
    let moves: u64 = records.iter().map(|record| record.moves).sum();
    println!(
        "{name}: mean {mean:.0} ± {:.0}, median {:.0}, best {:.0}, {:.0} moves a game, {:.0} moves a CPU second, {seconds:.2} s",
        (variance / count).sqrt(),
        scores[scores.len() / 2],
        scores[scores.len() - 1],
        moves as f64 / count,
        moves as f64 / seconds,
    );
}
