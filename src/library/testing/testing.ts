// The exports of `import "fovea-mcp/testing"`.
import type { MakePhoneFixtures, PhoneTests } from "../types.js";
import { onPhoneWith } from "./on-phone.js";
import { fixturesWith } from "./phone-fixtures.js";

/** See {@link PhoneTests}. */
export const phoneTests: PhoneTests = onPhoneWith;

/** See {@link MakePhoneFixtures}. */
export const phoneFixtures: MakePhoneFixtures = fixturesWith;
