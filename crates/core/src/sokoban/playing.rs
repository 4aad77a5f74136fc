//! Sokoban for agents: a level as a picture of small numbers, walked on step by step.
//!
//! The picture is kept up to date square by square, so that a step costs a few bytes and showing it is one copy. The
//! rules are those of [`super::rules::play`].

use std::sync::Arc;

use crate::arena::{Done, Episode};
use crate::rng::SplitMix64;
use crate::sokoban::rules::level::{Level, WALL};
use crate::sokoban::rules::play::Play;
use crate::sokoban::rules::room::is_held;

/// What the numbers of a picture mean; a goal below adds to some of them.
const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const BOX_ON_GOAL: u8 = 3;
const BOX: u8 = 4;
const PLAYER: u8 = 5;
const PLAYER_ON_GOAL: u8 = 6;

/// A level made ready to be walked on.
#[derive(Debug)]
pub struct Stage {
    level: Level,
    /// Where each square is in the picture.
    cells: Vec<usize>,
    picture: Vec<u8>,
    is_goal: Vec<bool>,
    /// From where a box alone can be pushed to a goal.
    is_live: Vec<bool>,
}

impl Stage {
    /// A level in the upper left corner of a picture of this size, with walls all around; `None` if it does not fit.
    #[must_use]
    pub fn new(level: Level, height: usize, width: usize) -> Option<Self> {
        let squares = 0..level.squares();
        let squares = squares.filter_map(|square| u16::try_from(square).ok());
        let places: Vec<_> = squares.map(|square| level.place(square)).collect();
        let fits = |&(row, column): &(usize, usize)| row < height && column < width;
        if !places.iter().all(fits) {
            return None;
        }
        let mut is_goal = vec![false; level.squares()];
        for &goal in &level.goals {
            is_goal[usize::from(goal)] = true;
        }
        let place_in_picture = |(row, column)| row * width + column;
        let mut stage = Self {
            cells: places.into_iter().map(place_in_picture).collect(),
            picture: vec![0; height * width],
            is_live: level.pulled_from_goals(),
            is_goal,
            level,
        };
        let start = Play::start(&stage.level);
        for square in (0..).take(stage.level.squares()) {
            stage.picture[stage.cells[usize::from(square)]] = stage.look(&start, square);
        }
        Some(stage)
    }

    /// What a picture shows on a square.
    fn look(&self, play: &Play, square: u16) -> u8 {
        let is_goal = self.is_goal[usize::from(square)];
        match (play.player() == square, play.has_box(square), is_goal) {
            (true, _, false) => PLAYER,
            (true, _, true) => PLAYER_ON_GOAL,
            (false, true, false) => BOX,
            (false, true, true) => BOX_ON_GOAL,
            (false, false, false) => FLOOR,
            (false, false, true) => GOAL,
        }
    }

    /// Whether too few boxes can still come to a goal, for a reason that is certain: they stand where no box gets to a
    /// goal from, or they hold each other off the goals for ever.
    fn is_lost(&self, play: &Play) -> bool {
        let level = &self.level;
        let squares = (0..).take(level.squares());
        let mut held: Vec<u16> = squares.filter(|&square| play.has_box(square)).collect();
        let is_dead = |square: &&u16| !self.is_live[usize::from(**square)];
        let mut lost = held.iter().filter(is_dead).count();
        // A needless box may well be pushed to a dead square.
        let is_alive = |square: u16| level.has_spare_boxes() || self.is_live[usize::from(square)];
        loop {
            let before = held.clone();
            held.retain(|&square| is_held(level, square, |side| before.contains(&side), is_alive));
            if held.len() == before.len() {
                break;
            }
        }
        let is_lost = |square: usize| self.is_live[square] && !self.is_goal[square];
        lost += held.iter().filter(|&&at| is_lost(at.into())).count();
        level.boxes.len() - lost < level.goals.len()
    }
}

/// An agent in a warehouse.
#[derive(Clone)]
pub struct Walk {
    stages: Arc<[Arc<Stage>]>,
    stage: Arc<Stage>,
    play: Play,
    picture: Vec<u8>,
    /// Boxes on goals.
    home: i64,
    /// Which of the four directions can be stepped in.
    is_free: [bool; 4],
    ends_when_lost: bool,
}

impl Walk {
    /// A walk that begins on one of these stages, all of one size; `None` if there is none.
    #[must_use]
    pub fn new(stages: Arc<[Arc<Stage>]>, ends_when_lost: bool) -> Option<Self> {
        let stage = Arc::clone(stages.first()?);
        let mut walk = Self {
            play: Play::start(&stage.level),
            picture: Vec::new(),
            home: 0,
            is_free: [false; 4],
            stages,
            stage: Arc::clone(&stage),
            ends_when_lost,
        };
        walk.enter(stage);
        Some(walk)
    }

    /// Begins on this stage.
    pub fn enter(&mut self, stage: Arc<Stage>) {
        self.stage = stage;
        self.play = Play::start(&self.stage.level);
        self.picture.clone_from(&self.stage.picture);
        self.count_home();
        self.look_around();
    }

