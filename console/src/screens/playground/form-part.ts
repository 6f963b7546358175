import type { ApiProblem } from '../../api/problem.ts';
import type { ShownEndpoint } from '../../data/shapes.ts';
import type { PlayRequest } from './play-request.ts';

/** What every part of the form gets. */
export interface FormPart {
  readonly request: PlayRequest;
  readonly endpoint: ShownEndpoint;
  readonly onChange: (request: PlayRequest) => void;
  /** Why the last run was refused; lands at its field by `attr`. */
  readonly problem: ApiProblem | null;
}
