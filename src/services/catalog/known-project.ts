import { type ActionRow, listActions } from '../../adapters/store/action-store.ts';
import { listCohorts } from '../../adapters/store/cohort-store.ts';
import type { LearnedProperty, Queryable } from '../../adapters/store/database.ts';
import { listPropertyDefinitions, type PropertyDefinition } from '../../adapters/store/definition-store.ts';
import { eventRetentionOf } from '../../adapters/store/event-retention-store.ts';
import { listGroupTypes } from '../../adapters/store/group-type-store.ts';
import { type LookupRow, listLookups } from '../../adapters/store/lookup-store.ts';
import { findProject, type ProjectRow } from '../../adapters/store/project-store.ts';
import { invariant } from '../../base/invariant.ts';
import {
  cohortsOf,
  type ProjectContext,
  type ProjectLookups,
  type PromotedColumns,
  type StoredCohort,
} from '../../query/plan.ts';

/** A project with all that is known of it. */
export interface KnownProject extends ProjectContext {
  readonly propertyTypes: PropertyTypes<ReadonlyMap<string, PropertyDefinition['propertyType']>>;
  readonly groupTypes: readonly string[];
  readonly promoted: PromotedColumns;
  /** Origins of web pages that may run endpoints by tokens. */
  readonly allowedOrigins: readonly string[];
}

type PropertyTypes<Types> = Readonly<Record<PropertyDefinition['type'], Types>>;

/** What the store says of a project besides its own row. */
interface ProjectParts {
  readonly types: PropertyTypes<Map<string, PropertyDefinition['propertyType']>>;
  readonly groupTypes: readonly string[];
  readonly actions: ReadonlyMap<number, ActionRow>;
  readonly actionIds: ReadonlyMap<string, number>;
  readonly cohorts: ReadonlyMap<number, StoredCohort>;
}

const PROJECT_BYTES = 4_000;
const PROPERTY_BYTES = 120;
const ACTION_BYTES = 1_000;

/** Counts the contexts that were made, so that no two of them have the same revision. */
let contextsMade = 0;

/** A project as the store had it, with the types of properties that were learned since. */
export class LoadedProject {
  readonly #projectId: number;
  #row: ProjectRow | undefined;
  #parts = noParts();
  /** No part, because a lookup that becomes ready does not raise the revision of the project. */
  #lookups = readyLookups([]);
  #context: KnownProject | undefined;

  constructor(projectId: number) {
    this.#projectId = projectId;
  }

  /** Reads the project; null when it is not live. @param before an earlier state, whose unchanged parts are kept */
  async load(db: Queryable, before: LoadedProject | null | undefined): Promise<LoadedProject | null> {
    this.#row = await findProject(db, this.#projectId);
    if (this.#row === undefined) return null;
    if (before?.contextRevision === this.#row.contextRevision) this.#parts = before.#parts;
    else await this.#loadParts(db);
    this.#lookups = readyLookups(await listLookups(db, [this.#projectId]));
    return this;
  }

  get contextRevision(): number | undefined {
    return this.#row?.contextRevision;
  }

  async #loadParts(db: Queryable): Promise<void> {
    const { types } = this.#parts;
    const groupTypes = await listGroupTypes(db, this.#projectId);
    const definitions = await listPropertyDefinitions(db, this.#projectId);
    for (const { type, name, propertyType } of definitions) types[type].set(name, propertyType);
    const actions = await listActions(db, this.#projectId);
    const cohorts = await listCohorts(db, this.#projectId);
    const actionIds = new Map(actions.map(({ name, id }) => [name, id]));
    this.#parts = { types, groupTypes, actions: byId(actions), actionIds, cohorts: byId(cohorts) };
  }

  /** Takes over a property that was seen for the first time. A property that is known already keeps its type. */
  learn({ projectId, type, name, propertyType }: LearnedProperty): void {
    const types = this.#parts.types[type];
    if (projectId !== this.#projectId || types.has(name)) return;
    types.set(name, propertyType);
    this.#context = undefined;
  }

  /** The project as it is now: the same object until a part of it changes. */
  context(promoted: PromotedColumns): KnownProject {
    if (this.#context?.promoted === promoted) return this.#context;
    invariant(this.#row !== undefined, 'a project is asked when it was loaded');
    const { id: projectId, timezone, weekStartDay, testAccountFilters, pathCleaningFilters } = this.#row;
    const { hasPersonOverrides, dataEpoch, allowedOrigins } = this.#row;
    const eventRetention = eventRetentionOf(this.#row);
    const isLimited = eventRetention.days !== null || eventRetention.keptFromMs !== null;
    const { types: propertyTypes, groupTypes, actions, actionIds, cohorts } = this.#parts;
    const settings = { timezone, weekStartDay, testAccountFilters, pathCleaningFilters, hasPersonOverrides };
    contextsMade += 1;
    const revision = String(contextsMade);
    this.#context = {
      projectId,
      ...settings,
      ...(isLimited && { eventRetention }),
      dataEpoch,
      propertyTypes,
      groupTypes,
      allowedOrigins,
      actions,
      actionIds,
      cohorts: cohortsOf(cohorts),
      promoted,
      lookups: this.#lookups,
      revision,
    };
    return this.#context;
  }

  /** Approximate bytes that the project takes in memory. */
  get bytes(): number {
    const { types, actions, cohorts } = this.#parts;
    const properties = types.event.size + types.person.size + types.group.size;
    return PROJECT_BYTES + properties * PROPERTY_BYTES + (actions.size + cohorts.size) * ACTION_BYTES;
  }
}

/** Those that queries may read; every other one lacks events, or is about to. */
function readyLookups(rows: readonly LookupRow[]): ProjectLookups {
  const ready = rows.filter(({ state }) => state === 'ready');
  return {
    ready: new Map(ready.map(({ subjectName, number }) => [subjectName, number])),
    revision: ready.map(({ number }) => number).join(' '),
  };
}

function noParts(): ProjectParts {
  return { types: noTypes(), groupTypes: [], actions: new Map(), actionIds: new Map(), cohorts: new Map() };
}

function noTypes(): ProjectParts['types'] {
  return { event: new Map(), person: new Map(), group: new Map() };
}

function byId<Thing extends { readonly id: number }>(things: readonly Thing[]): ReadonlyMap<number, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]));
}
