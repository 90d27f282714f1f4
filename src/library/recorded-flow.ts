import { redactionOf } from "../base/redaction.js";
import { readCoveredLog } from "../observe/evidence/read-app-log.js";
import { takePicture } from "../observe/take-picture.js";
import { flowNote } from "../recorder/flow-note.js";
import { Redactor } from "../recorder/redactor.js";
import type { FlowRunner } from "../replay/flow/flow-runner.js";
import type { Session } from "../session/session.js";
import type { ToolContext } from "../tool-contract/tool.js";

type Recorded = Pick<FlowRunner, "covers" | "afterAct" | "traceStep" | "readLog">;

/** What a flow writes to the trace of its phone if one is recorded, and what its pictures must not show. */
export function recordedFlow(
  session: Session,
  { config, recorder }: Pick<ToolContext, "config" | "recorder">,
): Recorded {
  const covers = new Redactor(redactionOf(config.redact), config.redactRegions);
  if (config.trace === undefined) return { covers };
  return {
    covers,
    // The next step follows at once, so a picture has to be taken right after each action.
    ...(config.tracePictures === "on" && { afterAct: async (limit) => await takePicture(session, limit) }),
    traceStep: (step) => recorder.flowStep(session.device.serial, flowNote(step)),
    readLog: async (app, limit) => await readCoveredLog(session, { app, redact: config.redact }, limit),
  };
}
