import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { packageRoot } from "../../../src/base/assets.js";
import { connect, isFoveaError, pluginContract } from "../../../src/library/connect.js";
import { loadPlugins } from "../../../src/library/plugins/load-plugins.js";
import type { ActionDefinition, RegisterPlugin } from "../../../src/library/types.js";
import { judge } from "../../../src/screen/match.js";
import { parseCondition } from "../../../src/screen/selector.js";
import { printCondition } from "../../../src/screen/selector-print.js";
import { image, screenWith, text } from "../../support/build-plugin-screen.js";
import { SMALL } from "../../support/drive.js";
import { runFovea } from "../../support/fovea-process.js";
import { connectMcp } from "../../support/mcp-link.js";
import { type Product, startProduct } from "../../support/product.js";
import { productFlags } from "../../support/serve-process.js";
import type { TreeNode } from "../../support/ui-tree.js";

const EXAMPLE = join(packageRoot(), "docs/examples/plugin.mjs");

async function example(): Promise<RegisterPlugin> {
  return (await import(pathToFileURL(EXAMPLE).href)).default;
}

const TEXT = { type: "string", description: "words" } as const;

const ACTION: ActionDefinition = {
  name: "agree",
  purpose: "Agree to the terms.",
  schema: { again: { type: "boolean", description: "tap twice", optional: true } },
  returns: { taps: { type: "integer", description: "how often it was tapped" } },
  example: { again: false },
  run: async ({ again }, phone) => {
    await phone.tap("id/terms");
    if (again === true) await phone.tap("id/terms");
    return { taps: again === true ? 2 : 1 };
  },
};

async function open(
  product: Product,
  plugins: readonly RegisterPlugin[],
  more: Readonly<Record<string, boolean | string>> = {},
) {
  const { adbPort, config, serial } = product;
  const own = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, companion: "off", actionTimeoutMs: 0 };
  return await connect({ device: serial, options: { ...own, ...more }, plugins });
}

const failure = async (work: Promise<unknown>, code: string): Promise<string> => {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error), String(error));
  assert.equal(error.code, code, error.message);
  return error.message;
};

test("an action of a plug-in is a listed tool with its own answer, and acts by the same verbs as others", async () => {
  const plugins = await loadPlugins([EXAMPLE], [({ registerAction }) => registerAction(ACTION)]);
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using mcp = await connectMcp({ ...product, plugins });
  const { tools } = await mcp.client.listTools();
  const listed = tools.find(({ name }) => name === "summary");
  assert.equal(listed?.description, 'Sum up the screen in one line. Gives summary (string). E.g. {"words":12}');
  assert.ok("words" in (listed.inputSchema.properties ?? {}));
  const said = await mcp.call("summary", { words: 2 });
  assert.deepEqual([said.isError, said.text.split("\n")[0]], [false, 'summary: {"summary":"Create account"}']);
  const done = await mcp.call("agree", { again: true });
  assert.match(done.text, /^agree: \{"taps":2\}\ntapped e\d+ checkbox[^\n]* \| changed[^\n]*\ntapped e\d+ checkbox/);
  const history = await mcp.call("history");
  assert.equal(history.text.match(/tapped/g)?.length, 2);
  assert.match((await mcp.call("agree", { more: 1 })).text, /^INVALID_ARGUMENT: agree: there is no argument "more"/);
  const checked = await mcp.call("verify", { condition: "has_buttons and not login_succeeded" });
  assert.match(checked.text, /^true: judged by has_buttons/);
});

test("the error of a plug-in's action names tools for a model, and calls for a program", async () => {
  const run: ActionDefinition["run"] = async (_, own) => {
    await own.type("x");
    return { taps: 1 };
  };
  const register: RegisterPlugin = ({ registerAction }) => registerAction({ ...ACTION, run });
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using mcp = await connectMcp({ ...product, plugins: await loadPlugins([], [register]) });
  assert.match((await mcp.call("agree")).text, /^NO_TEXT_FIELD: [\s\S]*`target` of type_text/);
  await using phone = await open(product, [register]);
  const error: unknown = await phone.actions["agree"]?.().catch((thrown: unknown) => thrown);
  assert.ok(isFoveaError(error, "NO_TEXT_FIELD"), String(error));
  assert.match(error.hint, /`target` of type\.$/);
});

test("an action of a plug-in is a method of the phone, and is refused on a read-only connection", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using phone = await open(product, [({ registerAction }) => registerAction(ACTION)]);
  assert.deepEqual(await phone.actions["agree"]?.(), { taps: 1 });
  assert.equal((await phone.find("id/terms"))[0]?.checked, true);
  await using looking = await open(product, [({ registerAction }) => registerAction(ACTION)], { readOnly: true });
  await failure(looking.actions["agree"]?.() ?? assert.fail(), "READ_ONLY");
  assert.equal((await phone.find("id/terms"))[0]?.checked, true);
});

