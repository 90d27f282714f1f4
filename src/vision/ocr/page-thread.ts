import { answerJobs } from "../../base/answer-jobs.js";
import { isPageJob, pageOf } from "./page-of.js";

/** The program of the thread that reads words in pictures. */
answerJobs(async (data) => {
  if (!isPageJob(data)) throw new Error("this is not work for this thread");
  const page = pageOf(data);
  return { value: page, transfer: page ? [page.picture.grey.buffer] : [] };
});
