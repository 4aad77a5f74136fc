// Small sounds, made on the spot. They are off until somebody switches them on.

import { h } from "./dom.js";
import { preference } from "./store.js";

/** Notes of each sound: how high, when, and how long, in seconds. */
const SOUNDS = {
  move: [[330, 0, 0.06]],
  back: [[247, 0, 0.06]],
  refused: [[131, 0, 0.12]],
  hint: [[523, 0, 0.07], [659, 0.08, 0.09]],
  won: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]],
  lost: [[330, 0, 0.18], [262, 0.18, 0.3]],
};
const LOUDNESS = 0.06;

let audio = null;

export const isOn = () => preference("sound") === "on";

export function sound(name) {
  if (!isOn() || !SOUNDS[name]) return;
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, after, long] of SOUNDS[name]) {
    const [note, gain] = [audio.createOscillator(), audio.createGain()];
    const begin = audio.currentTime + after;
    note.type = "triangle";
    note.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUDNESS, begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    note.connect(gain).connect(audio.destination);
    note.start(begin);
    note.stop(begin + long);
  }
}

export function soundSwitch() {
  const box = h("input", { type: "checkbox", checked: isOn(), onchange: () => { preference("sound", box.checked ? "on" : "off"); sound("hint"); } });
  return h("label", { class: "switch" }, box, h("span", {}, "Sound"));
}
