import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { CompiledVersion, ProjectContext } from '../../query/plan.ts';
import { ProjectMemory } from '../catalog/project-memory.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Approximate bytes of a compiled version: a fixed part, and a part for each character of its query. */
const VERSION_BYTES = 4_000;
const CHARACTER_BYTES = 100;

/** Compiles a query with the declarations of its variables for one state of its project. */
export type CompileVersion = (
  query: VersionRow['query'],
  variables: VersionRow['variables'],
  project: ProjectContext,
) => CompiledVersion;

/** Compiled versions. A version is compiled again only when something changes that its query reads of the project. */
export class CompiledVersions {
  readonly #compile: CompileVersion;
  readonly #compiled = new ProjectMemory<CompiledVersion>(MAX_BYTES);

  constructor(compile: CompileVersion) {
    this.#compile = compile;
  }

  /** @throws AppError when the version no longer compiles, for example after a change of the project */
  get(version: VersionRow, project: ProjectContext): CompiledVersion {
    const place = `${version.endpointId} ${version.version}`;
    const kept = this.#compiled.recall(place, project);
    if (kept !== undefined) return kept;
    const value = this.#compile(version.query, version.variables, project);
    const bytes = VERSION_BYTES + CHARACTER_BYTES * value.canonicalQuery.length;
    this.#compiled.keep(place, project, { value, reads: value.reads, bytes });
    return value;
  }
}
