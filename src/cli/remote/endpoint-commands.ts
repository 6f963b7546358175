import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { parseJson } from '../../base/parse-json.ts';
import { FORMATS, OUTPUT_FORMATS } from '../../schema/output-format.ts';
import { CommandError } from '../command-error.ts';
import { printTable } from './print-table.ts';
import { asMembers, asTable, commandGroup, doing, remoteCommand } from './remote-command.ts';
import type { RemoteFlags, RemoteService } from './remote-service.ts';

interface ListFlags extends RemoteFlags {
  readonly search?: string;
  readonly tag?: string;
  readonly limit: string;
}

interface RunFlags extends RemoteFlags {
  readonly var: readonly (readonly [string, unknown])[];
  readonly refresh?: string;
  readonly format?: string;
}

interface CreateFlags extends RemoteFlags {
  readonly sql?: string;
  readonly file?: string;
  readonly description?: string;
}

/** `sluice endpoints ...` */
export function endpointCommands(): Command {
  return commandGroup('endpoints', 'List, show, run, create and delete endpoints of a running service.', [
    listCommand(),
    getCommand(),
    runCommand(),
    createCommand(),
    deleteCommand(),
  ]);
}

function pathOf(service: RemoteService, name: string | undefined): string {
  return `${service.project}/endpoints/${encodeURIComponent(name ?? '')}`;
}

function listCommand(): Command {
  const command = remoteCommand('list', 'List endpoints.', [
    'endpoints list',
    'endpoints list --tag billing --json',
  ])
    .option('--search <text>', 'only those with this text in name or description')
    .option('--tag <tag>', 'only those with this tag')
    .option('--limit <number>', 'most endpoints, 1..1000', '100');
  return doing<ListFlags>(command, {
    ask: (service, { search, tag, limit }) => {
      const filters = { limit, ...(search !== undefined && { search }), ...(tag !== undefined && { tag }) };
      return service.call('GET', `${service.project}/endpoints?${new URLSearchParams(filters)}`);
    },
    show: asTable(
      'name',
      'is_active',
      'current_version',
      'is_materialized',
      'last_executed_at',
      'description',
    ),
  });
}

function getCommand(): Command {
  const command = remoteCommand('get <name>', 'Show an endpoint.', ['endpoints get usage-by-day']);
  return doing(command, {
    ask: (service, _flags, [name]) => service.call('GET', pathOf(service, name)),
    show: asMembers(),
  });
}

function runCommand(): Command {
  const command = remoteCommand('run <name>', 'Run an endpoint and print its rows.', [
    'endpoints run usage-by-day --var organization=org-01',
    'endpoints run usage-by-day --var organization=org-01 --format csv > usage.csv',
  ])
    .option('--var <name=value>', 'value of a variable, JSON or text; repeat for more', addVariable, [])
    .option('--refresh <mode>', 'blocking, force_blocking, cache, force or direct')
    .option('--format <format>', `another form than a table: ${OUTPUT_FORMATS.join(', ')}`);
  return doing<RunFlags>(command, {
    ask: (service, { var: variables, refresh, format }, [name]) => {
      if (OUTPUT_FORMATS.some((name) => name === format && FORMATS[name].isBinary))
        throw new CommandError('usage', `${format} is not text; save it as a file with curl -o.`);
      const query = format === undefined ? '' : `?format=${encodeURIComponent(format)}`;
      const body = {
        ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
        ...(refresh !== undefined && { refresh }),
      };
      return service.call('POST', `${pathOf(service, name)}/run${query}`, body);
    },
    show: showRun,
  });
}

/** `n=5` is a number, `name=ada` a text, `list=["a"]` a list. */
function addVariable(
  text: string,
  before: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] {
  const mark = text.indexOf('=');
  if (mark < 1) throw new InvalidArgumentError('Expected name=value.');
  return [...before, [text.slice(0, mark), jsonOrText(text.slice(mark + 1))]];
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

const madeSchema = z.looseObject({ url: z.string() });

/** What one looks for in a new endpoint, with the address to call it at. */
function showEndpoint(body: unknown, service: RemoteService): void {
  const made = madeSchema.parse(body);
  asMembers('name', 'current_version', 'url', 'columns')({ ...made, url: service.addressOf(made.url) });
}

/** Rows of SQL as a table; insights as they are. */
function showRun(body: unknown): void {
  const table = tableSchema.safeParse(body);
  if (table.success) printTable(table.data.columns, table.data.results);
  else asMembers('results')(body);
}

function createCommand(): Command {
  const command = remoteCommand('create <name>', 'Create an endpoint from SQL or from a file.', [
    `endpoints create events-by-day --sql 'select toDate(timestamp) as day, count() from events group by day'`,
    'endpoints create signups --file query.json --description "Signups of each plan"',
  ])
    .option('--sql <text>', 'the query as SQL')
    .option('--file <file>', 'JSON file with the query, such as an insight; - reads it from standard input')
    .option('--description <text>', 'what it answers');
  return doing<CreateFlags>(command, {
    ask: (service, flags, [name]) =>
      service.call('POST', `${service.project}/endpoints`, {
        name,
        query: queryOf(flags),
        ...(flags.description !== undefined && { description: flags.description }),
      }),
    show: (body, service) => {
      showEndpoint(body, service);
      printWarnings(body);
    },
  });
}

const warnedSchema = z.looseObject({ warnings: z.array(z.looseObject({ detail: z.string() })) });

/** Prints the warnings of an answer, a line each, beside its output: to standard error. */
function printWarnings(body: unknown): void {
  const warned = warnedSchema.safeParse(body);
  if (!warned.success) return;
  for (const { detail } of warned.data.warnings) process.stderr.write(`warning: ${detail}\n`);
}

function queryOf({ sql, file }: CreateFlags): unknown {
  if ((sql === undefined) === (file === undefined))
    throw new CommandError('usage', 'Give the query by --sql or by --file, not both.');
  if (sql !== undefined) return { kind: 'HogQLQuery', query: sql };
  try {
    return parseJson(readFileSync(file === '-' ? 0 : String(file), 'utf8'));
  } catch (error) {
    throw new CommandError('usage', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function deleteCommand(): Command {
  const command = remoteCommand('delete <name>', 'Delete an endpoint; it can be restored over HTTP.', [
    'endpoints delete events-by-day',
  ]);
  return doing(command, { ask: (service, _flags, [name]) => service.call('DELETE', pathOf(service, name)) });
}
