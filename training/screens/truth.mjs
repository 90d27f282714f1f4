const VISIBLE_SHARE = 0.6;
const LEAST_SIDE_PX = 7;

/** The part of `a` that is within `b`, or undefined. Boxes are { left, top, right, bottom } in CSS pixels. */
export function cut(a, b) {
  const box = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
  return box.right - box.left >= LEAST_SIDE_PX && box.bottom - box.top >= LEAST_SIDE_PX ? box : undefined;
}

/** The box around the drawn parts that match `selectors`, also in shadow roots; undefined if there are none. */
function drawnBox(element, selectors) {
  const find = (root) => [
    ...root.querySelectorAll(selectors),
    ...[...root.querySelectorAll("*")].flatMap((e) => (e.shadowRoot ? find(e.shadowRoot) : [])),
  ];
  const parts = [...find(element), ...(element.shadowRoot ? find(element.shadowRoot) : [])];
  const boxes = parts.map((e) => e.getBoundingClientRect()).filter((b) => b.width > 0 && b.height > 0);
  if (boxes.length === 0) return undefined;
  return {
    left: Math.min(...boxes.map((b) => b.left)),
    top: Math.min(...boxes.map((b) => b.top)),
    right: Math.max(...boxes.map((b) => b.right)),
    bottom: Math.max(...boxes.map((b) => b.bottom)),
  };
}

/**
 * The box of a marked element. For checkboxes, radio buttons, switches and sliders it is the drawn box, without the
 * invisible margins that some libraries give them (`data-drawn` names the visible parts).
 */
function ownBox(element) {
  if (element.dataset.drawn) return drawnBox(element, element.dataset.drawn) ?? element.getBoundingClientRect();
  if (element.dataset.k !== "text") {
    const box = element.getBoundingClientRect();
    if (box.width > 0 || element.children.length === 0) return box;
    return element.firstElementChild.getBoundingClientRect();
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

function clip(element, root) {
  let box = cut(ownBox(element), root.getBoundingClientRect());
  for (let up = element; box && up && up !== root; up = up.parentElement) {
    if (getComputedStyle(up).overflowX !== "visible" && (up !== element || element.dataset.k === "text"))
      box = cut(box, up.getBoundingClientRect());
  }
  return box;
}

/** The share of 9 points of the box where a finger would touch `element` or something inside it. */
function visibleShare(element, box) {
  let seen = 0;
  for (const fx of [0.12, 0.5, 0.88])
    for (const fy of [0.15, 0.5, 0.85]) {
      const hit = document.elementFromPoint(
        box.left + (box.right - box.left) * fx,
        box.top + (box.bottom - box.top) * fy,
      );
      if (hit && (element === hit || element.contains(hit))) seen += 1;
    }
  return seen / 9;
}

/** Every marked element that can be seen: `[kind, left, top, right, bottom]` in CSS pixels. */
export function readTruth(root) {
  const out = [];
  for (const element of root.querySelectorAll("[data-k]")) {
    const box = clip(element, root);
    if (!box || getComputedStyle(element).visibility === "hidden") continue;
    const least = element.dataset.k === "text" ? 0.3 : VISIBLE_SHARE;
    if (visibleShare(element, box) < least) continue;
    out.push([element.dataset.k, box.left, box.top, box.right, box.bottom]);
  }
  return out;
}
