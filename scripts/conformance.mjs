// Runs the official MCP conformance suite against Fovea over HTTP, in both eras of the protocol: all scored scenarios
// against Fovea's own server with the suite's fixtures registered on it, and the scenarios without fixtures against
// `fovea serve --http`. The suite does not support tokens, so a proxy adds the token.
// Usage: node scripts/conformance.mjs [FOLDER] [--install, and no more]; needs the compiled tests (npm run build).
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { install } from "./install-tools.mjs";

const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node@24"];
const FIXTURES = join(process.cwd(), "dist/test/conformance/serve-fixtures.js");
const MAIN = join(process.cwd(), "dist/src/cli/main.js");

/** Scenarios without fixtures; the others call tools, prompts and resources that only the suite's fixtures have. */
const WITHOUT_FIXTURES = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
  ],
};

const [folder = join(tmpdir(), "fovea-conformance"), option] = process.argv.slice(2);
const node = join(folder, "node_modules/node/bin/node");
const suite = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
if (!existsSync(suite) || !existsSync(node)) install(folder, PACKAGES);
if (option === "--install") process.exit(0);

const scratch = mkdtempSync(join(tmpdir(), "fovea-conformance-"));
const failures = [...(await checkFixtures()), ...(await checkShipped())];
rmSync(scratch, { recursive: true, force: true });
for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? "the conformance suite is content" : `${failures.length} complaints`);
process.exit(failures.length === 0 ? 0 : 1);

/** Runs every scored scenario of both sets; the suite's own exit code decides. */
async function checkFixtures() {
  const token = newToken();
  return await serving([FIXTURES, token, wantedName()], token, async (url) => {
    const complaints = [];
    for (const revision of Object.keys(WITHOUT_FIXTURES)) {
      const { code, stdout } = await run(["--url", url, "--requirements", revision]);
      const summary = summaryOf(stdout);
      console.log(`${revision}, with fixtures: ${summary.total}`);
      const failed = summary.scored.filter(({ isPassed }) => !isPassed);
      for (const { line } of failed) complaints.push(`${revision}: ${line}`);
      if (code !== 0 && failed.length === 0) complaints.push(`${revision}: exit ${code}\n${stdout}`);
      if (summary.scored.length < 30) complaints.push(`${revision}: only ${summary.scored.length} scenarios were run`);
    }
    return complaints;
  });
}

/** Checks the shipped server, started as users start it. */
async function checkShipped() {
  const token = newToken();
  const tokenFile = join(scratch, "token");
  writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
  // An adb server without devices that ends with this script: otherwise Fovea would start a real one, which stays.
  const { startVirtualAdbServer } = await import("../dist/packages/virtual-android/src/virtual-adb-server.js");
  await using adb = await startVirtualAdbServer();
  const places = ["--state-dir", join(scratch, "state"), "--output-dir", join(scratch, "out")];
  const http = ["--http", "--http-port", "0", "--http-token-file", tokenFile];
  const args = [MAIN, "serve", ...http, "--adb-port", String(adb.port), ...places];
  return await serving(args, token, async (url) => {
    const complaints = [];
    for (const [revision, scenarios] of Object.entries(WITHOUT_FIXTURES)) {
      for (const scenario of scenarios) {
        const { code, stdout } = await run(["--url", url, "--scenario", scenario, "--spec-version", revision]);
        if (code !== 0) complaints.push(`${revision} ${scenario}, as shipped: exit ${code}\n${stdout}`);
      }
      console.log(`${revision}, as shipped: ${scenarios.length} scenarios`);
    }
    return complaints;
  });
}

/** The suite expects its own name as the default of a text. Only the text of its messages has that name. */
function wantedName() {
  const [, name] = /name\\` \(string\): default "([^"]+)"/.exec(readFileSync(suite, "utf8")) ?? [];
  if (name === undefined) throw new Error("the suite does not say which default it wants");
  return name;
}

function newToken() {
  return randomBytes(24).toString("hex");
}

/** Starts a server that prints its address, and a proxy in front of it that adds the token. */
async function serving(args, token, use) {
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const proxy = await startProxy(new URL(await addressOf(server)), token);
    try {
      return await use(`http://127.0.0.1:${proxy.address().port}/mcp`);
    } finally {
      proxy.close();
      proxy.closeAllConnections();
    }
  } finally {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  }
}

async function addressOf(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /^listening on (\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("the server did not start");
}

/** Forwards requests; adds the token, and corrects the port in a Host header with this host. */
async function startProxy(target, token) {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    if (/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? "")) headers.host = target.host;
    const options = { host: target.hostname, port: target.port, path: asked.url, method: asked.method, headers };
    const passed = request(options, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
      answer.on("close", () => response.destroy());
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return proxy;
}

async function run(args) {
  return await new Promise((resolve) => {
    const options = { cwd: scratch, maxBuffer: 1 << 26, timeout: 240_000 };
    execFile(node, [suite, "server", ...args, "-o", join(scratch, "results")], options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, stdout: `${stdout}${stderr}` });
    });
  });
}

/** The scored lines of the summary, which end before "Not scored". */
function summaryOf(output) {
  const [, summary = ""] = output.split("=== SUMMARY ===");
  const [counted = "", rest = ""] = summary.split("\nNot scored");
  const unscored = new Set([...rest.matchAll(/^ {2}[✓✗] (\S+)/gmu)].map(([, name]) => name));
  const lines = [...counted.matchAll(/^([✓✗]) ([\w/-]+): .*$/gmu)];
  const scored = lines
    .filter(([, , name]) => !unscored.has(name))
    .map(([line, mark]) => ({ line, isPassed: mark === "✓" }));
  return { scored, total: `${scored.filter(({ isPassed }) => isPassed).length} of ${scored.length} scored scenarios` };
}
