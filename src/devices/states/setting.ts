import type { Phone } from "../phone.js";
import { ask, change, type DeviceState } from "./device-state.js";

export const NAMESPACES = ["system", "secure", "global"] as const;
export type Namespace = (typeof NAMESPACES)[number];

/** A key of the settings provider; null if the key does not exist. */
export function setting(namespace: Namespace, key: string): DeviceState {
  return {
    name: `setting ${namespace}/${key}`,
    read: async (phone, signal) => {
      const said = await ask(phone, ["settings", "get", ...userOf(phone), namespace, key], signal);
      return said === "null" ? null : said;
    },
    write: async (phone, value, signal) => {
      const where = [...userOf(phone), namespace, key];
      await change(
        phone,
        value === null ? ["settings", "delete", ...where] : ["settings", "put", ...where, value],
        signal,
      );
    },
  };
}

function userOf({ user }: Phone): readonly string[] {
  return ["--user", String(user)];
}
