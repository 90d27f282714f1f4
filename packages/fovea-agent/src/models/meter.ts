import { type LanguageModelMiddleware, type LanguageModelUsage, wrapLanguageModel } from "ai";
import { NO_USAGE, sum } from "../omni/reduce.js";
import type { Usage } from "../public-types.js";

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]["model"];
type Tokens = Partial<Record<"inputTokens" | "outputTokens", { readonly total?: LanguageModelUsage["inputTokens"] }>>;

/** The tokens of all answers of a model so far, used or not: providers charge for both. */
export class Meter {
  #total = NO_USAGE;

  get total(): Usage {
    return this.#total;
  }

  since(before: Usage): Usage {
    const { calls, inputTokens, outputTokens } = this.#total;
    return {
      calls: calls - before.calls,
      inputTokens: inputTokens - before.inputTokens,
      outputTokens: outputTokens - before.outputTokens,
    };
  }

  /** Wraps the model, and counts each stream that it answers; a refused request does not count. */
  measure(model: WrappedModel): WrappedModel {
    const middleware: LanguageModelMiddleware = {
      specificationVersion: "v4",
      wrapStream: async ({ doStream }) => {
        const answer = await doStream();
        this.#total = sum(this.#total, { ...NO_USAGE, calls: 1 });
        const counted = new TransformStream<PartOf<typeof answer.stream>, PartOf<typeof answer.stream>>({
          transform: (part, controller) => {
            if (part.type === "finish") this.#total = sum(this.#total, tokensOf(part.usage));
            controller.enqueue(part);
          },
        });
        return { ...answer, stream: answer.stream.pipeThrough(counted) };
      },
    };
    return wrapLanguageModel({ model, middleware });
  }
}

type PartOf<Stream> = Stream extends ReadableStream<infer Part> ? Part : never;

function tokensOf({ inputTokens, outputTokens }: Tokens): Usage {
  return { calls: 0, inputTokens: inputTokens?.total ?? 0, outputTokens: outputTokens?.total ?? 0 };
}
