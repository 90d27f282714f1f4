import { test } from "node:test";
import { expect } from "fovea-mcp";
import { phoneTests } from "fovea-mcp/testing";

// A virtual phone, so that this runs anywhere. In CI with an emulator: phoneTests({ device: "emulator-5554", app: … }).
const onPhone = phoneTests({ virtual: { api: 33 }, app: "com.fovea.form", clear: true });

test(
  "the terms can be agreed to",
  onPhone(async (phone) => {
    await phone.tap('checkbox "I agree to the terms"', { expect: "id/terms checked" });
  }),
);

test(
  "a name is typed",
  onPhone(async (phone) => {
    await phone.type("Demo", { target: 'field "Given and family name"' });
    await expect(phone.locator("id/name")).toHaveValue("Demo");
  }),
);

onPhone.each({ "Android 8": { virtual: { api: 26 } }, "Android 14": { virtual: { api: 34 } } }, (onDevice, name) => {
  test(
    `the form is there on ${name}`,
    onDevice(async (phone) => {
      await phone.verify('"Create account"');
    }),
  );
});
