import { observe } from "../../../observe/observe.js";
import { OBSERVE_TREE } from "../../../observe/observe-request.js";
import type { HardwareCheck } from "../hardware-check.js";
import { tenths } from "../measure.js";

export const uiautomatorDump: HardwareCheck = {
  name: "uiautomator-dump",
  assumes: "`uiautomator dump` gives a tree that can be read and that belongs to the window in front.",
  sideEffect: "accessibility services are suspended for some seconds",
  deadlineMs: 90_000,
  async run({ session }, signal) {
    const { observation } = await observe(session, { ...OBSERVE_TREE, source: "uiautomator" }, signal);
    const { viewHierarchy, parts, errors } = observation;
    const codes = errors.filter(({ probe, code }) => probe === "hierarchy" || code === "TORN_OBSERVATION");
    return {
      verdict: viewHierarchy !== null && codes.length === 0 ? "confirmed" : "refuted",
      measured: {
        ms: tenths(parts.hierarchy?.durationMs ?? null),
        source: parts.hierarchy?.source ?? "none",
        nodes: viewHierarchy?.nodeCount ?? null,
        depth: viewHierarchy?.depth ?? null,
        errors: codes.map(({ code }) => code).join(" "),
      },
      note: null,
    };
  },
};
