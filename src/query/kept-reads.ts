import type { ProjectContext } from './project-context.ts';
import { type ProjectReads, readsDiffer, readsHold } from './project-reads.ts';
import { SEMANTICS_REVISION } from './semantics-revision.ts';

/** Deletions take rows from answers, and say nothing of queries. */
const isOfMeaning = ({ kind, name }: ProjectReads[number]): boolean =>
  kind !== 'column' && kind !== 'overrides' && !(kind === 'setting' && name === 'dataEpoch');

/** What a query read of the meaning of its project, as a text to be stored beside it. */
export function keepReads(reads: ProjectReads): string {
  return JSON.stringify({ semantics: SEMANTICS_REVISION, reads: reads.filter(isOfMeaning) });
}

/** True while the project, and this release, say the same of everything in such a text. */
export function keptReadsHold(text: string, project: ProjectContext): boolean {
  const { semantics, reads } = parse(text);
  return semantics === SEMANTICS_REVISION && readsHold(reads, project);
}

/** True when a planned state of the project says otherwise than the present one of anything in such a text. */
export function keptReadsDiffer(text: string, present: ProjectContext, planned: ProjectContext): boolean {
  return readsDiffer(parse(text).reads, present, planned);
}

function parse(text: string): { readonly semantics: number; readonly reads: ProjectReads } {
  // Border: only `keepReads` writes such texts.
  return JSON.parse(text) as { semantics: number; reads: ProjectReads };
}
