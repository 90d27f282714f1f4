import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { AnyTool, DataTool } from "../tool-contract/tool.js";
import { appInfo } from "../tools/app-info.js";
import { clearAppData } from "../tools/clear-app-data.js";
import { closeApp } from "../tools/close-app.js";
import { installApp } from "../tools/install-app.js";
import { listApps } from "../tools/list-apps.js";
import { openApp } from "../tools/open-app.js";
import { performance } from "../tools/performance.js";
import { permissions } from "../tools/permissions.js";
import { uninstallApp } from "../tools/uninstall-app.js";
import { APP_CALLS, holdToShapes } from "./calls/call-shapes.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { type Fields, withoutUndefined } from "./fields.js";
import type {
  Acted,
  AppInfo,
  Apps,
  AppUse,
  CallOptions,
  ColdStart,
  InstalledApp,
  ListAppsOptions,
  OpenOptions,
  PerformanceSpan,
  PermissionOptions,
  PermissionState,
  PermissionsChanged,
} from "./types.js";

/** See {@link Apps}. */
export class PhoneApps implements Apps {
  readonly #calls: PhoneCalls;

  constructor(calls: PhoneCalls) {
    this.#calls = calls;
    holdToShapes(this, APP_CALLS, "apps.");
  }

  async list({ contains, system, recent, ...limits }: ListAppsOptions = {}): Promise<readonly InstalledApp[]> {
    const { packages, labels } = (
      await this.#calls.call(listApps, withoutUndefined({ contains, system, recent }), limits)
    ).data;
    return packages.map((name) => ({ package: name, label: labels.get(name) ?? null }));
  }

  async open(packageId: string, options: OpenOptions & { readonly activity?: string } = {}): Promise<Acted> {
    const { activity, expect, ...limits } = options;
    return this.#calls.acted(
      await this.#calls.call(openApp, withoutUndefined({ package: packageId, activity, expect }), limits),
    );
  }

  async close(packageId: string, options: CallOptions = {}): Promise<Acted> {
    return this.#calls.acted(await this.#calls.call(closeApp, { package: packageId }, options));
  }

  /** The program itself wrote the path, so the folder of the file is allowed if the options allow no other folder. */
  async install(path: string, options: CallOptions = {}): Promise<string> {
    if (typeof path !== "string") throw new TypeError("the path of an APK of this host is missing");
    const { config } = this.#calls.context;
    const file = await realpath(path).catch(() => resolve(path));
    const own = config.apkDirs.length > 0 ? {} : { apkDirs: [dirname(file)] };
    const context = { ...this.#calls.context, config: { ...config, ...own } };
    return (await this.#calls.call(worded(installApp), { path: file }, options, context)).answer.text;
  }

  async clear(packageId: string, options: CallOptions = {}): Promise<string> {
    return await this.#change(clearAppData, { package: packageId }, options);
  }

  async uninstall(packageId: string, options: CallOptions = {}): Promise<string> {
    return await this.#change(uninstallApp, { package: packageId }, options);
  }

  async #change(tool: AnyTool, fields: Fields, options: CallOptions): Promise<string> {
    return (await this.#calls.call(worded(tool), fields, options)).answer.text;
  }

  async permissions(packageId: string, options: CallOptions = {}): Promise<readonly PermissionState[]> {
    return (await this.#calls.call(permissions, { package: packageId }, options)).data.permissions;
  }

  async info(packageId: string, options: CallOptions = {}): Promise<AppInfo> {
    return (await this.#calls.call(appInfo, { package: packageId }, options)).data;
  }

  async use(packageId: string, options: CallOptions = {}): Promise<AppUse> {
    const { data } = await this.#calls.call(performance, { package: packageId }, options);
    if (data.kind !== "now") throw notOf();
    return data.now;
  }

  async startMeasuring(packageId: string, options: CallOptions = {}): Promise<void> {
    await this.#calls.call(performance, { package: packageId, action: "start" }, options);
  }

  async stopMeasuring(packageId: string, options: CallOptions = {}): Promise<PerformanceSpan> {
    const { data } = await this.#calls.call(performance, { package: packageId, action: "stop" }, options);
    if (data.kind !== "span") throw notOf();
    return data.span;
  }

  async coldStart(packageId: string, options: CallOptions = {}): Promise<ColdStart> {
    const { data, ...rest } = await this.#calls.call(performance, { package: packageId, action: "launch" }, options);
    if (data.kind !== "launch") throw notOf();
    const { startMs, launchState } = data.launch;
    return { ...this.#calls.acted({ ...rest, data: data.launch }), startMs, launchState };
  }

  async changePermissions(packageId: string, options: PermissionOptions): Promise<PermissionsChanged> {
    const { grant, revoke, reset, ...limits } = options;
    const fields = withoutUndefined({ package: packageId, grant, revoke, reset });
    const { data, ...rest } = await this.#calls.call(permissions, fields, limits);
    if (!("did" in data)) throw new TypeError("nothing is to be changed");
    return { ...this.#calls.acted({ ...rest, data }), permissions: data.permissions };
  }
}

/** For the compiler: the tool gives one kind of data for each of its arguments. */
function notOf(): TypeError {
  return new TypeError("performance gave data of another kind");
}

/** A tool of which only the text of the answer is used. */
export function worded(tool: AnyTool): DataTool<null> {
  const { prepare, ...plain } = tool;
  const perform: DataTool<null>["perform"] = async (args, context, signal) => {
    return { ...(await tool.perform(args, context, signal)), data: null };
  };
  if (!prepare) return { ...plain, perform };
  return {
    ...plain,
    perform,
    prepare: async (args, context, signal) => {
      const prepared = await prepare(args, context, signal);
      return { ...prepared, carryOut: async (limit) => ({ ...(await prepared.carryOut(limit)), data: null }) };
    },
  };
}
