/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
