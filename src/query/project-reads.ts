import { invariant, unreachable } from '../base/invariant.ts';
import { stableJson } from '../base/stable-json.ts';
import type { Lookup, ProjectContext, PropertyType } from './project-context.ts';

/** What a query was told of a setting, a name or an id. Null = the project has no such thing. */
type ReadValue = string | number | null;

/**
 * One thing that compiling a query asked of its project:
 * - `setting`: a member of the context; `event`, `person`, `group`: the type of such a property;
 * - `group_type`: the index of a group type; `action`, `cohort`: the revision of a stored action or cohort;
 * - `cohort_name`: the id of the cohort with this name;
 * - `action_name`: the id of the action with this name;
 * - `column`, `lookup` and `overrides`: how the engine keeps events. They decide the text of a query and never its
 *   answer;
 * - `event_name`: an event that the query compares with. Nothing is asked, so that a new name changes no query.
 */
export interface ProjectRead {
  readonly kind:
    | PropertyKind
    | 'setting'
    | 'group_type'
    | 'action'
    | 'action_name'
    | 'cohort'
    | 'cohort_name'
    | 'column'
    | 'lookup'
    | 'overrides'
    | 'event_name';
  readonly name: string;
  readonly value: ReadValue;
}

/** All that compiling a query asked of its project, each once, by kind and name. */
export type ProjectReads = readonly ProjectRead[];

type PropertyKind = keyof ProjectContext['propertyTypes'];

const SETTINGS = [
  'timezone',
  'weekStartDay',
  'testAccountFilters',
  'pathCleaningFilters',
  'dataEpoch',
  'eventRetention',
] as const;

type Setting = (typeof SETTINGS)[number];

/**
 * Settings that every answer depends on: an answer names its time zone and holds only rows that deletions have left.
 */
const READ_BY_ALL: readonly Setting[] = ['timezone', 'dataEpoch'];

/** A project that notes what is asked of it. */
export interface WatchedProject {
  readonly project: ProjectContext;
  /**
   * Ends the noting. From now on the project answers only for properties that were read, and lets go of the types of
   * all others: compiled queries are kept for long, and a project may have thousands of properties.
   * @param others what another compilation of the same query read, to be joined
   */
  finish(others?: ProjectReads): ProjectReads;
}
/** Shows a project to a compilation and notes what the compilation asks of it. */
export function watchReads(source: ProjectContext): WatchedProject {
  const notes = new Notes(source);
  return {
    project: watched(source, notes),
    finish: (others = []) => notes.finish(others),
  };
}

/** True when `project` says what `reads` say, so that a query compiled with these reads is still valid. */
export function readsHold(reads: ProjectReads, project: ProjectContext): boolean {
  return reads.every(({ kind, name, value }) => askProject(project, kind, name) === value);
}

/** True when two states of a project differ in anything that a query read. */
export function readsDiffer(reads: ProjectReads, one: ProjectContext, other: ProjectContext): boolean {
  return reads.some(({ kind, name }) => askProject(one, kind, name) !== askProject(other, kind, name));
}

/** A text of those reads that an answer depends on: equal for equal reads. */
export function answerReads(reads: ProjectReads): string {
  const answering = reads.filter(
    // An absent `eventRetention` is left out, so that texts kept by builds without this setting still compare as equal.
    (read) => isOfAnswer(read) && !(read.name === 'eventRetention' && read.value === null),
  );
  return JSON.stringify(answering.map(({ kind, name, value }) => [kind, name, value]));
}

const NOT_OF_ANSWER: ReadonlySet<ProjectRead['kind']> = new Set([
  'column',
  'lookup',
  'overrides',
  'event_name',
]);

/** True for a read that an answer may depend on. */
export function isOfAnswer({ kind }: ProjectRead): boolean {
  return !NOT_OF_ANSWER.has(kind);
}

/** Most names of events that are noted: a list in a query may hold thousands. */
const MOST_EVENT_NAMES = 100;

class Notes {
  readonly #found = new Map<string, ProjectRead>();
  #source: ProjectContext | undefined;
  #eventNames = 0;

  constructor(source: ProjectContext) {
    this.#source = source;
    for (const name of READ_BY_ALL) this.note('setting', name);
  }

