const HEAD = "{appId: com.x, fovea: {}}\n---\n";
const HEAD_LINES = 2;

/** The flow with a head, where it has none. */
export function headed(text: string): string {
  return hasHead(text) ? text : HEAD + text;
}

/** A line of the flow as it was before `headed`. */
export function unheaded(text: string, line: number): number {
  return hasHead(text) ? line : line - HEAD_LINES;
}

function hasHead(text: string): boolean {
  return /^---$/m.test(text);
}
