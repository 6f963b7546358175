import { BUSY, type Deployment, FULL, type Load, NAMED_SHARE } from './compute-deployment.ts';
import { FIGURES, type Figure } from './measured-figures.ts';

type Row = readonly string[];

/** A deployment as text for people: its parts, what they carry, what comes to its end first, and the figures behind. */
export function showDeployment(load: Load, deployment: Deployment): string {
  const { limits } = deployment;
  const [first] = limits;
  return [
    shown([['part', 'number', 'why'], ...parts(load, deployment)]),
    shown([['what', 'value'], ...amounts(load, deployment)]),
    shown([
      ['limit, nearest first', 'used', 'more by'],
      ...limits.map(({ what, used, more }) => [what, percent(used), more]),
    ]),
    `First to come to its end: ${first?.what}, at ${factor(first?.used)} times this load.`,
    shown([
      ['figure', 'value', 'section of benchmarks/RESULTS.md'],
      ...Object.values(FIGURES).map(figureRow),
    ]),
    `A machine is planned to be ${percent(BUSY)} busy at the peak and a disk ${percent(FULL)} full; a question reads the
events of ${percent(NAMED_SHARE)} of a project's names. Nobody has measured PostgreSQL, Redis, Keeper and S3 under this
load, nor any ClickHouse cluster.`,
  ].join('\n\n');
}

function parts(load: Load, { services, lanes, shards, ...rest }: Deployment): readonly Row[] {
  const nodes = shards * rest.replicas;
  const machine = `${load.cores} cores, ${load.diskTb} TB`;
  return [
    ['form', rest.form, rest.form === 'cluster' ? 'unproven, see docs/operations.md' : 'tested'],
    ['services', String(services), `${amount(total(rest.serviceCores), 1)} cores of event loops at the peak`],
    ['write lanes', String(lanes), `${amount(rest.peakEventsPerSecond)} events/s at the peak`],
    ['shards', String(shards), `${machine} each`],
    ['machines of the engine', String(nodes), `${rest.replicas} of each shard`],
    ['Keeper', String(rest.keepers), rest.keepers > 0 ? 'agreement of three' : 'one machine needs none'],
    [
      'PostgreSQL',
      String(rest.postgres),
      rest.postgres > 0 ? 'and its standby' : 'SQLite in the data folder',
    ],
    [
      'Redis',
      String(rest.redis),
      rest.redis > 0 ? 'holds nothing that may not be lost' : 'one service needs none',
    ],
    ['S3 buckets', services > 1 ? '1' : '0', services > 1 ? 'snapshots, uploaded files' : 'the data folder'],
  ];
}

function amounts(load: Load, deployment: Deployment): readonly Row[] {
  const { engineCores, serviceCores, diskBytesPerCopy, replicas } = deployment;
  return [
    [
      'events/s, mean and peak',
      `${amount(deployment.eventsPerSecond)}, ${amount(deployment.peakEventsPerSecond)}`,
    ],
    ['bytes of an event, with its lookups', amount(deployment.bytesPerEvent)],
    ['cost of each further lookup', `${amount(deployment.lookupBytesPerEvent)} bytes an event`],
    ['disk, one copy and all', `${terabytes(diskBytesPerCopy)}, ${terabytes(diskBytesPerCopy * replicas)}`],
    ['rows of a question, mean project', amount(deployment.rowsPerQuery)],
    ['rows of a question, largest project', amount(deployment.largestRows)],
    ['its funnel, seconds of one core', amount(deployment.largestFunnelSeconds, 1)],
    ['engine cores: events', amount(engineCores.writing, 1)],
    [`engine cores: ${load.lookups} lookups`, amount(engineCores.lookups, 1)],
    ['engine cores: queries', amount(engineCores.queries, 1)],
    ['service cores: events', amount(serviceCores.capture, 1)],
    ['service cores: hits', amount(serviceCores.hits, 2)],
    ['service cores: computed runs', amount(serviceCores.computed, 2)],
  ];
}

function figureRow({ value, unit, what, section }: Figure): Row {
  // Without the machine, which the other sections name.
  const place = section.replace(', 2 × AMD EPYC, Node 24.21.0', '');
  return [what, `${amount(value, 1)} ${unit}`, place];
}

/** A table of columns as wide as their widest cell. */
function shown(rows: readonly Row[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: Row): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.slice(1).map(line)].join(
    '\n',
  );
}

function total(cores: Readonly<Record<string, number>>): number {
  return Object.values(cores).reduce((all, each) => all + each, 0);
}

function amount(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function percent(share: number): string {
  return `${amount(share * 100)} %`;
}

function terabytes(bytes: number): string {
  return `${amount(bytes / 1e12, 1)} TB`;
}

function factor(used = 1): string {
  return amount(1 / used, 1);
}
