import { nextNumber } from '../../../adapters/store/counter-store.ts';
import type { Queryable } from '../../../adapters/store/database.ts';
import { recordEventNames } from '../../../adapters/store/definition-store.ts';
import { ensureGroupType, listGroupTypes } from '../../../adapters/store/group-type-store.ts';
import { addImportedPart } from '../../../adapters/store/import-store.ts';
import { addIngestionWarnings } from '../../../adapters/store/ingestion-warning-store.ts';
import { findPersonsByDistinctIds } from '../../../adapters/store/person-store.ts';
import type { LoopSlices, Sliced } from '../../../base/loop-slices.ts';
import { sortedTexts } from '../../../base/sorted-texts.ts';
import type { EventFacts } from '../event/accepted-event.ts';
import { changeGroups } from '../persons/change-groups.ts';
import { identify } from '../persons/identify.ts';
import { PersonBook } from '../persons/person-book.ts';
import { savePersonBook } from '../persons/save-person-book.ts';
import type { SpooledWarning } from '../spool/spool-record.ts';
import { type SpooledEvent, uuidOf } from '../spool/spooled-event.ts';
import { freshPropertyCounts } from './fresh-property-counts.ts';
import { recordProperties } from './record-properties.ts';
import type { ProjectBlock } from './spool-block.ts';

/** What the rows of a block need of their project. */
export interface AppliedProject {
  /** The person id of an event. */
  personIdOf(distinctId: string): string;
  /** Names of the group types; the place in the list is the index. */
  readonly groupTypes: readonly string[];
}

interface Applying {
  readonly slices: LoopSlices;
  readonly nowMs: number;
  /** The replica whose spool the block is of. */
  readonly replica: string;
}

/**
 * Applies the new events of one project to its persons, groups and definitions. Must run once per block, in the
 * transaction that also records the block as applied.
 */
export async function applyBlock(
  db: Queryable,
  block: ProjectBlock,
  { slices, nowMs, replica }: Applying,
): Promise<AppliedProject> {
  const { projectId, records, fresh } = block;
  const facts = fresh.map((event) => event.facts);
  const version = await nextNumber(db, 'person_version');
  const book = await openBook(db, block, slices);
  const refusals = await slices.run(identifyAll(book, fresh));
  await savePersonBook(db, book, { projectId, version, slices });
  const manyTypes = await registerGroupTypes(db, projectId, fresh);
  const groupTypes = await listGroupTypes(db, projectId);
  await changeGroups(db, projectId, { facts, groupTypes, version });

  await recordProperties(db, projectId, await slices.run(freshPropertyCounts(block)), nowMs);
  await recordEventNames(db, projectId, eventVolumes(facts), nowMs);
  await recordImports(db, block, { nowMs, replica });
  const warnings = [...records.flatMap((record) => record.warnings), ...refusals, ...manyTypes];
  const stamped = warnings.map((warning) => ({ ...warning, createdAtMs: nowMs }));
  if (stamped.length > 0) await addIngestionWarnings(db, projectId, stamped);
  return { personIdOf: (distinctId) => book.personIdOf(distinctId), groupTypes };
}

/** Events that are applied to their persons in one step: a few milliseconds. */
const EVENTS_AT_ONCE = 500;

function* identifyAll(book: PersonBook, events: readonly SpooledEvent[]): Sliced<readonly SpooledWarning[]> {
  const warnings: SpooledWarning[] = [];
  for (const [index, each] of events.entries()) {
    const refusal = identify(book, each.facts);
    if (refusal !== null) warnings.push(eventWarning(refusal, each));
    if (index % EVENTS_AT_ONCE === 0) yield;
  }
  return warnings;
}

/** Records how far the imports have come whose events the block has. */
async function recordImports(
  db: Queryable,
  block: ProjectBlock,
  applied: Pick<Applying, 'nowMs' | 'replica'>,
): Promise<void> {
  for (const [index, { imported }] of block.records.entries()) {
    if (imported === undefined) continue;
    const inserted = block.freshCounts[index] ?? 0;
    await addImportedPart(db, block.projectId, imported, { ...applied, inserted });
  }
}

/** What `applyBlock` returned, read again for a block that was applied before a crash. */
export async function findApplied(
  db: Queryable,
  block: ProjectBlock,
  slices: LoopSlices,
): Promise<AppliedProject> {
  const book = await openBook(db, block, slices);
  const groupTypes = await listGroupTypes(db, block.projectId);
  return { personIdOf: (distinctId) => book.personIdOf(distinctId), groupTypes };
}

/** The ids are looked up in their order: neighbours stand on the same pages of the store. */
async function openBook(
  db: Queryable,
  { projectId, fresh }: ProjectBlock,
  slices: LoopSlices,
): Promise<PersonBook> {
  const ids = await slices.run(sortedTexts(distinctIdsOf(fresh)));
  return new PersonBook(projectId, await findPersonsByDistinctIds(db, projectId, ids));
}

function distinctIdsOf(events: readonly SpooledEvent[]): readonly string[] {
  const ids = new Set<string>();
  for (const { facts } of events) {
    ids.add(facts.distinctId);
    if (facts.link !== undefined && facts.link.otherDistinctId !== null) ids.add(facts.link.otherDistinctId);
  }
  return [...ids];
}

function eventVolumes(facts: readonly EventFacts[]): ReadonlyMap<string, number> {
  const volumes = new Map<string, number>();
  for (const { event } of facts) volumes.set(event, (volumes.get(event) ?? 0) + 1);
  return volumes;
}

/** Gives new group types their index. Types beyond the fifth are left out with a warning. */
async function registerGroupTypes(
  db: Queryable,
  projectId: number,
  events: readonly SpooledEvent[],
): Promise<readonly SpooledWarning[]> {
  const firstUse = new Map<string, SpooledEvent>();
  for (const each of events)
    for (const type of groupTypesOf(each.facts)) if (!firstUse.has(type)) firstUse.set(type, each);
  const warnings: SpooledWarning[] = [];
  for (const [type, event] of firstUse)
    if ((await ensureGroupType(db, projectId, type)) === null)
      warnings.push(eventWarning('too_many_group_types', event, { group_type: type }));
  return warnings;
}

function groupTypesOf({ groups, groupIdentify }: EventFacts): readonly string[] {
  const types = groups === undefined ? NO_TYPES : Object.keys(groups);
  return groupIdentify === undefined ? types : [...types, groupIdentify.type];
}

const NO_TYPES: readonly string[] = [];

function eventWarning(
  reason: string,
  event: SpooledEvent,
  more: Readonly<Record<string, unknown>> = {},
): SpooledWarning {
  return { reason, details: { uuid: uuidOf(event), event: event.facts.event, ...more } };
}
