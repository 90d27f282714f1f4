/** @type {import("fovea-mcp").RegisterPlugin} */
export default ({ registerAction, registerVerifier }) => {
  registerVerifier("login_succeeded", '~"Welcome" and id/avatar and not ~"error"');
  registerVerifier("has_buttons", (screen) => screen.find("button").length > 0);
  registerAction({
    name: "summary",
    purpose: "Sum up the screen in one line.",
    schema: { words: { type: "integer", description: "how many words at most" } },
    returns: { summary: { type: "string", description: "the beginning of what the screen says" } },
    example: { words: 12 },
    run: async ({ words }, phone) => {
      const { elements } = await phone.observe();
      const said = elements.flatMap(({ labels }) => labels).join(" ");
      return { summary: said.split(/\s+/).slice(0, Number(words)).join(" ") };
    },
  });
};
