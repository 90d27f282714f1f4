/**
 * LangChain sends all that a graph does to its maker's service where one of these is set. Fovea sends nothing that
 * nobody asked it to send.
 */
const TRACING = ["LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGCHAIN_TRACING"] as const;

export function switchOffTracing(): void {
  for (const name of TRACING) delete process.env[name];
}
