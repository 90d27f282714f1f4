import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../src/base/errors.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { drive } from "../support/drive.js";
import { skipWithout } from "../support/needs.js";

const CANARY = "/data/local/tmp/canary";

/** Words that a shell, a dump or a terminal would read otherwise. */
const WORDS: readonly string[] = [
  `it's "quoted" \\ \``,
  `$(touch ${CANARY}) \`touch ${CANARY}\``,
  `'; touch ${CANARY}; '`,
  `one\ntouch ${CANARY}\ntwo`,
  "--user 10 -n com.x/.Y",
  "-1",
  "x".repeat(5_000),
  "日本語 العربية é 😀 \u202e",
  "a\0b",
];

/** What the phone gets whole, or a refusal, by the argument that contains a hostile word. */
interface Row {
  readonly tool: string;
  readonly args: (word: string) => Readonly<Record<string, unknown>>;
  /** Refusals besides INVALID_ARGUMENT; SHELL_UNQUOTABLE for what no argument vector carries. */
  readonly codes?: readonly ErrorCode[];
  /** Whether the word reaches a program of the phone, as one argument; it is refused if absent. */
  readonly isData?: true;
}

const FORM = "com.fovea.form";

const ROWS: readonly Row[] = [
  { tool: "display", args: (size) => ({ size }) },
  { tool: "display", args: (time_zone) => ({ time_zone }) },
  { tool: "display", args: (locale) => ({ locale, package: FORM }) },
  { tool: "display", args: (name) => ({ locale: "de-DE", package: name }) },
  { tool: "display", args: (density) => ({ density }) },
  { tool: "orientation", args: (to) => ({ to }) },
  { tool: "settings", args: (name) => ({ name, value: "1" }), codes: ["SETTING_NOT_ALLOWED"] },
  { tool: "settings", args: (value) => ({ name: "system/font_scale", value }), isData: true },
  { tool: "location", args: (at) => ({ at }) },
  { tool: "location", args: (place) => ({ route: ["1,1", place] }) },
  { tool: "location", args: (seconds) => ({ route: ["1,1", "2,2"], seconds }) },
  { tool: "network", args: (wifi) => ({ wifi }) },
  { tool: "network", args: (speed) => ({ speed }) },
  { tool: "biometrics", args: (finger) => ({ finger }) },
  { tool: "notifications", args: (title) => ({ tap: title }), codes: ["NOTIFICATION_NOT_FOUND"] },
  { tool: "notifications", args: (title) => ({ dismiss: title }), codes: ["NOTIFICATION_NOT_FOUND"] },
  { tool: "notifications", args: (post) => ({ post }), isData: true },
  { tool: "notifications", args: (text) => ({ post: "Plain", text }), isData: true },
  { tool: "permissions", args: (name) => ({ package: name, grant: ["camera"] }) },
  { tool: "permissions", args: (name) => ({ package: FORM, grant: [name] }), codes: ["PERMISSION_NOT_REQUESTED"] },
  { tool: "app_info", args: (name) => ({ package: name }) },
  { tool: "performance", args: (name) => ({ package: name, action: "start" }) },
  { tool: "logs", args: (name) => ({ package: name }) },
  { tool: "logs", args: (seconds) => ({ seconds }) },
  { tool: "crashes", args: (name) => ({ package: name }) },
  { tool: "crashes", args: (count) => ({ count }) },
  { tool: "clipboard", args: (text) => ({ text }), codes: ["UNSUPPORTED_ON_DEVICE"] },
  { tool: "files", args: (list) => ({ list }), codes: ["PATH_NOT_ALLOWED"] },
  { tool: "files", args: (name) => ({ list: `/sdcard/${name}` }), codes: ["FILE_NOT_FOUND", "PATH_NOT_ALLOWED"] },
  { tool: "files", args: (pull) => ({ pull }), codes: ["PATH_NOT_ALLOWED"] },
  { tool: "files", args: (name) => ({ pull: `/sdcard/${name}` }), codes: ["FILE_NOT_FOUND", "PATH_NOT_ALLOWED"] },
  {
    tool: "files",
    args: (save_as) => ({ pull: "/sdcard/Download/none", save_as }),
    codes: ["FILE_NOT_FOUND", "PATH_NOT_ALLOWED"],
  },
  { tool: "files", args: (push) => ({ push }), codes: ["PATH_NOT_ALLOWED"] },
  { tool: "emulator", args: (boot) => ({ boot }), codes: ["EMULATOR_NOT_FOUND"] },
  { tool: "emulator", args: (stop) => ({ stop }), codes: ["DEVICE_NOT_FOUND"] },
  { tool: "focus", args: (target) => ({ target }), codes: ["SELECTOR_SYNTAX", "ELEMENT_NOT_FOUND"] },
  { tool: "record_screen", args: (size) => ({ action: "start", size }) },
];

/** Numbers that are none of what is asked for. */
const NUMBERS: readonly Readonly<{ tool: string; args: Readonly<Record<string, unknown>> }>[] = [
  { tool: "display", args: { density: -1 } },
  { tool: "display", args: { font_percent: -100 } },
  { tool: "display", args: { density: 1e308 } },
  { tool: "location", args: { at: "-91,0" } },
  { tool: "location", args: { route: ["1,1", "2,2"], seconds: -1 } },
  { tool: "biometrics", args: { finger: -1 } },
  { tool: "logs", args: { seconds: -1 } },
  { tool: "logs", args: { lines: -1 } },
  { tool: "crashes", args: { count: -1 } },
  { tool: "crashes", args: { count: 0.5 } },
];

test("everyday tools refuse hostile arguments or send them unchanged to the phone, behind a real adb server", {
  skip: skipWithout("adb"),
}, async () => {
  const config = { tools: TOOL_GROUPS, manageApps: "allow" } as const;
  await using driven = await drive({ route: "real adb", apiLevel: 33, app: FORM, config, speed: 50 });
  const { device } = driven.product;
  let reached = 0;
  for (const { tool, args, codes = [], isData } of ROWS)
    for (const word of WORDS) {
      device.log.clear();
      const { text, isError } = await driven.mcp.call(tool, args(word));
      const what = `${tool} ${JSON.stringify(args(word)).slice(0, 200)}: ${text.slice(0, 300)}`;
      const got = device.log.processes.flatMap(({ programs }) => programs).filter((argv) => argv.includes(word));
      const code = isError ? /^([A-Z_]+): /.exec(text)?.[1] : undefined;
      const known: readonly string[] = ["INVALID_ARGUMENT", "SHELL_UNQUOTABLE", ...codes];
      if (code !== undefined) assert.ok(known.includes(code), what);
      else if (isData) reached += got.length > 0 ? 1 : 0;
      if (code === undefined) assert.ok(isData && got.length > 0, what);
    }
  for (const { tool, args } of NUMBERS) await driven.refused("INVALID_ARGUMENT", tool, args);
  assert.ok(reached >= 10, `only ${reached} words reached a program`);
  assert.equal(driven.phone.files.stat(CANARY), undefined);
  assert.deepEqual(device.log.defects, []);
});
