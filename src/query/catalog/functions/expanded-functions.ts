/** Functions that stand for an expression over the events beside them; none of them reaches the engine by its name. */
export type ExpandedFunction = 'matchesAction' | 'getSurveyResponse' | 'uniqueSurveySubmissionsFilter';

interface Expanded {
  readonly name: ExpandedFunction;
  /** Least and most arguments, all of them literals. */
  readonly arity: readonly [number, number];
  /** The expression holds a sub-select of events. */
  readonly hasSelect?: true;
}

const EXPANDED: readonly Expanded[] = [
  { name: 'matchesAction', arity: [1, 1] },
  { name: 'getSurveyResponse', arity: [1, 3] },
  { name: 'uniqueSurveySubmissionsFilter', arity: [1, 1], hasSelect: true },
];

export const EXPANDED_NAMES: readonly string[] = EXPANDED.map(({ name }) => name);

const BY_LOWER_NAME = new Map(EXPANDED.map((row) => [row.name.toLowerCase(), row]));

/** The function with this name, written in any case. */
export function findExpanded(name: string): Expanded | undefined {
  return BY_LOWER_NAME.get(name.toLowerCase());
}
