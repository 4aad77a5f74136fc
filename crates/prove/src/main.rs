//! The bench's command line: see `--help`.

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quandary_prove::bench::{Extent, Plan, run};
use quandary_prove::game::{Scope, hush_findings};
use quandary_prove::report::{smallest, tables};
use quandary_prove::workers;

const HELP: &str = "\
Checks what the solvers claim against plain exhaustive search.

  quandary-prove [--minutes M | --cases N] [--only GAME] [--stratum TEXT] [--seed S] [--jobs J]
  quandary-prove check GAME POSITION

  --minutes M     how long all strata together may take (1)
  --cases N       so many positions of every stratum instead
  --only GAME     only that game
  --stratum TEXT  only strata whose names hold this
  --seed S        draws the same positions again (default: from the clock)
  --jobs J        threads (default: all cores)

`check` looks at one position, in the game's one-line notation, at more length.
Exit status: 0 nothing wrong, 1 a claim is wrong, 2 bad usage.";

struct Asked {
    plan: Plan,
    only: Option<String>,
    stratum: Option<String>,
}

fn main() -> ExitCode {
    hush_findings();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts[..] {
        ["--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        ["check", game, position] => check(game, position),
        _ => match read(&texts) {
            Ok(asked) => prove(&asked),
            Err(problem) => refuse(&problem),
        },
    }
}

fn refuse(problem: &str) -> ExitCode {
    eprintln!("error: {problem}");
    ExitCode::from(2)
}

fn read(texts: &[&str]) -> Result<Asked, String> {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH);
    let jobs = std::thread::available_parallelism();
    let mut asked = Asked {
        plan: Plan {
            extent: Extent::Time(Duration::from_secs(60)),
            jobs: jobs.map_or(1, usize::from),
            seed: clock.map_or(0, |time| time.as_secs()),
            is_shown: true,
        },
        only: None,
        stratum: None,
    };
    for pair in texts.chunks(2) {
        let &[name, value] = pair else {
            return Err(format!("{} needs a value; see --help", pair[0]));
        };
        let no_number = || format!("{value:?} is no number for {name}");
        match name {
            "--minutes" => {
                let minutes: f64 = value.parse().map_err(|_| no_number())?;
                let time = Duration::try_from_secs_f64(60.0 * minutes).map_err(|_| no_number())?;
                asked.plan.extent = Extent::Time(time);
            }
            "--cases" => {
                asked.plan.extent = Extent::Cases(value.parse().map_err(|_| no_number())?);
            }
            "--seed" => asked.plan.seed = value.parse().map_err(|_| no_number())?,
            "--jobs" => asked.plan.jobs = value.parse().map_err(|_| no_number())?,
            "--only" => asked.only = Some(value.to_owned()),
            "--stratum" => asked.stratum = Some(value.to_owned()),
            _ => return Err(format!("{name} is no option; see --help")),
        }
    }
    Ok(asked)
}

fn prove(asked: &Asked) -> ExitCode {
    let keep = |game: &str, stratum: &str| {
        asked.only.as_ref().is_none_or(|only| only == game)
            && asked
                .stratum
                .as_ref()
                .is_none_or(|part| stratum.contains(&**part))
    };
    let seed = asked.plan.seed;
    println!("seed {seed}, {} threads", asked.plan.jobs);
    let outcome = run(asked.plan, workers, &keep);
    if outcome.tallies.is_empty() {
        return refuse("no such game or stratum");
    }
    let mut workers = workers();
    println!("{}", tables(&outcome, &workers));
    if outcome.is_right() {
        println!("nothing wrong");
        return ExitCode::SUCCESS;
    }
    for example in smallest(&outcome, &mut workers) {
        let worker = &workers[example.game];
        let (game, text) = (worker.name(), &example.text);
        let stratum = worker.strata()[example.stratum].0;
        println!("wrong: {game}: {}: {}", example.claim, example.detail);
        println!("  {text}");
        println!("  drawn as number {} of {stratum:?}", example.number);
        println!("  {}", worker.command(text));
        println!("  cargo run --release -p quandary-prove -- check {game} '{text}'");
    }
    ExitCode::FAILURE
}

fn check(game: &str, position: &str) -> ExitCode {
    let mut workers = workers();
    let Some(worker) = workers.iter_mut().find(|worker| worker.name() == game) else {
        return refuse(&format!("there is no game {game:?} here"));
    };
    let scope = Scope {
        effort: 10,
        claim: None,
    };
    let findings = match worker.check_text(position, scope) {
        Ok(findings) => findings,
        Err(problem) => return refuse(&problem),
    };
    for wrong in &findings.wrong {
        println!("wrong: {}: {}", wrong.claim, wrong.detail);
    }
    println!(
        "{} claims checked, {} not, {} wrong{}",
        findings.claims.len(),
        findings.unchecked.len(),
        findings.wrong.len(),
        if findings.too_large {
            "; too large to try everything"
        } else {
            ""
        }
    );
    ExitCode::from(u8::from(!findings.wrong.is_empty()))
}
