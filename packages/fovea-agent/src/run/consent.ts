/**
 * What a person agreed to. The library asks while an action is under way; the graph has to stop for the answer. So the
 * first question is answered with no, which does nothing, and noted; the same action is then tried again with the
 * person's answer, which counts for this question alone.
 */
export class Consent {
  #granted: string | null = null;
  #asked: string | null = null;

  /** For `connect`. */
  readonly confirm = async (question: string): Promise<boolean> => {
    const isGranted = this.#granted === question;
    this.#granted = null;
    if (!isGranted) this.#asked = question;
    return isGranted;
  };

  /** The question that was answered with no since this was last called; null for none. */
  takeQuestion(): string | null {
    const asked = this.#asked;
    this.#asked = null;
    return asked;
  }

  /** Lets the question pass once. */
  grant(question: string): void {
    this.#granted = question;
  }
}
