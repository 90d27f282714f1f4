import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { readChecked } from "../../../src/replay/flow/check-flow.js";
import { workspaceOf } from "../../../src/replay/flow/load-flow.js";
import { globMatcher } from "../../../src/replay/workspace/glob.js";
import { type FlowPlan, type PlanRequest, planFlows } from "../../../src/replay/workspace/plan.js";

type Files = Readonly<Record<string, string>>;

async function inFolder(files: Files, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-plan-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function flow(head = ""): string {
  return `appId: com.x\n${head}\n---\n- back\n`;
}

async function planIn(folder: string, request: Partial<PlanRequest> = {}): Promise<FlowPlan> {
  const whole = { paths: [folder], includeTags: [], excludeTags: [], config: null, ...request };
  return await planFlows(whole, async (file) => await readChecked(file, folder));
}

/** `a.yaml,b.yaml|c.yaml`: those in sequence, and the others, which have no order of their own, by name. */
function words({ sequence, others }: FlowPlan, folder: string): string {
  const names = (flows: FlowPlan["others"]) => flows.map(({ file }) => relative(folder, file));
  return `${names(sequence).join(",")}|${names(others).toSorted().join(",")}`;
}

async function plans(files: Files, expected: string, request: Partial<PlanRequest> = {}): Promise<void> {
  await inFolder(files, async (folder) => assert.equal(words(await planIn(folder, request), folder), expected));
}

async function refuses(files: Files, says: RegExp, request: Partial<PlanRequest> = {}): Promise<void> {
  await inFolder(files, async (folder) => await assert.rejects(planIn(folder, request), says));
}

const TREE: Files = { "a.yaml": flow(), "b.yml": flow(), "parts/c.yaml": flow(), "parts/deep/d.yaml": flow() };

test("a folder stands for the flows directly in it, without its configuration and other files", async () => {
  await plans({ ...TREE, "config.yaml": "", "other.yaml": "flows: a\nincludeTags: [b]", "c.txt": "" }, "|a.yaml,b.yml");
});

test("globs include flows of sub-folders, and exclude flows", async () => {
  const configs: readonly (readonly [flows: string, expected: string])[] = [
    ['["**"]', "|a.yaml,b.yml,parts/c.yaml,parts/deep/d.yaml"],
    ['["**/*"]', "|parts/c.yaml,parts/deep/d.yaml"],
    ['"parts/*"', "|parts/c.yaml"],
    ['["*.yaml", "parts/**", "!parts/deep/*"]', "|a.yaml,parts/c.yaml"],
    ['["{a,x}.yaml", "parts/[a-d].yaml"]', "|a.yaml,parts/c.yaml"],
  ];
  for (const [flows, expected] of configs) await plans({ ...TREE, "config.yaml": `flows: ${flows}` }, expected);
});

test("tags of the call and of the configuration select flows, and a single flow runs whatever its tags", async () => {
  const files = { "a.yaml": flow("tags: [smoke]"), "b.yaml": flow("tags: [smoke, slow]"), "c.yaml": flow() };
  await plans(files, "|a.yaml,b.yaml", { includeTags: ["smoke"] });
  await plans(files, "|a.yaml,c.yaml", { excludeTags: ["slow"] });
  await plans({ ...files, "config.yaml": "includeTags: smoke\nexcludeTags: [slow]" }, "|a.yaml");
  await refuses(files, /none of the 3 flows has one of the tags none$/, { includeTags: ["none"] });
  const tagged = { "a.yaml": flow("tags: [smoke]"), "b.yaml": flow("tags: [slow]") };
  const excludeTags = ["smoke", "slow"];
  await refuses(tagged, /each of the 2 flows has one of the excluded tags \(smoke, slow\)/, { excludeTags });
  await inFolder(files, async (folder) => {
    const plan = await planIn(folder, { paths: [join(folder, "c.yaml")], includeTags: ["smoke"] });
    assert.equal(words(plan, folder), "|c.yaml");
  });
});

test("flows run in the configured order up to the first missing name, and then the others", async () => {
  const files = { ...TREE, "n.yaml": flow("name: Named") };
  const order = (names: string) => ({ ...files, "config.yaml": `executionOrder: {flowsOrder: [${names}]}` });
  await plans(order("Named, b"), "n.yaml,b.yml|a.yaml");
  await plans(order("b, gone, a"), "b.yml|a.yaml,n.yaml");
  await plans(order("gone"), "|a.yaml,b.yml,n.yaml");
  await plans(order("b, b, a"), "|a.yaml,b.yml,n.yaml");
  await refuses(order("gone, a"), /executionOrder: no flow is called gone/);
  await inFolder(
    { ...files, "config.yaml": "executionOrder: {continueOnFailure: false, flowsOrder: [a]}" },
    async (one) => {
      assert.equal((await planIn(one)).config.continuesOnFailure, false);
    },
  );
});

test("a selection without flows is refused with what to do", async () => {
  await refuses({ "x.txt": "" }, /no flow is in /);
  await refuses(
    { "parts/c.yaml": flow() },
    /no flow is directly in .*, but 1 in subfolders: name them in its config\.yaml/,
  );
  await refuses({ ...TREE, "config.yaml": 'flows: "x*"' }, /no flow fits x\*/);
  await refuses({ ...TREE, "config.yaml": 'flows: "!a.yaml"' }, /flows only excludes/);
  await refuses({ ...TREE, "config.yaml": 'flows: "[a"' }, /"\[a" is not a pattern of paths: a bracket is not closed/);
  await refuses({ ...TREE, "config.yaml": "flows: {a: b}" }, /config\.yaml:1: flows: a list of texts is expected/);
  await refuses(TREE, /nothing\.yaml cannot be read/, { paths: ["/nothing.yaml"] });
  const adds = "appId: com.x\n---\n- addMedia: ['../p.png']";
  await inFolder({ "p.png": "", "flows/a.yaml": adds }, async (folder) => {
    const read = async (file: string) => await readChecked(file, folder);
    const request = { paths: [join(folder, "flows")], includeTags: [], excludeTags: [], config: null };
    await assert.rejects(planFlows(request, read), /a\.yaml adds p\.png, which does not lie in/);
  });
});

test("variables, screenshots and animations of the configuration are read, and ignored keys are reported", async () => {
  const config =
    "env: {A: b}\ntestOutputDir: out\nplatform: {android: {disableAnimations: true}}\nnotifications: {}\nx: 1";
  await inFolder({ ...TREE, "config.yml": config }, async (folder) => {
    const { env, outputFolder, stopsAnimations, notes } = (await planIn(folder)).config;
    assert.deepEqual([env, outputFolder, stopsAnimations], [[{ name: "A", text: "b" }], "out", true]);
    assert.deepEqual(notes, ["! ignored in config.yaml: notifications, x"]);
  });
});

test("globs follow Java: dots and slashes are ordinary characters for *, and only ** crosses folders", () => {
  const fits = (glob: string, path: string) => {
    const made = globMatcher(glob);
    return typeof made === "string" ? made : made(path);
  };
  const table: readonly (readonly [glob: string, path: string, expected: boolean | string])[] = [
    ["*", ".hidden.yaml", true],
    ["*", "a/b", false],
    ["**", "a/b", true],
    ["a.yaml", "aXyaml", false],
    ["a?c", "a/c", false],
    ["[!a]b", "cb", true],
    ["[!a]b", "ab", false],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["(a)+{b,c*}", "(a)+cd", true],
    ["{a,{b}}", "a", "a group of words is inside another one"],
    ["{a", "a", "a group of words is not closed"],
    ["a\\", "a", "nothing follows the last backslash"],
    ["[a/b]", "a", "a class of characters has a slash"],
  ];
  for (const [glob, path, expected] of table) assert.equal(fits(glob, path), expected, glob);
});

test("a flow may name only files of its workspace, with links resolved", async () => {
  const steps = "appId: com.x\n---\n- runFlow: ../parts/c.yaml\n- runScript: ../../outside.js\n- runFlow: link/x.yaml";
  await inFolder(
    { "ws/flows/a.yaml": steps, "ws/parts/c.yaml": flow(), "outside.js": "1", "x.yaml": flow() },
    async (folder) => {
      symlinkSync(folder, join(folder, "ws", "flows", "link"));
      const { mistakes } = await readChecked(join(folder, "ws", "flows", "a.yaml"), join(folder, "ws"));
      assert.deepEqual(
        mistakes.map(({ message }) => message.replace(/^.*?a\.yaml/, "a.yaml").replaceAll(folder, "")),
        [
          "a.yaml:4: ../../outside.js cannot be read: it lies outside the workspace /ws (--workspace DIR names another)",
          "a.yaml:5: link/x.yaml cannot be read: it lies outside the workspace /ws (--workspace DIR names another)",
        ],
      );
    },
  );
});

test("the workspace is the folder where the program was started, or the marked folder above the flow", async () => {
  await inFolder({ "repo/.git/x": "", "repo/app/flows/a.yaml": flow(), "loose/b.yaml": flow() }, async (folder) => {
    const of = async (path: string, startedIn: string) =>
      relative(folder, await workspaceOf([join(folder, path)], join(folder, startedIn)));
    assert.equal(await of("repo/app/flows/a.yaml", "repo/app"), "repo/app");
    assert.equal(await of("repo/app/flows/a.yaml", "loose"), "repo");
    assert.equal(await of("loose/b.yaml", "repo"), "loose");
    assert.equal(await of("loose", "repo"), "loose");
  });
});
