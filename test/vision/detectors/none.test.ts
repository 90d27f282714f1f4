import { testDetectorContract } from "../../contracts/detector.js";

testDetectorContract("none", () => ({ options: { detector: "none" }, sees: "nothing" }));

/* mutations
- file: src/vision/detectors/none.ts
  from: 'name: "none",'
  to: 'name: "",'
  name: "none: detections have its source, are inside the image and sorted by their tops"
*/
