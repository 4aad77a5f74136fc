//! Trains the learned player: `exponentile_train CPU_MINUTES CHECKPOINT [DISCOUNT [RATE [web|classic]]]`.
//! Goes on from the checkpoint if there is one, and writes it twice a minute.

use std::io::Write;
use std::{env, fs};

use quandary_core::cpu::thread_seconds;
use quandary_core::exponentile::Rules;
use quandary_core::exponentile::learned::{Lesson, Settings, Trainer};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |place: usize, default: f32| {
        arguments
            .get(place)
            .map_or(default, |text| text.parse().expect("a number"))
    };
    let path = arguments.get(1).expect("a file for the checkpoint");
    let rules = arguments
        .get(4)
        .map_or(Rules::Web, |text| text.parse().expect("rules"));
    let settings = Settings {
        seed: 1,
        discount: number(2, 0.998),
        rate: number(3, 1.0),
    };
    let mut trainer = match fs::read(path) {
        Ok(bytes) => Trainer::resumed(&bytes).expect("a checkpoint"),
        Err(_) => Trainer::new(rules, settings),
    };
    let (mut lessons, mut shown) = (Vec::new(), 0.0);
    let end = 60.0 * f64::from(number(0, 1.0));
    while thread_seconds() < end {
        lessons.push(trainer.learn());
        let now = thread_seconds();
        if now > shown + 20.0 {
            let mean = |part: fn(&Lesson) -> u64| {
                lessons.iter().map(part).sum::<u64>() / lessons.len() as u64
            };
            let (games, moves) = trainer.experience();
            println!(
                "{now:.0} s: {games} games, {moves} moves; the last {}: mean {}, {} moves, 8192 in {}%",
                lessons.len(),
                mean(|lesson| lesson.score),
                mean(|lesson| lesson.moves),
                mean(|lesson| 100 * u64::from(lesson.largest >= 13)),
            );
            std::io::stdout().flush().expect("somebody who listens");
            let fresh = format!("{path}.new");
            fs::write(&fresh, trainer.checkpoint()).expect("room for the checkpoint");
            fs::rename(fresh, path).expect("a place for the checkpoint");
            lessons.clear();
            shown = now;
        }
    }
}
