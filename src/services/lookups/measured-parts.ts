import type { Engine } from '../../adapters/engine/engine.ts';
import { measureLookup } from '../../adapters/engine/statements/measure-lookup.ts';
import type { Clock } from '../../base/clock.ts';
import { subjectOfName } from '../../schema/lookup.ts';

/** Subjects that are measured in one look, each of which reads the ids of all events of its project. */
const MOST_OF_LOOK = 5;
/** How long a measurement holds, and until the project has how many times as many events. */
const HOLDS_MS = 86_400_000;
const HOLDS_TIMES = 2;

interface Measured {
  readonly part: number;
  readonly atMs: number;
  /** Events that the project had. */
  readonly events: number;
}

/** About the part of a project's events that a value of a subject has, measured once a day while it is asked for. */
export class MeasuredParts {
  readonly #services: { readonly engine: Pick<Engine, 'command'>; readonly clock: Clock };
  #known = new Map<string, Measured>();
  #asked = new Map<string, Measured>();
  #left = MOST_OF_LOOK;

  constructor(services: { readonly engine: Pick<Engine, 'command'>; readonly clock: Clock }) {
    this.#services = services;
  }

  /** Begins a look: what was not asked for in the last one is forgotten. */
  beginLook(): void {
    this.#known = this.#asked;
    this.#asked = new Map();
    this.#left = MOST_OF_LOOK;
  }

  /** Null = it is the turn of others in this look. */
  async partOf(
    project: { readonly projectId: number; readonly events: number },
    name: string,
  ): Promise<number | null> {
    const { engine, clock } = this.#services;
    const place = `${project.projectId} ${name}`;
    const atMs = clock.nowMs();
    const known = this.#known.get(place);
    const { events } = project;
    const isKnown =
      known !== undefined && Math.abs(atMs - known.atMs) < HOLDS_MS && events < known.events * HOLDS_TIMES;
    if (!isKnown && this.#left === 0) return null;
    if (!isKnown) this.#left -= 1;
    const measured = isKnown
      ? known
      : { part: await measureLookup(engine, project, subjectOfName(name)), atMs, events };
    this.#asked.set(place, measured);
    return measured.part;
  }
}
