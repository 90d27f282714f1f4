import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { packageRoot } from "../src/base/assets.js";
import { recoveriesOf } from "../src/base/errors.js";

const ROOT = packageRoot();

/** The name in an import line, or in an import() of a name. */
const IMPORT = /^\s*(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^\s*import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const lockedSchema = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  optional: z.boolean().optional(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type Locked = z.infer<typeof lockedSchema>;
const lockSchema = z.looseObject({ packages: z.record(z.string(), lockedSchema) });
const manifestSchema = z.looseObject({
  bin: z.object({ fovea: z.string() }),
  engines: z.looseObject({ node: z.string() }),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
});

const lock = lockSchema.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))).packages;
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));
const agentManifest = z
  .looseObject({
    version: z.string(),
    dependencies: z.unknown().optional(),
    devDependencies: z.record(z.string(), z.string()),
    peerDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(ROOT, "packages/fovea-agent/package.json"), "utf8")));
/** What npm installs with the package. A link leads to a folder of this repository, for development. */
const installed = Object.entries(lock).filter(([path, { dev, link }]) => path !== "" && dev !== true && link !== true);
/** What the sources import, whether it is installed with the package, packed with it or installed by the user. */
const imported = importedNames();
/** That, and what these ask for. */
const runtime = [
  ...new Map([...installed, ...withAllTheyAskFor([...imported, ...Object.keys(agentManifest.devDependencies)])]),
];

const PERMISSIVE = new Set([
  "Unlicense",
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "(BSD-3-Clause OR GPL-2.0)",
  "(MIT OR CC0-1.0)",
  "(AFL-2.1 OR BSD-3-Clause)",
]);
/** libvips, a library beside sharp that is loaded at run time and can be replaced: LGPL asks for no more. */
const REPLACEABLE_LIBRARY = /^node_modules\/@img\/sharp-(?:libvips-|win32-|wasm32|freebsd-|webcontainers-)/;

/** What a user installs beside it, if at all: a farm's client, agents, what detectors run on. */
const OPTIONAL_PACKAGES = ["@nats-io/jetstream", "@nats-io/transport-node", "fovea-agent", "onnxruntime-node"];

test("every package installed with Fovea has a permissive licence or is a replaceable LGPL library", () => {
  assert.ok(runtime.length > 20);
  const others = runtime.filter(([path, { license = "none" }]) => {
    return !PERMISSIVE.has(license) && !(REPLACEABLE_LIBRARY.test(path) && license.includes("LGPL-3.0-or-later"));
  });
  assert.deepEqual(
    others.map(([path, { license }]) => `${path}: ${license}`),
    [],
  );
});

test("the licences in the lock file equal those of the packages", () => {
  for (const [path, { license }] of runtime) {
    const file = join(ROOT, path, "package.json");
    if (existsSync(file)) assert.equal(JSON.parse(readFileSync(file, "utf8")).license, license, path);
  }
});

test("versions are exact, and the lock file names no download address", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
  // folders of this repository
  const here = "scripts/development-node";
  const packages = ["packages/virtual-android", "packages/fovea-agent"];
  for (const [name, version] of Object.entries(wanted))
    if (version !== `file:${here}`) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  for (const version of Object.values(lock[here]?.optionalDependencies ?? {})) assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(
    Object.entries(lock)
      .flatMap(([, { resolved }]) => resolved ?? [])
      .toSorted(),
    [here, ...packages].toSorted(),
  );
});

