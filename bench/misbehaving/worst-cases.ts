import type { Fault, FaultRule } from "../../packages/virtual-android/src/fault-script.js";
import { gzipBomb, pngOf } from "../../test/support/packed-pictures.js";

const WINDOW = "^dumpsys .*window ";
const TREE = "^cat /data/local";
const PICTURE = "^screencap";
const HUGE = 1_000_000_000;
export const SCREEN = { width: 720, height: 1280 } as const;

function before(command: string, stdout: string): FaultRule {
  return { command, fault: { kind: "prefix", stdout } };
}

/**
 * `gzip` has the fault, too: if it compressed a picture without an end, the process of both phones would be busy, and
 * the other phone would answer late.
 */
function everywhere(fault: Fault): readonly FaultRule[] {
  return [WINDOW, TREE, "^gzip", PICTURE].map((command) => ({ command, fault }));
}

const NODE =
  '<node class="android.widget.Button" package="com.fovea.form" text="x" clickable="true" bounds="[0,0][9,9]"';
const LIST = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n";

/** Rules by which the phone answers with these well-formed trees, one after another. */
function trees(...texts: readonly string[]): readonly FaultRule[] {
  const none: FaultRule = { command: "^uiautomator", fault: { kind: "fail", status: 0, stderr: "" } };
  const rules = texts.map((stdout, at): FaultRule => {
    const when = at === texts.length - 1 ? {} : { from: at + 1, times: 1 };
    return { command: TREE, ...when, fault: { kind: "prefix", stdout } };
  });
  return [none, ...rules];
}

/** Puts these bytes before the output of the program. */
function printing(command: string, bytes: Buffer): FaultRule {
  return { command, fault: { kind: "prefix", base64: bytes.toString("base64") } };
}

function whole(nodes: string): string {
  const list = '<node class="android.widget.FrameLayout" package="com.fovea.form" bounds="[0,0][720,1280]">';
  return `<hierarchy rotation="0">${list}${nodes}</node></hierarchy>`;
}

function rows(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `${NODE} content-desc="${word} ${at}"/>`).join("");
}

/** The largest number of observations that are measured, each with different words. */
const MOST_LOOKS = 12;

function changing(make: (word: string) => string): readonly FaultRule[] {
  return trees(...Array.from({ length: MOST_LOOKS }, (_, at) => whole(make(`look ${at}`))));
}

function chains(count: number, levels: number, word: string): string {
  const open = (chain: number) =>
    Array.from({ length: levels }, (_, level) => `${NODE} content-desc="${word} ${chain} ${level}">`).join("");
  return Array.from({ length: count }, (_, chain) => open(chain) + "</node>".repeat(levels)).join("");
}

/** The first picture arrives so slowly that Fovea requests the next ones compressed. */
const SLOWLY: FaultRule = { command: "^screencap$", times: 1, fault: { kind: "slow", bytesPerSecond: 3_000_000 } };

const WIDE = pngOf({ width: 60_000, height: 4_000 }, 60_001 * 4_000);

interface Case {
  readonly rules: () => readonly FaultRule[];
  /** The answer to an observation has to match it: otherwise the bench would not measure this case. */
  readonly says: RegExp;
}

const UNREAD = /! NO_FRAME_STATS it is not known which app is in front/;
const CUT = /! TRUNCATED \d+ nodes of the tree were read/;
const NO_PICTURE = /! SCREENSHOT_FAILED the picture is not read: /;

/** The worst answers of a phone, by the name of the fault. */
const CASES: Readonly<Record<string, Case>> = {
  ordinary: { rules: () => [], says: / \| uiautomator, / },
  "carriage returns in a title": {
    rules: () => [before(WINDOW, `  mCurrentFocus=Window{1 u0 ${"\r".repeat(400_000)}x}\n`)],
    says: UNREAD,
  },
  "line ends in a title": {
    rules: () => [before(WINDOW, `${LIST}  Window #0 Window{1 u0 ${"\n".repeat(25_000)}x}:\n`)],
    says: UNREAD,
  },
  "thousands of windows": {
    rules: () => [
      before(WINDOW, LIST + "  Window #1 Window{1 u0 a/a.B}:\n    mAttrs={(0,0)(fillxfill) ty=1}\n".repeat(12_000)),
    ],
    says: UNREAD,
  },
  "thousands of sections": {
    rules: () => [before(WINDOW, "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n".repeat(25_000))],
    says: UNREAD,
  },
  "60,000 elements, and another tree behind them": {
    rules: () => [before(TREE, whole(`${NODE}/>`.repeat(60_000)))],
    says: /! HIERARCHY_MALFORMED /,
  },
  "a tree of 40,000 levels": { rules: () => trees(whole(chains(1, 40_000, "deep"))), says: CUT },
  "a tree of 5,000 rows": { rules: () => trees(whole(rows(5_000, "row"))), says: CUT },
  "a tree of 5,000 rows, other words each time": { rules: () => changing((word) => rows(5_000, word)), says: CUT },
  "a tree of 60,000 rows, other words each time": { rules: () => changing((word) => rows(60_000, word)), says: CUT },
  "a tree of 33 chains of 120 levels, other words each time": {
    rules: () => changing((word) => chains(33, 120, word)),
    says: CUT,
  },
  "a picture that gzip unpacks to 4,000 MB": {
    rules: () => [SLOWLY, printing("^gzip", gzipBomb(4_000)), printing("^screencap -p", WIDE)],
    says: NO_PICTURE,
  },
  "a PNG of 60,000x4,000": {
    rules: () => [printing(PICTURE, WIDE)],
    says: NO_PICTURE,
  },
  "a PNG of the screen's size that holds 400 MB": {
    rules: () => [printing(PICTURE, pngOf(SCREEN, 400_000_000))],
    says: / \| uiautomator, /,
  },
  "answers without an end": { rules: () => everywhere({ kind: "flood", bytes: HUGE }), says: /! OUTPUT_TOO_LARGE / },
  "no answer": { rules: () => everywhere({ kind: "hang" }), says: /! TIMEOUT / },
};

export const CASE_NAMES: readonly string[] = Object.keys(CASES);

/** The case with this name. Errors: if there is none. */
export function worstCase(name: string): Case {
  const found = CASES[name];
  if (!found) throw new Error(`there is no case ${name}`);
  return found;
}
