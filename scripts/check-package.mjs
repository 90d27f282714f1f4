// Packs the packages (the program and its virtual phone) and checks their files. Installs them in an empty folder,
// checks the size, and runs them there without adb: version, demo, parse, server, virtual phone. Checks that a detector
// names the command that installs the ONNX runtime, and that it works after that command. Cleans and builds dist/
// first. If FOVEA_REGISTRY names a folder of `loopback-registry.mjs --install`, the packages are installed by name from
// a registry, and npx runs them from there in an empty home. If FOVEA_PACKAGE_LINT names a folder with publint and
// attw, these check the packages, too. The examples also run on the Node of FOVEA_OLDEST_NODE.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { startRegistry } from "./loopback-registry.mjs";

const ALLOWED = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^docs\/.+\.(?:md|json|png|svg|yaml|yml|mts|mjs)$/,
  /^docs\/examples\/Jenkinsfile$/,
  /^assets\/trace-page\/page\.(?:html|css|js)$/,
  /^assets\/explore-map\/map\.(?:css|js)$/,
  /^assets\/.+\.(?:ttf|txt|md|json|onnx)$/,
  /^android-a11y-service\/prebuilt\/(?:fovea-service-unsigned\.apk|fovea-shell\.jar|SHA256SUMS)$/,
  /^dist\/package\/.+\.js$/,
  /^dist\/package\/tool-list\.json$/,
  /^dist\/package\/library\/(?:connect|testing\/testing|types|types\/[a-z]+)\.d\.ts$/,
  /^dist\/package\/LICENSES\.txt$/,
];
const NEEDED = [
  "package.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "docs/tools.md",
  "docs/examples/sign-up.yaml",
  "assets/trace-page/page.js",
  "assets/explore-map/map.js",
  "docs/pictures/demo.png",
  "dist/package/cli/main.js",
  "dist/package/tool-list.json",
  "dist/package/library/connect.js",
  "dist/package/library/connect.d.ts",
  "dist/package/library/testing/testing.d.ts",
  "dist/package/library/testing/testing.js",
  "dist/package/library/types.d.ts",
  "dist/package/library/types/phone.d.ts",
  "dist/package/observe/reading/reading-thread.js",
  "dist/package/vision/detectors/onnx/onnx-thread.js",
  "dist/package/vision/ocr/page-thread.js",
  "dist/package/LICENSES.txt",
  "assets/fonts/OFL.txt",
  "android-a11y-service/prebuilt/fovea-service-unsigned.apk",
  "android-a11y-service/prebuilt/fovea-shell.jar",
];

