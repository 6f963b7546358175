import { passes } from './filters.ts';
import type { OracleEvent, OracleFilter, Query, World } from './model.ts';

export interface Series {
  readonly kind?: string;
  readonly event?: string | null;
  readonly properties?: readonly OracleFilter[] | null;
  readonly fixedProperties?: readonly OracleFilter[] | null;
  readonly math?: string | null;
  readonly math_property?: string | null;
  readonly math_property_type?: string | null;
  readonly math_group_type_index?: number | null;
  readonly math_multiplier?: number | null;
  readonly custom_name?: string | null;
  readonly optionalInFunnel?: boolean | null;
  readonly nodes?: readonly Series[];
}

/** Does the event match the node itself, its own filters included ([N-1], [N-3])? */
export function matchesNode(event: OracleEvent, node: Series, world: World): boolean {
  if (node.kind === 'GroupNode') {
    const own = passes(node.properties ?? [], event, world);
    return own && (node.nodes ?? []).some((inner) => matchesNode(event, inner, world));
  }
  if (typeof node.event === 'string' && event.event !== node.event) return false;
  return passes(node.properties ?? [], event, world) && passes(node.fixedProperties ?? [], event, world);
}

/**
 * Does the event pass the query's own filters ([C-8]): `properties` and, when switched on, the test-account filters?
 */
export function passesQuery(event: OracleEvent, query: Query, world: World): boolean {
  const own = (query['properties'] ?? []) as OracleFilter | readonly OracleFilter[];
  if (!passes(own, event, world)) return false;
  return query['filterTestAccounts'] !== true || passes(world.project.testAccountFilters, event, world);
}

/** Events between two instants, both included. */
export function within(events: readonly OracleEvent[], fromMs: number, toMs: number): OracleEvent[] {
  return events.filter((event) => event.timestampMs >= fromMs && event.timestampMs <= toMs);
}

/** The thing counted: the person, or the key of a group (`''` = none). */
export function actorOf(event: OracleEvent, groupTypeIndex: number | null | undefined): string {
  return typeof groupTypeIndex === 'number' ? (event.groups[groupTypeIndex] ?? '') : event.person.id;
}
