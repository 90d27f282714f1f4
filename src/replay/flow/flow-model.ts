/** A model behind an endpoint that speaks OpenAI's chat completions. */
export interface FlowModel {
  readonly name: string;
  /** Without a slash at its end: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** Null if none is asked for. */
  readonly key: string | null;
}
