import { SERVICE_COMPONENT } from "./names.js";

/**
 * The setting `enabled_accessibility_services`: components with colons between them. Other services' entries are never
 * touched, not even in how they are written.
 */

/** Whether a component is ours, in its short or its long form. */
export function isService(component: string): boolean {
  return normalised(component) === normalised(SERVICE_COMPONENT);
}

export function hasService(value: string): boolean {
  return entriesOf(value).some(isService);
}

/** The value with our service at its end; as it was where it is in it already. */
export function withService(value: string): string {
  return hasService(value) ? value : [...entriesOf(value), SERVICE_COMPONENT].join(":");
}

/** The value without our service, empty if nothing is left; as it was where it is not in it. */
export function withoutService(value: string): string {
  if (!hasService(value)) return value;
  return entriesOf(value)
    .filter((entry) => !isService(entry))
    .join(":");
}

/** `settings get` prints `null` for what is not set, and tools that do not know it have written it into the list. */
function entriesOf(value: string): readonly string[] {
  return value.split(":").filter((entry) => entry !== "" && entry !== "null");
}

/** `package/.Class` as `package/package.Class`, as ComponentName.unflattenFromString does. */
function normalised(component: string): string {
  const [packageName = "", className = ""] = component.trim().split("/");
  return `${packageName}/${className.startsWith(".") ? packageName : ""}${className}`;
}
