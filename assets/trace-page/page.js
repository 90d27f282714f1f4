// The page of a trace. Whatever a trace says gets in as text of nodes only, never as markup; each step is parsed when it is
// first looked at.

const OWN = "x-fovea";
const SVG = "http://www.w3.org/2000/svg";
/** What steers or hides: shown as its escape. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\p{Zl}\p{Zp}]/gu;
const PROBLEMS = new Set(["failed", "no_effect"]);
const TABS = ["step", "elements", "json", "errors", "attachments", "log", "source"];
/** More of each than that on one screen are those of another one: they are folded. */
const MANY_CHANGES = 5;
const MOST_TICKS = 8;

const byId = (id) => document.getElementById(id);
const index = parseBlock("index");
const { items } = index;
const list = byId("list");
const search = byId("search");
const view = { place: -1, isAfter: false, hasMarks: false, tab: "step", shown: null, problemsOnly: false };
const folded = new Set();
const haystacks = new Map();
let rows = [];

function parseBlock(id) {
  const block = byId(id);
  return block ? JSON.parse(block.textContent) : null;
}

function clean(words) {
  return String(words).replace(HIDDEN, (all) =>
    Array.from({ length: all.length }, (_, at) => `\\u${all.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** An element of the page; words of a trace as one more child, apart in their direction. */
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

function said(words) {
  const made = make("bdi");
  made.textContent = clean(words);
  return made;
}

function draw(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function own(level) {
  const found = level?.[OWN];
  return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
}

const asList = (value) => (Array.isArray(value) ? value : []);

/** The last few steps that were looked at stay parsed. */
const parsed = new Map();
function stepOf(item) {
  if (item?.kind !== "step") return null;
  const kept = parsed.get(item.number) ?? parseBlock(`step-${item.number}`);
  parsed.delete(item.number);
  parsed.set(item.number, kept);
  if (parsed.size > 20) parsed.delete(parsed.keys().next().value);
  return kept;
}

function pictureOf(number) {
  return number === null || number === undefined ? null : parseBlock(`picture-${number}`);
}

/** The classes of the outcomes of flow steps. Every other outcome is a failure. */
const OF_FLOWS = { passed: "changed", healed: "changed", skipped: "other", retried: "other" };

function classOf({ kind, verdict }) {
  if (kind === "flow") return OF_FLOWS[verdict] ?? "failed";
  if (verdict === "changed" || verdict === "no_effect") return verdict;
  return verdict === null || verdict === "unknown" ? "other" : "failed";
}

/** The step of a flow that a row is, or is part of. */
function flowOf(item) {
  return item?.flow === undefined ? null : (asList(index.flows)[item.flow] ?? null);
}

const isProblem = (item) => PROBLEMS.has(classOf(item));

function chip(item) {
  const made = make("span", { class: `chip ${classOf(item)}` });
  made.textContent = clean(item.verdict ?? "not told").replaceAll("_", " ");
  return made;
}

function seconds(value) {
  if (value < 60) return `${value.toFixed(1)} s`;
  return `${Math.floor(value / 60)}:${(value % 60).toFixed(1).padStart(4, "0")}`;
}

function millis(value) {
  if (value === null || value === undefined) return "";
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

// The list

function fillList() {
  const all = document.createDocumentFragment();
  rows = items.map((item, place) => {
    const number = make("span", { class: "number" });
    number.textContent = item.kind === "step" ? String(item.number) : "–";
    const took = make("span", { class: "took" });
    took.textContent = millis(item.tookMs);
    const name = make("span", { class: "name" }, said(item.title));
    const under = make("span", { class: "sub" }, `+${seconds(item.timestamp)}`);
    const [flow, phone] = [flowOf(item), item.device];
    if (phone) under.append(" · ", said(phone));
    if (item.error) under.append(" · ", said(item.error.code));
    else if (flow) under.append(" · ", said(flow.place));
    else if (item.place !== "") under.append(" · ", said(item.place.replace(/^.*[./]/, "")));
    const row = make("div", {
      class: "item",
      id: `item-${place}`,
      role: "option",
      "aria-selected": "false",
      tabindex: "-1",
    });
    row.append(number, name, took, under, chip(item));
    all.append(row);
    return row;
  });
  list.append(all);
  list.addEventListener("click", ({ target }) => {
    const row = target.closest(".item");
    if (row) choose(Number(row.id.slice(5)), true);
  });
}

function shownPlaces() {
  return rows.flatMap((row, place) => (row.hidden ? [] : [place]));
}

function choose(place, takesFocus) {
  if (place < 0 || place >= items.length) return;
  const [old, row] = [rows[view.place], rows[place]];
  old?.setAttribute("aria-selected", "false");
  old?.setAttribute("tabindex", "-1");
  row.setAttribute("aria-selected", "true");
  row.setAttribute("tabindex", "0");
  row.scrollIntoView({ block: "nearest" });
  if (takesFocus) row.focus({ preventScroll: true });
  view.place = place;
  view.shown = null;
  const item = items[place];
  if (item.kind === "step") history.replaceState(null, "", `#${item.number}`);
  showFilmPlace();
  showScreen();
  showPanel();
}

function move(by, isWanted = () => true) {
  const places = shownPlaces().filter((place) => isWanted(items[place]));
  const next = by > 0 ? places.find((place) => place > view.place) : places.findLast((place) => place < view.place);
  if (next !== undefined) choose(next, true);
}

function stringsIn(value, into) {
  if (typeof value === "string") into.push(value);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) stringsIn(inner, into);
  return into;
}

function haystackOf(place) {
  let found = haystacks.get(place);
  if (found === undefined) {
    const item = items[place];
    const own = [`${item.number}`, item.title, item.device ?? ""];
    const words = stringsIn(item.kind === "step" ? parseBlock(`step-${item.number}`) : item, own);
    stringsIn(flowOf(item), words);
    found = words.join("\n").toLowerCase();
    haystacks.set(place, found);
  }
  return found;
}

function filterList() {
  const words = search.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  let count = 0;
  rows.forEach((row, place) => {
    const fits =
      (!view.problemsOnly || isProblem(items[place])) && words.every((word) => haystackOf(place).includes(word));
    row.hidden = !fits;
    if (fits) count += 1;
  });
  const isAll = count === items.length;
  byId("found").textContent = isAll ? aboutAll() : `${count} of ${items.length} fit`;
  if (count > 0 && rows[view.place]?.hidden) choose(shownPlaces()[0], false);
}

function aboutAll() {
  const calls = items.filter(({ kind }) => kind === "call").length;
  const others = items.filter(({ kind }) => kind === "flow").length;
  const left = [
    ...(index.stepsLeftOut > 0 ? [`the first ${index.stepsLeftOut} are not in this page`] : []),
    ...(index.picturesLeftOut > 0 ? [`${index.picturesLeftOut} screenshots are not in this page`] : []),
    ...(index.problems > 0 ? [`the trace is not valid: ${index.problems} problems`] : []),
  ];
  return [
    `${index.steps} steps${others > 0 ? `, ${others} other steps of flows` : ""}${calls > 0 ? `, ${calls} failed ${calls === 1 ? "call" : "calls"}` : ""}`,
    ...left,
  ].join("; ");
}

// The film strip

const film = byId("film");
function spanOf() {
  const first = items[0]?.timestamp ?? 0;
  const end = Math.max(first + 0.1, ...items.map(({ timestamp, tookMs }) => timestamp + (tookMs ?? 0) / 1000));
  return { first, length: end - first };
}

function fillFilm() {
  const { first, length } = spanOf();
  const frames = make("div", { class: "frames" });
  frames.hidden = index.pictures === 0;
  const many = frames.hidden ? 0 : Math.max(1, Math.floor(film.clientWidth / 46));
  for (let at = 0; at < many; at += 1) {
    const place = placeAt(first + (at / many) * length);
    const frame = make("span", { "data-place": String(place) });
    const url = pictureOf(items[place]?.before);
    if (url) frame.append(make("img", { src: url, alt: "", decoding: "async" }));
    frames.append(frame);
  }
  const bars = draw("svg", { viewBox: "0 0 1000 16", preserveAspectRatio: "none" });
  items.forEach((item, place) => {
    const x = ((item.timestamp - first) / length) * 1000;
    const width = Math.max(1.5, ((item.tookMs ?? 0) / 1000 / length) * 1000 - 0.5);
    bars.append(draw("rect", { x, y: 4, width, height: 8, rx: 1, class: classOf(item), "data-place": place }));
  });
  bars.append(draw("rect", { class: "now", y: 0, width: 2, height: 16, x: 0 }));
  film.replaceChildren(frames, bars, axisOf(first, length));
  film.onclick = ({ target, clientX }) => {
    const box = bars.getBoundingClientRect();
    const place = target.closest("[data-place]")?.dataset.place;
    choose(Number(place ?? placeAt(first + ((clientX - box.left) / box.width) * length)), false);
  };
  showFilmPlace();
}

/** Seconds since the trace began, at round places. */
function axisOf(first, length) {
  const steps = [1, 2, 5].flatMap((one) => [0.1, 1, 10, 100, 1000, 10_000].map((ten) => one * ten));
  const step = steps.sort((a, b) => a - b).find((one) => length / one <= MOST_TICKS) ?? length;
  const axis = make("div", { class: "axis" });
  for (let time = Math.ceil(first / step) * step; time < first + length; time += step) {
    const tick = make("span", {}, step < 1 ? `${time.toFixed(1)} s` : seconds(time).replace(".0", ""));
    tick.style.left = `${((time - first) / length) * 100}%`;
    axis.append(tick);
  }
  return axis;
}

function placeAt(time) {
  const place = items.findLastIndex((item) => item.kind === "step" && item.timestamp <= time + 0.001);
  return Math.max(place, 0);
}

function showFilmPlace() {
  const { first, length } = spanOf();
  const x = (((items[view.place]?.timestamp ?? first) - first) / length) * 1000;
  film.querySelector(".now")?.setAttribute("x", String(x - 1));
}

// The screen

function nextStep(place) {
  const { device } = items[place];
  return items.find((item, at) => at > place && item.kind === "step" && item.device === device) ?? null;
}

function stepBefore(place) {
  const { device } = items[place];
  return items.findLast((item, at) => at < place && item.kind === "step" && item.device === device) ?? null;
}

/** What the stage shows: a state, its picture, and whether the action's marks belong on it. */
function sceneOf(place) {
  const item = items[place];
  const here = item.kind === "step" ? item : nextStep(place);
  if (here === null) return sceneBehind(stepBefore(place));
  const next = item.kind === "step" ? nextStep(place) : here;
  if (!view.isAfter || item.kind !== "step") {
    const state = stepOf(here)?.visual_state ?? null;
    return { state, picture: pictureOf(here?.before), action: item.kind === "step" ? stepOf(item).action : null };
  }
  const state = stepOf(next)?.visual_state ?? null;
  const size = stepOf(item).visual_state.screen_resolution;
  const known = state ?? { elements: [], screen_resolution: size, screenshot_path: "" };
  return { state: known, picture: pictureOf(item.after ?? next?.before), action: null };
}

/** The screen that the last act left: what was done behind it came to none. */
function sceneBehind(last) {
  const size = stepOf(last)?.visual_state.screen_resolution;
  const state = size ? { elements: [], screen_resolution: size, screenshot_path: "" } : null;
  return { state, picture: pictureOf(last?.after), action: null };
}

function boxOf(bbox) {
  return { x: bbox.x1, y: bbox.y1, width: bbox.x2 - bbox.x1, height: bbox.y2 - bbox.y1 };
}

function showScreen() {
  const item = items[view.place];
  byId("before").setAttribute("aria-pressed", String(!view.isAfter));
  byId("after").setAttribute("aria-pressed", String(view.isAfter));
  byId("marks").setAttribute("aria-pressed", String(view.hasMarks));
  const { state, picture, action } = sceneOf(view.place);
  const extra = own(state);
  const words = [extra.activity ?? extra.package, extra.window].filter(
    (word) => typeof word === "string" && word !== "",
  );
  byId("place").replaceChildren(...words.flatMap((word, at) => (at === 0 ? [said(word)] : [" · ", said(word)])));
  const figure = make("figure");
  if (state) figure.append(svgOf(state, picture, action));
  if (!picture) figure.append(captionOf(state, extra));
  byId("screen").replaceChildren(figure);
  byId("screen").setAttribute(
    "aria-label",
    item.kind === "step"
      ? `Screen of step ${item.number}`
      : `Screen ${nextStep(view.place) ? "of the next step" : "after the last step"}`,
  );
}

function captionOf(state, extra) {
  const why = !state
    ? "No screen was read here."
    : typeof extra.no_screenshot === "string"
      ? `Drawn from the elements; no screenshot: ${extra.no_screenshot}`
      : "Drawn from the elements: the screenshot is not in this page.";
  return make("figcaption", {}, said(why));
}

function svgOf(state, picture, action) {
  const [width, height] = state.screen_resolution.map((side) => Math.max(1, side));
  const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  svg.setAttribute("aria-label", picture ? "Screenshot" : "Drawing of the elements");
  if (picture) svg.append(draw("image", { href: picture, width, height, preserveAspectRatio: "none" }));
  else drawElements(svg, state);
  for (const element of view.hasMarks ? state.elements : []) {
    if (!element.bbox) continue;
    const box = draw("rect", { ...boxOf(element.bbox), class: "outline" });
    box.append(titleOf(element));
    box.addEventListener("click", () => showElement(element.element_id));
    svg.append(box);
  }
  if (action) drawAction(svg, state, action, Math.max(width, height) / 90);
  const shown = state.elements.find(({ element_id: id }) => id === view.shown);
  if (shown?.bbox) svg.append(draw("rect", { ...boxOf(shown.bbox), class: "shown" }));
  return svg;
}

function titleOf(element) {
  const title = draw("title", {});
  title.textContent = clean(`${element.element_id} ${element.role ?? ""} ${element.text ?? ""}`);
  return title;
}

/** Boxes first, so that none lies over words; what holds others has its words at its top. */
function drawElements(svg, { elements }) {
  const shown = elements.filter(({ bbox, visible }) => bbox && visible);
  const holders = new Set(shown.map((element) => own(element).parent));
  svg.append(...shown.map(({ bbox }) => draw("rect", { ...boxOf(bbox), class: "drawn" })));
  for (const { element_id: id, bbox, text } of shown) {
    if (!text) continue;
    const high = bbox.y2 - bbox.y1;
    const size = Math.min(40, high * (holders.has(id) ? 0.2 : 0.4));
    const y = holders.has(id) ? bbox.y1 + size * 1.2 : bbox.y1 + high / 2 + size / 3;
    const words = draw("text", { x: bbox.x1 + size / 2, y, "font-size": size, class: "words" });
    words.textContent = clean(text).slice(0, Math.max(1, Math.floor((bbox.x2 - bbox.x1) / (size * 0.6))));
    svg.append(words);
  }
}

function touchedIn(action) {
  return asList(own(action).points).filter((point) => Number.isFinite(point?.x) && Number.isFinite(point?.y));
}

function drawAction(svg, state, action, radius) {
  const target = state.elements.find(({ element_id: id }) => id === action.target_id);
  const bbox = action.bbox ?? target?.bbox;
  if (bbox) svg.append(draw("rect", { ...boxOf(bbox), class: "target" }));
  const points = touchedIn(action);
  if (points.length > 1)
    svg.append(draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "way" }));
  points.forEach(({ x, y }, at) => {
    svg.append(draw("circle", { cx: x, cy: y, r: at === 0 ? radius : radius * 0.6, class: "touch" }));
  });
}

