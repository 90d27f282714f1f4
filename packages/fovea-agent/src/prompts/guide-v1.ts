// Version 1 of the question to the provider's own search.

export const GUIDE_SEARCH = `Search the web for how the following is done on an Android device, and answer with a short guide: the screens and
buttons on the way, in order, in at most ten lines. Say nothing else.`;
