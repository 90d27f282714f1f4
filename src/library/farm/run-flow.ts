import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { nameBelow } from "../../base/name-below.js";
import { requireActing } from "../../base/read-only.js";
import { readChecked } from "../../replay/flow/check-flow.js";
import { runFlow } from "../../replay/flow/run-flow.js";
import type { RunReport, StepReport } from "../../replay/report.js";
import { deviceField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";
import { recordedFlow } from "../recorded-flow.js";

const LONGEST_MS = 600_000;
const MOST_FILES = 1_000;

/** The result of a flow on a phone of a farm. */
export interface FlowAnswer {
  /** The report. Its file and its pictures are relative to the folder of the flow's workspace. */
  readonly report: RunReport;
  /** The screenshots that the flow took, by their names in the report. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/**
 * Runs a flow that was sent with its files from another host, in a folder that is removed afterwards. The lease is
 * checked for each of its actions. Errors: FLOW_INVALID, FLOW_UNSUPPORTED; READ_ONLY; INVALID_ARGUMENT for a file
 * outside the folder; those of the phone.
 */
export const farmRunFlow = defineTool({
  name: "farm_run_flow",
  title: "Run a flow",
  description: "Runs a flow.",
  kind: "act",
  destructive: true,
  idempotent: false,
  deadlineMs: LONGEST_MS,
  input: z.strictObject({
    device: deviceField,
    flow: z.string().max(1_000).describe("One of `files`, e.g. `login.yaml`"),
    files: z.record(z.string().max(1_000), z.base64()).describe("Bytes by their path in the workspace"),
    variables: z.array(z.tuple([z.string(), z.string()])).max(1_000),
    lookup_ms: z.number().int().min(0).max(LONGEST_MS).describe("e.g. 17000"),
    clears: z.boolean().describe("Whether it may delete the data of apps"),
    allowed_hosts: z.array(z.string()).max(100),
  }),
  run: async (args, context, signal): Promise<FlowAnswer> => {
    requireActing("a flow", context.config);
    const session = await context.session(args.device, signal);
    const folder = await mkdtemp(join(tmpdir(), "fovea-flow-"));
    try {
      const workspace = join(folder, "workspace");
      await unpack(workspace, args.files);
      const { flow, mistakes } = await readChecked(join(workspace, args.flow), workspace);
      const [mistake] = mistakes;
      if (mistake || !flow) throw mistake ?? new FoveaError("FLOW_INVALID", `${args.flow} cannot be read`);
      const pictures = join(folder, "pictures");
      const { serial } = session.device;
      const report = await runFlow(
        flow,
        {
          ...recordedFlow(session, context),
          session,
          allowedSchemes: context.config.allowUrlSchemes,
          allowedHosts: args.allowed_hosts,
          variables: new Map([
            ...args.variables,
            ["MAESTRO_FILENAME", parse(args.flow).name],
            ["MAESTRO_DEVICE_UDID", serial],
          ]),
          lookupMs: args.lookup_ms,
          pictures,
          mayClear: async (appId) => {
            if (!args.clears) throw notAgreed(appId);
          },
          onStep: () => {},
        },
        signal,
      );
      return { report: below(report, folder), pictures: await picturesIn(folder, pictures) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  render: ({ report }) => ({ text: `${report.name}: ${report.outcome}` }),
  toJson: ({ report }) => ({ report }),
});

async function unpack(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(files).length > MOST_FILES) throw wrong(`a flow has at most ${MOST_FILES} files`);
  for (const [name, bytes] of Object.entries(files)) {
    const place = resolve(folder, name);
    if (isAbsolute(name) || !place.startsWith(folder + sep)) throw wrong(`${name} lies outside the workspace`);
    await makeFolder(dirname(place), 0o777);
    await writeFile(place, Buffer.from(bytes, "base64"));
  }
}

async function picturesIn(folder: string, pictures: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(pictures, { recursive: true }).catch(() => []); // the flow took no screenshots
  const found = new Map<string, Uint8Array>();
  for (const name of names) {
    const path = join(pictures, name);
    if (name.endsWith(".png")) found.set(nameBelow(folder, path), new Uint8Array(await readFile(path)));
  }
  return found;
}

/** The report with paths relative to the folder, which will be removed. */
function below(report: RunReport, folder: string): RunReport {
  const own = (path: string | null) => (path === null ? null : nameBelow(folder, path));
  const stepOf = (step: StepReport): StepReport => {
    const { expected, actual } = step.screenshots;
    return { ...step, screenshots: { expected: own(expected), actual: own(actual) } };
  };
  return { ...report, file: nameBelow(folder, report.file), steps: report.steps.map(stepOf) };
}

function notAgreed(appId: string): FoveaError {
  const message = `the flow deletes all data of ${appId}, and nobody agreed to that; nothing was deleted`;
  return new FoveaError("CONSENT_IMPOSSIBLE", message, { hint: "Add --yes where the flow is started." });
}

function wrong(message: string): FoveaError {
  return new FoveaError("INVALID_ARGUMENT", message, { hint: "Correct the files of the flow, and repeat the call." });
}
