// Drives the films of a page. A film plays itself; here its clock is stopped and turned by hand, so that one can pause,
// step and change the speed. Without this script it still plays, over and over.
for (const root of document.querySelectorAll("[data-quandary-player]:not([data-is-ready])")) {
  root.dataset.isReady = "";
  const find = (selector) => root.querySelector(selector);
  const film = JSON.parse(find("script[type='application/json']").textContent);
  const [svg, slider, speed, output] = ["svg[role=img]", "input", "select", "output"].map(find);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const last = film.stops.length - 1;
  let time = 0;
  let goal = null; // while it plays: the time at which it stops
  let frame = 0;
  let clock = 0;

  // The move that is under way or has just been made; 0 before the first.
  const moveAt = (when) => {
    const found = film.stops.findIndex((stop) => stop >= when - 1e-6);
    return found < 0 ? last : found;
  };

  const show = (when) => {
    time = when;
    const move = moveAt(when);
    // Who wants no motion sees where moves end, and nothing in between.
    svg.setCurrentTime(calm.matches ? film.stops[move] : when);
    slider.value = move;
    slider.setAttribute("aria-valuetext", move ? `move ${move} of ${last}: ${film.moves[move - 1]}` : "the start");
    output.textContent = move ? `${move} / ${last}   ${film.moves[move - 1]}` : `${last} ${last === 1 ? "move" : "moves"}`;
  };

  const tick = (now) => {
    time += ((now - clock) / 1000) * Number(speed.value);
    clock = now;
    if (time >= goal || !root.isConnected) pause(goal);
    else {
      show(time);
      frame = requestAnimationFrame(tick);
    }
  };

  const run = (until) => {
    cancelAnimationFrame(frame);
    goal = until;
    time = Math.max(time, film.begin);
    clock = performance.now();
    frame = requestAnimationFrame(tick);
  };

  const pause = (when = film.stops[moveAt(time)]) => {
    cancelAnimationFrame(frame);
    goal = null;
    root.classList.remove("is-playing");
    find("[data-do=play]").setAttribute("aria-label", "play");
    output.setAttribute("aria-live", "polite");
    show(when);
  };

  const actions = {
    play() {
      if (root.classList.contains("is-playing")) return pause();
      if (moveAt(time) === last) time = 0;
      root.classList.add("is-playing");
      find("[data-do=play]").setAttribute("aria-label", "pause");
      output.setAttribute("aria-live", "off"); // a reader need not hear every move that flies past
      return run(film.stops[last]);
    },
    next() {
      pause();
      if (moveAt(time) < last) run(film.stops[moveAt(time) + 1]);
    },
    back() {
      const move = moveAt(time);
      pause(film.stops[Math.max(0, move - 1)]);
    },
    start: () => pause(0),
    end: () => pause(film.stops[last]),
    slower: () => (speed.selectedIndex = Math.max(0, speed.selectedIndex - 1)),
    faster: () => (speed.selectedIndex = Math.min(speed.length - 1, speed.selectedIndex + 1)),
  };
  const keys = {
    " ": "play", ArrowRight: "next", ArrowLeft: "back", Home: "start", End: "end", "-": "slower", "+": "faster",
  };

  for (const button of root.querySelectorAll("button")) button.addEventListener("click", actions[button.dataset.do]);
  slider.addEventListener("input", () => pause(film.stops[slider.valueAsNumber]));
  root.addEventListener("keydown", (event) => {
    const action = actions[keys[event.key]];
    // A slider, a list and a button know what to do with keys of their own.
    const isOwn = event.key === " " ? event.target !== root : event.target === slider || event.target === speed;
    if (!action || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });

  for (const [name, display] of [["moving", "inline"], ["still", "none"]]) {
    find(`[data-film=${name}]`).style.display = display;
  }
  svg.pauseAnimations();
  show(0);
}
