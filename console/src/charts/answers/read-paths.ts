import type { PlottedTable } from '../plotted.ts';
import { listOf, numberOf, objectOf, textOf } from './read-parts.ts';

/** One step from an item to the next. */
export interface PathEdge {
  /** Keys of nodes: position, `_`, item. */
  readonly source: string;
  readonly target: string;
  /** Traversals. */
  readonly value: number;
  readonly averageSeconds: number;
}

/** Where a node of a path stands and what it is. */
export interface PathNode {
  readonly key: string;
  /** Position in the path, from 1. */
  readonly step: number;
  readonly item: string;
}

/** The edges of a paths answer, in its order. */
export function readPaths(answer: unknown): PathEdge[] {
  return listOf(objectOf(answer)['results'])
    .map(objectOf)
    .map((edge) => ({
      source: textOf(edge['source']),
      target: textOf(edge['target']),
      value: numberOf(edge['value']),
      averageSeconds: numberOf(edge['average_conversion_time']) / 1000,
    }));
}

/** The node behind a key such as `2_https://x.example/pricing`. */
export function nodeOfKey(key: string): PathNode {
  const [, step, item] = /^(\d+)_(.*)$/s.exec(key) ?? [];
  return { key, step: Number(step ?? 1), item: item || '(none)' };
}

/** An item as short as it stays clear: an address without its host. */
export function shortItem(item: string): string {
  const path = /^https?:\/\/[^/]+(\/.*)?$/.exec(item);
  return path === null ? item : (path[1] ?? '/');
}

/** Every edge that leads to a node or away from it, over any number of steps. */
export function edgesThrough(edges: readonly PathEdge[], key: string): ReadonlySet<PathEdge> {
  const found = new Set<PathEdge>();
  const follow = (from: string, next: (edge: PathEdge) => string, side: (edge: PathEdge) => string) => {
    for (const edge of edges) {
      if (side(edge) !== from || found.has(edge)) continue;
      found.add(edge);
      follow(next(edge), next, side);
    }
  };
  follow(
    key,
    (edge) => edge.target,
    (edge) => edge.source,
  );
  follow(
    key,
    (edge) => edge.source,
    (edge) => edge.target,
  );
  return found;
}

/** The table behind paths: one row an edge. */
export function tableOfPaths(edges: readonly PathEdge[]): PlottedTable {
  return {
    columns: ['step', 'from', 'to', 'sessions', 'average s'],
    rows: edges.map(({ source, target, value, averageSeconds }) => {
      const { step, item } = nodeOfKey(source);
      return [step, item, nodeOfKey(target).item, value, averageSeconds];
    }),
  };
}
