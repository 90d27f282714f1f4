import { observe } from "../../../observe/observe.js";
import { OBSERVE_TREE } from "../../../observe/observe-request.js";
import type { Observation } from "../../../screen/observation.js";
import type { HardwareCheck } from "../hardware-check.js";
import { withCompanion } from "../live-companion.js";

/** The facts that both sources report. Names of windows are not compared: the two sources use different ones. */
const FACTS: readonly (readonly [string, (observation: Observation) => unknown])[] = [
  ["screenSize", ({ screenSize }) => screenSize],
  ["density", ({ density }) => density],
  ["rotation", ({ rotation }) => rotation],
  ["edges", ({ systemInsets }) => systemInsets?.edges ?? null],
  ["imeVisible", ({ ime }) => ime?.visible ?? null],
  ["interactive", ({ power }) => power?.interactive ?? null],
  ["keyguardShowing", ({ keyguard }) => keyguard?.showing ?? null],
  ["package", ({ activeWindow }) => activeWindow?.package ?? null],
];

export const serviceAgrees: HardwareCheck = {
  name: "service-agrees",
  assumes: "The companion and the window manager report the same size, rotation, insets, keyboard and lock.",
  sideEffect: "accessibility services are suspended for some seconds",
  deadlineMs: 90_000,
  run: (context, signal) =>
    withCompanion(
      context,
      async () => {
        const look = async (source: "auto" | "uiautomator") =>
          (await observe(context.session, { ...OBSERVE_TREE, source }, signal)).observation;
        const [live, dumped] = [await look("auto"), await look("uiautomator")];
        const reported = FACTS.filter(([, of]) => of(live) !== null && of(dumped) !== null);
        const differing = reported.filter(([, of]) => JSON.stringify(of(live)) !== JSON.stringify(of(dumped)));
        return {
          verdict: differing.length === 0 ? "confirmed" : "refuted",
          measured: {
            source: live.hierarchySource,
            compared: reported.map(([name]) => name).join(" "),
            differing: differing.map(([name]) => name).join(" "),
            nodes: live.viewHierarchy?.nodeCount ?? null,
            dumpedNodes: dumped.viewHierarchy?.nodeCount ?? null,
          },
          note:
            differing.length === 0
              ? null
              : "The screen may have changed between the two reports; try once more before reporting a difference.",
        };
      },
      signal,
    ),
};
