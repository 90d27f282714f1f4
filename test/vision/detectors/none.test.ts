import { testDetectorContract } from "../../contracts/detector.js";

testDetectorContract("none", () => ({ options: { detector: "none" }, sees: "nothing" }));

/* mutations
- file: src/vision/detectors/none.ts
  from: "signal.throwIfAborted();"
  to: ""
  name: "none: it ends with the signal, with its reason, and answers the next call"
*/
