import { expect as expectOn } from "fovea-mcp";
import { type PhoneContext, phoneFixtures } from "fovea-mcp/testing";
import { test as base } from "vitest";

// A virtual phone, so that this runs anywhere. In CI with an emulator: phoneFixtures({ device: "emulator-5554", app: … }).
const OPTIONS = { app: "com.fovea.form", clear: true };

const test = base.extend<PhoneContext>(phoneFixtures({ ...OPTIONS, virtual: { api: 33 }, per: "worker" }));

test("the terms can be agreed to", async ({ phone }) => {
  await phone.tap('checkbox "I agree to the terms"', { expect: "id/terms checked" });
});

test("a name is typed", async ({ phone }) => {
  await phone.type("Demo", { target: 'field "Given and family name"' });
  await expectOn(phone.locator("id/name")).toHaveValue("Demo");
});

for (const api of [26, 34]) {
  const onDevice = base.extend<PhoneContext>(phoneFixtures({ ...OPTIONS, virtual: { api } }));
  onDevice(`the form is there on API ${api}`, async ({ phone }) => {
    await phone.verify('"Create account"');
  });
}
