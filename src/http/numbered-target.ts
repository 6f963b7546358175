import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { idOfText } from '../base/id-of-text.ts';
import { demandedRevisions } from './demanded-revisions.ts';

type Numbered = 'action' | 'cohort';

interface WithId {
  readonly id: string;
}

/** What a change is about: the id in the path, and the revisions that the caller expects. @throws AppError not_found */
export function numberedTarget(what: Numbered, params: WithId, request: FastifyRequest) {
  return { id: numberInPath(what, params), ifRevisions: demandedRevisions(request) };
}

/** The id in the path. @throws AppError not_found when it is no number */
export function numberInPath(what: Numbered, { id }: WithId): number {
  const number = idOfText(id);
  if (number === undefined) throw new AppError('not_found', `There is no ${what} "${id}".`);
  return number;
}
