/** Beside the version, because it changes with the project and not with the endpoint. */
export interface EndpointJudgementTable {
  readonly endpoint_id: string;
  /** What was judged; nothing is known of others. */
  readonly version: number;
  /** What compiling it read of the project; null = it was refused. */
  readonly reads: string | null;
  /** What its runs are refused with `{code, detail, attr?, position?}`; null = they are not. */
  readonly refusal: string | null;
}
