import { countProjectEvents } from '../../adapters/engine/statements/count-project-events.ts';
import { readLookupDisk } from '../../adapters/engine/statements/measure-lookup.ts';
import { type LookupRow, listLookups, listLookupsInUse } from '../../adapters/store/lookup-store.ts';
import { Rounds } from '../../base/rounds.ts';
import { subjectOfName } from '../../schema/lookup.ts';
import type { LookupAnswer } from '../../schema/lookup-answer.ts';
import type { Turn } from '../admission/choose-next.ts';
import { beginLookup } from './begin-lookup.ts';
import { callerSubjects } from './caller-subjects.ts';
import { chooseLookups, type LookupBounds, type LookupProject, type LookupWish } from './choose-lookups.ts';
import { describeLookup, type ProgressingLookup } from './describe-lookup.ts';
import type { LookupServices } from './lookup-services.ts';
import { lookupWishes } from './lookup-wishes.ts';
import { MeasuredParts } from './measured-parts.ts';
import { retireLookup } from './retire-lookup.ts';

export interface ChooserSettings extends Omit<LookupBounds, 'roomEvents'> {
  /** Part of the disk that lookups may take, of what is free without them. */
  readonly diskPercent: number;
  readonly pollMs: number;
}

type ChooserServices = Omit<LookupServices, 'writeLock'>;

/** What the last look has seen. */
interface Seen {
  readonly projects: ReadonlyMap<number, LookupProject>;
  /** Events of every project. */
  readonly counts: ReadonlyMap<number, number>;
  readonly roomEvents: number;
}

/** The turn in the lane; the choice is one for all projects. */
const ALL_PROJECTS: Turn = { group: 'lookups', member: 'lookups' };

/**
 * Has lookups begun that saved endpoints of large projects gain by, and retires those that none wants any more. What it
 * has seen at its last look is told to the owners of endpoints. All that lasts is in the store; of processes that look
 * at the same moment one chooses.
 */
export class LookupChooser {
  readonly #services: ChooserServices;
  readonly #settings: ChooserSettings;
  readonly #rounds: Rounds;
  readonly #parts: MeasuredParts;
  #seen: Seen | null = null;

  constructor(services: ChooserServices, settings: ChooserSettings) {
    this.#services = services;
    this.#settings = settings;
    this.#parts = new MeasuredParts(services);
    const { observe, wait } = services;
    this.#rounds = new Rounds({ observe, wait, where: 'choose lookups', pauseMs: settings.pollMs });
  }

  start(): void {
    this.#rounds.start(() => this.look());
  }

