/** Functions that stand for an expression over the events beside them; none of them reaches the engine by its name. */
export type ExpandedFunction = 'matchesAction' | 'getSurveyResponse' | 'uniqueSurveySubmissionsFilter';

interface Expanded {
  readonly name: ExpandedFunction;
  /** Least and most arguments, all of them literals. */
  readonly arity: readonly [number, number];
  /** The expression holds a sub-select of events. */
  readonly hasSelect?: true;
  /** How it is called. */
  readonly signature: string;
  /** The engine's type of the expression. */
  readonly answers: string;
  /** A sentence for readers. */
  readonly note: string;
}

/** All of them, as readers are told of them too. */
export const EXPANDED_FUNCTIONS: readonly Expanded[] = [
  {
    name: 'matchesAction',
    arity: [1, 1],
    signature: 'matchesAction(literal)',
    answers: 'UInt8',
    note: 'Whether the event matches the action of that name or id.',
  },
  {
    name: 'getSurveyResponse',
    arity: [1, 3],
    signature: 'getSurveyResponse(literal, [literal], [literal])',
    answers: 'Nullable(String)',
    note: 'The answer to a question of a survey, by its place from 0 on; with the id of the question as second argument.',
  },
  {
    name: 'uniqueSurveySubmissionsFilter',
    arity: [1, 1],
    hasSelect: true,
    signature: 'uniqueSurveySubmissionsFilter(literal)',
    answers: 'UInt8',
    note: 'Whether the event is the newest of its submission of that survey.',
  },
];

export const EXPANDED_NAMES: readonly string[] = EXPANDED_FUNCTIONS.map(({ name }) => name);

const BY_LOWER_NAME = new Map(EXPANDED_FUNCTIONS.map((row) => [row.name.toLowerCase(), row]));

/** The function with this name, written in any case. */
export function findExpanded(name: string): Expanded | undefined {
  return BY_LOWER_NAME.get(name.toLowerCase());
}
