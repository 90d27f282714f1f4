import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { runCommandLine } from "../../../src/cli/run-command-line.js";
import { capture } from "../../support/capture-terminal.js";
import { runFovea } from "../../support/fovea-process.js";
import { linesOf, startGuarded } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";
import type { Product } from "../../support/product.js";
import { productFlags } from "../../support/serve-process.js";

/** Runs a command on a terminal at which somebody types this. */
async function onTerminal(words: readonly string[], typed: string) {
  const { terminal, ...written } = capture();
  const input = Readable.from([Buffer.from(typed)]);
  const asked = { ...terminal, input, isInteractive: true };
  const code = await runCommandLine({ words, terminal: asked }, new AbortController().signal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

/** The flags of a command for the phone, with the guard as it is where nobody says otherwise. */
function flagsFor(product: Product): readonly string[] {
  const flags = productFlags(product);
  const at = flags.indexOf("--guard");
  return [...flags.slice(0, at), ...flags.slice(at + 2)];
}

const lastLine = (product: Product) => linesOf(product).at(-1);

test("on a terminal fovea tap asks the user before Send, and does nothing after a no", async () => {
  await using product = await startGuarded();
  const words = ["tap", 'button "Send"', ...flagsFor(product)];
  const no = await onTerminal(words, "n\n");
  assert.match(no.stderr, /Send.*\[y\/N\]/s);
  assert.match(no.stderr, /CONSENT_REFUSED: nothing was done\nNext: Type y to agree, or add --guard note/);
  assert.deepEqual([no.code, product.app.events], [1, []]);
  const yes = await onTerminal(words, "y\n");
  assert.deepEqual([yes.code, product.app.events.length], [0, 1], yes.stderr);
});

test("without a terminal a command notes actions that need a question, and refuses those for persons only", async () => {
  await using product = await startGuarded();
  const sent = await runFovea(["tap", 'button "Send"', ...flagsFor(product)], { input: "y\n" });
  assert.deepEqual([sent.code, product.app.events.length, lastLine(product)?.outcome], [0, 1, "noted"], sent.stderr);
  const bought = await runFovea(["tap", 'button "Buy now"', ...flagsFor(product)], { input: "y\n" });
  assert.match(bought.stderr, /^ACTION_BLOCKED: /m);
  assert.deepEqual([bought.code, product.app.events.length], [1, 1]);
});

test("a replay asks the guard: sensitive steps of its trace are noted, or blocked where requested", async () => {
  const trace = mkdtempSync(join(tmpdir(), "fovea-guarded-"));
  try {
    await using product = await startGuarded({ guard: "off", trace });
    await using mcp = await connectMcp(product);
    await mcp.call("observe");
    await mcp.call("tap", { target: 'button "Send"' });
    const [recorded] = (await product.recorder.stop()).values();
    assert.ok(recorded?.folder);
    const words = ["replay", recorded.folder, ...flagsFor(product)];
    const blocked = await runFovea([...words, "--guard", "block"]);
    assert.match(`${blocked.stdout}${blocked.stderr}`, /ACTION_BLOCKED/);
    assert.deepEqual([blocked.code === 0, product.app.events.length], [false, 1]);
    const noted = await runFovea(words);
    assert.deepEqual([noted.code, product.app.events.length], [0, 2], noted.stdout + noted.stderr);
    assert.equal(lastLine(product)?.outcome, "noted");
  } finally {
    rmSync(trace, { recursive: true, force: true });
  }
});
