import type { Finding, Signal } from "../decision.js";
import type { Rule, Situation } from "../rule.js";
import { asWords, type TargetFacts } from "../target-facts.js";
import { conceptsIn, type Said } from "../words.js";
import { isActivation } from "./activation.js";
import { refuses } from "./refuses.js";

/** Packages of AOSP and of manufacturers that show permission dialogs at run time. */
const CONTROLLER = /permissioncontroller|lbe\.security|securitycenter|\.permission$/;
const INSTALLER = /packageinstaller/;
const VPN = /vpndialogs/;
const SYSTEM_UI = /^com\.android\.systemui$/;
const SETTINGS = /^com\.(?:android|samsung\.android|miui|coloros|oplus)\.?\w*settings|securitycenter/;
const ALLOW_ID = /\b(?:allow|grant)\b/;
const DENY_ID = /\b(?:deny|dont|cancel)\b/;
/** Names of Settings' activities for accessibility services, device administrators and the like. */
const SPECIAL =
  /Accessibility|DeviceAdmin|NotificationAccess|Overlay|UsageAccess|VpnSettings|ManageExternalStorage|UnknownSources/;

/**
 * Buttons that grant rights: in the system's dialogs, in the installer, and on the pages for special access in
 * Settings.
 */
export const permissions: Rule = (situation) => {
  const { target, app } = situation;
  if (!target || !isActivation(situation)) return [];
  const owner = app.package ?? "";
  const source: Signal = { kind: "package", value: owner };
  if (VPN.test(owner)) return isYes(target) ? [found("block", source)] : [];
  if (CONTROLLER.test(owner)) return gives(target) ? [found("confirm", source)] : [];
  if (INSTALLER.test(owner)) return ofInstaller(situation, target, source);
  if (SYSTEM_UI.test(owner)) return target.dialog.length > 0 && isYes(target) ? ofSystemUi(target, source) : [];
  if (SETTINGS.test(owner)) return ofSettings(situation, target, source);
  const refusal = refusalBeside(situation, target);
  return refusal === null ? [] : [found("confirm", { kind: "near", value: refusal })];
};

/**
 * The words of another button in the dialog that refuses: then this button allows, whatever its words. Null if there is
 * none.
 */
function refusalBeside({ screen }: Situation, { element, dialog, words }: TargetFacts): string | null {
  if (dialog.length === 0 || element.role !== "button" || words.some(saysNo)) return null;
  const others = screen?.elements.filter(
    (one) => one !== element && one.role === "button" && one.window === element.window && one.context.dialog.length > 0,
  );
  return others?.flatMap(({ labels }) => labels).find((label) => refuses(asWords(label))) ?? null;
}

function saysNo(words: string): boolean {
  return refuses(words) || conceptsIn(words).whole.has("no");
}

function found(severity: Finding["severity"], ...signals: readonly Signal[]): Finding {
  return { class: "permission", severity, signals };
}

/** Whether a button grants a right: its id or its words say this, or it is a button that does not say no. */
function gives({ idWords, words, element }: TargetFacts): boolean {
  if (DENY_ID.test(idWords)) return false;
  if (ALLOW_ID.test(idWords)) return true;
  const says = words.map(conceptsIn);
  if (says.some(({ any }) => any.has("no")) || words.some(refuses)) return false;
  return element.role === "button" || says.some(({ any }) => any.has("allow"));
}

function isYes({ idWords, words, element }: TargetFacts): boolean {
  if (/^button\s?2$/.test(idWords) || DENY_ID.test(idWords)) return false;
  return element.role === "button" && !words.some((one) => conceptsIn(one).whole.has("no") || refuses(one));
}

/**
 * A dialog of the installer has one button that continues; its dialog or activity shows whether this installs or
 * uninstalls.
 */
function ofInstaller({ app }: Situation, target: TargetFacts, source: Signal): readonly Finding[] {
  if (!isYes(target)) return [];
  const words = [...target.words, ...target.dialog];
  const isRemoval =
    /Uninstall/.test(app.activity ?? "") || words.some((one) => conceptsIn(one.toLowerCase()).any.has("uninstall"));
  return [{ class: isRemoval ? "uninstall" : "install", severity: "confirm", signals: [source] }];
}

