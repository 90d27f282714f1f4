// Slow; npm test has testing.test.ts and attempt-folder.test.ts, which need no phone.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { packageRoot } from "../../../src/base/assets.js";
import { MAIN } from "../../support/fovea-process.js";

const EXAMPLES = join(packageRoot(), "examples");
const BUILT = join(packageRoot(), "dist", "src", "library");

/** The sample in its own folder, where `fovea-mcp` is what was built. */
async function sample(name: string) {
  const folder = await mkdtemp(join(tmpdir(), "fovea-sample-"));
  cpSync(join(EXAMPLES, name), folder, { recursive: true });
  const own = join(folder, "node_modules", "fovea-mcp");
  mkdirSync(own, { recursive: true });
  const exports = { ".": "./connect.js", "./testing": "./testing.js" };
  writeFileSync(join(own, "package.json"), JSON.stringify({ name: "fovea-mcp", type: "module", exports }));
  for (const [file, built] of [
    ["connect.js", join(BUILT, "connect.js")],
    ["testing.js", join(BUILT, "testing", "testing.js")],
  ] as const)
    writeFileSync(join(own, file), `export * from ${JSON.stringify(pathToFileURL(built).href)};\n`);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** A runner of its own, and not a part of the one that runs this. */
async function nodeTest(folder: string) {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: _none, ...env } = process.env;
  const args = ["--test", "--test-reporter=tap", "test/*.test.mts"];
  return await promisify(execFile)(process.execPath, args, { cwd: folder, env }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
}

const BROKEN = `import { test } from "node:test";
import { phoneTests } from "fovea-mcp/testing";
const onPhone = phoneTests({ virtual: {}, app: "com.fovea.form" });
test("nowhere", onPhone(async (phone) => {
  await phone.tap("id/terms", { expect: "id/terms checked" });
  await phone.verify('"Nowhere"');
}));
`;

test("the sample for node:test passes, and the report of a failed test leads to its screenshot and its trace", async () => {
  using project = await sample("node-test");
  writeFileSync(join(project.folder, "test", "broken.test.mts"), BROKEN);
  const { stdout, code } = await nodeTest(project.folder);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /^# pass 4$/m);
  assert.match(stdout, /^# fail 1$/m);
  const [, folder = ""] = /^# fovea: kept in (.+)$/m.exec(stdout) ?? [];
  assert.deepEqual(readdirSync(folder).toSorted(), ["screenshot.png", "test.json", "trace"]);
  const [, trace = ""] = /^# read its trace with: fovea trace show "(.+)"$/m.exec(stdout) ?? [];
  const shown = await promisify(execFile)(process.execPath, [MAIN, "trace", "show", trace]);
  assert.match(shown.stdout, /terms/);
  assert.match(shown.stdout, /EXPECTATION_FAILED/);
  assert.deepEqual(readdirSync(join(project.folder, "test-artifacts")), ["broken.test.mts-nowhere"]);
  assert.match(readFileSync(join(EXAMPLES, "node-test", "ci.yml"), "utf8"), /^ {10}path: test-artifacts$/m);
});
