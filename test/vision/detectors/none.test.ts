import { testDetectorContract } from "../../contracts/detector.js";

testDetectorContract("none", () => ({ options: { detector: "none" }, sees: "nothing" }));

/* mutations
- file: src/vision/detectors/none.ts
  from: 'name: "none",'
  to: 'name: "",'
  name: "none: what it gives are detections of its source, within the picture, in the order of their tops"
*/
