import type { ProjectContext } from './project-context.ts';
import { isOfAnswer, type ProjectReads, readsDiffer, readsHold } from './project-reads.ts';
import { SEMANTICS_REVISION } from './semantics-revision.ts';

/**
 * True for a read that the meaning of a query depends on. `dataEpoch` is none: deletions only take rows from answers.
 */
const isOfMeaning = (read: ProjectReads[number]): boolean =>
  isOfAnswer(read) && !(read.kind === 'setting' && read.name === 'dataEpoch');

/** The reads that the meaning of a query depends on, as a text to be stored beside the query. */
export function keepReads(reads: ProjectReads): string {
  return JSON.stringify({ semantics: SEMANTICS_REVISION, reads: reads.filter(isOfMeaning) });
}

/** True while the project and this release agree with everything in a text of `keepReads`. */
export function keptReadsHold(text: string, project: ProjectContext): boolean {
  const { semantics, reads } = parse(text);
  return semantics === SEMANTICS_REVISION && readsHold(reads, project);
}

/**
 * True when a planned state of the project differs from the present one in anything that a text of `keepReads` names.
 */
export function keptReadsDiffer(text: string, present: ProjectContext, planned: ProjectContext): boolean {
  return readsDiffer(parse(text).reads, present, planned);
}

function parse(text: string): { readonly semantics: number; readonly reads: ProjectReads } {
  // Border: only `keepReads` writes such texts.
  return JSON.parse(text) as { semantics: number; reads: ProjectReads };
}
