import { test } from "node:test";
import { expect } from "fovea-mcp";
import { phoneTests } from "fovea-mcp/testing";

// A virtual phone, so that this runs anywhere; `virtual` left out is the phone that adb knows.
const onPhone = phoneTests({ virtual: {}, app: "com.fovea.form", clear: true });

test(
  "an account is created",
  onPhone(async (phone) => {
    await phone.locator('field "Given and family name"').type("Demo");
    await phone.locator('field "name@example.com"').type("demo@example.com");
    await phone.locator('field "At least 8 characters"').type("password123");
    await phone.locator('checkbox "I agree to the terms"').scrollTo();
    await phone.tap('checkbox "I agree to the terms"', { expect: "id/terms checked" });
    await phone.tap('button "Create account"');
    await expect(phone.locator('"Welcome, Demo!"')).toBeVisible();
  }),
);
