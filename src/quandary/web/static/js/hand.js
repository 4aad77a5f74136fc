// What all hands share. A hand knows how its game's picture is made of parts and how its moves are written,
// but none of its rules: what may be played is the server's list of legal moves.

export const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export class Hand {
  constructor(board) {
    this.board = board;
  }

  /** Whether its picture shows a move before the server has answered it, so that the next key need not wait. */
  get foresees() { return false; }
  get legal() { return this.board.legal; }

  /** How to play with mouse, fingers and keys, in a sentence or two. */
  static help = "";
  /** The keys of this game, each with what it does. */
  static keys = [];
  /** The part that keys speak of before any has been picked. */
  first() { return null; }
  /** How large the smallest part is that has to be touched, in the picture's units; null where any size will do. */
  get reach() { return null; }
  /** The part that should be in view. */
  centre() { return null; }
  /** The parts that can be touched: `{key, element, label}`. */
  parts() { return []; }
  /** A pointer went down: what to do when it moves, drops or only taps. */
  grab() { return null; }
  /** A key was pressed on a part; true if it meant something. */
  key() { return false; }
  /** The picture has been shown; `how` says what changed. */
  after(how) {}
  /** The board in words, row by row and cell by cell, where its parts alone do not tell it; else null. */
  rows() { return null; }
  /** What can be chosen about the board, as elements for the toolbar. */
  controls() { return []; }
  /** Shows how the last move came about: where parts were before, what happened, what was done, and the old picture. */
  animate() {}
  /** What the last move made happen, where the board does not say it: words, and whether they are bad news. */
  tell(events) { return { words: "", bad: false }; }
  /** What the end of a game has to tell beside its cost and its time. */
  result(state) { return []; }
  /** A move in words. */
  say(move) { return move; }
  /** Points at what a move takes up. */
  point(move) {}
  /** Points at a move. */
  hint(move) {}
}