test("the lock file has every dependency on every platform, which npm ci of npm 11 requires", () => {
  const missing = Object.entries(lock).flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter(
        (name) => lock[`node_modules/${name}`] === undefined && lock[`${path}/node_modules/${name}`] === undefined,
      )
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("the error about missing agents names the version that belongs to this package", () => {
  const version = manifest.peerDependencies["fovea-agent"];
  assert.equal(agentManifest.version, version);
  assert.ok(recoveriesOf("AGENT_UNAVAILABLE")[0].includes(`npm install fovea-agent@${version}`));
});

test("the agents' package has no dependencies: all it uses is packed with it, in exact versions", () => {
  assert.equal(agentManifest.dependencies, undefined);
  assert.deepEqual(Object.keys(agentManifest.peerDependencies), ["fovea-mcp"]);
  const used = namesIn("packages/fovea-agent/src").filter((name) => name !== "fovea-mcp");
  assert.deepEqual(used.toSorted(), Object.keys(agentManifest.devDependencies).toSorted());
  for (const [name, version] of Object.entries(agentManifest.devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(manifest.devDependencies[name] ?? version, version, `${name} has another version in the program`);
  }
});

test("the error about a missing runtime names the version that belongs to this package", () => {
  const version = manifest.peerDependencies["onnxruntime-node"];
  assert.ok(
    recoveriesOf("DETECTOR_UNAVAILABLE")[0].includes(`npm install --ignore-scripts onnxruntime-node@${version}`),
  );
});

test("optional packages are peer dependencies, and development dependencies in the tested version", () => {
  assert.deepEqual(Object.keys(manifest.peerDependencies).toSorted(), OPTIONAL_PACKAGES);
  for (const [name, version] of Object.entries(manifest.peerDependencies)) {
    assert.equal(manifest.devDependencies[name], version);
    assert.deepEqual(manifest.peerDependenciesMeta[name], { optional: true });
  }
});

test("no package installed with Fovea has an install script, so none can download anything", () => {
  assert.ok(installed.length > 5);
  assert.deepEqual(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path),
    [],
  );
});

test("npm ci and npm pack both build the packed program", () => {
  assert.match(manifest.scripts["prepare"] ?? "", /scripts\/prepare\.mjs/);
  assert.match(readFileSync(join(ROOT, "scripts/prepare.mjs"), "utf8"), /^\s+await import\("\.\/bundle\.mjs"\);$/m);
});

test("nothing runs on the user's machine when the package is installed", () => {
  for (const name of ["preinstall", "install", "postinstall"]) assert.equal(manifest.scripts[name], undefined);
});

test("every import of the sources is a dependency, a peer dependency or packed, and every dependency is imported", () => {
  const outside = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  assert.deepEqual(
    outside.filter((name) => !imported.includes(name)),
    // What the sources import by its place in this repository.
    ["virtual-android", "fovea-agent"],
  );
  const packed = imported.filter((name) => !outside.includes(name));
  assert.ok(packed.length > 10);
  assert.deepEqual(
    packed.filter((name) => manifest.devDependencies[name] === undefined),
    [],
  );
});

test("the packed program imports only Node and its dependencies, and has the licences of everything packed", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-bundle-"));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync(process.execPath, [join(ROOT, "scripts/bundle.mjs"), folder], { stdio: "pipe" });
  const files = readdirSync(folder, { recursive: true }).map(String);
  const program = files.filter((name) => name.startsWith("package/")).map((name) => name.slice("package/".length));
  const started = [...sources().matchAll(/\bprogramModule\("([^"]+)"\)/g)].map((match) => match[1] ?? "");
  assert.ok(started.length >= 4);
  for (const name of [manifest.bin.fovea.replace("dist/package/", ""), ...started])
    assert.ok(program.includes(name), `${name} is started by itself, and is not a file of its own`);
  const askedBy = (part: RegExp) =>
    files
      .filter((name) => name.endsWith(".js") && part.test(name))
      .flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(IMPORT)])
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
      .filter((name) => !name.startsWith(".") && !isBuiltin(name));
  const asked = askedBy(/^(?:package|virtual-android)\//);
  assert.deepEqual([...new Set(asked)].sort(), [...OPTIONAL_PACKAGES, "sharp", "virtual-android/internal"]);
  assert.deepEqual(askedBy(/^fovea-agent\//), []);
  const licencesOf = (name: string) => readFileSync(join(folder, name, "LICENSES.txt"), "utf8");
  const licences = licencesOf("package") + licencesOf("virtual-android/dist");
  for (const name of imported.filter((one) => !asked.includes(one))) {
    assert.ok(licences.includes(`${name} ${manifest.devDependencies[name]}, `), name);
  }
  const ofAgents = licencesOf("fovea-agent/dist");
  for (const [name, version] of Object.entries(agentManifest.devDependencies))
    assert.ok(ofAgents.includes(`${name} ${version}, `), name);
});

test("the package contains the program, its assets and its documents, and nothing else", () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const json = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const packed = z
    .record(z.string(), z.looseObject({ files: z.array(z.looseObject({ path: z.string() })) }))
    .parse({ ...JSON.parse(json.slice(json.search(/^[[{]/m))) });
  const paths = Object.values(packed).flatMap(({ files }) => files.map(({ path }) => path));
  const stray = paths.filter(
    (path) =>
      !/^(?:dist\/package\/.*|assets\/.*|android-a11y-service\/prebuilt\/.*|docs\/.*|[A-Z]+\.md|LICENSE|package\.json)$/.test(
        path,
      ),
  );
  assert.deepEqual(stray, []);
  for (const path of ["assets/fonts/OFL.txt", "README.md", "LICENSE", "CHANGELOG.md"]) {
    assert.ok(paths.includes(path), path);
  }
});

/** The text of all sources. */
function sources(...places: readonly string[]): string {
  const given = places.length > 0 ? places : ["src", "packages/virtual-android/src"];
  const folders = given.map((place) => join(ROOT, place));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  );
  const ours = files.filter((name) => name.endsWith(".ts"));
  return ours.map((name) => readFileSync(name, "utf8")).join("\n");
}

function importedNames(): readonly string[] {
  return namesIn();
}

function namesIn(...places: readonly string[]): readonly string[] {
  const names = [...sources(...places).matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
  return [...new Set(names)].sort();
}

/** Entries of the lock file: these packages, what they ask for, what those ask for, and so on. */
function withAllTheyAskFor(names: readonly string[]): readonly (readonly [string, Locked])[] {
  const found = new Map<string, Locked>();
  const ask = (name: string, from: string): void => {
    const path = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((one) => lock[one] !== undefined) ?? "";
    const entry = lock[path];
    assert.ok(
      entry !== undefined && path !== "",
      `${from || "a source"} asks for ${name}, which is not in the lock file`,
    );
    if (found.has(path)) return;
    found.set(path, entry);
    for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) ask(next, path);
  };
  for (const name of names) ask(name, "");
  return [...found];
}
