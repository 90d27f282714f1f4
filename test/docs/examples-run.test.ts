// Slow; npm test has code-blocks.test.ts, which finds an example that is not run here.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { packageRoot } from "../../src/base/assets.js";
import { BLOCKS, type BlockRun, type CodeBlock, codeBlocks } from "../support/code-blocks/code-blocks.js";
import { SHOP, shopApp } from "../support/code-blocks/shop-app.js";
import { SMALL } from "../support/drive.js";
import { startFarmOfPhones } from "../support/farm-of-phones.js";
import { skipWithout } from "../support/needs.js";
import { startProduct } from "../support/product.js";

interface Declarations {
  declarationsOf(entry: string, types: string): string;
}

const ROOT = packageRoot();
const { declarationsOf }: Declarations = await import(pathToFileURL(join(ROOT, "scripts/declarations.mjs")).href);
/** Entries of the packages: what was built of them, and the file of their types. */
const ENTRIES = {
  "fovea-mcp": ["dist/src/library/connect.js", "src/library/types.ts"],
  "fovea-mcp/testing": ["dist/src/library/testing/testing.js", "src/library/types.ts"],
  "virtual-android": ["dist/packages/virtual-android/src/index.js", "packages/virtual-android/src/public-types.ts"],
  "fovea-agent": ["dist/packages/fovea-agent/src/index.js", "packages/fovea-agent/src/public-types.ts"],
} as const;

/** A folder in which the packages are what was built, and `sign-up.yaml` lies where the pages have it. */
function exampleFolder() {
  const folder = mkdtempSync(join(tmpdir(), "fovea-examples-"));
  for (const [entry, [built, types]] of Object.entries(ENTRIES)) {
    const [name = "", part = "index"] = entry.split("/");
    const own = join(folder, "node_modules", name);
    mkdirSync(own, { recursive: true });
    const exports = { ".": "./index.js", "./testing": "./testing.js" };
    writeFileSync(join(own, "package.json"), JSON.stringify({ name, type: "module", exports }));
    writeFileSync(join(own, `${part}.js`), `export * from ${JSON.stringify(pathToFileURL(join(ROOT, built)).href)};\n`);
    writeFileSync(join(own, `${part}.d.ts`), declarationsOf(entry, "./types.js"));
    cpSync(join(ROOT, types), join(own, "types.d.ts"));
  }
  const parts = join(folder, "node_modules/fovea-mcp/types");
  for (const name of readdirSync(join(ROOT, "src/library/types")))
    cpSync(join(ROOT, "src/library/types", name), join(parts, name.replace(/ts$/, "d.ts")));
  symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
  mkdirSync(join(folder, "flows"));
  cpSync(join(ROOT, "docs/examples/sign-up.yaml"), join(folder, "flows/sign-up.yaml"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

function runOf({ name }: CodeBlock): BlockRun {
  return BLOCKS[name] ?? assert.fail(`${name} is not run`);
}

/** As it is in its page, behind what the page says before it. */
function programOf(block: CodeBlock): string {
  return `${runOf(block).before ?? ""}${block.code}`;
}

function fileOf(block: CodeBlock): string {
  const { as, how } = runOf(block);
  const stem = block.name.replace(/\W+/g, "-");
  return as ?? `${stem}${how === "test" ? ".test" : ""}.m${block.language}`;
}

test("each example in TypeScript compiles under strict", async () => {
  using place = exampleFolder();
  const blocks = codeBlocks().filter((block) => block.language === "ts" && !runOf(block).isForeign);
  for (const block of blocks) writeFileSync(join(place.folder, fileOf(block)), programOf(block));
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: "es2022", module: "nodenext" },
    ...{ lib: ["es2022", "esnext.disposable"], types: ["node"], allowImportingTsExtensions: true },
  };
  writeFileSync(
    join(place.folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: blocks.map((block) => fileOf(block)) }),
  );
  const compiling = promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], { cwd: place.folder });
  const { stdout } = await compiling.catch((error: { stdout: string }) => error);
  assert.equal(stdout, "");
});

for (const block of codeBlocks()) {
  const { how, place } = runOf(block);
  if (how === "elsewhere") continue;
  const skip = place === "farm" ? skipWithout("nats-server") : false;
  test(`the example ${block.name} runs as it stands`, { skip }, async () => {
    await using phone = await startPlace(block);
    using folder = exampleFolder();
    await run(block, folder.folder, phone);
  });
}

interface Place extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** What of the block stands for its own place. */
  readonly where: (code: string) => string;
}

/** The phone that adb knows, or the farm. */
async function startPlace(block: CodeBlock): Promise<Place> {
  const { place = "none" } = runOf(block);
  if (place === "none") return { env: {}, where: (code) => code, [Symbol.asyncDispose]: async () => {} };
  const app = place === "form" ? "com.fovea.form" : SHOP;
  const options = { ...SMALL, app, moreApps: () => [shopApp()] };
  if (place !== "farm") {
    const product = await startProduct(options);
    const env = { ANDROID_ADB_SERVER_PORT: String(product.adbPort), FOVEA_COMPANION: "off" };
    return { env, where: (code) => code, [Symbol.asyncDispose]: () => product[Symbol.asyncDispose]() };
  }
  const farm = await startFarmOfPhones({ ...options, apiLevel: 34 });
  const where = (code: string) => code.replace("nats://127.0.0.1", farm.server.url);
  return { env: {}, where, [Symbol.asyncDispose]: () => farm[Symbol.asyncDispose]() };
}

async function run(block: CodeBlock, folder: string, { env, where }: Place): Promise<void> {
  const { how, by, beside = [], says = [] } = runOf(block);
  for (const one of codeBlocks().filter(({ name }) => name === block.name || beside.includes(name)))
    writeFileSync(join(folder, fileOf(one)), where(programOf(one)));
  if (by !== undefined) writeFileSync(join(folder, "by.mjs"), by);
  const file = by === undefined ? fileOf(block) : "by.mjs";
  const args = how === "test" ? ["--test", "--test-reporter=tap", file] : [file];
  const own = { PATH: process.env["PATH"] ?? "", HOME: folder, ...env };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: own }).then(
    (said) => ({ ...said, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  assert.equal(code, 0, `${block.name}: ${stdout}${stderr}`);
  for (const words of says) assert.match(stdout, words);
}
