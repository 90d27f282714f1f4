// Packs the package, looks at what is in it, installs it elsewhere with another .npmrc and without what is needed for
// development only, and runs it there where no adb is: version, demo, parse,
// server, virtual phone. Cleans and builds dist/ on the way.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";

const ALLOWED = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^docs\/.+\.(?:md|json|png|svg)$/,
  /^assets\/.+\.(?:ttf|txt|md|json)$/,
  /^android-a11y-service\/prebuilt\/(?:fovea-service-unsigned\.apk|fovea-shell\.jar|SHA256SUMS)$/,
  /^dist\/src\/.+\.js$/,
];
const NEEDED = [
  "package.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "docs/tools.md",
  "docs/pictures/demo.png",
  "dist/src/cli/main.js",
  "assets/fonts/OFL.txt",
  "android-a11y-service/prebuilt/fovea-service-unsigned.apk",
  "android-a11y-service/prebuilt/fovea-shell.jar",
];

const scratch = mkdtempSync(join(tmpdir(), "fovea-package-"));
/** What the installed program may see: nothing but a Node. */
const env = { PATH: join(scratch, "bin"), HOME: scratch };
mkdirSync(env.PATH);
symlinkSync(process.execPath, join(env.PATH, "node"));
try {
  const { filename, files } = pack();
  checkFiles(files.map(({ path }) => path));
  const home = install(join(scratch, filename));
  await checkInstalled(home);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log("the package is complete and runs");

function pack() {
  const json = execFileSync("npm", ["pack", "--json", "--pack-destination", scratch], { encoding: "utf8" });
  const parsed = JSON.parse(json.slice(json.search(/^[[{]/m)));
  const packed = Object.values(parsed)[0];
  return { filename: basename(packed.filename), files: packed.files };
}

function checkFiles(paths) {
  const stray = paths.filter((path) => !ALLOWED.some((pattern) => pattern.test(path)));
  must(stray.length === 0, `files that do not belong into the package: ${stray.join(", ")}`);
  const missing = NEEDED.filter((path) => !paths.includes(path));
  must(missing.length === 0, `files that are missing in the package: ${missing.join(", ")}`);
  const compiled = paths.filter((path) => path.startsWith("dist/src/"));
  const orphans = compiled.filter((path) => !existsSync(path.replace(/^dist\//, "").replace(/js$/, "ts")));
  must(orphans.length === 0, `compiled from nothing: ${orphans.join(", ")}`);
  const sources = readdirSync("src", { recursive: true }).filter((name) => String(name).endsWith(".ts"));
  must(sources.length === compiled.length, `${sources.length} sources, but ${compiled.length} compiled files`);
}

/** Installs the tarball in a folder that is no clone of ours; gives the folder. */
function install(tarball) {
  const home = join(scratch, "elsewhere");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "elsewhere", private: true }));
  writeFileSync(join(home, ".npmrc"), "ignore-scripts=true\nfund=false\naudit=false\nloglevel=error\n");
  run("npm", ["install", "--omit=dev", tarball], { cwd: home });
  for (const name of ["typescript", "fast-check", "@biomejs/biome", "@modelcontextprotocol/sdk"]) {
    must(!existsSync(join(home, "node_modules", name)), `${name} was installed, and is for development only`);
  }
  return home;
}

async function checkInstalled(home) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const path = join(home, "node_modules/.bin/fovea");
  const fovea = (args, input) => run(path, args, { cwd: home, input, env });
  must(fovea(["--version"]).trim() === version, "fovea --version says something else");
  const tour = fovea(["demo", "--output-dir", join(home, "pictures")]);
  must(/^== /m.test(tour) && existsSync(join(home, "pictures/demo.png")), "fovea demo made no picture");
  const size = fovea(["parse", "size", "-"], "Physical size: 1080x2400\n");
  must(JSON.parse(size).screenSize?.width === 1080, `fovea parse said ${size}`);
  await checkPhone(path, home, fovea);
}

/** A virtual phone of the installed package, looked at by its command line and its server. */
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

/** What `fovea serve` answers to a client's first request, a look at the phone. */
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
