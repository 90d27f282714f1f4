/*
 * The shape of a line of a dump: its indentation, keys and punctuation, with every value taken out. Two dumps of one
 * release agree when their shapes do, whatever was on the screen.
 */

/** `4|mOwnerUid=_ showForAllUsers=_ package=_`. */
export function shapeOf(line: string): string {
  const indent = line.length - line.trimStart().length;
  const text = line.trim().replace(/@(?:0x)?[0-9a-f]+/g, "@#");
  // Which of its optional words a window's attributes have depends on the window, not on the release.
  const head = /^(?:mAttrs=|ROTATION_\d+=)/.exec(text)?.[0];
  return `${indent}|${head ? withoutValues(head) : withoutValues(collapseBraces(text))}`;
}

/** Distinct shapes of the lines that are not empty. */
export function shapesOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.filter((line) => line.trim() !== "").map(shapeOf));
}

/** Shapes of `mine` that are in none of `theirs`. */
export function unknownShapes(mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const known = shapesOf(theirs);
  return [...shapesOf(mine)].filter((shape) => !known.has(shape));
}

/** Share of the distinct shapes of `theirs` that `mine` has, 0 to 1. */
export function coverage(mine: readonly string[], theirs: readonly string[]): number {
  const known = shapesOf(mine);
  const wanted = [...shapesOf(theirs)];
  return wanted.length === 0 ? 1 : wanted.filter((shape) => known.has(shape)).length / wanted.length;
}

/** Shapes of `theirs` that `mine` lacks, for the report of a failing test. */
export function missingShapes(mine: readonly string[], theirs: readonly string[]): readonly string[] {
  return unknownShapes(theirs, mine);
}

/**
 * Pairs of shapes that follow each other in a block of `mine` but stand the other way round in every block of `theirs`
 * that has both (by first appearance). A block is whatever repeats in a dump: one window, one display, or all of it.
 */
export function orderViolations(
  mine: readonly (readonly string[])[],
  theirs: readonly (readonly string[])[],
): readonly string[] {
  const real = theirs.map(firstPositions);
  const violations = mine.flatMap((block) => {
    const order = [...firstPositions(block).keys()].filter((shape) => real.some((positions) => positions.has(shape)));
    return order.flatMap((shape, index) => {
      const next = order[index + 1];
      return next !== undefined && standsReversed(shape, next, real) ? [`${shape}  ><  ${next}`] : [];
    });
  });
  return [...new Set(violations)];
}

function standsReversed(first: string, second: string, blocks: readonly ReadonlyMap<string, number>[]): boolean {
  const orders = blocks.flatMap((positions) => {
    const a = positions.get(first);
    const b = positions.get(second);
    return a === undefined || b === undefined ? [] : [a < b];
  });
  return orders.length > 0 && orders.every((isSame) => !isSame);
}

function firstPositions(lines: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const shape = shapeOf(line);
    if (!positions.has(shape)) positions.set(shape, index);
  }
  return positions;
}

/** `Window{ab12 u0 x}` → `Window‹›`, from the inside out; also parentheses and brackets. */
function collapseBraces(text: string): string {
  let before = "";
  let now = text.replace(/"[^"]*"/g, "‹›");
  while (now !== before) {
    before = now;
    now = now
      .replace(/\{[^{}]*\}/g, "‹›")
      .replace(/\[[^[\]]*\]/g, "‹›")
      .replace(/(?<=\w)\((?!=)[^()]*[^()]\)(?!=)/g, "‹›");
  }
  return now;
}

function withoutValues(text: string): string {
  const values = text
    .replace(/=(?:true|false)/g, "=?")
    .replace(/([A-Za-z_$()\].]+)=(?!\?)(?:(?![ ]+[A-Za-z_$.]+(?:\(\))?[=:])[^\n])*/g, "$1=_");
  return values
    .replace(/(?:[a-z][\w$]*\.)+[\w$.]+(?:\/[\w$.]+)?/g, "P")
    .replace(/[+-]?\d+(?:\.\d+)?/g, "#")
    .replace(/ {2,}(?=#)/g, " ")
    .replace(/#(?:[x:,. ]*#)+/g, "#");
}