// Details

function showTab(name, takesFocus) {
  view.tab = name;
  for (const tab of TABS) {
    const button = byId(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === name));
    button.setAttribute("tabindex", tab === name ? "0" : "-1");
    byId(`panel-${tab}`).hidden = tab !== name;
    if (tab === name && takesFocus) button.focus();
  }
  showPanel();
}

function showPanel() {
  const item = items[view.place];
  if (view.tab === "elements") fillTree();
  else if (view.tab === "json") {
    const pre = make("pre");
    pre.textContent = clean(JSON.stringify(item.kind === "step" ? stepOf(item) : item, null, 2));
    byId("panel-json").replaceChildren(pre);
  } else if (view.tab === "errors") fillErrors();
  else if (view.tab === "attachments") byId("panel-attachments").replaceChildren(...attachmentsOf(item));
  else if (view.tab === "log") byId("panel-log").replaceChildren(...logParts(item));
  else if (view.tab === "source") byId("panel-source").replaceChildren(...sourceParts(item));
  else byId("panel-step").replaceChildren(...PARTS[item.kind](item));
  byId(`panel-${view.tab}`).scrollTop = 0;
}

/** Every error of the trace; each leads to its step. */
function fillErrors() {
  const failed = items.flatMap((item, place) => (item.error ? [{ item, place }] : []));
  const listed = failed.map(({ item, place }) => {
    const flow = flowOf(item);
    const number = item.kind === "step" ? `Step ${item.number}` : (flow?.place ?? "A call");
    const button = make("button", { type: "button", class: "toggle" }, `${number}, +${seconds(item.timestamp)}`);
    button.addEventListener("click", () => choose(place, true));
    const name = flow ? make("span", { class: "sub" }, " of the flow ", said(flow.flow)) : null;
    return make("li", {}, button, " ", said(item.title), name, problemBox(item.error));
  });
  const none = make("p", {}, "Nothing failed.");
  byId("panel-errors").replaceChildren(listed.length === 0 ? none : make("ul", { class: "errors" }, ...listed));
}

