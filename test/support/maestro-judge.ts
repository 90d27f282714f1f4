import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { packageRoot } from "../../src/base/assets.js";

const FOLDER = join(packageRoot(), "test", "maestro");

/** An answer of Maestro's own code to one question. */
export interface MaestroAnswer {
  readonly isOk: boolean;
  /** The value, or what is wrong; empty for a flow without mistakes. */
  readonly words: string;
}

/** Whether Maestro's own code can be asked: it needs a JDK, and Maven, which brings it. */
export function hasMaestro(): boolean {
  return ["java", "mvn"].every((program) => spawnSync(program, ["-version"], { stdio: "ignore" }).status === 0);
}

/**
 * Asks Maestro's own code (test/maestro/Judge.java): `parse` of files, `plan` of folders, `js` of scripts. A question
 * is a line, its parts separated by tabs. `env` are NAME=VALUE for scripts.
 */
export async function askMaestro(
  what: "parse" | "plan" | "js",
  questions: readonly string[],
  env: readonly string[] = [],
): Promise<readonly MaestroAnswer[]> {
  const words = ["-XX:+UseSerialGC", "-cp", classPath(), join(FOLDER, "Judge.java"), what, ...env];
  const child = spawn("java", words, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(questions.map((one) => `${one}\n`).join(""));
  const lines = (await text(child.stdout)).split("\n").slice(0, -1);
  if (lines.length !== questions.length) throw new Error(`Maestro answered ${lines.length} of ${questions.length}`);
  return lines.map((line) => {
    const [verdict, ...rest] = line.split("\t");
    return { isOk: verdict === "ok", words: rest.join("\t") };
  });
}

/** The jars in Maven's store, which are fetched where they are not there yet. */
function classPath(): string {
  const folder = join(packageRoot(), "dist", "maestro-judge");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "class-path.txt");
  const goal = ["-q", "-B", "-f", join(FOLDER, "pom.xml"), "dependency:build-classpath", `-Dmdep.outputFile=${file}`];
  execFileSync("mvn", goal, { stdio: "inherit" });
  return readFileSync(file, "utf8").trim();
}
