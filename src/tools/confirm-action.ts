import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import { defineTool } from "../tool-contract/tool.js";

export const confirmAction = defineTool({
  name: "confirm_action",
  title: "Confirm an action",
  description: "Do what CONFIRMATION_REQUIRED held back, if the user wants it.",
  slim: { description: "After CONFIRMATION_REQUIRED", fields: ["token"] },
  kind: "act",
  askedBy: "guard",
  destructive: true,
  idempotent: false,
  deadlineMs: 58_000,
  example: { token: "Xb3kPq0aZ1cd" },
  input: z.strictObject({ token: z.string().max(100).describe("e.g. Xb3kPq0aZ1cd") }),
  run: async ({ token }, { confirmed }, signal) => {
    if (confirmed) return await confirmed(token, signal);
    throw new FoveaError("CONSENT_STALE", "nothing was done: no action waits for a token here");
  },
  render: ({ answer }) => answer,
  toJson: (outcome) => outcome.toJson(),
});
