import { SERVICE_COMPONENT } from "./names.js";

/**
 * Functions for the setting `enabled_accessibility_services`: components with colons between them. Entries of other
 * services are never changed, not even their spelling.
 */

/** Whether the component is our service, in its short or its long form. */
export function isService(component: string): boolean {
  return normalised(component) === normalised(SERVICE_COMPONENT);
}

export function hasService(value: string): boolean {
  return entriesOf(value).some(isService);
}

/** The value with our service at its end; unchanged if it already has it. */
export function withService(value: string): string {
  return hasService(value) ? value : [...entriesOf(value), SERVICE_COMPONENT].join(":");
}

/** The value without our service, empty if no service is left; unchanged if it does not have it. */
export function withoutService(value: string): string {
  if (!hasService(value)) return value;
  return entriesOf(value)
    .filter((entry) => !isService(entry))
    .join(":");
}

/** `settings get` prints `null` for an unset value; some tools have written that into the list. */
function entriesOf(value: string): readonly string[] {
  return value.split(":").filter((entry) => entry !== "" && entry !== "null");
}

/** `package/.Class` as `package/package.Class`, as ComponentName.unflattenFromString does. */
function normalised(component: string): string {
  const [packageName = "", className = ""] = component.trim().split("/");
  return `${packageName}/${className.startsWith(".") ? packageName : ""}${className}`;
}
