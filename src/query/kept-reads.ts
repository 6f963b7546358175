import type { ProjectContext } from './project-context.ts';
import { isOfAnswer, type ProjectReads, readsDiffer, readsHold } from './project-reads.ts';
import { SEMANTICS_REVISION } from './semantics-revision.ts';

/**
 * True for a read that the meaning of a query depends on. `dataEpoch` is none: deletions only take rows from answers.
 */
const isOfMeaning = (read: ProjectReads[number]): boolean =>
  isOfAnswer(read) && !(read.kind === 'setting' && read.name === 'dataEpoch');

/** What `keepReads` writes. */
interface KeptReads {
  readonly semantics: number;
  readonly reads: ProjectReads;
  /** Absent in texts of earlier releases. */
  readonly structures?: WantedStructures;
}

/** What of the engine a query would use, whether or not it is there. */
export interface WantedStructures {
  /** Keys of properties of events whose columns it would read. */
  readonly columns: readonly string[];
  /** Names of the subjects (`subjectName`) by whose lookups it would find events. */
  readonly lookups: readonly string[];
}

/**
 * The reads that the meaning of a query depends on, and what it would use of the engine, as a text to be stored beside
 * the query.
 */
export function keepReads(reads: ProjectReads): string {
  const kept: KeptReads = {
    semantics: SEMANTICS_REVISION,
    reads: reads.filter(isOfMeaning),
    structures: { columns: namesOf(reads, 'column'), lookups: namesOf(reads, 'lookup') },
  };
  return JSON.stringify(kept);
}

function namesOf(reads: ProjectReads, wanted: ProjectReads[number]['kind']): readonly string[] {
  return reads.filter(({ kind }) => kind === wanted).map(({ name }) => name);
}

/** What a query would use of the engine; undefined where an earlier release has kept its reads. */
export function wantedStructures(text: string): WantedStructures | undefined {
  return parse(text).structures;
}

/** True while the project and this release agree with everything in a text of `keepReads`. */
export function keptReadsHold(text: string, project: ProjectContext): boolean {
  const { semantics, reads, structures } = parse(text);
  return semantics === SEMANTICS_REVISION && structures !== undefined && readsHold(reads, project);
}

/** True when two texts of `keepReads` name the same facts, so that the query means the same with both. */
export function sameMeaning(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)];
  return a.semantics === b.semantics && JSON.stringify(a.reads) === JSON.stringify(b.reads);
}

/**
 * True when a planned state of the project differs from the present one in anything that a text of `keepReads` names.
 */
export function keptReadsDiffer(text: string, present: ProjectContext, planned: ProjectContext): boolean {
  return readsDiffer(parse(text).reads, present, planned);
}

function parse(text: string): KeptReads {
  // Border: only `keepReads` writes such texts.
  return JSON.parse(text) as KeptReads;
}
