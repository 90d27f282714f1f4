import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { OPTIONS } from "../../src/base/config.js";
import { ERROR_CODES, type ErrorCode } from "../../src/base/errors.js";
import { rectOf } from "../../src/base/geometry.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { ActLeases } from "../../src/farm/files/act-leases.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { type Driven, drive, refIn } from "../support/drive.js";
import { never } from "../support/never.js";

const ALL_TOOLS = [...TOOLS, ...OPTIONAL_TOOLS];
const TOOL_NAMES = ALL_TOOLS.map(({ name }) => name);
const ARGUMENTS = new Set(ALL_TOOLS.flatMap(({ input }) => Object.keys(input.shape)));
const FLAGS = new Set<string>(OPTIONS.map(({ flag }) => flag));
const ADB = new Set(["start-server", "devices", "connect", "reconnect", "reboot", "uninstall"]);

/** The names of the commands, from the table that finds them. */
function commands(): ReadonlySet<string> {
  return new Set(Object.keys(COMMANDS));
}

/** The flags of these commands, from what their help says. */
function ownFlags(names: readonly string[]): ReadonlySet<string> {
  const folder = join(packageRoot(), "src/cli");
  const sources = readdirSync(folder).filter((file) =>
    names.some((name) => file === `${name}.ts` || file.startsWith(`${name}-`)),
  );
  return new Set(sources.flatMap((file) => readFileSync(join(folder, file), "utf8").match(/--[a-z-]+/g) ?? []));
}

/** What a recovery says to call or to give, by kind. */
function namedIn(recovery: string) {
  const all = (pattern: RegExp) => [...recovery.matchAll(pattern)].map((found) => found[1] ?? "");
  const variables = /\bANDROID_[A-Z_]+/g;
  const words =
    recovery
      .replaceAll(variables, "")
      .toLowerCase()
      .match(/[a-z_]+/g) ?? [];
  return {
    tools: words.filter((word) => TOOL_NAMES.includes(word)),
    joined: words.filter((word) => /[a-z]_[a-z]/.test(word)),
    flags: [...recovery.replace(/`npm [^`]*`/g, "").matchAll(/(?<![\w-])(--[a-z-]+)/g)]
      .map(([flag]) => flag)
      .filter((flag) => flag !== "--help"),
    commands: all(/`fovea ([a-z-]+|COMMAND)/g),
    adb: all(/`adb ([a-z-]+)/g),
    npm: all(/`npm ([a-z-]+)/g),
  };
}

test("every error code has recoveries, and each of them names an existing tool, option or command", () => {
  const known = commands();
  const idle: string[] = [];
  assert.ok(known.size > 15);
  for (const [code, recoveries] of Object.entries(ERROR_CODES)) {
    for (const recovery of [recoveries].flat()) {
      const named = namedIn(recovery);
      const count =
        named.tools.length + named.flags.length + named.commands.length + named.adb.length + named.npm.length;
      if (count === 0 && !recovery.includes("tools/list")) idle.push(`${code}: ${recovery}`);
      for (const word of named.joined) assert.ok(TOOL_NAMES.includes(word) || ARGUMENTS.has(word), `${code}: ${word}`);
      const own = ownFlags(named.commands);
      for (const flag of named.flags) assert.ok(FLAGS.has(flag) || own.has(flag), `${code}: ${flag}`);
      for (const name of named.commands) assert.ok(name === "COMMAND" || known.has(name), `${code}: fovea ${name}`);
      for (const name of named.npm) assert.equal(name, "install", `${code}: npm ${name}`);
      for (const name of named.adb) assert.ok(ADB.has(name), `${code}: adb ${name}`);
      assert.ok(recovery.length <= 200, `${code}: a recovery costs a reader few words`);
    }
  }
  assert.deepEqual(idle, [], "these recoveries name no tool, option or command");
});

interface Recovery {
  /** Brings the phone into the state in which the call fails. */
  readonly before?: (driven: Driven) => Promise<unknown> | unknown;
  readonly fails: readonly [tool: string, args: Readonly<Record<string, unknown>>];
  /** Does what the first recovery says, and nothing else; the call that then has to succeed, if not the same. */
  readonly follow: (
    driven: Driven,
    text: string,
  ) => Promise<readonly [string, Readonly<Record<string, unknown>>] | undefined>;
}

const TAP_TERMS = ["tap", { target: "id/terms" }] as const;

/** While the keyboard is shown the tree is reported as if it took no room, as some apps' trees are. */
function hideFields({ phone }: Driven): void {
  const { accessibilityWindows } = phone;
  const lowered = (node: Node): Node => {
    const { left, right } = node.bounds;
    const isField = node.resourceId.endsWith("id/email");
    const bounds = isField ? rectOf(left, 1_000, right, 1_050) : node.bounds;
    return { ...node, bounds, children: node.children.map(lowered) };
  };
  phone.accessibilityWindows = () => {
    const windows = accessibilityWindows.call(phone);
    if (!phone.state().ime.isVisible) return windows;
    return windows.map((window) => ({ ...window, root: window.root && lowered(window.root) }));
  };
}

