import { pollUntil } from "../../src/base/signals.js";
import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { SHELL_SOCKET, serviceSocket } from "../../src/devices/companion/names.js";
import { hasFlag } from "../../src/devices/companion/tree.js";
import { never } from "../support/never.js";
import { type Product, type Route, startProduct } from "../support/product.js";
import { untilStable } from "../support/until-stable.js";
import { wholeSnapshot } from "../support/whole-snapshot.js";
import type { Companion } from "./companion.js";

const APP = "com.fovea.form";
const SECRET = "hunter2";

/** One of the virtual phone's hosts, reached as Fovea reaches it: through an adb server. */
export async function virtualCompanion(host: "service" | "shell", route: Route): Promise<Companion> {
  const onDevice = host === "service" ? "enabled" : "absent";
  const product = await startProduct({ app: APP, onDevice, apiLevel: 34, route });
  await untilStable(product);
  if (host === "shell") product.phone.onDevice.startShell("test");
  const device = await product.devices.get(product.serial, never());
  const socket = host === "service" ? serviceSocket(0) : SHELL_SOCKET;
  const open = () => device.openService(`localabstract:${socket}`, never());
  const { phone } = product;
  const change = () => phone.hooks.tap("I agree to the terms");
  const companion: Companion = {
    button: "Create account",
    secret: SECRET,
    open,
    change: async () => {
      phone.onDevice.mute(APP, false);
      change();
    },
    changeSilently: async () => {
      phone.onDevice.mute(APP);
      change();
    },
    suppression: host === "shell" ? null : suppressionOf(product),
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  };
  await fillPassword(companion);
  return companion;
}

function suppressionOf({ phone }: Product): Companion["suppression"] {
  return {
    begin: async () => phone.setUiAutomationConnected(true),
    end: async () => phone.setUiAutomationConnected(false),
  };
}

async function fillPassword(companion: Companion): Promise<void> {
  await using client = await OnDeviceClient.connect(
    await companion.open(),
    { serial: "companion", client: "contract" },
    never(),
  );
  const { windows } = await wholeSnapshot(client);
  for (const { id, tree, content } of windows) {
    const node = (content ?? []).findIndex((one) => hasFlag(one, "password"));
    if (tree === null || node < 0) continue;
    await client.request(
      "nodeAction",
      { target: { window: id, tree, node }, action: "setText", text: SECRET },
      never(),
    );
    await pollUntil(() => isFilled(client), 10, AbortSignal.timeout(60_000));
    return;
  }
  throw new Error("there is no password field");
}

async function isFilled(client: OnDeviceClient): Promise<true | undefined> {
  const { windows } = await wholeSnapshot(client);
  const nodes = windows.flatMap(({ content }) => content ?? []);
  return nodes.some((node) => hasFlag(node, "password") && node.text?.length === SECRET.length) ? true : undefined;
}
