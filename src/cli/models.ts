import type { FoveaError } from "../base/errors.js";
import { toFoveaError } from "../base/errors.js";
import {
  type BundledModel,
  getModel,
  modelsFolder,
  readBundledModel,
  readModelManifest,
} from "../vision/model-manifest.js";
import { type Command, readCommandLine, requireOneOf, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import type { Terminal } from "./terminal.js";

const USAGE = `fovea models list|verify|path [NAME] [--json]: the bundled models

  list         name, size, licence and purpose of each
  verify       whether each file is the one that was bundled, byte by byte
  path [NAME]  the path of a model; without a name, the folder of all

Exit codes: 0 done, 1 a file is missing or has changed, 2 usage.`;

/** The bundled models: their facts, their paths, and whether their files are unchanged. */
export const models: Command = async (call, signal) => await modelsIn(modelsFolder())(call, signal);

/** The same for the models in a folder. */
export function modelsIn(folder: string): Command {
  return async (call) => {
    const own = { json: { type: "boolean" }, help: { type: "boolean" } } as const;
    const { terminal, positionals, flags } = readCommandLine(call, own, 2);
    if (flags["help"]) {
      printText(terminal, USAGE);
      return EXIT.done;
    }
    const what = requireOneOf(positionals, 0, ["list", "verify", "path"]);
    const job = { folder, name: positionals[1], isJson: flags["json"] === true, terminal };
    if (what === "path") return reportPath(job);
    if (job.name !== undefined) throw new UsageError(`${what} takes no name`);
    if (what === "list") return list(job);
    return verify(job);
  };
}

interface Job {
  readonly folder: string;
  readonly name: string | undefined;
  readonly isJson: boolean;
  readonly terminal: Terminal;
}

function list({ folder, isJson, terminal }: Job): number {
  const known = readModelManifest(folder);
  if (isJson) printJson(terminal, known);
  else printText(terminal, known.map(lineOf).join("\n"));
  return EXIT.done;
}

function lineOf({ name, bytes, licence, purpose }: BundledModel): string {
  return `${name}  ${(bytes / 1_000_000).toFixed(2)} MB  ${licence}  ${purpose}`;
}

function verify({ folder, isJson, terminal }: Job): number {
  const found = readModelManifest(folder).map((model) => ({ model, error: errorOf(model) }));
  const wrong = found.filter(({ error }) => error !== null);
  if (isJson) {
    const reported = found.map(({ model: { name, path }, error }) => ({
      name,
      path,
      ok: error === null,
      error: error?.message ?? null,
    }));
    printJson(terminal, reported);
  } else
    printText(
      terminal,
      found.map(({ model, error }) => `${model.name}: ${error ? error.message : "as bundled"}`).join("\n"),
    );
  return wrong.length === 0 ? EXIT.done : EXIT.failed;
}

function errorOf(model: BundledModel): FoveaError | null {
  try {
    readBundledModel(model);
    return null;
  } catch (error) {
    return toFoveaError(error);
  }
}

function reportPath({ folder, name, isJson, terminal }: Job): number {
  const path = name === undefined ? folder : getModel(name, folder).path;
  if (isJson) printJson(terminal, { path });
  else printText(terminal, path);
  return EXIT.done;
}
