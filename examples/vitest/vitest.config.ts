import { defineConfig } from "vitest/config";

// A phone takes longer than a function: to start, and to settle after each action.
// biome-ignore lint/style/noDefaultExport: Vitest reads it
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