/** The pictures that lie beside the trace, before and after a step. */
function attachmentsOf(item) {
  const step = stepOf(item);
  const beside = asList(flowOf(item)?.pictures).filter((path) => typeof path === "string");
  const saved = beside.length > 0 ? [make("h2", {}, "Saved beside the trace"), points(beside)] : [];
  if (!step) return saved.length > 0 ? saved : [make("p", {}, "What came to no action has no pictures.")];
  const files = [
    ["Before", step.visual_state.screenshot_path, item.before],
    ["After", own(step).after?.screenshot_path, item.after],
  ];
  const shown = files.flatMap(([when, path, number]) => {
    if (typeof path !== "string" || path === "") return [];
    const url = pictureOf(number);
    const picture = url ? make("img", { src: url, alt: `Screenshot, ${when.toLowerCase()}` }) : null;
    const words = make("figcaption", {}, `${when}: `, said(path), url ? "" : ", not in this page");
    return [make("figure", {}, picture, words)];
  });
  const all = [...shown, ...saved];
  return all.length > 0 ? all : [make("p", {}, "This step has no pictures.")];
}

/** What the app logged until a step failed: that of the row itself, else that of what failed first. */
function logParts(item) {
  const flows = asList(index.flows);
  const ownLog = flowOf(item)?.log ?? null;
  const flow = ownLog ? flowOf(item) : flows.find(({ log }) => log !== null);
  if (!flow) return [make("p", {}, "No log was kept: a run keeps that of the app where a step of a flow fails.")];
  const pre = make("pre");
  pre.textContent = flow.log.map(clean).join("\n");
  const what = ownLog ? "The app's log until this step failed" : "The app's log until a step failed";
  const head = make("h2", {}, `${what}: `, said(flow.place));
  return flow.log.length > 0 ? [head, pre] : [head, make("p", {}, "The app logged nothing.")];
}

