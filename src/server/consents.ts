import { createHash, randomBytes } from "node:crypto";
import type { RequestStateCodec, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { FoveaError } from "../base/errors.js";

/** How long a person may think. */
export const CONSENT_S = 600;

const asked = z.strictObject({ id: z.string(), subject: z.string() });

/**
 * The questions that this process asked through its clients, and which were answered. A client of the 2026-07-28 era
 * gets a question and comes back with it, perhaps to another server instance of this process: what it brings is signed,
 * names all that the question was about, is good for some minutes, and only once.
 */
export class Consents {
  readonly #ttlS: number;
  /** Made at the first question: the command line asks none, and needs nothing of the library. */
  #codec: Promise<RequestStateCodec> | null = null;
  readonly #ms: number;
  /** Answers that were used, with when their questions expire. */
  readonly #used = new Map<string, number>();

  constructor(ttlS = CONSENT_S) {
    this.#ttlS = ttlS;
    this.#ms = ttlS * 1000;
  }

  /** What the client has to bring back with the answer. */
  async mint(subject: string): Promise<string> {
    const codec = await this.#openCodec();
    return await codec.mint({ id: randomBytes(12).toString("base64url"), subject });
  }

  /** Takes a yes, once. Errors: CONSENT_STALE, with why. */
  async redeem(state: string, subject: string, call: ServerContext): Promise<void> {
    const question = await this.#read(state, call);
    if (typeof question === "string") throw stale(question);
    if (question.subject !== subject)
      throw stale("the user was asked about an action that differs from what this call would do now");
    if (!this.#use(question.id)) throw stale("this question was answered before");
  }

  /** Takes a no: what it was about cannot be agreed to by another answer to the same question. */
  async withdraw(state: string, call: ServerContext): Promise<void> {
    const question = await this.#read(state, call);
    if (typeof question !== "string") this.#use(question.id);
  }

  async #openCodec(): Promise<RequestStateCodec> {
    this.#codec ??= newCodec(this.#ttlS);
    return await this.#codec;
  }

  /** False if it was used before. */
  #use(id: string): boolean {
    const now = Date.now();
    for (const [old, until] of this.#used) if (until < now) this.#used.delete(old);
    if (this.#used.has(id)) return false;
    // A second more than the signature is good for, which counts in whole ones.
    this.#used.set(id, now + this.#ms + 2_000);
    return true;
  }

  /** The question, or why it is none. */
  async #read(state: string, call: ServerContext): Promise<z.infer<typeof asked> | string> {
    try {
      return asked.parse(await (await this.#openCodec()).verify(state, call));
    } catch (error) {
      const isExpired = error instanceof Error && error.message === "expired";
      return isExpired ? "the question is too old" : "the state that came with the answer is not this server's";
    }
  }
}

async function newCodec(ttlSeconds: number): Promise<RequestStateCodec> {
  const { createRequestStateCodec } = await import("@modelcontextprotocol/server");
  return createRequestStateCodec({ key: randomBytes(32), ttlSeconds });
}

function stale(why: string): FoveaError {
  return new FoveaError("CONSENT_STALE", `nothing was done: ${why}`);
}

/** All that an answer is about, as one word of fixed length. */
export function consentSubject(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