type Node = NonNullable<ReturnType<Driven["phone"]["accessibilityWindows"]>[number]["root"]>;

/** The codes that a phone alone can provoke, and what following the first recovery comes to. */
const PROVOKED: Partial<Readonly<Record<ErrorCode, Recovery>>> = {
  SCREEN_OFF: {
    before: ({ phone }) => phone.hooks.setAwake(false),
    fails: TAP_TERMS,
    follow: async ({ did }) => void (await did("press_key", { key: "wakeup" })),
  },
  REF_STALE: {
    fails: ["tap", { target: "e99999" }],
    follow: async ({ did }) => ["tap", { target: refIn(await did("observe"), /checkbox "I agree/) }],
  },
  ELEMENT_NOT_FOUND: {
    fails: ["tap", { target: 'checkbox "Agree"' }],
    follow: async ({ did }) => ["tap", { target: refIn(await did("observe"), /checkbox "I agree/) }],
  },
  AMBIGUOUS_TARGET: {
    fails: ["tap", { target: "radio" }],
    follow: async (_, text) => ["tap", { target: /(e\d+) radio "Plus"/.exec(text)?.[1] }],
  },
  TARGET_UNREACHABLE: {
    before: async (driven) => {
      await driven.did("tap", { target: "id/name" });
      hideFields(driven);
    },
    fails: ["tap", { target: "id/email" }],
    follow: async ({ did }) => void (await did("press_key", { key: "back" })),
  },
  NO_TEXT_FIELD: {
    fails: ["type_text", { text: "x" }],
    follow: async ({ did }) => void (await did("tap", { target: "id/name" })),
  },
  SELECTOR_SYNTAX: {
    fails: ["tap", { target: "checkbox terms" }],
    follow: async ({ did }) => ["tap", { target: refIn(await did("observe"), /checkbox "I agree/) }],
  },
  DEVICE_NOT_FOUND: {
    fails: ["observe", { device: "nobody" }],
    follow: async ({ did }) => ["observe", { device: (await did("list_devices")).split(" ")[0] }],
  },
  APP_NOT_FOUND: {
    fails: ["open_app", { package: "com.fovea.note" }],
    follow: async ({ did }) => ["open_app", { package: (await did("list_apps", { contains: "note" })).split(" ")[0] }],
  },
  APP_NOT_LAUNCHED: {
    fails: ["open_app", { package: "com.fovea.form", activity: ".NoneActivity" }],
    follow: async () => ["observe", {}],
  },
  EXPECTATION_FAILED: {
    fails: ["verify", { condition: "checkbox checked" }],
    follow: async ({ phone }) => {
      phone.hooks.after(8_000, () => phone.hooks.tap("I agree to the terms"));
      return ["wait_for", { condition: "checkbox checked" }];
    },
  },
  WAIT_TIMEOUT: {
    fails: ["wait_for", { condition: '"Nothing"', timeout_ms: 0 }],
    follow: async () => ["observe", {}],
  },
  URL_NOT_ALLOWED: {
    fails: ["open_url", { url: "tel:112" }],
    follow: async () => ["open_url", { url: "https://example.org/" }],
  },
  PATH_NOT_ALLOWED: {
    fails: ["screenshot", { save_as: "../up.png" }],
    follow: async () => ["screenshot", { save_as: "up.png" }],
  },
  DEVICE_LOCKED: {
    before: ({ phone }) => phone.hooks.lock(),
    fails: TAP_TERMS,
    follow: async ({ did }) => void (await did("swipe", { direction: "up" })),
  },
};

for (const [code, { before, fails, follow }] of Object.entries(PROVOKED)) {
  test(`the first recovery of ${code} resolves the error`, async () => {
    await using driven = await drive({ app: "com.fovea.form", lock: code === "DEVICE_LOCKED" ? "swipe" : "none" });
    await driven.did("observe");
    await before?.(driven);
    const { text, isError } = await driven.mcp.call(...fails);
    assert.ok(isError && text.startsWith(`${code}: `), text);
    await driven.did(...((await follow(driven, text)) ?? fails));
  });
}

test("the first recovery of DEVICE_BUSY resolves the error once the other program is done", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { hardwareSerial, bootId } = await (await driven.product.session()).device.facts(never());
  const leases = new ActLeases(driven.product.config.stateDir, "fovea serve");
  const { serial } = driven.product;
  const lease = await leases.take({ serial, hardwareSerial: hardwareSerial ?? serial, bootId }, never());
  const text = await driven.refused("DEVICE_BUSY", "tap", { target: "id/terms" });
  assert.match(
    text,
    /^DEVICE_BUSY: fovea serve \(process \d+\) is acting on \S+; nothing was done\nNext: Observe, then repeat the call/,
  );
  lease[Symbol.dispose]();
  await driven.did("observe");
  assert.match(await driven.did("tap", { target: "id/terms" }), /\nchanged: 1 changed\n/);
});
