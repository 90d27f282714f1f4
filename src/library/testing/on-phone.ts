import { basename } from "node:path";
import { after } from "node:test";
import { invalid } from "../failures.js";
import type { KeptAttempt, NodeTestContext, OnPhone, Phone, PhoneTestOptions, TestDevice } from "../types.js";
import { linkOf } from "./attempt.js";
import { PhoneWorker } from "./phone-worker.js";

/** See {@link PhoneTests}. */
export function onPhoneWith(options: PhoneTestOptions = {}): OnPhone {
  const worker = new PhoneWorker(options);
  // Runs after the last test of the file or suite that calls this.
  if (worker.per === "worker") after(async () => await worker.close());
  const onPhone = <Context extends NodeTestContext>(body: Body<Context>) => {
    if (typeof body !== "function") throw invalid("onPhone takes the function of a test", "phoneTests");
    return async (t: Context) => await runOn(worker, body, t);
  };
  const each = (devices: Readonly<Record<string, TestDevice>>, register: (one: OnPhone, name: string) => void) => {
    // Without a device, a file with no tests at all would pass.
    if (Object.keys(devices ?? {}).length === 0) throw invalid("each needs one device or more, by name", "phoneTests");
    const { device: _device, virtual: _virtual, ...shared } = options;
    for (const [name, device] of Object.entries(devices)) register(onPhoneWith({ ...shared, ...device }), name);
  };
  return Object.assign(onPhone, { each });
}

type Body<Context> = (phone: Phone, t: Context) => void | Promise<void>;

async function runOn<Context extends NodeTestContext>(worker: PhoneWorker, body: Body<Context>, t: Context) {
  const report = (kept: KeptAttempt | null) => {
    if (kept) for (const line of linkOf(kept).split("\n")) t.diagnostic(line);
  };
  const { phone, end } = await worker.begin(nameOf(t), report, t.signal);
  let hasPassed = false;
  let hasSettled = false;
  const finish = async () => report(await end(hasPassed));
  // The runner ends a test whose time is over, although its body still runs.
  t.after(async () => {
    if (!hasSettled) await finish();
  });
  try {
    await body(phone, t);
    hasPassed = true;
  } finally {
    hasSettled = true;
    // Registered last, so it runs after the hooks of the body, which may need the phone.
    t.after(finish);
  }
}

function nameOf({ name, fullName = name, filePath, attempt }: NodeTestContext) {
  const file = filePath === undefined ? [] : [basename(filePath)];
  return { name: [...file, fullName].join(" "), runnerAttempt: attempt ?? null };
}
