// Bundles the three packages: dist/package (the program), packages/virtual-android/dist (the phone of the demo) and
// packages/fovea-agent/dist (the agents). Entry files keep their paths. The folder `parts` contains the modules that
// they use, our own and those of other packages, with the licences. The library's types are next to the entry files.
// A few dozen files replace a thousand, and start in half the time. Nothing is minified, so that a stack shows the
// names of the sources. `dependencies` and `peerDependencies` of package.json are not bundled: npm installs them. A
// user gets the tested versions, at a third of the size. Argument: another output folder. Run `npm run build` first.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { declarationsOf } from "./declarations.mjs";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "dist/src");
const elsewhere = process.argv[2];
const target = elsewhere === undefined ? join(ROOT, "dist/package") : resolve(elsewhere, "package");
const phoneTarget =
  elsewhere === undefined ? join(ROOT, "packages/virtual-android") : resolve(elsewhere, "virtual-android");
const agentTarget = elsewhere === undefined ? join(ROOT, "packages/fovea-agent") : resolve(elsewhere, "fovea-agent");
/** The entry files: they are started as a process or a thread, or loaded by path. */
const ENTRIES = [
  "base/re2.js",
  "cli/main.js",
  "library/connect.js",
  "library/testing/testing.js",
  "observe/reading/reading-thread.js",
  "replay/script/script-thread.js",
  "vision/detectors.js",
  "vision/detectors/onnx/onnx-thread.js",
  "vision/ocr/page-thread.js",
];

/**
 * Dependencies of adbkit for features that Fovea never uses: with node-forge it would act as a USB phone and read keys,
 * which takes 10 MB of memory at each start; with the others it would send touches and read logs. A call of one of them
 * throws an error with the reason.
 */
const LEFT_OUT = {
  name: "left-out",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node-forge|@devicefarmer\/adbkit-(?:monkey|logcat))$/ }, ({ path }) => ({
      path,
      namespace: "left-out",
    }));
    onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) => ({
      contents: `
        const leftOut = () => {
          throw new Error("${path} is left out of this package");
        };
        const get = (_, name) => (name === "__esModule" || typeof name === "symbol" ? undefined : part);
        const part = new Proxy(function () {}, { get, apply: leftOut, construct: leftOut });
        module.exports = part;`,
    }));
  },
};

/** Loads the virtual phone from its own package. */
const PHONE_APART = {
  name: "phone-apart",
  setup({ onResolve }) {
    onResolve({ filter: /virtual-android\/src\/internal\.js$/ }, () => ({
      path: "virtual-android/internal",
      external: true,
    }));
    onResolve({ filter: /virtual-android\/src\// }, ({ path, importer }) => {
      throw new Error(`${importer} uses ${path}, which is in the package of the virtual phone`);
    });
  },
};

/** Loads the agents from their own package, by its name and only on use: most installations do not have it. */
const AGENT_APART = {
  name: "agent-apart",
  setup({ onResolve }) {
    onResolve({ filter: /fovea-agent\/src\/index\.js$/ }, () => ({ path: "fovea-agent", external: true }));
    onResolve({ filter: /fovea-agent\/src\// }, ({ path, importer }) => {
      throw new Error(`${importer} uses ${path}, which is in the package of the agents`);
    });
  },
};

const PHONE = join(ROOT, "packages/virtual-android");
const AGENT = join(ROOT, "packages/fovea-agent");

await bundle({
  entries: ENTRIES,
  sources: SOURCES,
  target,
  manifest: ROOT,
  plugins: [LEFT_OUT, PHONE_APART, AGENT_APART],
});
copyFileSync(join(SOURCES, "tool-list.json"), join(target, "tool-list.json"));
writeDeclarations();
await bundlePhone();
await bundleAgent();

/** Writes the files of one package and its licences. */
async function bundle({ entries, sources, target, manifest, plugins }) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(manifest, "package.json"), "utf8"));
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((name) => join(sources, name)),
    outbase: sources,
    outdir: target,
    chunkNames: "parts/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.13",
    legalComments: "none",
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    metafile: true,
    plugins,
    logLevel: "warning",
  });
  giveRequire(target, entries);
  refuseOtherName(target);
  writeFileSync(join(target, "LICENSES.txt"), licences(metafile));
}

