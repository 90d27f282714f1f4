/** A longer list would fill a model's context, and no person reads more lines. */
const MOST_LINES = 200;

/**
 * The first lines of a list whose length the device decides. The others are counted, and `howToSee` says how to get
 * them.
 */
export function boundedLines(lines: readonly string[], howToSee: string): string {
  const left = lines.length - MOST_LINES;
  if (left <= 0) return lines.join("\n");
  return [...lines.slice(0, MOST_LINES), `… and ${left} more: ${howToSee}`].join("\n");
}
