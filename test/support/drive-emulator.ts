import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulatorConsole } from "../../packages/virtual-android/src/emulator-console.js";
import type { Managers } from "../../packages/virtual-android/src/framework/managers.js";
import { type Driven, drive } from "./drive.js";
import type { ProductOptions } from "./product.js";

/** The token that the emulator's console requires. */
export const TOKEN = "k3Yq+/0=";

/** A virtual phone as an emulator of this host: besides adb it has a console, which requires a token. */
export async function driveEmulator(token: string = TOKEN, options: ProductOptions = {}): Promise<Driven> {
  const before = process.env["HOME"];
  const home = mkdtempSync(join(tmpdir(), "fovea-home-"));
  writeFileSync(join(home, ".emulator_console_auth_token"), `${token}\n`, { mode: 0o600 });
  process.env["HOME"] = home;
  let managers: Managers | undefined;
  const found = () => {
    assert.ok(managers);
    return managers;
  };
  const console = await startEmulatorConsole({ token: TOKEN, managers: found });
  const serialNumber = `emulator-${console.port}`;
  const driven = await drive({ config: { tools: ["device"] }, ...options, serialNumber });
  managers = driven.phone.managers;
  return {
    ...driven,
    [Symbol.asyncDispose]: async () => {
      await driven[Symbol.asyncDispose]();
      await console[Symbol.asyncDispose]();
      if (before === undefined) delete process.env["HOME"];
      else process.env["HOME"] = before;
      rmSync(home, { recursive: true });
    },
  };
}
