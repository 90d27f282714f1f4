import { answerJobs } from "../../../base/answer-jobs.js";
import { isDetectionJob, openDetections } from "./look.js";

/** The program of an `onnx` detector's thread. */
const looks = openDetections();
answerJobs(async (data) => {
  if (!isDetectionJob(data)) throw new Error("this is not work for this thread");
  return { value: await looks(data) };
});
