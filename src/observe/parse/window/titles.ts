/** Lines that end with the title of a window, and the brace after it. */
const OPENING = /^\s*(?:Window #\d+ |mCurrentFocus=|mFocusedWindow=)Window\{/;
const HEADER = /^\s*Window #/;

/** The most lines of a title that are joined; no real title has more. */
const MOST_LINES = 100;

/**
 * Joins the lines of one title into one line. A title is free text of its app and may contain line ends
 * (WindowManager.LayoutParams.setTitle), and what follows them is not a line of the window manager.
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

/** The index of the line where the title ends that begins at `from`; `from` itself if no end is near. */
function closingLine(lines: readonly string[], from: number): number {
  const closer = closerOf(lines[from] ?? "");
  const last = Math.min(lines.length, from + MOST_LINES);
  for (let at = from + 1; at < last; at += 1) if (lines[at]?.endsWith(closer)) return at;
  return from;
}
