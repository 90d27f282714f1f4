// Lets real agents drive a virtual phone through `fovea serve`, with scripted models: Claude Code and Codex observe,
// tap, type, take a picture and verify. Checks the results that the model would have seen. A client that npm cannot
// install here is named, and the others run.
// Usage: node scripts/real-clients.mjs [FOLDER] [--install, and no more]; needs the compiled product (npm run build).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startMessagesModel } from "./clients/model-messages.mjs";
import { startResponsesModel } from "./clients/model-responses.mjs";
import { tryInstall } from "./install-tools.mjs";

const MAIN = join(process.cwd(), "dist/src/cli/main.js");
const TAP = join(process.cwd(), "scripts/clients/tap-wire.mjs");
/** Longer than any client took on a busy machine. */
const MOST_MS = 180_000;

const [folder = join(tmpdir(), "fovea-clients"), option] = process.argv.slice(2);
const bin = (name) => join(folder, "node_modules/.bin", name);
const node = join(folder, "node_modules/node/bin/node");

const CLIENTS = [
  { name: "Claude Code", package: "@anthropic-ai/claude-code@2.1.329", bin: "claude", start: startClaudeCode },
  { name: "Codex", package: "@openai/codex@0.169.0", bin: "codex", start: startCodex },
];

/** The steps of the model: `input` gets the last text that the model saw; `sees` is the expected result. */
const STEPS = [
  { name: "observe", input: () => ({}), sees: /checkbox "I agree to the terms"/ },
  {
    name: "tap",
    input: (seen) => ({ target: refOf(seen, /checkbox "I agree/) }),
    sees: /^~ e\d+ checkbox .* checked was e\d+$/m,
  },
  { name: "observe", input: () => ({}), sees: /^unchanged since o\d+, refs valid \| .* \| full: true shows all$/m },
  { name: "type_text", input: () => ({ text: "Grüße, 世界", target: "id/name" }), sees: /"Grüße, 世界"/ },
  { name: "screenshot", input: () => ({}), sees: /\d+x\d+/, image: true },
  {
    name: "verify",
    input: () => ({ condition: 'checkbox "I agree to the terms" checked and field = "Grüße, 世界"' }),
    sees: /^true: /m,
  },
  // Three hundred elements, still below the size limit of each client's tool results.
  { name: "open_app", input: () => ({ package: "com.fovea.stress" }), sees: /com\.fovea\.stress\/[\s\S]*e\d+ / },
];

// npm removes packages that a later install in the same folder does not name, so each install names the earlier ones.
const installed = [];
const isComplete = existsSync(node) && CLIENTS.every((client) => existsSync(bin(client.bin)));
if (!isComplete) for (const name of ["node@24", ...CLIENTS.map((client) => client.package)]) installIfPossible(name);
if (option === "--install") process.exit(0);

const failures = [];
for (const client of CLIENTS) failures.push(...(await check(client)));
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

/** Installs a package; prints a message if it cannot be installed. */
function installIfPossible(name) {
  const problem = tryInstall(folder, [...installed, name]);
  if (problem === null) installed.push(name);
  else console.error(`${name} cannot be installed here: ${problem.split("\n").at(0)}`);
}

function refOf(seen, line) {
  const found = seen.split("\n").find((one) => line.test(one));
  return /\be\d+\b/.exec(found ?? "")?.[0] ?? "e0";
}

/** The problems of this client, one line each. */
async function check(client) {
  if (!existsSync(bin(client.bin))) {
    console.log(`${client.name}: not installed, not run`);
    return [];
  }
  const scratch = mkdtempSync(join(tmpdir(), "fovea-client-"));
  const { phone, adbPort } = await startPhone();
  let seen = [];
  const next = (results) => {
    seen = results;
    const step = STEPS[results.length];
    return step ? { name: step.name, input: step.input(results.at(-1)?.texts.join("\n") ?? "") } : null;
  };
  const wire = join(scratch, "wire.jsonl");
  const places = ["--adb-port", adbPort, "--output-dir", join(scratch, "out"), "--state-dir", join(scratch, "state")];
  // Typing text of every script needs the companion, which the virtual phone has.
  const server = [TAP, wire, process.execPath, MAIN, "serve", "--companion", "shell", ...places];
  try {
    const { code, output } = await client.start({ scratch, server, next });
    const wrong = [...problemsOf(seen, sentOn(wire))];
    console.log(
      `${client.name} ${versionOf(client)}: ${seen.length} of ${STEPS.length} calls, ${wrong.length} complaints`,
    );
    if (wrong.length > 0 || code !== 0) wrong.push(`exit ${code}; it said: ${output.slice(-2_000)}`);
    return wrong.map((words) => `${client.name}: ${words}`);
  } finally {
    phone.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Compares the results that the model saw with the expected ones, and with the results that the server sent. */
function* problemsOf(seen, sent) {
  for (const [place, step] of STEPS.entries()) {
    const result = seen[place];
    if (!result) {
      yield `${step.name}: the model saw no result`;
      continue;
    }
    const text = result.texts.join("\n");
    if (!step.sees.test(text)) yield `${step.name}: the model saw ${JSON.stringify(text.slice(0, 600))}`;
    const whole = sent[place];
    if (!whole) yield `${step.name}: nothing was sent`;
    else if (!text.includes(whole.text)) yield `${step.name}: not all of the text that was sent reached the model`;
    if ((step.image ?? false) !== result.images.length > 0) yield `${step.name}: ${result.images.length} pictures`;
    if (step.image && !(result.images[0]?.length > 1_000)) yield `${step.name}: the picture is empty`;
  }
}

/** The results of the calls, as the server wrote them. */
function sentOn(wire) {
  const messages = readFileSync(wire, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .map(({ from, line }) => ({ from, ...JSON.parse(line) }));
  const calls = messages.filter(({ from, method }) => from === "client" && method === "tools/call");
  return calls.map(({ id }) => {
    const { result } = messages.find((message) => message.from === "server" && message.id === id) ?? {};
    return { text: result?.content?.find(({ type }) => type === "text")?.text ?? "(no text was sent)" };
  });
}

async function startPhone() {
  const args = [MAIN, "virtual-device", "--app", "form", "--adb-server-port", "0"];
  const phone = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: phone.stdout })) {
    const [, adbPort] = /--adb-port (\d+)/.exec(line) ?? [];
    if (adbPort) return { phone, adbPort };
  }
  throw new Error("the virtual phone did not start");
}

function versionOf({ package: name }) {
  return name.slice(name.lastIndexOf("@") + 1);
}

async function startClaudeCode({ scratch, server, next }) {
  const model = await startMessagesModel(next);
  const config = JSON.stringify({ mcpServers: { fovea: { command: process.execPath, args: server } } });
  const args = ["-p", "go", "--strict-mcp-config", "--mcp-config", config, "--allowedTools", "mcp__fovea"];
  const env = {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  return await run(bin("claude"), args, { scratch, env }).finally(model.close);
}

async function startCodex({ scratch, server, next }) {
  const model = await startResponsesModel(next);
  const provider = `{name="script",base_url="${model.url}/v1",wire_api="responses",env_key="SCRIPT_KEY"}`;
  const fovea = `{command=${JSON.stringify(process.execPath)},args=${JSON.stringify(server)},default_tools_approval_mode="approve",startup_timeout_sec=60,required=true}`;
  const settings = [`model_providers.script=${provider}`, "model_provider=script", `mcp_servers.fovea=${fovea}`];
  const args = ["exec", "--skip-git-repo-check", ...settings.flatMap((one) => ["-c", one]), "-m", "gpt-5.1", "go"];
  const home = join(scratch, "codex");
  mkdirSync(home);
  return await run(bin("codex"), args, { scratch, env: { SCRIPT_KEY: "none", CODEX_HOME: home } }).finally(model.close);
}

async function run(command, args, { scratch, env }) {
  const path = `${join(node, "..")}:${process.env.PATH}`;
  const options = { cwd: scratch, env: { PATH: path, HOME: scratch, ...env }, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(command, args, options);
  const timer = setTimeout(() => child.kill("SIGKILL"), MOST_MS);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  clearTimeout(timer);
  return { code, output };
}
