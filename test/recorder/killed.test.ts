import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { folderNameOf } from "../../src/recorder/trace-writer.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { validateTrace } from "../../src/trace/validate-trace.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";
import { productFlags, RawServe } from "../support/serve-process.js";

/** How many calls are answered before the server is killed, with more of them on their way. */
const ANSWERED = [2, 4];

for (const answered of ANSWERED) {
  test(`a server killed after ${answered} answered actions leaves a valid trace of those actions`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
    try {
      await using product = await startProduct({ app: "com.fovea.form", ...SMALL });
      const server = new RawServe([...productFlags(product), "--trace", folder]);
      await server.initialize();
      const names = ["Plus", "Team", "Free"];
      for (let id = 1; id <= answered + 3; id += 1) {
        const target = `radio "${names[id % names.length]}"`;
        server.request(id, "tools/call", { name: "tap", arguments: { target } });
      }
      await server.answer(answered);
      await server[Symbol.asyncDispose]();
      const trace = await openTrace(join(folder, folderNameOf(product.serial)));
      const { steps, problems } = await validateTrace(trace);
      assert.deepEqual(problems, []);
      // The step of the last answer may not have been written any more.
      assert.ok(steps >= answered - 1, `${steps} of ${answered}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
