import { execFileSync, spawn } from "node:child_process";
import { cpSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transform } from "esbuild";
import { packageRoot } from "../../src/base/assets.js";
import { type Mutation, mutated } from "./table.js";

const ROOT = packageRoot();
const JAVA = "android-a11y-service";
/** A mutation may make a test wait for ever. */
const MOST_MS = 240_000;

/** The result of a test; `absent` if it did not run, because its file could not be loaded or has no such test. */
export type Outcome = "passed" | "failed" | "absent";

/** A copy of the compiled program, in which one file at a time is mutated. */
export interface Workshop extends Disposable {
  /** Runs these tests of a file. */
  run(test: string, names: readonly string[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Runs the test of a mutation with the mutation. Errors: if the mutation cannot be applied, with the reason. */
  runMutated(mutation: Mutation): Promise<Outcome>;
}

/** A workshop for TypeScript: hard links to the files of `dist`, symbolic links to all other entries. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "fovea-mutations-"));
  const apart = new Set(["dist", ".git", "fovea-output"]);
  for (const name of readdirSync(ROOT)) if (!apart.has(name)) symlinkSync(join(ROOT, name), join(folder, name));
  execFileSync("cp", ["-rl", join(ROOT, "dist"), folder]);
  const run: Workshop["run"] = async (test, names) => {
    const file = join(folder, "dist", test.replace(/ts$/, "js"));
    const patterns = names.map((name) => `--test-name-pattern=${name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}`);
    const args = ["--test-reporter=tap", ...patterns, file];
    const corpus = process.env["FOVEA_CORPUS"] ?? join(ROOT, "../shared/corpus");
    const said = await outputOf(process.execPath, args, folder, { FOVEA_CORPUS: corpus, FOVEA_TEST_ALL: "1" });
    return new Map(names.map((name) => [name, outcomeIn(said, name)]));
  };
  return {
    run,
    runMutated: async (mutation) => {
      const code = await compile(mutated(mutation));
      const whole = await compile(readFileSync(join(ROOT, mutation.file), "utf8"));
      if (code === whole) throw new Error("the program is the same with it");
      const path = join("dist", mutation.file.replace(/ts$/, "js"));
      rmSync(join(folder, path));
      writeFileSync(join(folder, path), code);
      try {
        return (await run(mutation.test, [mutation.name])).get(mutation.name) ?? "absent";
      } finally {
        rmSync(join(folder, path));
        linkSync(join(ROOT, path), join(folder, path));
      }
    },
    [Symbol.dispose]: removing(folder),
  };
}

/** A workshop for the companion: a copy of its sources. */
export function openJavaWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), "fovea-mutations-"));
  cpSync(join(ROOT, JAVA), join(folder, JAVA), { recursive: true, filter: (path) => !path.endsWith("/target") });
  for (const name of readdirSync(ROOT)) if (name !== JAVA) symlinkSync(join(ROOT, name), join(folder, name));
  const run: Workshop["run"] = async (test, names) => {
    const [, module = ""] = test.split("/");
    const [type = ""] = (test.split("/").at(-1) ?? "").split(".");
    const found = new Map<string, Outcome>();
    for (const name of names) {
      const args = ["-B", "-f", JAVA, "test", "-pl", module, "-am", "-Dsurefire.failIfNoSpecifiedTests=false"];
      const said = await outputOf("mvn", [...args, `-Dtest=${type}#${name}`], folder, {});
      found.set(name, outcomeOfMaven(said));
    }
    return found;
  };
  return {
    run,
    runMutated: async (mutation) => {
      const path = join(folder, mutation.file);
      writeFileSync(path, mutated(mutation));
      try {
        return (await run(mutation.test, [mutation.name])).get(mutation.name) ?? "absent";
      } finally {
        cpSync(join(ROOT, mutation.file), path);
      }
    },
    [Symbol.dispose]: removing(folder),
  };
}

/** Gives a function that removes the folder; the folder is also removed when the process ends. */
function removing(folder: string): () => void {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return () => {
    process.removeListener("exit", remove);
    remove();
  };
}

async function compile(source: string): Promise<string> {
  const compilerOptions = { verbatimModuleSyntax: true };
  const { code } = await transform(source, { loader: "ts", target: "es2023", tsconfigRaw: { compilerOptions } });
  return code;
}

/** The whole output of a program. A program that runs too long is killed with its child processes. */
async function outputOf(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, detached: true });
  const end = () => void (child.pid !== undefined && process.kill(-child.pid, "SIGKILL"));
  const timer = setTimeout(end, MOST_MS);
  process.once("exit", end); // an interrupted bench leaves no process running
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (_code, killedBy) => {
      clearTimeout(timer);
      process.removeListener("exit", end);
      resolve(killedBy === null ? said : `${said}\n${TOO_LONG}\n`);
    });
  });
}

const TOO_LONG = "it took too long";

/** The result of a test, read from TAP output. A test that started but did not end has failed. */
function outcomeIn(said: string, name: string): Outcome {
  const plain = said.replaceAll("\\#", "#").replaceAll("\\\\", "\\");
  const line = plain.split("\n").find((one) => /^\s*(?:not )?ok \d+ - /.test(one) && one.includes(` - ${name}`));
  if (line === undefined) return plain.includes(TOO_LONG) ? "failed" : "absent";
  if (/# SKIP/.test(line)) return "absent";
  return line.trimStart().startsWith("not ok") ? "failed" : "passed";
}

function outcomeOfMaven(said: string): Outcome {
  if (/COMPILATION ERROR/.test(said)) return "absent";
  if (/There are test failures|Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/.test(said))
    return "failed";
  return /Tests run: [1-9]/.test(said) && /BUILD SUCCESS/.test(said) ? "passed" : "absent";
}
