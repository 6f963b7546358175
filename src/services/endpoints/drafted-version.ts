import type { ProjectContext } from '../../query/plan.ts';
import type { Warning } from '../../schema/warning.ts';
import { breakingWarnings, type VersionForm } from './breaking-warnings.ts';
import { draftVersion, type GivenVersion, type ReadVersion, type VersionDraft } from './draft-version.ts';

/** A version that is to be drafted. Plain data. */
export interface VersionToDraft {
  readonly project: ProjectContext;
  readonly given: GivenVersion;
  /** The version whose members stay where none are given. */
  readonly previous?: ReadVersion;
  /** The version whose callers get the draft instead. */
  readonly replaced?: VersionForm;
  /** The member of the request that makes the change. */
  readonly attr: string;
}

/** A draft, and what callers of the replaced version lose by it. Plain data. */
export interface DraftedVersion {
  readonly draft: VersionDraft;
  readonly breaking: readonly Warning[];
}

/** @throws AppError 400 codes of reading and compiling a query */
export function draftedVersion(asked: VersionToDraft): DraftedVersion {
  const { project, given, previous, replaced, attr } = asked;
  const draft = draftVersion(project, given, previous);
  const breaking = replaced === undefined ? [] : breakingWarnings(project, replaced, draft, attr);
  return { draft, breaking };
}
