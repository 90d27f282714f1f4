// Checks that Fovea sends no data to other hosts. Runs every command, the server over both transports, and the demo
// under strace, in an empty home. They may only connect to the adb server and to addresses in their options. They must
// not ask a DNS server, and may leave only known files of Fovea in that home. Then repeats the runs with a dependency
// that downloads something, and with a runtime whose telemetry is on: the check has to find both. Run `npm run build`
// first.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeApk } from "../dist/test/support/app-apk.js";
import { requireStrace, startTraced, strangersIn } from "./traffic/traced.mjs";

const ROOT = join(import.meta.dirname, "..");
/** Allowed files below the home: compiled code, the token, the last screen, the count of refs, the key. */
const OWN = /^(?:\.cache|\.cache\/fovea(?:\/.*)?|\.local|\.local\/state|\.local\/state\/fovea(?:\/.*)?)$/;
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const scratch = mkdtempSync(join(tmpdir(), "fovea-traffic-"));
let runs = 0;
try {
  requireStrace(join(scratch, "strace.log"));
  const found = await tryEverything(ROOT);
  must(found.length === 0, `not everything stays here:\n${found.join("\n")}`);
  console.log(`${runs} runs spoke to nobody but adb and named addresses, and left nothing`);
  await provePlanted();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The problems that were found, one line each. */
async function tryEverything(program) {
  const place = newPlace(program);
  const phone = startPhone(place, ["--app", "form"]);
  const found = [];
  try {
    place.adbPort = await portOf(phone);
    writeInputs(place.folder);
    for (const [name, lines] of Object.entries(await waysToTry(place))) {
      for (const line of lines) found.push(...(await tryCommand(place, [name, ...line.words], line)));
    }
    found.push(...(await tryStdio(place)), ...(await tryHttp(place)));
  } finally {
    found.push(...(await endPhone(phone, place)));
  }
  return [...found, ...leftIn(place)];
}

/**
 * The calls of each command: those of `commandsIn`, else the example of the command's entry, which has to work here.
 * So a new command needs no line in this file.
 */
async function waysToTry(place) {
  const written = commandsIn(place);
  const { COMMANDS } = await import("../dist/src/cli/commands.js");
  const unknown = Object.keys(written).filter((name) => !Object.hasOwn(COMMANDS, name));
  must(
    unknown.length === 0,
    `scripts/check-traffic.mjs tries commands that src/cli/commands.ts lacks: ${unknown.join(", ")}`,
  );
  const others = Object.entries(COMMANDS).filter(([name]) => !Object.hasOwn(written, name));
  return {
    ...written,
    ...Object.fromEntries(others.map(([name, entry]) => [name, [asExample(place, name, entry)]])),
  };
}

/** The call in an example, which is written as for a shell, without pipes and variables. */
function asExample({ adbPort }, name, { example, isNeverRecorded }) {
  const [program, command, ...words] = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const why = `fovea ${name}: its example in src/cli cannot be tried alone; say in commandsIn (scripts/check-traffic.mjs) how to try it`;
  must(program === "fovea" && command === name, why);
  return { words: isNeverRecorded ? words : [...words, "--adb-port", String(adbPort)], why };
}

/** A folder to work in, a home, and the program to run. */
function newPlace(program) {
  const folder = mkdtempSync(join(scratch, "place-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const env = { PATH: process.env.PATH, HOME: home };
  return { folder, home, env, main: join(program, "dist/src/cli/main.js"), adbPort: 0 };
}

function writeInputs(folder) {
  // The node is as large as the picture.
  const node = `<node index="0" text="Save" class="android.widget.Button" package="a.b" bounds="[0,0][1100,929]" clickable="true" enabled="true"/>`;
  writeFileSync(join(folder, "tree.xml"), `<?xml version="1.0"?><hierarchy rotation="0">${node}</hierarchy>`);
  writeFileSync(join(folder, "size.txt"), "Physical size: 1080x2400\n");
  cpSync(join(ROOT, "docs/examples/sign-up.yaml"), join(folder, "flow.yaml"));
  cpSync(join(ROOT, "docs/pictures/demo.png"), join(folder, "picture.png"));
  writeApk(join(folder, "app.apk"));
}

/**
 * The arguments of every command, in the order of the runs; `codes` are the allowed exit codes, if not only 0.
 */
function commandsIn({ adbPort }) {
  const adb = ["--adb-port", String(adbPort)];
  const on = (...words) => ({ words: [...words, ...adb] });
  const off = (...words) => ({ words });
  const box = 'checkbox "I agree to the terms"';
  return {
    devices: [on()],
    setup: [on()],
    completion: [off("bash")],
    doctor: [on(), { ...on("--verify-hardware"), codes: [0, 1] }],
    observe: [on("--vision", "on", "--trace", "trace"), on("--json"), on("--hierarchy-source", "uiautomator")],
    screenshot: [on("screen.png"), on("marked.png", "--marks")],
    find: [on("button")],
    tap: [on(box, "--trace", "taps")],
    swipe: [on("up")],
    scroll: [on('button "Reset"')],
    drag: [on("50%,60%", "50%,55%")],
    pinch: [{ ...on("200"), codes: [0, 1] }],
    apps: [on()],
    history: [on()],
    logs: [on()],
    crashes: [on()],
    display: [on()],
    permissions: [on("com.fovea.form")],
    orientation: [on()],
    settings: [on("system/screen_brightness")],
    location: [on()],
    clipboard: [{ ...on(), codes: [0, 1] }],
    network: [on()],
    notifications: [on()],
    focus: [on("id/name")],
    biometrics: [{ ...on(), codes: [1] }],
    // Without an SDK there is no emulator.
    emulator: [{ ...on(), codes: [0, 1] }],
    "app-info": [on("com.fovea.form")],
    performance: [on("com.fovea.form")],
    files: [on("/sdcard/Download")],
    push: [on("size.txt")],
    pull: [on("/sdcard/Download/size.txt")],
    "record-screen": [{ ...on("screen.mp4", "--seconds", "1", "--size", "180x400"), codes: [0, 1] }],
    type: [on("Given Family", "--target", "id/name")],
    press: [on("KEYCODE_VOLUME_UP")],
    verify: [on("app com.fovea.form")],
    wait: [on(box)],
    act: [on("scroll down")],
    batch: [on(`[{"tool": "tap", "target": "radio \\"Plus\\""}]`)],
    open: [on("com.fovea.form"), on("https://example.com/")],
    close: [on("com.fovea.form"), on("com.fovea.browser")],
    install: [on("app.apk", "--yes")],
    clear: [on("com.example.app", "--yes")],
    uninstall: [on("com.example.app", "--yes")],
    run: [on("flow.yaml", "--screenshots", "shots", "--junit", "flows.xml")],
    runs: [off("flows.xml", "--html", "runs.html")],
    replay: [{ ...on("taps", "--launch"), codes: [0, 1] }],
    trace: [
      off("validate", "taps"),
      off("show", "taps", "--html", "taps.html"),
      off("stats", "taps"),
      off("export", "taps", "taps.fovea"),
    ],
    record: [{ ...on("--by-hand", "by-hand", "--seconds", "1"), codes: [0, 1] }],
    explore: [on("com.fovea.form", "--budget", "3", "-o", "map")],
    graph: [off("build", "taps", "-o", "graph.json"), off("show", "graph.json")],
    agent: [
      {
        ...on("go", "--model", "ollama:x", "--model-url", "http://127.0.0.1:59873/v1"),
        codes: [1],
        named: ["127.0.0.1:59873"],
      },
    ],
    skill: [off("list", "--skills", "skills")],
    memory: [
      off("import", "taps", "--memory", "memory"),
      off("show", "--memory", "memory"),
      on("recall", "one", "--memory", "memory"),
      on("predict", "--memory", "memory"),
      { ...on("go-to", "nowhere at all", "--memory", "memory"), codes: [1] },
    ],
    "record-device": [on("phones", "--", "observe", ...adb)],
    detect: [off("picture.png"), { ...off("picture.png", ...omniParser()), codes: [1], named: ["127.0.0.1:9"] }],
    fuse: [off("--hierarchy", "tree.xml", "--screenshot", "picture.png")],
    models: [off("list"), off("verify"), off("path")],
    parse: [off("size", "size.txt"), off("hierarchy", "tree.xml", "--outline")],
    demo: [{ ...off("--output-dir", "demo"), names: /adb server on port (\d+)/ }],
    "virtual-device": [{ ...off("--from", "phones", "--adb-server-port", "0"), until: /--adb-port \d+/ }],
    host: [{ ...on("--farm", "nats://127.0.0.1:9", "--host-id", "h1"), codes: [1], named: ["127.0.0.1:9"] }],
    farm: [{ ...off("list", "--farm", "nats://127.0.0.1:9"), codes: [1], named: ["127.0.0.1:9"] }],
    serve: [{ ...off("--help") }],
  };
}

function omniParser() {
  return ["--detector", "omniparser-http", "--omniparser-url", "http://127.0.0.1:9"];
}

async function tryCommand(place, words, { codes = [0], named = [], names, until, why = "" }) {
  const run = start(place, words);
  if (until !== undefined) {
    await says(run, until);
    run.child.kill("SIGTERM");
  } else run.child.stdin.end();
  const { code, stdout, stderr } = await run.ended;
  must(
    until !== undefined || codes.includes(code),
    `fovea ${words.join(" ")} ended with ${code}\n${stdout}\n${stderr}\n${why}`,
  );
  const own = names === undefined ? [] : [`127.0.0.1:${names.exec(stdout)?.[1]}`];
  return strangers(place, run, [...named, ...own]);
}

function start(place, words) {
  runs += 1;
  const log = join(place.folder, `strace-${runs}.log`);
  const { env, folder: cwd } = place;
  return { ...startTraced([process.execPath, place.main, ...words], { log, env, cwd }), log, words };
}

function strangers({ adbPort }, { log, words }, named) {
  const found = strangersIn(log, [`127.0.0.1:${adbPort}`, ...named]);
  return found.map((address) => `fovea ${words.join(" ")}: ${address}`);
}

/** The requests of a client over each transport: observations with every detector, and actions. */
function requests() {
  const call = (name, args = {}) => ["tools/call", { name, arguments: args }];
  const said = [
    ["tools/list", {}],
    call("list_devices"),
    call("observe", { vision: "on" }),
    call("screenshot"),
    call("tap", { target: 'radio "Plus"' }),
    call("find", { query: "button" }),
  ];
  return said.map(([method, params], at) => ({
    jsonrpc: "2.0",
    id: at + 1,
    method,
    params: { ...params, _meta: META },
  }));
}

async function tryStdio(place) {
  const run = start(place, ["serve", "--adb-port", String(place.adbPort), "--output-dir", "saved"]);
  for (const request of requests()) {
    run.child.stdin.write(`${JSON.stringify(request)}\n`);
    await says(run, new RegExp(`"id":${request.id}\\b`));
  }
  run.child.stdin.end();
  const { stdout } = await run.ended;
  must(!stdout.includes('"isError":true') && !stdout.includes('"error":{'), `fovea serve answered ${stdout}`);
  return strangers(place, run, []);
}

async function tryHttp(place) {
  const run = start(place, ["serve", "--http", "--http-port", "0", "--adb-port", String(place.adbPort)]);
  const [url] = await says(run, /http:\/\/127\.0\.0\.1:\d+\/mcp/);
  const token = readFileSync(join(place.home, ".local/state/fovea/http-token/token"), "utf8").trim();
  for (const request of requests()) {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": META["io.modelcontextprotocol/protocolVersion"],
      "mcp-method": request.method,
      ...(request.params.name === undefined ? {} : { "mcp-name": request.params.name }),
    };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
    const text = await response.text();
    must(response.ok && !text.includes('"isError":true') && !text.includes('"error":{'), `over HTTP: ${text}`);
  }
  run.child.kill("SIGTERM");
  await run.ended;
  return strangers(place, run, []);
}

function startPhone(place, words) {
  return start(place, ["virtual-device", "--adb-server-port", "0", ...words]);
}

async function portOf(phone) {
  return Number((await says(phone, /--adb-port (\d+)/))[1]);
}

async function endPhone(phone, place) {
  phone.child.kill("SIGTERM");
  await phone.ended;
  return strangers(place, phone, []);
}

/** Waits until stdout or stderr matches the pattern; gives the match. */
async function says({ child, said, ended, words }, pattern) {
  const over = ended.then(() => "over");
  for (;;) {
    const match = pattern.exec(said.stdout) ?? pattern.exec(said.stderr);
    if (match) return match;
    const next = new Promise((resolve) => {
      child.stdout.once("data", resolve);
      child.stderr.once("data", resolve);
    });
    must((await Promise.race([next, over])) !== "over", `fovea ${words.join(" ")} ended: ${said.stdout}${said.stderr}`);
  }
}

function leftIn({ home }) {
  const left = readdirSync(home, { recursive: true }).map(String);
  return left.filter((path) => !OWN.test(path)).map((path) => `left in the home: ${path}`);
}

/** Proves that the check finds a planted connection. */
async function provePlanted() {
  for (const address of ["http://telemetry.invalid/", "http://198.51.100.1/"]) {
    const program = withPlanted(
      "zod/index.js",
      `\nfetch("${address}", { signal: AbortSignal.timeout(300) }).catch(() => {});\n`,
    );
    const place = newPlace(program);
    const found = await tryCommand(place, ["models", "list"], {});
    must(found.length > 0, `a dependency that fetches ${address} was not found`);
    console.log(`planted, and found: ${found.join(", ")}`);
  }
  const place = newPlace(withTelemetry());
  writeInputs(place.folder);
  await tryCommand(place, ["detect", "picture.png"], {});
  const [first] = leftIn(place);
  must(first !== undefined, "the runtime's telemetry was not found");
  console.log(`planted, and found: ${first}`);
}

/** The program with this code planted in a dependency. */
function withPlanted(file, code) {
  const [name] = file.split("/");
  const program = copyOfProgram((one) => one === name);
  const path = join(program, "node_modules", file);
  writeFileSync(path, readFileSync(path, "utf8") + code);
  return program;
}

/** The program without the code that switches telemetry off. */
function withTelemetry() {
  const program = copyOfProgram(() => false);
  writeFileSync(join(program, "dist/src/base/telemetry.js"), "export function switchOffTelemetry() {}\n");
  return program;
}

function copyOfProgram(isOwn) {
  const program = mkdtempSync(join(scratch, "program-"));
  cpSync(join(ROOT, "dist/src"), join(program, "dist/src"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(program, "package.json"));
  symlinkSync(join(ROOT, "assets"), join(program, "assets"));
  mkdirSync(join(program, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const [from, to] = [join(ROOT, "node_modules", name), join(program, "node_modules", name)];
    if (isOwn(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  return program;
}

function must(isTrue, message) {
  if (!isTrue) throw new Error(message);
}
