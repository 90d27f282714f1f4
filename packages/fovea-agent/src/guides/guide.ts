import { AgentError, failureOf } from "../agent-error.js";
import { askModel } from "../models/ask-model.js";
import type { Runtime } from "../omni/runtime.js";
import { GUIDE_SEARCH } from "../prompts/guide-v1.js";
import type { Usage } from "../public-types.js";
import { askMcp } from "./mcp-guide.js";

/** The guide to a task, in the form that models get. */
export interface Guide {
  readonly guide: string | null;
  readonly usage: Usage | null;
}

const MOST_CHARACTERS = 4_000;

/** Asks the guide; this happens once for each task. Errors: GUIDE_FAILED, and those of the model. */
export async function guideOf(task: string, runtime: Pick<Runtime, "guide" | "model" | "signal">): Promise<Guide> {
  const { guide, signal } = runtime;
  switch (guide.kind) {
    case "none":
      return { guide: null, usage: null };
    case "memory":
      return { guide: cut(await recalled(guide.recall(task))), usage: null };
    case "model":
      return await search(task, runtime);
    case "mcp":
      return { guide: cut(await askMcp(guide.command, task, signal)), usage: null };
  }
}

async function recalled(work: Promise<string | null>): Promise<string | null> {
  try {
    return await work;
  } catch (cause) {
    throw new AgentError("GUIDE_FAILED", `the memory could not be asked: ${failureOf(cause).message}`, { cause });
  }
}

async function search(task: string, { model, signal }: Pick<Runtime, "model" | "signal">): Promise<Guide> {
  if (model.search === null)
    throw new AgentError("GUIDE_FAILED", `${model.provider} has no search of its own`, {
      hint: "Use --guide memory, --guide none, or --guide mcp:COMMAND with a server that searches.",
    });
  const messages = [{ role: "user" as const, content: task }];
  const answer = await askModel(model, { instructions: GUIDE_SEARCH, messages, ownTools: model.search }, signal);
  return { guide: cut(answer.text), usage: answer.usage };
}

function cut(text: string | null): string | null {
  const words = text?.trim() ?? "";
  return words === "" ? null : words.slice(0, MOST_CHARACTERS);
}
