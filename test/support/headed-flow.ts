const HEAD = "{appId: com.x, fovea: {}}\n---\n";
const HEAD_LINES = 2;

/** The flow; a head is added if it has none. */
export function headed(text: string): string {
  return hasHead(text) ? text : HEAD + text;
}

/** The number of a line in the flow before `headed`. */
export function unheaded(text: string, line: number): number {
  return hasHead(text) ? line : line - HEAD_LINES;
}

function hasHead(text: string): boolean {
  return /^---$/m.test(text);
}
