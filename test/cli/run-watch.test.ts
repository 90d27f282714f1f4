import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

/** `fovea run … --watch` in this process, until it is disposed of. */
function watching(words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const controller = new AbortController();
  const running = runCommandLine({ words: ["run", ...words, "--watch"], terminal }, controller.signal);
  const ended = running.catch(() => {});
  let seen = 0;
  return {
    complained: stderr,
    /** What it says, from the last wait on until it waits for a change again. */
    round: async () =>
      await pollUntil(
        () => {
          const at = stdout().indexOf("waiting for a change", seen);
          if (at < 0) return undefined;
          const text = stdout().slice(seen, at);
          seen = at + 1;
          return text;
        },
        10,
        never(),
      ),
    [Symbol.asyncDispose]: async () => {
      controller.abort(new Error("over"));
      await ended;
    },
  };
}

function flow(steps: string): string {
  return `appId: com.fovea.notes\n---\n${steps}\n`;
}

test("fovea run --watch checks flows again when a file of theirs changes, and finds new flows", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-watch-"));
  try {
    writeFileSync(join(folder, "a.yaml"), flow("- back"));
    writeFileSync(join(folder, "b.yaml"), flow("- nope"));
    await using watch = watching([folder, "--check"]);
    assert.match(await watch.round(), /b\.yaml:3: nope[\s\S]*1 of 2 flows can be run\n$/);
    writeFileSync(join(folder, "b.yaml"), flow("- back\n- back"));
    assert.match(await watch.round(), /changed: .*b\.yaml\n1 of 1 flows can be run\n$/);
    writeFileSync(join(folder, "c.yaml"), "nothing");
    assert.match(await watch.round(), /changed: .*c\.yaml\n.*c\.yaml:1: a flow begins with a head.*\n0 of 1 flows/);
    rmSync(join(folder, "c.yaml"));
    assert.match(await watch.round(), /changed: .*c\.yaml\n2 of 2 flows can be run\n$/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("fovea run --watch runs only the flows that use a changed part, and goes on after a flow that cannot run", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const [a, b, part] = ["a.yaml", "b.yaml", "part.yaml"].map((name) => join(product.folder, name));
  writeFileSync(a ?? "", flow("- runFlow: part.yaml"));
  writeFileSync(b ?? "", flow("- assertVisible: Shopping"));
  writeFileSync(part ?? "", flow("- assertVisible: Nowhere"));
  await using watch = watching([a ?? "", b ?? "", ...productFlags(product), "--lookup-timeout", "100"]);
  assert.match(await watch.round(), /EXPECTATION_FAILED[\s\S]*\nFAILED: 1 of 2 flows/);
  writeFileSync(part ?? "", flow("- assertVisible: Shopping"));
  const second = await watch.round();
  assert.match(second, /changed: .*part\.yaml\na \([\s\S]*\npassed: 1 of 1 steps/);
  assert.ok(!second.includes("\nb ("), second);
  writeFileSync(part ?? "", flow("- nope"));
  await watch.round();
  assert.match(watch.complained(), /FLOW_INVALID: .*part\.yaml:3: nope/);
  writeFileSync(part ?? "", flow("- back"));
  assert.match(await watch.round(), /\na \([\s\S]*\npassed: 1 of 1 steps/);
});

test("fovea run refuses --watch together with --json", async () => {
  const { terminal, stdout } = capture();
  const words = ["run", "docs/examples/sign-up.yaml", "--watch", "--json"];
  assert.equal(await runCommandLine({ words, terminal }, new AbortController().signal), 2);
  assert.match(JSON.parse(stdout()).error.message, /--watch is for people/);
});
