import { hash } from 'node:crypto';
import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { Deadline } from '../../base/deadline.ts';
import {
  answerReads,
  type CompiledVersion,
  compileVersion,
  type PreparedFacts,
  type PreparedRun,
  type PrepareOptions,
  type ProjectContext,
  type ProjectReads,
  type RunParameters,
  SEMANTICS_REVISION,
} from '../../query/plan.ts';
import { SingleFlight } from '../cache/single-flight.ts';
import type { CompileCaller, Compiling } from '../catalog/compiling.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import { type KnownState, Missing } from '../catalog/known-state.ts';
import { ProjectMemory } from '../catalog/project-memory.ts';
import { prepareRunTask } from './prepare-run-task.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Most bytes that a version takes once it has parsed its text: a fixed part, and a part for each character. */
const VERSION_BYTES = 10_000;
const CHARACTER_BYTES = 40;

/** Longest time that a caller waits for a version that a thread compiles. */
const MOST_MS = 30_000;

/** A run of a version, whose parameters are to be checked. */
export interface RunOfVersion {
  readonly version: VersionRow;
  readonly project: KnownProject;
  readonly parameters: RunParameters;
  readonly options: Omit<PrepareOptions, 'project'>;
}

/** A prepared run, and the state of the project for which it is one. */
interface PreparedFor {
  readonly project: ProjectContext;
  readonly compiled: CompiledVersion;
  readonly prepared: PreparedOfVersion;
}

/** A run of a version; `isLong`: threads compile what is to be compiled for it. */
export type PreparedOfVersion = PreparedRun & { readonly isLong: boolean };

/** Compiled versions. A version is compiled again only when something changes that its query reads of the project. */
export class CompiledVersions {
  readonly #compiler: Compiling;
  readonly #compiled = new ProjectMemory<CompiledVersion>(MAX_BYTES);
  readonly #compilations = new SingleFlight<CompiledVersion>();

  constructor(compiler: Compiling) {
    this.#compiler = compiler;
  }

  /**
   * The compiled version, without waiting; `Missing` when a thread has to compile it. Callers who miss the same one
   * wait for the same thread.
   * @throws AppError when the version no longer compiles, for example after a change of the project; throttled when it
   *   is not compiled and the key has no execution left
   */
  find(
    version: VersionRow,
    project: KnownProject,
    caller: CompileCaller,
  ): CompiledVersion | Missing<CompiledVersion> {
    const place = placeOf(version);
    const kept = this.#compiled.recall(place, project);
    if (kept !== undefined) return kept;
    this.#compiler.refuseUsedUp(caller);
    if (!this.#compiler.isLong(project, version.query))
      return this.#keep(version, project, compileVersion(version.query, version.variables, project));
    const name = `compiled ${place} ${project.revision}`;
    return new Missing(name, async () => {
      const waiting = { deadline: Deadline.after(MOST_MS), signal: caller.abortController().signal };
      const { value } = await this.#compilations.run(name, waiting, async (signal) => {
        const { projectId, principal } = caller;
        const shared = { projectId, principal, abortController: () => ({ signal }) };
        const compiled = await this.#compiler.compile(version, project, shared);
        return this.#keep(version, project, compiled);
      });
      return value;
    });
  }

  /**
   * A run of a version with its parameters checked, without waiting; `Missing` when a thread has to do a part of it: it
   * compiles the version, or checks the parameters where that compiles the query again.
   * @param known what was loaded for this decision
   * @throws AppError as `find`; 400 codes; permission_denied for expressions that the caller may not send
   */
  prepare(
    run: RunOfVersion,
    caller: CompileCaller,
    known: Pick<KnownState, 'orLoaded'>,
  ): PreparedFor | Missing<PreparedFor | CompiledVersion> {
    const found = this.find(run.version, run.project, caller);
    const compiled = found instanceof Missing ? known.orLoaded(found) : found;
    if (compiled instanceof Missing) return compiled;
    const prepared = this.#prepare(run, compiled, caller);
    return prepared instanceof Missing ? known.orLoaded(prepared) : prepared;
  }

  /** As `prepare`, for a compiled version and callers that may wait. */
  async prepared(
    run: RunOfVersion,
    compiled: CompiledVersion,
    caller: CompileCaller,
  ): Promise<PreparedOfVersion> {
    const found = this.#prepare(run, compiled, caller);
    return (found instanceof Missing ? await found.load() : found).prepared;
  }

  #prepare(
    run: RunOfVersion,
    compiled: CompiledVersion,
    caller: CompileCaller,
  ): PreparedFor | Missing<PreparedFor> {
    const { version, project, parameters, options } = run;
    const isLong = this.#compiler.isLong(project, version.query, parameters);
    const prepared = (facts?: PreparedFacts): PreparedFor => {
      const all = { ...options, project };
      const made = facts ? compiled.preparedFrom(facts, parameters, all) : compiled.prepare(parameters, all);
      return { project, compiled, prepared: { ...made, isLong } };
    };
    if (!isLong || !compiled.isCompiledForRun(parameters, options)) return prepared();
    return new Missing('prepared run', async () => {
      const { query, variables } = version;
      const asked = { query, variables, parts: compiled.parts, parameters, options, project };
      return prepared(await this.#compiler.inThread(prepareRunTask, asked, caller));
    });
  }

  /** As `find`, for callers that may wait. */
  async get(version: VersionRow, project: KnownProject, caller: CompileCaller): Promise<CompiledVersion> {
    const found = this.find(version, project, caller);
    return found instanceof Missing ? found.load() : found;
  }

  #keep(version: VersionRow, project: KnownProject, value: CompiledVersion): CompiledVersion {
    const bytes = VERSION_BYTES + CHARACTER_BYTES * value.canonicalQuery.length;
    this.#compiled.keep(placeOf(version), project, { value, reads: value.reads, bytes });
    return value;
  }
}

function placeOf({ endpointId, version }: VersionRow): string {
  return `${endpointId} ${version}`;
}

/**
 * A text of everything besides the query and the events that decides an answer: what the compiled query reads of its
 * project (settings, actions, types of its properties, indexes of its group types, the data epoch), and what queries
 * mean in this release. A snapshot answers only while the same text is made. Pure.
 * @param semantics given by tests
 */
export function snapshotConditions(reads: ProjectReads, semantics: number = SEMANTICS_REVISION): string {
  return hash('sha256', `${semantics} ${answerReads(reads)}`, 'base64url');
}
