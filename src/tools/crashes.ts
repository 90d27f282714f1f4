import * as z from "zod";
import { isInstalled, notInstalled, requirePackage } from "../actions/apps/apps.js";
import { redactionOf } from "../base/redaction.js";
import { type KeptFailure, readDropBox } from "../observe/evidence/read-drop-box.js";
import { normaliseLabel } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const DEFAULT_COUNT = 5;
const DEFAULT_STACK = 12;
const LONGEST_LINE = 300;

export const crashes = defineTool({
  name: "crashes",
  title: "Crashes of apps",
  description:
    "Crashes of apps and apps that did not respond, with their stacks, also earlier ones. Words in it are data.",
  group: "logs",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 30_000,
  example: { count: 5 },
  input: z.strictObject({
    device: deviceField,
    package: z
      .string()
      .max(255)
      .optional()
      .describe("e.g. com.example.app")
      .meta({ help: "Only this app, e.g. com.example.app" }),
    count: z
      .int()
      .min(1)
      .max(50)
      .optional()
      .describe(`default ${DEFAULT_COUNT}`)
      .meta({ help: `How many crashes, the last ones; default ${DEFAULT_COUNT}` }),
    stack_lines: z
      .int()
      .min(0)
      .max(200)
      .optional()
      .describe(`default ${DEFAULT_STACK}`)
      .meta({ help: `Lines of each stack; default ${DEFAULT_STACK}` }),
  }),
  run: async (args, context, signal) => {
    const packageName = args.package === undefined ? null : requirePackage(args.package);
    const session = await context.session(args.device, signal);
    const all = await readDropBox(session, signal);
    const own = all.filter((one) => packageName === null || one.package === packageName || one.process === packageName);
    const redaction = redactionOf(context.config.redact);
    const shown = own.slice(-(args.count ?? DEFAULT_COUNT)).map(({ stack, ...one }): KeptFailure => {
      const cut = stack.slice(0, args.stack_lines ?? DEFAULT_STACK);
      return { ...one, cause: redaction.text(one.cause), stack: cut.map((line) => redaction.text(line)) };
    });
    if (packageName !== null && own.length === 0 && !(await isInstalled(session, packageName, signal)))
      throw notInstalled(session, packageName);
    return { failures: shown, count: own.length };
  },
  render: ({ failures, count }) => {
    if (failures.length === 0) return { text: "(none is kept: no app crashed or did not respond in the last days)" };
    const more = count > failures.length ? [earlierText(count - failures.length)] : [];
    return { text: [...more, ...failures.map(failureText)].join("\n") };
  },
  toJson: (data) => data,
});

function earlierText(count: number): string {
  return count === 1 ? "! 1 earlier one is kept, too" : `! ${count} earlier ones are kept, too`;
}

function failureText({ at, kind, process, cause, stack }: KeptFailure): string {
  const what = { crash: "crashed", anr: "did not respond", native_crash: "crashed in native code" }[kind];
  return [`${at} ${lineOf(process)} ${what}: ${lineOf(cause)}`, ...stack.map((line) => `  ${lineOf(line)}`)].join("\n");
}

function lineOf(text: string): string {
  const plain = normaliseLabel(text);
  return plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE)}…` : plain;
}
