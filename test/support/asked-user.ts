import { type Client, Client as ModernClient } from "@modelcontextprotocol/client";
import type { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { SetUp } from "./mcp-link.js";

/** A person's answer to a question. */
export type Answer =
  | { readonly action: "accept"; readonly content: { readonly confirm: boolean } }
  | { readonly action: "decline" | "cancel" };

export const YES: Answer = { action: "accept", content: { confirm: true } };
export const UNCHECKED: Answer = { action: "accept", content: { confirm: false } };
export const NO: Answer = { action: "decline" };
export const CLOSED: Answer = { action: "cancel" };

/** A person whom a client can ask. */
export interface AskedUser {
  /** The questions so far, in order. */
  readonly questions: readonly string[];
  /** Lets a client ask this person. */
  readonly setUp: SetUp;
}

export function userAnswering(answer: () => Answer | Promise<Answer>): AskedUser {
  const questions: string[] = [];
  const ask = async (message: string) => {
    questions.push(message);
    return await answer();
  };
  return {
    questions,
    setUp: (client) => {
      if (client instanceof ModernClient) setUpModern(client, ask);
      else setUpLegacy(client, ask);
    },
  };
}

type Ask = (message: string) => Promise<Answer>;

const CAPABILITIES = { elicitation: { form: {} } };

function setUpModern(client: Client, ask: Ask): void {
  client.registerCapabilities(CAPABILITIES);
  client.setRequestHandler("elicitation/create", async ({ params }) => await ask(params.message));
}

function setUpLegacy(client: LegacyClient, ask: Ask): void {
  client.registerCapabilities(CAPABILITIES);
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await ask(params.message)) }));
}
