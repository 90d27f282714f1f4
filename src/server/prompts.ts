import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

function userMessage(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

/** Prompts for the most frequent tasks with a phone. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "explore_app",
    {
      title: "Explore an app",
      description: "Walk through an app and describe its screens",
      argsSchema: z.object({ package: z.string().describe("Package id, e.g. com.example.app") }),
    },
    ({ package: name }) =>
      userMessage(
        `Open the app ${name} with open_app and explore it breadth first. Visit each screen that can be reached without signing in, buying, sending or deleting anything; go back with press_key. For each screen note its purpose, its controls and where they lead. Stop after 15 screens, and finish with a map of the app.`,
      ),
  );
  server.registerPrompt(
    "reproduce_bug",
    {
      title: "Reproduce a bug",
      description: "Follow a bug report on the device and say whether the bug shows",
      argsSchema: z.object({ report: z.string().describe("The bug report") }),
    },
    ({ report }) =>
      userMessage(
        `Reproduce this bug on the device. Do its steps one at a time, check after each that the screen is what the report expects, and keep the exact outline lines that show a difference. Try three times before you say that it does not happen. End with: reproduced or not, the steps that you did, what was seen and what was expected.\n\nReport:\n${report}`,
      ),
  );
  server.registerPrompt(
    "fill_form",
    {
      title: "Fill in a form",
      description: "Enter given values into the form on the screen",
      argsSchema: z.object({ values: z.string().describe("Field names and values, one per line") }),
    },
    ({ values }) =>
      userMessage(
        `Fill in the form on the screen with these values. Observe first and match each value to one field by its label; scroll to find fields that are further down. After each field read back what it holds and correct it. Do not submit. If a value has no field, or a field that must be filled has no value, report it and ask.\n\nValues:\n${values}`,
      ),
  );
}
