import { invalid } from "../failures.js";
import type { KeptAttempt, PhoneFixtures, PhoneTestOptions, VitestSuite, VitestTask } from "../types.js";
import { linkOf } from "./attempt.js";
import { PhoneWorker } from "./phone-worker.js";

/**
 * See {@link MakePhoneFixtures}. Vitest reads the source text of these functions to find out which fixtures they need.
 */
export function fixturesWith(options: PhoneTestOptions = {}): PhoneFixtures {
  // Wrong options fail here already, not in the first test.
  new PhoneWorker(options);
  return {
    phoneOfWorker: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest takes no other way to need nothing
      async ({}, use) => {
        const worker = new PhoneWorker(options);
        await use(worker);
        await worker.close();
      },
      { scope: "worker" },
    ],
    phone: [
      async ({ task, phoneOfWorker }, use) => {
        if (!(phoneOfWorker instanceof PhoneWorker)) throw invalid("phoneOfWorker is not for tests", "testing");
        const report = (kept: KeptAttempt) => {
          Object.assign(task.meta, { fovea: kept });
          console.error(linkOf(kept));
        };
        const { phone, end } = await phoneOfWorker.begin(nameOf(task), report, new AbortController().signal);
        await use(phone);
        const hasFailed = task.result?.state === "fail" && task.fails !== true;
        const kept = await end(!hasFailed);
        if (kept) report(kept);
      },
      { scope: "test" },
    ],
  };
}

function nameOf({ name, suite, file, result }: VitestTask) {
  const path = [file?.name ?? "", ...suitesOf(suite, file?.name), name].filter((one) => one !== "");
  return { name: path.join(" "), runnerAttempt: result?.retryCount ?? null };
}

function suitesOf(suite: VitestSuite | undefined, file: string | undefined): readonly string[] {
  if (suite === undefined || suite.name === file) return [];
  return [...suitesOf(suite.suite, file), suite.name];
}
