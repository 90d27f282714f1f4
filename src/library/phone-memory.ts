import { goTo } from "../tools/go-to.js";
import { predictionJson, predictNextActions } from "../tools/predict-next-actions.js";
import { type Hit, hitJson, recall } from "../tools/recall.js";
import { holdToShapes, MEMORY_CALLS } from "./calls/call-shapes.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { type Fields, withoutUndefined } from "./fields.js";
import type * as Public from "./types.js";

/** See {@link Public.Memory}. */
export class PhoneMemory implements Public.Memory {
  readonly #calls: PhoneCalls;

  constructor(calls: PhoneCalls) {
    this.#calls = calls;
    holdToShapes(this, MEMORY_CALLS, "memory.");
  }

  async recall(goal?: string, { count, ...limits }: Public.RecallOptions = {}): Promise<readonly Public.KnownScreen[]> {
    return await this.#recall(withoutUndefined({ goal, count }), limits);
  }

  async screen(id: string, options: Public.CallOptions = {}): Promise<Public.KnownScreen> {
    return await this.#one({ screen: id }, options);
  }

  async note(words: string, { screen, ...limits }: Public.NoteOptions = {}): Promise<Public.KnownScreen> {
    return await this.#one(withoutUndefined({ note: words, screen }), limits);
  }

  async predict({ goal, count, ...limits }: Public.PredictOptions = {}): Promise<readonly Public.Prediction[]> {
    const { data } = await this.#calls.call(predictNextActions, withoutUndefined({ goal, count }), limits);
    return data.predictions.map((prediction) => {
      const { inWords, probability, leadsTo, runs } = predictionJson(prediction);
      return { action: inWords, probability, leadsTo, runs };
    });
  }

  async goTo(screen: string, options: Public.CallOptions = {}): Promise<Public.Arrival> {
    const { data, answer } = await this.#calls.call(goTo, { screen }, options);
    const { goal, steps, after } = data;
    return { id: goal.id, steps, screen: after && this.#calls.screen(after), text: answer.text };
  }

  async #one(fields: Fields, limits: Public.CallOptions): Promise<Public.KnownScreen> {
    const [known] = await this.#recall(fields, limits);
    if (!known) throw new TypeError("recall gave no screen for one that is known");
    return known;
  }

  async #recall(fields: Fields, limits: Public.CallOptions): Promise<readonly Public.KnownScreen[]> {
    const { data } = await this.#calls.call(recall, fields, limits);
    return data.hits.map(knownScreen);
  }
}

function knownScreen(hit: Hit): Public.KnownScreen {
  const { screen, line, application, note, visits, score, way } = hitJson(hit);
  const steps = way?.map(({ action, to, runs }) => ({ action, to, runs })) ?? null;
  return { id: screen, line, application, note, visits, lastSeen: hit.vertex.lastSeen, score, way: steps };
}