test("a plug-in that throws, hangs or breaks its schema is named in the error, and the next call works", async () => {
  const broken = (name: string, run: ActionDefinition["run"]): RegisterPlugin => {
    return ({ registerAction }) => registerAction({ ...ACTION, name, run });
  };
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  await using phone = await open(product, [
    broken("throws", async () => {
      throw new Error("no luck");
    }),
    broken("hangs", async () => await new Promise(() => {})),
    broken("breaks", async () => ({ taps: "many" })),
    broken("misses", async (_, own) => {
      await own.tap('"Nowhere"');
      return { taps: 1 };
    }),
  ]);
  const call = (name: string, deadlineMs = 60_000) => phone.actions[name]?.({}, { deadlineMs }) ?? assert.fail();
  assert.match(
    await failure(call("throws"), "PLUGIN_FAILED"),
    /^the action throws of the plug-in plugins\[0\] threw: no luck/,
  );
  assert.match(
    await failure(call("hangs", 300), "PLUGIN_FAILED"),
    /^the action hangs of the plug-in plugins\[1\] did not end/,
  );
  assert.match(
    await failure(call("breaks"), "PLUGIN_FAILED"),
    /returned something that its schema does not allow: taps: /,
  );
  await failure(call("misses"), "ELEMENT_NOT_FOUND");
  assert.equal((await phone.tap("id/terms")).verdict.kind, "changed");
});

test("login_succeeded is true only for a welcome with an avatar and without an error", async () => {
  const { words } = await loadPlugins([EXAMPLE]);
  const condition = parseCondition("login_succeeded", words);
  assert.equal(printCondition(condition), "login_succeeded");
  const holds = (...parts: readonly TreeNode[]) => {
    const { elements } = screenWith(...parts);
    return judge(condition, { hierarchySource: "uiautomator", elements, activeWindow: null, ime: null });
  };
  const [welcome, avatar, error] = [text("Welcome, Ada"), image("avatar"), text("Login error")];
  assert.equal(holds(welcome, avatar), true);
  for (const parts of [[welcome], [avatar], [welcome, avatar, error], [error]]) assert.equal(holds(...parts), false);
  assert.equal(
    judge(parseCondition("not login_succeeded", words), {
      hierarchySource: "none",
      elements: [],
      activeWindow: null,
      ime: null,
    }),
    null,
  );
});

test("a verifier that finds nothing is unknown where only detectors saw the screen", async () => {
  const register: RegisterPlugin = ({ registerVerifier }) => {
    registerVerifier("no_error", ({ find }) => find('"error"').length === 0);
    registerVerifier("welcomed", ({ find }) => find('"Welcome"').length > 0);
    registerVerifier("is_read", ({ hasHierarchy }) => hasHierarchy);
  };
  const { words } = await loadPlugins([], [register]);
  const { elements } = screenWith(text("Welcome"));
  const holds = (condition: string, hierarchySource: "uiautomator" | "vision") =>
    judge(parseCondition(condition, words), { hierarchySource, elements, activeWindow: null, ime: null });
  assert.deepEqual([holds("no_error", "uiautomator"), holds("not no_error", "uiautomator")], [true, false]);
  assert.deepEqual([holds("no_error", "vision"), holds("not no_error", "vision")], [null, null]);
  assert.deepEqual([holds("welcomed", "uiautomator"), holds("welcomed", "vision")], [true, true]);
  assert.deepEqual([holds("is_read", "uiautomator"), holds("is_read", "vision")], [true, false]);
});

test("a verifier that throws or returns a wrong value is named, and its name does not change the grammar", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const verifiers: RegisterPlugin = ({ registerVerifier }) => {
    registerVerifier("throws", () => {
      throw new Error("no luck");
    });
    registerVerifier("promises", (async () => true) as never);
    registerVerifier(
      "form_shown",
      (screen) => screen.app?.package === "com.fovea.form" && screen.find("checkbox").length === 1,
    );
  };
  await using phone = await open(product, [verifiers]);
  assert.match(
    await failure(phone.verify("throws"), "PLUGIN_FAILED"),
    /the verifier throws of the plug-in plugins\[0\] threw: no luck/,
  );
  assert.match(await failure(phone.verify("promises"), "PLUGIN_FAILED"), /gave neither true, false nor null/);
  assert.equal((await phone.verify("form_shown and not keyboard")).condition, "form_shown and not keyboard");
  await phone.tap("id/terms", { expect: "form_shown" });
  await failure(phone.verify("not form_shown"), "EXPECTATION_FAILED");
  assert.equal(printCondition(parseCondition("screen changed")), "changed");
});

