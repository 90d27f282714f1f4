import { actionWords } from "../graph/action-sig.js";
import { GraphView } from "../graph/predict/graph-view.js";
import { suggestNextActions } from "../graph/predict/suggest.js";
import { Memory } from "../memory/memory.js";

const MOST_SCREENS = 3;
const MOST_ACTIONS = 3;

/** Asks the memory in a folder about a task: the screens with the most of its words, and what was done there. */
export function recallFrom(folder: string): (task: string) => Promise<string | null> {
  return async (task) => {
    const memory = new Memory(folder, Date.now);
    try {
      const view = new GraphView(memory.graph());
      const lines = memory.find(task, MOST_SCREENS).flatMap(({ id, line }) => {
        const found = suggestNextActions(view, { at: id, history: [], goal: task, count: MOST_ACTIONS });
        return [line, ...found.map(({ action }) => `  was done there: ${actionWords(action)}`)];
      });
      return lines.length === 0 ? null : lines.join("\n");
    } finally {
      memory.close();
    }
  };
}
