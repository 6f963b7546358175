import { hash } from 'node:crypto';
import { answerReads, type ProjectReads, SEMANTICS_REVISION } from '../../query/plan.ts';

/**
 * A text of everything besides the query and the events that decides an answer: what the compiled query reads of its
 * project (settings, actions, types of its properties, indexes of its group types, the data epoch), and what queries
 * mean in this release. A snapshot answers only while the same text is made. Pure.
 * @param semantics given by tests
 */
export function snapshotConditions(reads: ProjectReads, semantics: number = SEMANTICS_REVISION): string {
  return hash('sha256', `${semantics} ${answerReads(reads)}`, 'base64url');
}
