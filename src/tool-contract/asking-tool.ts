import type * as z from "zod";
import { type AnyTool, defineTool, type Tool, type ToolContext } from "./tool.js";

/** What a call is about to do, as far as that can be known without doing it. */
export interface Plan {
  /** For the person who decides: what will happen to what, on which device. Words of apps are in quotes. */
  readonly question: string;
  /** What the answer is about besides the arguments: another device, version or file needs another answer. */
  readonly about: readonly string[];
}

interface AskingTool<Schema extends z.ZodObject, Planned extends Plan, Data>
  extends Omit<Tool<Schema, Data>, "run" | "kind" | "destructive"> {
  /** Looks, and changes nothing. */
  readonly plan: (args: z.output<Schema>, context: ToolContext, signal: AbortSignal) => Promise<Planned>;
  /** Does what was planned, and nothing else. */
  readonly carryOut: (planned: Planned, context: ToolContext, signal: AbortSignal) => Promise<Data>;
}

/** A tool that destroys something, and so says what it is about to do before it does it. */
export function defineAskingTool<Schema extends z.ZodObject, Planned extends Plan, Data>(
  tool: AskingTool<Schema, Planned, Data>,
): AnyTool {
  const { plan, carryOut, ...rest } = tool;
  const plain = defineTool({
    ...rest,
    kind: "act",
    destructive: true,
    run: async (args, context, signal) => await carryOut(await plan(args, context, signal), context, signal),
  });
  return {
    ...plain,
    prepare: async (raw, context, signal) => {
      const args = tool.input.parse(raw);
      const planned = await plan(args, context, signal);
      return {
        question: planned.question,
        about: planned.about,
        carryOut: async (limit) => {
          const data = await carryOut(planned, context, limit);
          return { answer: await tool.render(data, args), toJson: () => tool.toJson(data) };
        },
      };
    },
  };
}
