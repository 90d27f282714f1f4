/** One condition that a phone has to meet, for example `api>=34`. */
export interface Need {
  readonly key: string;
  readonly op: "=" | ">=" | "<=";
  readonly value: string;
}
