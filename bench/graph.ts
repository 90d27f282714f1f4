import type { Bench } from "./bench.js";
import { exploreBench } from "./graph/explore-bench.js";
import { calibration, identityBench } from "./graph/identity-bench.js";
import { predictionBench } from "./graph/prediction-bench.js";
import { sizeBench } from "./graph/size-bench.js";
import { structureBench } from "./graph/structure-bench.js";

const PARTS = {
  identity: identityBench,
  structure: structureBench,
  prediction: predictionBench,
  size: sizeBench,
  explore: exploreBench,
} as const;

/** Graphs of apps: screen identity, structure found in runs, predictions, size. */
export const graphBench: Bench = {
  name: "graph",
  about: "graphs of apps: screens, loops, predictions, size, exploring; --calibrate, --only PART",
  async run(args) {
    if (args.includes("--calibrate")) return { text: calibration(), figures: [] };
    const only = args[args.indexOf("--only") + 1];
    const parts = Object.entries(PARTS).filter(([name]) => !args.includes("--only") || name === only);
    const results = parts.map(([, part]) => part());
    return { text: results.map(({ text }) => text).join("\n\n"), figures: results.flatMap(({ figures }) => figures) };
  },
};
