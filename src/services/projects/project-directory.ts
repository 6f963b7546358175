import { type ActionRow, listActions } from '../../adapters/store/action-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import { listPropertyDefinitions, type PropertyDefinition } from '../../adapters/store/definition-store.ts';
import { listGroupTypes } from '../../adapters/store/group-type-store.ts';
import {
  findProject,
  findProjectByCaptureToken,
  listProjects,
  type ProjectRow,
} from '../../adapters/store/project-store.ts';
import type { ProjectContext } from '../../query/plan.ts';
import { absentProject } from './absent-project.ts';

/**
 * What runs and captures need to know of projects, kept in memory while the metadata stays the same: a warm call makes
 * no statement.
 */
export class ProjectDirectory {
  readonly #database: Database;
  readonly #contexts = new Map<number, Promise<ProjectContext | undefined>>();
  /** Those of `#contexts` that are loaded. */
  readonly #loaded = new Map<number, ProjectContext>();
  readonly #captureTokens = new Map<string, Promise<number | undefined>>();
  #revision = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * What compiling a query of a live project needs to know of it.
   * @throws AppError permission_denied when the project is gone
   */
  async context(projectId: number): Promise<ProjectContext> {
    const context = await this.#find(projectId);
    if (context === undefined) throw absentProject();
    return context;
  }

  /** The context of a live project when it is in memory and current. */
  recent(projectId: number): ProjectContext | undefined {
    this.#forgetOld();
    return this.#loaded.get(projectId);
  }

  /** The live project that a capture token writes to. */
  async byCaptureToken(captureToken: string): Promise<number | undefined> {
    return this.#keep(this.#captureTokens, captureToken, async () => {
      const project = await findProjectByCaptureToken(this.#database.query, captureToken);
      return project?.id;
    });
  }

  /** True for a live project. */
  async has(projectId: number): Promise<boolean> {
    return (await this.#find(projectId)) !== undefined;
  }

  /** Ids of the live projects in order. `within` null = all. */
  async list(within: readonly number[] | null): Promise<readonly number[]> {
    return (await listProjects(this.#database.query, within)).map((project) => project.id);
  }

  #find(projectId: number): Promise<ProjectContext | undefined> {
    return this.#keep(this.#contexts, projectId, async () => {
      const revision = this.#revision;
      const context = await loadContext(this.#database, projectId);
      if (context !== undefined && revision === this.#database.catalogRevision)
        this.#loaded.set(projectId, context);
      return context;
    });
  }

  /** The kept value, else what `load` gives. Only values that exist are kept, so wrong names take no memory. */
  #keep<Key, Value>(
    kept: Map<Key, Promise<Value | undefined>>,
    key: Key,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    this.#forgetOld();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const revision = this.#revision;
    const loading = load();
    kept.set(key, loading);
    const forget = () => {
      if (kept.get(key) === loading) kept.delete(key);
    };
    void loading.then((value) => {
      if (value === undefined || revision !== this.#database.catalogRevision) forget();
    }, forget);
    return loading;
  }

  #forgetOld(): void {
    const revision = this.#database.catalogRevision;
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#contexts.clear();
    this.#loaded.clear();
    this.#captureTokens.clear();
  }
}

async function loadContext(database: Database, projectId: number): Promise<ProjectContext | undefined> {
  const project = await findProject(database.query, projectId);
  if (project === undefined) return undefined;
  const groupTypes = await listGroupTypes(database.query, projectId);
  const definitions = await listPropertyDefinitions(database.query, projectId);
  const actions = await listActions(database.query, projectId);
  return toContext(project, { groupTypes, definitions, actions });
}

/** What belongs to a project besides its own row. */
interface ProjectParts {
  readonly groupTypes: readonly string[];
  readonly definitions: readonly PropertyDefinition[];
  readonly actions: readonly ActionRow[];
}

function toContext(project: ProjectRow, { groupTypes, definitions, actions }: ProjectParts): ProjectContext {
  const typesOf = (owner: PropertyDefinition['type']) =>
    new Map(definitions.filter(({ type }) => type === owner).map((row) => [row.name, row.propertyType]));
  return {
    projectId: project.id,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
    testAccountFilters: project.testAccountFilters,
    pathCleaningFilters: project.pathCleaningFilters,
    propertyTypes: { event: typesOf('event'), person: typesOf('person'), group: typesOf('group') },
    groupTypes,
    hasPersonOverrides: project.hasPersonOverrides,
    actions: new Map(actions.map((action) => [action.id, action])),
    dataEpoch: project.dataEpoch,
    revision: `${project.contextRevision}.${project.dataEpoch}`,
  };
}
