import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { person } from "../support/person.js";
import { startProduct } from "../support/product.js";

test("fovea record --by-hand writes a trace until Ctrl-C, trace show reads it, and unknown steps are counted", async () => {
  await using product = await startProduct({ ...SMALL, isSteady: true, app: "com.fovea.form" });
  const { terminal, stdout } = capture();
  const env = { ...process.env, XDG_STATE_HOME: product.config.stateDir };
  const own = { ...terminal, env, isInteractive: true };
  const ctrlC = new AbortController();
  const folder = join(product.folder, "shown");
  const words = ["record", "--by-hand", folder, "--adb-port", String(product.adbPort)];
  const running = runCommandLine({ words, terminal: own }, ctrlC.signal);
  await pollUntil(() => stdout().includes("Ctrl-C ends it") || undefined, 5, AbortSignal.timeout(60_000));
  const hand = person(product.phone);
  await hand.tap("I agree to the terms");
  await pollUntil(() => stdout().includes("tapped") || undefined, 5, AbortSignal.timeout(30_000)).catch((error) => {
    throw new Error(`the tap was not recorded: ${stdout()}`, { cause: error });
  });
  ctrlC.abort(new Error("Ctrl-C"));
  assert.equal(await running, 0, stdout());
  const trace = join(folder, product.serial);
  assert.match(stdout(), /^recorded 1 steps in /m);
  assert.ok(stdout().endsWith(`Next: fovea trace show ${trace}\n`), stdout());
  const shown = capture();
  assert.equal(await runCommandLine({ words: ["trace", "show", trace], terminal: shown.terminal }, never()), 0);
  assert.match(shown.stdout(), /click e\d+ checkbox "I agree to the terms"/);
});

test("fovea record without --by-hand names --trace, which records commands", async () => {
  const { terminal, stderr } = capture();
  assert.equal(await runCommandLine({ words: ["record", "x"], terminal }, never()), 2);
  assert.match(stderr(), /--trace DIR/);
});
