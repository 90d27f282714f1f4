import { createHash, randomBytes } from "node:crypto";
import type { RequestStateCodec, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { FoveaError } from "../base/errors.js";

/** How long a person may take to answer, in s. */
export const CONSENT_S = 600;

const asked = z.strictObject({ id: z.string(), subject: z.string() });

/**
 * The questions that this process asked through its clients, and which of them were answered. A client of the
 * 2026-07-28 era gets a question and returns it with its next call, perhaps to another server instance of this process.
 * So the question is signed, names everything that it is about, and is valid for some minutes and only once.
 */
export class Consents {
  readonly #ttlS: number;
  /** Made at the first question: the command line asks none, so it does not load the library. */
  #codec: Promise<RequestStateCodec> | null = null;
  readonly #ms: number;
  /** The ids of answered questions, with the time when each expires. */
  readonly #used = new Map<string, number>();

  constructor(ttlS = CONSENT_S) {
    this.#ttlS = ttlS;
    this.#ms = ttlS * 1000;
  }

  /** The signed question, which the client has to return with the answer. */
  async mint(subject: string): Promise<string> {
    const codec = await this.#openCodec();
    return await codec.mint({ id: randomBytes(12).toString("base64url"), subject });
  }

  /** Accepts a yes, once. Errors: CONSENT_STALE, with the reason. */
  async redeem(state: string, subject: string, call: ServerContext): Promise<void> {
    const question = await this.#read(state, call);
    if (typeof question === "string") throw stale(question);
    if (question.subject !== subject)
      throw stale("the user was asked about an action that differs from what this call would do now");
    if (!this.#use(question.id)) throw stale("this question was answered before");
  }

  /** Accepts a no: another answer to the same question cannot agree to its action later. */
  async withdraw(state: string, call: ServerContext): Promise<void> {
    const question = await this.#read(state, call);
    if (typeof question !== "string") this.#use(question.id);
  }

  async #openCodec(): Promise<RequestStateCodec> {
    this.#codec ??= newCodec(this.#ttlS);
    return await this.#codec;
  }

  /** Marks a question as answered; false if it was answered before. */
  #use(id: string): boolean {
    const now = Date.now();
    for (const [old, until] of this.#used) if (until < now) this.#used.delete(old);
    if (this.#used.has(id)) return false;
    // Kept longer than the signature is valid, which counts in whole seconds.
    this.#used.set(id, now + this.#ms + 2_000);
    return true;
  }

  /** The question, or the reason why it is not valid. */
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

/** A hash of everything that an answer is about. */
export function consentSubject(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
