// Tries randomly chosen mutants: StrykerJS, with its runner for tests that print TAP, over folders of pure code.
// Usage: node scripts/mutants.mjs [FOLDER] [--install, and no more] [--of src/screen,…] [--sample N] [--seed S]
//        [--jobs N] [--list]
//
// Stryker is installed into a scratch folder, since it is three times as large as everything that `npm ci` installs. It
// works on a copy of the sources. `--sample` is the number of mutants per folder (200 if absent, 0 for all), drawn by
// the seed. Each mutant is run with the test files of the folder, and with the quick ones that import from it. Several
// test files share a process, since loading their imports takes longer than most of them run. The scores go to
// bench/mutants.json.
import { spawnSync } from "node:child_process";
import {
  cpSync,
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
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { install } from "./install-tools.mjs";
import { SLOW, STARTERS } from "./test-plan.mjs";

const PACKAGES = ["@stryker-mutator/core@9.6.1", "@stryker-mutator/tap-runner@9.6.1"];
const FOLDERS = ["src/screen", "src/observe/parse", "src/trace", "src/hierarchy-cache"];
/** The longest time of a test file that is run: each mutant runs all the test files that reach it. */
const MOST_SECONDS = { own: 5, others: 0.5 };
const LEAST_SECONDS = 0.3;
/** How long the test files of one process take together. */
const PROCESS_SECONDS = 4;
const COPIED = ["src", "packages", "test", "bench", "package.json", "tsconfig.json", "scripts", "protocol", "docs"];
const RESULTS = "bench/mutants.json";

const { values, positionals } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    of: { type: "string", default: FOLDERS.join(",") },
    sample: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
    list: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const tools = resolve(positionals[0] ?? join(tmpdir(), "fovea-mutants"));
const stryker = join(tools, "node_modules/@stryker-mutator/core/bin/stryker.js");
if (!existsSync(stryker)) install(tools, PACKAGES);
if (values.install) process.exit(0);
const seconds = JSON.parse(readFileSync("scripts/test-seconds.json", "utf8"));
const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
for (const folder of values.of.split(",")) {
  results[folder] = tryFolder(folder);
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  console.log(folder, JSON.stringify(results[folder]));
}

/** The score of a folder in percent, the number of its mutants, and the number of tried mutants. */
function tryFolder(folder) {
  const place = mkdtempSync(join(tmpdir(), "fovea-mutants-of-"));
  try {
    copyTo(place);
    const tests = testsOf(folder);
    console.log(`${folder}: ${tests.length} files of tests`);
    const config = configOf(folder, writeProcesses(place, tests));
    writeFileSync(join(place, "stryker.config.json"), JSON.stringify(config));
    const env = { ...process.env, MUTANTS_SAMPLE: values.sample, MUTANTS_SEED: values.seed, FOVEA_CORPUS: corpus() };
    const { status } = spawnSync(process.execPath, [stryker, "run"], { cwd: place, env, stdio: "inherit" });
    const report = join(place, "report.json");
    if (!existsSync(report)) throw new Error(`Stryker ended with ${status}`);
    return reported(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function copyTo(place) {
  for (const name of COPIED) cpSync(name, join(place, name), { recursive: true });
  for (const name of ["node_modules", "assets", "android-a11y-service", "README.md", "CHANGELOG.md"])
    symlinkSync(resolve(name), join(place, name));
  mkdirSync(join(place, "dist"));
}

function corpus() {
  return process.env.FOVEA_CORPUS ?? resolve("../shared/corpus");
}

function testsOf(folder) {
  const isOut = (file) =>
    [...SLOW, ...STARTERS].some((entry) => (entry.endsWith("/") ? file.startsWith(entry) : file === entry));
  const imports = new RegExp(`from "(?:\\.\\./)+${folder}/`);
  return readdirSync("test", { recursive: true })
    .map((file) => String(file))
    .filter((file) => file.endsWith(".test.ts") && imports.test(readFileSync(join("test", file), "utf8")))
    .map((file) => file.replace(/\.test\.ts$/, ""))
    .filter((file) => !isOut(file) && (seconds[file] ?? 0) <= MOST_SECONDS[isOwn(file, folder) ? "own" : "others"])
    .sort((one, other) => Number(isOwn(other, folder)) - Number(isOwn(one, folder)) || (one < other ? -1 : 1));
}

function isOwn(file, folder) {
  return `src/${file}`.startsWith(`${folder}/`);
}

/** Writes a module for each process, which runs some of the test files; those of the folder itself come first. */
function writeProcesses(place, tests) {
  const lists = [];
  for (const file of tests) {
    const last = lists.at(-1);
    const taken = seconds[file] ?? LEAST_SECONDS;
    if (last && last.seconds + taken <= PROCESS_SECONDS)
      Object.assign(last, { seconds: last.seconds + taken }).files.push(file);
    else lists.push({ seconds: taken, files: [file] });
  }
  mkdirSync(join(place, "mutant-tests"));
  return lists.map(({ files }, index) => {
    const path = `mutant-tests/${index + 1}.js`;
    const call = `runFiles(${JSON.stringify(files)}, "dist/costs.jsonl");`;
    writeFileSync(join(place, path), `import { runFiles } from "../scripts/test-shard.mjs";\n${call}\n`);
    return path;
  });
}

function configOf(folder, testFiles) {
  return {
    mutate: [`${folder}/**/*.ts`],
    testRunner: "tap",
    tap: { testFiles, nodeArgs: ["--test-reporter=tap", "-r", "{{hookFile}}", "{{testFile}}"], forceBail: true },
    plugins: [
      join(tools, "node_modules/@stryker-mutator/tap-runner/dist/src/index.js"),
      resolve("scripts/mutants-sample.mjs"),
    ],
    checkers: ["sample"],
    buildCommand: "node_modules/.bin/tsc -p tsconfig.json --noCheck",
    inPlace: true,
    coverageAnalysis: "perTest",
    concurrency: Number(values.jobs),
    reporters: ["json", "progress-append-only"],
    jsonReporter: { fileName: "report.json" },
    allowConsoleColors: false,
    thresholds: { high: 85, low: 85, break: null },
    // Stryker stops an endless loop by its number of iterations, so this long timeout only stops mutants that wait
    // forever.
    timeoutMS: 900_000,
    dryRunTimeoutMinutes: 30,
    tempDirName: ".stryker",
  };
}

function reported({ files }) {
  const mutants = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  );
  const count = (...states) => mutants.filter(({ status }) => states.includes(status)).length;
  const [noticed, missed] = [count("Killed", "Timeout", "RuntimeError"), count("Survived", "NoCoverage")];
  const lives = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  if (values.list) for (const one of lives) console.log(lineOf(one));
  return {
    mutants: mutants.length,
    tried: noticed + missed,
    noticed,
    seed: Number(values.seed),
    score: Math.round((noticed / (noticed + missed)) * 1000) / 10,
  };
}

function lineOf({ file, location, mutatorName, replacement, status }) {
  const { line, column } = location.start;
  return `${file}:${line}:${column} ${status} ${mutatorName}: ${replacement?.replace(/\s+/g, " ").slice(0, 120)}`;
}
