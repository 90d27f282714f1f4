// Zooms and moves the map, and marks the ways of a screen. Without it the page shows all of it, still.
const svg = document.querySelector(".map svg");
const whole = svg.viewBox.baseVal;
const full = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
let view = { ...full };

function show(next) {
  view = next;
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

/** The place of the map under a point of the window, and how many units of the map a pixel has. */
function placeAt(clientX, clientY) {
  const matrix = svg.getScreenCTM().inverse();
  return { x: matrix.a * clientX + matrix.e, y: matrix.d * clientY + matrix.f, scale: matrix.a };
}

function zoom(factor, clientX, clientY) {
  const box = svg.getBoundingClientRect();
  const at = placeAt(clientX ?? box.left + box.width / 2, clientY ?? box.top + box.height / 2);
  const width = Math.min(full.width * 4, Math.max(60, view.width * factor));
  const real = width / view.width;
  const x = at.x - (at.x - view.x) * real;
  const y = at.y - (at.y - view.y) * real;
  show({ x, y, width, height: view.height * real });
}

svg.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  },
  { passive: false },
);

let held = null;
svg.addEventListener("pointerdown", (event) => {
  held = { x: event.clientX, y: event.clientY, view, hasMoved: false };
});
window.addEventListener("pointermove", (event) => {
  if (held === null) return;
  const { scale } = placeAt(event.clientX, event.clientY);
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (Math.abs(x) + Math.abs(y) > 4) held.hasMoved = true;
  if (held.hasMoved) show({ ...view, x: held.view.x - x * scale, y: held.view.y - y * scale });
});
window.addEventListener("pointerup", (event) => {
  const pressed = held;
  held = null;
  if (pressed !== null && !pressed.hasMoved) choose(event.target.closest?.(".card") ?? null, event.target);
});

function choose(card, target) {
  if (card === null && !svg.contains(target)) return;
  const id = card?.dataset.screen ?? null;
  svg.classList.toggle("has-choice", id !== null);
  for (const one of svg.querySelectorAll(".card")) one.classList.toggle("chosen", one.dataset.screen === id);
  for (const one of svg.querySelectorAll(".way"))
    one.classList.toggle("chosen", id !== null && (one.dataset.from === id || one.dataset.to === id));
}

for (const card of svg.querySelectorAll(".card"))
  card.addEventListener("keydown", (event) => {
    if (event.key === "Enter") choose(card, card);
  });

document.getElementById("in").addEventListener("click", () => zoom(1 / 1.4));
document.getElementById("out").addEventListener("click", () => zoom(1.4));
document.getElementById("fit").addEventListener("click", () => show({ ...full }));
window.addEventListener("beforeprint", () => show({ ...full }));
