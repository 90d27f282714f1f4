import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { requirePackage } from "../../src/actions/apps/apps.js";
import { requireAllowedUrl } from "../../src/actions/verbs/open-url.js";
import { requireFileName } from "../../src/answers/save-new.js";
import { packageRoot } from "../../src/base/assets.js";
import { FoveaError } from "../../src/base/errors.js";
import { readScript } from "../../src/devices/script.js";
import { isAuthorized } from "../../src/server/http-token.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { fuzz } from "../support/fuzz.js";
import { RISKY_TEXTS } from "../support/hostile-text.js";
import { askHttp, connectHttp, startHttp } from "../support/http-link.js";
import { connectMcp } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";

/*
 * The causes behind the published weaknesses of servers like this one, each tried once. docs/security.md lists those
 * that cannot apply. The other tests of this folder try each cause in full.
 */

const TINY = { size: { width: 360, height: 640 } } as const;
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } });
const LIST_HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };

function codeOf(attempt: () => unknown): string {
  try {
    return String(attempt());
  } catch (error) {
    assert.ok(error instanceof FoveaError, String(error));
    return error.code;
  }
}

function sources(folder: string): readonly (readonly [file: string, text: string])[] {
  return readdirSync(join(packageRoot(), folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith(".ts") && !file.includes("virtual-device"))
    .map((file) => [file, readFileSync(join(packageRoot(), file), "utf8")]);
}

test("CVE-2025-59834, CVE-2020-7636: no argument becomes a command on the way to adb", () => {
  const words = fc.array(fc.oneof(fc.constantFrom(...RISKY_TEXTS), fc.string()), { minLength: 1, maxLength: 4 });
  const property = fc.property(words, (args) => {
    if (args.some((arg) => /\0|\p{Cs}/u.test(arg)))
      return assert.equal(
        codeOf(() => readScript(["echo", ...args])),
        "SHELL_UNQUOTABLE",
      );
    const { text } = readScript(["echo", ...args]);
    const outside = text.replace(/'[^']*'|\\'/g, "");
    assert.match(outside, /^exec echo[A-Za-z0-9_./:@,+ -]*$/, text);
    return undefined;
  });
  fc.assert(property, fuzz(500));
});

test("CVE-2025-52573, CVE-2025-54994, CVE-2025-53107: no shell of this host is ever used", () => {
  const shelled = sources("src").filter(([, text]) =>
    // Databases and patterns have their own exec: it is a method.
    /(?<!\.)\bexec(?:Sync)?\(\s*[`"']|(?:\bexec\b|\*)[^;]*from "node:child_process"|shell: true/.test(text),
  );
  assert.deepEqual(
    shelled.map(([file]) => file),
    [],
  );
});

test("CVE-2026-35394: only web addresses are opened", () => {
  for (const url of [
    "tel:*%2306%23",
    "sms:1?body=x",
    "content://contacts/people",
    "intent:#Intent;end",
    "file:///data",
  ]) {
    assert.equal(
      codeOf(() => requireAllowedUrl(url, ["http", "https"])),
      "URL_NOT_ALLOWED",
      url,
    );
  }
});

test("CVE-2026-33989: files are written only under plain names in the output folder", () => {
  for (const name of ["../../.bashrc", "/etc/cron.d/x.png", "..\\x.png", "a/../../x.png", "x.sh", "x.png\0.sh"]) {
    assert.equal(
      codeOf(() => requireFileName(name, "png")),
      "PATH_NOT_ALLOWED",
      name,
    );
  }
});

test("mobile-mcp 300 and 332: one tool takes the path of an app, and only in folders that were allowed", async () => {
  const fields = [...TOOLS, ...OPTIONAL_TOOLS].flatMap((tool) => Object.keys(tool.input.shape));
  assert.deepEqual(
    fields.filter((name) => /path|file|apk|folder|^dir$/i.test(name)),
    ["path"],
  );
  await using product = await startProduct({ ...TINY, config: { manageApps: "allow" } });
  await using mcp = await connectMcp(product);
  for (const path of ["/etc/passwd", "../../x.apk", "/data/local/tmp/x.apk"]) {
    const { text, isError } = await mcp.call("install_app", { path });
    assert.ok(isError && text.startsWith("PATH_NOT_ALLOWED: "), text);
  }
  assert.equal(
    codeOf(() => requirePackage("/data/local/tmp/x.apk")),
    "INVALID_ARGUMENT",
  );
});

test("CVE-2025-9611, -66414, CVE-2026-11624, -61568, CVE-2025-64443: a rebound name and another origin are refused", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const authorization = `Bearer ${http.token}`;
  const ask = async (headers: Readonly<Record<string, string>>) =>
    (await askHttp(http.url, { headers: { ...LIST_HEADERS, authorization, ...headers }, body: LIST })).status;
  assert.equal(await ask({ host: "rebound.example" }), 403);
  assert.equal(await ask({ origin: "https://evil.example" }), 403);
  assert.equal(await ask({}), 200);
  // A form or an image of a page sends no token, whatever its origin is called.
  assert.equal((await askHttp(http.url, { headers: { "content-type": "text/plain" }, body: LIST })).status, 401);
});

test("CVE-2026-25536: two clients at once each get the answers to their own requests", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  await using first = await connectHttp(http);
  await using second = await connectHttp(http);
  const ask = async (link: typeof first, name: string) => (await link.call("observe", { device: name })).text;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? first : second, `nobody-${at}`)),
  );
  for (const [at, text] of answers.entries()) assert.match(text, new RegExp(`nobody-${at}\\b`));
});

test("CVE-2026-52869, CVE-2026-59951: the newest protocol has no session, and a session id gives no access", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const authorization = `Bearer ${http.token}`;
  const answer = await askHttp(http.url, { headers: { ...LIST_HEADERS, authorization }, body: LIST });
  assert.equal(answer.headers["mcp-session-id"], undefined);
  const stolen = await askHttp(http.url, { headers: { "mcp-session-id": "any" }, body: LIST });
  assert.equal(stolen.status, 401);
  for (const wrong of ["", "Bearer", `Bearer ${http.token.slice(0, -1)}`, `Bearer ${http.token} x`, http.token]) {
    assert.equal(isAuthorized(wrong, http.token), false, wrong);
  }
});

test("CVE-2026-63119, CVE-2026-67432: an oversized body is refused, and the next request is answered", async () => {
  await using product = await startProduct(TINY);
  await using http = await startHttp(product);
  const headers = { ...LIST_HEADERS, authorization: `Bearer ${http.token}` };
  const huge = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: { _meta: META, x: "x".repeat(2_000_000) },
  });
  const refused = await askHttp(http.url, { headers, body: huge }).then(
    ({ status }) => status,
    () => 413, // the connection was closed in the middle of it
  );
  assert.equal(refused, 413);
  assert.equal((await askHttp(http.url, { headers, body: LIST })).status, 200);
});
