import type { Warning } from '../schema/warning.ts';
import type { ProjectRead, ProjectReads } from './project-reads.ts';

/** Most names in one answer: a longer list would help nobody. */
const MOST_NAMES = 100;

const OWNERS: Partial<Readonly<Record<ProjectRead['kind'], string>>> = {
  event: 'events',
  person: 'persons',
  group: 'groups',
};

/** A warning for each property that a query reads and that never came in: perhaps its name is misspelled. */
export function unknownProperties(reads: ProjectReads): readonly Warning[] {
  return reads
    .filter(({ kind, value }) => kind in OWNERS && value === null)
    .slice(0, MOST_NAMES)
    .map(({ kind, name }) => ({
      code: 'unknown_property',
      detail: `No property "${name}" of ${OWNERS[kind]} came in so far; until then it is read as text.`,
    }));
}
