import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { packageRoot } from "../../src/base/assets.js";

const FOLDER = join(packageRoot(), "test", "maestro");

/** An answer of Maestro's own code to one question. */
export interface MaestroAnswer {
  readonly isOk: boolean;
  /** The value, or the mistake; empty for a flow without mistakes. */
  readonly words: string;
}

/** Whether Maestro's own code can run: it needs a JDK, and Maven, which downloads it. */
export function hasMaestro(): boolean {
  return ["java", "mvn"].every((program) => spawnSync(program, ["-version"], { stdio: "ignore" }).status === 0);
}

/**
 * Runs Maestro's own code (test/maestro/Judge.java): `parse` for files, `plan` for folders, `js` for scripts. A
 * question is a line with parts separated by tabs. `env`: NAME=VALUE for scripts.
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

/** A flow, and a phone of an adb server. */
export interface FlowOnPhone {
  readonly adbPort: number;
  readonly serial: string;
  readonly lookupMs: number;
  readonly file: string;
}

/** The result of a flow in Maestro. */
export interface OrchestraAnswer {
  readonly isPassed: boolean;
  /** The index of the failed step in the flow, from 0; null if no step failed or the step is unknown. */
  readonly failed: number | null;
  readonly words: string;
  readonly durationMs: number;
}

/** Maestro's own Orchestra over plain adb (test/maestro/FlowRunner.java), one flow after another. */
export class MaestroOrchestra implements AsyncDisposable {
  readonly #child;
  readonly #lines;

  constructor() {
    const words = ["-XX:+UseSerialGC", "-cp", classPath(), join(FOLDER, "FlowRunner.java")];
    this.#child = spawn("java", words, { stdio: ["pipe", "pipe", "ignore"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async run({ adbPort, serial, lookupMs, file }: FlowOnPhone): Promise<OrchestraAnswer> {
    this.#child.stdin.write(`${[adbPort, serial, lookupMs, file].join("\t")}\n`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error("Maestro ended");
      const [mark, verdict, ...rest] = String(value).split("\t");
      if (mark !== "@@") continue; // a line of its log
      const isPassed = verdict === "ok";
      const failed = isPassed || rest[0] === "?" ? null : Number(rest[0]);
      return { isPassed, failed, words: rest.slice(1, -1).join(" "), durationMs: Number(rest.at(-1)) };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, "exit");
  }
}

/** The class path of the jars in Maven's local repository; missing jars are downloaded. */
function classPath(): string {
  const folder = join(packageRoot(), "dist", "maestro-judge");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "class-path.txt");
  const goal = ["-q", "-B", "-f", join(FOLDER, "pom.xml"), "dependency:build-classpath", `-Dmdep.outputFile=${file}`];
  execFileSync("mvn", goal, { stdio: "inherit" });
  return readFileSync(file, "utf8").trim();
}
