import { Button, IconButton } from '../parts/button.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import { FilterList } from './filter-list.tsx';
import styles from './insight.module.css';
import type { InsightQuery, SeriesNode } from './insight-query.ts';
import { list, withMember, word } from './insight-query.ts';
import { EventPicker, PropertyPicker } from './pickers.tsx';
import { nodeName } from './sentence.ts';

interface SeriesListProps {
  readonly projectId: number;
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

const MATHS = [
  ['total', 'total count'],
  ['dau', 'unique persons'],
  ['weekly_active', 'active in 7 days'],
  ['monthly_active', 'active in 30 days'],
  ['unique_session', 'unique sessions'],
  ['unique_group', 'unique groups'],
  ['first_time_for_user', 'first time ever'],
  ['first_matching_event_for_user', 'first matching'],
  ['sum', 'sum of'],
  ['avg', 'average of'],
  ['min', 'least of'],
  ['max', 'most of'],
  ['median', 'median of'],
  ['p90', '90th percentile of'],
  ['p95', '95th percentile of'],
  ['p99', '99th percentile of'],
  ['avg_count_per_actor', 'average per person'],
  ['max_count_per_actor', 'most per person'],
  ['hogql', 'expression'],
] as const;
const OF_PROPERTY = new Set(['sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99']);

/** What a query counts: series of a trend, steps of a funnel, the one event of a lifecycle. */
export function SeriesList({ projectId, query, onQuery }: SeriesListProps) {
  const nodes = list(query, 'series');
  const isSteps = query.kind === 'FunnelsQuery';
  const most = query.kind === 'LifecycleQuery' ? 1 : isSteps ? 30 : 100;
  const set = (next: readonly SeriesNode[]) => onQuery({ ...query, series: next });
  const move = (at: number, by: number) => {
    const node = nodes[at];
    if (node !== undefined) set(nodes.toSpliced(at, 1).toSpliced(at + by, 0, node));
  };
  return (
    <ol className={styles['series']}>
      {nodes.map((node, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place; two may count the same.
        <li key={at}>
          <div className={styles['node']}>
            <b>{isSteps ? at + 1 : String.fromCharCode(65 + (at % 26))}</b>
            <NodeForm
              projectId={projectId}
              node={node}
              hasMath={query.kind === 'TrendsQuery'}
              onNode={(next) => set(nodes.with(at, next))}
            />
            {at > 0 && (
              <IconButton label="Move up" icon="arrow-up" size="small" onPress={() => move(at, -1)} />
            )}
            {at < nodes.length - 1 && (
              <IconButton label="Move down" icon="arrow-down" size="small" onPress={() => move(at, 1)} />
            )}
            {nodes.length > (isSteps ? 2 : 1) && (
              <IconButton
                label="Remove"
                icon="cross"
                size="small"
                onPress={() => set(nodes.toSpliced(at, 1))}
              />
            )}
          </div>
          <FilterList
            projectId={projectId}
            value={node['properties']}
            onValue={(value) => set(nodes.with(at, withMember(node, ['properties'], value)))}
          />
        </li>
      ))}
      {nodes.length < most && (
        <li>
          <Button size="small" icon="plus" onPress={() => set([...nodes, { kind: 'EventsNode' }])}>
            {isSteps ? 'Step' : 'Series'}
          </Button>
        </li>
      )}
    </ol>
  );
}

interface NodeFormProps {
  readonly projectId: number;
  readonly node: SeriesNode;
  readonly hasMath: boolean;
  readonly onNode: (node: SeriesNode) => void;
}

function NodeForm({ projectId, node, hasMath, onNode }: NodeFormProps) {
  const math = word(node, 'math', 'total');
  const { event: _, id: __, name: ___, kind: ____, ...rest } = node;
  if (node['kind'] === 'GroupNode')
    return <span className={styles['words']}>{nodeName(node)} (see JSON)</span>;
  return (
    <>
      <EventPicker
        projectId={projectId}
        label="Event"
        event={word(node, 'event') || null}
        action={node['kind'] === 'ActionsNode' ? Number(node['id']) : null}
        onEvent={(event) => onNode({ kind: 'EventsNode', ...(event !== null && { event }), ...rest })}
        onAction={({ id, name }) => onNode({ kind: 'ActionsNode', id, name, ...rest })}
      />
      {hasMath && <MathForm projectId={projectId} node={node} math={math} onNode={onNode} />}
      <TextField
        label="Name"
        hidesLabel
        placeholder="name"
        value={word(node, 'custom_name')}
        onChange={(name) => onNode(withMember(node, ['custom_name'], name === '' ? undefined : name))}
      />
    </>
  );
}

interface MathFormProps {
  readonly projectId: number;
  readonly node: SeriesNode;
  readonly math: string;
  readonly onNode: (node: SeriesNode) => void;
}

function MathForm({ projectId, node, math, onNode }: MathFormProps) {
  const known = MATHS.some(([value]) => value === math) ? MATHS : ([[math, math], ...MATHS] as const);
  const setMath = (next: string) => onNode(withMath(node, next));
  return (
    <>
      <Select
        label="Counted as"
        hidesLabel
        value={math}
        choices={known.map(([value, label]) => ({ value, label }))}
        onChange={setMath}
      />
      {OF_PROPERTY.has(math) && (
        <PropertyPicker
          projectId={projectId}
          label="Of the property"
          of="Numeric"
          owner={word(node, 'math_property_type').startsWith('person') ? 'person' : 'event'}
          name={word(node, 'math_property')}
          onProperty={({ owner, name }) =>
            onNode({
              ...withMember(
                node,
                ['math_property_type'],
                owner === 'person' ? 'person_properties' : undefined,
              ),
              math_property: name,
            })
          }
        />
      )}
      {math === 'hogql' && (
        <TextField
          label="Expression"
          hidesLabel
          isCode
          value={word(node, 'math_hogql')}
          onChange={(text) => onNode({ ...node, math_hogql: text })}
        />
      )}
    </>
  );
}

/** A series counted in another way: what belonged to the old way goes, a property stays where the new one has it. */
function withMath(node: SeriesNode, math: string): SeriesNode {
  const rest = Object.fromEntries(Object.entries(node).filter(([name]) => !name.startsWith('math')));
  const of = (name: string) => (node[name] === undefined ? {} : { [name]: node[name] });
  return {
    ...rest,
    ...(math !== 'total' && { math }),
    ...(OF_PROPERTY.has(math) && { ...of('math_property'), ...of('math_property_type') }),
    ...(math === 'hogql' && { math_hogql: node['math_hogql'] ?? 'count()' }),
    ...(math === 'unique_group' && { math_group_type_index: node['math_group_type_index'] ?? 0 }),
  };
}
