import { countProjectEvents } from '../../adapters/engine/statements/count-project-events.ts';
import { isRewriting, type PromotedColumn } from '../../adapters/engine/statements/promoted-columns.ts';
import {
  type ReadersOfProperties,
  type SummedReads,
  sumPropertyReads,
} from '../../adapters/store/property-read-store.ts';
import { savedWants, UNUSED_MS } from '../catalog/saved-wants.ts';
import type { PromotionFacts, Wishes } from './choose-promotions.ts';
import type { PromoteServices, PromotionSettings } from './promote-services.ts';
import { wishesOf } from './wishes-of.ts';

/**
 * Most properties of a holder that are looked at. It is more than can have columns, so that names that cannot be
 * promoted take no place.
 */
const MOST_NAMES = 1_000;

/**
 * A column is written for the events of all projects. A project with fewer than this part of them gains too little by
 * one; so there are never more large projects than this.
 */
const LEAST_PART = 1 / 50;

/** Reads all that columns are chosen from. */
export async function readPromotionFacts(
  services: PromoteServices,
  { mostColumns, largeProjectEvents }: Omit<PromotionSettings, 'pollMs'>,
  columns: readonly PromotedColumn[],
): Promise<PromotionFacts> {
  const { engine, clock } = services;
  const nowMs = clock.nowMs();
  const counts = await countProjectEvents(engine);
  const tableRows = [...counts.values()].reduce((sum, events) => sum + events, 0);
  const least = Math.max(largeProjectEvents, tableRows * LEAST_PART);
  const large = [...counts].filter(([, events]) => events >= least);
  const common = { promoted: new Set(columns.map(({ property }) => property)), tableRows, nowMs };
  const wishes: Wishes[] = [];
  for (const [projectId, events] of large) {
    const reads = await readsOf(services, { projectId }, nowMs);
    const saved = await savedProperties(services, projectId);
    wishes.push(wishesOf({ ...common, reads, saved, events }));
  }
  const others = await readsOf(services, { allBut: large.map(([projectId]) => projectId) }, nowMs);
  wishes.push(wishesOf({ ...common, reads: others, saved: new Map(), events: 0 }));
  const isBusy = await isRewriting(engine);
  return { columns, wishes, largeProjects: large.length, isRewriting: isBusy, mostColumns, nowMs };
}

function readsOf(
  { database }: Pick<PromoteServices, 'database'>,
  of: ReadersOfProperties,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const asked: SummedReads = { of, fromMs: nowMs - UNUSED_MS, mostNames: MOST_NAMES };
  return sumPropertyReads(database.query, asked);
}

/** Properties that the saved endpoints of a project read, with the time when the youngest of these was saved. */
async function savedProperties(
  { database }: Pick<PromoteServices, 'database'>,
  projectId: number,
): Promise<ReadonlyMap<string, number>> {
  const saved = new Map<string, number>();
  for await (const { savedAtMs, structures } of savedWants(database.query, projectId)) {
    for (const property of structures.columns)
      saved.set(property, Math.max(savedAtMs, saved.get(property) ?? 0));
  }
  return saved;
}
