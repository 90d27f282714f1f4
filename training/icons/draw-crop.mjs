// Draws an icon as apps do, with all variations that the model has to ignore, and takes the crop as the product does.

import sharp from "sharp";
import { iconCrop } from "../../dist/src/vision/icon-crop.js";
import { MASK_SIDE } from "./masks.mjs";

const SIDE = MASK_SIDE + 1;

/** Numbers 0–1, the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One crop, as bytes 0–255; `neighbour` is the mask of another icon. Null if the crop is blank. */
export async function drawCrop(mask, neighbour, random) {
  const between = (low, high) => low + random() * (high - low);
  const chance = (share) => random() < share;
  const size = Math.exp(between(Math.log(14), Math.log(64)));
  const onPlate = chance(0.25);
  const plateSide = size * between(1.35, 2.3);
  const button = onPlate ? plateSide * (chance(0.7) ? 1 : between(1, 1.4)) : size * between(1, 2.2);
  const margin = Math.ceil(6 + size * 0.3);
  const side = Math.ceil(button) + 2 * margin;
  const [background, plate] = [anyColor(random), anyColor(random)];
  const under = onPlate && distance(background, plate) >= 40 ? plate : background;
  const foreground = foregroundFor(under, random);
  const canvas = { side, rgb: new Float32Array(side * side * 3) };
  paintBackground(canvas, background, random);
  const middle = { x: side / 2 + between(-0.5, 0.5), y: side / 2 + between(-0.5, 0.5) };
  if (chance(0.14)) paintNeighbour(canvas, { neighbour, foreground, size, button }, random);
  if (under === plate)
    paintPlate(canvas, plate, { middle, side: plateSide, round: anyOf([0.5, 0.5, 0.3, 0.2, 0.12], random) });
  const stretch = { x: size * between(0.95, 1.05), y: size * between(0.95, 1.05) };
  const integral = integralOf(chance(0.35) ? thickened(mask, anyOf([-1, 1, 1, 2], random)) : mask);
  const box = paintMask(canvas, integral, foreground, {
    middle,
    stretch,
    opacity: chance(0.15) ? between(0.5, 0.9) : 1,
  });
  if (chance(0.04)) paintBadge(canvas, { box, size }, random);
  const tight = chance(0.35) ? box : null;
  const bounds = boundsOf({ tight, middle, button, side }, random);
  const rgba = await spoilt(canvas, random);
  const crop = iconCrop({ width: side, height: side, rgba }, bounds);
  return crop.some((value) => value > 0) ? Uint8Array.from(crop, (value) => Math.round(value * 255)) : null;
}

/** An image without an icon: smooth colours, blobs and edges, as photos have. */
export async function drawPhoto(random) {
  const side = 24 + Math.floor(random() * 80);
  const canvas = { side, rgb: new Float32Array(side * side * 3) };
  paintBackground(canvas, anyColor(random), random);
  for (let blob = 2 + Math.floor(random() * 8); blob > 0; blob -= 1)
    paintPlate(canvas, anyColor(random), {
      middle: { x: random() * side, y: random() * side },
      side: side * (0.1 + random() * 0.7),
      round: random() * 0.5,
    });
  const rgba = await spoilt(canvas, random);
  const crop = iconCrop({ width: side, height: side, rgba }, { left: 3, top: 3, right: side - 3, bottom: side - 3 });
  return crop.some((value) => value > 0) ? Uint8Array.from(crop, (value) => Math.round(value * 255)) : null;
}

