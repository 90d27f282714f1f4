import { test } from "node:test";
import { jvmHalf } from "../../contracts/jvm-half.js";
import { testOnDeviceHalf } from "../../contracts/on-device-half.js";
import { virtualHalf } from "../../contracts/virtual-half.js";
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

testOnDeviceHalf(
  "the Java core",
  async () => {
    if (!host) throw new Error("the Java host did not start");
    return await jvmHalf(host);
  },
  java.test,
);

for (const host of ["service", "shell"] as const) {
  testOnDeviceHalf(`the virtual phone's ${host} host`, () => virtualHalf(host, "in process"), test);
}

testOnDeviceHalf(
  "the virtual phone's service behind a real adb server",
  () => virtualHalf("service", "real adb"),
  needsPrograms("adb").test,
);
