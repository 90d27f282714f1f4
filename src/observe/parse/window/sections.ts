/** The parts of a `dumpsys window` text that hold facts. A text without section headers counts as every part. */
export interface WindowSections {
  readonly policy: readonly string[];
  readonly displays: readonly string[];
  readonly windows: readonly string[];
  /** True if no section header is in the text: lines that somebody picked. */
  readonly isExcerpt: boolean;
  /** Sections that come twice, in other words: neither is believed, for a window's title may imitate one. */
  readonly contested: readonly string[];
}

const HEADER = /^WINDOW MANAGER ([A-Z ]+?)(?: \(dumpsys window (\w+)\))?:?$/;

/**
 * Splits the text at its `WINDOW MANAGER … (dumpsys window X)` headers and drops the LAST ANR section, which may hold
 * a complete copy of an old dump with headers of its own (WindowManagerService.dumpLastANRLocked): it ends at the
 * first header that such a copy never has, POLICY STATE or one of those after it.
 *
 * A title of a window may hold line ends, and so its own section. Nothing that an app writes comes before the
 * first header of the text, so that the first section counts as it stands, and one of another moment after it does not.
 * Any other section counts where the text has it once. Where it is known what the device was asked for (`asked`), every
 * other header is a line like others.
 */
export function splitSections(lines: readonly string[], asked: AskedSections | null = null): WindowSections {
  const parts = new Map<string, string[][]>();
  let current: string[] | undefined;
  let isStaleCopy = false;
  for (const line of lines) {
    const name = sectionName(line);
    if (name !== undefined && (asked?.has(name) ?? true)) {
      isStaleCopy = name === LAST_ANR || (isStaleCopy && (name === "DISPLAY CONTENTS" || name === "WINDOWS"));
      current = isStaleCopy ? undefined : [];
      const copies = parts.get(name) ?? [];
      if (current) copies.push(current);
      if (copies.length > 0) parts.set(name, copies);
    } else if (line.startsWith("-------------------") && current) {
      current = undefined;
    } else {
      current?.push(line);
    }
  }
  if (!lines.some((line) => sectionName(line) !== undefined)) {
    return { policy: lines, displays: lines, windows: lines, isExcerpt: true, contested: [] };
  }
  const contested = contestedIn(parts);
  const part = (name: string) => {
    const [lines = []] = contested.includes(name) ? [] : (parts.get(name) ?? []);
    return contested.length > 0 ? beforeTitles(lines) : lines;
  };
  return {
    policy: part("POLICY STATE"),
    displays: part("DISPLAY CONTENTS"),
    windows: part("WINDOWS"),
    isExcerpt: false,
    contested,
  };
}

type Parts = ReadonlyMap<string, readonly (readonly string[])[]>;

/** The sections that come twice, and those that hold what only DISPLAY CONTENTS prints: its rest, behind a title. */
function contestedIn(parts: Parts): readonly string[] {
  const [first] = parts.keys();
  return [...parts].flatMap(([name, copies]) => {
    const isOther = name !== "DISPLAY CONTENTS" && copies.some((lines) => lines.some((line) => OF_DISPLAYS.test(line)));
    return (name !== first && !areAlike(copies)) || isOther ? [name] : [];
  });
}

const OF_DISPLAYS = /^(?:\s*(?:DisplayFrames w=|Display: mDisplayId=)| {0,2}InsetsState$)/;

/** What a header within a title cuts off belongs to the section before it: of each one only its head is certain. */
function beforeTitles(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.includes("Window{"));
  return at < 0 ? lines : lines.slice(0, at);
}

function areAlike(copies: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = copies;
  return others.every((lines) => lines.length === first.length && lines.every((line, at) => line === first[at]));
}

/** By the names in their headers. */
export type AskedSections = ReadonlySet<string>;

const LAST_ANR = "LAST ANR";

/** Within the last ANR each part of the copy comes after its own line, which an excerpt may begin with. */
function sectionName(line: string): string | undefined {
  return line.startsWith("Last ANR continued") ? LAST_ANR : HEADER.exec(line.trimEnd())?.[1];
}

/** The lines of one display; `displayId` is null if the text has no display headers. */
export interface DisplayBlock {
  readonly displayId: number | null;
  readonly lines: readonly string[];
  /** More than one block has this id: what any of them says may be an app's words. */
  readonly isContested: boolean;
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
  if (blocks.length === 0) return [{ displayId: null, lines, isContested: false }];
  const counts = new Map<number, number>();
  for (const { displayId } of blocks) counts.set(displayId, (counts.get(displayId) ?? 0) + 1);
  return blocks.map((block) => ({ ...block, isContested: counts.get(block.displayId) !== 1 }));
}
