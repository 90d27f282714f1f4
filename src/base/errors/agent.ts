/** Codes of `fovea agent`. A part of the one table in `errors.ts`, each with the ways to recover, best first. */
export const AGENT_ERRORS = {
  AGENT_UNAVAILABLE: [
    "Run `npm install fovea-agent@0.1.0` in the folder where fovea-mcp is installed (with -g if it is installed globally).",
  ],
  AGENT_RUN_UNUSABLE: ["Name another folder with --run, or go on with that run: `fovea agent --resume FOLDER`."],
  GUIDE_FAILED: ["Correct the guide, or leave it out: `fovea agent … --guide none`."],
  MODEL_BUSY: ["Wait a moment, then go on: `fovea agent --resume FOLDER`. Nothing is done twice."],
  MODEL_FAILED: [
    "Go on with `fovea agent --resume FOLDER` (with --computer-use, start again); if it fails again, name another model with --model.",
  ],
  MODEL_UNUSABLE: ["Correct the name, the key or the address: `fovea agent … --model PROVIDER:NAME --model-url URL`."],
  PLAN_MALFORMED: ["Name another model with `fovea agent … --model PROVIDER:NAME`, or word the task more simply."],
} as const;
