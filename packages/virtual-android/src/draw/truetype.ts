import { type Outline, PathBuilder } from "./path.js";

/**
 * Reads the glyphs of a TrueType font (tables head, hhea, hmtx, maxp, cmap 4 and 12, loca, glyf). Each glyph is read
 * when it is needed, so that a font opens quickly. Layout and hinting tables are not used. Format: the OpenType
 * specification, chapters of these tables.
 */
export class TrueTypeFont {
  readonly unitsPerEm: number;
  /** The height of a line above the baseline, in font units. */
  readonly ascent: number;
  /** The depth of a line below the baseline, in font units; positive. */
  readonly descent: number;
  readonly #data: DataView;
  readonly #tables: ReadonlyMap<string, number>;
  readonly #hasLongOffsets: boolean;
  readonly #metricCount: number;
  readonly #characters: ReadonlyMap<number, number>;

  constructor(bytes: Uint8Array) {
    this.#data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#tables = readDirectory(this.#data);
    const head = this.#table("head");
    const hhea = this.#table("hhea");
    this.unitsPerEm = this.#data.getUint16(head + 18);
    this.#hasLongOffsets = this.#data.getInt16(head + 50) === 1;
    this.ascent = this.#data.getInt16(hhea + 4);
    this.descent = -this.#data.getInt16(hhea + 6);
    this.#metricCount = this.#data.getUint16(hhea + 34);
    this.#characters = readCharacterMap(this.#data, this.#table("cmap"));
  }

  /** The glyph of a code point; 0 (the missing-glyph box) if the font has none. */
  glyphOf(codePoint: number): number {
    return this.#characters.get(codePoint) ?? 0;
  }

  /** Advance width of a glyph in font units. */
  advanceOf(glyph: number): number {
    const index = Math.min(glyph, this.#metricCount - 1);
    return this.#data.getUint16(this.#table("hmtx") + index * 4);
  }

  /** The outline of a glyph, scaled to pixels and shifted right by `shift`; the baseline is at y = 0. */
  outlineOf(glyph: number, scale: number, shift: number): Outline {
    const path = new PathBuilder();
    this.#draw(path, glyph, { xx: scale, xy: 0, yx: 0, yy: scale, dx: shift, dy: 0 });
    return path.outline();
  }

  #table(tag: string): number {
    const offset = this.#tables.get(tag);
    if (offset === undefined) throw new Error(`the font has no ${tag} table`);
    return offset;
  }