function anyOf(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** A random colour, mostly white, black or grey, as backgrounds are. */
function anyColor(random) {
  const kind = random();
  const grey = kind < 0.35 ? 225 + random() * 30 : kind < 0.6 ? random() * 50 : random() * 255;
  const tint = () => Math.max(0, Math.min(255, grey + (random() - 0.5) * 16));
  return kind < 0.7 ? [tint(), tint(), tint()] : [random() * 255, random() * 255, random() * 255];
}

function foregroundFor(background, random) {
  const least = random() < 0.2 ? 45 : 90;
  for (;;) {
    const foreground = anyColor(random);
    if (distance(background, foreground) >= least) return foreground;
  }
}

function distance(one, other) {
  return Math.max(...one.map((value, channel) => Math.abs(value - other[channel])));
}

function paintBackground({ side, rgb }, color, random) {
  const isGradient = random() < 0.12;
  const far = color.map((value) => value + (isGradient ? (random() - 0.5) * 70 : 0));
  const [across, along] = [random(), random()];
  const noise = random() < 0.1 ? random() * 10 : 0;
  if (!isGradient && !noise) {
    for (let at = 0; at < rgb.length; at += 3) [rgb[at], rgb[at + 1], rgb[at + 2]] = color;
    return;
  }
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const share = isGradient ? (across * x + along * y) / (side * (across + along)) : 0;
      const speck = noise && (random() - 0.5) * noise;
      for (let channel = 0; channel < 3; channel += 1)
        rgb[(y * side + x) * 3 + channel] = color[channel] + (far[channel] - color[channel]) * share + speck;
    }
  }
}

/** Paints a disc, a squircle or a square with round corners; `round` is the corner radius as a share of the side. */
function paintPlate(canvas, color, { middle, side, round }) {
  const [half, radius] = [side / 2, round * side];
  const reach = half - radius;
  cover(canvas, color, { x: middle.x - half, y: middle.y - half, width: side, height: side }, (x, y) => {
    const dx = Math.max(0, Math.abs(x - middle.x) - reach);
    const dy = Math.max(0, Math.abs(y - middle.y) - reach);
    return Math.min(1, Math.max(0, radius - Math.hypot(dx, dy) + 0.5));
  });
}

function cover({ side, rgb }, color, { x: left, y: top, width, height }, shareAt) {
  const [right, bottom] = [Math.min(side, Math.ceil(left + width) + 1), Math.min(side, Math.ceil(top + height) + 1)];
  for (let y = Math.max(0, Math.floor(top) - 1); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(left) - 1); x < right; x += 1) {
      const share = shareAt(x + 0.5, y + 0.5);
      if (share <= 0) continue;
      const at = (y * side + x) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        rgb[at + channel] += (color[channel] - rgb[at + channel]) * share;
    }
  }
}

/** Thickens (or thins) strokes by this number of mask pixels. */
function thickened(mask, by) {
  const pick = by > 0 ? Math.max : Math.min;
  let from = mask;
  for (let pass = Math.abs(by); pass > 0; pass -= 1) {
    const to = new Uint8Array(from.length);
    for (let y = 0; y < MASK_SIDE; y += 1) {
      for (let x = 0; x < MASK_SIDE; x += 1) {
        const at = y * MASK_SIDE + x;
        const left = x > 0 ? from[at - 1] : 0;
        const right = x < MASK_SIDE - 1 ? from[at + 1] : 0;
        const above = y > 0 ? from[at - MASK_SIDE] : 0;
        const below = y < MASK_SIDE - 1 ? from[at + MASK_SIDE] : 0;
        to[at] = pick(from[at], left, right, above, below);
      }
    }
    from = to;
  }
  return from;
}

/** The sums of the mask above and left of each corner: the mean of any area then needs four look-ups. */
function integralOf(mask) {
  const sums = new Float32Array(SIDE * SIDE);
  for (let y = 1; y < SIDE; y += 1) {
    let row = 0;
    for (let x = 1; x < SIDE; x += 1) {
      row += mask[(y - 1) * MASK_SIDE + x - 1] / 255;
      sums[y * SIDE + x] = sums[(y - 1) * SIDE + x] + row;
    }
  }
  return sums;
}

function sumAt(sums, x, y) {
  const [cx, cy] = [Math.min(MASK_SIDE, Math.max(0, x)), Math.min(MASK_SIDE, Math.max(0, y))];
  const [left, top] = [Math.min(MASK_SIDE - 1, Math.floor(cx)), Math.min(MASK_SIDE - 1, Math.floor(cy))];
  const [fx, fy] = [cx - left, cy - top];
  const at = top * SIDE + left;
  const upper = sums[at] + (sums[at + 1] - sums[at]) * fx;
  const lower = sums[at + SIDE] + (sums[at + SIDE + 1] - sums[at + SIDE]) * fx;
  return upper + (lower - upper) * fy;
}