/** The lines of the flow around a step. */
function sourceParts(item) {
  const flow = flowOf(item);
  if (!flow) return [make("p", {}, "This was no step of a flow.")];
  const { source } = flow;
  const head = [make("h2", {}, said(flow.place)), make("p", { class: "sub" }, "of the flow ", said(flow.flow))];
  if (!source) return [...head, make("p", {}, "The file of the flow could not be read.")];
  const lines = asList(source.lines).map((line, at) => {
    const number = source.first_line + at;
    const mark = number === source.line ? make("strong", {}, "\u25b6 ") : "\u00a0\u00a0";
    return make("div", { class: number === source.line ? "line here" : "line" }, mark, `${number}  `, said(line));
  });
  return [...head, make("p", { class: "sub" }, said(source.file)), make("pre", { class: "source" }, ...lines)];
}

function part(title, ...content) {
  const heading = make("h3");
  heading.textContent = title;
  return [heading, ...content];
}

function problemBox({ code, message }) {
  return make("div", { class: "problem" }, make("b", {}, said(code)), said(message));
}

function points(words, kind = "points") {
  return make(
    "ul",
    { class: kind },
    ...words.map((word) => make("li", { class: changeClass(kind, word) }, said(word))),
  );
}

/** If two screens have little in common, all elements came or went: that is one change, not dozens. */
function listOf(words, kind) {
  const count = (sign) => words.filter((word) => changeClass(kind, word) === sign).length;
  const [came, went] = [count("plus"), count("minus")];
  if (came <= MANY_CHANGES || went <= MANY_CHANGES) return points(words, kind);
  const summary = make("summary", {}, `Another screen: ${came} elements came, ${went} went`);
  return make("details", {}, summary, points(words, "came-and-went"));
}

