/** The parts of a `dumpsys window` text that contain facts. A text without section headers counts as every part. */
export interface WindowSections {
  readonly policy: readonly string[];
  readonly displays: readonly string[];
  readonly windows: readonly string[];
  /** True if the text has no section header: it is an excerpt. */
  readonly isExcerpt: boolean;
  /**
   * Names of sections that appear twice with different lines: neither is trusted, since a window's title may imitate
   * one.
   */
  readonly contested: readonly string[];
}

const HEADER = /^WINDOW MANAGER ([A-Z ]+?)(?: \(dumpsys window (\w+)\))?:?$/;

/**
 * Splits the text at its `WINDOW MANAGER … (dumpsys window X)` headers and drops the LAST ANR section. That section may
 * contain a complete copy of an old dump with headers of its own (WindowManagerService.dumpLastANRLocked); it ends at
 * the first header that such a copy never has: POLICY STATE or a later one.
 *
 * The title of a window may contain line ends, and so imitate a section. No text of an app comes before the first
 * header, so the first section always counts, and later sections of the same name do not. Any other section counts only
 * if the text has it once. If `asked` is known (the sections that the device was asked for), any other header is
 * treated as a normal line.
 */
export function splitSections(lines: readonly string[], asked: AskedSections | null = null): WindowSections {
  const parts = new Map<string, string[][]>();
  let current: string[] | undefined;
  let isStaleCopy = false;
  /** The name of the section that is read, and of those that go on after their end. */
  let last = "";
  const endless = new Set<string>();
  for (const line of lines) {
    const name = sectionName(line);
    if (name !== undefined && (asked?.has(name) ?? true)) {
      isStaleCopy = name === LAST_ANR || (isStaleCopy && (name === "DISPLAY CONTENTS" || name === "WINDOWS"));
      current = isStaleCopy ? undefined : [];
      last = name;
      const copies = parts.get(name) ?? [];
      if (current) copies.push(current);
      if (copies.length > 0) parts.set(name, copies);
    } else if (line.startsWith(NEXT_SERVICE) && asked === null) {
      current = undefined;
    } else {
      if (!current && !isStaleCopy && OF_WINDOWS.test(line)) endless.add(last);
      current?.push(line);
    }
  }
  if (!lines.some((line) => sectionName(line) !== undefined)) {
    return { policy: lines, displays: lines, windows: lines, isExcerpt: true, contested: [] };
  }
  const contested = [...new Set([...contestedIn(parts), ...endless])].filter((name) => parts.has(name));
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

/** The first line of the next service's dump, if the text is that of several services. */
const NEXT_SERVICE = "DUMP OF SERVICE ";

/** Lines of the window manager alone: after NEXT_SERVICE they show that a title imitated it. */
const OF_WINDOWS =
  /^\s*(?:mCurrentFocus=|mFocusedApp=|mFocusedWindow=|Window #\d+ |isVisible=|KeyguardServiceDelegate$)/;

type Parts = ReadonlyMap<string, readonly (readonly string[])[]>;

/**
 * The sections after the first that appear several times with different lines, and sections with lines that only
 * DISPLAY CONTENTS prints: these are the rest of that section after a title that imitated a header.
 */
function contestedIn(parts: Parts): readonly string[] {
  const [first] = parts.keys();
  return [...parts].flatMap(([name, copies]) => {
    const isOther = name !== "DISPLAY CONTENTS" && copies.some((lines) => lines.some((line) => OF_DISPLAYS.test(line)));
    return (name !== first && !areAlike(copies)) || isOther ? [name] : [];
  });
}

const OF_DISPLAYS = /^(?:\s*(?:DisplayFrames w=|Display: mDisplayId=)| {0,2}InsetsState$)/;

/** A header inside a title cuts a section in two: only the lines before the first title are certain. */
function beforeTitles(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => line.includes("Window{"));
  return at < 0 ? lines : lines.slice(0, at);
}

function areAlike(copies: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = copies;
  return others.every((lines) => lines.length === first.length && lines.every((line, at) => line === first[at]));
}

/** The sections that the device was asked for, by the names in their headers. */
export type AskedSections = ReadonlySet<string>;

const LAST_ANR = "LAST ANR";

/** In the last ANR a line of its own comes before each part of the copy; an excerpt may begin with such a line. */
function sectionName(line: string): string | undefined {
  return line.startsWith("Last ANR continued") ? LAST_ANR : HEADER.exec(line.trimEnd())?.[1];
}

/** The lines of one display; `displayId` is null if the text has no display headers. */
export interface DisplayBlock {
  readonly displayId: number | null;
  readonly lines: readonly string[];
  /** More than one block has this id: an app may have written any of them. */
  readonly isContested: boolean;
}

const DISPLAY_HEADER = /^\s*Display: mDisplayId=(\d+)\b/;

/**
 * One block per display, in the order of the dump, which is not the order of the ids. Since Android 11 some lines of a
 * display come before its header; these are not read.
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
