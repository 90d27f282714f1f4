import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertAppTextIsQuoted, IMITATIONS } from "../support/app-text-is-quoted.js";
import { useCompanions } from "../support/companion-ways.js";
import { fuzz } from "../support/fuzz.js";
import { HOSTILE_APP, type HostileApp, hostileApp, MARK } from "../support/hostile-app.js";
import { hostileText } from "../support/hostile-text.js";
import { connectMcp, type McpLink } from "../support/mcp-link.js";
import { type Product, startProduct } from "../support/product.js";

const imitation = fc.oneof(
  fc.constantFrom(...IMITATIONS),
  fc.tuple(hostileText, hostileText).map(([before, after]) => `${before}${MARK}${after}`),
);

const DETAILS = { system_bars: true, details: ["bounds", "ids", "classes"] };

/** One call for every kind of answer with text of the screen: observe, find, refusals, actions, waits, batches. */
const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["observe", DETAILS],
  ["observe", { max_chars: 300 }],
  ["find", { query: `~"${MARK}"` }],
  ["find", { query: MARK.toLowerCase() }],
  ["find", { query: `button "${MARK}!"` }],
  ["tap", { target: `~"${MARK}"` }],
  ["tap", { target: "e99999" }],
  ["verify", { condition: `~"${MARK}"` }],
  ["verify", { condition: '"never"' }],
  ["tap", { target: "id/act" }],
  ["take_action", { action: `tap the ${MARK} button` }],
  ["wait_for", { condition: '"never"', timeout_ms: 0 }],
  ["list_apps", { contains: "example" }],
  ["list_devices", {}],
];

async function callAll(mcp: McpLink, label: string): Promise<number> {
  let reported = 0;
  for (const [tool, args] of CALLS) {
    const { text } = await mcp.call(tool, args);
    reported += assertAppTextIsQuoted(text, `${label} ${tool}`);
  }
  return reported;
}

/** The answers that report what changes: diffs, verdicts, batches, toasts, dialogs, crashes. */
async function callWhileChanging(mcp: McpLink, { phone }: Product, { app, words }: { app: HostileApp; words: string }) {
  const check = async (tool: string, args: Record<string, unknown>) => {
    const { text } = await mcp.call(tool, args);
    return assertAppTextIsQuoted(text, `${tool} while it changes`);
  };
  app.change();
  await check("wait_for", { timeout_ms: 2_000 });
  app.toast(words);
  await check("press_key", { key: "tab" });
  app.openDialog(words);
  await check("batch", {
    steps: [
      { tool: "press_key", key: "volume_up" },
      { tool: "tap", target: `~"${MARK}"` },
    ],
  });
  await check("press_key", { key: "back" });
  phone.hooks.notify({ app: words, symbol: "apps", title: words, text: words });
  await check("observe", DETAILS);
  phone.hooks.crashApp(HOSTILE_APP);
  await check("observe", DETAILS);
  await check("press_key", { key: "home" });
}

for (const companion of [false, true]) {
  test(`text of an app is between quotes in every answer ${companion ? "by the companion" : "by uiautomator"}`, async () => {
    const app = hostileApp(IMITATIONS.join(" "));
    await using product = await startProduct({
      apiLevel: 34,
      size: { width: 540, height: 1200 },
      density: 210,
      speed: 50,
      app: HOSTILE_APP,
      moreApps: () => [app.make()],
      config: { takeAction: true, traceTools: true },
      ...(companion ? { onDevice: "enabled", link: useCompanions() } : {}),
    });
    await using mcp = await connectMcp(product);
    const property = fc.asyncProperty(imitation, async (words) => {
      app.say(words);
      const reported = await callAll(mcp, JSON.stringify(words));
      assert.ok(reported > 10, `only ${reported} of the app's words were shown`);
    });
    await fc.assert(property, fuzz(1));
    app.say(IMITATIONS.join("\n"));
    assert.ok((await callAll(mcp, "all of them")) > 10);
    const words = IMITATIONS.slice(0, 3).join("\n");
    app.say(words);
    await callWhileChanging(mcp, product, { app, words });
  });
}
