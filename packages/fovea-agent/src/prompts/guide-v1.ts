// Version 1 of what the provider's own search is asked.

export const GUIDE_SEARCH = `Search the web for how the following is done on an Android device, and answer with a short guide: the screens and
buttons on the way, in order, in at most ten lines. Say nothing else.`;
