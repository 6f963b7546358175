import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { parseJson } from '../../base/parse-json.ts';
import { CommandError } from '../command-error.ts';
import { asMembers, doing, endpointPath, readNumber, remoteCommand } from './remote-command.ts';
import type { RemoteFlags, RemoteService } from './remote-service.ts';

interface QueryFlags extends RemoteFlags {
  readonly sql?: string;
  readonly file?: string;
  readonly description?: string;
}

interface UpdateFlags extends QueryFlags {
  readonly active?: boolean;
  readonly cacheAge?: number | 'default';
  readonly materialized?: boolean;
  readonly syncFrequency?: string;
}

/** `sluice endpoints create`, `update` and `rollback`: what makes versions. */
export function saveEndpointCommands(): readonly Command[] {
  return [createCommand(), updateCommand(), rollbackCommand()];
}

function createCommand(): Command {
  const command = takingQuery('create <name>', 'Create an endpoint from SQL or from a file.', [
    `endpoints create events-by-day --sql 'select toDate(timestamp) as day, count() from events group by day'`,
    'endpoints create signups --file query.json --description "Signups of each plan"',
  ]);
  return doing<QueryFlags>(command, {
    ask: (service, flags, [name]) =>
      service.call('POST', `${service.project}/endpoints`, {
        name,
        query: queryOf(flags),
        ...describedBy(flags),
      }),
    show: showSaved,
  });
}

function updateCommand(): Command {
  const command = takingQuery('update <name>', 'Change an endpoint; another query makes the next version.', [
    `endpoints update events-by-day --sql 'select toDate(timestamp) as day, count() as n from events group by day'`,
    'endpoints update events-by-day --cache-age 900 --description "Events of each day"',
    'endpoints update events-by-day --materialized true --sync-frequency 1hour',
  ])
    .option('--active <yes>', 'true or false: whether it can be run', readTruth)
    .option('--cache-age <seconds>', '300..86400, or default', readAge)
    .option('--materialized <yes>', 'true or false: whether it is computed on a schedule', readTruth)
    .option('--sync-frequency <interval>', 'how often: 15min, 30min, 1hour, 6hour, 12hour, 24hour or 7day');
  return doing<UpdateFlags>(command, {
    ask: (service, flags, [name]) => service.call('PATCH', endpointPath(service, name), changesOf(flags)),
    show: showSaved,
  });
}

function rollbackCommand(): Command {
  const command = remoteCommand(
    'rollback <name> <version>',
    'Make the query of an old version current again, as a new version.',
    ['endpoints rollback events-by-day 2'],
  );
  return doing(command, {
    ask: (service, _flags, [name, version = '']) =>
      service.call('POST', `${endpointPath(service, name)}/rollback`, { version: readVersion(version) }),
    show: showSaved,
  });
}

function takingQuery(usage: string, description: string, examples: readonly string[]): Command {
  return remoteCommand(usage, description, examples)
    .option('--sql <text>', 'the query as SQL')
    .option('--file <file>', 'JSON file with the query, such as an insight; - reads it from standard input')
    .option('--description <text>', 'what it answers');
}

function changesOf(flags: UpdateFlags): unknown {
  const { sql, file, active, cacheAge, materialized, syncFrequency } = flags;
  const changes = {
    ...((sql !== undefined || file !== undefined) && { query: queryOf(flags) }),
    ...describedBy(flags),
    ...(active !== undefined && { is_active: active }),
    ...(cacheAge !== undefined && { cache_age_seconds: cacheAge === 'default' ? null : cacheAge }),
    ...(materialized !== undefined && { is_materialized: materialized }),
    ...(syncFrequency !== undefined && { sync_frequency: syncFrequency }),
  };
  if (Object.keys(changes).length === 0)
    throw new CommandError('usage', 'Say what to change; --help lists it.');
  return changes;
}

function describedBy({ description }: QueryFlags) {
  return { ...(description !== undefined && { description }) };
}

function queryOf({ sql, file }: QueryFlags): unknown {
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

function readTruth(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('Expected true or false.');
  return text === 'true';
}

/** @throws CommandError usage: what is read after the arguments were parsed is not told by commander */
function readVersion(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError('usage', `"${text}" is not a whole number.`);
  return Number(text);
}

/** Commander makes an empty text of null. */
function readAge(text: string): number | 'default' {
  return text === 'default' ? text : readNumber(text);
}

const savedSchema = z.looseObject({
  url: z.string(),
  warnings: z.array(z.looseObject({ detail: z.string() })).default([]),
});

/** What one looks for in a saved endpoint, with the address to call it at; its warnings go to standard error. */
function showSaved(body: unknown, service: RemoteService): void {
  const saved = savedSchema.parse(body);
  asMembers('name', 'current_version', 'url', 'columns')({ ...saved, url: service.addressOf(saved.url) });
  for (const { detail } of saved.warnings) process.stderr.write(`warning: ${detail}\n`);
}
