/** Lines at whose end the title of a window stands, and with what it is closed. */
const OPENING = /^\s*(?:Window #\d+ |mCurrentFocus=|mFocusedWindow=)Window\{/;
const HEADER = /^\s*Window #/;

/** A title of more lines is not a title for people. */
const MOST_LINES = 100;

/**
 * The lines with those of one title in one: a title is free text of its app and may hold line ends
 * (WindowManager.LayoutParams.setTitle), whose second part is not a line of the window manager.
 */
export function joinTitles(lines: readonly string[]): readonly string[] {
  if (!lines.some(isOpen)) return lines;
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = isOpen(lines[at] ?? "") ? closingLine(lines, at) : at;
    joined.push(end === at ? (lines[at] ?? "") : lines.slice(at, end + 1).join("\n"));
    at = end;
  }
  return joined;
}

function isOpen(line: string): boolean {
  return OPENING.test(line) && !line.endsWith(closerOf(line));
}

function closerOf(line: string): string {
  return HEADER.test(line) ? "}:" : "}";
}

/** Where the title ends that begins at this line; that line itself where no end is near. */
function closingLine(lines: readonly string[], from: number): number {
  const closer = closerOf(lines[from] ?? "");
  const last = Math.min(lines.length, from + MOST_LINES);
  for (let at = from + 1; at < last; at += 1) if (lines[at]?.endsWith(closer)) return at;
  return from;
}