const PHONE_ALLOWED = [
  /^(?:package\.json|README\.md|LICENSE)$/,
  /^assets\/(?:fonts|virtual-device)\/.+\.(?:ttf|txt|md|json)$/,
  /^dist\/.+\.js$/,
  /^dist\/(?:index|internal|public-types)\.d\.ts$/,
  /^dist\/LICENSES\.txt$/,
];
const PHONE_NEEDED = [
  ...["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "dist/public-types.d.ts"],
  ...["dist/internal.js", "dist/bin.js", "dist/LICENSES.txt", "assets/fonts/OFL.txt"],
  "assets/virtual-device/profiles/instant.json",
];

const AGENT_ALLOWED = [
  /^(?:package\.json|README\.md|LICENSE)$/,
  /^dist\/.+\.js$/,
  /^dist\/(?:index|public-types)\.d\.ts$/,
  /^dist\/LICENSES\.txt$/,
];
const AGENT_NEEDED = ["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "dist/LICENSES.txt"];

/** The limit for the size that the agents add, in MB as `du -sm` counts. */
const MOST_AGENT_MEGABYTES = 8;

/** The limit for the installed package with its dependencies, in MB as `du -sm` counts. */
const MOST_MEGABYTES = 60;

/** A download of the CUDA runtime would use this proxy, where nothing answers, and the installation would fail. */
const NO_WAY = { GLOBAL_AGENT_HTTPS_PROXY: "http://127.0.0.1:9", ONNXRUNTIME_NODE_INSTALL: "cuda12" };

const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "check", version: "1" } };
const INITIALIZE = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO })}\n`;

/** A test that always fails, also when the runner retries it. */
const BROKEN = `import { phoneFixtures } from "fovea-mcp/testing";
import { test as base } from "vitest";
const test = base.extend(phoneFixtures({ app: "com.fovea.form", clear: true, virtual: {}, per: "worker" }));
test("nowhere", { retry: 1 }, async ({ phone }) => {
  await phone.tap("id/terms", { expect: "id/terms checked" });
  await phone.verify('"Nowhere"');
});
`;

const scratch = mkdtempSync(join(tmpdir(), "fovea-package-"));
/** The environment of the installed program: its PATH contains only Node. */
const env = { PATH: join(scratch, "bin"), HOME: scratch };
mkdirSync(env.PATH);
symlinkSync(process.execPath, join(env.PATH, "node"));
try {
  const program = pack();
  const phone = pack("--workspace", "virtual-android");
  const agent = pack("--workspace", "fovea-agent");
  checkFiles(program.paths);
  checkPaths(phone.paths, { allowed: PHONE_ALLOWED, needed: PHONE_NEEDED });
  checkPaths(agent.paths, { allowed: AGENT_ALLOWED, needed: AGENT_NEEDED });
  for (const { tarball } of [program, phone, agent]) lint(tarball);
  const home = await install([program, phone]);
  checkSize(home);
  await checkInstalled(home);
  checkLibrary(home);
  checkSamples(home);
  checkDetector(home, writeModel());
  checkAgent(home, agent.tarball);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log("the package is complete and runs");

/** Packs a package. The program has to be packed first, because that cleans and builds the phone, too. */
function pack(...words) {
  const args = ["pack", "--json", "--pack-destination", scratch, ...words];
  const json = execFileSync("npm", args, { encoding: "utf8" });
  const parsed = JSON.parse(json.slice(json.search(/^[[{]/m)));
  const packed = Object.values(parsed)[0];
  return { tarball: join(scratch, basename(packed.filename)), paths: packed.files.map(({ path }) => path) };
}

function checkPaths(paths, { allowed, needed }) {
  const stray = paths.filter((path) => !allowed.some((pattern) => pattern.test(path)));
  must(stray.length === 0, `files that do not belong into the package: ${stray.join(", ")}`);
  const missing = needed.filter((path) => !paths.includes(path));
  must(missing.length === 0, `files that are missing in the package: ${missing.join(", ")}`);
}

function checkFiles(paths) {
  checkPaths(paths, { allowed: ALLOWED, needed: NEEDED });
  const compiled = paths.filter((path) => /^dist\/package\/(?!parts\/).+\.js$/.test(path));
  const orphans = compiled.filter((path) => !existsSync(path.replace(/^dist\/package/, "src").replace(/js$/, "ts")));
  must(orphans.length === 0, `compiled from nothing: ${orphans.join(", ")}`);
}

/** Checks the tarball with publint and attw, if FOVEA_PACKAGE_LINT is set. */
function lint(tarball) {
  const folder = process.env.FOVEA_PACKAGE_LINT;
  if (folder === undefined) return;
  const program = (name) => resolve(folder, "node_modules/.bin", name);
  const said = run(program("publint"), [tarball, "--strict"], {});
  must(said.includes("All good"), `publint said ${said}`);
  run(program("attw"), [tarball, "--profile", "esm-only"], {});
}

/** Installs the program in an empty folder without any options; gives the folder. */
async function install(packed) {
  const home = join(scratch, "elsewhere");
  mkdirSync(home);
  const tool = process.env.FOVEA_REGISTRY;
  const here = { cwd: home, env: { ...process.env, ...NO_WAY } };
  if (tool === undefined) run("npm", ["install", ...packed.map(({ tarball }) => tarball)], here);
  else await installFromRegistry(tool, packed, here);
  for (const name of [
    "typescript",
    "fast-check",
    "@biomejs/biome",
    "@modelcontextprotocol/sdk",
    "onnxruntime-node",
    "@nats-io/transport-node",
  ]) {
    must(!existsSync(join(home, "node_modules", name)), `${name} was installed, and nobody asked for it`);
  }
  return home;
}

/**
 * Installs the program by its name from a registry with both packages. Before that, npx runs it from there in an empty
 * home.
 */
async function installFromRegistry(tool, packed, { cwd, env: given }) {
  const registry = await startRegistry({ tool, scratch: join(scratch, "registry") });
  try {
    const own = { ...given, npm_config_userconfig: registry.npmrc, npm_config_cache: join(scratch, "npm-cache") };
    for (const { tarball } of packed)
      await runBeside("npm", ["publish", tarball, "--no-provenance"], { cwd, env: own });
    const empty = join(scratch, "empty");
    mkdirSync(empty);
    const there = { cwd: empty, env: { ...own, HOME: empty } };
    const served = await runBeside("npx", ["-y", "fovea-mcp"], { ...there, input: INITIALIZE });
    must(served.includes('"serverInfo"'), `npx -y fovea-mcp did not serve, but said ${served}`);
    const tour = await runBeside("npx", ["-y", "fovea-mcp", "demo"], there);
    must(tour.includes("== What you saw"), `npx -y fovea-mcp demo said ${tour}`);
    const phone = await runBeside("npx", ["-y", "virtual-android", "--help"], there);
    must(phone.startsWith("virtual-android [options]"), `npx -y virtual-android --help said ${phone}`);
    await runBeside("npm", ["install", "fovea-mcp"], { cwd, env: own });
    console.log("published, run by npx and installed by name from a registry on this host");
  } finally {
    await registry.close();
  }
}

function checkSize(home) {
  const [megabytes] = run("du", ["-sm", "node_modules"], { cwd: home }).split("\t");
  must(Number(megabytes) <= MOST_MEGABYTES, `it takes ${megabytes} MB installed, and may take ${MOST_MEGABYTES}`);
  console.log(`${megabytes} MB installed`);
}

/** Writes a small model of the tests. */
function writeModel() {
  const path = join(scratch, "model.onnx");
  const code = `import("./dist/test/support/blob-models.js").then(({ blobModel }) => process.stdout.write(blobModel("center").toString("base64")))`;
  writeFileSync(path, Buffer.from(run(process.execPath, ["-e", code], {}), "base64"));
  return path;
}

/** Without the runtime a detector names the command that installs it; that command must not download the CUDA files. */
function checkDetector(home, model) {
  const { code, hint } = look(home, model);
  must(code === "DETECTOR_UNAVAILABLE", `without the ONNX runtime a detector said ${code}`);
  const { stdout } = spawnSync(join(home, "node_modules/.bin/fovea"), ["doctor"], { cwd: home, env, encoding: "utf8" });
  must(stdout.includes(hint.split(".")[0]), `fovea doctor does not say how to get the ONNX runtime: ${stdout}`);
  const [, command, ...args] = /`(npm) (install) (\S+) (\S+)`/.exec(hint) ?? [];
  run(command, args, { cwd: home, env: { ...process.env, ...NO_WAY } });
  const found = look(home, model);
  must(found.seen > 0, `the detector saw nothing in a red picture: ${found.code}`);
}

/** Without the agents' package `fovea agent` names the command that installs it; with the package the demo runs. */
function checkAgent(home, tarball) {
  const fovea = (...words) =>
    spawnSync(join(home, "node_modules/.bin/fovea"), words, { cwd: home, env, encoding: "utf8", timeout: 180_000 });
  const { status, stderr } = fovea("agent", "x", "--model", "ollama:x");
  const isNamed = stderr.startsWith("AGENT_UNAVAILABLE: ") && stderr.includes("npm install fovea-agent");
  must(status === 1 && isNamed, `without fovea-agent, fovea agent said ${stderr}`);
  run("npm", ["install", tarball], { cwd: home, env: { ...process.env, ...NO_WAY } });
  const demo = fovea("agent", "--demo", "--run", join(home, "run"));
  must(demo.status === 0 && /^success {2}/m.test(demo.stdout), `fovea agent --demo said ${demo.stdout}${demo.stderr}`);
  const [megabytes] = run("du", ["-sm", "node_modules/fovea-agent"], { cwd: home }).split("\t");
  must(Number(megabytes) <= MOST_AGENT_MEGABYTES, `the agents take ${megabytes} MB`);
  console.log(`${megabytes} MB more with the agents`);
}

/** The result of the installed package's detector for a red picture. */
function look(home, model) {
  const script = join(home, "look.mjs");
  writeFileSync(
    script,
    `import { openDetector } from "./node_modules/fovea-mcp/dist/package/vision/detectors.js";
    const detector = await openDetector({ detector: "onnx", detectorModel: ${JSON.stringify(model)}, detectorLayout: "auto" });
    const rgba = Uint8Array.from({ length: 640 * 640 * 4 }, (_, at) => (at % 4 === 0 ? 250 : 0));
    const frame = { width: 640, height: 640, rgba, format: "rgba", sha256: "red", takenAt: 0 };
    const answer = await detector.detect(frame, AbortSignal.timeout(60_000)).then(
      (found) => ({ seen: found.length }),
      ({ code, hint }) => ({ code, hint }),
    );
    console.log(JSON.stringify(answer));
    await detector.close();`,
  );
  return JSON.parse(run(process.execPath, [script], { cwd: home, env }));
}

async function checkInstalled(home) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const path = join(home, "node_modules/.bin/fovea");
  const fovea = (args, input) => run(path, args, { cwd: home, input, env });
  const answer = run(`${path}-mcp`, [], { cwd: home, input: INITIALIZE, env });
  must(answer.includes('"serverInfo"'), `fovea-mcp without a command did not serve, but said ${answer}`);
  must(fovea(["--version"]).trim() === version, "fovea --version says something else");
  const tour = fovea(["demo", "--output-dir", join(home, "pictures")]);
  must(/^== /m.test(tour) && existsSync(join(home, "pictures/demo.png")), "fovea demo made no picture");
  const size = fovea(["parse", "size", "-"], "Physical size: 1080x2400\n");
  must(JSON.parse(size).screenSize?.width === 1080, `fovea parse said ${size}`);
  await checkPhone(path, home, fovea);
}

/** Checks the examples in the documents of both packages. */
function checkLibrary(home) {
  const words = ['checkbox "I agree to the terms"', "changed [", " was e", "ELEMENT_NOT_FOUND"];
  checkExample(home, { name: "docs/examples/library.mts", page: "docs/library.md", words });
  const phone = "packages/virtual-android/README.md";
  checkExample(home, {
    name: "docs/examples/virtual-android.mts",
    page: phone,
    words: ["Create account", "host:devices"],
  });
}

/** Compiles the sample test projects, and runs each with its own test runner against the installed package. */
function checkSamples(home) {
  const seen = (name, said, words) => {
    for (const word of words) must(said.includes(word), `examples/${name} did not say ${word}: ${said}`);
  };
  const nodeTests = copySample(home, "node-test");
  compile(nodeTests, ["test/terms.test.mts"], { noEmit: true });
  seen(
    "node-test",
    run(process.execPath, ["--test", "--test-reporter=tap", "test/terms.test.mts"], { cwd: nodeTests, env }),
    ["# pass 4", "# fail 0"],
  );
  const vitestTests = copySample(home, "vitest");
  const { vitest } = JSON.parse(readFileSync(join(vitestTests, "package.json"), "utf8")).devDependencies;
  run("npm", ["install", "--no-save", "--ignore-scripts", `vitest@${vitest}`], { cwd: home, env: process.env });
  compile(vitestTests, ["test/terms.test.ts"], { noEmit: true, skipLibCheck: true });
  writeFileSync(join(vitestTests, "test/broken.test.ts"), BROKEN);
  const program = join(home, "node_modules/vitest/vitest.mjs");
  const args = [program, "run", "--reporter=json", "--reporter=default", "--outputFile.json=report.json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: vitestTests,
    env,
    encoding: "utf8",
    timeout: 180_000,
  });
  must(existsSync(join(vitestTests, "report.json")), `vitest made no report: ${stdout}${stderr}`);
  const report = JSON.parse(readFileSync(join(vitestTests, "report.json"), "utf8"));
  must(report.numPassedTests === 4 && report.numFailedTests === 1, `vitest said ${stdout}${stderr}`);
  const failed = report.testResults.flatMap((file) => file.assertionResults).find((one) => one.status === "failed");
  const { folder, screenshot, trace } = failed.meta.fovea;
  must(basename(folder) === "attempt-2", `the last attempt was kept in ${folder}`);
  must(existsSync(screenshot) && existsSync(join(folder, "../attempt-1/test.json")), `not all is in ${folder}`);
  must(stderr.includes(`fovea: kept in ${folder}`), `the report does not name ${folder}: ${stderr}`);
  const shown = run(join(home, "node_modules/.bin/fovea"), ["trace", "show", trace], { cwd: home, env });
  must(shown.includes("EXPECTATION_FAILED"), `fovea trace show said ${shown}`);
}

/** Copies a sample into the folder in which the package is installed. */
function copySample(home, name) {
  const folder = join(home, name);
  cpSync(join("examples", name), folder, { recursive: true });
  return folder;
}

/** Compiles an example under `strict` against the packages' types, and runs it on each given Node. */
function checkExample(home, { name, page, words }) {
  const example = readFileSync(name, "utf8");
  must(readFileSync(page, "utf8").includes(example), `${page} shows another example`);
  writeFileSync(join(home, "example.mts"), example);
  compile(home, ["example.mts"], {});
  for (const node of [process.execPath, process.env.FOVEA_OLDEST_NODE].filter(Boolean)) {
    const said = run(node, ["example.mjs"], { cwd: home, env });
    for (const word of words) must(said.includes(word), `${name} did not say ${word} on ${node}: ${said}`);
  }
}

/** Compiles under `strict` against the installed types; the output is next to the files. */
function compile(folder, files, more) {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: "es2022",
    lib: ["es2022", "esnext.disposable"],
    module: "nodenext",
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    ...more,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  run(resolve("node_modules/.bin/tsc"), ["-p", "."], { cwd: folder });
}

/** Starts a virtual phone of the installed package, and observes it with the command line and the server. */
async function checkPhone(path, home, fovea) {
  const args = ["virtual-device", "--adb-server-port", "0", "--app", "form"];
  const phone = spawn(path, args, { cwd: home, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await portOf(phone);
    const outline = fovea(["observe", "--adb-port", port]);
    must(outline.includes('checkbox "I agree to the terms"'), `fovea observe said ${outline}`);
    const answer = await firstAnswer(path, home, port);
    must(answer.includes('checkbox \\"I agree to the terms'), `fovea serve answered ${answer}`);
  } finally {
    phone.kill();
  }
}

async function portOf(phone) {
  for await (const line of createInterface({ input: phone.stdout })) {
    const [, port] = /--adb-port (\d+)/.exec(line) ?? [];
    if (port) return port;
  }
  throw new Error("the virtual phone did not start");
}

/** The answer of `fovea serve` to a client's first request, an observation of the phone. */
async function firstAnswer(path, home, port) {
  const server = spawn(path, ["serve", "--adb-port", port], { cwd: home, env, stdio: ["pipe", "pipe", "inherit"] });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "observe", arguments: {}, _meta };
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
  let answer = "";
  for await (const line of createInterface({ input: server.stdout })) {
    answer += line;
    server.stdin.end();
  }
  return answer;
}

/** As `run`, but asynchronous, so that this process can read the output of the registry meanwhile. */
async function runBeside(command, args, { cwd, input = "", env }) {
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const out = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (out.stdout += chunk));
  child.stderr.on("data", (chunk) => (out.stderr += chunk));
  const ending = new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  child.stdin.end(input);
  const timer = setTimeout(() => child.kill(), 180_000);
  const status = await ending.finally(() => clearTimeout(timer));
  must(status === 0, `${command} ${args.join(" ")} ended with ${status}\n${out.stdout}\n${out.stderr}`);
  return out.stdout;
}

function run(command, args, { cwd, input = "", env = process.env }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    env,
    encoding: "utf8",
    timeout: 180_000,
  });
  must(status === 0, `${command} ${args.join(" ")} ended with ${status} ${error ?? ""}\n${stdout}\n${stderr}`);
  return stdout;
}

function must(isTrue, message) {
  if (!isTrue) throw new Error(message);
}
