/** A model at an endpoint with OpenAI's chat completions API. */
export interface FlowModel {
  readonly name: string;
  /** The address without a slash at its end: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** The API key; null if the endpoint needs none. */
  readonly key: string | null;
}
