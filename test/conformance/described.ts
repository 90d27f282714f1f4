/** The suite wants each tool and prompt to say what it is for. */
export const DESCRIBED = { description: "What the conformance suite asks for" } as const;
