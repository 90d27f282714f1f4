/** The code points of one line in the order of drawing, from left to right, with Arabic letters in joined forms. */
export function visualOrder(text: string): readonly number[] {
  const codes = [...text].map((c) => c.codePointAt(0) ?? 0);
  if (!codes.some(isRightToLeft)) return codes;
  const joined = joinArabic(codes);
  const base = joined.find((c) => isRightToLeft(c) || isStrongLeftToRight(c));
  const isRtlLine = base !== undefined && isRightToLeft(base);
  const runs = directionRuns(joined, isRtlLine);
  const ordered = isRtlLine ? runs.toReversed() : runs;
  return ordered.flatMap((run) => (run.isRtl ? run.codes.toReversed().map(mirrored) : run.codes));
}

/** Whether the first letter with a direction is right-to-left: such a line starts on the right. */
export function isRightToLeftText(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isRightToLeft(code)) return true;
    if (isStrongLeftToRight(code)) return false;
  }
  return false;
}

function isRightToLeft(code: number): boolean {
  return (code >= 0x590 && code <= 0x6ff && !isArabicDigit(code)) || (code >= 0xfb1d && code <= 0xfefc);
}

function isArabicDigit(code: number): boolean {
  return code >= 0x660 && code <= 0x669;
}

function isDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || isArabicDigit(code);
}

function isStrongLeftToRight(code: number): boolean {
  const isAscii = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isAscii || (code >= 0xc0 && code < 0x590) || (code >= 0x3000 && code < 0xfb1d);
}

/**
 * Splits a line into runs of one direction. Spaces and signs between two runs of the same direction belong to this
 * direction, all others to the direction of the line.
 */
function directionRuns(codes: readonly number[], isRtlLine: boolean): { isRtl: boolean; codes: number[] }[] {
  const runs: { isRtl: boolean; codes: number[] }[] = [];
  codes.forEach((code, i) => {
    const isRtl = directionAt(codes, i, isRtlLine);
    const last = runs.at(-1);
    if (last && last.isRtl === isRtl) last.codes.push(code);
    else runs.push({ isRtl, codes: [code] });
  });
  return runs;
}

function directionAt(codes: readonly number[], index: number, isRtlLine: boolean): boolean {
  const own = strongDirection(codes[index] ?? 0);
  if (own !== undefined) return own;
  const before =
    codes
      .slice(0, index)
      .map(strongDirection)
      .findLast((d) => d !== undefined) ?? isRtlLine;
  const after =
    codes
      .slice(index + 1)
      .map(strongDirection)
      .find((d) => d !== undefined) ?? isRtlLine;
  return before === after ? before : isRtlLine;
}

function strongDirection(code: number): boolean | undefined {
  if (isRightToLeft(code)) return true;
  return isStrongLeftToRight(code) || isDigit(code) ? false : undefined;
}

const MIRRORS = new Map(["()", ")(", "[]", "][", "<>", "><"].map((p) => [p.charCodeAt(0), p.charCodeAt(1)]));

function mirrored(code: number): number {
  return MIRRORS.get(code) ?? code;
}

/**
 * For U+0621 … U+063A and U+0641 … U+064A, the number of forms of each letter in Unicode's block Arabic Presentation
 * Forms-B: 1, 2 (isolated, final) or 4 (isolated, final, initial, medial), one after the other.
 */
const FORM_COUNTS = "12222424244444222244444444" + "4444444224";

const FORMS: ReadonlyMap<number, { readonly first: number; readonly count: number }> = (() => {
  const forms = new Map<number, { first: number; count: number }>();
  let first = 0xfe80;
  [...FORM_COUNTS].forEach((digit, i) => {
    forms.set(i < 26 ? 0x621 + i : 0x641 + i - 26, { first, count: Number(digit) });
    first += Number(digit);
  });
  return forms;
})();

/** The ligatures: lam followed by one of these alefs is one glyph. */
const LAM_ALEF = new Map([
  [0x622, 0xfef5],
  [0x623, 0xfef7],
  [0x625, 0xfef9],
  [0x627, 0xfefb],
]);

function joinArabic(codes: readonly number[]): readonly number[] {
  const joined: number[] = [];
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0;
    const isAfterJoiner = joinsOnward(codes[i - 1]);
    const ligature = code === 0x644 ? LAM_ALEF.get(codes[i + 1] ?? 0) : undefined;
    if (ligature !== undefined) {
      joined.push(ligature + (isAfterJoiner ? 1 : 0));
      i += 1;
    } else joined.push(formOf(code, isAfterJoiner, FORMS.has(codes[i + 1] ?? 0)));
  }
  return joined;
}

function joinsOnward(code: number | undefined): boolean {
  return code === 0x640 || FORMS.get(code ?? 0)?.count === 4;
}

function formOf(code: number, isAfterJoiner: boolean, isBeforeLetter: boolean): number {
  const form = FORMS.get(code);
  if (!form) return code;
  const canFinal = form.count >= 2 && isAfterJoiner;
  const canInitial = form.count === 4 && isBeforeLetter;
  return form.first + (canFinal ? (canInitial ? 3 : 1) : canInitial ? 2 : 0);
}
