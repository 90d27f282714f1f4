import * as z from "zod";
import { FoveaError } from "../../../base/errors.js";
import { cutLabel } from "../../../screen/label.js";
import { encodeForModel } from "../../../vision/image.js";
import type { Done } from "../done.js";
import type { ModelCommand } from "../flow.js";
import type { FlowModel } from "../flow-model.js";
import type { FlowRunner } from "../flow-runner.js";
import type { FlowScripts } from "../flow-scripts.js";
import { screenToSend } from "../safe-screen.js";
import { askModel } from "./ask-model.js";

/** How many characters of a model's answer are shown at most. */
const MOST_SHOWN = 300;
const MOST_EXTRACTED = 10_000;
const MOST_DEFECTS = 5;

interface Judging {
  readonly command: ModelCommand;
  readonly model: FlowModel;
  readonly scripts: FlowScripts;
}

/**
 * Asks a model about the present screen, with passwords and values of secret variables covered. Errors:
 * EXPECTATION_FAILED if the answer is not yes, FLOW_MODEL_FAILED, SCREENSHOT_FAILED.
 */
export async function judgeScreen(
  runner: FlowRunner,
  { command, model, scripts }: Judging,
  signal: AbortSignal,
): Promise<Done> {
  const { bytes } = await encodeForModel(await screenToSend({ runner, scripts }, signal));
  switch (command.kind) {
    case "judge":
      return await holds(model, { assertion: scripts.redacted(command.assertion), picture: bytes }, signal);
    case "defects":
      return await hasNone(model, bytes, signal);
    case "extract": {
      const text = await extracted(model, { query: scripts.redacted(command.query), picture: bytes }, signal);
      scripts.set(command.variable, text);
      return {
        result: null,
        notes: [`${command.variable} = ${cutLabel(text, MOST_SHOWN)}, as ${model.name} reads it`],
      };
    }
  }
}

const verdictSchema = z.object({ holds: z.boolean().nullable(), reason: z.string() });

/** Whether the assertion is true; "unknown" counts as false. */
async function holds(
  model: FlowModel,
  { assertion, picture }: { readonly assertion: string; readonly picture: Uint8Array },
  signal: AbortSignal,
): Promise<Done> {
  const question = `Is this true of the picture? ${JSON.stringify(assertion)}
Form: {"holds": true | false | null, "reason": "one sentence"}; null where the picture does not show it.`;
  const verdict = await askModel(model, { question, picture, answer: verdictSchema }, signal);
  const words = `${model.name}: ${cutLabel(verdict.reason, MOST_SHOWN)}`;
  if (verdict.holds === true) return { result: null, notes: [words] };
  const what = verdict.holds === null ? "cannot be said of the screen" : "is not true of the screen";
  throw new FoveaError("EXPECTATION_FAILED", `${cutLabel(assertion, MOST_SHOWN)} ${what}, says ${words}`);
}

const defectsSchema = z.object({ defects: z.array(z.string()) });

async function hasNone(model: FlowModel, picture: Uint8Array, signal: AbortSignal): Promise<Done> {
  const question = `Name the defects of the user interface in the picture: text or images cut off, elements that overlap
or are out of place, text that cannot be read. Content that you do not like does not count.
Form: {"defects": ["one sentence each"]}; an empty list where there are none.`;
  const { defects } = await askModel(model, { question, picture, answer: defectsSchema }, signal);
  if (defects.length === 0) return { result: null, notes: [`${model.name} sees no defects`] };
  const shown = defects.slice(0, MOST_DEFECTS).map((one) => `\n${cutLabel(one, MOST_SHOWN)}`);
  const count = `${defects.length} defect${defects.length === 1 ? "" : "s"}`;
  throw new FoveaError("EXPECTATION_FAILED", `${model.name} sees ${count}:${shown.join("")}`);
}

const textSchema = z.object({ text: z.string().nullable() });

async function extracted(
  model: FlowModel,
  { query, picture }: { readonly query: string; readonly picture: Uint8Array },
  signal: AbortSignal,
): Promise<string> {
  const question = `Read this from the picture: ${JSON.stringify(query)}
Form: {"text": "exactly as shown" | null}; null where the picture does not show it.`;
  const { text } = await askModel(model, { question, picture, answer: textSchema }, signal);
  if (text !== null && text.length <= MOST_EXTRACTED) return text;
  const why = text === null ? "does not find it on the screen" : `gives more than ${MOST_EXTRACTED} characters`;
  throw new FoveaError("EXPECTATION_FAILED", `${cutLabel(query, MOST_SHOWN)}: ${model.name} ${why}`);
}
