import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../src/base/assets.js";

const ROOT = packageRoot();

/** A block of code in a document. */
export interface CodeBlock {
  /** Its page and its number on the page, from 1: `docs/library.md#2`. */
  readonly name: string;
  readonly language: "ts" | "js";
  readonly code: string;
}

/** The phone of a block shows an app with a form, or a shop with a list and a save button; or it is in a farm. */
type Place = "form" | "shop" | "farm" | "none";

/** How a block is run unchanged. */
export interface BlockRun {
  /** Code that the page describes in words before the block: imports, a phone. */
  readonly before?: string;
  /** The file that the block quotes word for word. */
  readonly file?: string;
  /** How it is run: as a module, or with node:test. `elsewhere`: see `why`. */
  readonly how: "module" | "test" | "elsewhere";
  /** The name of its file, if another block or `by` imports it. */
  readonly as?: string;
  /** The code of a program that uses it. */
  readonly by?: string;
  /** The phone that is connected to adb. */
  readonly place?: Place;
  /** Blocks that are written as files in the same folder. */
  readonly beside?: readonly string[];
  /** Patterns of its output. */
  readonly says?: readonly RegExp[];
  /** For `elsewhere`: which test runs it, and why this test does not. */
  readonly why?: string;
  /** Whether it is not compiled, because its packages are not installed here. */
  readonly isForeign?: boolean;
}

const PHONE = "await using phone = await connect();\n";

/** Every block of the documents, and how it is run. */
export const BLOCKS: Readonly<Record<string, BlockRun>> = {
  "README.md#1": { how: "module", place: "shop" },
  "docs/computer-use.md#1": { how: "module", place: "form" },
  "docs/detectors.md#1": {
    how: "module",
    as: "my-detector.mjs",
    by: `import { connect } from "fovea-mcp";
await using phone = await connect({ virtual: {}, options: { detector: "./my-detector.mjs", vision: "on" } });
console.log((await phone.observe({ fresh: true })).text);`,
    says: [/seen by mine/],
  },
  "docs/farm.md#1": { how: "module", before: 'import { connect } from "fovea-mcp";\n', place: "farm" },
  "docs/from-mobilewright.md#1": {
    how: "elsewhere",
    isForeign: true,
    why: "it is mobilewright's: it was compiled against mobilewright 0.0.53, and needs a phone",
  },
  "docs/from-mobilewright.md#2": { how: "test", file: "docs/examples/sign-up.test.mts", says: [/^# pass 1$/m] },
  "docs/library.md#1": {
    how: "module",
    file: "docs/examples/library.mts",
    says: [/checkbox "I agree to the terms"/, /changed \[/, / was e/, /ELEMENT_NOT_FOUND/],
  },
  "docs/library.md#2": {
    how: "module",
    before: `import { connect, expect } from "fovea-mcp";\n${PHONE}`,
    place: "shop",
  },
  "docs/library.md#3": {
    how: "module",
    before: `import { connect, loadDemonstrations } from "fovea-mcp";\n${PHONE}`,
    place: "form",
  },
  "docs/plugins.md#1": {
    how: "module",
    as: "plugin.mjs",
    file: "docs/examples/plugin.mjs",
    by: 'import "./plugin.mjs";',
  },
  "docs/plugins.md#2": { how: "test", beside: ["docs/plugins.md#1"], says: [/^# pass [3-9]$/m] },
  "docs/testing.md#1": { how: "test", file: "examples/node-test/test/terms.test.mts", says: [/^# pass 4$/m] },
  "docs/testing.md#2": {
    how: "elsewhere",
    file: "examples/vitest/test/terms.test.ts",
    isForeign: true,
    why: "scripts/check-package.mjs compiles and runs it with Vitest, which is not installed here",
  },
  "packages/fovea-agent/README.md#1": {
    how: "elsewhere",
    why: "it needs a model; the tests of test/agent do the same with a scripted one",
  },
  "packages/virtual-android/README.md#1": { how: "module" },
  "packages/virtual-android/README.md#2": {
    how: "module",
    file: "docs/examples/virtual-android.mts",
    says: [/Create account/, /host:devices/],
  },
};

const PAGES = ["README.md", "packages/fovea-agent/README.md", "packages/virtual-android/README.md"];

/** Every block of TypeScript or JavaScript in README, docs and the READMEs of the packages. */
export function codeBlocks(): readonly CodeBlock[] {
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return [...PAGES, ...docs.map((name) => `docs/${name}`)].flatMap(blocksOf);
}

function blocksOf(page: string): readonly CodeBlock[] {
  const blocks = readFileSync(join(ROOT, page), "utf8").matchAll(
    /^```(ts|js|mts|mjs|typescript|javascript)\n([\s\S]*?)^```$/gm,
  );
  return [...blocks].map(([, language = "", code = ""], at) => ({
    name: `${page}#${at + 1}`,
    language: language.includes("t") && language !== "javascript" ? "ts" : "js",
    code,
  }));
}
