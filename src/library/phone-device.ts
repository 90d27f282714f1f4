import { biometrics } from "../tools/biometrics.js";
import { clipboard } from "../tools/clipboard.js";
import { crashes } from "../tools/crashes.js";
import { display } from "../tools/display.js";
import { location } from "../tools/location.js";
import { logs } from "../tools/logs.js";
import { network } from "../tools/network.js";
import { notifications } from "../tools/notifications.js";
import { orientation } from "../tools/orientation.js";
import { recordScreen } from "../tools/record-screen.js";
import { settings } from "../tools/settings.js";
import { DEVICE_CALLS, holdToShapes } from "./calls/call-shapes.js";
import type { PhoneCalls } from "./calls/phone-calls.js";
import { type Fields, withoutUndefined } from "./fields.js";
import type * as Public from "./types.js";

/** See {@link Public.Device}. */
export class PhoneDevice implements Public.Device {
  readonly #calls: PhoneCalls;

  constructor(calls: PhoneCalls) {
    this.#calls = calls;
    holdToShapes(this, DEVICE_CALLS, "device.");
  }

  async turn(to: "portrait" | "landscape" | "auto", options: Public.CallOptions = {}): Promise<Public.DeviceChanged> {
    const { data, ...rest } = await this.#calls.call(orientation, { to }, options);
    if (typeof data === "string") throw notOf("orientation");
    return { ...this.#calls.acted({ data, ...rest }), changes: data.changes };
  }

  async display(options: Public.DisplayOptions): Promise<Public.DeviceChanged> {
    const {
      size,
      density,
      fontPercent,
      dark,
      animations,
      stayAwake,
      timeZone,
      locale,
      package: app,
      ...limits
    } = options;
    const words = {
      dark: onOff("dark", dark),
      animations: onOff("animations", animations),
      stay_awake: onOff("stayAwake", stayAwake),
    };
    const fields = withoutUndefined({
      size,
      density,
      font_percent: fontPercent,
      time_zone: timeZone,
      locale,
      package: app,
      ...words,
    });
    const { data, ...rest } = await this.#calls.call(display, fields, limits);
    if (data.kind !== "changed") throw new TypeError("nothing is to be changed");
    return { ...this.#calls.acted({ ...rest, data: data.result }), changes: data.result.changes };
  }

  async setBack(options: Public.CallOptions = {}): Promise<readonly Public.StateChange[]> {
    const { data } = await this.#calls.call(display, { set_back: true }, options);
    if (data.kind !== "setBack") throw notOf("display");
    return data.changes;
  }

  async setting(name: string, options: Public.CallOptions = {}): Promise<string | null> {
    const { data } = await this.#calls.call(settings, { name }, options);
    if ("did" in data) throw notOf("settings");
    return data.value;
  }

  async putSetting(
    name: string,
    value: string | null,
    options: Public.CallOptions = {},
  ): Promise<Public.DeviceChanged> {
    const fields = value === null ? { name, unset: true } : { name, value };
    const { data, ...rest } = await this.#calls.call(settings, fields, options);
    if (!("did" in data)) throw notOf("settings");
    return { ...this.#calls.acted({ ...rest, data }), changes: data.changes };
  }

  async clipboard(options: Public.CallOptions = {}): Promise<string | null> {
    const { data } = await this.#calls.call(clipboard, {}, options);
    if ("did" in data) throw notOf("clipboard");
    return data.text;
  }

  async putClipboard(text: string, options: Public.CallOptions = {}): Promise<Public.UnseenChange> {
    const { data } = await this.#calls.call(clipboard, { text }, options);
    if (!("did" in data)) throw notOf("clipboard");
    return data;
  }

  async putLocation(
    places: readonly Public.Place[],
    { pauseSeconds, ...limits }: Public.TravelOptions = {},
  ): Promise<Public.DeviceChanged> {
    if (!Array.isArray(places)) throw new TypeError("the places have to be a list of { latitude, longitude }");
    const [first, ...others] = places.map(({ latitude, longitude }) => `${latitude},${longitude}`);
    const fields =
      others.length === 0 ? { at: first } : withoutUndefined({ route: [first, ...others], seconds: pauseSeconds });
    const { data, ...rest } = await this.#calls.call(location, fields, limits);
    if (!("did" in data)) throw new TypeError("no place is named");
    return { ...this.#calls.acted({ ...rest, data }), changes: data.changes };
  }

  async touchSensor(finger = 1, options: Public.CallOptions = {}): Promise<Public.UnseenChange> {
    return (await this.#calls.call(biometrics, { finger }, options)).data;
  }

  async network(options: Public.NetworkOptions): Promise<Public.DeviceChanged> {
    const { airplane, wifi, data: mobile, speed, ...limits } = options;
    const radios = { airplane: onOff("airplane", airplane), wifi: onOff("wifi", wifi), data: onOff("data", mobile) };
    const fields = withoutUndefined({ ...radios, speed });
    const { data, ...rest } = await this.#calls.call(network, fields, limits);
    if (!("did" in data)) throw new TypeError("nothing is to be changed");
    return { ...this.#calls.acted({ ...rest, data }), changes: data.changes };
  }

  async notifications(options: Public.CallOptions = {}): Promise<readonly Public.ShownNotification[]> {
    const { data } = await this.#calls.call(notifications, {}, options);
    if (!("notifications" in data)) throw notOf("notifications");
    return data.notifications;
  }

  async openNotifications(options: Public.CallOptions = {}): Promise<Public.Acted> {
    return await this.#onShade({ open: true }, options);
  }

  async tapNotification(title: string, options: Public.CallOptions = {}): Promise<Public.Acted> {
    return await this.#onShade({ tap: title }, options);
  }

  async dismissNotification(title: string, options: Public.CallOptions = {}): Promise<Public.Acted> {
    return await this.#onShade({ dismiss: title }, options);
  }

  async #onShade(fields: Fields, options: Public.CallOptions): Promise<Public.Acted> {
    const { data, ...rest } = await this.#calls.call(notifications, fields, options);
    if (!("verdict" in data)) throw notOf("notifications");
    return this.#calls.acted({ ...rest, data });
  }

  async postNotification(title: string, text: string, options: Public.CallOptions = {}): Promise<Public.UnseenChange> {
    const { data } = await this.#calls.call(notifications, { post: title, text }, options);
    if (!("proof" in data)) throw notOf("notifications");
    return data;
  }

  async startVideo({ size, ...limits }: Public.VideoOptions = {}): Promise<Public.UnseenChange> {
    const { data } = await this.#calls.call(recordScreen, withoutUndefined({ action: "start", size }), limits);
    if (!("did" in data)) throw notOf("record_screen");
    return data;
  }

  async stopVideo({ saveAs, ...limits }: Public.StopVideoOptions = {}): Promise<Public.RecordedVideo> {
    const { data } = await this.#calls.call(
      recordScreen,
      withoutUndefined({ action: "stop", save_as: saveAs }),
      limits,
    );
    if (!("videos" in data)) throw notOf("record_screen");
    return data;
  }

  async logs(options: Public.LogOptions = {}): Promise<readonly Public.LogLine[]> {
    const { package: name, level, pattern, seconds, lines, ...limits } = options;
    return (await this.#calls.call(logs, withoutUndefined({ package: name, level, pattern, seconds, lines }), limits))
      .data.lines;
  }

  async crashes({ package: name, count, ...limits }: Public.CrashOptions = {}): Promise<readonly Public.KeptFailure[]> {
    const fields = withoutUndefined({ package: name, count, stack_lines: MOST_STACK_LINES });
    return (await this.#calls.call(crashes, fields, limits)).data.failures;
  }
}

/** The largest number that the tool allows: a program can read more than a model. */
const MOST_STACK_LINES = 200;

/**
 * Converts true and false to the words of tools. Errors: a TypeError for any other value: the text "off" would count as
 * true.
 */
function onOff(name: string, isOn: unknown): "on" | "off" | undefined {
  if (isOn !== undefined && typeof isOn !== "boolean") throw new TypeError(`${name} has to be true or false`);
  return isOn === undefined ? undefined : isOn ? "on" : "off";
}

/** For the compiler: a tool gives one kind of data for each of its arguments. */
function notOf(tool: string): TypeError {
  return new TypeError(`${tool} gave data of another kind`);
}
