import { FoveaError } from "../base/errors.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import type { ToolContext } from "./tool.js";

/** The memory, after it was read. Errors: MEMORY_OFF, MEMORY_NEWER, MEMORY_UNUSABLE. */
export async function requireMemory({ memory }: Pick<ToolContext, "memory">): Promise<LiveMemory> {
  if (!memory) throw new FoveaError("MEMORY_OFF", "no memory is open");
  await memory.ready();
  return memory;
}
