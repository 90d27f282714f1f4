/**
 * The answers of a person. The library asks during an action, but the graph has to stop to get the answer. So the first
 * question is answered with no, which prevents the action, and noted. The same action is then tried again with the
 * person's answer, which is valid only for this question.
 */
export class Consent {
  #granted: string | null = null;
  #asked: string | null = null;

  /** The `confirm` function for `connect`. */
  readonly confirm = async (question: string): Promise<boolean> => {
    const isGranted = this.#granted === question;
    this.#granted = null;
    if (!isGranted) this.#asked = question;
    return isGranted;
  };

  /** The question that was answered with no since the last call of this method; null for none. */
  takeQuestion(): string | null {
    const asked = this.#asked;
    this.#asked = null;
    return asked;
  }

  /** Answers this question with yes, once. */
  grant(question: string): void {
    this.#granted = question;
  }
}
