import { emptyConfiguration } from "../../configuration.js";
import type { DisplayView } from "../../display-views.js";
import { boundsOf } from "../../frames.js";
import { type RootTask, rootTaskReference, rootTasks, rootTaskText, taskText } from "../../tasks.js";
import { indent, type Lines, shortRect, when } from "../../text.js";
import { activityRecord } from "../../tokens.js";

/**
 * The tree of display areas, which is the same on every phone of a release: layers by window type, inside their
 * features.
 */
export function displayAreas(api: number): Lines {
  return api >= 35
    ? AREAS_35
    : AREAS_31.map((line) =>
        api >= 34 ? line.replace("DefaultTaskDisplayArea", "DefaultTaskDisplayArea (organized)") : line,
      );
}

/** Each entry is a depth and a name. */
function tree(...entries: readonly (readonly [number, string])[]): Lines {
  return entries.map(([depth, name]) => `${"  ".repeat(depth)}* ${name}`);
}

const AREAS_31: Lines = tree(
  [0, "Leaf:36:36"],
  [0, "HideDisplayCutout:32:35"],
  [1, "OneHanded:34:35"],
  [2, "FullscreenMagnification:34:35"],
  [3, "Leaf:34:35"],
  [1, "FullscreenMagnification:33:33"],
  [2, "Leaf:33:33"],
  [1, "OneHanded:32:32"],
  [2, "Leaf:32:32"],
  [0, "WindowedMagnification:0:31"],
  [1, "HideDisplayCutout:26:31"],
  [2, "OneHanded:26:31"],
  [3, "FullscreenMagnification:29:31"],
  [4, "Leaf:29:31"],
  [3, "Leaf:28:28"],
  [3, "FullscreenMagnification:26:27"],
  [4, "Leaf:26:27"],
  [1, "Leaf:24:25"],
  [1, "HideDisplayCutout:18:23"],
  [2, "OneHanded:18:23"],
  [3, "FullscreenMagnification:18:23"],
  [4, "Leaf:18:23"],
  [1, "OneHanded:17:17"],
  [2, "FullscreenMagnification:17:17"],
  [3, "Leaf:17:17"],
  [1, "HideDisplayCutout:16:16"],
  [2, "OneHanded:16:16"],
  [3, "FullscreenMagnification:16:16"],
  [4, "Leaf:16:16"],
  [1, "OneHanded:15:15"],
  [2, "FullscreenMagnification:15:15"],
  [3, "Leaf:15:15"],
  [1, "HideDisplayCutout:0:14"],
  [2, "OneHanded:0:14"],
  [3, "ImePlaceholder:13:14"],
  [4, "ImeContainer"],
  [3, "FullscreenMagnification:0:12"],
  [4, "Leaf:3:12"],
  [4, "DefaultTaskDisplayArea"],
  [4, "Leaf:0:1"],
);

const AREAS_35: Lines = tree(
  [0, "Leaf:36:36"],
  [0, "OneHanded:34:35"],
  [1, "Leaf:34:35"],
  [0, "Leaf:33:33"],
  [0, "OneHanded:32:32"],
  [1, "Leaf:32:32"],
  [0, "WindowedMagnification:0:31 (organized)"],
  [1, "OneHanded:26:31"],
  [2, "Leaf:26:31"],
  [1, "Leaf:24:25"],
  [1, "OneHanded:0:23"],
  [2, "Leaf:23:23"],
  [2, "AppZoomOut:20:22 (organized)"],
  [3, "Leaf:20:22"],
  [2, "Leaf:17:19"],
  [2, "AppZoomOut:16:16 (organized)"],
  [3, "Leaf:16:16"],
  [2, "Leaf:15:15"],
  [2, "AppZoomOut:2:14 (organized)"],
  [3, "ImePlaceholder:13:14"],
  [4, "ImeContainer"],
  [3, "Leaf:3:12"],
  [3, "DefaultTaskDisplayArea (organized)"],
  [2, "Leaf:1:1"],
  [2, "AppZoomOut:0:0 (organized)"],
  [3, "Leaf:0:0"],
);

/** TaskDisplayArea.dump: the tasks of the display, top first, with their activities. */
export function taskAreas(api: number, view: DisplayView): Lines {
  const roots = rootTasks(api, view);
  const top = rootTaskReference(api, roots[0]);
  const word = api === 30 ? "Stack" : "RootTask";
  const configuration = emptyConfiguration(api).replaceAll("indowingMode=undefined", "indowingMode=fullscreen");
  return [
    "TaskDisplayArea DefaultTaskDisplayArea",
    ...when(api >= 34, `  overrideConfig=${configuration}`),
    ...when(api === 30, `  mLastOrientationSource=${top}`),
    `  mPreferredTopFocusable${word}=${top}`,
    `  mLastFocused${word}=${top}`,
    "  Application tokens in top down Z order:",
    ...indent(
      "  ",
      roots.flatMap((root) => rootLines(api, view, root)),
    ),
  ];
}

function rootLines(api: number, view: DisplayView, root: RootTask): Lines {
  const bounds = `  bounds=${shortRect(boundsOf(view.display.size))}`;
  if (root.kind !== "home") {
    return [`* ${rootTaskText(api, root)}`, bounds, ...indent("  ", activityLines(api, root))];
  }
  const children = root.tasks.flatMap((task) => [
    `* ${taskText(api, task, root.rootId)}`,
    bounds,
    ...task.activities.map((activity) => `  * ${activityRecord(api, activity)}`),
  ]);
  return [`* ${rootTaskText(api, root)}`, bounds, ...indent("  ", children)];
}

function activityLines(api: number, root: RootTask): Lines {
  return root.tasks.flatMap((task) => task.activities.map((activity) => `* ${activityRecord(api, activity)}`));
}
