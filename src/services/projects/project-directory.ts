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
import type { ProjectContext, PromotedColumns } from '../../query/plan.ts';
import { absentProject } from './absent-project.ts';

/** Tells which properties have columns: another object whenever that changes. */
export interface PromotedSource {
  readonly current: PromotedColumns;
}

/** A project with all that is known of it. */
export interface KnownProject extends ProjectContext {
  readonly propertyTypes: Readonly<
    Record<PropertyDefinition['type'], ReadonlyMap<string, PropertyDefinition['propertyType']>>
  >;
  readonly groupTypes: readonly string[];
  readonly promoted?: PromotedColumns;
}

const NONE_PROMOTED: PromotedSource = { current: { events: new Map(), revision: '' } };

/**
 * What runs and captures need to know of projects, kept in memory while the metadata stays the same: a warm call makes
 * no statement.
 */
export class ProjectDirectory {
  readonly #database: Database;
  readonly #contexts = new Map<number, Promise<KnownProject | undefined>>();
  /** Those of `#contexts` that are loaded. */
  readonly #loaded = new Map<number, KnownProject>();
  readonly #captureTokens = new Map<string, Promise<number | undefined>>();
  readonly #promoted: PromotedSource;
  #revision = 0;
  #columns: PromotedColumns;

  constructor(database: Database, promoted: PromotedSource = NONE_PROMOTED) {
    this.#database = database;
    this.#promoted = promoted;
    this.#columns = promoted.current;
  }

  /**
   * What compiling a query of a live project needs to know of it.
   * @throws AppError permission_denied when the project is gone
   */
  async context(projectId: number): Promise<KnownProject> {
    const context = await this.#find(projectId);
    if (context === undefined) throw absentProject();
    return context;
  }

  /** The context of a live project when it is in memory and current. */
  recent(projectId: number): KnownProject | undefined {
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

  #find(projectId: number): Promise<KnownProject | undefined> {
    return this.#keep(this.#contexts, projectId, async () => {
      const revision = this.#revision;
      const promoted = this.#columns;
      const loaded = await loadContext(this.#database, projectId);
      if (loaded === undefined) return undefined;
      const context = { ...loaded, promoted };
      if (revision === this.#database.catalogRevision && promoted === this.#columns)
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
    const columns = this.#promoted.current;
    if (revision === this.#revision && columns === this.#columns) return;
    this.#revision = revision;
    this.#columns = columns;
    this.#contexts.clear();
    this.#loaded.clear();
    this.#captureTokens.clear();
  }
}

async function loadContext(database: Database, projectId: number): Promise<KnownProject | undefined> {
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

function toContext(project: ProjectRow, { groupTypes, definitions, actions }: ProjectParts): KnownProject {
  const typesOf = () => new Map<string, PropertyDefinition['propertyType']>();
  const propertyTypes = { event: typesOf(), person: typesOf(), group: typesOf() };
  for (const { type, name, propertyType } of definitions) propertyTypes[type].set(name, propertyType);
  return {
    projectId: project.id,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
    testAccountFilters: project.testAccountFilters,
    pathCleaningFilters: project.pathCleaningFilters,
    propertyTypes,
    groupTypes,
    hasPersonOverrides: project.hasPersonOverrides,
    actions: new Map(actions.map((action) => [action.id, action])),
    dataEpoch: project.dataEpoch,
    revision: `${project.contextRevision}.${project.dataEpoch}`,
  };
}