function changeClass(kind, word) {
  if (kind !== "changes") return null;
  return String(word).startsWith("+") ? "plus" : String(word).startsWith("-") ? "minus" : null;
}

function facts(pairs) {
  const made = make("dl", { class: "facts" });
  for (const [name, value] of pairs) {
    if (value === undefined || value === null || value === "") continue;
    const words = typeof value === "object" ? JSON.stringify(value) : value;
    made.append(make("dt", {}, name), make("dd", {}, said(words)));
  }
  return made;
}

function heading(item) {
  const type = make("span", { class: "chip" }, said(item.type));
  const row = make("div", { class: "row" }, chip(item), type, make("span", {}, millis(item.tookMs)));
  return [make("h2", {}, said(item.title)), row];
}

function stepParts(item) {
  const step = stepOf(item);
  const { action, visual_state: state, rationale } = step;
  const [result, did, seen] = [own(step), own(action), own(state)];
  const after = typeof result.after === "object" && result.after !== null ? result.after : {};
  const lists = [
    ["What says so", asList(result.verdict?.evidence), "points"],
    ["What changed", asList(after.changes), "changes"],
    ["Notes", asList(result.notes), "points"],
    ["How it came to rest", asList(result.settled), "points"],
    ["What could not be told", asList(seen.errors), "points"],
  ];
  return [
    ...heading(item),
    ...(item.error ? part("Error", problemBox(item.error)) : []),
    ...(rationale ? part("Why", make("blockquote", {}, said(rationale))) : []),
    ...lists.flatMap(([title, words, kind]) => (words.length > 0 ? part(title, listOf(words, kind)) : [])),
    ...flowFacts(item),
    ...part("Action", facts(actionFacts(action, did))),
    ...part("Screen before", facts(screenFacts(state, seen))),
    ...part("Time", facts(timeFacts(item, step, after))),
    ...(asList(after.words).length > 0 ? part("Words afterwards", said(after.words.join(" · "))) : []),
  ];
}

