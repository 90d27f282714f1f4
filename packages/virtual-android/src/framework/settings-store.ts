export type SettingsNamespace = "system" | "secure" | "global";

/** The three tables of `settings`, with the defaults of a phone that is used for development. */
export class SettingsStore {
  readonly #tables: Readonly<Record<SettingsNamespace, Map<string, string>>>;
  /** The last snapshot; undefined after a change. */
  #sorted: Readonly<Record<SettingsNamespace, ReadonlyMap<string, string>>> | undefined;

  constructor(facts: { readonly inputMethod: string; readonly navigation: "buttons" | "gesture" }) {
    this.#tables = {
      system: new Map([
        ["accelerometer_rotation", "0"],
        ["font_scale", "1.0"],
        ["screen_brightness", "102"],
        ["screen_off_timeout", "1800000"],
        ["user_rotation", "0"],
      ]),
      secure: new Map([
        ["accessibility_enabled", "0"],
        ["android_id", "5f0ea17a7b1c9d3e"],
        ["default_input_method", facts.inputMethod],
        ["enabled_input_methods", facts.inputMethod],
        ["long_press_timeout", "400"],
        ["navigation_mode", facts.navigation === "gesture" ? "2" : "0"],
        ["show_ime_with_hard_keyboard", "1"],
        ["ui_night_mode", "1"],
        ["user_setup_complete", "1"],
      ]),
      global: new Map([
        ["adb_enabled", "1"],
        ["airplane_mode_on", "0"],
        ["animator_duration_scale", "1.0"],
        ["bluetooth_on", "0"],
        ["development_settings_enabled", "1"],
        ["device_provisioned", "1"],
        ["stay_on_while_plugged_in", "0"],
        ["transition_animation_scale", "1.0"],
        ["wifi_on", "1"],
        ["window_animation_scale", "1.0"],
      ]),
    };
  }

  get(namespace: SettingsNamespace, key: string): string | undefined {
    return this.#tables[namespace].get(key);
  }

  put(namespace: SettingsNamespace, key: string, value: string | null): void {
    this.#sorted = undefined;
    if (value === null) this.#tables[namespace].delete(key);
    else this.#tables[namespace].set(key, value);
  }

  /** A numeric setting, or the default if it is missing or not a number. */
  number(namespace: SettingsNamespace, key: string, fallback: number): number {
    const value = Number.parseFloat(this.get(namespace, key) ?? "");
    return Number.isFinite(value) ? value : fallback;
  }

  snapshot(): Readonly<Record<SettingsNamespace, ReadonlyMap<string, string>>> {
    const copy = (table: Map<string, string>) => new Map([...table].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const { system, secure, global } = this.#tables;
    this.#sorted ??= { system: copy(system), secure: copy(secure), global: copy(global) };
    return this.#sorted;
  }
}
