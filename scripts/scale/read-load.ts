import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Load } from './compute-deployment.ts';

interface Option {
  readonly name: string;
  readonly member: keyof Load;
  /** Absent for what has to be said. */
  readonly otherwise?: number;
  readonly says: string;
  /** Most that it may be; shares go to 1. */
  readonly most?: number;
  readonly isWhole?: true;
}

const OPTIONS: readonly Option[] = [
  { name: 'events-per-day', member: 'eventsPerDay', says: 'events that come in on a day, such as 1e9' },
  { name: 'peak', member: 'peak', otherwise: 2, says: 'the busiest hour, of the mean hour' },
  { name: 'retention-days', member: 'retentionDays', otherwise: 365, says: 'days that events are kept' },
  { name: 'lookups', member: 'lookups', otherwise: 1, says: 'lookups that hold each event', most: 16 },
  {
    name: 'queries-per-second',
    member: 'queriesPerSecond',
    otherwise: 100,
    says: 'runs of endpoints a second at the peak',
  },
  { name: 'cached-share', member: 'cachedShare', otherwise: 0.9, says: 'of runs, from memory', most: 1 },
  {
    name: 'lookup-share',
    member: 'lookupShare',
    otherwise: 0.5,
    says: 'of the others, by a lookup',
    most: 1,
  },
  {
    name: 'projects',
    member: 'projects',
    otherwise: 1000,
    says: 'projects that share the events',
    isWhole: true,
  },
  {
    name: 'largest-share',
    member: 'largestShare',
    otherwise: 0.1,
    says: 'of all events, in one project',
    most: 1,
  },
  { name: 'query-days', member: 'queryDays', otherwise: 30, says: 'days that a question reads' },
  {
    name: 'replicas',
    member: 'replicas',
    otherwise: 2,
    says: 'copies of each shard',
    most: 16,
    isWhole: true,
  },
  { name: 'cores', member: 'cores', otherwise: 32, says: 'cores of a machine of the engine', isWhole: true },
  { name: 'disk-tb', member: 'diskTb', otherwise: 8, says: 'its disk, TB' },
];

/** What may be 0. */
const MAY_BE_NONE: ReadonlySet<keyof Load> = new Set([
  ...(['lookups', 'queriesPerSecond', 'cachedShare', 'lookupShare'] as const),
]);

export const HELP = `Computes what a load needs: services, shards, Keeper, PostgreSQL, Redis, disks, and what ends first.

  npm run scale -- --events-per-day <number> [options]

${OPTIONS.map(({ name, otherwise, says }) => `  --${name.padEnd(20)}${says}${otherwise === undefined ? '' : ` (${otherwise})`}`).join('\n')}
  --json                the same as JSON
  --help                this text

Examples:
  npm run scale -- --events-per-day 1e9
  npm run scale -- --events-per-day 5e7 --retention-days 90 --lookups 3 --replicas 1
  npm run scale -- --events-per-day 1e9 --queries-per-second 2000 --cached-share 0.98 --json
`;

export interface Asked {
  readonly load: Load;
  readonly isJson: boolean;
}

/**
 * The load that the arguments of the program describe; undefined when they ask for help.
 * @throws Error with a sentence for people
 */
export function readLoad(args: readonly string[]): Asked | undefined {
  const options: ParseArgsOptionsConfig = {
    ...Object.fromEntries(OPTIONS.map(({ name }) => [name, { type: 'string' }] as const)),
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values } = parseArgs({ args: [...args], options });
  if (values['help']) return undefined;
  const numbers = OPTIONS.map((option) => [option.member, numberOf(option, values[option.name])] as const);
  return { load: Object.fromEntries(numbers) as unknown as Load, isJson: values['json'] === true };
}

function numberOf(option: Option, given: unknown): number {
  const { name, member, otherwise, most = Number.POSITIVE_INFINITY, isWhole = false } = option;
  if (given === undefined && otherwise === undefined) throw new Error(`--${name} is missing, see --help`);
  const value = given === undefined ? Number(otherwise) : Number(given);
  const least = MAY_BE_NONE.has(member) ? value >= 0 : value > 0;
  if (Number.isFinite(value) && least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  throw new Error(`--${name} is "${String(given)}", expected ${expected(option)}`);
}

function expected({ member, most, isWhole }: Option): string {
  const kind = isWhole ? 'a whole number' : 'a number';
  const from = MAY_BE_NONE.has(member) ? 'from 0' : 'above 0';
  return most === undefined ? `${kind} ${from}` : `${kind} ${from} to ${most}`;
}