function flowFacts(item) {
  const flow = flowOf(item);
  if (!flow) return [];
  return part(
    "Flow",
    facts([
      ["flow", flow.flow],
      ["step", flow.name],
      ["place", flow.place],
      ["phone", item.device],
    ]),
  );
}

function actionFacts(action, did) {
  return [
    ["type", action.type],
    ["target", action.target_id],
    ["text", action.text],
    ["tool", did.tool],
    ["arguments", did.args],
    ["done by", did.by],
    [
      "touched",
      touchedIn(action)
        .map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)
        .join(" → "),
    ],
    ["delay", typeof action.delay === "number" ? `${action.delay} s` : null],
  ];
}

function screenFacts(state, seen) {
  return [
    ["activity", seen.activity],
    ["app", seen.package],
    ["window", seen.window],
    ["size", state.screen_resolution.join(" × ")],
    ["elements", seen.known === false ? "nothing had been read" : state.elements.length],
    ["source", seen.source],
    ["age", typeof seen.age_ms === "number" ? millis(seen.age_ms) : null],
    ["keyboard", seen.keyboard === true ? "open" : null],
    ["locked", seen.locked === true ? "yes" : null],
    ["painted over", asList(seen.screenshot?.redacted).join(", ")],
    ["no screenshot", seen.no_screenshot],
  ];
}

function timeFacts(item, step, after) {
  return [
    ["sent", `+${seconds(step.timestamp)}`],
    ["took", millis(item.tookMs)],
    ["screen read", `${millis(Math.max(0, step.timestamp - step.visual_state.timestamp) * 1000)} before`],
    ["read again", typeof after.timestamp === "number" ? `+${seconds(after.timestamp)}` : null],
    ["device clock", own(step.visual_state).device_time],
    ["call", own(step).call],
  ];
}

function flowParts(item) {
  const { flow, place, message, notes } = flowOf(item);
  const why = !item.error && message ? part("Why", make("blockquote", {}, said(message))) : [];
  const all = asList(notes);
  return [
    ...heading(item),
    ...(item.error ? part("Error", problemBox(item.error)) : why),
    ...(all.length > 0 ? part("Notes", points(all)) : []),
    ...part(
      "Flow",
      facts([
        ["flow", flow],
        ["place", place],
        ["phone", item.device],
      ]),
    ),
  ];
}

function callParts(item) {
  const pre = make("pre");
  pre.textContent = clean(JSON.stringify(item.inputs, null, 2));
  const note = make("p", {}, "This call failed, and came to no step.");
  return [...heading(item), ...(item.error ? part("Error", problemBox(item.error)) : []), note, ...part("Inputs", pre)];
}

/** What the first tab shows, by the kind of a row. */
const PARTS = { step: stepParts, call: callParts, flow: flowParts };

// The tree of elements

const tree = byId("tree");

/** Elements in the order of the tree with their depth; what lies in something unknown or in itself is at the top. */
function ordered(elements) {
  const ids = new Set(elements.map(({ element_id: id }) => id));
  const children = new Map();
  for (const element of elements) {
    const parent = own(element).parent;
    const key = ids.has(parent) ? parent : "";
    children.set(key, [...(children.get(key) ?? []), element]);
  }
  const done = new Set();
  const made = [];
  const add = (starts) => {
    const open = starts.map((element) => [element, 1, null]).reverse();
    while (open.length > 0) {
      const [element, depth, parent] = open.pop();
      if (done.has(element)) continue;
      done.add(element);
      const inner = children.get(element.element_id) ?? [];
      made.push({ element, depth, parent, hasChildren: inner.length > 0 });
      for (const child of inner.toReversed()) open.push([child, depth + 1, element.element_id]);
    }
  };
  add(children.get("") ?? []);
  add(elements);
  return made;
}

