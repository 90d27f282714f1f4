import * as z from "zod";
import { packageVersion } from "../../base/assets.js";
import { type ErrorContext, FoveaError, isErrorCode } from "../../base/errors.js";
import type { Lease } from "../../farm/fabric.js";
import { hashOfName } from "../../farm/lease-names.js";
import type { FarmUse } from "../../farm/nats/tenant-farm.js";
import { isAct, type ToolAnswer } from "../../tool-contract/tool.js";
import { needsLocalPhone, type RemoteCalls } from "../calls/remote-call.js";
import type { Fields } from "../fields.js";
import { fromWire } from "./wire.js";

const answerSchema = z.object({
  text: z.string(),
  image: z.custom<NonNullable<ToolAnswer["image"]>>((value) => typeof value === "object" && value !== null).optional(),
});
const replySchema = z.union([
  z.object({ result: z.object({ data: z.unknown(), answer: z.unknown() }) }),
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      hint: z.string(),
      context: z.custom<ErrorContext>((value) => typeof value === "object" && value !== null).optional(),
    }),
  }),
]);

/** Sends calls to the host that has the phone of a lease. */
export function remoteCalls(fabric: FarmUse, lease: Lease): RemoteCalls {
  const { device, name, fence, tenant } = lease;
  return async ({ tool, fields, deadlineMs = null }, signal) => {
    assertTravels(tool.name, fields);
    const program = { version: packageVersion(), deadlineMs, toolMs: tool.deadlineMs };
    const place = { caller: hashOfName(name), device, proof: { name, fence } };
    const call = { schema: 1 as const, ...place, tool: tool.name, args: fields, program };
    const sent = await fabric.sendCall(tenant, call, signal).catch((error) => {
      throw signal.aborted && isAct(tool, { ...fields }) ? mayHaveHappened(error, tool.name, device) : error;
    });
    const reply = replySchema.parse(sent);
    if ("error" in reply) throw errorOf(reply.error, device);
    const data = fromWire(reply.result.data);
    return { data, answer: answerOf(reply.result.answer), toJson: () => data };
  };
}

function answerOf(sent: unknown): ToolAnswer {
  const { text, image } = answerSchema.parse(fromWire(sent));
  return image ? { text, image } : { text };
}

function errorOf(
  { code, message, hint, context }: Extract<z.infer<typeof replySchema>, { error: object }>["error"],
  device: string,
): FoveaError {
  return new FoveaError(isErrorCode(code) ? code : "INTERNAL", message, { ...context, device, hint });
}

function mayHaveHappened(error: unknown, tool: string, device: string): FoveaError {
  const message = `${tool} on ${device} took too long, and Fovea stopped waiting; the call may have been carried out`;
  const code = error instanceof FoveaError ? error.code : "CANCELLED";
  return new FoveaError(code, message, { device, cause: error, mayHaveHappened: true });
}

/** Refuses calls with paths: a path is only valid on one host. Errors: FARM_UNUSABLE, before anything is sent. */
function assertTravels(tool: string, fields: Fields): void {
  const isFile = ["save_as", "push", "pull", "path"].some((name) => Object.hasOwn(fields, name));
  const isStopped = tool === "record_screen" && fields["action"] === "stop";
  if (isFile || isStopped) throw needsLocalPhone(`${tool} with a file`);
}
