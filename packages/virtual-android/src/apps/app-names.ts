import { FoveaError } from "../../../../src/base/errors.js";
import { nearest } from "../../../../src/base/nearest.js";
import { releaseFacts } from "../release.js";
import { installedApps } from "./apps.js";

/** Short names of the apps that can be started, for example `settings`, and the packages that they stand for. */
function packagesByName(): ReadonlyMap<string, string> {
  const startable = installedApps(releaseFacts(36)).filter((app) => app.activities.some((one) => one.isLauncher));
  return new Map(
    startable.map(({ packageName }) => [packageName.slice(packageName.lastIndexOf(".") + 1), packageName]),
  );
}

export function appNames(): readonly string[] {
  return [...packagesByName().keys()].toSorted();
}

/** The package of a short name; anything else is taken for a package or a component itself. */
export function appNamed(name: string): string {
  return packagesByName().get(name) ?? name;
}

/** INVALID_ARGUMENT for an app or an activity that the phone does not have, with the names that there are. */
export function noSuchApp(name: string): FoveaError {
  const names = appNames();
  const meant = nearest(name, names);
  const list = `no app or activity "${name}"; there are ${names.join(", ")}, package ids and package/class`;
  return new FoveaError("INVALID_ARGUMENT", meant === undefined ? list : `${list}; did you mean ${meant}?`);
}
