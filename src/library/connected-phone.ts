import * as z from "zod";
import { isFoveaError } from "../base/errors.js";
import { redactionOf } from "../base/redaction.js";
import { screenPicture } from "../observe/screen-picture.js";
import { Redactor } from "../recorder/redactor.js";
import { takeSafePicture } from "../recorder/safe-picture.js";
import { changesBetween, isChanged } from "../screen/changes.js";
import { renderDiff } from "../screen/diff-text.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { batch } from "../tools/batch.js";
import { drag } from "../tools/drag.js";
import { find } from "../tools/find.js";
import { focus } from "../tools/focus.js";
import { history } from "../tools/history.js";
import { observe } from "../tools/observe.js";
import { openApp } from "../tools/open-app.js";
import { openUrl } from "../tools/open-url.js";
import { pinch } from "../tools/pinch.js";
import { pressKey } from "../tools/press-key.js";
import { screenshot } from "../tools/screenshot.js";
import { swipe } from "../tools/swipe.js";
import { takeAction } from "../tools/take-action.js";
import { tap } from "../tools/tap.js";
import { typeText } from "../tools/type-text.js";
import { verify } from "../tools/verify.js";
import { waitFor } from "../tools/wait-for.js";
import { decodePicture, encodePng, type Pixels, scaledDown } from "../vision/image.js";
import { ADB_CALLS, CALL, holdToShapes, PHONE_CALLS, requireOptions } from "./calls/call-shapes.js";
import { expectCondition } from "./calls/expect-condition.js";
import { PhoneCalls, type PhoneParts } from "./calls/phone-calls.js";
import { shellTool } from "./calls/run-shell.js";
import { described, invalid } from "./failures.js";
import { farmPicture } from "./farm/picture.js";
import { actFields, isAddress, scrollFields, withoutUndefined } from "./fields.js";
import { ElementLocator, toolTarget } from "./locators/element-locator.js";
import { planOf } from "./locators/locator-plan.js";
import { scrollFor } from "./locators/scroll-for.js";
import { PhoneApps, worded } from "./phone-apps.js";
import { PhoneDevice } from "./phone-device.js";
import { PhoneFiles } from "./phone-files.js";
import { PhoneMemory } from "./phone-memory.js";
import { inWordsOfPrograms } from "./program-words.js";
import { publicElement } from "./screen.js";
import type * as Public from "./types.js";

/**
 * Calls of one program to one phone, by the same functions as the tools. A ref means the element that this program was
 * shown under it.
 */
export class ConnectedPhone implements Public.Phone {
  readonly serial: string;
  readonly apps: Public.Apps;
  readonly device: Public.Device;
  readonly files: Public.Files;
  readonly memory: Public.Memory;
  readonly adb: Public.Adb;
  readonly actions: Public.Phone["actions"];
  readonly #calls: PhoneCalls;

  constructor(parts: PhoneParts) {
    const calls = new PhoneCalls(parts);
    this.serial = parts.serial;
    this.#calls = calls;
    this.apps = new PhoneApps(calls);
    this.device = new PhoneDevice(calls);
    this.files = new PhoneFiles(calls);
    this.memory = new PhoneMemory(calls);
    this.actions = actionsOf(calls, parts.plugins);
    this.adb = { shell: async (argv, options = {}) => (await calls.call(shellTool, { argv }, options)).data };
    holdToShapes(this.adb, ADB_CALLS, "adb.");
    holdToShapes(this, PHONE_CALLS);
  }

  async observe({ fresh, ...limits }: Public.ObserveOptions = {}): Promise<Public.Screen> {
    const { data } = await this.#calls.call(observe, withoutUndefined({ fresh }), limits);
    return this.#calls.screen(data.observation);
  }

  async update(since?: Public.Screen, options: Public.ObserveOptions = {}): Promise<Public.Update> {
    const before = since === undefined ? this.#calls.last : this.#calls.observationOf(since);
    const { fresh, ...limits } = options;
    const { data } = await this.#calls.call(observe, withoutUndefined({ fresh }), limits);
    const { observation } = data;
    const screen = this.#calls.screen(observation);
    if (before === null || before.device.bootId !== observation.device.bootId)
      return { screen, isChanged: true, changes: screen.text };
    const isOther = isChanged(changesBetween(before, observation, null));
    return { screen, isChanged: isOther, changes: renderDiff(before, observation, DEFAULT_OUTLINE) };
  }

