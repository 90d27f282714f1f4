import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { FoveaProcess, runFovea } from "../support/fovea-process.js";
import { connectHttp } from "../support/http-link.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-http-"));
after(() => rmSync(folder, { recursive: true }));

/** `fovea serve --http` on any port that is free. */
function serve(flags: readonly string[]): FoveaProcess {
  return new FoveaProcess(["serve", "--http", "--http-port", "0", ...flags]);
}

test("fovea serve --http makes and prints the token once, and keeps it readable for its owner only", async () => {
  await using product = await startProduct({ size: { width: 360, height: 800 }, density: 140 });
  const flags = productFlags(product);
  const file = join(product.config.stateDir, "http-token", "token");
  const tokens: string[] = [];
  {
    await using fovea = serve(flags);
    const [, url = ""] = await fovea.says(/^listening on (\S+)$/m);
    const [, token = ""] = await fovea.says(/^token \(kept in .*\/http-token\/token, not shown again\): (\S+)$/m);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    assert.ok(token.length >= 43, token);
    assert.equal(readFileSync(file, "utf8"), `${token}\n`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(file, "..")).mode & 0o777, 0o700);
    await using mcp = await connectHttp({ url, token });
    assert.match((await mcp.call("observe")).text, /button "Settings"/);
    fovea.child.kill("SIGTERM");
    assert.equal(await fovea.ended(), 0, fovea.stderr);
    tokens.push(token);
  }
  await using again = serve(flags);
  await again.says(/^token: in .*\/http-token\/token$/m);
  assert.ok(!`${again.stdout}${again.stderr}`.includes(tokens[0] ?? "none"), "it is not shown again");
  const [, url = ""] = await again.says(/^listening on (\S+)$/m);
  await using mcp = await connectHttp({ url, token: tokens[0] ?? "" });
  assert.match((await mcp.call("list_devices")).text, new RegExp(product.serial));
});

test("SIGTERM ends fovea serve --http and its programs on the phone, even while the phone does not answer", async () => {
  const faults = [{ command: "^(uiautomator|screencap|dumpsys)", fault: { kind: "hang" } }] as const;
  await using product = await startProduct({ size: { width: 360, height: 800 }, density: 140, faults: [...faults] });
  await using fovea = serve(productFlags(product));
  const [, url = ""] = await fovea.says(/^listening on (\S+)$/m);
  const [, token = ""] = await fovea.says(/^token .*: (\S+)$/m);
  await using mcp = await connectHttp({ url, token });
  const call = mcp.call("observe").catch(() => null);
  await pollUntil(() => product.device.processes.length > 0 || undefined, 10, AbortSignal.timeout(60_000));
  fovea.child.kill("SIGTERM");
  assert.equal(await fovea.ended(), 0, fovea.stderr);
  await pollUntil(() => product.device.log.counts.openServices === 0 || undefined, 10, AbortSignal.timeout(60_000));
  await Promise.race([call, mcp[Symbol.asyncDispose]()]);
});

/** What `fovea serve --http` says instead of serving, with the code that it begins with. */
async function refusal(code: string, flags: readonly string[]): Promise<string> {
  const state = ["--state-dir", join(folder, "state")];
  const run = await runFovea(["serve", "--http", "--http-port", "0", ...state, ...flags]);
  assert.notEqual(run.code, 0, run.stdout);
  assert.ok(run.stderr.startsWith(`${code}: `), run.stderr);
  return run.stderr;
}

test("fovea serve --http refuses a token that others can read, that is short or that is missing, and says what to do", async () => {
  const file = join(folder, "token");
  const use = ["--http-token-file", file];
  const UNUSABLE = "HTTP_TOKEN_UNUSABLE";
  assert.match(await refusal(UNUSABLE, use), /there is no such file\nNext: /);
  writeFileSync(file, "short", { mode: 0o600 });
  assert.match(await refusal(UNUSABLE, use), /shorter than 32 characters/);
  writeFileSync(file, "two words that are long enough for a token");
  assert.match(await refusal(UNUSABLE, use), /not one word/);
  const secret = "a".repeat(40);
  writeFileSync(file, secret);
  chmodSync(file, 0o644);
  const said = await refusal(UNUSABLE, use);
  assert.match(said, /\(mode 644\)\nNext: Run `chmod 600 /);
  assert.ok(!said.includes(secret));
});

test("fovea serve --http listens on other interfaces only where requested, with host names and a token of the user", async () => {
  const file = join(folder, "own-token");
  writeFileSync(file, "b".repeat(40), { mode: 0o600 });
  const all = ["--http-bind", "0.0.0.0"];
  const open = async (flags: readonly string[]) => await refusal("INVALID_ARGUMENT", flags);
  assert.match(await open(all), /also needs --http-hosts .* and --http-token-file/);
  assert.match(await open([...all, "--http-hosts", "farm.example"]), /also needs --http-token-file/);
  assert.match(await open([...all, "--http-token-file", file]), /also needs --http-hosts/);
  assert.match(await open(["--http-bind", "::", "--http-token-file", file]), /also needs --http-hosts/);
  const flags = [...all, "--http-hosts", "farm.example", "--http-token-file", file, "--state-dir", join(folder, "own")];
  await using fovea = serve(flags);
  await fovea.says(/^listening on http:\/\/0\.0\.0\.0:\d+\/mcp$/m);
  assert.ok(!fovea.stdout.includes("bbbb"), "the user's own token is not printed");
});
