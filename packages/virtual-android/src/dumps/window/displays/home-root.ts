import type { DisplayView } from "../../display-views.js";
import { homeRootId } from "../../tasks.js";

/** `Stack=0` or `Task=1`: the name of the root task of the launcher; null on a display without a launcher. */
export function homeRootName(api: number, view: DisplayView): string | null {
  if (!view.tasks.some((task) => task.kind === "home")) return null;
  return `${api >= 31 ? "Task" : "Stack"}=${homeRootId(api, view)}`;
}
