use super::*;

/// Counts up to a number that it has drawn; action 0 is illegal, action 1 counts, action 2 wins at once.
#[derive(Clone)]
struct Count {
    goal: i64,
    now: i64,
}

impl Episode for Count {
    fn observation_size(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        3
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        self.goal = 2 + i64::try_from(rng.below(3)).expect("small");
        self.now = 0;
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if action == 0 {
            return None;
        }
        self.now += 1;
        let is_won = action == 2;
        Some(Done {
            gained: 1,
            is_won,
            is_over: is_won || self.now == self.goal,
            is_cut: false,
        })
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        let byte = |number: i64| u8::try_from(number).expect("small");
        observation.copy_from_slice(&[byte(self.goal), byte(self.now)]);
        mask.copy_from_slice(&[0, 1, 1]);
    }

    fn tally(&self) -> i64 {
        self.now
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}

const TERMS: Terms = Terms {
    per_step: -0.5,
    per_legal: 0.0,
    per_illegal: -2.0,
    per_gain: 1.0,
    per_win: 10.0,
    most_steps: Some(50),
};

fn counts(count: usize) -> Vec<Count> {
    (0..count).map(|_| Count { goal: 0, now: 0 }).collect()
}

/// All that a crew shows, in one frame.
fn joined(crew: &Crew<Count>) -> Frame {
    let mut all = Frame::default();
    for frame in crew.frames() {
        all.observations.extend(&frame.observations);
        all.masks.extend(&frame.masks);
        all.tallies.extend(&frame.tallies);
        all.rewards.extend(&frame.rewards);
        all.terminated.extend(&frame.terminated);
        all.truncated.extend(&frame.truncated);
        all.illegal.extend(&frame.illegal);
    }
    all
}

#[test]
fn pays_by_the_terms() {
    let mut seat = Seat::new(Count { goal: 0, now: 0 });
    seat.begin(&mut SplitMix64::new(1));
    let illegal = seat.act(0, &TERMS);
    assert!(illegal.is_illegal && !illegal.is_terminated);
    assert!((illegal.reward + 2.5).abs() < 1e-12);
    assert!((seat.act(1, &TERMS).reward - 0.5).abs() < 1e-12);
    let won = seat.act(2, &TERMS);
    assert!(won.is_terminated);
    assert!((won.reward - 10.5).abs() < 1e-12);
    // What is over stays over.
    let after = seat.act(1, &TERMS);
    assert!(after.is_terminated && after.is_illegal);
}

#[test]
fn an_action_that_there_is_not_is_illegal() {
    let mut seat = Seat::new(Count { goal: 3, now: 0 });
    for action in [-1, 3, i64::MAX, i64::MIN] {
        assert!(seat.act(action, &TERMS).is_illegal);
    }
}

#[test]
fn is_cut_off_in_time() {
    let mut seat = Seat::new(Count { goal: 3, now: 0 });
    let ends: Vec<usize> = (1..=50)
        .filter(|_| seat.act(0, &TERMS).is_truncated)
        .collect();
    assert_eq!(ends, [50]);
}

#[test]
fn a_crew_plays_alike_on_any_number_of_threads() {
    let seeds: Vec<u64> = (7..17).collect();
    let mut alone = Crew::new(counts(10), 1, TERMS);
    let mut crews: Vec<_> = [2, 3, 64]
        .map(|threads| Crew::new(counts(10), threads, TERMS))
        .into();
    alone.reset(&seeds);
    for crew in &mut crews {
        crew.reset(&seeds);
        assert_eq!(joined(crew), joined(&alone));
    }
    for turn in 0..40 {
        let actions: Vec<i64> = (0..10).map(|number| (number * 7 + turn) % 3).collect();
        alone.step(&actions);
        for crew in &mut crews {
            crew.step(&actions);
            assert_eq!(joined(crew), joined(&alone));
        }
    }
}

#[test]
fn an_episode_that_has_ended_begins_anew_with_the_next_step() {
    let mut crew = Crew::new(counts(1), 1, TERMS);
    crew.reset(&[3]);
    crew.step(&[2]);
    assert_eq!(joined(&crew).terminated, [1]);
    crew.step(&[2]);
    let begun = joined(&crew);
    assert_eq!((begun.terminated[0], begun.tallies[0]), (0, 0));
    assert!(begun.rewards[0].abs() < 1e-12);
}

#[test]
fn nobody_is_a_crew_too() {
    let mut crew = Crew::new(counts(0), 4, TERMS);
    crew.reset(&[]);
    crew.step(&[]);
    assert_eq!(joined(&crew), Frame::default());
}

#[test]
fn a_copy_goes_on_alike_and_apart() {
    for threads in [1, 3] {
        let mut crew = Crew::new(counts(5), threads, TERMS);
        crew.reset(&[1, 2, 3, 4, 5]);
        crew.step(&[1, 1, 2, 0, 1]);
        let mut copy = crew.copy();
        assert_eq!(joined(&copy), joined(&crew));
        let before = joined(&crew);
        for _ in 0..9 {
            copy.step(&[1; 5]);
        }
        assert_eq!(joined(&crew), before);
        for _ in 0..9 {
            crew.step(&[1; 5]);
        }
        assert_eq!(joined(&copy), joined(&crew));
    }
}

#[test]
fn who_does_not_wait_for_the_next_step_plays_the_same_episodes() {
    let mut waiting = Crew::new(counts(4), 2, TERMS);
    let mut at_once = waiting.copy();
    waiting.reset(&[1, 2, 3, 4]);
    at_once.reset(&[1, 2, 3, 4]);
    let all_won = [2; 4];
    waiting.step(&all_won);
    at_once.step(&all_won);
    at_once.renew();
    let renewed = joined(&at_once);
    assert_eq!(renewed.terminated, [1; 4]);
    assert_eq!(renewed.tallies, [0; 4]);
    waiting.step(&[0; 4]);
    assert_eq!(joined(&waiting).observations, renewed.observations);
    // Who goes on is left alone.
    at_once.step(&[1; 4]);
    let going = joined(&at_once);
    at_once.renew();
    assert_eq!(joined(&at_once), going);
}
