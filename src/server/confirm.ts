import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  SdkError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { type ErrorCode, FoveaError, isFoveaError } from "../base/errors.js";
import { printable, quoteUntrusted } from "../base/printable.js";
import { deadline } from "../base/signals.js";
import { lookUp } from "../base/word-table.js";
import { CONSENT_S, type Consents, consentSubject } from "./consents.js";
import { MALFORMED } from "./malformed-answers.js";

/** A question that a person has to agree to. */
export interface Question {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly question: string;
  /** See Plan. */
  readonly about: readonly string[];
}

/** Asks the person who has to agree to one call. */
export interface Asker<Asked> {
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  /** Whether the call came with an answer, a yes or a no. */
  readonly isAnswered: boolean;
  /**
   * Gives null if the user agreed; else the answer to the caller, which asks its user and then calls again. Errors:
   * CONSENT_IMPOSSIBLE, CONSENT_REFUSED, CONSENT_STALE; nothing was done then.
   */
  ask(question: Question, signal: AbortSignal): Promise<Asked | null>;
}

export type Confirm = Asker<InputRequiredResult>;

/**
 * Asks the person who uses the client of this call. In the 2026-07-28 era the question is an answer, and the client
 * calls again with the user's reply; before, the question goes to the client while the call waits. Anything but a clear
 * yes ends the call: the user is not asked again.
 */
export function confirmThrough(server: McpServer, call: ServerContext, consents: Consents): Confirm {
  const { envelope } = call.mcpReq;
  const isOld = envelope === undefined;
  const declared = isOld
    ? server.server.getClientCapabilities()
    : z.looseObject({}).parse(envelope)[CLIENT_CAPABILITIES_META_KEY];
  const canAsk = hasForm(declared);
  return {
    canAsk,
    isAnswered: !isOld && (call.mcpReq.requestState() !== undefined || call.mcpReq.inputResponses !== undefined),
    ask: async (asked, signal) => {
      const question = { ...asked, question: printable(asked.question) };
      if (!canAsk) throw new FoveaError("CONSENT_IMPOSSIBLE", "this client cannot ask the user, so nothing was done");
      if (!isOld) return await askAndReturn(call, question, consents);
      await push(call, question, signal);
      return null;
    },
  };
}

const capabilities = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown().optional(), url: z.unknown().optional() }).optional(),
});

/** Before the protocol had two modes, `elicitation: {}` had the meaning of `form` today. */
function hasForm(declared: unknown): boolean {
  const { elicitation } = capabilities.catch({}).parse(declared ?? {});
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The name of the only field of the form, and of the only question of a call. */
const CONFIRM = "confirm";

function formOf({ question }: Question) {
  return {
    message: question,
    requestedSchema: {
      type: "object" as const,
      properties: {
        [CONFIRM]: { type: "boolean" as const, title: "Yes, do it", description: "The action is done only if set" },
      },
      required: [CONFIRM],
    },
  };
}

/** 2026-07-28: the first call gets the question, and the second one brings the answer. */
async function askAndReturn(
  call: ServerContext,
  question: Question,
  consents: Consents,
): Promise<InputRequiredResult | null> {
  const { inputResponses } = call.mcpReq;
  const given: unknown = call.mcpReq.requestState();
  const subject = consentSubject(question.tool, question.args, question.about);
  if (given === undefined && inputResponses === undefined) {
    const inputRequests = { [CONFIRM]: inputRequired.elicit(formOf(question)) };
    return inputRequired({ inputRequests, requestState: await consents.mint(subject) });
  }
  const state = typeof given === "string" ? given : "";
  const answer = inputResponse(inputResponses, CONFIRM);
  const no = noIn(answer.kind === "elicit" ? answer : { action: "none" });
  if (no === null) await consents.redeem(state, subject, call);
  else await consents.withdraw(state, call);
  if (no !== null) throw refused(no);
  return null;
}

/** Up to 2025-11-25: the client is asked while its call waits. */
async function push(call: ServerContext, question: Question, signal: AbortSignal): Promise<void> {
  using limit = deadline(CONSENT_S * 1000, "the user's answer", signal);
  const options = { signal: limit.signal, timeout: CONSENT_S * 1000 + 1_000 };
  const params = { mode: "form", ...formOf(question) };
  const answer = await call.mcpReq.send({ method: "elicitation/create", params }, options).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw unheard(isFoveaError(limit.signal.reason, "TIMEOUT") ? "CONSENT_REFUSED" : "CONSENT_IMPOSSIBLE", cause);
  });
  const no = noIn(answer);
  if (no !== null) throw refused(no);
}

function unheard(code: ErrorCode, cause: unknown): FoveaError {
  return new FoveaError(code, `the user's answer did not arrive, so nothing was done: ${unheardWords(cause)}`, {
    cause,
  });
}

/** Why no answer arrived. Words of the client are quoted as untrusted, those of the protocol's library are not. */
function unheardWords(cause: unknown): string {
  if (isFoveaError(cause)) return cause.message;
  if (cause instanceof ProtocolError && cause.message.endsWith(MALFORMED)) return MALFORMED;
  if (cause instanceof ProtocolError) {
    const said = cause.message.replace(/^MCP error -?\d+: /, "").slice(0, LONGEST_REASON);
    return said === "" ? `the client answered with the error ${cause.code}` : `the client says ${quoteUntrusted(said)}`;
  }
  const code = cause instanceof SdkError ? cause.code : "";
  return lookUp(LIBRARY_WORDS, code) ?? MALFORMED;
}

const LONGEST_REASON = 300;

/** The meaning of the error codes of the protocol's library. */
const LIBRARY_WORDS: Readonly<Record<string, string>> = {
  REQUEST_TIMEOUT: `the client did not answer within ${CONSENT_S} s`,
  CONNECTION_CLOSED: "the client ended the connection",
  NOT_CONNECTED: "the client ended the connection",
  SEND_FAILED: "the question could not be sent to the client",
};

function refused(what: string): FoveaError {
  return new FoveaError("CONSENT_REFUSED", `the user ${what}, so nothing was done`);
}

/** Why an answer is not a yes; null for a yes, which is an accepted form with a ticked box. */
function noIn({ action, content }: { readonly action: string; readonly content?: unknown }): string | null {
  if (action === "accept" && agreement.safeParse(content).success) return null;
  return NOS.get(action) ?? "did not answer";
}

const agreement = z.looseObject({ [CONFIRM]: z.literal(true) });

const NOS: ReadonlyMap<string, string> = new Map([
  ["accept", "did not tick the box"],
  ["decline", "declined"],
  ["cancel", "closed the question"],
]);
