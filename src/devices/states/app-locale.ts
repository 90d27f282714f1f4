import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import type { Phone } from "../phone.js";
import { ask, change, type DeviceState, unknownForm } from "./device-state.js";

/** `cmd locale` exists since Android 13 (LocaleManagerShellCommand). */
const FIRST_WITH_LOCALES = 33;

/**
 * The languages of one app, as `de-DE` or `zh-Hant-TW,en`; null if it uses those of the system. Android 13 ignores
 * options after `--locales` (LocaleManagerShellCommand.parseLocales), so the user comes before it.
 */
export function appLocale(packageName: string): DeviceState {
  return {
    name: `locale of ${packageName}`,
    read: async (phone, signal) => {
      requireLocales(phone);
      const said = await ask(phone, ["cmd", "locale", "get-app-locales", packageName, ...userOf(phone)], signal);
      if (said.startsWith("Unknown package ")) throw unknownPackage(phone, packageName);
      const tags = /^Locales for \S{1,260} for user -?\d{1,10} are \[([\w,-]{0,1000})\]$/m.exec(said)?.[1];
      const locales = tags === "" ? null : parseLocales(tags ?? "");
      if (tags === undefined || locales === undefined)
        throw unknownForm(phone, `the languages of ${packageName}`, said);
      return locales;
    },
    require: requireLocales,
    write: async (phone, value, signal) => {
      requireLocales(phone);
      const locales = value === null ? [] : ["--locales", value];
      await change(phone, ["cmd", "locale", "set-app-locales", packageName, ...userOf(phone), ...locales], signal);
    },
  };
}

/** Language tags in the form of BCP 47, `de-DE` for `de-de`, without repetition; undefined if one is not a tag. */
export function parseLocales(text: string): string | undefined {
  const tags = text.split(",").map((tag) => tag.trim());
  try {
    return Intl.getCanonicalLocales(tags).join(",");
  } catch {
    return undefined;
  }
}

/** Refuses devices without app languages. Errors: UNSUPPORTED_ON_DEVICE. */
function requireLocales({ device, apiLevel }: Phone): void {
  if ((apiLevel ?? 0) >= FIRST_WITH_LOCALES) return;
  const message = `${device.serial} has API ${apiLevel ?? "of unknown level"}: apps have a language of their own from Android 13 on`;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: device.serial,
    hint: "Open com.android.settings with open_app and change the language of the whole device: System, then Languages.",
  });
}

function unknownPackage({ device, user }: Phone, packageName: string): FoveaError {
  const message = `${device.serial} knows no app ${quoteUntrusted(packageName)} for user ${user}`;
  return new FoveaError("STATE_REFUSED", message, { device: device.serial });
}

function userOf({ user }: Phone): readonly string[] {
  return ["--user", String(user)];
}