/** Paints the icon and gives the box of its foreground on the canvas. */
function paintMask(canvas, integral, foreground, { middle, stretch, opacity }) {
  const [left, top] = [middle.x - stretch.x / 2, middle.y - stretch.y / 2];
  const [stepX, stepY] = [MASK_SIDE / stretch.x, MASK_SIDE / stretch.y];
  const box = { left: canvas.side, top: canvas.side, right: 0, bottom: 0 };
  cover(canvas, foreground, { x: left, y: top, width: stretch.x, height: stretch.y }, (x, y) => {
    const [fromX, fromY] = [(x - 0.5 - left) * stepX, (y - 0.5 - top) * stepY];
    const [toX, toY] = [fromX + stepX, fromY + stepY];
    const sum =
      sumAt(integral, toX, toY) -
      sumAt(integral, fromX, toY) -
      sumAt(integral, toX, fromY) +
      sumAt(integral, fromX, fromY);
    const share = sum / (stepX * stepY);
    if (share > 0.3) {
      box.left = Math.min(box.left, x - 0.5);
      box.top = Math.min(box.top, y - 0.5);
      box.right = Math.max(box.right, x + 0.5);
      box.bottom = Math.max(box.bottom, y + 0.5);
    }
    return share * opacity;
  });
  return box.right > box.left ? box : { left, top, right: left + stretch.x, bottom: top + stretch.y };
}

function paintNeighbour(canvas, { neighbour, foreground, size, button }, random) {
  const angle = anyOf([0, 1, 2, 3], random) * (Math.PI / 2);
  const away = button / 2 + size * (0.3 + random() * 0.4);
  const middle = { x: canvas.side / 2 + Math.cos(angle) * away, y: canvas.side / 2 + Math.sin(angle) * away };
  paintMask(canvas, integralOf(neighbour), foreground, { middle, stretch: { x: size, y: size }, opacity: 1 });
}

function paintBadge(canvas, { box, size }, random) {
  const middle = { x: box.right - size * 0.05, y: box.top + size * 0.08 };
  paintPlate(canvas, [200 + random() * 55, random() * 80, random() * 80], {
    middle,
    side: size * (0.2 + random() * 0.2),
    round: 0.5,
  });
}

/** The box of a detector: the button or the drawing, each side displaced by up to 15 % of its size. */
function boundsOf({ tight, middle, button, side }, random) {
  const half = button / 2;
  const box = tight ?? { left: middle.x - half, top: middle.y - half, right: middle.x + half, bottom: middle.y + half };
  const size = Math.max(box.right - box.left, box.bottom - box.top);
  // Boxes rarely cut into the drawing.
  const off = () => size * (tight ? -0.05 + random() * 0.2 : -0.1 + random() * 0.2);
  const within = (value) => Math.round(Math.min(side, Math.max(0, value)));
  return {
    left: within(box.left - off()),
    top: within(box.top - off()),
    right: within(box.right + off()),
    bottom: within(box.bottom + off()),
  };
}

/** The canvas as RGBA bytes, sometimes blurred or compressed as JPEG. */
async function spoilt({ side, rgb }, random) {
  const [isBlurred, isJpeg] = [random() < 0.15, random() < 0.08];
  const [blur, quality] = [0.1 + random() * 0.5, 45 + Math.floor(random() * 50)];
  const bytes = Uint8ClampedArray.from(isBlurred ? blurred(blurred(rgb, 3, blur), side * 3, blur) : rgb);
  if (isJpeg) {
    const jpeg = await sharp(bytes, { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    return await sharp(jpeg).ensureAlpha().raw().toBuffer();
  }
  const rgba = new Uint8Array(side * side * 4).fill(255);
  for (let at = 0, from = 0; from < bytes.length; at += 4, from += 3) {
    rgba[at] = bytes[from];
    rgba[at + 1] = bytes[from + 1];
    rgba[at + 2] = bytes[from + 2];
  }
  return rgba;
}

/** Mixes each value with the two values `away` places before and after it. */
function blurred(values, away, share) {
  const mixed = values.slice();
  for (let at = away; at < values.length - away; at += 1)
    mixed[at] = values[at] * (1 - share) + ((values[at - away] + values[at + away]) * share) / 2;
  return mixed;
}