function fillTree() {
  const { state } = sceneOf(view.place);
  const all = ordered(state?.elements ?? []);
  const words = byId("filter")
    .value.toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = ({ element }) => words.every((word) => stringsIn(element, []).join("\n").toLowerCase().includes(word));
  const kept = new Set();
  const parents = new Map(all.map(({ element, parent }) => [element.element_id, parent]));
  for (const one of words.length > 0 ? all.filter(fits) : []) {
    for (let id = one.element.element_id; id !== null && id !== undefined && !kept.has(id); id = parents.get(id))
      kept.add(id);
  }
  const closed = new Set();
  const shown = all.filter(({ element: { element_id: id }, parent }) => {
    const isHidden = parent !== null && closed.has(parent);
    if (isHidden || (words.length === 0 && folded.has(id))) closed.add(id);
    return !isHidden && (words.length === 0 || kept.has(id));
  });
  tree.replaceChildren(...shown.map(treeRow));
  const focusable = tree.querySelector('[aria-selected="true"]') ?? tree.firstElementChild;
  focusable?.setAttribute("tabindex", "0");
  showFacts(state);
}

function treeRow({ element, depth, hasChildren }) {
  const { element_id: id, role, text } = element;
  const extra = own(element);
  const isFolded = folded.has(id);
  const row = make("div", {
    class: "item",
    role: "treeitem",
    "aria-level": String(depth),
    "aria-selected": String(id === view.shown),
    "aria-expanded": hasChildren ? String(!isFolded) : null,
    tabindex: "-1",
  });
  row.dataset.id = id;
  row.style.paddingLeft = `${16 + Math.min(depth - 1, 20) * 14}px`;
  const twist = make("span", { class: "twist", "aria-hidden": "true" }, hasChildren ? (isFolded ? "▸" : "▾") : "");
  const states = [
    extra.enabled === false ? "disabled" : "",
    extra.checked === true ? "checked" : "",
    extra.focused === true ? "focused" : "",
    extra.password === true ? "password" : "",
    element.visible ? "" : "not visible",
  ].filter((word) => word !== "");
  row.append(twist, make("span", { class: "ref" }, said(id)), make("span", { class: "role" }, said(role ?? "")));
  if (text) row.append(make("span", { class: "text" }, said(text)));
  if (states.length > 0) row.append(make("span", { class: "role" }, states.join(", ")));
  return row;
}

function showFacts(state) {
  byId("element-facts")?.remove();
  const element = state?.elements.find(({ element_id: id }) => id === view.shown);
  if (!element) return;
  const extra = own(element);
  const box = element.bbox ? `[${element.bbox.x1},${element.bbox.y1}][${element.bbox.x2},${element.bbox.y2}]` : null;
  const shown = facts([
    ["place", box],
    ["class", element.tag],
    ["id", extra.resource_id],
    ["labels", asList(extra.labels).join(" · ")],
    ["value", extra.value],
    ["actions", asList(extra.actions).join(", ")],
    ["seen by", asList(extra.sources).join(", ")],
    ["confidence", extra.confidence],
  ]);
  shown.id = "element-facts";
  byId("panel-elements").append(shown);
}

function showElement(id) {
  view.shown = id;
  showScreen();
  if (view.tab === "elements") fillTree();
  else showTab("elements", false);
  const row = [...tree.children].find((one) => one.dataset.id === id);
  row?.scrollIntoView({ block: "nearest" });
  if (row && !byId("filter").matches(":focus")) row.focus({ preventScroll: true });
}

function fold(id, isFolded) {
  if (isFolded) folded.add(id);
  else folded.delete(id);
  showElement(id);
}

function treeKey(event) {
  const row = event.target.closest(".item");
  const near = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling };
  near.Home = tree.firstElementChild;
  near.End = tree.lastElementChild;
  if (!row) return false;
  const expanded = row.getAttribute("aria-expanded");
  if (event.key in near) {
    if (near[event.key]) showElement(near[event.key].dataset.id);
  } else if (event.key === "ArrowLeft" && expanded === "true") fold(row.dataset.id, true);
  else if (event.key === "ArrowRight" && expanded === "false") fold(row.dataset.id, false);
  else if (event.key === "Enter" || event.key === " ") showElement(row.dataset.id);
  else return event.key === "ArrowLeft" || event.key === "ArrowRight";
  return true;
}

tree.addEventListener("click", ({ target }) => {
  const row = target.closest(".item");
  if (!row) return;
  if (target.classList.contains("twist") && row.hasAttribute("aria-expanded")) {
    fold(row.dataset.id, row.getAttribute("aria-expanded") === "true");
  } else showElement(row.dataset.id);
});

