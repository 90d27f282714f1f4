/** Nobody reads more lines than this, and a thousand would fill a model's memory. */
const MOST_LINES = 200;

/** Lines of a list that may be as long as a device says; what is left out is counted, with how to see it. */
export function boundedLines(lines: readonly string[], howToSee: string): string {
  const left = lines.length - MOST_LINES;
  if (left <= 0) return lines.join("\n");
  return [...lines.slice(0, MOST_LINES), `… and ${left} more: ${howToSee}`].join("\n");
}
