/** The parts of a `dumpsys window` text that hold facts. A text without section headers counts as every part. */
export interface WindowSections {
  readonly policy: readonly string[];
  readonly displays: readonly string[];
  readonly windows: readonly string[];
  /** True where no section header stands in the text: lines that somebody picked. */
  readonly isExcerpt: boolean;
}

const HEADER = /^WINDOW MANAGER ([A-Z ]+?)(?: \(dumpsys window (\w+)\))?:?$/;

/**
 * Splits the text at its `WINDOW MANAGER … (dumpsys window X)` headers and drops the LAST ANR section, which may hold
 * a complete copy of an old dump with headers of its own (WindowManagerService.dumpLastANRLocked): it ends at the
 * first header that such a copy never has, POLICY STATE or one of those after it.
 */
export function splitSections(lines: readonly string[]): WindowSections {
  const parts = new Map<string, string[]>();
  let current: string[] | undefined;
  let isStaleCopy = false;
  for (const line of lines) {
    const name = sectionName(line);
    if (name !== undefined) {
      isStaleCopy = name === LAST_ANR || (isStaleCopy && (name === "DISPLAY CONTENTS" || name === "WINDOWS"));
      // A second dump in the same text is another moment.
      current = isStaleCopy || parts.has(name) ? undefined : [];
      if (current) parts.set(name, current);
    } else if (line.startsWith("-------------------") && current) {
      current = undefined;
    } else {
      current?.push(line);
    }
  }
  if (!lines.some((line) => sectionName(line) !== undefined)) {
    return { policy: lines, displays: lines, windows: lines, isExcerpt: true };
  }
  return {
    policy: parts.get("POLICY STATE") ?? [],
    displays: parts.get("DISPLAY CONTENTS") ?? [],
    windows: parts.get("WINDOWS") ?? [],
    isExcerpt: false,
  };
}

const LAST_ANR = "LAST ANR";

/** Within the last ANR each part of the copy comes after a line of its own, which an excerpt may begin with. */
function sectionName(line: string): string | undefined {
  return line.startsWith("Last ANR continued") ? LAST_ANR : HEADER.exec(line.trimEnd())?.[1];
}

/** The lines of one display; `displayId` is null where the text has no display headers. */
export interface DisplayBlock {
  readonly displayId: number | null;
  readonly lines: readonly string[];
}

const DISPLAY_HEADER = /^\s*Display: mDisplayId=(\d+)\b/;

/**
 * One block per display, in the order of the dump, which is not the order of their ids. From Android 11 on some lines
 * of a display come before its header; none of them is read.
 */
export function splitDisplays(lines: readonly string[]): readonly DisplayBlock[] {
  const blocks: { displayId: number; lines: string[] }[] = [];
  for (const line of lines) {
    const id = DISPLAY_HEADER.exec(line)?.[1];
    if (id !== undefined) blocks.push({ displayId: Number(id), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.length > 0 ? blocks : [{ displayId: null, lines }];
}
