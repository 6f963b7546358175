import { LRUCache } from 'lru-cache';
import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { type CompiledVersion, type ProjectContext, readsHold } from '../../query/plan.ts';

/** Compiled versions kept; the busiest stay. */
const MAX_KEPT = 5_000;

/** Compiles a query with the declarations of its variables for one state of its project. */
export type CompileVersion = (
  query: VersionRow['query'],
  variables: VersionRow['variables'],
  project: ProjectContext,
) => CompiledVersion;

/** Versions compiled once, and again only when something changes that their query reads of the project. */
export class CompiledVersions {
  readonly #compile: CompileVersion;
  readonly #compiled = new LRUCache<string, CompiledVersion>({ max: MAX_KEPT });

  constructor(compile: CompileVersion) {
    this.#compile = compile;
  }

  /** @throws AppError when the version no longer compiles, such as after a change of the project */
  get(version: VersionRow, project: ProjectContext): CompiledVersion {
    const place = `${version.endpointId} ${version.version}`;
    const kept = this.#compiled.get(place);
    if (kept !== undefined && readsHold(kept.reads, project)) return kept;
    const compiled = this.#compile(version.query, version.variables, project);
    this.#compiled.set(place, compiled);
    return compiled;
  }

  /** Compiles a query that is not stored. @throws AppError 400 codes */
  compileOnce(query: VersionRow['query'], project: ProjectContext): CompiledVersion {
    return this.#compile(query, {}, project);
  }
}
