/** What decides whether an endpoint can be built on a schedule. */
export interface EligibilityQuestion {
  readonly isActive: boolean;
  /** What speaks against it in the query; null = nothing. */
  readonly notMaterializable: string | null;
}

/** Why an endpoint cannot be materialized: one sentence each, empty when it can. */
export function materializationProblems(question: EligibilityQuestion): readonly string[] {
  return [
    ...(question.notMaterializable === null ? [] : [question.notMaterializable]),
    ...(question.isActive ? [] : ['The endpoint is inactive; only active endpoints are built.']),
  ];
}
