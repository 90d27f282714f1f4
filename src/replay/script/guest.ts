/**
 * The global objects of scripts, in JavaScript, which runs inside the sandbox. Its value is a list of functions: one
 * sets the variables, one prints a value as Maestro's engine does (js-language 24, toDisplayString).
 */
export const GUEST = String.raw`(() => {
  const { getPrototypeOf, getOwnPropertyDescriptor, keys, create, setPrototypeOf } = Object;
  const { ownKeys, apply } = Reflect;
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const own = (prototype, name) => {
    const method = prototype[name];
    return (self, ...args) => apply(method, self, args);
  };
  const getter = (prototype, name) => {
    const { get } = getOwnPropertyDescriptor(prototype, name);
    return (self) => apply(get, self, []);
  };
  const join = own(Array.prototype, "join");
  const push = own(Array.prototype, "push");
  const replaceAll = own(String.prototype, "replaceAll");
  const isoOf = own(Date.prototype, "toISOString");
  const timeOf = own(Date.prototype, "getTime");
  const sourceOf = own(Function.prototype, "toString");
  const symbolOf = own(Symbol.prototype, "toString");
  const regexOf = own(RegExp.prototype, "toString");
  const sizeOfMap = getter(Map.prototype, "size");
  const sizeOfSet = getter(Set.prototype, "size");
  const eachOfMap = own(Map.prototype, "forEach");
  const eachOfSet = own(Set.prototype, "forEach");
  const tagOf = own(Object.prototype, "toString");
  const lengthOf = getter(getPrototypeOf(Uint8Array.prototype), "length");
  const Text = String;
  const DEEPEST = 3;
  const MOST = 20;

  // An undeclared name is undefined, and no error.
  setPrototypeOf(globalThis, new Proxy(Object.prototype, { has: () => true }));
  globalThis.json = function json(text) { return JSON.parse(text); };
  globalThis.relativePoint = function relativePoint(x, y) {
    return Math.ceil(x * 100) + "%," + Math.ceil(y * 100) + "%";
  };
  globalThis.output = {};
  globalThis.maestro = {};
  const permanent = create(null);
  for (const name of ["http", "faker", "output", "maestro", "json", "relativePoint", "console"]) permanent[name] = true;

  // There are no locales but the one that Maestro's engine has by itself.
  const plainLocale = (args) => {
    if (args.length > 0) throw new Error("locales are not supported: leave the arguments out");
  };
  const two = (value) => (value < 10 ? "0" : "") + value;
  const dateOf = (date) => date.getMonth() + 1 + "/" + date.getDate() + "/" + date.getFullYear();
  const clockOf = (date) =>
    (date.getHours() % 12 || 12) + ":" + two(date.getMinutes()) + ":" + two(date.getSeconds()) +
    (date.getHours() < 12 ? " AM" : " PM");
  const offerLocal = (prototype, name, make) => {
    const value = function (...args) { plainLocale(args); return make(this); };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
  };
  offerLocal(Number.prototype, "toLocaleString", (number) => {
    const [whole, part] = Text(Math.round(Math.abs(number) * 1000) / 1000).split(".");
    const grouped = whole.replace(/(\d)(?=(?:\d{3})+$)/g, "$1,");
    return (number < 0 ? "-" : "") + grouped + (part === undefined ? "" : "." + part);
  });
  offerLocal(Date.prototype, "toLocaleDateString", dateOf);
  offerLocal(Date.prototype, "toLocaleTimeString", clockOf);
  offerLocal(Date.prototype, "toLocaleString", (date) => dateOf(date) + ", " + clockOf(date));

  const prepare = (given) => {
    const { env, platform, copiedText } = parse(given);
    for (const name of keys(globalThis)) if (!permanent[name]) delete globalThis[name];
    for (const name of keys(env)) if (!permanent[name]) globalThis[name] = env[name];
    globalThis.maestro.platform = platform;
    if (copiedText === null) delete globalThis.maestro.copiedText;
    else globalThis.maestro.copiedText = copiedText;
  };

  const numberOf = (value) => (value === 0 && 1 / value < 0 ? "-0" : Text(value));
  const quoted = (value) => '"' + replaceAll(value, '"', '\\"') + '"';
  const keyOf = (key) => (typeof key === "symbol" ? symbolOf(key) : key);

  const show = (value, depth, isInner) => {
    if (value === null) return "null";
    switch (typeof value) {
      case "string": return isInner ? quoted(value) : value;
      case "number": return numberOf(value);
      case "bigint": return value + "n";
      case "symbol": return symbolOf(value);
      case "function": return sourceOf(value);
      case "object": return showObject(value, depth);
      default: return Text(value);
    }
  };

  const attempt = (what) => {
    try { return what(); } catch { return undefined; }
  };

  const showObject = (value, depth) => {
    const inner = (one) => show(one, depth + 1, true);
    if (isArray(value)) return showArray(value, depth);
    const tag = tagOf(value);
    const time = attempt(() => timeOf(value));
    if (time !== undefined) return time === time ? isoOf(value) : "Invalid Date";
    if (tag === "[object RegExp]") return regexOf(value);
    if (tag === "[object Error]") return Text(value.name) + (value.message === "" ? "" : ": " + value.message);
    const mapSize = attempt(() => sizeOfMap(value));
    if (mapSize !== undefined) {
      const parts = [];
      eachOfMap(value, (one, key) => push(parts, inner(key) + " => " + inner(one)));
      return "Map(" + mapSize + ")" + (mapSize === 0 ? "" : "{" + join(parts, ", ") + "}");
    }
    const setSize = attempt(() => sizeOfSet(value));
    if (setSize !== undefined) {
      const parts = [];
      eachOfSet(value, (one) => push(parts, inner(one)));
      return "Set(" + setSize + ")" + (setSize === 0 ? "" : "{" + join(parts, ", ") + "}");
    }
    const length = attempt(() => lengthOf(value));
    if (length !== undefined) {
      const parts = [];
      for (let at = 0; at < length && at < MOST; at += 1) push(parts, inner(value[at]));
      if (length > MOST) push(parts, "...");
      return value.constructor.name + "(" + length + ")[" + join(parts, ", ") + "]";
    }
    const primitive = { "[object Number]": Number, "[object String]": String, "[object Boolean]": Boolean }[tag];
    if (primitive && value instanceof primitive)
      return primitive.name + "{[[PrimitiveValue]]: " + inner(value.valueOf()) + "}";
    if (depth >= DEEPEST) return "{...}";
    return "{" + join(showFields(value, depth), ", ") + "}";
  };

  const showFields = (value, depth) => {
    const parts = [];
    for (const key of ownKeys(value)) {
      if (parts.length >= MOST) {
        push(parts, "...");
        break;
      }
      const { get, set, value: one } = getOwnPropertyDescriptor(value, key) ?? {};
      push(parts, keyOf(key) + ": " + (get || set ? "accessor" : show(one, depth + 1, true)));
    }
    return parts;
  };

  const showArray = (value, depth) => {
    const { length } = value;
    if (depth >= DEEPEST) return "Array(" + length + ")";
    const parts = [];
    let shown = 0;
    for (let at = 0; at < length; at += 1) {
      if (shown >= MOST) {
        push(parts, "...");
        break;
      }
      let empty = 0;
      while (at + empty < length && !(at + empty in value)) empty += 1;
      if (empty > 0) {
        push(parts, empty === 1 ? "empty" : "empty × " + empty);
        at += empty - 1;
      } else push(parts, show(value[at], depth + 1, true));
      shown += 1;
    }
    for (const key of keys(value)) {
      if (Text(key >>> 0) !== key) push(parts, key + ": " + show(value[key], depth + 1, true));
    }
    return (length > 1 && depth === 0 ? "(" + length + ")" : "") + "[" + join(parts, ", ") + "]";
  };

  return [prepare, (value) => show(value, 0, false), (given) => parse(given), (given) => stringify(given)];
})()`;
