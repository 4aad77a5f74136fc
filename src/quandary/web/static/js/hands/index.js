// Which hand plays which game. A game without one of its own is played from the list of moves.

import { Hand } from "./hand.js";

const HANDS = {
  "rush-hour": async () => (await import("./rush-hour.js")).RushHourHand,
  klondike: async () => (await import("./klondike.js")).KlondikeHand,
  circuit: async () => (await import("./circuit.js")).CircuitHand,
  sokoban: async () => (await import("./sokoban.js")).SokobanHand,
  exponentile: async () => (await import("./exponentile.js")).ExponentileHand,
};

export async function handFor(game) {
  const Kind = HANDS[game] ? await HANDS[game]() : Hand;
  return (board) => new Kind(board);
}
