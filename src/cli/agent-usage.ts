export const AGENT_USAGE = `fovea agent TASK --model PROVIDER:NAME [--expect CONDITION] | --resume FOLDER --model … | --demo

Does a task on the device: a model plans it and chooses each action, Fovea does and checks it (docs/agent.md).
Needs the package fovea-agent: npm install fovea-agent
  --model PROVIDER:NAME  anthropic, openai, google, ollama, or compatible for any endpoint with OpenAI's chat completions.
                     Keys: ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY; FOVEA_MODEL_KEY
                     for compatible
  --model-url URL    address of the provider's API
  --expect CONDITION the condition that proves the task; without it the result is "finished", which is not proven
  --expected WORDS   what the task should lead to, for the model
  --guide KIND       where the agent gets one hint: memory, model (the provider's search), mcp:COMMAND, none
  --memory DIR       the folder of fovea memory, for --guide memory
  --images           also sends a screenshot with refs
  --replan KIND      needed (default): plans again where an action failed or nothing is left; always: after each action
  --max-steps N      most actions (30)
  --max-tokens N     most tokens, in and out together
  --max-cost DOLLARS most cost; needs --price
  --price IN,OUT     US dollars for a million tokens, for the cost at the end
  --computer-use KIND  the provider's own computer-use model does it by screenshots: gemini (with --model google:NAME), openai,
                     anthropic; cannot be resumed (docs/computer-use.md)
  --run FOLDER       where checkpoint, journal and log go; a new folder in --output-dir if absent
  --resume FOLDER    goes on with a run that was stopped; no action is done twice
  --demo             a task on a virtual phone by a scripted model; needs no key and no device
  --json             the result on standard output

Sensitive actions are asked about on the terminal; without one the run stops there, and can go on (docs/guard.md).
Exit codes: 0 success, proven; 1 an error with a code; 2 usage; 4 finished, not verified; 5 no progress; 6 budget;
7 a person has to be asked; 8 failure, the model gave up; 130 stopped (Ctrl-C).`;
