import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../src/base/config.js";
import type { ErrorCode } from "../../src/base/errors.js";
import { Guard } from "../../src/server/guard/guard.js";
import { type PartApp, partApp, type ShownScreen } from "./part-app.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";

export const SHOP = "com.example.shop";
export const CHAT_PAGE: ShownScreen = {
  kind: "page",
  parts: [
    { widget: "title", id: null, label: "Chat" },
    { widget: "field", id: "message_input", label: "Message" },
    { widget: "button", id: null, label: "Send" },
    { widget: "button", id: null, label: "Buy now" },
    { widget: "button", id: null, label: "Details" },
  ],
};

export interface Guarded extends Product {
  readonly app: PartApp;
  /** The guard of a server with these options. */
  readonly guardWith: (config: Config) => Guard;
}

/** A phone that shows this screen, and a server with a guard. */
export async function startGuarded(
  config: Partial<Config> = {},
  screen: ShownScreen = CHAT_PAGE,
  options: ProductOptions = {},
): Promise<Guarded> {
  const app = partApp(SHOP, screen);
  const moreApps = () => [app.make()];
  const product = await startProduct({ moreApps, app: SHOP, ...options, config: { guard: "confirm", ...config } });
  return Object.assign(product, { app, guardWith: (config: Config) => new Guard(config, "serve") });
}

export function startsWith(text: string, code: ErrorCode): void {
  assert.ok(text.startsWith(`${code}: `), text);
  assert.match(text, /\nNext: ./);
}

export interface GuardedLine {
  readonly outcome: string;
  readonly class: string | null;
  readonly by: string;
}

export function linesOf({ config }: Product): readonly GuardedLine[] {
  const path = join(config.stateDir, "guard.jsonl");
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line): GuardedLine => {
      const { outcome, class: of, by } = JSON.parse(line);
      return { outcome, class: of, by };
    });
}

export function tokenIn(text: string): string {
  return /token (\S+),/.exec(text)?.[1] ?? assert.fail(text);
}

export const SEND = { target: 'button "Send"' };
