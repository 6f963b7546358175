import type { Queryable } from '../../../adapters/store/database.ts';
import { findGroup, saveGroup } from '../../../adapters/store/group-store.ts';
import type { EventFacts } from '../event/accepted-event.ts';
import { canonicalJson, parseCaptureJson } from '../event/canonical-json.ts';
import { isPlainObject, type PlainObject } from '../event/plain-object.ts';
import { changeProperties } from './change-properties.ts';

interface OpenGroup {
  readonly properties: PlainObject;
  readonly firstUs: number;
  readonly lastUs: number;
}

/**
 * Applies `$groupidentify` events in their order: the properties of each are merged into the properties of its group.
 */
export async function changeGroups(
  db: Queryable,
  projectId: number,
  block: {
    readonly facts: readonly EventFacts[];
    readonly groupTypes: readonly string[];
    readonly version: number;
  },
): Promise<void> {
  const groups = new Map<string, OpenGroup & { readonly typeIndex: number; readonly key: string }>();
  for (const { groupIdentify, timestampUs } of block.facts) {
    const typeIndex = block.groupTypes.indexOf(groupIdentify?.type ?? '');
    if (groupIdentify === undefined || typeIndex === -1) continue;
    const { key, set } = groupIdentify;
    const name = `${typeIndex}:${key}`;
    const group = groups.get(name) ?? (await openGroup(db, projectId, { typeIndex, key, timestampUs }));
    groups.set(name, {
      typeIndex,
      key,
      properties: changeProperties(group.properties, { set }),
      firstUs: Math.min(group.firstUs, timestampUs),
      lastUs: Math.max(group.lastUs, timestampUs),
    });
  }
  for (const { typeIndex, key, properties, firstUs, lastUs } of groups.values()) {
    const times = { createdAtUs: firstUs, updatedAtUs: lastUs };
    const row = { typeIndex, key, ...times, properties: canonicalJson(properties) };
    await saveGroup(db, projectId, row, block.version);
  }
}

async function openGroup(
  db: Queryable,
  projectId: number,
  event: { readonly typeIndex: number; readonly key: string; readonly timestampUs: number },
): Promise<OpenGroup> {
  const row = await findGroup(db, projectId, event.typeIndex, event.key);
  const stored = parseCaptureJson(row?.properties ?? '{}');
  return {
    properties: isPlainObject(stored) ? stored : {},
    firstUs: row?.createdAtUs ?? event.timestampUs,
    lastUs: row?.updatedAtUs ?? event.timestampUs,
  };
}
