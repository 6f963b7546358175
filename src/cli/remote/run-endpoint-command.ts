import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { parseJson } from '../../base/parse-json.ts';
import { FORMATS, OUTPUT_FORMATS } from '../../schema/output-format.ts';
import { CommandError } from '../command-error.ts';
import { parseCsv } from './parse-csv.ts';
import { printTable } from './print-table.ts';
import { asMembers, doing, endpointPath, readNumber, remoteCommand } from './remote-command.ts';
import type { RemoteFlags, RemoteService } from './remote-service.ts';

type Named = readonly (readonly [string, unknown])[];

interface RunFlags extends RemoteFlags {
  readonly var: Named;
  readonly filter: readonly unknown[];
  readonly override: Named;
  readonly version?: number;
  readonly refresh?: string;
  readonly format?: string;
}

/** `sluice endpoints run` */
export function runEndpointCommand(): Command {
  const command = remoteCommand('run <name>', 'Run an endpoint and print its rows.', [
    'endpoints run usage-by-day --var organization=org-01',
    'endpoints run usage-by-day --var organization=org-01 --format csv > usage.csv',
    'endpoints run weekly-readers --filter $browser=Firefox --override interval=month',
    'endpoints run weekly-readers --version 2 --refresh force_blocking',
  ])
    .option('--var <name=value>', 'value of a variable, JSON or text; repeat for more', addNamed, [])
    .option(
      '--filter <filter>',
      'rows to keep: property=value of events, or a filter as JSON; repeat',
      addFilter,
      [],
    )
    .option('--override <name=value>', 'member of an insight to replace, JSON or text; repeat', addNamed, [])
    .option('--version <number>', 'version to run; default the current one', readNumber)
    .option('--refresh <mode>', 'blocking, force_blocking, cache, force or direct')
    .option('--format <format>', `another form than a table: ${OUTPUT_FORMATS.join(', ')}`);
  return doing<RunFlags>(command, { ask: run, show: showRun });
}

/** An insight is shown as the rows of its csv, unless its answer is asked for in another form. */
async function run(service: RemoteService, flags: RunFlags, [name]: readonly string[]) {
  const { json, format } = flags;
  if (OUTPUT_FORMATS.some((each) => each === format && FORMATS[each].isBinary))
    throw new CommandError('usage', `${format} is not text; save it as a file with curl -o.`);
  const path = endpointPath(service, name);
  const isTable = format === undefined && json !== true && (await isInsight(service, path, flags));
  const wanted = isTable ? 'csv' : format;
  const query = wanted === undefined ? '' : `?format=${encodeURIComponent(wanted)}`;
  const answer = await service.call('POST', `${path}/run${query}`, bodyOf(flags));
  return isTable ? { ...answer, body: parseCsv(answer.text) } : answer;
}

const kindSchema = z.looseObject({ query: z.looseObject({ kind: z.string() }) });

async function isInsight(service: RemoteService, path: string, { version }: RunFlags): Promise<boolean> {
  const { body } = await service.call('GET', version === undefined ? path : `${path}?version=${version}`);
  return kindSchema.parse(body).query.kind !== 'HogQLQuery';
}

function bodyOf({ var: variables, filter, override, version, refresh }: RunFlags): unknown {
  return {
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(filter.length > 0 && { filters_override: { properties: filter } }),
    ...(override.length > 0 && { query_override: Object.fromEntries(override) }),
    ...(version !== undefined && { version }),
    ...(refresh !== undefined && { refresh }),
  };
}

/** `n=5` is a number, `name=ada` a text, `list=["a"]` a list. */
function addNamed(text: string, before: Named): Named {
  const [name, value] = splitPair(text);
  return [...before, [name, jsonOrText(value)]];
}

/** `plan=pro` keeps events whose property is exactly that text. */
function addFilter(text: string, before: readonly unknown[]): readonly unknown[] {
  if (text.startsWith('{')) return [...before, readJson(text)];
  const [key, value] = splitPair(text);
  return [...before, { type: 'event', key, operator: 'exact', value: [value] }];
}

function splitPair(text: string): readonly [string, string] {
  const mark = text.indexOf('=');
  if (mark < 1) throw new InvalidArgumentError('Expected name=value.');
  return [text.slice(0, mark), text.slice(mark + 1)];
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // What is no JSON is a text without its quotes.
    return text;
  }
}

const tableSchema = z.looseObject({ columns: z.array(z.string()), results: z.array(z.array(z.unknown())) });
const csvSchema = z.tuple([z.array(z.string())]).rest(z.array(z.string()));

function showRun(body: unknown): void {
  const csv = csvSchema.safeParse(body);
  const table = tableSchema.safeParse(body);
  if (csv.success) printTable(csv.data[0], csv.data.slice(1));
  else if (table.success) printTable(table.data.columns, table.data.results);
  else asMembers('results')(body);
}