/** Dialogs of the system itself: consent to record the screen, to debug by USB, and others. */
function ofSystemUi({ dialog }: TargetFacts, source: Signal): readonly Finding[] {
  const title: Signal = { kind: "dialog", value: (dialog[0] ?? "").slice(0, 80) };
  return [
    { class: "permission", severity: "confirm", signals: [source, title] },
    { class: "capture", severity: "confirm", signals: [source, title] },
  ];
}

/** Abbreviations for USB debugging and the lock of the bootloader, which are the same in every language. */
const DEVELOPER = /\b(?:usb|oem|adb)\b/i;

/** The buttons at the top of App info: Uninstall or Disable, and Force stop (ActionButtonsPreference of AOSP). */
const APP_BUTTONS = /^button\s?[23]$/;

/** Whether it is the page of developer options, by its activity or its title. */
function isForDevelopers({ app, screen }: Situation): boolean {
  if (/Development/.test(app.activity ?? "")) return true;
  const title = screen?.elements.find(({ labels, systemBar }) => !systemBar && labels.length > 0)?.labels[0];
  return title !== undefined && conceptsIn(asWords(title)).any.has("developer");
}

/** Whether it is another button of App info in unknown words: the button that removes the app is on the screen, too. */
function isBesideUninstall({ screen }: Situation, { element }: TargetFacts, says: readonly Said[]): boolean {
  if (says.some(({ any, whole }) => any.has("open") || whole.has("no"))) return false;
  const others = screen?.elements.filter((one) => one.role === "button" && one !== element && !one.systemBar) ?? [];
  return others.some(({ labels }) => labels.some((label) => removesApp(label)));
}

function removesApp(label: string): boolean {
  const { whole } = conceptsIn(asWords(label));
  return whole.has("uninstall") || whole.has("disable");
}

function ofSettings(situation: Situation, target: TargetFacts, source: Signal): readonly Finding[] {
  const { app } = situation;
  const { role, context } = target.element;
  if (APP_BUTTONS.test(target.idWords) && target.dialog.length === 0)
    return [{ class: "uninstall", severity: "confirm", signals: [source, { kind: "id", value: target.idWords }] }];
  const says = target.words.map(conceptsIn);
  if (role === "button" && target.dialog.length === 0 && isBesideUninstall(situation, target, says))
    return [{ class: "uninstall", severity: "confirm", signals: [source, { kind: "near", value: "uninstall" }] }];
  const isSwitch = role === "switch" || role === "checkbox";
  const activity: Signal = { kind: "activity", value: app.activity ?? "" };
  if (SPECIAL.test(app.activity ?? "") && (isSwitch || isYes(target))) return [found("block", source, activity)];
  const label: Signal = { kind: "label", value: (target.words[0] ?? "").slice(0, 80) };
  const isAllowing =
    says.some(({ any }) => any.has("allow")) &&
    !says.some(({ whole }) => whole.has("no")) &&
    !target.words.some(refuses);
  if (isAllowing && (isSwitch || role === "button"))
    return [found(target.dialog.length > 0 ? "block" : "confirm", source, label)];
  if (
    says.some(({ first, last }) => first.has("enable") || last.has("enable")) &&
    role === "button" &&
    says.some(({ length }) => length >= 2) &&
    !says.some(({ whole }) => whole.has("no")) &&
    // Some languages have one word for "open" and "turn on".
    !says.some(({ any }) => any.has("open") && any.has("app"))
  )
    return [found("confirm", source, label)];
  if (isSwitch && context.heading !== null && conceptsIn(asWords(context.heading)).any.has("install"))
    return [
      {
        class: "install",
        severity: "block",
        signals: [source, { kind: "heading", value: context.heading.slice(0, 80) }],
      },
    ];
  if (isSwitch && (target.words.some((words) => DEVELOPER.test(words)) || isForDevelopers(situation)))
    return [{ class: "system", severity: "confirm", signals: [source, label] }];
  return [];
}
