import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../../../src/base/assets.js";
import { spawnFovea } from "../../support/fovea-process.js";

const PICTURE = join(packageRoot(), "docs/pictures/demo.png");

/** A home that nobody used before, and the environment of a process that lives there. */
function freshHome(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "fovea-home-"));
  t.after(() => rmSync(home, { recursive: true }));
  const cache = join(home, ".cache");
  mkdirSync(cache);
  const env = { HOME: home, XDG_CACHE_HOME: cache, XDG_STATE_HOME: join(home, ".local/state") };
  return { env, left: () => readdirSync(home, { recursive: true }).map(String).filter(isForeign) };
}

/** Fovea's own folders are what it is known to keep. */
function isForeign(path: string): boolean {
  return !/^(?:\.cache|\.cache\/fovea.*|\.local|\.local\/state|\.local\/state\/fovea.*)$/.test(path);
}

test("a detection writes no telemetry of the runtime into the user's home", async (t) => {
  for (const asked of [{}, { ORT_DISABLE_TELEMETRY: "0" }]) {
    const { env, left } = freshHome(t);
    const { code, stdout, stderr } = await spawnFovea(["detect", PICTURE], { env: { ...env, ...asked } });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^button /m, "the runtime looked at the picture");
    assert.deepEqual(left(), []);
  }
});

test("an observation by a detector that a program opened writes no telemetry either", (t) => {
  const { env, left } = freshHome(t);
  const from = (path: string) => JSON.stringify(pathToFileURL(join(packageRoot(), "dist/src", path)).href);
  const script = join(env.HOME, "look.mjs");
  writeFileSync(
    script,
    `import { openDetector } from ${from("vision/detectors.js")};
    const detector = await openDetector({ detector: "onnx", detectorLayout: "auto" });
    const frame = { width: 640, height: 640, rgba: new Uint8Array(640 * 640 * 4), format: "rgba", sha256: "", takenAt: 0 };
    console.log((await detector.detect(frame, new AbortController().signal)).length);
    await detector.close();`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\d+\n$/);
  assert.deepEqual(left(), ["look.mjs"]);
});

test("telemetry is switched off before any detector is loaded", async (t) => {
  const { env } = freshHome(t);
  const module = join(env.HOME, "throws.mjs");
  const body = 'throw new Error("telemetry off: " + process.env.ORT_DISABLE_TELEMETRY)';
  writeFileSync(
    module,
    `export default () => ({ name: "throws", source: "vision", async detect() { ${body} }, async close() {} });`,
  );
  const { stderr } = await spawnFovea(["detect", PICTURE, "--detector", module], { env });
  assert.match(stderr, /telemetry off: 1/);
});
