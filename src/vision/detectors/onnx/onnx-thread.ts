import { answerJobs } from "../../../base/answer-jobs.js";
import { isLookJob, openLooks } from "./look.js";

/** The program of an `onnx` detector's thread. */
const looks = openLooks();
answerJobs(async (data) => {
  if (!isLookJob(data)) throw new Error("this is not work for this thread");
  return { value: await looks(data) };
});
