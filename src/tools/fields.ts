import * as z from "zod";
import { MOST_PATIENCE_MS } from "../base/action-options.js";

/*
 * Fields that several tools share. Descriptions are read by models in every conversation: short, with an example.
 */

export const deviceField = z
  .string()
  .max(256)
  .optional()
  .describe("Serial, e.g. emulator-5554; may be omitted with one device");

export const targetField = z
  .string()
  .min(1)
  .max(2_000)
  .describe('e12, button "Save", "Delete" in row "Milk", id/login, 540,1200 or 50%,62%');

export const packageField = z.string().max(255).describe("e.g. com.example.app");

/** What has to be true after an action for the call to succeed. */
export const expectField = z.string().min(1).max(2_000).optional().describe('Must come true, e.g. "Saved"');

/** How long a target may take to be ready to be touched. */
export const patienceField = z
  .int()
  .min(0)
  .max(MOST_PATIENCE_MS)
  .optional()
  .describe("To wait for the target; default 5000");

export const timeoutField = z.number().int().min(0).max(300_000);