/** Bundles the phone, with its fonts and its profiles of delays. */
async function bundlePhone() {
  const sources = join(ROOT, "dist/packages/virtual-android/src");
  const folder = join(phoneTarget, "dist");
  await bundle({
    entries: ["index.js", "internal.js", "bin.js"],
    sources,
    target: folder,
    manifest: PHONE,
    plugins: [],
  });
  writeFileSync(join(folder, "public-types.d.ts"), readFileSync(join(PHONE, "src/public-types.ts"), "utf8"));
  writeFileSync(join(folder, "index.d.ts"), declarationsOf("virtual-android", "./public-types.js"));
  // Only Fovea uses this entry, with the types of the sources.
  writeFileSync(join(folder, "internal.d.ts"), "export {};\n");
  rmSync(join(phoneTarget, "assets"), { recursive: true, force: true });
  for (const name of ["fonts", "virtual-device"])
    cpSync(join(ROOT, "assets", name), join(phoneTarget, "assets", name), { recursive: true });
  copyFileSync(join(ROOT, "LICENSE"), join(phoneTarget, "LICENSE"));
}

/** Bundles the agents with all their dependencies: npm installs nothing else with them. */
async function bundleAgent() {
  const sources = join(ROOT, "dist/packages/fovea-agent/src");
  const folder = join(agentTarget, "dist");
  await bundle({ entries: ["index.js"], sources, target: folder, manifest: AGENT, plugins: [] });
  writeFileSync(join(folder, "public-types.d.ts"), readFileSync(join(AGENT, "src/public-types.ts"), "utf8"));
  writeFileSync(join(folder, "index.d.ts"), declarationsOf("fovea-agent", "./public-types.js"));
  copyFileSync(join(ROOT, "LICENSE"), join(agentTarget, "LICENSE"));
}

/** Fails if the bundler renamed a class that refers to itself: users would see the new name in stacks. */
function refuseOtherName(target) {
  const renamed = filesOf(target).find((name) => readFileSync(join(target, name), "utf8").includes("_FoveaError"));
  if (renamed !== undefined)
    throw new Error(`${renamed} has FoveaError by another name: the class must not name itself`);
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".js"));
}

/** CommonJS packages load Node's modules with `require`, which an ES module has to create first. */
function giveRequire(target, entries) {
  const textOf = (name) => readFileSync(join(target, name), "utf8");
  const asking = filesOf(target).filter((name) => textOf(name).includes("typeof require"));
  const started = asking.filter((name) => entries.includes(name) && textOf(name).startsWith("#!"));
  if (started.length > 0) throw new Error(`${started} would need a require before its first line`);
  for (const name of asking) {
    const first = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
    writeFileSync(join(target, name), first + textOf(name));
  }
}

/**
 * Writes the declarations. The public types import only each other, so they are published as they are; the other
 * exports take their types from them.
 */
function writeDeclarations() {
  const folder = join(target, "library");
  const own = join(ROOT, "src/library");
  mkdirSync(join(folder, "types"), { recursive: true });
  for (const name of ["types.ts", ...readdirSync(join(own, "types")).map((one) => `types/${one}`)])
    writeFileSync(join(folder, name.replace(/ts$/, "d.ts")), readFileSync(join(own, name), "utf8"));
  mkdirSync(join(folder, "testing"), { recursive: true });
  writeFileSync(join(folder, "connect.d.ts"), declarationsOf("fovea-mcp", "./types.js"));
  writeFileSync(join(folder, "testing/testing.d.ts"), declarationsOf("fovea-mcp/testing", "../types.js"));
}

/** The name, version and licence of every package that is a part of the bundle. */
function licences(metafile) {
  const folders = Object.keys(metafile.inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(folders.filter((folder) => folder !== undefined))].sort();
  return packages.map((folder) => licenceOf(join(ROOT, folder))).join(`\n${"-".repeat(80)}\n\n`);
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((one) => /^(?:licen[cs]e|notice)/i.test(one));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${name} ${version}, ${license}\n\n${texts.join("\n\n") || "(its package holds no text of it)"}\n`;
}
