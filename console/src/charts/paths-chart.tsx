import { sankey, sankeyLinkHorizontal } from 'd3-sankey';
import { useMemo, useState } from 'react';
import { formatFigure, formatSpan } from '../parts/format.ts';
import { edgesThrough, nodeOfKey, type PathEdge, shortItem, tableOfPaths } from './answers/read-paths.ts';
import { ChartFrame } from './chart-frame.tsx';
import styles from './paths-chart.module.css';
import type { SeriesLooks } from './series-look.ts';
import { useWidth } from './use-width.ts';

interface PathsChartProps {
  readonly title: string;
  readonly edges: readonly PathEdge[];
  readonly looks: SeriesLooks;
}

interface LaidNode {
  readonly key: string;
  readonly item: string;
  readonly step: number;
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  readonly value: number;
}

interface LaidEdge {
  readonly edge: PathEdge;
  readonly d: string;
  readonly width: number;
}

const NODE_WIDTH = 10;
const NAME_ROOM = 168;

/** Paths from left to right, a column per step; an edge is as wide as it was often gone. A node marks its paths. */
export function PathsChart({ title, edges, looks }: PathsChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [marked, setMarked] = useState<string | null>(null);
  const height = Math.max(220, Math.min(640, 40 * widestStep(edges)));
  const laid = useMemo(() => layPaths(edges, width, height), [edges, width, height]);
  const through = marked === null ? null : edgesThrough(edges, marked);
  const lookOf = looks.of(laid.nodes.map(({ item }) => item));
  return (
    <ChartFrame title={title} table={tableOfPaths(edges)}>
      <div ref={ref} className={styles['paths']}>
        {edges.length === 0 && <p>No session went from one item to another in this range.</p>}
        {width > 0 && edges.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a drawing whose nodes take the focus.
          <svg data-chart="" width={width} height={height} role="group" aria-label={title}>
            {laid.edges.map(({ edge, d, width: stroke }) => (
              <path
                key={`${edge.source}>${edge.target}`}
                className={styles['edge']}
                data-mark={through === null ? undefined : through.has(edge) ? 'on' : 'off'}
                d={d}
                strokeWidth={Math.max(1, stroke)}
              >
                <title>{sentenceOf(edge)}</title>
              </path>
            ))}
            {laid.nodes.map((node, at) => (
              <PathNodeMark
                key={node.key}
                node={node}
                color={lookOf[at]?.color ?? 'var(--series-1)'}
                isEnd={node.x1 > width - NAME_ROOM}
                mark={setMarked}
              />
            ))}
          </svg>
        )}
      </div>
    </ChartFrame>
  );
}

interface PathNodeMarkProps {
  readonly node: LaidNode;
  readonly color: string;
  /** The last column writes its names before its nodes. */
  readonly isEnd: boolean;
  readonly mark: (key: string | null) => void;
}

function PathNodeMark({ node, color, isEnd, mark }: PathNodeMarkProps) {
  const name = shortItem(node.item);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button.
    <g
      className={styles['node']}
      tabIndex={0}
      role="button"
      aria-label={`Step ${node.step}: ${node.item}, ${formatFigure(node.value)}`}
      onPointerEnter={() => mark(node.key)}
      onPointerLeave={() => mark(null)}
      onFocus={() => mark(node.key)}
      onBlur={() => mark(null)}
    >
      <rect
        x={node.x0}
        y={node.y0}
        width={node.x1 - node.x0}
        height={Math.max(2, node.y1 - node.y0)}
        fill={color}
      />
      <text
        x={isEnd ? node.x0 - 6 : node.x1 + 6}
        y={(node.y0 + node.y1) / 2}
        textAnchor={isEnd ? 'end' : 'start'}
        dominantBaseline="central"
      >
        {name.length > 22 ? `${name.slice(0, 21)}…` : name}
        <tspan dx="6">{formatFigure(node.value)}</tspan>
      </text>
      <title>{node.item}</title>
    </g>
  );
}

function layPaths(edges: readonly PathEdge[], width: number, height: number) {
  if (width === 0 || edges.length === 0) return { nodes: [], edges: [] };
  const keys = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const first = Math.min(...keys.map((key) => nodeOfKey(key).step));
  const graph = sankey<{ key: string }, { edge: PathEdge }>()
    .nodeId(({ key }) => key)
    .nodeAlign((node) => nodeOfKey(node.key).step - first)
    .nodeWidth(NODE_WIDTH)
    .nodePadding(18)
    .extent([
      [1, 8],
      [Math.max(2, width - 1), height - 8],
    ])({
    nodes: keys.map((key) => ({ key })),
    links: edges.map((edge) => ({ source: edge.source, target: edge.target, value: edge.value, edge })),
  });
  const path = sankeyLinkHorizontal<{ key: string }, { edge: PathEdge }>();
  return {
    nodes: graph.nodes.map((node): LaidNode => {
      const { key, step, item } = nodeOfKey(node.key);
      const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 } = node;
      return { key, step, item, x0, x1, y0, y1, value };
    }),
    edges: graph.links.map(
      (link): LaidEdge => ({ edge: link.edge, d: path(link) ?? '', width: link.width ?? 1 }),
    ),
  };
}

function widestStep(edges: readonly PathEdge[]): number {
  const keys = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  const steps = Map.groupBy(keys, (key) => nodeOfKey(key).step);
  return Math.max(1, ...[...steps.values()].map(({ length }) => length));
}

function sentenceOf({ source, target, value, averageSeconds }: PathEdge): string {
  const from = nodeOfKey(source).item;
  const to = nodeOfKey(target).item;
  return `${from} → ${to}: ${formatFigure(value)}, after ${formatSpan(averageSeconds)} on average`;
}