  /** Looks soon, because an endpoint was saved. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves when the running step has ended. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Chooses once, and has begun and retired what was chosen. */
  async look(): Promise<void> {
    const { signal } = this.#rounds;
    await this.#rounds.guard(async () => {
      if (!signal.aborted) await this.#services.upkeepLane.run(ALL_PROJECTS, { signal }, () => this.#look());
    });
  }

  /**
   * Why the current version of an endpoint has a lookup or none, and how far that is.
   * @param endpoint `wanted`: names of what its query could find events by; null = not known
   */
  async describe(
    projectId: number,
    endpoint: {
      readonly endpointId: string;
      readonly wanted: readonly string[] | null;
      readonly isMaterialized: boolean;
    },
  ): Promise<LookupAnswer> {
    const { query } = this.#services.database;
    const nowMs = this.#services.clock.nowMs();
    const asked = await callerSubjects(query, projectId, { nowMs, endpointId: endpoint.endpointId });
    const described = {
      subjects: endpoint.wanted?.map(subjectOfName) ?? null,
      ofCallers: asked.map(({ subjectName }) => subjectOfName(subjectName)),
      isMaterialized: endpoint.isMaterialized,
    };
    const lookups = (await listLookups(query, [projectId])).flatMap((row) => inUse(row, nowMs));
    return describeLookup(described, this.#projectAt(projectId, lookups), this.#bounds());
  }

  #projectAt(projectId: number, lookups: readonly ProgressingLookup[]): Parameters<typeof describeLookup>[1] {
    if (this.#seen === null) return null;
    const { projects, counts } = this.#seen;
    const events = counts.get(projectId) ?? 0;
    return { ...(projects.get(projectId) ?? { projectId, events, wishes: [] }), lookups };
  }

  #bounds(): LookupBounds {
    const { mostOfProject, leastEvents } = this.#settings;
    return { mostOfProject, leastEvents, roomEvents: this.#seen?.roomEvents ?? 0 };
  }

  async #look(): Promise<void> {
    const { database } = this.#services;
    const present = await listLookupsInUse(database.query);
    if (present.length === 0 && this.#settings.mostOfProject === 0) return;
    this.#seen = await this.#see(present);
    const { projects } = this.#seen;
    await database.alone('choose lookups', () => this.#choose([...projects.values()]));
  }

  /** Whoever chooses goes by what others have chosen before. */
  async #choose(projects: readonly LookupProject[]): Promise<void> {
    const { database, observe } = this.#services;
    const present = await listLookupsInUse(database.query);
    const { begun, retired } = chooseLookups({
      projects,
      lookups: present.flatMap((row) => inUse(row, this.#services.clock.nowMs())),
      bounds: this.#bounds(),
    });
    for (const { projectId, number } of retired) {
      await retireLookup(this.#services, { projectId, number });
      observe({ kind: 'lookup', outcome: 'retired', projectId, number });
    }
    for (const { projectId, subject } of begun) {
      const { number } = await beginLookup(this.#services, projectId, subject);
      observe({ kind: 'lookup', outcome: 'begun', projectId, number });
    }
  }

  async #see(present: readonly LookupRow[]): Promise<Seen> {
    const counts = await countProjectEvents(this.#services.engine);
    const large = [...counts].filter(([, events]) => events >= this.#settings.leastEvents);
    const concerned = new Set([...present.map((row) => row.projectId), ...large.map(([id]) => id)]);
    this.#parts.beginLook();
    const projects = new Map<number, LookupProject>();
    for (const projectId of concerned) {
      const project = { projectId, events: counts.get(projectId) ?? 0 };
      projects.set(projectId, { ...project, wishes: await this.#wishesOf(project) });
    }
    return { projects, counts, roomEvents: await this.#roomEvents(present, counts) };
  }

  async #wishesOf(project: Omit<LookupProject, 'wishes'>): Promise<readonly LookupWish[]> {
    const wishes: LookupWish[] = [];
    const { clock } = this.#services;
    for (const [name, runs] of await lookupWishes(this.#services, project.projectId, clock.nowMs())) {
      const part = await this.#parts.partOf(project, name);
      wishes.push({ subject: subjectOfName(name), runs, part });
    }
    return wishes;
  }

  /** Events for whose lookups there is room, besides those that are being built. */
  async #roomEvents(present: readonly LookupRow[], counts: ReadonlyMap<number, number>): Promise<number> {
    const { lookupBytes, eventBytes, freeBytes } = await readLookupDisk(this.#services.engine);
    const share = (this.#settings.diskPercent / 100) * (lookupBytes + freeBytes);
    const allEvents = [...counts.values()].reduce((sum, events) => sum + events, 0);
    const building = present.filter(({ state }) => state === 'building');
    const promised = building.reduce(
      (sum, { projectId, eventsDone }) => sum + Math.max(0, (counts.get(projectId) ?? 0) - eventsDone),
      0,
    );
    if (eventBytes === 0) return Number.MAX_SAFE_INTEGER;
    return ((share - lookupBytes) / eventBytes) * allEvents - promised;
  }
}

/** How long a lookup stays after it was asked for, whatever else is wanted. */
const NEW_MS = 3_600_000;

/** A lookup that queries use or will use. */
function inUse(row: LookupRow, nowMs: number): readonly ProgressingLookup[] {
  const { number, projectId, lookedUpBy: subject, state, eventsDone, eventsLeft } = row;
  if (state !== 'building' && state !== 'ready') return [];
  const events = eventsDone + eventsLeft;
  const built = events === 0 ? 0 : Math.min(99, Math.floor((100 * eventsDone) / events));
  const percent = state === 'ready' ? 100 : built;
  return [{ number, projectId, subject, state, percent, isNew: nowMs - row.askedAtMs < NEW_MS }];
}
