/** Closed outlines of straight lines: each outline is x0, y0, x1, y1, … in pixels; y increases downwards. */
export type Outline = readonly (readonly number[])[];

/**
 * Collects an outline, and flattens its curves. Uses only additions, products and square roots, whose results IEEE 754
 * fixes exactly, so the same path gives the same pixels on every machine.
 */
export class PathBuilder {
  readonly #contours: number[][] = [];
  #current: number[] = [];
  #x = 0;
  #y = 0;

  moveTo(x: number, y: number): void {
    this.close();
    this.#current = [x, y];
    this.#x = x;
    this.#y = y;
  }

  lineTo(x: number, y: number): void {
    this.#current.push(x, y);
    this.#x = x;
    this.#y = y;
  }

  quadTo(cx: number, cy: number, x: number, y: number): void {
    const [x0, y0] = [this.#x, this.#y];
    const steps = stepsFor(Math.abs(cx - x0) + Math.abs(cy - y0) + Math.abs(x - cx) + Math.abs(y - cy));
    for (let i = 1; i <= steps; i += 1) {
      const t = i / steps;
      const u = 1 - t;
      this.lineTo(u * u * x0 + 2 * u * t * cx + t * t * x, u * u * y0 + 2 * u * t * cy + t * t * y);
    }
  }

  cubicTo(c1: readonly [number, number], c2: readonly [number, number], end: readonly [number, number]): void {
    const [x0, y0] = [this.#x, this.#y];
    const length = Math.abs(c1[0] - x0) + Math.abs(c1[1] - y0) + Math.abs(end[0] - c1[0]) + Math.abs(end[1] - c1[1]);
    const steps = stepsFor(length);
    for (let i = 1; i <= steps; i += 1) {
      const t = i / steps;
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      this.lineTo(a * x0 + b * c1[0] + c * c2[0] + d * end[0], a * y0 + b * c1[1] + c * c2[1] + d * end[1]);
    }
  }

  close(): void {
    if (this.#current.length >= 6) this.#contours.push(this.#current);
    this.#current = [];
  }

  outline(): Outline {
    this.close();
    return this.#contours;
  }
}

/** The number of straight pieces that keeps the error below a tenth of a pixel. */
function stepsFor(length: number): number {
  return Math.max(2, Math.min(64, Math.ceil(Math.sqrt(length) * 2.5)));
}

/** The control distance of the cubic curve for a quarter of a circle with radius 1. */
const KAPPA = 0.5522847498307936;

/** A circle, clockwise on the screen. */
export function circleOutline(cx: number, cy: number, radius: number): Outline {
  const path = new PathBuilder();
  const k = radius * KAPPA;
  path.moveTo(cx + radius, cy);
  path.cubicTo([cx + radius, cy + k], [cx + k, cy + radius], [cx, cy + radius]);
  path.cubicTo([cx - k, cy + radius], [cx - radius, cy + k], [cx - radius, cy]);
  path.cubicTo([cx - radius, cy - k], [cx - k, cy - radius], [cx, cy - radius]);
  path.cubicTo([cx + k, cy - radius], [cx + radius, cy - k], [cx + radius, cy]);
  return path.outline();
}

/** The area that a round pen of this width covers along a polyline (x0, y0, x1, y1, …). */
export function strokeOutline(points: readonly number[], penWidth: number): Outline {
  const radius = penWidth / 2;
  const contours: (readonly number[])[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    contours.push(...circleOutline(points[i] ?? 0, points[i + 1] ?? 0, radius));
  }
  for (let i = 0; i + 3 < points.length; i += 2) {
    const bar = barOutline([points[i] ?? 0, points[i + 1] ?? 0], [points[i + 2] ?? 0, points[i + 3] ?? 0], radius);
    if (bar) contours.push(bar);
  }
  return contours;
}

/** A rectangle around the line from a to b, in the direction of {@link circleOutline} so that overlaps add up. */
function barOutline(
  a: readonly [number, number],
  b: readonly [number, number],
  radius: number,
): readonly number[] | undefined {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return undefined;
  const [nx, ny] = [(-dy / length) * radius, (dx / length) * radius];
  return [a[0] - nx, a[1] - ny, b[0] - nx, b[1] - ny, b[0] + nx, b[1] + ny, a[0] + nx, a[1] + ny];
}

/**
 * Reads a small subset of SVG path data (absolute M, L, H, V, Q, C, Z) as polylines, for icons that are drawn with a
 * pen or filled. Open polylines stay open: the caller strokes or fills them.
 */
export function parsePath(
  data: string,
  scale: number,
): { readonly points: readonly number[]; readonly isClosed: boolean }[] {
  const lines: { points: number[]; isClosed: boolean }[] = [];
  for (const [, command = "", args = ""] of data.matchAll(/([MLHVQCZ])([^MLHVQCZ]*)/g)) {
    const numbers =
      args.trim() === ""
        ? []
        : args
            .trim()
            .split(/[\s,]+/)
            .map((n) => Number(n) * scale);
    if (command === "M") lines.push({ points: numbers.slice(0, 2), isClosed: false });
    const line = lines.at(-1);
    if (line) extend(line, command, command === "M" ? numbers.slice(2) : numbers);
  }
  return lines;
}

function extend(line: { points: number[]; isClosed: boolean }, command: string, n: readonly number[]): void {
  const x = line.points.at(-2) ?? 0;
  const y = line.points.at(-1) ?? 0;
  if (command === "Z") line.isClosed = true;
  else if (command === "H") line.points.push(n[0] ?? x, y);
  else if (command === "V") line.points.push(x, n[0] ?? y);
  else if (command === "Q" || command === "C") line.points.push(...curve(x, y, n));
  else line.points.push(...n);
}

function curve(x: number, y: number, n: readonly number[]): readonly number[] {
  const path = new PathBuilder();
  path.moveTo(x, y);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n;
  if (n.length >= 6) path.cubicTo([a, b], [c, d], [e, f]);
  else path.quadTo(a, b, c, d);
  return (path.outline()[0] ?? []).slice(2);
}
