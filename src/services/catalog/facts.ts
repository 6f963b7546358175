import { LRUCache } from 'lru-cache';
import type { Database, LearnedProperty, Queryable } from '../../adapters/store/database.ts';
import { listEventNames } from '../../adapters/store/definition-store.ts';
import { listProjects } from '../../adapters/store/project-store.ts';
import { FULL_CATALOGUE } from '../../query/plan.ts';
import { LoadedProject } from './known-project.ts';

/** What the store said about one thing. */
interface Fact {
  readonly value: unknown;
  /** Revision of the subject when the store was asked. The fact holds while the subject has this revision. */
  readonly revision: number;
  readonly bytes: number;
}

/** Where the store's answer to a question is kept. */
export interface FactPlace {
  readonly place: string;
  /** The project, or `KEYS`, whose changes may change the answer. */
  readonly subject: number;
}

/** One thing that the store is asked about. */
export interface Question<Value> extends FactPlace {
  /** @param before the answer of the last time */
  load(db: Queryable, before: Value | undefined): Promise<Value>;
  /** Approximate bytes that the answer takes in memory. */
  bytes(value: Value): number;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** Approximate bytes that it takes to remember that a thing does not exist. */
export const NOTHING_BYTES = 300;

/**
 * What the store has said, kept in memory by one rule: a fact holds while nothing is written that belongs to its
 * project (or to the keys). So a warm call makes no statement, whatever happens in other projects.
 */
export class Facts {
  readonly #database: Pick<Database, 'catalog' | 'reading'>;
  readonly #facts = new LRUCache<string, Fact>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes });
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #loadingProjects = new Set<LoadedProject>();

  constructor(database: Pick<Database, 'catalog' | 'reading'>) {
    this.#database = database;
    database.catalog.onLearned((property) => this.#learn(property));
  }

  /** The known answer; undefined when it has to be read. */
  recall<Value>({ place, subject }: FactPlace): Value | undefined {
    const fact = this.#facts.get(place);
    if (fact === undefined || fact.revision !== this.#database.catalog.revisionOf(subject)) return undefined;
    // Border: only one question is asked about a place.
    return fact.value as Value;
  }

  /** Reads the answer from the store; simultaneous readers share one statement. */
  async read<Value>({ place, subject, load, bytes }: Question<Value>): Promise<Value> {
    const { catalog, reading } = this.#database;
    const revision = catalog.revisionOf(subject);
    return this.share(`${place} ${revision}`, async () => {
      const value = await load(reading, this.#facts.peek(place)?.value as Value | undefined);
      if (revision === catalog.revisionOf(subject))
        this.#facts.set(place, { value, revision, bytes: bytes(value) });
      return value;
    });
  }

  /** As `read`, for a project. Properties that are learned during the read become part of the result. */
  async readProject(projectId: number): Promise<LoadedProject | null> {
    const project = new LoadedProject(projectId);
    this.#loadingProjects.add(project);
    const question: Question<LoadedProject | null> = {
      ...placeOfProject(projectId),
      load: (db, before) => project.load(db, before),
      bytes: (loaded) => loaded?.bytes ?? NOTHING_BYTES,
    };
    return this.read(question).finally(() => this.#loadingProjects.delete(project));
  }

  /** The store's answer about one thing of now. The answer is never kept. */
  async ask<Value>(id: string, find: (db: Queryable, id: string) => Promise<Value>): Promise<Value> {
    return find(this.#database.reading, id);
  }

  /** Ids of the live projects, in order. The answer is never kept. @param within null = all projects */
  async liveProjects(within: readonly number[] | null): Promise<readonly number[]> {
    return (await listProjects(this.#database.reading, within)).map((project) => project.id);
  }

  /** Names of events that came in, with one more than a full catalogue has. The answer is never kept. */
  async eventNames(projectId: number): Promise<readonly string[]> {
    return listEventNames(this.#database.reading, projectId, FULL_CATALOGUE + 1);
  }

  /** Runs `work` under a name. Simultaneous callers with the same name share one run. */
  async share<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    // Border: equal names stand for equal work.
    const running = this.#loading.get(name) as Promise<Value> | undefined;
    if (running !== undefined) return running;
    const started = work().finally(() => this.#loading.delete(name));
    this.#loading.set(name, started);
    return started;
  }

  #learn(property: LearnedProperty): void {
    for (const project of this.#loadingProjects) project.learn(property);
    const { place } = placeOfProject(property.projectId);
    const fact = this.#facts.peek(place);
    if (!(fact?.value instanceof LoadedProject)) return;
    fact.value.learn(property);
    this.#facts.set(place, { ...fact, bytes: fact.value.bytes });
  }
}

export function placeOfProject(projectId: number): FactPlace {
  return { place: `project ${projectId}`, subject: projectId };
}
