import type { EventRetention } from '../base/event-retention.ts';
import type { ActionStep } from '../schema/action.ts';
import type { CohortFilters } from '../schema/cohort-filters.ts';
import type { StoredPropertyFilter } from '../schema/property-filter.ts';

export type PropertyType = 'String' | 'Numeric' | 'Boolean' | 'DateTime';

/**
 * A map that is only asked for single names, so that a change of the project concerns just the queries that asked for
 * the changed name.
 */
export type Lookup<Key, Value> = Pick<ReadonlyMap<Key, Value>, 'get' | 'has'>;

/**
 * What the compiler must know of a project. Two contexts with equal `revision`, `promoted` and `lookups` compile every
 * query to the same text; so do two that are equal in what the query reads of them (`project-reads.ts`). Plain data,
 * made by services from the store. Read members one by one: a spread reads all of them.
 */
export interface ProjectContext {
  readonly projectId: number;
  /** IANA name. */
  readonly timezone: string;
  /** 0 Sunday, 1 Monday. */
  readonly weekStartDay: 0 | 1;
  readonly testAccountFilters: readonly StoredPropertyFilter[];
  readonly pathCleaningFilters: readonly { readonly regex: string; readonly alias: string }[];
  readonly propertyTypes: {
    readonly event: Lookup<string, PropertyType>;
    readonly person: Lookup<string, PropertyType>;
    readonly group: Lookup<string, PropertyType>;
  };
  /** Names of the group types; the place in the list is the index 0..4, -1 = there is none of that name. */
  readonly groupTypes: Pick<readonly string[], 'indexOf'>;
  /** True when merges exist, so that events must be joined with the overrides of their person ids. */
  readonly hasPersonOverrides: boolean;
  /** How long events are kept; absent = for ever. */
  readonly eventRetention?: EventRetention | undefined;
  /** Stored named filters by id, for ActionsNode. */
  readonly actions: Pick<ReadonlyMap<number, StoredAction>, 'get'>;
  /** Ids of the actions by name; absent = there is none. */
  readonly actionIds?: Pick<ReadonlyMap<string, number>, 'get'>;
  /** Stored lists of persons; absent = none. */
  readonly cohorts?: Cohorts;
  /** Seconds; a session at least this long is no bounce. Set by a modifier of the query; absent = 10. */
  readonly bounceSeconds?: number;
  /** Told of each name of an event that a query compares with; absent = nobody wants to know. */
  readonly noteEventName?: (name: string) => void;
  /** Grows with deletions of events or persons. */
  readonly dataEpoch: number;
  /** Changes whenever any member above changes. */
  readonly revision: string;
  /** Absent = none. No part of `revision`: it changes how a query is printed, never what it answers. */
  readonly promoted?: { readonly events: Pick<PromotedColumns['events'], 'get'>; readonly revision: string };
  /** Absent = none. No part of `revision`, as `promoted`. */
  readonly lookups?: { readonly ready: Pick<ProjectLookups['ready'], 'get'>; readonly revision: string };
}

/** Columns of the engine's events that hold the texts of single properties, for all projects. */
export interface PromotedColumns {
  /** Names of columns by property key. */
  readonly events: ReadonlyMap<string, string>;
  /** Equal for equal columns. */
  readonly revision: string;
}

/** The lookups of a project that hold all of its events which have a value. */
export interface ProjectLookups {
  /** Numbers of lookups by `subjectName`. */
  readonly ready: ReadonlyMap<string, number>;
  /** Equal for equal lookups. */
  readonly revision: string;
}

/** A stored, named list of steps; an event matches it when it meets any of them, every event when there are none. */
export interface StoredAction {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  readonly steps: readonly ActionStep[];
}

/** The cohorts of a project. */
export interface Cohorts {
  readonly byId: Pick<ReadonlyMap<number, StoredCohort>, 'get'>;
  readonly idByName: Pick<ReadonlyMap<string, number>, 'get'>;
}

/** A stored, named list of persons. */
export interface StoredCohort {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  /** Who belongs to it; null for a static cohort, whose members are stored one by one. */
  readonly filters: CohortFilters | null;
}
