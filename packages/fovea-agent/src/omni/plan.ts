import * as z from "zod";

/** A sub-task, which one action completes. */
export interface PlannedTask {
  readonly step: number;
  readonly request: string;
  readonly expected_output: string;
}

/** The answers that a planner may give. */
export type Planned =
  | { readonly kind: "tasks"; readonly tasks: readonly PlannedTask[] }
  | { readonly kind: "continue" }
  | { readonly kind: "finish"; readonly summary: string }
  | { readonly kind: "fail"; readonly reason: string };

export type ReadPlan = { readonly planned: Planned } | { readonly mistake: string };

const MOST_TASKS = 50;
const MOST_CHARACTERS = 20_000;
const words = z.string().trim().min(1).max(2_000);

const taskSchema = z.strictObject({ step: z.int().min(1), request: words, expected_output: words });
const finishSchema = z.strictObject({ finish: words });
const failSchema = z.strictObject({ fail: words });

/**
 * Reads a planner's answer: a JSON list of sub-tasks, "continue", {"finish": …} or {"fail": …}, alone or in one fenced
 * block. In mode `initial` there is no plan to continue. An empty plan is refused. For an answer that cannot be read,
 * `mistake` gives the reason in words for the model.
 */
export function readPlan(text: string, mode: "initial" | "replan"): ReadPlan {
  if (text.length > MOST_CHARACTERS) return { mistake: `the answer is longer than ${MOST_CHARACTERS} characters` };
  const answer = unfenced(text.trim());
  if (answer === "") return { mistake: "the answer is empty" };
  if (/^"?continue"?[.!]?$/i.test(answer)) {
    if (mode === "replan") return { planned: { kind: "continue" } };
    return { mistake: '"continue" makes no sense before there is a plan' };
  }
  const value = parsed(answer);
  if (value === undefined) return { mistake: "the answer is not one JSON value; write no other words beside it" };
  if (Array.isArray(value)) return readTasks(value);
  if (typeof value === "object" && value !== null) return readEnd(value);
  return { mistake: 'the answer has to be a list of sub-tasks, "continue", {"finish": …} or {"fail": …}' };
}

function unfenced(text: string): string {
  const [, inner] = /^```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  return (inner ?? text).trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readTasks(list: readonly unknown[]): ReadPlan {
  if (list.length === 0) return { mistake: "the list of sub-tasks is empty" };
  if (list.length > MOST_TASKS) return { mistake: `the list has more than ${MOST_TASKS} sub-tasks` };
  const read = z.array(taskSchema).safeParse(list, { error: issueWords });
  if (!read.success) return { mistake: issueOf(read.error) };
  const isCounted = read.data.every(({ step }, place) => step === place + 1);
  if (!isCounted) return { mistake: "the steps have to be numbered 1, 2, 3 …" };
  return { planned: { kind: "tasks", tasks: read.data } };
}

function readEnd(value: object): ReadPlan {
  const finish = finishSchema.safeParse(value, { error: issueWords });
  if (finish.success) return { planned: { kind: "finish", summary: finish.data.finish } };
  const fail = failSchema.safeParse(value, { error: issueWords });
  if (fail.success) return { planned: { kind: "fail", reason: fail.data.fail } };
  if ("step" in value) return { mistake: "sub-tasks have to be in a list, also where there is one only" };
  return {
    mistake: `an object is {"finish": "…"} or {"fail": "…"}: ${issueOf("fail" in value ? fail.error : finish.error)}`,
  };
}

function issueOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "it is not of the form that was asked for";
  const place = issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
  return `${place}${issue.message}`;
}

/** What is wrong in the answer, in Fovea's own words, for the model and for errors. */
function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return "it is missing";
  if (issue.code === "invalid_type") return issue.expected === "string" ? "it has to be a text" : "it has another type";
  if (issue.code === "too_small" || issue.code === "too_big")
    return "it is too short, too small, too long or too large";
  return issue.code === "unrecognized_keys"
    ? `there is no ${issue.keys.slice(0, 5).join(", ")}`
    : "it has the wrong form";
}
