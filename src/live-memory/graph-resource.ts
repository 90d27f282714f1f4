import { printGraph } from "../graph/graph-json.js";
import { graphOfApp } from "../graph/graph-of-app.js";
import type { Observation } from "../screen/observation.js";
import { contextOf } from "./context.js";
import type { LiveMemory } from "./live-memory.js";

/**
 * The graph of the app in front as JSON, with `at`: the id of the screen that the device shows, null if it is unknown.
 * Errors: MEMORY_NEWER, MEMORY_UNUSABLE.
 */
export async function graphResource(memory: LiveMemory, serial: string, observation: Observation): Promise<string> {
  await memory.ready();
  const { screen: at, application } = contextOf(memory, serial, observation);
  const text = [...printGraph(graphOfApp(memory.view().graph, application ?? ""))].join("");
  return `{"at":${JSON.stringify(at)},${text.slice(1)}`;
}
