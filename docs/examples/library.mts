import { connect, isFoveaError } from "fovea-mcp";

// A virtual phone, so that this runs anywhere; `connect()` takes the phone that adb knows.
await using phone = await connect({ virtual: { app: "form" } });

const screen = await phone.observe();
console.log(screen.text);

const tapped = await phone.tap('checkbox "I agree to the terms"', { expect: "id/terms checked" });
console.log(tapped.verdict.kind, tapped.verdict.evidence);

const { changes } = await phone.update(screen);
console.log(changes);

await phone.type("Demo", { target: 'field "Given and family name"' });

try {
  await phone.tap('button "Delete"');
} catch (error) {
  if (!isFoveaError(error)) throw error;
  console.log(error.code, error.hint);
}
