import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { after, test } from "node:test";
import { modelsIn } from "../../src/cli/models.js";
import { modelsFolder } from "../../src/vision/model-manifest.js";
import { coded } from "../support/coded.js";
import { runFovea } from "../support/fovea-process.js";
import { never } from "../support/never.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-models-"));
after(() => rmSync(folder, { recursive: true }));

const CONTENT = Buffer.from("weights");
const MODEL = {
  name: "detector",
  file: "detector.onnx",
  bytes: CONTENT.length,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
  licence: "MIT",
  purpose: "elements in screenshots",
};
writeFileSync(join(folder, "models.json"), JSON.stringify({ version: 1, models: [MODEL] }));
writeFileSync(join(folder, MODEL.file), CONTENT);

/** The command on models of this folder, in place of those in the box. */
async function run(from: string, ...words: readonly string[]) {
  const chunks: Buffer[] = [];
  const output = new Writable({ write: (chunk, _, done) => done(void chunks.push(chunk)) });
  const terminal = { input: Readable.from([]), output, errors: output, isInteractive: false, isPiped: false, env: {} };
  const code = await modelsIn(from)({ words, terminal, worded: (hint) => hint }, never());
  return { code, said: Buffer.concat(chunks).toString() };
}

test("fovea models list names each model with size, licence and purpose", async () => {
  assert.deepEqual(await run(folder, "list"), { code: 0, said: "detector  0.00 MB  MIT  elements in screenshots\n" });
  const [reported] = JSON.parse((await run(folder, "list", "--json")).said);
  assert.deepEqual(reported, { ...MODEL, path: join(folder, MODEL.file) });
});

test("fovea models path prints the folder, or the file of one model", async () => {
  assert.equal((await run(folder, "path")).said, `${folder}\n`);
  assert.equal((await run(folder, "path", "detector")).said, `${join(folder, MODEL.file)}\n`);
  assert.equal((await coded(run(folder, "path", "nose"))).code, "DETECTOR_MODEL_UNREADABLE");
});

test("fovea models verify checks each model against the bundled one, and fails for one that is missing or different", async () => {
  assert.deepEqual(await run(folder, "verify"), { code: 0, said: "detector: as bundled\n" });
  const damaged = mkdtempSync(join(tmpdir(), "fovea-models-"));
  try {
    const models = [MODEL, { ...MODEL, name: "icons", file: "icons.onnx" }];
    writeFileSync(join(damaged, "models.json"), JSON.stringify({ version: 1, models }));
    writeFileSync(join(damaged, MODEL.file), "weightz");
    const { code, said } = await run(damaged, "verify");
    assert.equal(code, 1);
    assert.match(said, /^detector: .* is not the model that was bundled.*\nicons: the model .* cannot be read/);
    const reported = JSON.parse((await run(damaged, "verify", "--json")).said);
    assert.deepEqual(
      reported.map(({ ok }: { ok: boolean }) => ok),
      [false, false],
    );
  } finally {
    rmSync(damaged, { recursive: true });
  }
});

test("fovea models refuses other arguments as usage errors", async () => {
  for (const words of [[], ["look"], ["list", "detector"], ["path", "detector", "x"]]) {
    assert.equal((await runFovea(["models", ...words])).code, 2, words.join(" "));
  }
  assert.match((await runFovea(["models", "--help"])).stdout, /list\|verify\|path/);
  assert.equal((await runFovea(["models", "path"])).stdout, `${modelsFolder()}\n`);
});
