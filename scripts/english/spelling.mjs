// Checks the spelling of documents, sources, messages and comments (cspell.json, terms in terms.txt beside this file).
// Files without changes since the last check are not checked again.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PROGRAM = "node_modules/cspell/bin.mjs";
if (!existsSync(PROGRAM)) {
  console.error("cspell is not installed: run npm ci");
  process.exit(1);
}
const cache = ["--cache", "--cache-strategy", "content", "--cache-location", "dist/spelling-cache.json"];
const { status } = spawnSync(process.execPath, [PROGRAM, "--no-progress", "--no-summary", ...cache], {
  stdio: "inherit",
});
if (status !== 0) console.error("a term that is spelled right goes into scripts/english/terms.txt");
process.exit(status ?? 1);