// Keys

function showKeys(isShown) {
  byId("keys").hidden = !isShown;
  byId("help").setAttribute("aria-expanded", String(isShown));
}

const KEYS = {
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  n: () => move(1, isProblem),
  p: () => move(-1, isProblem),
  Home: () => choose(shownPlaces().at(0) ?? -1, true),
  End: () => choose(shownPlaces().at(-1) ?? -1, true),
  b: () => turn({ isAfter: !view.isAfter }),
  m: () => turn({ hasMarks: !view.hasMarks }),
  1: () => showTab("step", true),
  2: () => showTab("elements", true),
  3: () => showTab("json", true),
  4: () => showTab("errors", true),
  5: () => showTab("attachments", true),
  6: () => showTab("log", true),
  7: () => showTab("source", true),
  "/": () => search.select(),
  "?": () => showKeys(byId("keys").hidden),
  Escape: () => {
    showKeys(false);
    endSearch();
  },
};

function turn(change) {
  Object.assign(view, change);
  showScreen();
  if (view.tab === "elements") fillTree();
}

function endSearch() {
  search.value = "";
  filterList();
  rows[view.place]?.focus();
}

function inputKey({ key, target }) {
  if (key === "Escape" && target === search) endSearch();
  else if (key === "Escape") {
    target.value = "";
    fillTree();
    target.blur();
  } else if ((key === "Enter" || key === "ArrowDown") && target === search) choose(shownPlaces()[0] ?? -1, true);
  else if (key === "Enter" || key === "ArrowDown") tree.querySelector(".item")?.focus();
  else return false;
  return true;
}

function tabKey({ key, target }) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (by === undefined || target.getAttribute("role") !== "tab") return false;
  showTab(TABS[(TABS.indexOf(view.tab) + by + TABS.length) % TABS.length], true);
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { target, key } = event;
  if (target.tagName === "INPUT") {
    if (inputKey(event)) event.preventDefault();
    return;
  }
  const isScrolling = target.getAttribute("role") === "tabpanel" && /^(?:Arrow|Home|End)/.test(key);
  const isDone = !isScrolling && (tabKey(event) || (tree.contains(target) && treeKey(event)));
  if (!isDone && !isScrolling && Object.hasOwn(KEYS, key)) KEYS[key]();
  else if (!isDone) return;
  event.preventDefault();
});

search.addEventListener("input", filterList);
byId("filter").addEventListener("input", fillTree);
byId("before").addEventListener("click", () => turn({ isAfter: false }));
byId("after").addEventListener("click", () => turn({ isAfter: true }));
byId("marks").addEventListener("click", () => turn({ hasMarks: !view.hasMarks }));
byId("help").addEventListener("click", () => showKeys(byId("keys").hidden));
byId("problems").addEventListener("click", ({ currentTarget }) => {
  view.problemsOnly = !view.problemsOnly;
  currentTarget.setAttribute("aria-pressed", String(view.problemsOnly));
  filterList();
});
for (const tab of TABS) byId(`tab-${tab}`).addEventListener("click", () => showTab(tab, false));
window.addEventListener("resize", fillFilm);

// The beginning

function showHead() {
  const { manifest } = index;
  const device = manifest?.device ?? {};
  byId("title").replaceChildren(said(device.model ?? device.serial ?? "Trace"));
  const release = device.release ? `Android ${device.release}` : "";
  const begun = manifest ? new Date(manifest.started_at).toLocaleString() : "";
  const by = manifest ? `${manifest.created_by.name} ${manifest.created_by.version}` : "";
  const phones = [...new Set(items.flatMap(({ device: phone }) => phone ?? []))];
  const who = phones.length > 1 ? `${phones.length} phones: ${phones.join(", ")}` : device.serial;
  byId("about").replaceChildren(said([who, release, begun, by].filter((word) => word).join(" · ")));
  const problems = items.filter(isProblem).length;
  byId("problems").textContent = `Problems ${problems}`;
}

byId("loading").remove();
for (const tab of TABS.filter((one) => one !== "elements")) byId(`panel-${tab}`).tabIndex = 0; // so that it can be scrolled by keys
byId("app").hidden = false;
if (items.length === 0) {
  byId("app").replaceChildren(make("p", {}, "This trace has no steps."));
} else {
  showHead();
  fillList();
  byId("found").textContent = aboutAll();
  const wanted = Number(location.hash.slice(1));
  const place = items.findIndex(({ kind, number }) => kind === "step" && number === wanted);
  choose(Math.max(place, 0), true);
  fillFilm();
}
