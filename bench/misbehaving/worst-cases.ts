import type { Fault, FaultRule } from "../../src/virtual-device/fault-script.js";

const WINDOW = "^dumpsys .*window ";
const TREE = "^cat /data/local";
const PICTURE = "^screencap";
const HUGE = 1_000_000_000;

function before(command: string, stdout: string): FaultRule {
  return { command, fault: { kind: "prefix", stdout } };
}

function everywhere(fault: Fault): readonly FaultRule[] {
  return [WINDOW, TREE, PICTURE].map((command) => ({ command, fault }));
}

const NODE = '<node class="android.widget.Button" package="a.b" text="x" clickable="true" bounds="[0,0][9,9]"';
const LIST = "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n";

/** What a phone answers at worst, by the name of what is wrong. */
const CASES: Readonly<Record<string, () => readonly FaultRule[]>> = {
  ordinary: () => [],
  "carriage returns in a title": () => [before(WINDOW, `  mCurrentFocus=Window{1 u0 ${"\r".repeat(400_000)}x}\n`)],
  "line ends in a title": () => [before(WINDOW, `${LIST}  Window #0 Window{1 u0 ${"\n".repeat(50_000)}x}:\n`)],
  "thousands of windows": () => [
    before(WINDOW, LIST + "  Window #1 Window{1 u0 a/a.B}:\n    mAttrs={(0,0)(fillxfill) ty=1}\n".repeat(25_000)),
  ],
  "thousands of sections": () => [
    before(WINDOW, "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n".repeat(50_000)),
  ],
  "40,000 levels": () => [
    before(TREE, `<hierarchy>${`${NODE}>`.repeat(40_000)}${"</node>".repeat(40_000)}</hierarchy>`),
  ],
  "60,000 elements, and another tree behind them": () => [
    before(TREE, `<hierarchy><node>${`${NODE}/>`.repeat(60_000)}</node></hierarchy>`),
  ],
  "20,000 elements, and another tree behind them": () => [
    before(TREE, `<hierarchy><node>${`${NODE}/>`.repeat(20_000)}</node></hierarchy>`),
  ],
  "answers without an end": () => everywhere({ kind: "flood", bytes: HUGE }),
  "no answer": () => everywhere({ kind: "hang" }),
};

export const CASE_NAMES: readonly string[] = Object.keys(CASES);

export function worstCase(name: string): readonly FaultRule[] {
  const make = CASES[name];
  if (!make) throw new Error(`there is no case ${name}`);
  return make();
}