    fn count_home(&mut self) {
        let goals = self.stage.level.goals.iter();
        let home = goals.filter(|&&goal| self.play.has_box(goal)).count();
        self.home = i64::try_from(home).unwrap_or(i64::MAX);
    }

    /// Goes on with boxes and player where a picture of this level shows them; `false`, and nothing changes, where it
    /// shows no such thing.
    pub fn resume(&mut self, stage: Arc<Stage>, picture: &[u8]) -> bool {
        if picture.len() != stage.picture.len() {
            return false;
        }
        let shown = |square: u16| picture[stage.cells[usize::from(square)]];
        let squares = || (0..).take(stage.level.squares());
        let is_box = |square: u16| matches!(shown(square), BOX | BOX_ON_GOAL);
        let Some(player) = squares().find(|&square| shown(square) >= PLAYER) else {
            return false;
        };
        self.play.set(squares().map(is_box), player);
        self.picture.clear();
        self.picture.extend_from_slice(picture);
        self.stage = stage;
        self.count_home();
        self.look_around();
        true
    }

    fn is_solved(&self) -> bool {
        usize::try_from(self.home).is_ok_and(|home| home == self.stage.level.goals.len())
    }

    fn look_around(&mut self) {
        let is_solved = self.is_solved();
        for direction in 0..4 {
            let ahead = self.play.ahead(&self.stage.level, direction);
            self.is_free[direction] = !is_solved && ahead.is_some();
        }
    }

    fn redraw(&mut self, square: u16) {
        let shown = self.stage.look(&self.play, square);
        self.picture[self.stage.cells[usize::from(square)]] = shown;
    }
}

impl Episode for Walk {
    fn observation_size(&self) -> usize {
        self.picture.len()
    }

    fn actions(&self) -> usize {
        self.is_free.len()
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        let stage = Arc::clone(rng.choice(&self.stages));
        self.enter(stage);
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if !self.is_free[action] {
            return None;
        }
        let stage = Arc::clone(&self.stage);
        let from = self.play.player();
        let (to, beyond) = self.play.ahead(&stage.level, action)?;
        self.play.step(&stage.level, action)?;
        self.redraw(from);
        self.redraw(to);
        let mut done = Done::default();
        if beyond != WALL {
            self.redraw(beyond);
            let is_home = |square: u16| i64::from(stage.is_goal[usize::from(square)]);
            done.gained = is_home(beyond) - is_home(to);
            self.home += done.gained;
            done.is_won = self.is_solved();
        }
        self.look_around();
        let is_stuck = self.is_free == [false; 4];
        let is_lost = self.ends_when_lost && beyond != WALL && stage.is_lost(&self.play);
        done.is_over = done.is_won || is_stuck || is_lost;
        Some(done)
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(&self.picture);
        for (shown, &is_free) in mask.iter_mut().zip(&self.is_free) {
            *shown = is_free.into();
        }
    }

    fn tally(&self) -> i64 {
        self.home
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(rows: &[&str], ends_when_lost: bool) -> Walk {
        let level = Level::parse(rows).expect("a level");
        let stage = Stage::new(level, rows.len(), rows[0].len()).expect("room");
        Walk::new(Arc::from([Arc::new(stage)]), ends_when_lost).expect("a stage")
    }

    const LEFT: usize = 0;
    const RIGHT: usize = 2;

    #[test]
    fn a_push_home_wins() {
        let mut walk = walk(&["######", "# @$.#", "######"], false);
        assert_eq!(walk.picture[6..12], [0, 1, 5, 4, 2, 0]);
        assert_eq!(walk.is_free, [true, false, true, false]);
        let done = walk.act(RIGHT).expect("legal");
        assert_eq!((done.gained, done.is_won, done.is_over), (1, true, true));
        assert_eq!(walk.picture[6..12], [0, 1, 1, 5, 3, 0]);
        assert_eq!(walk.is_free, [false; 4]);
    }

    #[test]
    fn what_the_rules_refuse_changes_nothing() {
        let mut walk = walk(&["######", "#@ $.#", "######"], false);
        let before = walk.picture.clone();
        assert_eq!(walk.act(LEFT), None);
        assert_eq!(walk.picture, before);
    }

    #[test]
    fn a_lost_box_ends_the_walk_only_if_that_is_wanted() {
        let rows = ["#######", "#  .  #", "#@$   #", "#######"];
        for is_wanted in [false, true] {
            let mut walk = walk(&rows, is_wanted);
            // Along the lower wall no goal can be reached.
            let done = walk.act(RIGHT).expect("legal");
            assert_eq!(done.is_over, is_wanted);
            assert!(!done.is_won);
        }
    }

    #[test]
    fn a_level_that_is_too_large_for_the_picture_is_refused() {
        let rows = ["######", "# @$.#", "######"];
        let level = || Level::parse(rows).expect("a level");
        assert!(Stage::new(level(), 2, 4).is_none());
        assert!(Stage::new(level(), 5, 9).is_some());
    }
}