  #glyphRange(glyph: number): readonly [number, number] {
    const loca = this.#table("loca");
    const glyf = this.#table("glyf");
    if (this.#hasLongOffsets) {
      return [glyf + this.#data.getUint32(loca + glyph * 4), glyf + this.#data.getUint32(loca + glyph * 4 + 4)];
    }
    return [glyf + this.#data.getUint16(loca + glyph * 2) * 2, glyf + this.#data.getUint16(loca + glyph * 2 + 2) * 2];
  }

  #draw(path: PathBuilder, glyph: number, matrix: Matrix): void {
    const [start, end] = this.#glyphRange(glyph);
    if (end <= start) return;
    const contourCount = this.#data.getInt16(start);
    if (contourCount >= 0) drawContours(path, readSimpleGlyph(this.#data, start, contourCount), matrix);
    else
      for (const part of readParts(this.#data, start + 10)) this.#draw(path, part.glyph, multiply(matrix, part.matrix));
  }
}

interface Matrix {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly dx: number;
  readonly dy: number;
}

function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    xx: outer.xx * inner.xx + outer.xy * inner.yx,
    xy: outer.xx * inner.xy + outer.xy * inner.yy,
    yx: outer.yx * inner.xx + outer.yy * inner.yx,
    yy: outer.yx * inner.xy + outer.yy * inner.yy,
    dx: outer.xx * inner.dx + outer.xy * inner.dy + outer.dx,
    dy: outer.yx * inner.dx + outer.yy * inner.dy + outer.dy,
  };
}

function readDirectory(data: DataView): ReadonlyMap<string, number> {
  const tables = new Map<string, number>();
  for (let i = 0; i < data.getUint16(4); i += 1) {
    const entry = 12 + i * 16;
    const tag = [0, 1, 2, 3].map((n) => String.fromCharCode(data.getUint8(entry + n))).join("");
    tables.set(tag, data.getUint32(entry + 8));
  }
  return tables;
}

function readCharacterMap(data: DataView, cmap: number): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  for (let i = 0; i < data.getUint16(cmap + 2); i += 1) {
    const subtable = cmap + data.getUint32(cmap + 4 + i * 8 + 4);
    const format = data.getUint16(subtable);
    if (format === 4) readFormat4(data, subtable, characters);
    if (format === 12) readFormat12(data, subtable, characters);
  }
  return characters;
}

function readFormat4(data: DataView, at: number, characters: Map<number, number>): void {
  const size = data.getUint16(at + 6);
  for (let i = 0; i < size; i += 2) {
    const end = data.getUint16(at + 14 + i);
    const start = data.getUint16(at + 16 + size + i);
    const delta = data.getUint16(at + 16 + 2 * size + i);
    const rangeAt = at + 16 + 3 * size + i;
    const range = data.getUint16(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const raw = range === 0 ? code : data.getUint16(rangeAt + range + (code - start) * 2);
      if (raw !== 0) characters.set(code, (raw + delta) & 0xffff);
    }
  }
}

function readFormat12(data: DataView, at: number, characters: Map<number, number>): void {
  for (let i = 0; i < data.getUint32(at + 12); i += 1) {
    const group = at + 16 + i * 12;
    const [start, end, glyph] = [data.getUint32(group), data.getUint32(group + 4), data.getUint32(group + 8)];
    for (let code = start; code <= end; code += 1) characters.set(code, glyph + code - start);
  }
}

interface GlyphPoint {
  readonly x: number;
  readonly y: number;
  readonly isOnCurve: boolean;
}

function readSimpleGlyph(data: DataView, start: number, contourCount: number): readonly (readonly GlyphPoint[])[] {
  const ends = Array.from({ length: contourCount }, (_, i) => data.getUint16(start + 10 + i * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  const instructions = start + 10 + contourCount * 2;
  const flagsAt = instructions + 2 + data.getUint16(instructions);
  const { flags, next } = readFlags(data, flagsAt, count);
  const xs = readCoordinates(data, next, { flags, short: 2, same: 16 });
  const ys = readCoordinates(data, xs.next, { flags, short: 4, same: 32 });
  const points = flags.map((flag, i) => ({ x: xs.values[i] ?? 0, y: ys.values[i] ?? 0, isOnCurve: (flag & 1) === 1 }));
  return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end + 1));
}

function readFlags(data: DataView, at: number, count: number): { flags: readonly number[]; next: number } {
  const flags: number[] = [];
  let next = at;
  while (flags.length < count) {
    const flag = data.getUint8(next++);
    const repeats = (flag & 8) === 0 ? 0 : data.getUint8(next++);
    for (let i = 0; i <= repeats; i += 1) flags.push(flag);
  }
  return { flags, next };
}

function readCoordinates(
  data: DataView,
  at: number,
  layout: { flags: readonly number[]; short: number; same: number },
): { values: readonly number[]; next: number } {
  let next = at;
  let value = 0;
  const values = layout.flags.map((flag) => {
    if ((flag & layout.short) !== 0) value += ((flag & layout.same) !== 0 ? 1 : -1) * data.getUint8(next++);
    else if ((flag & layout.same) === 0) {
      value += data.getInt16(next);
      next += 2;
    }
    return value;
  });
  return { values, next };
}

/** The parts of a composite glyph. Without hinting, only the flags for position, scale and continuation matter. */
function readParts(data: DataView, at: number): readonly { glyph: number; matrix: Matrix }[] {
  const parts: { glyph: number; matrix: Matrix }[] = [];
  let next = at;
  for (let flags = 0x20; (flags & 0x20) !== 0; ) {
    flags = data.getUint16(next);
    const glyph = data.getUint16(next + 2);
    const isWide = (flags & 1) !== 0;
    const dx = isWide ? data.getInt16(next + 4) : data.getInt8(next + 4);
    const dy = isWide ? data.getInt16(next + 6) : data.getInt8(next + 5);
    next += isWide ? 8 : 6;
    const size = (flags & 8) !== 0 ? 1 : (flags & 0x40) !== 0 ? 2 : (flags & 0x80) !== 0 ? 4 : 0;
    const f = Array.from({ length: size }, (_, i) => data.getInt16(next + i * 2) / 16384);
    next += size * 2;
    const [xx = 1, second = xx, third = 0, fourth = 1] = f;
    const matrix = size === 4 ? { xx, xy: third, yx: second, yy: fourth } : { xx, xy: 0, yx: 0, yy: second };
    parts.push({ glyph, matrix: { ...matrix, dx, dy } });
  }
  return parts;
}

function drawContours(path: PathBuilder, contours: readonly (readonly GlyphPoint[])[], m: Matrix): void {
  for (const raw of contours) {
    const points = raw.map((p) => ({
      x: m.xx * p.x + m.xy * p.y + m.dx,
      y: -(m.yx * p.x + m.yy * p.y + m.dy),
      isOnCurve: p.isOnCurve,
    }));
    drawContour(path, points);
  }
}

/** TrueType omits the on-curve point between two control points: it is the midpoint of the two. */
function drawContour(path: PathBuilder, points: readonly GlyphPoint[]): void {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return;
  const start = first.isOnCurve ? first : last.isOnCurve ? last : middle(first, last);
  path.moveTo(start.x, start.y);
  let control: GlyphPoint | undefined;
  for (const point of [...(first.isOnCurve ? points.slice(1) : points), start]) {
    const isOnCurve = point.isOnCurve || point === start;
    if (control) {
      const end = isOnCurve ? point : middle(control, point);
      path.quadTo(control.x, control.y, end.x, end.y);
    } else if (isOnCurve) path.lineTo(point.x, point.y);
    control = isOnCurve ? undefined : point;
  }
  path.close();
}

function middle(a: GlyphPoint, b: GlyphPoint): GlyphPoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOnCurve: true };
}