  async find(
    query: string,
    { minConfidence, ...limits }: Public.CallOptions & Public.Confidence = {},
  ): Promise<readonly Public.Found[]> {
    const { data } = await this.#calls.call(find, withoutUndefined({ query, min_confidence: minConfidence }), limits);
    return data.matches.map(({ element, score }) => this.#calls.given({ ...publicElement(element), score }));
  }

  locator(query: string): Public.Locator {
    if (typeof query !== "string") throw invalid("locator: a selector has to be a text", "locator");
    return new ElementLocator(
      this.#calls,
      described(`locator ${query}`, () => planOf(query)),
    );
  }

  async tap(target: Public.Target, options: Public.TapOptions = {}): Promise<Public.Acted> {
    const { count, holdMs } = options;
    const named = await toolTarget(this.#calls, target, options);
    const fields = withoutUndefined({ target: named, count, hold_ms: holdMs, ...actFields(options) });
    return this.#calls.acted(await this.#calls.call(tap, fields, options));
  }

  async type(text: string, options: Public.TypeOptions = {}): Promise<Public.Acted> {
    const { target, clear, submit } = options;
    const named = target === undefined ? undefined : await toolTarget(this.#calls, target, options);
    const fields = withoutUndefined({ text, target: named, clear, submit, ...actFields(options) });
    return this.#calls.acted(await this.#calls.call(typeText, fields, options));
  }

  async swipe(way: Public.Direction | Public.Path, options: Public.SwipeOptions = {}): Promise<Public.Acted> {
    const { target, speed } = options;
    const named = target === undefined ? undefined : await toolTarget(this.#calls, target, options);
    const places =
      typeof way === "string"
        ? { direction: way }
        : {
            from: await toolTarget(this.#calls, way.from, options),
            to: await toolTarget(this.#calls, way.to, options),
          };
    const fields = withoutUndefined({ ...places, target: named, speed, ...actFields(options) });
    return this.#calls.acted(await this.#calls.call(swipe, fields, options));
  }

  async drag(from: Public.Target, to: Public.Target, options: Public.DragOptions = {}): Promise<Public.Acted> {
    const ends = { from: await toolTarget(this.#calls, from, options), to: await toolTarget(this.#calls, to, options) };
    const fields = withoutUndefined({ ...ends, duration_ms: options.durationMs, ...actFields(options) });
    return this.#calls.acted(await this.#calls.call(drag, fields, options));
  }

  async pinch(percent: number, options: Public.PinchOptions = {}): Promise<Public.Acted> {
    const target = options.target === undefined ? undefined : await toolTarget(this.#calls, options.target, options);
    return this.#calls.acted(
      await this.#calls.call(pinch, withoutUndefined({ percent, target, ...actFields(options) }), options),
    );
  }

  async scrollTo(query: string, options: Public.ScrollToOptions = {}): Promise<Public.Scrolled> {
    return await scrollFor(this.#calls, scrollFields(query, options), options);
  }

  async focus(query: string, { mostKeys, ...limits }: Public.FocusOptions = {}): Promise<Public.Focused> {
    const outcome = await this.#calls.call(focus, withoutUndefined({ target: query, most_keys: mostKeys }), limits);
    const { focused, keys } = outcome.data;
    return { ...this.#calls.acted(outcome), element: this.#calls.given(publicElement(focused)), keys };
  }

  async press(key: string, { count, long, expect, ...limits }: Public.PressOptions = {}): Promise<Public.Acted> {
    return this.#calls.acted(await this.#calls.call(pressKey, withoutUndefined({ key, count, long, expect }), limits));
  }

  async open(packageOrUrl: string, { expect, ...limits }: Public.OpenOptions = {}): Promise<Public.Acted> {
    const outcome = isAddress(packageOrUrl)
      ? await this.#calls.call(openUrl, withoutUndefined({ url: packageOrUrl, expect }), limits)
      : await this.#calls.call(openApp, withoutUndefined({ package: packageOrUrl, expect }), limits);
    return this.#calls.acted(outcome);
  }

  async act(sentence: string, options: Public.CallOptions = {}): Promise<Public.Acted> {
    return this.#calls.acted(await this.#calls.call(takeAction, { action: sentence }, options));
  }

  async batch(steps: readonly Public.Step[], options: Public.CallOptions = {}): Promise<Public.BatchDone> {
    const { data, answer } = await this.#calls.call(batch, { steps }, options);
    const { done, after } = data;
    const screen = after && this.#calls.screen(after);
    return { steps: done.map(({ tool, line }) => ({ tool, line })), screen, text: answer.text };
  }

  async wait(
    condition?: string,
    { timeoutMs, minConfidence, ...limits }: Public.WaitOptions & Public.Confidence = {},
  ): Promise<Public.Waited> {
    const args = withoutUndefined({ condition, timeout_ms: timeoutMs, min_confidence: minConfidence });
    const { data } = await this.#calls.call(waitFor, args, limits);
    const elements = data.evidence.map(({ element: { ref }, score }) => ({ ref, score }));
    return { waitedMs: data.waitedMs, elements, screen: this.#calls.screen(data.after) };
  }

  async verify(result: string | Public.ExpectedResult, options: Public.CallOptions = {}): Promise<Public.Verified> {
    const args = typeof result === "string" ? { condition: result } : result;
    const { data } = await this.#calls.call(verify, { ...args }, options);
    return { condition: data.condition, evidence: data.evidence, screen: this.#calls.screen(data.observation) };
  }

  async expect(condition: string, { timeoutMs, ...limits }: Public.WaitOptions = {}): Promise<Public.Verified> {
    const { data } = await this.#calls.call(
      expectCondition,
      withoutUndefined({ condition, timeout_ms: timeoutMs }),
      limits,
    );
    return { condition: data.condition, evidence: data.evidence, screen: this.#calls.screen(data.observation) };
  }

  async screenshot({ longestSide, ...limits }: Public.PictureOptions = {}): Promise<Public.Picture> {
    if (longestSide !== undefined && !(Number.isInteger(longestSide) && longestSide >= LEAST_SIDE))
      throw invalid(`longestSide has to be a whole number from ${LEAST_SIDE} on, not ${longestSide}`, "screenshot");
    if (this.#calls.isRemote) {
      const { png, width, height } = (await this.#calls.call(farmPicture, {}, limits)).data;
      if (longestSide === undefined) return { png, width, height, screen: { width, height } };
      return await pictureOf(await decodePicture(png), longestSide);
    }
    const bound = { name: "screenshot", deadlineMs: screenshot.deadlineMs };
    const { frame } = await this.#calls.within(bound, limits, async (limit) => {
      return await screenPicture(await this.#calls.session(limit), false, limit);
    });
    return await pictureOf(frame, longestSide);
  }

  /**
   * Used by the test fixtures alone, so not in the public type. A PNG in which secrets are covered, or the reason why
   * there is none.
   */
  async safeScreenshot(deadlineMs: number): Promise<Uint8Array | string> {
    this.#calls.requireHere("a picture for a report");
    return await this.#calls.within({ name: "screenshot", deadlineMs }, {}, async (limit) => {
      const { redact, redactRegions } = this.#calls.context.config;
      const redactor = new Redactor(redactionOf(redact), redactRegions);
      return await takeSafePicture(await this.#calls.session(limit), redactor, limit);
    });
  }

  async marks({ only, zoom, previous, ...limits }: Public.MarkOptions = {}): Promise<Public.MarkedPicture> {
    const fields = withoutUndefined({ marks: true, only, zoom, previous });
    const { text, image } = (await this.#calls.call(screenshot, fields, limits)).answer;
    if (!image) throw new TypeError("a screenshot has a picture");
    return { bytes: image.bytes, mimeType: image.mimeType, text };
  }

  async history(
    options: Public.CallOptions & { readonly count?: number } = {},
  ): Promise<readonly Public.Interaction[]> {
    const { count, ...limits } = options;
    return (await this.#calls.call(history, withoutUndefined({ count }), limits)).data.interactions;
  }

  async debug(options: Public.CallOptions = {}): Promise<Public.DebugContext> {
    const { log } = this.#calls;
    const [calls, screens] = [log.calls(), log.screens()];
    return { calls, screens, screenshot: await this.screenshot(options).catch(() => null) };
  }

  async record(options: Public.RecordOptions): Promise<Public.Recording> {
    const { record } = await import("./workflows.js");
    return await record(this.#calls, options);
  }

  async executeWorkflow(
    workflow: string | Public.Demonstration,
    options?: Public.WorkflowOptions,
  ): Promise<Public.WorkflowResult> {
    const { executeWorkflow } = await import("./workflows.js");
    return await executeWorkflow(this.#calls, workflow, options);
  }

  async runSkill(skill: string, options?: Public.SkillOptions): Promise<Public.SkillResult> {
    const { runPhoneSkill } = await import("./skills.js");
    return await runPhoneSkill(this.#calls, skill, options);
  }

  /** The results of the actions, one line for each. */
  lines(): readonly string[] {
    const ended = this.#calls.log.calls().filter(({ result }) => result !== null);
    return ended.filter(({ tool }) => ACTS.has(tool)).map(({ decision }) => decision.slice(0, 2).join(" | "));
  }

  async close(): Promise<void> {
    await this.#calls.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** The shortest longer side of a picture, in px: nothing is legible in a smaller picture. */
const LEAST_SIDE = 100;

async function pictureOf(frame: Pixels, longestSide: number | undefined): Promise<Public.Picture> {
  const screen = { width: frame.width, height: frame.height };
  const shown = longestSide === undefined ? frame : await scaledDown(frame, longestSide);
  return { png: await encodePng(shown), width: shown.width, height: shown.height, screen };
}

const ACTS: ReadonlySet<string> = new Set(
  [tap, typeText, swipe, drag, pinch, pressKey, openApp, openUrl, takeAction, batch].map(({ name }) => name),
);

function actionsOf(calls: PhoneCalls, plugins: PhoneParts["plugins"]): Public.Phone["actions"] {
  const actions = (plugins?.tools ?? []).map((tool) => {
    const run = async (args: Public.ActionArgs = {}, options: Public.CallOptions = {}) => {
      requireOptions(tool.name, options, CALL);
      const done = await calls.call(worded(tool), args, options).catch((error) => {
        // The arguments of a plug-in's action have the plug-in's own names.
        throw isFoveaError(error, "INVALID_ARGUMENT") ? error : inWordsOfPrograms(error, null);
      });
      const { result } = resultSchema.parse(done.toJson());
      return result;
    };
    return [tool.name, run] as const;
  });
  return Object.freeze(Object.fromEntries(actions));
}

const resultSchema = z.looseObject({ result: z.record(z.string(), z.unknown()) });
