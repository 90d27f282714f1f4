// Checks `fovea serve` with the official MCP inspector, in both eras of the protocol: tools/list --strict, and a call
// of every tool on a virtual phone. The inspector and its Node are installed from npm in a scratch folder.
// Usage: node scripts/inspect.mjs [FOLDER] [--install, and no more]; needs the compiled tests (npm run build).
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { install } from "./install-tools.mjs";

const PACKAGES = ["@modelcontextprotocol/inspector@2.12.0", "node@24"];
const MAIN = join(process.cwd(), "dist/src/cli/main.js");
const { EVERY_CALL } = await import("../dist/test/support/every-call.js");

const [folder = join(tmpdir(), "fovea-inspector"), option] = process.argv.slice(2);
const node = join(folder, "node_modules/node/bin/node");
const inspector = join(folder, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
if (!existsSync(inspector) || !existsSync(node)) install(folder, PACKAGES);
if (option === "--install") process.exit(0);

// Tools that have to refuse a call in a new server: name, arguments, pattern of the refusal.
const REFUSED_CALLS = [["confirm_action", { token: "Xb3kPq0aZ1cd" }, /CONSENT_STALE/]];

const failures = (await Promise.all(["legacy", "modern"].map(inspectEra))).flat();
for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? "the inspector is content" : `${failures.length} complaints`);
process.exit(failures.length === 0 ? 0 : 1);

/** The problems that the inspector finds in this era, one line each. */
async function inspectEra(era) {
  const scratch = mkdtempSync(join(tmpdir(), "fovea-inspect-"));
  const { phone, adbPort } = await startPhone();
  const places = [
    "--adb-port",
    adbPort,
    "--output-dir",
    join(scratch, "out"),
    "--state-dir",
    join(scratch, "state"),
    "--companion",
    "shell",
  ];
  const inspect = async (...method) => {
    const serve = [process.execPath, MAIN, "serve", ...places];
    const options = ["--protocol-era", era, "--format", "json", "-q", "--method", ...method];
    return await promisify(execFile)(node, [inspector, "--cli", ...serve, ...options], { maxBuffer: 1 << 26 }).then(
      ({ stdout }) => ({ result: JSON.parse(stdout).result }),
      ({ code, stdout, stderr }) => ({ problem: `exit ${code}: ${stdout}${stderr}` }),
    );
  };
  try {
    return [
      ...(await checkVersion(inspect, era)),
      ...(await checkList(inspect, era)),
      ...(await checkCalls(inspect, era)),
    ];
  } finally {
    phone.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function startPhone() {
  const phone = spawn(process.execPath, [MAIN, "virtual-device", "--adb-server-port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: phone.stdout })) {
    const [, adbPort] = /--adb-port (\d+)/.exec(line) ?? [];
    if (adbPort) return { phone, adbPort };
  }
  throw new Error("the virtual phone did not start");
}

async function checkVersion(inspect, era) {
  const { result, problem } = await inspect("initialize");
  const spoken = era === "modern" ? "2026-07-28" : "2025-11-25";
  const isRight = JSON.stringify(result ?? {}).includes(spoken);
  return isRight ? [] : [`${era} initialize: ${spoken} expected: ${problem ?? JSON.stringify(result)}`];
}

async function checkList(inspect, era) {
  const { result, problem } = await inspect("tools/list", "--strict");
  if (problem) return [`${era} tools/list --strict: ${problem}`];
  const listed = result.tools.map(({ name }) => name).sort();
  const called = [...EVERY_CALL, ...REFUSED_CALLS].map(([name]) => name).sort();
  return listed.join() === called.join() ? [] : [`${era}: listed ${listed}, but called ${called}`];
}

async function checkCalls(inspect, era) {
  const complaints = [];
  for (const [name, args, inOneServer] of [...EVERY_CALL, ...REFUSED_CALLS]) {
    // Each call here has its own new server, which has no history.
    const expected = name === "history" ? /^nothing was done to \S+ yet$/ : inOneServer;
    const startedAt = performance.now();
    const call = ["tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)];
    const { result, problem } = await inspect(...call);
    const text = result?.content?.map((part) => part.text ?? `(${part.type})`).join("\n") ?? "";
    // The inspector ends with an error if the call fails.
    const isToRefuse = REFUSED_CALLS.some(([one]) => one === name);
    const isRight = isToRefuse
      ? problem?.includes('"isError":true') && expected.test(problem)
      : problem === undefined && !result.isError && expected.test(text);
    if (!isRight) complaints.push(`${era} ${name}: ${problem ?? text}`);
    console.log(`${isRight ? "ok  " : "BAD "} ${era} ${name} ${Math.round(performance.now() - startedAt)} ms`);
  }
  return complaints;
}
