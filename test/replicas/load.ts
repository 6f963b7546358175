import { setTimeout as delay } from 'node:timers/promises';
import type { RandomSource } from '../fixtures/random-source.ts';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import type { Batch, Ledger } from './ledger.ts';
import { type DeployedProject, newEvents, send } from './sent-events.ts';

/** Who of a deployment is asked, and for how long. */
export interface LoadedDeployment {
  readonly services: readonly ServiceProcess[];
  readonly projects: readonly [DeployedProject, ...DeployedProject[]];
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
}

const PAUSE_MS = 50;
/** After that long without an answer a service will give none. */
const PATIENCE_MS = 300_000;
/**
 * Events that another service receives so shortly after a deletion may count as those before it, because clocks of
 * machines differ.
 */
const AFTER_DELETION_MS = 7_000;

/** Sends new batches, and now and then one that was acknowledged before, until it is over. */
export async function sendBatches(load: LoadedDeployment, random: RandomSource): Promise<void> {
  const own: Batch[] = [];
  while (!load.isOver()) {
    const isAgain = random.oneIn(4) && own.length > 0;
    const again = isAgain ? own[random.below(own.length)] : undefined;
    const project = oneOf(load.projects, random);
    const batch = again ?? { project, events: newEvents(project, 1 + random.below(50)) };
    await deliver(load, random, batch);
    if (again === undefined) own.push(batch);
    await delay(random.below(6 * PAUSE_MS));
  }
}

/** Sends a batch, as it is, to one service after the other until one acknowledges it. */
async function deliver(load: LoadedDeployment, random: RandomSource, batch: Batch): Promise<void> {
  load.ledger.sent(batch);
  await untilTold(() => send(oneOf(load.services, random), batch.project, batch.events));
  load.ledger.acknowledged(batch);
}

/**
 * Brings persons and events that have a name of their own, deletes them, and brings them again: what was acknowledged
 * before a deletion is gone, and what came after it stays. Ends with a deletion that is done.
 */
export async function deleteAndBringAgain(
  load: LoadedDeployment,
  random: RandomSource,
  name: string,
): Promise<void> {
  for (let turn = 1; !load.isOver(); turn += 1) {
    const subject: Subject = {
      project: oneOf(load.projects, random),
      name: `${name}-${turn}`,
      kind: random.oneIn(2) ? 'person' : 'event',
    };
    const before = [eventsOf(subject), eventsOf(subject)];
    for (const batch of before) await deliver(load, random, batch);
    load.ledger.askedToDelete(before);
    const deleted = await (subject.kind === 'person' ? deletePerson : deleteEvents)(load, random, subject);
    if (deleted === 'unknown') continue;
    load.ledger.deletedAll(before);
    // What a service that was killed has begun may go on later, and then also means what came meanwhile.
    if (deleted === 'perhaps twice') continue;
    await delay(AFTER_DELETION_MS);
    await deliver(load, random, eventsOf(subject));
  }
}

interface Subject {
  readonly project: DeployedProject;
  readonly name: string;
  readonly kind: 'person' | 'event';
}

function eventsOf({ project, name, kind }: Subject): Batch {
  const named = kind === 'person' ? { distinct_id: name } : { event: name };
  return { project, events: newEvents(project, 5).map((event) => ({ ...event, ...named })) };
}

/** Whether a deletion was acknowledged, and then whether it was begun just once. */
type Deleted = 'once' | 'perhaps twice' | 'unknown';

/** Asks until a service has deleted the person. Its events may still be in a spool, so that nobody knows it. */
async function deletePerson(
  load: LoadedDeployment,
  random: RandomSource,
  { project, name }: Subject,
): Promise<Deleted> {
  const path = `/api/projects/${project.id}/persons/${name}`;
  let isBegun = false;
  return untilTold(async () => {
    const told = await answerOf(oneOf(load.services, random), 'DELETE', path);
    if (told?.status === 204) return isBegun ? 'perhaps twice' : 'once';
    if (told?.status === 404 && isBegun) return 'unknown';
    // Also with 503: a deletion that has begun is completed, whatever its caller was told.
    if (told?.status !== 404) isBegun = true;
    return false;
  });
}

/** Asks for the deletion of all events of that name, and waits until it is done. */
async function deleteEvents(
  load: LoadedDeployment,
  random: RandomSource,
  { project, name }: Subject,
): Promise<Deleted> {
  const path = `/api/projects/${project.id}/events/delete`;
  let asked = 0;
  const id = await untilTold<string>(async () => {
    asked += 1;
    const told = await answerOf(oneOf(load.services, random), 'POST', path, { event: name });
    return told?.json?.id ?? false;
  });
  await untilTold(async () => {
    const told = await answerOf(oneOf(load.services, random), 'GET', `${path}/${id}`);
    if (told?.json?.state === 'failed') throw new Error(`a deletion failed: ${told.json.error}`);
    return told?.json?.state === 'completed';
  });
  return asked === 1 ? 'once' : 'perhaps twice';
}

/** What `ask` is told, as soon as that is something. */
async function untilTold<T>(ask: () => Promise<T | false>): Promise<T> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < PATIENCE_MS) {
    const told = await ask();
    if (told !== false) return told;
    await delay(2 * PAUSE_MS);
  }
  throw new Error(`nobody has done it for ${PATIENCE_MS / 1_000} s: ${ask}`);
}

function oneOf<T>(some: readonly T[], random: RandomSource): T {
  const one = some[random.below(some.length)];
  if (one === undefined) throw new Error('there is none');
  return one;
}

/** Undefined when the service was killed meanwhile. */
export async function answerOf(
  service: ServiceProcess,
  method: string,
  target: string,
  body?: unknown,
): Promise<Awaited<ReturnType<ServiceProcess['call']>> | undefined> {
  try {
    return await service.call(method, target, { ...(body !== undefined && { body }) });
  } catch {
    return undefined;
  }
}
