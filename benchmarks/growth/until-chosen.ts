import { setTimeout as delay } from 'node:timers/promises';
import { COVERS_NOTHING_US, listLookups, updateLookup } from '../../src/adapters/store/lookup-store.ts';
import type { LookupAnswer } from '../../src/schema/lookup-answer.ts';
import type { TestProject, TestService } from '../../test/fixtures/start-service.ts';
import { quietEngine } from '../lookups/quiet-engine.ts';

/** The endpoint whose lookup is waited for. */
const ASKED = 'usage_30_days';
const LOOK_MS = 500;
/** A column is made in one look, filled in the next, and shares its expression after that. */
const LOOKS_FOR_COLUMNS = 3;

/**
 * Resolves when projects have the columns and lookups that the service chooses for them, and the engine is quiet.
 * @returns the lookups, in the order of the projects
 */
export async function untilChosen(
  { services }: TestService,
  projects: readonly TestProject[],
): Promise<readonly LookupAnswer[]> {
  for (let look = 0; look < LOOKS_FOR_COLUMNS; look += 1) {
    await services.promoter.look();
    await quietEngine(services.engine);
  }
  for (;;) {
    await services.lookupChooser.look();
    const lookups = await Promise.all(projects.map(lookupOf));
    if (lookups.every(isDecided)) {
      await quietEngine(services.engine);
      return lookups;
    }
    await delay(LOOK_MS);
  }
}

async function lookupOf({ call }: TestProject): Promise<LookupAnswer> {
  const { status, text, json } = await call('GET', `endpoints/${ASKED}`);
  if (status !== 200) throw new Error(text);
  return json.lookup;
}

function isDecided({ state, reason }: LookupAnswer): boolean {
  return state === 'ready' || (state === 'none' && !reason.includes('within a minute'));
}

/**
 * Adds events to a project in the engine alone, behind the writer. So its lookups do not have them, and are built once
 * more from nothing.
 */
export async function fillBehindWriter(
  { services: { database, writeLock } }: TestService,
  projectId: number,
  fill: () => Promise<void>,
): Promise<void> {
  const nothing = {
    state: 'building',
    coveredFromUs: COVERS_NOTHING_US,
    eventsDone: 0,
    eventsLeft: 0,
  } as const;
  await writeLock.hold(projectId, async () => {
    await fill();
    for (const lookup of await listLookups(database.query, [projectId]))
      await updateLookup(database.query, lookup, nothing);
  });
}
