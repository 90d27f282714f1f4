import { answerJobs } from "../../base/answer-jobs.js";
import { isPageJob, pageOf } from "./page-of.js";

/** The program of the thread that prepares pages for text recognition. */
answerJobs(async (data) => {
  if (!isPageJob(data)) throw new Error("this is not work for this thread");
  const page = pageOf(data);
  return { value: page, transfer: page ? [page.picture.grey.buffer] : [] };
});
