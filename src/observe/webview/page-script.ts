/** Limits of the script: elements it reads, elements it reports, its time in ms, and the length of a text. */
const BOUNDS = { visited: 20_000, nodes: 1_500, ms: 400, text: 300 } as const;

/**
 * The script that runs in a page, in its own isolated world, which the page's scripts cannot change. It reads the
 * visible elements and returns them as JSON (see page-nodes.ts). Getters are taken from the prototypes, since a form
 * field called `firstChild` would hide the property. It changes nothing. ECMAScript 2015, for old WebViews.
 */
export const PAGE_SCRIPT = `(function () {
"use strict";
var bounds = ${JSON.stringify(BOUNDS)};
var startedAt = performance.now();
function getter(type, name) {
  var get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
  return function (node) { return get.call(node); };
}
var nodeType = getter(Node, "nodeType"), firstChild = getter(Node, "firstChild"), nextSibling = getter(Node, "nextSibling");
var dataOf = getter(CharacterData, "data"), localName = getter(Element, "localName"), shadowRoot = getter(Element, "shadowRoot");
var frameDocument = getter(HTMLIFrameElement, "contentDocument");
function attribute(element, name) { return Element.prototype.getAttribute.call(element, name); }
function has(element, name) { return Element.prototype.hasAttribute.call(element, name); }
function boxOf(element) {
  var rects = Element.prototype.getClientRects.call(element);
  var best = null;
  if (localName(element) === "a")
    for (var i = 0; i < rects.length && i < 50; i += 1)
      if (!best || rects[i].width * rects[i].height > best.width * best.height) best = rects[i];
  return best || Element.prototype.getBoundingClientRect.call(element);
}
function squeeze(text) { return text.replace(/\\s+/g, " ").trim().slice(0, bounds.text); }
var INLINE = /^(?:abbr|b|bdi|bdo|br|cite|code|em|font|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;
var SILENT = /^(?:script|style|noscript|template|head|title|meta|link|datalist|option|optgroup)$/;
var ROLES = /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|textbox|searchbox|combobox|slider|spinbutton|treeitem)$/;
var TYPES = { button: "button", submit: "button", reset: "button", image: "button", file: "button", color: "button",
  checkbox: "checkbox", radio: "radio", range: "slider" };
function roleOf(element, tag) {
  var role = (attribute(element, "role") || "").toLowerCase().split(" ")[0];
  if (ROLES.test(role)) return role;
  if (tag === "input") return TYPES[(attribute(element, "type") || "text").toLowerCase()] || "textbox";
  if (tag === "textarea" || isEditable(element)) return "textbox";
  if (tag === "select") return "combobox";
  if (tag === "button" || tag === "summary") return "button";
  if (tag === "a" && has(element, "href")) return "link";
  if (tag === "progress" || tag === "meter" || role === "progressbar") return "progress";
  if (tag === "img" || tag === "svg" || role === "img") return "image";
  if (/^h[1-6]$/.test(tag) || role === "heading") return "heading";
  if (tag === "canvas" || tag === "video") return "canvas";
  return "text";
}
function isEditable(element) { return /^(?:|true|plaintext-only)$/.test(attribute(element, "contenteditable") === null ? "no" : attribute(element, "contenteditable")); }
function takesTouch(element, role) {
  if (ROLES.test(role)) return true;
  var index = attribute(element, "tabindex");
  return has(element, "onclick") || (index !== null && Number(index) >= 0 && index.trim() !== "");
}
function textIn(top, all) {
  var text = "", count = 0, stack = [firstChild(top)];
  while (stack.length > 0 && text.length < bounds.text && count < 500) {
    var node = stack.pop();
    if (!node) continue;
    count += 1;
    stack.push(nextSibling(node));
    if (nodeType(node) === 3) text += dataOf(node).slice(0, bounds.text);
    if (nodeType(node) !== 1) continue;
    var tag = localName(node);
    if (SILENT.test(tag) || (!all && (!INLINE.test(tag) || takesTouch(node, roleOf(node, tag))))) { text += " "; continue; }
    if (tag === "br" || !INLINE.test(tag)) text += " ";
    if (tag === "img") text += attribute(node, "alt") || "";
    stack.push(firstChild(node));
  }
  return squeeze(text);
}
function hasOwnText(element) {
  var count = 0;
  for (var node = firstChild(element); node && count < 200; node = nextSibling(node), count += 1)
    if (nodeType(node) === 3 && /\\S/.test(dataOf(node).slice(0, 2000))) return true;
  return false;
}
function byId(root, id) {
  var type = nodeType(root) === 9 ? Document : DocumentFragment;
  return type.prototype.getElementById.call(root, id);
}
function namedBy(element, root) {
  var ids = (attribute(element, "aria-labelledby") || "").split(/\\s+/).slice(0, 5);
  var words = ids.map(function (id) { var one = id && byId(root, id); return one ? textIn(one, true) : ""; });
  return squeeze(words.join(" "));
}
function labelOf(element) {
  if (!(element instanceof HTMLElement)) return "";
  var get = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "labels");
  var labels = get && get.get ? get.get.call(element) : null;
  return labels && labels.length > 0 ? textIn(labels[0], true) : "";
}
function nameOf(element, tag, role, root) {
  var said = squeeze(attribute(element, "aria-label") || "") || namedBy(element, root);
  if (said) return said;
  if (/^(?:input|select|textarea)$/.test(tag)) {
    said = labelOf(element);
    if (!said && role === "button") said = squeeze(attribute(element, "value") || attribute(element, "alt") || "");
    return said || squeeze(attribute(element, "title") || "");
  }
  if (role === "image") return squeeze(attribute(element, "alt") || attribute(element, "title") || "");
  if (role === "textbox") return "";
  return textIn(element, takesTouch(element, role)) || squeeze(attribute(element, "title") || "");
}
function property(element, type, name) { return element instanceof type ? getter(type, name)(element) : null; }
function stateOf(element, tag, role) {
  var type = (attribute(element, "type") || "").toLowerCase();
  var state = {};
  if (tag === "input" && type === "password") state.password = true;
  else if (role === "textbox" || role === "searchbox" || role === "spinbutton" || role === "slider") {
    var value = tag === "input" ? property(element, HTMLInputElement, "value")
      : tag === "textarea" ? property(element, HTMLTextAreaElement, "value") : textIn(element, true);
    if (value !== null) state.value = String(value).slice(0, bounds.text);
  } else if (tag === "select") {
    var chosen = property(element, HTMLSelectElement, "selectedOptions");
    if (chosen && chosen.length > 0) state.value = textIn(chosen[0], true);
  }
  var placeholder = attribute(element, "placeholder") || attribute(element, "aria-placeholder");
  if (placeholder) state.placeholder = squeeze(placeholder);
  if (role === "checkbox" || role === "radio" || role === "switch" || /^menuitem(?:checkbox|radio)$/.test(role))
    state.checked = tag === "input" ? property(element, HTMLInputElement, "checked") === true : attribute(element, "aria-checked") === "true";
  if (Element.prototype.matches.call(element, ":disabled") || attribute(element, "aria-disabled") === "true") state.disabled = true;
  if (Element.prototype.matches.call(element, ":focus")) state.focused = true;
  if (attribute(element, "aria-selected") === "true") state.selected = true;
  var expanded = attribute(element, "aria-expanded");
  if (expanded !== null) state.expanded = expanded === "true";
  return state;
}
function isShown(element, box, visible, role) {
  var style = getComputedStyle(element);
  if (style.visibility !== "visible" || Number(style.opacity) === 0) return false;
  var root = Node.prototype.getRootNode.call(element);
  var type = nodeType(root) === 9 ? Document : ShadowRoot;
  if (!type.prototype.elementFromPoint) type = DocumentOrShadowRoot;
  var x = (visible.left + visible.right) / 2, y = (visible.top + visible.bottom) / 2;
  var hit = type.prototype.elementFromPoint.call(root, x - visible.dx, y - visible.dy);
  if (!hit || hit === element || Node.prototype.contains.call(element, hit)) return true;
  if (Node.prototype.contains.call(hit, element)) return true;
  return localName(hit) === "label" && /^(?:checkbox|radio|switch|textbox)$/.test(role);
}
var view = window.visualViewport;
var page = { left: view ? view.offsetLeft : 0, top: view ? view.offsetTop : 0,
  width: view ? view.width : window.innerWidth, height: view ? view.height : window.innerHeight };
var clipAll = { left: page.left, top: page.top, right: page.left + page.width, bottom: page.top + page.height };
var found = [], visited = 0, isCut = false;
var rootElement = document.documentElement;
var stack = [{ node: rootElement, parent: -1, inside: false, dx: 0, dy: 0, clip: clipAll, single: true }];
while (stack.length > 0) {
  if (visited >= bounds.visited || found.length >= bounds.nodes || ((visited & 63) === 0 && performance.now() - startedAt > bounds.ms)) { isCut = true; break; }
  var at = stack.pop(), element = at.node;
  visited += 1;
  if (!at.single && nextSibling(element)) stack.push({ node: nextSibling(element), parent: at.parent, inside: at.inside, inText: at.inText, dx: at.dx, dy: at.dy, clip: at.clip });
  if (nodeType(element) !== 1) continue;
  var tag = localName(element);
  if (SILENT.test(tag)) continue;
  var parent = at.parent, inside = at.inside, clip = at.clip;
  var role = roleOf(element, tag), touch = takesTouch(element, role);
  var isInline = at.inText && INLINE.test(tag) && !touch;
  if (tag === "label" && getter(HTMLLabelElement, "control")(element)) inside = true;
  var isText = !inside && !isInline && hasOwnText(element);
  if (touch || isText || role === "image" || role === "canvas" || role === "progress" || role === "heading") {
    var box = boxOf(element);
    var visible = { left: Math.max(box.left + at.dx, clip.left), top: Math.max(box.top + at.dy, clip.top),
      right: Math.min(box.right + at.dx, clip.right), bottom: Math.min(box.bottom + at.dy, clip.bottom), dx: at.dx, dy: at.dy };
    if (visible.right - visible.left >= 1 && visible.bottom - visible.top >= 1 && isShown(element, box, visible, role)) {
      var name = nameOf(element, tag, role, Node.prototype.getRootNode.call(element));
      var state = stateOf(element, tag, role);
      if (touch || name || role === "canvas" || role === "progress") {
        found.push(Object.assign({ parent: parent, role: role, name: name, id: (attribute(element, "id") || "").slice(0, 200),
          touch: touch, box: [visible.left, visible.top, visible.right, visible.bottom].map(function (n) { return Math.round(n * 100) / 100; }) }, state));
        parent = found.length - 1;
        inside = inside || touch;
      }
    }
  }
  var down = { parent: parent, inside: inside, dx: at.dx, dy: at.dy, clip: clip };
  var inner = null;
  if (tag === "iframe") {
    var shown = null;
    try { shown = frameDocument(element); } catch (error) { shown = null; }
    if (!shown || !shown.documentElement) continue;
    var frame = Element.prototype.getBoundingClientRect.call(element);
    down.dx += frame.left + getter(Element, "clientLeft")(element); down.dy += frame.top + getter(Element, "clientTop")(element);
    down.clip = { left: Math.max(clip.left, down.dx), top: Math.max(clip.top, down.dy),
      right: Math.min(clip.right, frame.right + at.dx), bottom: Math.min(clip.bottom, frame.bottom + at.dy) };
    inner = shown.documentElement;
    down.single = true;
  } else {
    down.inText = isText || isInline;
    var shadow = shadowRoot(element);
    if (shadow && firstChild(shadow)) stack.push(Object.assign({ node: firstChild(shadow) }, down));
    if (role !== "textbox" && tag !== "select") inner = firstChild(element);
  }
  if (inner) stack.push(Object.assign({ node: inner }, down));
}
var root = document.scrollingElement || rootElement;
return JSON.stringify({ view: page, isVisible: document.visibilityState === "visible", isCut: isCut,
  scrolls: getter(Element, "scrollHeight")(root) > getter(Element, "clientHeight")(root) + 1, nodes: found });
})()`;
