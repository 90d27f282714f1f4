import assert from "node:assert/strict";
import { test } from "node:test";
import { userAnswering, YES } from "../../support/asked-user.js";
import { connectMcp } from "../../support/mcp-link.js";
import { type ProductOptions, startProduct } from "../../support/product.js";

interface Task {
  readonly name: string;
  readonly options: ProductOptions;
  readonly calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  /** What a person is asked about, in order: what docs/guard.md lists. */
  readonly asked: readonly RegExp[];
}

/** Tasks of everyday, each done on the virtual phone by a client whose user says yes. */
const TASKS: readonly Task[] = [
  {
    name: "a form",
    options: { app: "com.fovea.form" },
    calls: [
      ["type_text", { text: "Demo User", target: "id/name" }],
      ["type_text", { text: "demo@example.com", target: "id/email" }],
      ["type_text", { text: "analytical", target: "id/password" }],
      ["tap", { target: "id/country" }],
      ["press_key", { key: "back" }],
      ["swipe", { direction: "up" }],
      ["tap", { target: 'button "Create account"' }],
    ],
    asked: [/^type 10 characters in field .*enter or show a secret/],
  },
  {
    name: "settings",
    options: { app: "com.android.settings" },
    calls: [
      ["tap", { target: '"Display"' }],
      ["press_key", { key: "back" }],
      ["tap", { target: '"Sound"' }],
      ["press_key", { key: "home" }],
    ],
    asked: [],
  },
  {
    name: "a chat",
    options: { app: "com.fovea.messages" },
    calls: [
      ["tap", { target: '"Dad"' }],
      ["type_text", { text: "On my way", target: "id/compose_message_text" }],
      ["tap", { target: 'button "Send"' }],
    ],
    asked: [/send or publish/],
  },
  {
    name: "sharing a note",
    options: { app: "com.fovea.notes" },
    calls: [
      ["tap", { target: '"Shopping"' }],
      ["tap", { target: "id/share" }],
      ["press_key", { key: "back" }],
    ],
    asked: [],
  },
  {
    name: "a dialog",
    options: { app: "com.fovea.dialogs" },
    calls: [
      ["tap", { target: '"Alert"' }],
      ["tap", { target: 'button "Cancel"' }],
      ["tap", { target: '"Alert"' }],
      ["tap", { target: 'button "Discard"' }],
    ],
    asked: [/discard unsaved changes/],
  },
  {
    name: "the camera permission",
    options: { app: "com.fovea.dialogs" },
    calls: [
      ["tap", { target: '"Camera permission"' }],
      ["tap", { target: 'button "While using the app"' }],
    ],
    asked: [/grant an app a permission/],
  },
  {
    name: "a game",
    options: { app: "com.fovea.game" },
    calls: [
      ["tap", { target: "50%,50%" }],
      ["tap", { target: "40%,60%", answer: "none" }],
      ["swipe", { from: "30%,50%", to: "70%,50%" }],
    ],
    asked: [],
  },
  {
    name: "landscape",
    options: { app: "com.fovea.player" },
    calls: [
      ["observe", {}],
      ["tap", { target: "50%,50%" }],
      ["press_key", { key: "back" }],
    ],
    asked: [],
  },
  {
    name: "a web page",
    options: { app: "com.fovea.browser" },
    calls: [
      ["observe", {}],
      ["swipe", { direction: "up" }],
      ["press_key", { key: "back" }],
    ],
    asked: [],
  },
  {
    name: "the lock screen",
    options: { lock: "pin" },
    calls: [
      ["swipe", { direction: "up" }],
      ...["1", "2", "3", "4", "Enter"].map((key) => ["tap", { target: `button "${key}"` }] as const),
    ],
    asked: Array.from({ length: 5 }, () => /lock or unlock the phone/),
  },
];

for (const { name, options, calls, asked } of TASKS)
  test(`during the task ${name} a person is asked ${asked.length === 0 ? "nothing" : "what they would want to be asked"}`, async () => {
    await using product = await startProduct({ ...options, config: { guard: "confirm", actionTimeoutMs: 2_000 } });
    const user = userAnswering(() => YES);
    await using mcp = await connectMcp(product, "modern", user.setUp);
    if (name === "landscape") product.phone.hooks.tilt(1);
    if (name === "the lock screen") product.phone.hooks.lock();
    for (const [tool, args] of calls) {
      const { text, isError } = await mcp.call(tool, args);
      assert.equal(isError, false, `${tool} ${JSON.stringify(args)}: ${text}`);
    }
    assert.equal(user.questions.length, asked.length, user.questions.join("\n"));
    if (name === "the lock screen") assert.equal(product.phone.state().keyguard.isShowing, false);
    for (const [place, words] of asked.entries()) assert.match(user.questions[place] ?? "", words);
  });
