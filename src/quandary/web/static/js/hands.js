// The hand that plays a game, and the look of its board: the game's own, or, where it has none, the list of moves.

import { h } from "./dom.js";
import { Hand } from "./hand.js";

export async function handFor(info) {
  const [Kind] = await Promise.all([info.hand ? import(info.hand).then((file) => file.GameHand) : Hand, info.style && dress(info.style)]);
  return (board) => new Kind(board);
}

/** Adds a game's style sheet. A board without it still plays. */
export function dress(href) {
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  });
}
