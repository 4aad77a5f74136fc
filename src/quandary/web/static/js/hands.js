// The hand that plays a game: its own, or, for a game without one, the list of moves.

import { Hand } from "./hand.js";

export async function handFor(info) {
  const Kind = info.hand ? (await import(info.hand)).GameHand : Hand;
  return (board) => new Kind(board);
}
