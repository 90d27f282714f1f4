import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import type { ProcessEntry } from "../../packages/virtual-android/src/activity-log.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import type { AnyTool } from "../../src/tool-contract/tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { connectMcp } from "../support/mcp-link.js";
import { type Product, startProduct } from "../support/product.js";
import { tempFolder } from "../support/temp-folder.js";

/** Stands in every hostile word, and nowhere else. */
const MARK = "OWNED";
const CANARY = "/data/local/tmp/canary";

const HOSTILE: readonly string[] = [
  `$(touch ${CANARY})`,
  `\`touch ${CANARY}\``,
  `'; touch ${CANARY}; '`,
  `"; touch ${CANARY}; "`,
  `&& touch ${CANARY}`,
  `| tee ${CANARY}`,
  `> ${CANARY}`,
  `\ntouch ${CANARY}\n`,
  "$HOME $IFS *?[a-z]",
  "%s \\n \\' %%",
  "\0",
  "\ud800",
  "\u202e é 字 😀",
].map((words) => MARK + words);
const DASHED: readonly string[] = ["--user 10", "-n com.x/.Y", "-rf"].map((words) => `${words}${MARK}`);

const fields = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional(), enum: z.unknown().optional() })),
  required: z.array(z.string()).default([]),
});

/** What makes the rest of a call pass, so that the hostile word is what it is about. */
const PLAIN: Readonly<Record<string, unknown>> = {
  target: "id/name",
  from: "540,900",
  to: "540,1200",
  text: "plain",
  key: "tab",
  package: "com.fovea.form",
  url: "https://example.org/",
  path: "x.apk",
  condition: "keyboard",
  query: '"Full name"',
  action: "go back",
  percent: 150,
  name: "system/screen_brightness",
  screen: "Create account",
  steps: [{ tool: "press_key", key: "tab" }],
};

/** What an argument makes sense with. */
const TOGETHER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "notifications text": { post: "plain" },
  "record_screen size": { action: "start" },
  "display locale": { package: "com.fovea.form" },
  "display package": { locale: "de-DE" },
};

interface Attack {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly words: string;
}

/** The texts that may become an argument of a program on the phone: each is tried with every hostile word. */
const FOR_THE_SHELL: Readonly<Record<string, readonly string[]>> = {
  type_text: ["text"],
  open_url: ["url"],
  open_app: ["package", "activity"],
  close_app: ["package"],
  list_apps: ["contains"],
  clear_app_data: ["package"],
  uninstall_app: ["package"],
  press_key: ["key"],
  take_action: ["action"],
  display: ["size", "time_zone", "locale", "package"],
  settings: ["name", "value"],
  permissions: ["package"],
  location: ["at"],
  logs: ["package"],
  crashes: ["package"],
  app_info: ["package"],
  performance: ["package"],
  notifications: ["post", "text"],
  record_screen: ["size"],
  files: ["list", "pull", "scan", "to"],
};

/** All but the one that is there only where the guard holds something back. */
const OFFERED = [...TOOLS, ...OPTIONAL_TOOLS].filter(({ name }) => name !== "confirm_action");

/** Every text that a tool takes, with hostile words in it: all of them where they may reach the shell, else one. */
function attacksOn(tool: AnyTool, toolPlace: number): readonly Attack[] {
  const { properties, required } = fields.parse(z.toJSONSchema(tool.input, { io: "input" }));
  const rest = Object.fromEntries(required.map((name) => [name, PLAIN[name]]));
  const texts = Object.entries(properties).filter(([, field]) => field.type === "string" && field.enum === undefined);
  const all = [...HOSTILE, ...DASHED];
  return texts.flatMap(([name], place) => {
    const isForShell = FOR_THE_SHELL[tool.name]?.includes(name) === true;
    const words = isForShell ? all : all.slice((toolPlace + place) % all.length).slice(0, 1);
    const own = TOGETHER[`${tool.name} ${name}`];
    const attack = (value: string) => ({ tool: tool.name, args: { ...rest, ...own, [name]: value }, words: value });
    return words.flatMap((word) =>
      name === "url" ? [attack(word), attack(`https://example.org/${word}`)] : [attack(word)],
    );
  });
}

function programsOf({ programs }: ProcessEntry): readonly string[] {
  return programs.map(([name = ""]) => name.slice(name.lastIndexOf("/") + 1));
}

/** The programs that the calls of a day start: nothing else may run, whatever the words are. */
async function ordinaryPrograms(product: Product): Promise<ReadonlySet<string>> {
  await using mcp = await connectMcp(product);
  for (const tool of OFFERED) {
    const { required } = fields.parse(z.toJSONSchema(tool.input, { io: "input" }));
    // One that is not needed any more.
    const own = tool.name === "uninstall_app" ? { package: "com.fovea.clock" } : {};
    await mcp.call(tool.name, { ...Object.fromEntries(required.map((name) => [name, PLAIN[name]])), ...own });
  }
  await mcp.call("swipe", { direction: "up" });
  await mcp.call("swipe", { direction: "up", speed: "slow" });
  // A picture is packed where that is faster than to send it, as on a busy host.
  return new Set([...product.device.log.processes.flatMap(programsOf), "gzip"]);
}

/** What a program may get of hostile words: the whole of them as one argument, as the verb writes them. */
function isWhole(argument: string, { tool, words }: Attack): boolean {
  if (argument === words) return true;
  if (tool === "open_url") return URL.canParse(words) && argument === new URL(words).href;
  // `input text`: a space is %s, and what would be one by itself is cut between its two characters.
  return tool === "type_text" && words.replaceAll(" ", "%s").includes(argument);
}

test("no hostile text starts a process on the phone, and each reaches its program whole as one argument", async () => {
  using memory = tempFolder();
  await using product = await startProduct({
    app: "com.fovea.form",
    size: { width: 540, height: 1200 },
    density: 210,
    speed: 50,
    config: { takeAction: true, traceTools: true, manageApps: "allow", tools: TOOL_GROUPS, memory: memory.path },
  });
  const ordinary = await ordinaryPrograms(product);
  await using mcp = await connectMcp(product);
  let reached = 0;
  for (const attack of OFFERED.flatMap(attacksOn)) {
    product.device.log.clear();
    const { text, isError } = await mcp.call(attack.tool, attack.args);
    if (isError) assert.match(text, /^(?!INTERNAL)[A-Z_]+: /, JSON.stringify(attack));
    for (const process of product.device.log.processes) {
      const strange = programsOf(process).filter((name) => !ordinary.has(name));
      assert.deepEqual(strange, [], `${JSON.stringify(attack)} started ${process.argv.join(" ")}`);
      for (const argument of argumentsOf(process).filter((word) => word.includes(MARK))) {
        assert.ok(isWhole(argument, attack), `${JSON.stringify(attack)} arrived as ${JSON.stringify(argument)}`);
        reached += 1;
      }
    }
  }
  assert.equal(product.phone.files.stat(CANARY), undefined);
  assert.deepEqual(product.device.log.defects, []);
  assert.ok(reached >= 10, `only ${reached} hostile arguments reached a program: the test tries nothing`);
});

/** What programs get; the script of the shell that adbd starts holds all of it, quoted. */
function argumentsOf({ programs }: ProcessEntry): readonly string[] {
  return programs.filter(([name = ""]) => !/(?:^|\/)sh$/.test(name)).flat();
}
