import type * as z from "zod";
import { type AnyTool, defineTool, type Tool, type ToolContext } from "./tool.js";

/** The effect of a call, as far as it is known before the call runs. */
export interface Plan {
  /**
   * The question for the person who decides: what will happen to which app, on which device. Words of apps are in
   * quotes.
   */
  readonly question: string;
  /**
   * The facts that the answer depends on, besides the arguments: another device, version or file needs another answer.
   */
  readonly about: readonly string[];
}

interface AskingTool<Schema extends z.ZodObject, Planned extends Plan, Data>
  extends Omit<Tool<Schema, Data>, "run" | "kind" | "destructive"> {
  /** Finds out what the call would do; changes nothing. */
  readonly plan: (args: z.output<Schema>, context: ToolContext, signal: AbortSignal) => Promise<Planned>;
  /** Performs exactly the plan. */
  readonly carryOut: (planned: Planned, context: ToolContext, signal: AbortSignal) => Promise<Data>;
}

/** Defines a tool that deletes something, so it describes its effect before it acts. */
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