test("a detector of a plug-in runs beside the others", async () => {
  const register: RegisterPlugin = ({ registerDetector }) =>
    registerDetector("eye", () => ({
      name: "eye",
      source: "vision",
      detect: async () => [
        {
          bounds: { left: 100, top: 900, right: 200, bottom: 1000 },
          confidence: 0.9,
          source: "vision",
          kind: "button",
          text: null,
          guess: null,
        },
      ],
      close: async () => {},
    }));
  for (const { run } of await pluginContract(register)) await run();
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  await using phone = await open(product, [register], { vision: "on", detector: "none" });
  const { elements } = await phone.observe({ fresh: true });
  const seen = elements.filter(({ sources }) => !sources.includes("hierarchy"));
  assert.deepEqual(
    seen.map(({ type, bounds, confidence }) => [type, bounds, confidence]),
    [["button", { left: 100, top: 900, right: 200, bottom: 1000 }, 0.9]],
  );
});

test("an invalid plug-in is refused when it is loaded, with the module and the reason", async () => {
  await using product = await startProduct(SMALL);
  const refused: readonly (readonly [RegisterPlugin, RegExp])[] = [
    [({ registerAction }) => registerAction({ ...ACTION, name: "tap" }), /plugins\[0\] .* there is a tool tap already/],
    [({ registerAction }) => registerAction({ ...ACTION, example: { again: "no" } }), /example: again: /],
    [
      ({ registerAction }) => registerAction({ ...ACTION, schema: { device: TEXT }, example: { device: "" } }),
      /device/,
    ],
    [({ registerVerifier }) => registerVerifier("e12", '"x"'), /verifier e12: .* already/],
    [({ registerAction }) => registerAction({ ...ACTION, name: "Not Snake" }), /has to be snake_case/],
    [({ registerAction }) => registerAction({ ...ACTION, schema: { x: { type: "list" } } } as never), /an action: /],
    [({ registerVerifier }) => registerVerifier("changed", '"x"'), /conditions already use this word/],
    [({ registerVerifier }) => registerVerifier("button", '"x"'), /conditions already use this word/],
    [({ registerVerifier }) => registerVerifier("logged_in", 'button "'), /verifier logged_in: /],
    [({ registerDetector }) => registerDetector("eye", null as never), /detector eye: /],
    [() => Promise.reject(new Error("no luck")), /cannot be used: no luck/],
  ];
  for (const [register, why] of refused)
    assert.match(await failure(loadPlugins([], [register]), "PLUGIN_UNUSABLE"), why);
  const module = join(product.folder, "none.mjs");
  writeFileSync(module, "export const other = 1;\n");
  assert.match(
    await failure(loadPlugins([module]), "PLUGIN_UNUSABLE"),
    /the default export of .*none\.mjs is not a function/,
  );
  const run = await runFovea(["verify", "has_buttons", "--plugin", module, ...productFlags(product)]);
  assert.match(run.stderr, /^PLUGIN_UNUSABLE: /);
});

test("a plug-in's action ends when its caller cancels, refuses unknown options, and has no shell", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const register: RegisterPlugin = ({ registerAction, registerVerifier }) => {
    registerVerifier("step_2", "id/terms");
    registerAction({ ...ACTION, name: "waits", run: async () => await new Promise(() => {}) });
    registerAction({
      ...ACTION,
      name: "step2_lists",
      returns: { keys: TEXT, serial: TEXT },
      run: async (_, phone) => {
        const keys = ["adb", "apps", "close", "actions", "debug", "tap", "device"];
        await phone.locator("id/terms").tap({ expect: "step_2" });
        return { keys: keys.filter((key) => Reflect.get(phone, key) !== undefined).join(), serial: phone.serial };
      },
    });
  };
  await using phone = await open(product, [register]);
  const { waits, step2_lists: lists } = phone.actions;
  assert.ok(waits && lists);
  await failure(waits({}, { signal: AbortSignal.timeout(50) }), "CANCELLED");
  await failure(waits({}, { deadline: 50 } as never), "INVALID_ARGUMENT");
  assert.deepEqual(await lists(), { keys: "tap,device", serial: phone.serial });
  const none = await pluginContract(5 as never).catch((error: unknown) => error);
  assert.ok(isFoveaError(none, "PLUGIN_UNUSABLE") && none.context.attemptedAction === "pluginContract");
});

test("conditions of a plug-in work in commands", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const run = await runFovea(["verify", "has_buttons", "--plugin", EXAMPLE, ...productFlags(product)]);
  assert.deepEqual([run.code, run.stdout.split("\n")[0]], [0, "true: judged by has_buttons"]);
});

test("the documented example is the one that these tests run, and it fulfils its contract", async () => {
  assert.ok(readFileSync(join(packageRoot(), "docs/plugins.md"), "utf8").includes(readFileSync(EXAMPLE, "utf8")));
  const cases = await pluginContract(await example());
  assert.deepEqual(
    cases.map(({ name }) => z.string().parse(name).split(" ").slice(0, 3).join(" ")),
    ["it registers at", "the action summary", "the verifier login_succeeded", "the verifier has_buttons"],
  );
  for (const { run } of cases) await run();
  const failing = await pluginContract(({ registerAction }) =>
    registerAction({ ...ACTION, run: async () => ({ taps: "many" }) }),
  );
  await assert.rejects(failing[1]?.run() ?? assert.fail());
});