  note(kind: ProjectRead['kind'], name: string): ReadValue {
    const place = `${kind} ${name}`;
    const known = this.#found.get(place);
    if (known !== undefined) return known.value;
    // A later compilation of the query differs in its time alone, and no name depends on the time.
    invariant(this.#source !== undefined, 'a compiled query asks for the same things each time');
    const value = askProject(this.#source, kind, name);
    this.#found.set(place, { kind, name, value });
    return value;
  }

  noteEventName(name: string): void {
    if (this.#source === undefined || this.#eventNames >= MOST_EVENT_NAMES) return;
    this.#eventNames += 1;
    this.note('event_name', name);
  }

  finish(others: ProjectReads): ProjectReads {
    for (const read of others) this.#found.set(`${read.kind} ${read.name}`, read);
    this.#source = undefined;
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, read]) => read);
  }
}

/** What a project says of a name. */
function askProject(project: ProjectContext, kind: ProjectRead['kind'], name: string): ReadValue {
  switch (kind) {
    case 'event':
    case 'person':
    case 'group':
      return project.propertyTypes[kind].get(name) ?? null;
    case 'group_type':
      return project.groupTypes.indexOf(name);
    case 'action':
      return project.actions.get(Number(name))?.revision ?? null;
    case 'action_name':
      return project.actionIds?.get(name) ?? null;
    case 'cohort':
      return project.cohorts?.byId.get(Number(name))?.revision ?? null;
    case 'cohort_name':
      return project.cohorts?.idByName.get(name) ?? null;
    case 'column':
      return project.promoted?.events.get(name) ?? null;
    case 'lookup':
      return project.lookups?.ready.get(name) ?? null;
    case 'overrides':
      return project.hasPersonOverrides ? 1 : 0;
    case 'setting':
      return settingValue(project, name);
    case 'event_name':
      return null;
    default:
      return unreachable(kind);
  }
}

/** Texts of lists, made once per list: contexts are compared often and made rarely. */
const LIST_TEXTS = new WeakMap<object, string>();

function settingValue(project: ProjectContext, name: string): ReadValue {
  const setting = SETTINGS.find((each) => each === name);
  invariant(setting !== undefined, 'only settings are noted as settings');
  const value = project[setting];
  if (typeof value !== 'object') return value ?? null;
  const text = LIST_TEXTS.get(value) ?? stableJson(value);
  LIST_TEXTS.set(value, text);
  return text;
}

/**
 * The project that a compilation sees. Only property types are read from `notes`, so that `source` need not be kept.
 */
function watched(source: ProjectContext, notes: Notes): ProjectContext {
  const { projectId, revision, timezone, weekStartDay, testAccountFilters, pathCleaningFilters } = source;
  const { groupTypes, actions, actionIds, cohorts, dataEpoch, hasPersonOverrides, eventRetention } = source;
  const { promoted, lookups } = source;
  const noted = <Value>(kind: ProjectRead['kind'], name: string, value: Value): Value => {
    notes.note(kind, name);
    return value;
  };
  return {
    projectId,
    revision,
    // Every query counts as a reader of these two, see READ_BY_ALL.
    timezone,
    dataEpoch,
    get weekStartDay() {
      return noted('setting', 'weekStartDay', weekStartDay);
    },
    get testAccountFilters() {
      return noted('setting', 'testAccountFilters', testAccountFilters);
    },
    get pathCleaningFilters() {
      return noted('setting', 'pathCleaningFilters', pathCleaningFilters);
    },
    get eventRetention() {
      return noted('setting', 'eventRetention', eventRetention);
    },
    get hasPersonOverrides() {
      return noted('overrides', '', hasPersonOverrides);
    },
    propertyTypes: {
      event: typesOf('event', notes),
      person: typesOf('person', notes),
      group: typesOf('group', notes),
    },
    groupTypes: { indexOf: (name) => noted('group_type', name, groupTypes.indexOf(name)) },
    actions: { get: (id) => noted('action', String(id), actions.get(id)) },
    cohorts: {
      byId: { get: (id) => noted('cohort', String(id), cohorts?.byId.get(id)) },
      idByName: { get: (name) => noted('cohort_name', name, cohorts?.idByName.get(name)) },
    },
    noteEventName: (name) => notes.noteEventName(name),
    actionIds: { get: (name) => noted('action_name', name, actionIds?.get(name)) },
    ...(promoted && {
      promoted: {
        revision: promoted.revision,
        events: { get: (name: string) => noted('column', name, promoted.events.get(name)) },
      },
    }),
    ...(lookups && {
      lookups: {
        revision: lookups.revision,
        ready: { get: (name: string) => noted('lookup', name, lookups.ready.get(name)) },
      },
    }),
  };
}

function typesOf(kind: PropertyKind, notes: Notes): Lookup<string, PropertyType> {
  // Border: what a project says of a property is its type.
  const typeOf = (name: string) => (notes.note(kind, name) ?? undefined) as PropertyType | undefined;
  return { get: typeOf, has: (name) => typeOf(name) !== undefined };
}
