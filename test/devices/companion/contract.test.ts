import { test } from "node:test";
import { testCompanion } from "../../contracts/companion-contract.js";
import { jvmCompanion } from "../../contracts/jvm-companion.js";
import { virtualCompanion } from "../../contracts/virtual-companion.js";
import { type JvmHost, startJvmHost } from "../../support/jvm-host.js";
import { needsPrograms } from "../../support/needs.js";

const java = needsPrograms("java", "javac");
let host: JvmHost | undefined;

java.before(async () => {
  host = await startJvmHost();
});

java.after(async () => {
  await host?.[Symbol.asyncDispose]();
});

testCompanion(
  "the Java core",
  async () => {
    if (!host) throw new Error("the Java host did not start");
    return await jvmCompanion(host);
  },
  java.test,
);

for (const host of ["service", "shell"] as const) {
  testCompanion(`the virtual phone's ${host} host`, () => virtualCompanion(host, "in process"), test);
}

testCompanion(
  "the virtual phone's service behind a real adb server",
  () => virtualCompanion("service", "real adb"),
  needsPrograms("adb").test,
);
