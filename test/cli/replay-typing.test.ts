import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";
import { type Flow, recordFlow } from "../support/replay-flows.js";
import { productFlags } from "../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-replay-typing-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const FLOWS: readonly Flow[] = [
  {
    name: "form",
    app: "com.fovea.form",
    steps: [
      ["type_text", { target: "id/name", text: "Given Family" }],
      ["type_text", { target: "id/email", text: "demo@example.com" }],
      ["tap", { target: 'radio "Plus"' }],
      ["type_text", { target: "id/age", text: "36" }],
      ["type_text", { target: "id/name", text: "Other", clear: true }],
    ],
  },
  {
    name: "messages",
    app: "com.fovea.messages",
    steps: [
      ["tap", { target: '"Dad"' }],
      ["type_text", { target: "field", text: "See you on Sunday" }],
      ["type_text", { target: "field", text: "Here they are", clear: true }],
    ],
  },
];

/** Read as the command reads it: from dumps, typed by `input`. */
const DUMPED = { onDevice: "absent", link: NO_COMPANION, apiLevel: 33 } as const;

for (const flow of FLOWS) {
  test(`a trace with typing and no companion replays with the same results: ${flow.name}`, async () => {
    const recorded = await recordFlow(flow, folder, { product: DUMPED });
    await using product = await startProduct({ ...SMALL, app: flow.app });
    const { terminal, stdout, stderr } = capture();
    const words = ["replay", recorded.folder, ...productFlags(product), "--action-timeout", "300"];
    const code = await runCommandLine({ words, terminal: { ...terminal, env: {} } }, new AbortController().signal);
    assert.deepEqual([code, stderr()], [0, ""], stdout());
    assert.match(stdout(), new RegExp(`\\n${flow.steps.length} passed: passed\\n$`));
  });
}
